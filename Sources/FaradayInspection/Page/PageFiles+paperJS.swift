// Generated from Inspector/Page/paper.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let paperJS = #"""
(function () {
"use strict";
const el = Faraday.el, longest = 5000;
let app = null, scope = "all";
function start(theApp) {
app = theApp;
window.addEventListener("beforeprint", fill);
window.addEventListener("afterprint", function () { const old = Faraday.byId("paper"); if (old) old.remove(); scope = "all"; });
}
function print(wanted) {
scope = wanted;
window.print();
}
function fill() {
const old = Faraday.byId("paper");
if (old) old.remove();
document.body.append(scope === "row" && app.selected !== null ? one() : whole());
}
function head() {
const filter = app.filter, parts = [filter.text, filter.node === null ? "" : Faraday.format.name(filter.node), filter.op, filter.uuid].filter(Boolean);
return [el("h1", Faraday.byId("title").textContent), el("p", Faraday.byId("subtitle").textContent), parts.length ? el("p", "Search: " + parts.join(", ")) : null,
app.model.failures.slice(0, 20).map(function (failure) { return el("p.failed", "Failed at " + Faraday.format.at(failure.t || 0) + ": " + String(failure.text || "").split("\n")[0] + (failure.place ? " (" + failure.place + ")" : "")); })];
}
function whole() {
const count = Math.min(longest, Faraday.story.count()), rows = [];
for (let row = 0; row < count; row++) rows.push(Faraday.story.describe(row));
const rest = Faraday.story.count() - count;
return el("section", { id: "paper" }, head(), table(rows), rest > 0 ? el("p", "and " + Faraday.format.count(rest, "more row") + ": search for less to print them") : null);
}
function table(rows) {
return el("table", null, el("thead", null, el("tr", null, ["Time", "Who", "What"].map(function (name) { return el("th", { scope: "col" }, name); }))),
el("tbody", null, rows.map(function (said) {
const badge = said.badge && !/^[▸▾]$/.test(said.badge) ? " [" + said.badge + "]" : "";
return el("tr", null, el("td.time", said.time), el("td", said.who), el("td", said.text + badge + (said.more ? " (" + said.more + ")" : "")));
})));
}
function one() {
const record = app.model.records[app.selected], said = Faraday.rowText.single(app.model, record), found = Faraday.dissect(record), detail = document.querySelector("#detail .facts");
const fields = [];
const add = function (list, depth) { for (const field of list || []) { fields.push(el("tr", null, el("td", { style: "padding-left:" + depth + "em" }, field.name), el("td", field.value || ""), el("td", field.meaning || ""))); add(field.children, depth + 1); } };
if (found) add(found.fields, 0);
return el("section", { id: "paper" }, head(), el("h2", said.time + " " + said.who + ": " + Faraday.rowText.readable(app.model, record)), detail ? detail.cloneNode(true) : null,
fields.length ? el("table", null, el("thead", null, el("tr", null, ["Field", "Value", "Meaning"].map(function (name) { return el("th", { scope: "col" }, name); }))), el("tbody", null, fields)) : null,
found ? el("p.dump", Faraday.format.hex(found.bytes).replace(/(..)(?=.)/g, "$1 ")) : null);
}
Faraday.paper = { start: start, print: print };
})();

"""#
}
