// Generated from Inspector/Page/feed.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let feedJS = #"""
(function () {
"use strict";
const sliceTime = 9;     // ms; a frame at 60 Hz has 16
const pieceSize = 32768; // characters that are parsed at once, well under 1 ms
function frozen(element, model, progress) {
const packed = unpack(element.textContent);
element.textContent = ""; // several MB that nobody reads again
const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
return lines(stream, model, progress);
}
function unpack(text) {
const clean = text.trim();
if (Uint8Array.fromBase64) return Uint8Array.fromBase64(clean);
const raw = atob(clean);
const bytes = new Uint8Array(raw.length);
for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
return bytes;
}
async function lines(stream, model, progress) {
const reader = stream.getReader();
const decoder = new TextDecoder(); // by hand: a second stream would wait once more for every 64 KB
const slice = { until: performance.now() + sliceTime, progress: progress };
let rest = "";
for (;;) {
const part = await reader.read();
if (part.done) break;
const text = rest + decoder.decode(part.value, { stream: true });
const end = text.lastIndexOf("\n");
if (end < 0) { rest = text; continue; }
rest = text.slice(end + 1);
await addText(text.slice(0, end), model, slice);
}
rest += decoder.decode();
if (rest) await addText(rest, model, slice);
await addSorted(model, slice);
if (progress) progress(true);
}
async function addSorted(model, slice) {
const state = unpacking.get(model);
if (!state || !state.unsorted.length) return;
const records = state.unsorted.sort(function (a, b) { return a.t - b.t; });
state.unsorted = [];
for (let i = 0; i < records.length; i++) {
model.add(records[i]);
if (i % 256 === 255) await breathe(slice);
}
}
async function breathe(slice) {
if (performance.now() <= slice.until) return;
if (slice.progress) slice.progress(false);
await pause();
slice.until = performance.now() + sliceTime;
}
async function addText(text, model, slice) {
let from = 0;
while (from < text.length) {
let to = text.length - from > pieceSize ? text.indexOf("\n", from + pieceSize) : text.length;
if (to < 0) to = text.length;
addPiece(text.slice(from, to), model);
from = to + 1;
await breathe(slice);
}
}
function addPiece(text, model) {
const json = asJSON(text.trim());
let list = null;
try { list = JSON.parse("[" + json.replaceAll("\n", ",") + "]"); } catch (error) { /* read line by line */ }
if (!list) { for (const line of text.split("\n")) addLine(line, model); return; }
for (let i = 0; i < list.length; i++) addItem(list[i], model);
}
function addLine(line, model) {
if (line.length < 2) return;
let parsed = line.startsWith("+") ? { "+": null } : null;
try { parsed = JSON.parse(asJSON(line)); } catch (error) { /* counted as unreadable; a + line keeps its number */ }
addItem(parsed, model);
}
function asJSON(text) {
return text.replace(/(^|\n)\+([^\n]*)/g, '$1{"+":$2}').replace(/(^|\n)(-?\d+) (\d+)(?=\n|$)/g, "$1[$2,$3]");
}
const unpacking = new WeakMap(); // by model: what is known of its packed feed, and the records of a plain trace
function addItem(item, model) {
let state = unpacking.get(model);
if (!state) unpacking.set(model, state = { commons: [], id: 0, time: 0, unsorted: [] });
if (Array.isArray(item)) item = unpacked(item, state);
else if (item && item["+"] !== undefined) {
const common = isObject(item["+"]) ? item["+"] : null;
state.commons.push(common);
if (!common) model.add(null);
return;
} else if (item && typeof item.id === "number") { state.id = item.id + 1; state.time = item.t; }
if (item && item.type === undefined && typeof item.t === "number" && item.stair !== undefined && model.isPlain) state.unsorted.push(item);
else model.add(item);
}
function isObject(value) { return typeof value === "object" && value !== null && !Array.isArray(value); }
function unpacked(item, state) {
const head = { id: state.id, t: state.time + item[0] };
state.id += 1;
state.time = head.t;
const common = state.commons[item[1]];
return common ? Object.assign(head, common) : null;
}
const channel = new MessageChannel();
const waiting = [];
channel.port1.onmessage = function () { const next = waiting.shift(); if (next) next(); };
function pause() {
return new Promise(function (resolve) { waiting.push(resolve); channel.port2.postMessage(0); });
}
function live(model, changed, state) {
const source = new EventSource("feed");
source.onopen = function () { state(true); };
source.onerror = function () { state(false); };
source.onmessage = function (event) {
for (const line of event.data.split("\n")) addLine(line, model);
changed();
};
source.addEventListener("reset", function () { unpacking.delete(model); model.clear(); changed(); });
return source;
}
async function file(chosen, model, progress) {
let stream = chosen.stream();
if (/\.gz$/.test(chosen.name)) stream = stream.pipeThrough(new DecompressionStream("gzip"));
await lines(stream, model, progress);
}
Faraday.feed = { frozen: frozen, live: live, file: file };
})();

"""#
}
