// Generated from Inspector/Page/openedvalues.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let openedvaluesJS = #"""
(function () {
"use strict";
const places = ["other", "chest", "wrist", "finger", "hand", "ear lobe", "foot"];
const texts = ["2A00", "2A24", "2A25", "2A26", "2A27", "2A28", "2A29"];
Faraday.openedValue = function (uuid, hex) {
if (typeof uuid !== "string" || typeof hex !== "string" || !hex || hex.length % 2) return null;
const bytes = Faraday.bytesOf(hex);
if (texts.includes(uuid)) return text(bytes);
if (uuid === "2A19") return bytes.length === 1 && bytes[0] <= 100 ? bytes[0] + " %" : null;
if (uuid === "2A38") return bytes.length === 1 ? places[bytes[0]] || null : null;
return uuid === "2A37" ? heartRate(bytes) : null;
};
function text(bytes) {
try { return "\"" + new TextDecoder("utf-8", { fatal: true }).decode(bytes) + "\""; } catch (error) { return null; }
}
function heartRate(bytes) {
const flags = bytes[0], isWide = flags & 1, word = function (at) { return bytes[at] | bytes[at + 1] << 8; };
let at = isWide ? 3 : 2;
if (flags & 0xE0 || bytes.length < at + (flags & 8 ? 2 : 0)) return null;
const said = ["beats per minute " + (isWide ? word(1) : bytes[1])];
if (flags & 4) said.push(flags & 2 ? "has contact" : "not has contact");
if (flags & 8) { said.push("energy expended " + word(at)); at += 2; }
const rest = bytes.length - at, intervals = [];
if (flags & 16 ? rest % 2 : rest) return null;
for (; at < bytes.length; at += 2) intervals.push(word(at));
if (intervals.length) said.push("intervals " + intervals.join(", "));
return said.join(", ");
}
})();

"""#
}
