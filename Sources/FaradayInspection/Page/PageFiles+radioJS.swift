// Generated from Inspector/Page/radio.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let radioJS = #"""
(function () {
"use strict";
const { Series, bytesOf } = Faraday;
function airTime(length, phy) {
if (phy === 2) return (length + 9) * 4000;
if (phy === 3) return 400e3 + (length + 3) * 64e3;
return (length + 8) * 8000;
}
Faraday.radio = Faraday.reading(function (model) {
return {
nodes: new Map(), assumed: 0, packets: 0,
node(number) {
let found = this.nodes.get(number);
if (!found) {
found = { sent: new Series(), received: new Series(), sentTotal: new Series(), receivedTotal: new Series(),
listening: [], scan: null, connect: null, windows: null };
this.nodes.set(number, found);
}
return found;
},
add(record) {
if (record.node === null || record.node === undefined || !record.bytes) return;
if (record.stair === "air") addFrame(this, record, model);
else if (record.stair === "hci") addHost(this, record);
},
};
});
function addFrame(state, record, model) {
const frame = Faraday.facts.air(record, Faraday.identities(model).numbers);
state.packets++;
if (frame.phy === null) state.assumed++;
const size = record.bytes.length / 2 + (frame.encrypted && record.bytes.length > 4 ? 4 : 0);
const time = airTime(size, frame.phy);
accumulate(state.node(record.node), "sent", record.t, time);
if (frame.to !== null && !frame.lost) accumulate(state.node(frame.to), "received", record.t, time);
}
function accumulate(node, name, time, length) {
const total = node[name + "Total"];
node[name].push(time, length);
total.push(time, (total.last || 0) + length);
}
function addHost(state, record) {
const hex = record.bytes;
if (record.dir === "down" && hex.startsWith("01")) addCommand(state.node(record.node), record.t, bytesOf(hex));
else if (hex.startsWith("043e01", 0) || /^043e..(01|0a|29)/.test(hex)) end(state.node(record.node), "connect", record.t);
}
function addCommand(node, time, bytes) {
const opcode = bytes[1] | (bytes[2] << 8);
switch (opcode) {
case 0x0c03: end(node, "scan", time); end(node, "connect", time); return;
case 0x200b: node.windows = share(bytes, 5); return;
case 0x2041: node.windows = shares(bytes, 7, 5, 1); return;
case 0x200c: case 0x2042:
end(node, "scan", time);
if (bytes[4]) begin(node, "scan", time, node.windows);
return;
case 0x200d: begin(node, "connect", time, share(bytes, 4)); return;
case 0x2043: begin(node, "connect", time, shares(bytes, 14, 16, 0)); return;
}
}
function share(bytes, place) {
const interval = bytes[place] | (bytes[place + 1] << 8), window = bytes[place + 2] | (bytes[place + 3] << 8);
return interval ? Math.min(1, window / interval) : 0;
}
function shares(bytes, place, size, before) {
let sum = 0;
for (let at = place; at + size <= bytes.length; at += size) sum += share(bytes, at + before);
return Math.min(1, sum);
}
function begin(node, name, time, duty) {
end(node, name, time);
node[name] = { t: time, to: null, duty: duty, name };
node.listening.push(node[name]);
}
function end(node, name, time) {
if (!node[name]) return;
node[name].to = time;
node[name] = null;
}
function listened(node, until) {
let sum = 0;
let known = node.listening.length > 0;
for (const part of node.listening) {
if (part.duty === null) { known = false; continue; }
sum += Math.max(0, Math.min(part.to ?? until, until) - part.t) * part.duty;
}
return { known, time: sum };
}
Faraday.listened = listened;
})();

"""#
}
