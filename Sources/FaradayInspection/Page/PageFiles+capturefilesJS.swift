// Generated from Inspector/Page/capturefiles.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let capturefilesJS = #"""
(function () {
"use strict";
class Bytes {
constructor() { this.array = new Uint8Array(4096); this.length = 0; }
room(size) {
if (this.length + size <= this.array.length) return;
const larger = new Uint8Array(Math.max(this.array.length * 2, this.length + size));
larger.set(this.array);
this.array = larger;
}
little(value, size) { this.room(size); for (let i = 0; i < size; i++) { this.array[this.length++] = value & 0xFF; value = Math.floor(value / 256); } }
big(value, size) { this.room(size); for (let i = size - 1; i >= 0; i--) this.array[this.length++] = Math.floor(value / Math.pow(256, i)) & 0xFF; }
put(bytes) { this.room(bytes.length); this.array.set(bytes, this.length); this.length += bytes.length; }
pad() { while (this.length % 4) this.little(0, 1); }
get all() { return this.array.subarray(0, this.length); }
}
function clock(model) {
const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?/.exec(model.header && model.header.epoch || "");
const start = found ? Math.floor(Date.parse(found[1] + "Z") / 1000) : 0, part = found && found[2] ? Number(found[2].padEnd(9, "0")) : 0;
return function (t) {
const whole = Math.floor(t / 1e9), ns = Math.round(t - whole * 1e9) + part;
return { s: start + whole + Math.floor(ns / 1e9), ns: ns % 1e9 };
};
}
function isPacket(record) { return (record.stair === "hci" || record.stair === "air") && typeof record.bytes === "string" && record.bytes.length > 2; }
function block(file, kind, body) {
body.pad();
file.little(kind, 4); file.little(body.length + 12, 4); file.put(body.all); file.little(body.length + 12, 4);
}
function option(body, code, bytes) {
const value = bytes.subarray(0, 0xFFFF);
body.little(code, 2); body.little(value.length, 2); body.put(value); body.pad();
}
const utf8 = new TextEncoder(), none = new Uint8Array(0);
function pcapng(model, records) {
const file = new Bytes(), head = new Bytes(), when = clock(model), interfaces = new Map(), links = new Links(model);
head.little(0x1A2B3C4D, 4); head.little(1, 2); head.little(0, 2); head.little(0xFFFFFFFF, 4); head.little(0xFFFFFFFF, 4);
option(head, 4, utf8.encode("faraday"));
option(head, 0, none);
block(file, 0x0A0D0D0A, head);
for (const record of records) {
if (!isPacket(record)) continue;
const data = record.stair === "hci" ? h4(record) : frame(record, links);
const at = interfaceOf(file, interfaces, record), time = when(record.t), body = new Bytes();
const all = BigInt(time.s) * 1000000000n + BigInt(time.ns);
body.little(at, 4); body.little(Number(all >> 32n), 4); body.little(Number(all & 0xFFFFFFFFn), 4);
body.little(data.length, 4); body.little(data.length, 4); body.put(data.all); body.pad();
if (record.lost) { option(body, 1, utf8.encode("lost")); option(body, 0, none); }
block(file, 6, body);
}
return file.all;
}
function interfaceOf(file, interfaces, record) {
const key = record.stair === "air" ? "air" : "hci/" + record.node;
if (interfaces.has(key)) return interfaces.get(key);
const body = new Bytes();
body.little(record.stair === "air" ? 256 : 201, 2); body.little(0, 2); body.little(0, 4);
option(body, 2, utf8.encode(record.stair === "air" ? "air" : String(record.name || Faraday.format.name(record.node))));
option(body, 9, Uint8Array.of(9));
option(body, 0, none);
block(file, 1, body);
interfaces.set(key, interfaces.size);
return interfaces.get(key);
}
function h4(record) {
const data = new Bytes();
data.big(record.dir === "up" ? 1 : 0, 4);
data.put(Faraday.bytesOf(record.bytes));
return data;
}
class Links {
constructor(model) {
this.model = model; this.seen = 0; this.known = new Map();
this.learnUntil = function (id) { for (; this.seen <= id; this.seen++) this.learn(this.model.records[this.seen]); };
}
learn(record) {
if (record.stair !== "air" || record.kind !== "advertising" || typeof record.bytes !== "string" || !/^.5/.test(record.bytes) || record.bytes.length < 72) return;
const bytes = Faraday.bytesOf(record.bytes);
this.known.set(number(bytes, 14, 4), { central: record.node, init: number(bytes, 18, 3) });
}
of(record) {
this.learnUntil(record.id);
const access = record.access >>> 0;
if (!this.known.has(access)) this.known.set(access, { central: record.node, init: 0 });
return this.known.get(access);
}
}
function number(bytes, at, size) { let value = 0; for (let i = size - 1; i >= 0; i--) value = value * 256 + bytes[at + i]; return value; }
const advertisingAccess = 0x8E89BED6, advertisingInit = 0x555555;
function frame(record, links) {
const data = new Bytes(), pdu = Faraday.bytesOf(record.bytes), isData = record.kind === "data", phy = [1, 2, 3].includes(record.phy) ? record.phy : 1;
const access = typeof record.access === "number" ? record.access >>> 0 : advertisingAccess, link = isData ? links.of(record) : null;
const channel = typeof record.channel === "number" ? record.channel : 0, isOpen = record.encrypted && !record.sealed;
const kind = isData ? (link.central === record.node ? 2 : 3) : channel < 37 ? 1 : 0;
let flags = 0x0001 | 0x0010 | 0x0400 | kind << 7 | (phy - 1) << 14;
if (typeof record.rssi === "number") flags |= 0x0002;
if (!record.lost) flags |= 0x0800;
if (isOpen) flags |= 0x0008 | (record.lost ? 0 : 0x3000);
data.little(channel === 37 ? 0 : channel === 38 ? 12 : channel === 39 ? 39 : channel < 11 ? channel + 1 : channel + 2, 1);
data.little(typeof record.rssi === "number" ? record.rssi & 0xFF : 0, 1);
data.little(0, 2); data.little(access, 4); data.little(flags, 2); data.little(access, 4);
if (phy === 3) data.little(0, 1);
data.put(pdu);
data.little(crc(pdu, isData ? link.init : advertisingInit) ^ (record.lost ? 1 : 0), 3);
return data;
}
function crc(bytes, init) {
let register = 0;
for (let bit = 0; bit < 24; bit++) if (init >> bit & 1) register |= 1 << (23 - bit);
for (const byte of bytes) {
register ^= byte;
for (let bit = 0; bit < 8; bit++) register = register & 1 ? register >>> 1 ^ 0xDA6000 : register >>> 1;
}
return register;
}
function packetLogger(model, records) {
const file = new Bytes(), when = clock(model);
for (const record of records) {
if (record.stair !== "hci" || !isPacket(record)) continue;
const bytes = Faraday.bytesOf(record.bytes), up = record.dir === "up";
const kind = { 1: 0, 2: up ? 3 : 2, 3: up ? 9 : 8, 4: 1 }[bytes[0]];
if (kind === undefined || bytes.length >= 0xFFFF - 9) continue;
const time = when(record.t);
file.big(bytes.length - 1 + 9, 4); file.big(time.s, 4); file.big(Math.floor(time.ns / 1000), 4); file.big(kind, 1);
file.put(bytes.subarray(1));
}
return file.all;
}
Faraday.captureFiles = { pcapng: pcapng, packetLogger: packetLogger, isPacket: isPacket, clock: clock };
})();

"""#
}
