// Generated from Inspector/Page/places.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let placesJS = #"""
(function () {
"use strict";
const lossAtOneMetre = 40.05;
const defaultSensitivity = -95;
const reader = Faraday.reading(function (model) {
return {
nodes: new Map(), pairs: new Map(), advertised: new Map(), extent: null,
add(record, index) {
if (record.node === null || record.node === undefined) return;
if (record.stair === "world") this.addChange(record, index);
else if (record.stair === "air") this.addPacket(record);
else if (record.stair === "hci" && record.dir === "up" && record.bytes) this.addReport(record, model);
},
node(number) {
let found = this.nodes.get(number);
if (!found) {
found = { places: [], power: [], firstSeen: Infinity };
this.nodes.set(number, found);
}
return found;
},
addChange(record, index) {
const node = this.node(record.node);
node.firstSeen = Math.min(node.firstSeen, record.t);
if (record.kind === "added" || record.kind === "moved") {
const at = Faraday.facts.place(record);
if (at !== undefined) node.places.push({ t: record.t, at, index });
if (at) this.widen(at);
} else if (record.kind === "powered") {
node.power.push({ t: record.t, on: !/\boff\b/.test(record.text), index });
} else if (record.kind === "removed") {
node.power.push({ t: record.t, on: false, removed: true, index });
}
},
addPacket(record) {
this.node(record.node).firstSeen = Math.min(this.node(record.node).firstSeen, record.t);
const frame = Faraday.facts.air(record, Faraday.identities(model).numbers);
if (frame.to === null || frame.rssi === null || frame.lost) return;
this.pair(record.node, frame.to).push(record.t, frame.rssi);
},
addReport(record, model) {
this.node(record.node).firstSeen = Math.min(this.node(record.node).firstSeen, record.t);
const heard = report(record.bytes);
if (!heard) return;
const from = Faraday.traffic(model).addresses.get(heard.address) ?? Faraday.readableAddress(heard.address);
if (from !== record.node) this.pair(from, record.node).push(record.t, heard.rssi);
},
pair(from, to) {
const key = from + ">" + to;
let found = this.pairs.get(key);
if (!found) {
found = new Faraday.Series();
found.from = from;
found.to = to;
this.pairs.set(key, found);
}
return found;
},
widen(at) {
const box = this.extent || (this.extent = [at[0], at[1], at[0], at[1]]);
box[0] = Math.min(box[0], at[0]);
box[1] = Math.min(box[1], at[1]);
box[2] = Math.max(box[2], at[0]);
box[3] = Math.max(box[3], at[1]);
},
};
});
function report(hex) {
if (!hex.startsWith("043e")) return null;
if (hex.startsWith("0d", 6)) {
const rssi = signed(parseInt(hex.slice(36, 38), 16));
return rssi === 127 ? null : { address: hex.slice(16, 28), rssi };
}
if (hex.startsWith("02", 6)) {
const rssi = signed(parseInt(hex.slice(-2), 16));
return rssi === 127 ? null : { address: hex.slice(14, 26), rssi };
}
return null;
}
function signed(byte) { return byte > 127 ? byte - 256 : byte; }
function stateOf(places, model, number, time) {
const node = places.nodes.get(number);
const line = model.nodes.get(number);
const place = node && Faraday.latest(node.places, time);
const power = node && Faraday.latest(node.power, time);
const first = node ? node.firstSeen : line ? line.t : 0;
const state = {
at: null, known: false, on: power ? power.on : true, removed: !!(power && power.removed),
present: time === null || first === Infinity || first <= time,
};
if (place) {
state.at = place.at;
state.known = true;
} else if (line && line.position !== undefined && !line.learned) {
state.at = line.position;
state.known = true;
}
return state;
}
function signals(places, time, end, age) {
const heard = [];
const now = time === null ? end : time;
for (const pair of places.pairs.values()) {
const at = pair.timeAt(now);
if (at === undefined || now - at > age) continue;
heard.push({ from: pair.from, to: pair.to, rssi: pair.at(now), t: at });
}
return heard;
}
function linksAt(model, time) {
const up = [];
for (const link of model.links || []) {
if (time !== null && link.from > time) continue;
if (link.to !== null && link.to !== undefined && (time === null || link.to <= time)) continue;
up.push(link);
}
return up;
}
function sendPower(places, model, number) {
const found = [];
for (const pair of places.pairs.values()) {
if (pair.from !== number || !pair.length) continue;
const step = Math.max(1, Math.floor(pair.length / 40));
for (let i = 0; i < pair.length; i += step) {
const here = stateOf(places, model, pair.from, pair.times[i]).at;
const there = stateOf(places, model, pair.to, pair.times[i]).at;
if (!here || !there) continue;
found.push(pair.values[i] + loss(distance(here, there)));
}
}
if (!found.length) return null;
found.sort((a, b) => a - b);
return { power: found[found.length >> 1], count: found.length };
}
function distance(a, b) {
return Math.hypot(a[0] - b[0], a[1] - b[1], (a[2] || 0) - (b[2] || 0));
}
function loss(metres) { return lossAtOneMetre + 20 * Math.log10(Math.max(metres, 0.01)); }
function metresFor(power, rssi) { return 10 ** ((power - rssi - lossAtOneMetre) / 20); }
Faraday.places = { read: reader, stateOf, signals, linksAt, sendPower, metresFor, defaultSensitivity };
})();

"""#
}
