// Generated from Inspector/Page/endings.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let endingsJS = #"""
(function () {
"use strict";
class Endings {
constructor(joins) {
this.joins = joins;
this.links = [];          // as apps see them: from didConnect to didDisconnect
this.events = [];         // {id, t, node, name, peer, why, calls, subs}; id: the record after which it stands
this.late = new Map();    // a didDiscover after stopScan → that stopScan
this.stops = new Map();   // node/session → the stopScan after which no scan was started
this.open = new Map();    // node/session → peer → link
this.counts = new Map();  // node/peer → number of links
this.errors = [];         // callbacks with an error
this.lastAct = -1;        // the last call or callback that is not the end of a manager
}
add(record, key, calls) {
if (record.kind !== "closed") this.lastAct = record.id;
if (record.error && record.dir === "up") this.errors.push(record.id);
const handle = this[record.kind];
if (handle && Object.hasOwn(acts, record.kind)) handle.call(this, record, key, calls);
}
scan(record, key) { this.stops.delete(key); }
cancelConnection(record, key, calls) {
for (const call of calls) if (call.kind === "connect" && call.peer === record.peer) call.cancelled = record.id;
}
failedToConnect(record, key, calls) { this.answerCancels(calls, record); }
answerCancels(calls, record) {
for (let i = calls.length - 1; i >= 0; i--) {
const call = calls[i];
if (call.kind !== "cancelConnection" || call.peer !== record.peer) continue;
call.up = record.id;
call.ended = true;
calls.splice(i, 1);
}
}
stopScan(record, key) { this.stops.set(key, record.id); }
discovered(record, key) {
if (this.stops.has(key) && !this.joins.callOf.has(record.id)) this.late.set(record.id, this.stops.get(key));
}
connected(record, key) {
const known = this.linksOf(key).get(record.peer);
if (!known) this.begin(record, key);
}
linksOf(key) {
let found = this.open.get(key);
if (!found) this.open.set(key, found = new Map());
return found;
}
begin(record, key) {
const name = record.node + "/" + record.peer, number = (this.counts.get(name) || 0) + 1;
this.counts.set(name, number);
const link = { node: record.node, session: record.session || 0, peer: record.peer, from: record.id, to: null, why: null, number: number,
subs: new Map(), past: [], calls: [] };
this.links.push(link);
this.linksOf(key).set(record.peer, link);
return link;
}
called(record, key, call) {
const link = record.peer && this.open.has(key) ? this.open.get(key).get(record.peer) : null;
if (link && record.kind !== "connect" && record.kind !== "cancelConnection") link.calls.push(call);
}
notifyStateChanged(record, key) {
if (record.error || !record.peer) return;
const link = this.linksOf(key).get(record.peer) || this.begin(record, key);
const uuid = record.characteristic || record.uuid;
if (/\btrue\b/.test(record.text)) {
if (!link.subs.has(uuid)) link.subs.set(uuid, { from: record.id, uuid: uuid, to: null });
} else {
const sub = link.subs.get(uuid);
if (sub) { sub.to = record.id; link.past.push(sub); link.subs.delete(uuid); }
}
}
disconnected(record, key, calls) {
const answered = this.joins.callOf.get(record.id), how = Faraday.causes.of(record, answered);
this.answerCancels(calls, record);
const lost = this.cut(calls, record, "link", function (call) {
return call.peer === record.peer && call.kind !== "opened" && call.kind !== "scan" && call.kind !== "connect";
}, how);
if (answered && answered.kind === "cancelConnection") {
this.cut(calls, record, "cancelled", function (call) { return call.peer === record.peer && call.kind === "connect" && call.down < answered.down; });
}
const subs = this.end(record, key, record.peer, "link");
if (lost.length || subs.length) this.tell(record, record.peer, "link", lost, subs, how);
}
stateChanged(record, key, calls) {
if (/\bpoweredOn\b/.test(record.text)) return;
const lost = this.cut(calls, record, "off", function (call) { return call.kind !== "opened"; });
const peers = new Set(this.linksOf(key).keys());
for (const peer of peers) {
const subs = this.end(record, key, peer, "off");
this.tell(record, peer, "off", lost.filter(function (call) { return call.peer === peer; }), subs);
}
const rest = lost.filter(function (call) { return !peers.has(call.peer); });
if (rest.length) this.tell(record, null, "off", rest, []);
}
closed(record, key, calls) {
this.cut(calls, record, "closed", function () { return true; });
for (const peer of Array.from(this.linksOf(key).keys())) this.end(record, key, peer, "closed");
this.stops.delete(key);
}
cut(calls, record, why, test, how) {
const lost = [];
for (let i = calls.length - 1; i >= 0; i--) {
const call = calls[i];
if (!test(call)) continue;
call.lost = { id: record.id, t: record.t, why: why, how: how };
call.ended = true;
calls.splice(i, 1);
lost.unshift(call);
}
return lost;
}
end(record, key, peer, why) {
const link = this.linksOf(key).get(peer);
if (!link) return [];
this.linksOf(key).delete(peer);
link.to = record.id;
link.why = why;
const subs = Array.from(link.subs.values());
for (const sub of subs) { sub.to = record.id; sub.why = why; link.past.push(sub); }
link.subs.clear();
return subs;
}
tell(record, peer, why, calls, subs, how) {
this.events.push({ id: record.id, t: record.t, node: record.node, name: record.name, peer: peer, why: why, calls: calls, subs: subs, how: how });
}
}
const acts = { scan: 1, stopScan: 1, discovered: 1, connected: 1, notifyStateChanged: 1, disconnected: 1, stateChanged: 1, closed: 1, cancelConnection: 1, failedToConnect: 1 };
Faraday.Endings = Endings;
})();

"""#
}
