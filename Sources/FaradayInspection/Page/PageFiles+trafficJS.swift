// Generated from Inspector/Page/traffic.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let trafficJS = #"""
(function () {
"use strict";
const attributeChannel = 4;
Faraday.traffic = Faraday.reading(function (model) {
return {
events: [], links: new Map(), addresses: new Map(), partial: new Map(), ends: [], model: model,
add(record, index) {
if (record.stair === "air") this.addFrame(record, index);
else if (record.stair === "hci" && record.bytes) this.addPacket(record, index);
},
addPacket(record, index) {
const bytes = Faraday.bytesOf(record.bytes);
if (bytes[0] === 4) addEvent(this, record, bytes, index);
else if (bytes[0] === 1) learnOwnAddress(this, record);
else if (bytes[0] === 2) addFragment(this, record, bytes, index);
},
addFrame(record, index) {
if (record.kind === "advertising") learnAddress(this, record);
else if (record.kind === "data") addAirFragment(this, record, index);
},
peerOf(node, handle, time) {
const all = this.links.get(node + "/" + handle);
if (!all) return null;
for (let i = all.length - 1; i >= 0; i--) if (all[i].from <= time) return all[i].peer;
return null;
},
};
});
function learnAddress(state, record) {
if (record.node === null || !record.bytes || record.bytes.length < 16) return;
const type = parseInt(record.bytes.slice(1, 2), 16);
if (type === 7 || type === 8) return;
state.addresses.set(record.bytes.slice(4, 16), record.node);
}
function learnOwnAddress(state, record) {
const hex = record.bytes;
if (hex.startsWith("01052006")) state.addresses.set(hex.slice(8, 20), record.node);
else if (hex.startsWith("01352007")) state.addresses.set(hex.slice(10, 22), record.node);
}
function addEvent(state, record, bytes, index) {
const code = bytes[1], node = record.node;
if (record.bytes.startsWith("040e0a0109100")) state.addresses.set(record.bytes.slice(14, 26), node);
if (code === 0x3e && (bytes[3] === 0x01 || bytes[3] === 0x0a || bytes[3] === 0x29)) {
if (bytes[4] !== 0) return;
const handle = bytes[5] | (bytes[6] << 8);
const address = Faraday.hexOf(bytes.subarray(9, 15));
const known = state.addresses.get(address);
const key = node + "/" + handle;
if (!state.links.has(key)) state.links.set(key, []);
state.links.get(key).push({
node, handle, from: record.t, to: null, central: bytes[7] === 0, address,
peer: known === undefined ? readable(address) : known,
});
} else if (code === 0x05 && bytes[3] === 0) {
const handle = bytes[4] | (bytes[5] << 8);
const link = state.links.get(node + "/" + handle)?.at(-1);
if (link) link.to = record.t;
dropPartial(state, node + "/" + handle);
state.ends.push({ t: record.t, index, node, peer: link ? link.peer : null, reason: bytes[6] });
}
}
function readable(address) {
return address.match(/../g).reverse().join(":").toUpperCase();
}
Faraday.readableAddress = readable;
function dropPartial(state, key) {
state.partial.delete(key + "/out");
state.partial.delete(key + "/in");
}
function addFragment(state, record, bytes, index) {
const head = bytes[1] | (bytes[2] << 8);
const out = record.dir === "down";
const key = record.node + "/" + (head & 0x0fff);
collect(state, key + (out ? "/out" : "/in"), ((head >> 12) & 3) !== 1, bytes.subarray(5), (channel, pdu) => {
state.events.push({
t: record.t, index, node: record.node, peer: state.peerOf(record.node, head & 0x0fff, record.t), out, channel, pdu,
meaning: record.meaning, uuid: record.uuid,
});
});
}
function addAirFragment(state, record, index) {
const identities = Faraday.identities(state.model);
if (record.node !== null && identities.hosts.has(record.node)) return;
const frame = Faraday.facts.air(record, identities.numbers);
if (frame.lost || record.sealed || !record.bytes) return;
const bytes = Faraday.bytesOf(record.bytes);
const type = bytes[0] & 3, sent = (bytes[0] & 11) + "/" + record.bytes.slice(4);
const key = "air " + (frame.access ?? "") + "/" + (record.node ?? "?");
const again = state.partial.get(key + " sent") === sent;
state.partial.set(key + " sent", sent);
if ((again && record.node !== null) || bytes.length < 3 || type === 3) return;
collect(state, key, type === 2, bytes.subarray(2), (channel, pdu) => {
state.events.push({
t: record.t, index, node: record.node, peer: frame.to, out: true, channel, pdu, air: true,
meaning: record.meaning, uuid: record.uuid, access: frame.access,
});
});
}
function collect(state, key, isFirst, bytes, whole) {
let data = bytes;
if (!isFirst) {
const before = state.partial.get(key);
if (!before) return;
data = new Uint8Array(before.length + bytes.length);
data.set(before);
data.set(bytes, before.length);
}
if (data.length < 4 || data.length < 4 + (data[0] | (data[1] << 8))) {
state.partial.set(key, data.slice());
return;
}
state.partial.delete(key);
const end = 4 + (data[0] | (data[1] << 8));
whole(data[2] | (data[3] << 8), data.subarray(4, end));
}
const opcodes = {
0x01: "error", 0x04: "findInformation", 0x05: "informationFound", 0x06: "findByTypeValue", 0x07: "typeValueFound",
0x08: "readByType", 0x09: "typeRead", 0x0a: "read", 0x0b: "readResponse", 0x0c: "readBlob", 0x0d: "readBlobResponse",
0x10: "readByGroup", 0x11: "groupRead", 0x12: "write", 0x13: "writeResponse", 0x16: "prepareWrite",
0x18: "executeWrite", 0x1b: "notification", 0x1d: "indication", 0x52: "writeCommand", 0xd2: "signedWrite",
};
function handleAt(pdu, place) { return pdu[place] | (pdu[place + 1] << 8); }
function uuidAt(pdu, place, length) {
const text = Faraday.hexOf(Array.from(pdu.subarray(place, place + length)).reverse()).toUpperCase();
if (length === 2) return text;
const long = `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
return Faraday.format ? Faraday.format.shortUUID(long) : long;
}
Faraday.att = { channel: attributeChannel, opcodes, handleAt, uuidAt };
})();

"""#
}
