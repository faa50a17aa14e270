// Generated from Inspector/Page/findings.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let findingsJS = #"""
(function () {
"use strict";
const format = Faraday.format;
const kept = new WeakMap();
function findings(model, t) {
const when = typeof t === "number" ? t : model.end;
const key = model.epoch + "/" + model.version + "/" + when;
const before = kept.get(model);
if (before && before.key === key) return before.found;
const at = { model: model, t: when, endings: model.joins.endings, text: function (id) { return Faraday.rowText.plain(model, model.records[id]).replace(/  =  .*$/, ""); } };
const found = { open: open(at), last: last(at), faults: faults(at), errors: errors(at), differences: differences(at), notable: notable(at),
changes: Faraday.changes(model, when, function (id) { return ago(at, id); }) };
found.strongest = strongest(found);
kept.set(model, { key: key, found: found });
return found;
}
function timeOf(at, id) { return at.model.records[id].t; }
function ago(at, id) { const passed = at.t - timeOf(at, id); return passed > 0 ? format.duration(passed) + " before" : "at that moment"; }
function isPast(at, id) { return timeOf(at, id) <= at.t; }
function wasOpen(at, from, to, why) {
if (!isPast(at, from)) return false;
return to === null || timeOf(at, to) > at.t || (why === "closed" && timeOf(at, to) === at.t);
}
function open(at) {
const list = [];
for (const link of at.endings.links) {
if (wasOpen(at, link.from, link.to, link.why)) list.push({ id: link.from, text: "Link with " + link.peer + ", since " + format.at(timeOf(at, link.from)) + (link.number > 1 ? " (link " + link.number + ")" : ""), strength: 0 });
for (const sub of link.past.concat(Array.from(link.subs.values()))) {
if (wasOpen(at, sub.from, sub.to, sub.why)) list.push({ id: sub.from, text: "Subscription to " + named(sub.uuid) + " of " + link.peer, strength: 0 });
}
}
for (const call of at.model.calls) openCall(at, call, list);
return list;
}
function openCall(at, call, list) {
if (!call.expects || !isPast(at, call.down)) return;
const isScan = call.kind === "scan";
if (isScan) {
const end = call.stop !== undefined ? call.stop : call.lost ? call.lost.id : null;
if (wasOpen(at, call.down, end, call.lost && call.lost.why)) list.push({ id: call.down, text: at.text(call.down) + ": still scanning" + (call.up === null ? ", nothing found" : ""), strength: call.up === null ? 4.5 : 0 });
return;
}
if (call.up !== null && isPast(at, call.up)) return;
if ((call.lost && call.lost.why === "cancelled" && isPast(at, call.lost.id)) || (call.cancelled !== undefined && isPast(at, call.cancelled))) return;
if (call.lost && call.lost.why !== "closed" && isPast(at, call.lost.id)) {
const how = call.lost.why === "link" ? "the link ended" + Faraday.causes.by(call.lost.how, call.peer) + " at " : "Bluetooth went off at ";
list.push({ id: call.down, text: at.text(call.down) + ": no answer, " + how + format.at(call.lost.t), strength: call.lost.how === "app" ? 3.5 : 6.5 });
} else list.push({ id: call.down, text: at.text(call.down) + ": no answer yet, called " + ago(at, call.down), strength: at.t - timeOf(at, call.down) >= 1e9 ? 6 : 2 });
}
function last(at) {
for (let i = at.model.calls.length - 1; i >= 0; i--) {
const call = at.model.calls[i];
if (call.kind === "closed" || !isPast(at, call.down)) continue;
return { id: call.down, text: at.text(call.down) + ", at " + format.at(timeOf(at, call.down)) + ", " + ago(at, call.down), strength: 0 };
}
return null;
}
function faults(at) {
const list = [];
for (const id of at.model.flags) {
const record = at.model.records[id];
if (!isPast(at, id) || (record.flag !== "fault" && record.flag !== "misuse" && record.flag !== "broken")) continue;
list.push({ id: id, text: at.text(id) + ", " + ago(at, id), strength: record.flag === "fault" ? 3.5 : 3 });
}
return list.slice(-8);
}
function errors(at) {
const groups = new Map();
for (const id of at.endings.errors) {
if (!isPast(at, id)) break;
const record = at.model.records[id];
const key = [record.node, record.session, record.kind, record.peer, record.uuid, record.error].join("|");
const known = groups.get(key);
if (known) { known.count += 1; known.id = id; } else groups.set(key, { count: 1, id: id });
}
return Array.from(groups.values()).slice(-8).map(function (each) {
const isLink = at.model.records[each.id].kind === "disconnected", often = each.count > 1;
return { id: each.id, text: at.text(each.id) + (often ? ", " + each.count + " times, the last " : ", ") + ago(at, each.id), strength: isLink ? 1 : each.count > 4 ? 6.4 : 4.2 };
});
}
function named(uuid) { return uuid ? format.uuid(uuid) : "an unknown characteristic"; }
function sameness(at, call) {
const text = at.text(call.down);
if (/^write/.test(call.kind)) return text.split(": ")[0];
return text;
}
const weights = { setNotify: 6.2, writeCharacteristic: 4, writeDescriptor: 4, readCharacteristic: 3.2, openChannel: 4 };
function differences(at) {
const groups = new Map();
for (const link of at.endings.links) {
if (!isPast(at, link.from)) continue;
const key = link.node + "/" + link.peer;
if (!groups.has(key)) groups.set(key, []);
groups.get(key).push(link);
}
const list = [];
for (const links of groups.values()) if (links.length > 1) compare(at, links, list);
return list;
}
function compare(at, links, list) {
const later = new Set();
for (const link of links.slice(1)) for (const call of link.calls) if (isPast(at, call.down)) later.add(sameness(at, call));
const seen = new Set();
for (const call of links[0].calls) {
const what = sameness(at, call);
if (later.has(what) || seen.has(what) || !isPast(at, call.down)) continue;
seen.add(what);
const which = links.length === 2 ? "not on the second" : "not on the " + (links.length - 1) + " later ones";
const name = what.replace(" of " + call.peer, "");
list.push({ id: call.down, text: name + " was called on the first link to " + call.peer + ", " + which, strength: weights[call.kind] || 2 });
}
}
function notable(at) {
const list = [];
silentEnds(at, list);
for (const [id, stop] of at.endings.late) {
if (isPast(at, id)) list.push({ id: id, text: at.text(id).split(",")[0] + " came " + format.duration(timeOf(at, id) - timeOf(at, stop)) + " after stopScan", strength: 6.3 });
}
manyLinks(at, list);
again(at, list);
return list.slice(-12);
}
function silentEnds(at, list) {
const done = last(at);
for (const event of at.endings.events) {
if (event.why !== "off" || !event.peer || !isPast(at, event.id)) continue;
const rest = done && done.id < event.id ? "; the app called nothing after it" : "";
list.push({ id: event.id, text: "The link with " + event.peer + " ended at " + format.at(event.t) + " without didDisconnect: Bluetooth was off" + rest, strength: rest ? 7 : 4 });
}
}
function manyLinks(at, list) {
const counts = new Map();
for (const link of at.endings.links) if (isPast(at, link.from)) counts.set(link.node + "/" + link.peer, { link: link, count: link.number });
for (const each of counts.values()) {
if (each.count > 3) list.push({ id: each.link.from, text: each.count + " links to " + each.link.peer + " so far", strength: 6.1 });
}
}
function again(at, list) {
const seen = new Map();
for (const link of at.endings.links) {
for (const call of link.calls) {
if (!/^(discover|setNotify)/.test(call.kind) || !isPast(at, call.down)) continue;
const key = link.from + "/" + sameness(at, call);
const known = seen.get(key);
if (known) { known.count += 1; known.id = call.down; } else seen.set(key, { count: 1, id: call.down, peer: link.peer });
}
}
for (const each of seen.values()) if (each.count > 1) list.push({ id: each.id, text: at.text(each.id) + " was called " + each.count + " times on one link", strength: 5 });
}
function strongest(found) {
const best = [found.open, found.notable, found.differences, found.errors, found.faults].concat(found.changes.map(function (each) { return [each]; })).map(function (list) {
const sorted = list.filter(function (each) { return each.strength >= 3; }).sort(function (a, b) { return b.strength - a.strength || (list === found.differences ? a.id - b.id : b.id - a.id); });
if (!sorted.length) return null;
const rest = list === found.differences ? sorted.length - 1 : 0;
return Object.assign({}, sorted[0], rest ? { text: sorted[0].text + " (and " + format.count(rest, "more call") + ")" } : null);
});
return best.filter(Boolean).sort(function (a, b) { return b.strength - a.strength; }).slice(0, 3);
}
Faraday.findings = findings;
})();

"""#
}
