// Generated from Inspector/Page/failure.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let failureJS = #"""
(function () {
"use strict";
const el = Faraday.el;
let app = null, shown = "";
function start(theApp) {
app = theApp;
app.on("change", show);
app.on("loaded", show);
}
function show() {
const failures = app.model.failures;
const key = [app.model.epoch, failures.length, app.loading].join("/");
const box = Faraday.byId("failures");
box.hidden = failures.length === 0;
if (key === shown) return;
shown = key;
box.replaceChildren.apply(box, failures.slice(0, 5).map(one));
if (failures.length > 5) box.append(el("p.muted", "and " + Faraday.format.count(failures.length - 5, "more failure")));
}
function one(failure, index) {
const lines = headline(failure);
const box = el("article.failure", { "aria-labelledby": "failure-" + index });
box.append(el("div.failuretop", null,
el("span.failed-mark", { "aria-hidden": "true" }, "✕"),
el("h2", { id: "failure-" + index }, lines[0]),
failure.place ? el("code.place", failure.place) : null,
typeof failure.t === "number" ? el("button.quiet.when", { type: "button", title: "Show this moment", "aria-label": "Failure " + (index + 1) + " at " + Faraday.format.at(failure.t), onclick: function () { app.show("story"); Faraday.story.showFailure(index); } }, "at " + Faraday.format.at(failure.t)) : null));
const notable = app.loading ? [] : Faraday.findings(app.model, failure.t).strongest;
box.append(el("ul.notable", null, notable.map(function (each) {
return el("li", null, el("button.quiet.when", { type: "button", title: "Show this in the story", onclick: function () { app.show("story"); app.select(each.id); } }, each.text));
}), app.loading ? null : el("li", null, el("button.quiet.when.whole", { type: "button", onclick: function () { summary(index); } }, "What was open, and what came before"))));
if (lines.length > 1) box.append(el("pre.more", lines.slice(1).join("\n")));
const lists = el("div.failurelists");
list(lists, "Hints", failure.hints, null);
list(lists, "Still open", failure.open, /^still open: /i);
box.querySelector(".failuretop h2").addEventListener("click", function () { summary(index); });
if (lists.childNodes.length) box.append(lists);
if (failure.replay) box.append(el("div.replay", null, el("span.muted", "Run it again"), el("code", { tabindex: "0" }, failure.replay), Faraday.copyButton(failure.replay, "the command that runs it again")));
return box;
}
function headline(failure) {
const lines = String(failure.text || "The test failed.").split("\n");
const known = /^(.*?)[;,]? *pending:$/i.exec(lines[0]);
if (known) return [known[1], "Pending:"].concat(lines.slice(1));
return (failure.open || []).length ? [lines[0].replace(/; nothing is pending$/i, "")].concat(lines.slice(1)) : lines;
}
function summary(index) {
app.show("story");
Faraday.story.showFailure(index);
Faraday.detailPane.showFailure(index);
}
function list(into, title, items, prefix) {
if (!Array.isArray(items) || items.length === 0) return;
into.append(el("div", null, el("h3", title), el("ul", items.map(function (text) { return item(String(text), prefix); }))));
}
function item(text, prefix) {
if (!prefix) return el("li", text);
const said = text.replace(prefix, "");
const call = app.loading ? null : openCall(said);
if (!call) return el("li", said);
const record = app.model.records[call.down];
return el("li", said + " ", el("button.quiet.when", { type: "button", title: "Show the call", onclick: function () { app.show("story"); app.select(call.down); } }, "called at " + Faraday.format.at(record.t)));
}
function openCall(said) {
const calls = app.model.calls, named = Faraday.rowText.nameFirst(said);
for (let i = calls.length - 1; i >= 0; i--) {
if (!calls[i].expects || calls[i].stop !== undefined || (calls[i].kind !== "scan" && calls[i].up !== null)) continue;
if (calls[i].cancelled !== undefined || (calls[i].lost && calls[i].lost.why !== "closed")) continue;
const record = app.model.records[calls[i].down];
const text = Faraday.rowText.plain(app.model, record).replace(/  =  .*$/, "");
if (named === text || [record.name, Faraday.format.ascii(record.name || "")].some(function (name) { return named.startsWith(name + ": " + text); })) return calls[i];
}
return null;
}
Faraday.headline = headline;
Faraday.failureBanner = { start: start };
})();

"""#
}
