// Generated from Inspector/Page/marks.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let marksJS = #"""
(function () {
"use strict";
const flags = { misuse: "Misuse", fault: "Fault", broken: "Broken rule", note: "Note", mistake: "Mistake" };
function isError(record) {
if (record.stair === "hci" || record.stair === "air") return Faraday.errors.of(record) !== null;
return !!record.error && !record.flag && !(record.kind === "disconnected" && record.error === "peripheralDisconnected");
}
function isFlag(record) { return !!record.flag; }
function list(model) {
const found = model.flags.slice(-2000).map(function (id) {
const record = model.records[id];
const text = Faraday.rowText.readable(model, record).replace(/^(FAULT|MISUSE|NOTE):? /i, "");
return mark(record.t, record.flag, flags[record.flag] || record.flag, text);
});
for (const failure of model.failures) {
found.push(mark(typeof failure.t === "number" ? failure.t : model.end, "failure", "Failed here", Faraday.headline(failure)[0]));
}
return found.sort(function (a, b) { return weight(a) - weight(b); });
}
function mark(t, kind, word, text) { return { t: t, kind: kind, label: word + " at " + Faraday.format.at(t) + ": " + text }; }
function weight(each) { return each.kind === "failure" ? 2 : each.kind === "note" ? 0 : 1; }
Faraday.marks = { isError: isError, isFlag: isFlag, list: list, names: flags };
})();

"""#
}
