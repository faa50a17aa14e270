// Generated from Inspector/Page/notices.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let noticesJS = #"""
(function () {
"use strict";
const el = Faraday.el, format = Faraday.format;
const version = 1; // of the format that this page knows
let app = null, shown = "";
function start(theApp) {
app = theApp;
app.on("change", show);
app.on("loaded", show);
}
function show() {
const list = app.model.records.length || app.model.header ? sentences(app.model, app.live, app.loading) : [];
const key = list.join("\n");
if (key === shown) return;
shown = key;
const box = Faraday.byId("notices");
box.hidden = list.length === 0;
box.replaceChildren.apply(box, list.map(function (text) { return el("p", text); }));
}
function sentences(model, live, loading) {
const header = model.header || {}, list = [];
if (header.version > version) {
list.push((live ? "This world is" : "This file is") + " from a newer Faraday (version " + header.version + " of the format; this page knows version " + version + "): it may be shown incompletely.");
}
const lost = header.lost > 0 ? header.lost : model.first;
if (lost > 0 && model.records.length) list.push(live ? "Starts at " + format.at(model.times.array[0]) + ": " + records(lost, "earlier record") + " no longer kept."
: "The first " + (lost === 1 ? "record is" : records(lost, "record")) + " not kept; the story begins at " + format.at(model.times.array[0]) + ".");
if (header.leftOut > 0 && !loading) list.push(leftOut(model, header.leftOut, lost > 0));
if (model.letGo) list.push(Faraday.keeping.sentence(model.letGo, format.at));
return list;
}
function records(count, name) { return format.count(count, name) + (count === 1 ? " is" : " are"); }
function leftOut(model, count, isCut) {
const first = model.records.findIndex(function (record) { return record.stair === "hci" || record.stair === "air"; });
const where = first < 0 ? "" : ": packets begin at " + format.at(model.times.array[first]) + (isCut ? "" : ", the story is whole");
return "Of the packets, " + format.count(count, "earlier one") + (count === 1 ? " is" : " are") + " left out" + where + ".";
}
Faraday.notices = { start: start, sentences: sentences };
})();

"""#
}
