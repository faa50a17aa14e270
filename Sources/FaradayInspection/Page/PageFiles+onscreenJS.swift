// Generated from Inspector/Page/onscreen.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let onscreenJS = #"""
(function () {
"use strict";
const most = 300000;
let epoch = -1, known = new Map();
function has(record, value) {
if (within(record.text, value) || within(record.name, value) || within(record.kind, value) || within(record.uuid, value)
|| within(record.att, value) || within(record.meaning, value) || within(record.bytes, value) || within(record.error, value)) return true;
return row(record).includes(value);
}
function within(text, value) { return typeof text === "string" && text.toLowerCase().includes(value); }
function row(record) {
const model = Faraday.app.model;
if (epoch !== model.epoch || known.size > most) { epoch = model.epoch; known = new Map(); }
const key = record.stair + record.kind + (record.stair === "air" ? "" : record.node) + "|" + record.text + "|" + (record.meaning || "") + (record.uuid || "");
let text = known.get(key);
if (text === undefined) known.set(key, text = (Faraday.rowText.readable(model, record) + (record.uuid ? " " + Faraday.format.uuid(record.uuid) : "") + " " + Faraday.inWords.full(record)).toLowerCase());
return text;
}
Faraday.onScreen = { has: has };
})();

"""#
}
