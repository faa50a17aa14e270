// Generated from Inspector/Page/opened.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let openedJS = #"""
(function () {
"use strict";
const layouts = Faraday.layouts;
function opened(record, pdu, nodesByName) {
if (!record.raw) record.raw = record.bytes;
record.bytes = pdu;
record.encrypted = true;
record.sealed = false;
for (const key of ["att", "handle", "value", "uuid", "characteristic", "meaning"]) delete record[key];
const channel = /^ch \d+ /.exec(record.text), end = / -> (.+?)( -?\d+ dBm)?( encrypted)?( LOST)?$/.exec(record.text), bytes = Faraday.format.bytes(pdu);
record.text = (channel ? channel[0] : "") + packet(bytes) + (end ? " -> " + end[1] + (end[2] || "") : "") + " encrypted" + (record.lost ? " LOST" : "");
const to = record.to;
Faraday.derive.fill(record, nodesByName);
if (to !== undefined) record.to = to; // the feed knows better than the text
}
function packet(bytes) {
const flags = " [" + (bytes[0] >> 3 & 1) + (bytes[0] >> 2 & 1) + (bytes[0] >> 4 & 1) + "]", kind = bytes[0] & 3, rest = bytes.slice(2);
if (kind === 3) return "LL " + (layouts.control[rest[0]] ? layouts.control[rest[0]][0] : "unknown " + Faraday.format.hex(rest)) + flags;
if (kind !== 2 || rest.length < 4) return "... " + Faraday.format.hex(rest) + flags;
const length = rest[0] | rest[1] << 8, channel = rest[2] | rest[3] << 8, body = rest.slice(4);
const name = { 4: "ATT", 5: "LE signalling", 6: "SMP" }[channel] || "channel " + Faraday.packets.hexNumber(channel, 4);
if (body.length !== length) return name + " " + body.length + " of " + length + " bytes: " + Faraday.format.hex(body) + flags;
return (channel === 4 ? attribute(body) : name + " " + Faraday.format.hex(body)) + flags;
}
const values = { 0x0B: 1, 0x0D: 1 }, handles = { 0x0A: 3, 0x0C: 5, 0x12: 3, 0x52: 3, 0x1B: 3, 0x1D: 3, 0x16: 5, 0x17: 5 };
function attribute(body) {
const known = layouts.att[body[0]], word = function (at) { return Faraday.packets.hexNumber(body[at] | body[at + 1] << 8, 4); };
if (!known) return "ATT ? " + Faraday.format.hex(body);
let text = "ATT " + known[0];
if (values[body[0]]) return text + " value=" + (Faraday.format.hex(body.slice(1)) || "-");
if (handles[body[0]]) {
text += " " + word(1);
return body.length > handles[body[0]] || body[0] === 0x12 ? text + " value=" + Faraday.format.hex(body.slice(handles[body[0]])) : text;
}
const fields = Faraday.packets.run(known[1], new Faraday.packets.Reader(body, 1, body.length));
return text + Faraday.packets.words(fields);
}
class Follower {
constructor() { this.types = new Map(); this.asked = new Map(); }
learn(record) {
if (record.kind !== "data" || record.stair !== "air" || record.sealed || record.lost || typeof record.bytes !== "string") return;
const bytes = Faraday.bytesOf(record.bytes);
if ((bytes[0] & 3) !== 2 || bytes.length < 7 || bytes[4] !== 4 || bytes[5] !== 0) return;
const code = bytes[6], isAsked = asks[code], server = isAsked ? record.to : record.node, known = this.of(server), link = record.access + "/" + server;
if (isAsked) this.asked.set(link, record.handle === undefined ? null : record.handle);
if (code === 0x09) declarations(bytes, known);
else if (code === 0x05) information(bytes, known);
else if (code === 0x0B && record.raw && this.asked.get(link)) record.handle = this.asked.get(link);
if (typeof record.handle !== "number") return;
if (record.uuid) known.set(record.handle, record.uuid);
else if (record.raw && known.has(record.handle)) record.uuid = record.characteristic = known.get(record.handle);
const said = record.raw && !record.meaning ? Faraday.openedValue(record.uuid, record.value) : null;
if (said !== null) record.meaning = said;
}
of(server) {
if (!this.types.has(server)) this.types.set(server, new Map());
return this.types.get(server);
}
}
const asks = { 0x04: true, 0x06: true, 0x08: true, 0x0A: true, 0x0C: true, 0x10: true, 0x12: true, 0x16: true, 0x52: true };
function declarations(bytes, known) {
const size = bytes[7];
if (size !== 7 && size !== 21) return;
for (let at = 8; at + size <= bytes.length; at += size) known.set(Faraday.att.handleAt(bytes, at + 3), Faraday.att.uuidAt(bytes, at + 5, size - 5));
}
function information(bytes, known) {
const size = bytes[7] === 1 ? 4 : 18;
for (let at = 8; at + size <= bytes.length; at += size) known.set(Faraday.att.handleAt(bytes, at), Faraday.att.uuidAt(bytes, at + 2, size - 2));
}
opened.Follower = Follower;
Faraday.opened = opened;
})();

"""#
}
