// Generated from Inspector/Page/address.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let addressJS = #"""
(function () {
"use strict";
const pause = 1000, settling = 150;
let app = null, written = "", writtenAt = 0, timer = 0, isReady = false, before = null;
function start(theApp) {
app = theApp;
for (const event of ["view", "select", "time", "filter", "zoom"]) app.on(event, later);
app.on("loaded", function () { if (isReady) return; isReady = true; read(); });
window.addEventListener("hashchange", function () { if (isReady && location.hash.slice(1) !== written && location.hash !== "#view") read(); });
for (const event of ["pointerdown", "keydown", "wheel"]) window.addEventListener(event, remember, { capture: true, passive: true });
const view = parse().get("view");
if (view) app.show(view);
}
function parse() { return new URLSearchParams(/^#[a-z]+=/.test(location.hash) ? location.hash.slice(1) : ""); }
function text() {
const parts = new URLSearchParams(), filter = app.filter, model = app.model, record = app.selected === null ? null : model.records[app.selected];
const add = function (name, value) { if (value !== null && value !== undefined && value !== "") parts.set(name, value); };
if (record) add("record", model.numberOf(record));
if (app.view && app.view !== app.views[0]) add("view", app.view.id);
add("find", filter.text);
if (filter.node !== null && model.nodes.has(filter.node)) add("device", model.nodes.get(filter.node).name);
add("op", filter.op);
add("uuid", filter.uuid);
if (Faraday.story.isChosen) add("zoom", Faraday.rows.levels[Faraday.story.level].id);
if (app.time === null ? record : !record || app.time !== record.t) add("t", app.time === null ? "now" : app.time / 1e9);
return parts.toString();
}
function remember() { if (isReady && !timer) before = Faraday.story.place(); }
function later() { if (isReady) { clearTimeout(timer); timer = setTimeout(write, settling); } }
function write() {
timer = 0;
const now = text();
if (now === written) return;
const isStep = performance.now() - writtenAt > pause;
written = now;
writtenAt = performance.now();
if (isStep && now) {
if (before) history.replaceState({ story: before }, "");
location.hash = now;
}
else location.replace("#" + (now || "view=" + app.views[0].id));
written = location.hash.slice(1);
}
function read() {
const parts = parse(), get = function (name) { return parts.get(name) || ""; };
clearTimeout(timer);
const node = app.model.nodesByName.get(get("device"));
Faraday.searchBar.set({ text: get("find"), node: node === undefined ? null : node, op: get("op"), uuid: get("uuid") });
if (get("zoom")) Faraday.story.setLevel(get("zoom")); else Faraday.story.isChosen = false;
app.show(get("view") || app.views[0].id);
if (parts.has("record")) {
const number = Number(get("record")), id = app.model.placeOf(number);
if (id >= 0) app.select(id);
else app.say("Record " + get("record") + " is not here" + (app.model.records.length && number < app.model.numberOf(app.model.records[app.model.records.length - 1]) ? " any more" : ""));
} else if (app.selected !== null) Faraday.detailPane.close();
const t = Number(get("t"));
app.setTime(get("t") === "now" ? null : parts.has("t") && isFinite(t) ? Math.round(t * 1e9) : app.selected !== null ? app.model.records[app.selected].t : null);
clearTimeout(timer);
timer = 0;
written = location.hash.slice(1);
writtenAt = performance.now();
if (history.state && history.state.story) Faraday.story.goTo(history.state.story);
}
Faraday.address = { start: start, text: text };
})();

"""#
}
