// Generated from Inspector/Page/callplace.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let callplaceJS = #"""
(function () {
"use strict";
const el = Faraday.el;
Faraday.callPlace = function (record) {
if (typeof record.call !== "string" || !record.call) return null;
const place = el("span.callplace", null, el("code", record.call));
if (typeof record.file !== "string" || !(record.line > 0)) return place;
const path = record.file + ":" + record.line, short = record.file.split(/[\\/]/).pop() + ":" + record.line;
place.append(" ", el("a", { href: address(record), title: "Open " + path + " in Visual Studio Code" }, short), " ", Faraday.copyButton(path, "the path and the line"));
return place;
};
function address(record) {
const path = record.file.split("/").map(encodeURIComponent).join("/");
return "vscode://file" + (path.startsWith("/") ? "" : "/") + path + ":" + record.line;
}
})();

"""#
}
