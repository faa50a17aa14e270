// Generated from Inspector/Page/format.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let formatJS = #"""
(function () {
"use strict";
const layers = { port: "App", world: "World", hci: "HCI", air: "Air" };
function time(ns) {
if (ns === null || ns === undefined || !isFinite(ns)) return "";
const negative = ns < 0;
const all = Math.floor(Math.abs(ns) / 1e3);
const hours = Math.floor(all / 3.6e9);
const minutes = Math.floor((all % 3.6e9) / 6e7);
const seconds = (all % 6e7) / 1e6;
const fraction = seconds.toFixed(6);
const text = hours > 0
? hours + ":" + two(minutes) + ":" + fraction.padStart(9, "0")
: minutes > 0 ? minutes + ":" + fraction.padStart(9, "0") : fraction;
return (negative ? "-" : "") + text;
}
function two(number) { return String(number).padStart(2, "0"); }
function duration(ns) {
const all = Math.abs(ns);
if (all < 1e3) return Math.round(ns) + " ns";
if (all < 1e6) return digits(ns / 1e3) + " µs";
if (all < 1e9) return digits(ns / 1e6) + " ms";
if (all < 6e10) return digits(ns / 1e9) + " s";
if (all < 3.6e12) return Math.floor(ns / 6e10) + " min " + Math.round((ns % 6e10) / 1e9) + " s";
return Math.floor(ns / 3.6e12) + " h " + Math.round((ns % 3.6e12) / 6e10) + " min";
}
function digits(value) {
const all = Math.abs(value);
return String(Number(value.toFixed(all < 10 ? 2 : all < 100 ? 1 : 0)));
}
function name(node) {
if (node === null || node === undefined) return "the world";
const model = Faraday.app && Faraday.app.model;
const found = model && model.nodes.get(node);
return found ? found.name : "node " + node;
}
function bytes(hex) {
if (!hex) return [];
const list = new Array(hex.length >> 1);
for (let i = 0; i < list.length; i++) {
const value = parseInt(hex.substr(2 * i, 2), 16);
list[i] = value === value ? value : 0;
}
return list;
}
function hex(list) {
let text = "";
for (let i = 0; i < list.length; i++) text += (list[i] < 16 ? "0" : "") + list[i].toString(16);
return text;
}
const counting = new Intl.NumberFormat("en");
function count(number, one, many) {
return counting.format(number) + " " + (number === 1 ? one : many || one + "s");
}
function shortUUID(text) {
const long = /^0000([0-9A-F]{4})-0000-1000-8000-00805F9B34FB$/i.exec(text || "");
return long ? long[1].toUpperCase() : (text || "").toUpperCase();
}
function uuid(text) {
const short = shortUUID(text);
const names = Faraday.names && Faraday.names.uuids;
return names && names[short] ? names[short] + " " + short : short;
}
function ascii(text) {
return text.replace(/[^ -~]/gu, function (each) { return "\\u{" + each.codePointAt(0).toString(16).toUpperCase() + "}"; });
}
Faraday.format = { time: time, duration: duration, name: name, bytes: bytes, hex: hex, count: count,
shortUUID: shortUUID, uuid: uuid, ascii: ascii, layers: layers };
})();

"""#
}
