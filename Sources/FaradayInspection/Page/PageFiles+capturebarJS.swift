// Generated from Inspector/Page/capturebar.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let capturebarJS = #"""
(function () {
"use strict";
const el = Faraday.el;
let app = null, times = null, logButton = null, chooser = null, panel = null, shown = "";
function make(theApp) {
app = theApp;
times = el("select.clock", { "aria-label": "How times are written", onchange: function () { choose(times.value); } });
chooser = el("input", { type: "file", hidden: true, multiple: true, accept: ".log,.txt,text/plain", "aria-label": "Text log of firmware", onchange: function () { read(chooser.files); chooser.value = ""; } });
logButton = el("button.quiet", { type: "button", title: "Put a text log of firmware beside the packets; a file may also be dropped on the page", onclick: function () { chooser.click(); } }, "Add log");
panel = el("section.logs", { hidden: true, "aria-label": "Logs" });
Faraday.byId("search").after(panel);
app.on("change", show);
app.on("loaded", show);
app.on("select", function () { if (Faraday.clock.mode === "record") shown = ""; });
dropping();
show();
return el("span.capturebar", null, times, logButton, chooser);
}
function show() {
const clock = Faraday.clock;
clock.learn(app.model);
const key = [clock.isCapture(), clock.mode, clock.zone, clock.from, !!clock.epoch].join();
if (key === shown) return;
shown = key;
times.hidden = !clock.isCapture();
logButton.hidden = !clock.isCapture();
document.body.dataset.clock = clock.mode === "day" ? "day" : "count";
if (times.hidden) return;
const zone = clock.zone;
const list = clock.epoch ? [["local", "Time of day, here"], ["utc", "Time of day, UTC"]] : [];
list.push(["start", "Since the start"], ["record", "Since the selected record"]);
times.replaceChildren.apply(times, list.map(function (each) { return el("option", { value: each[0] }, each[1]); }));
times.value = clock.mode === "day" ? zone : clock.mode;
}
function choose(value) {
if (value === "record") { fromSelected(); return; }
Faraday.clock.set(value === "start" ? { mode: "start" } : { mode: "day", zone: value });
changed();
}
function fromSelected() {
if (!Faraday.clock.isCapture()) { app.say("Only times of a capture count from a record"); return; }
if (app.selected === null) { app.say("Select a record first: times then count from it"); shown = ""; show(); return; }
Faraday.clock.set({ mode: "record", from: app.model.records[app.selected].t });
changed();
app.say("Times count from record #" + app.model.numberOf(app.model.records[app.selected]));
}
function changed() {
Faraday.logs.placeAll();
app.filter.refresh(); // a search may name a time
app.model.version += 1; // the header, and every view, write their times anew
show();
showLogs();
app.refresh();
}
async function read(files) {
for (const file of Array.from(files)) {
const added = Faraday.logs.add(file.name, await file.text());
app.say(Faraday.logs.told(added));
}
showLogs();
app.refresh();
}
function showLogs() {
panel.hidden = Faraday.logs.files.length === 0;
panel.replaceChildren.apply(panel, Faraday.logs.files.map(logLine));
}
function logLine(file) {
const shift = el("input.shift", { type: "number", step: "0.001", value: String(file.shift / 1e9), "aria-label": "Seconds to add to the times of " + file.name });
const update = function (facts) { Faraday.logs.change(file, facts); showLogs(); app.say(Faraday.logs.told(file)); app.refresh(); };
shift.addEventListener("change", function () { if (isFinite(Number(shift.value))) update({ shift: Math.round(Number(shift.value) * 1e9) }); });
const meaning = el("select", { "aria-label": "What the times of " + file.name + " are", onchange: function () { update({ meaning: meaning.value }); } },
el("option", { value: "day" }, "time of day"), el("option", { value: "start" }, "since its start"));
meaning.value = file.meaning;
return el("div.logline", null, el("span.told", Faraday.logs.told(file)), file.kind === "day" && Faraday.clock.epoch ? meaning : null,
el("label", "Offset ", shift, " s"),
el("button.quiet", { type: "button", title: "Move the log so that its first line stands at the selected record", onclick: function () { align(file, update); } }, "First line at the selection"),
el("button.quiet", { type: "button", "aria-label": "Remove " + file.name, onclick: function () { Faraday.logs.remove(file); showLogs(); app.refresh(); } }, "Remove"));
}
function align(file, update) {
if (app.selected === null) { app.say("Select the record at which the log begins"); return; }
const first = file.list.find(function (line) { return line.own; }) || file.list[0];
if (first) update({ shift: file.shift + app.model.records[app.selected].t - first.t });
}
function dropping() {
const takes = function (event) { return event.dataTransfer && Array.from(event.dataTransfer.types).includes("Files") && Faraday.clock.isCapture() && !(app.view && app.view.id === "compare"); };
window.addEventListener("dragover", function (event) { if (takes(event)) event.preventDefault(); });
window.addEventListener("drop", function (event) { if (takes(event)) { event.preventDefault(); app.show("story"); read(event.dataTransfer.files); } });
}
Faraday.capturebar = { make: make, fromSelected: fromSelected, read: read };
})();

"""#
}
