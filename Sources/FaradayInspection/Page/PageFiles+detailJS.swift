// Generated from Inspector/Page/detail.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let detailJS = #"""
(function () {
"use strict";
const el = Faraday.el, format = Faraday.format;
let app = null, box = null;
let passed = [], shown = null, stepping = false; // the way that was followed inside the pane
function start(theApp) {
app = theApp;
box = Faraday.byId("detail");
app.on("select", show);
}
function show(id) {
if (id === null && shown !== null && typeof shown === "object") return; // a page of its own has taken the record's place
remember();
shown = id;
box.hidden = id === null;
if (id === null) { box.replaceChildren(); return; }
const record = app.model.records[id];
const parts = record.bytes ? [head(record), Faraday.talkDetail.section(app, record, follow), facts(record), packet(record), layers(record), why(record), joined(record)]
: [head(record), facts(record), joined(record), led(record), because(record), why(record)];
fill(parts);
}
function fill(parts) {
box.replaceChildren.apply(box, parts.filter(Boolean));
box.scrollTop = 0;
}
function remember() {
if (!stepping) passed = []; else if (stepping === "on" && shown !== null) passed.push(shown);
stepping = false;
}
function showPage(page) {
remember();
shown = page;
app.select(null);
box.hidden = false;
fill(page.failure !== undefined ? failurePage(page.failure) : endingPage(page.ending));
app.refresh();
}
function showFailure(index) { showPage({ failure: index }); }
function showEnding(index) { showPage({ ending: index }); }
function forget() { if (shown && shown.ending !== undefined) close(); }
function close() {
shown = null;
passed = [];
box.hidden = true;
box.replaceChildren();
app.select(null);
app.refresh();
}
function follow(id) {
stepping = "on";
if (app.selected === id) show(id); else app.select(id);
stepping = false;
}
function goBack() {
stepping = "back";
const to = passed.pop();
if (typeof to === "object") showPage(to); else app.select(to);
stepping = false;
}
function title(layer, text) {
return el("header.detailhead", null,
el("div.layerline", null, passed.length ? el("button.quiet", { type: "button", title: "Back to what was shown before", onclick: goBack }, "‹ Back") : null, el("span.layer.world", layer)),
el("h2", text),
el("button.quiet.close", { type: "button", "aria-label": "Close the details", title: "Close (Esc)", onclick: close }, "✕"));
}
function failurePage(index) {
const failure = app.model.failures[index] || {};
const found = Faraday.findings(app.model, failure.t);
const parts = [title("Failed here", Faraday.headline(failure)[0])];
const part = function (name, items, none) {
if (items.length) parts.push(el("section", null, el("h3", name), findingList(items)));
else if (none) parts.push(el("section", null, el("h3", name), el("p.muted", none)));
};
part("Open at this moment", found.open, "Nothing: no link, scan, subscription or call.");
part("The last thing the app did", found.last ? [found.last] : [], "The app called nothing.");
part("Faults and misuses before it", found.faults, null);
part("Errors that the app was told", found.errors, null);
part("Done after the first connection, not after a later one", found.differences, null);
part("What changed, and what came after the last note", found.changes, null);
part("Also worth a look", found.notable, null);
return parts;
}
function findingList(items) {
return el("ul.chain.findings", items.map(function (item) {
return el("li", null, el("button.step", { type: "button", onclick: function () { follow(item.id); } }, item.text));
}));
}
function endingPage(index) {
const event = app.model.joins.endings.events[index], records = app.model.records;
const steps = [{ id: event.id, word: event.why === "off" ? "The app is told of the state alone" : "The app is told" }];
event.calls.forEach(function (call) { steps.push({ id: call.down, word: "This call gets no callback" }); });
event.subs.forEach(function (sub) { steps.push({ id: sub.from, word: "This subscription ended with the link" }); });
const cause = Faraday.faults.because(app.model, records[event.id]);
if (cause !== null) steps.unshift({ id: cause, word: "Because of this fault" });
return [title("End of a link", Faraday.rowText.ending(app.model, event).text), el("section", null, links(steps, true))];
}
function led(record) {
if (record.flag !== "fault") return null;
const list = Faraday.faults.effects(app.model, record.id);
return el("section", null, el("h3", "It led to"), list.length ? links(list, true) : el("p.muted", "Nothing that an app was told at once."));
}
function because(record) {
const id = Faraday.faults.because(app.model, record);
return id === null ? null : el("section", null, el("h3", "Because of this fault"), links([{ id: id, word: "" }], false));
}
function head(record) {
return el("header.detailhead", null,
el("div.layerline", null, passed.length ? el("button.quiet", { type: "button", title: "Back to the record before", onclick: goBack }, "‹ Back") : null, el("span.layer." + record.stair, layerName(record))),
el("h2", Faraday.rowText.readable(app.model, record)),
el("button.quiet.close", { type: "button", "aria-label": "Close the details", title: "Close (Esc)", onclick: close }, "✕"));
}
function layerName(record) {
if (record.kind === "closed" && Faraday.rowText.isTestEnd(app.model, record)) return "Test ended";
if (record.flag === "note") return record.node === null || record.node === undefined ? "The test says" : "Note";
if (record.stair === "port") return record.dir === "down" ? "Call" : "Callback";
if (record.stair === "hci") return record.kind === "acl" ? "HCI data" : record.kind === "command" ? "HCI command" : "HCI event";
return format.layers[record.stair] || record.stair;
}
function facts(record) {
const list = el("dl.facts"), misused = record.kind === "misuse" ? Faraday.misuse(app.model, record) : null;
const add = function (name, value) { if (value !== null && value !== undefined && value !== "") list.append(el("dt", name), el("dd", value)); };
add("Time", Faraday.clock.full(record.t));
add(record.stair === "air" ? "From" : "At", record.name || format.name(record.node));
if (typeof record.to === "number") add("To", format.name(record.to));
add("App", record.app);
add("Called in", Faraday.callPlace(record));
add("Manager", record.session ? String(record.session) + (record.class ? " (" + record.class + ")" : "") : "");
add("Peer", record.peer);
add("UUID", record.uuid ? format.uuid(record.uuid) : "");
add("Value", record.value && record.value.length > 16 ? record.value + " (" + record.value.length / 2 + " bytes)" : record.value);
if (record.kind === "connected") add("ATT MTU", Faraday.misuse.connectedMTU(app.model, record));
if (misused) misused.facts.forEach(function (each) { add(each.name, each.value); });
add("Meaning", record.meaning);
if (record.flag === "fault") add("Swift", Faraday.faults.swift(record));
add("Error", record.error ? Faraday.phrases.numbers(record.error) : null);
if (typeof record.channel === "number") add("Channel", String(record.channel) + (record.phy ? ", " + (Faraday.layouts.tables.phy[record.phy] || "") : ""));
if (typeof record.rssi === "number") add("Received", record.rssi + " dBm");
if (typeof record.access === "number") add("Access address", "0x" + (record.access >>> 0).toString(16).toUpperCase().padStart(8, "0"));
if (record.encrypted) add("Encrypted", "on the air; shown decrypted");
if (record.lost) add("Lost", "the receiver did not get it");
add("Record", "#" + app.model.numberOf(record) + " of " + (app.model.first + app.model.gone + app.model.records.length).toLocaleString("en"));
return list;
}
function joined(record) {
const parts = [];
const call = app.model.joins.callOf.get(record.id);
if (call && call.down === record.id) {
const cut = call.up === null ? Faraday.causes.sentence(call, format.at) : null;
if (cut) parts.push(el("p.open", cut), links([{ id: call.lost ? call.lost.id : call.cancelled, word: "" }], false));
else if (call.expects && call.up === null && !call.ended) parts.push(el("p.open", call.kind === "scan" ? "Nothing found: this scan is still running." : call.kind === "connect" && ["report", "ended"].includes(Faraday.state(app).id) ? "Never connected: no callback came until the end." : "No callback: this call is still open."));
}
if (record.flag === "fault") return parts.length ? el("section", null, parts) : null;
const stop = app.model.joins.endings.late.get(record.id);
if (stop !== undefined) parts.push(el("h3", "The scan had been stopped"), links([{ id: stop, word: Faraday.format.duration(record.t - app.model.records[stop].t) + " before" }], true));
const after = Faraday.afterwards(app.model, record.id);
if (after && !(call && (call.lost || call.cancelled !== undefined))) {
parts.push(el("h3", "What became of " + (after.peer || "it")), after.steps.length ? links(after.steps, true) : el("p.muted", "No fault, no change and no lost link after the call."));
}
const misused = record.kind === "misuse" ? Faraday.misuse(app.model, record) : null;
if (misused && misused.call !== null) parts.push(el("h3", "The call"), links([{ id: misused.call, word: "" }], false));
const lead = Faraday.why.leads(app.model, record.id);
if (lead) parts.push(el("h3", lead.word), links([lead], false));
return parts.length ? el("section", null, parts) : null;
}
function why(record) {
const chain = Faraday.why(app.model, record.id);
if (chain.length < 2) return null;
return el("section", null, el("h3", "Why did this happen?"), links(chain.slice(1), true));
}
function links(steps, numbered) {
return el("ol.chain", steps.map(function (step) {
const record = app.model.records[step.id];
const said = Faraday.rowText.single(app.model, record);
return el("li", null, el("button.step", { type: "button", onclick: function () { follow(step.id); } },
numbered && step.word ? el("span.word", step.word) : null,
el("span.line." + record.stair, null, el("span.time", said.time), " ", el("span.who", said.who), " ", el("span.text", Faraday.rowText.plain(app.model, record)))));
}));
}
function layers(record) {
const list = Faraday.why.layers(app.model, record.id);
if (list.length < 2) return null;
return el("section", null, el("h3", "The same packet"), el("ol.floors", list.map(function (step) {
const here = step.id === record.id;
return el("li", null, el("button.step", { type: "button", "aria-current": here ? "true" : null, onclick: function () { follow(step.id); } },
el("span.word", step.word + (here ? " (shown)" : "")), el("span.time", format.at(app.model.records[step.id].t))));
})));
}
function packet(record) {
const found = Faraday.dissect(record);
if (!found) return null;
const bytes = found.bytes.map(function (byte, index) { return el("span.byte", { "data-at": index }, (byte < 16 ? "0" : "") + byte.toString(16)); });
const dump = el("div.bytes", { role: "img", "aria-label": found.bytes.length + " bytes" });
bytes.forEach(function (byte, index) { if (index % 16 === 0) dump.append(el("span.offset", index.toString(16).padStart(4, "0"))); dump.append(byte); });
const tree = el("div.fields", { role: "tree", "aria-label": "Fields of the packet" });
const rows = [];
found.fields.forEach(function (field) { addField(tree, field, 1, rows); });
if (rows.length) rows[0].element.tabIndex = 0;
connect(tree, rows, bytes);
return el("section.packet", null, el("h3", "Fields and bytes"), tree, el("div.bytehead", null, el("span.muted", format.count(found.bytes.length, "byte")), Faraday.copyButton(record.bytes, "the bytes as hexadecimal")), dump);
}
function addField(tree, field, depth, rows) {
const element = el("div.field" + (field.bad ? ".bad" : "") + (field.children ? ".group" : ""), { role: "treeitem", tabindex: "-1", "aria-level": depth, "aria-selected": "false", style: "--depth:" + (depth - 1) },
el("span.name", field.name), el("span.value", shorten(field.value)), el("span.meaning", field.meaning));
element.title = field.name + (field.value ? " = " + field.value : "") + (field.meaning ? ": " + field.meaning : "") + (field.to > field.from ? " (bytes " + field.from + " to " + (field.to - 1) + ")" : "");
rows.push({ element: element, field: field, depth: depth });
tree.append(element);
(field.children || []).forEach(function (child) { addField(tree, child, depth + 1, rows); });
}
function shorten(text) { return text && text.length > 34 ? text.slice(0, 32) + "…" : text || ""; }
function connect(tree, rows, bytes) {
const mark = function (row) {
bytes.forEach(function (byte, index) { byte.classList.toggle("marked", !!row && index >= row.field.from && index < row.field.to); });
rows.forEach(function (each) { each.element.classList.toggle("marked", each === row); each.element.setAttribute("aria-selected", String(each === row)); });
};
const rowOf = function (event) { const element = event.target.closest(".field"); return rows.find(function (row) { return row.element === element; }); };
tree.addEventListener("pointerover", function (event) { const row = rowOf(event); if (row) mark(row); });
tree.addEventListener("pointerleave", function () { mark(null); });
tree.addEventListener("focusin", function (event) { mark(rowOf(event)); });
tree.addEventListener("keydown", function (event) {
const at = rows.indexOf(rowOf(event));
const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
if (next === undefined || !rows[next]) return;
event.preventDefault();
rows[at].element.tabIndex = -1;
rows[next].element.tabIndex = 0;
rows[next].element.focus();
});
bytes.forEach(function (byte, index) {
byte.addEventListener("pointerover", function () {
const inside = rows.filter(function (row) { return index >= row.field.from && index < row.field.to; });
mark(inside[inside.length - 1] || null);
});
});
}
Faraday.detailPane = { forget: forget, start: start, showFailure: showFailure, showEnding: showEnding, close: close };
})();

"""#
}
