// Generated from Inspector/Page/search.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let searchJS = #"""
(function () {
"use strict";
const el = Faraday.el;
let app = null, input = null, device = null, operation = null, uuid = null, clear = null, problem = null;
function start(theApp) {
app = theApp;
const form = Faraday.byId("search");
input = el("input", { type: "search", id: "query", placeholder: "Search: words, device:HR-1, op:read, att.handle = 0x0012 and rssi < -80", "aria-label": "Search in all records", autocomplete: "off", spellcheck: "false" });
device = el("select", { "aria-label": "Device" });
operation = el("select", { "aria-label": "Operation" });
uuid = el("select", { "aria-label": "UUID" });
clear = el("button.quiet", { type: "button", hidden: true, "aria-label": "Clear the search", onclick: reset }, "Clear");
problem = el("p", { id: "queryproblem", role: "status", hidden: true });
form.append(el("span.queryline", null, input), device, operation, uuid, clear, problem);
Faraday.completion.start(app, input, apply);
let waiting = 0;
input.addEventListener("input", function () { clearTimeout(waiting); waiting = setTimeout(apply, 120); });
for (const select of [device, operation, uuid]) select.addEventListener("change", apply);
form.addEventListener("submit", function (event) { event.preventDefault(); clearTimeout(waiting); apply(); });
input.addEventListener("keydown", function (event) {
if (event.key === "Escape") { if (input.value) { reset(); } else input.blur(); event.stopPropagation(); }
if (event.key === "ArrowDown") { const list = document.querySelector(".rows"); if (list) list.focus(); }
});
app.on("change", fill);
app.on("loaded", fill);
}
function apply() {
app.setFilter({ text: input.value, node: device.value === "" ? null : Number(device.value), op: operation.value, uuid: uuid.value });
clear.hidden = !app.filter.active && input.value === "";
showProblem(app.filter.problem);
}
function showProblem(found) {
problem.hidden = !found;
if (found) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");
if (!found) { problem.replaceChildren(); return; }
const text = input.value, to = Math.max(found.to, found.from);
problem.replaceChildren("At character " + (found.from + 1) + ": " + found.text + (found.text.endsWith("?") ? " " : ". "),
el("code", text.slice(0, found.from), el("mark", text.slice(found.from, to) || "\u2423"), text.slice(to)));
}
function reset() {
input.value = "";
device.value = operation.value = uuid.value = "";
apply();
}
let filled = { epoch: -1, count: -1, nodes: -1, loading: true };
const ops = new Map(), uuids = new Map();
function fill() {
const model = app.model;
if (app.loading && filled.count > 0) return; // once more when all is read
const grown = model.records.length > filled.count * 1.3 + 50 || (filled.loading && !app.loading);
if (filled.epoch === model.epoch && model.nodes.size === filled.nodes && !grown) return;
if (filled.epoch !== model.epoch) { ops.clear(); uuids.clear(); filled.read = 0; }
for (let i = filled.read || 0; i < model.records.length; i++) count(model.records[i]);
filled = { epoch: model.epoch, count: model.records.length, nodes: model.nodes.size, loading: app.loading, read: model.records.length };
options(device, "All devices", Array.from(model.nodes.values()).map(function (node) { return [String(node.node), node.name]; }));
options(operation, "All operations", byName(ops).map(function (each) { return [each[0], each[0] + " (" + each[1] + ")"]; }));
options(uuid, "All UUIDs", sorted(uuids).map(function (each) { return [each[0], Faraday.format.uuid(each[0])]; }));
}
function count(record) {
if (record.stair === "port" || record.stair === "world") ops.set(record.kind, (ops.get(record.kind) || 0) + 1);
else if (record.att) ops.set(record.att, (ops.get(record.att) || 0) + 1);
if (record.uuid) uuids.set(record.uuid, (uuids.get(record.uuid) || 0) + 1);
}
function sorted(map) { return Array.from(map).sort(function (a, b) { return a[0] < b[0] ? -1 : 1; }); }
function byName(map) {
const isPDU = function (name) { return /^[A-Z_\d]+$/.test(name); };
return Array.from(map).sort(function (a, b) { return isPDU(a[0]) - isPDU(b[0]) || a[0].localeCompare(b[0], "en", { sensitivity: "base" }); });
}
function options(select, all, list) {
const now = select.value;
select.replaceChildren.apply(select, [el("option", { value: "" }, all)].concat(list.map(function (each) { return el("option", { value: each[0] }, each[1]); })));
select.value = now;
if (select.selectedIndex < 0) select.value = "";
}
function set(wanted) {
fill();
input.value = wanted.text;
const choose = function (select, value) {
if (value !== "" && !Array.from(select.options).some(function (each) { return each.value === value; })) select.append(el("option", { value: value }, value));
select.value = value;
};
choose(device, wanted.node === null ? "" : String(wanted.node));
choose(operation, wanted.op);
choose(uuid, wanted.uuid);
apply();
}
Faraday.searchBar = { start: start, set: set, focus: function () { input.focus(); input.select(); } };
})();

"""#
}
