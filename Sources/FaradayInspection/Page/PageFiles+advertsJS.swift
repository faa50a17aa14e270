// Generated from Inspector/Page/adverts.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let advertsJS = #"""
(function () {
"use strict";
const byte = Faraday.errors.byte, word = Faraday.errors.word;
const silence = 1e10; // an advertiser that is not heard for so long begins anew; the longest interval is 10.24 s
function address(hex, at) { return (hex.substr(at, 12).match(/../g) || []).reverse().join(":").toUpperCase(); }
function air(talk, record, hex) {
const type = byte(hex, 0) & 15;
if (type === 3) { asked(talk, record); return; }
if (type === 5) { Faraday.connection.requested(talk, record, hex); return; }
if (type === 8) return;
if (type !== 7 && hex.length >= 16) talk.nodes.set(address(hex, 4), record.node);
const entry = heard(talk, record, "n" + record.node, record.node, record.rssi);
if (type === 4) entry.answers += 1; else entry.count += 1;
if (type !== 1 && type !== 3) said(entry, record, contents(hex, type), type === 4);
}
function contents(hex, type) {
const end = 4 + 2 * byte(hex, 2);
return hex.slice(type === 7 ? 6 + 2 * (byte(hex, 4) & 0x3F) : 16, end);
}
const most = 60;
function said(entry, record, data, isAnswer) {
if (!data) return;
const key = (isAnswer ? "answer " : "") + data, known = entry.contents.get(key);
if (known) known.count += 1;
else if (entry.contents.size < most) entry.contents.set(key, { data: data, isAnswer: isAnswer, id: record.id, t: record.t, count: 1 });
else entry.others += 1;
}
function asked(talk, record) {
const entry = talk.adverts.get("n" + record.to);
if (entry && record.t - entry.last < silence) talk.more(entry, record);
}
function report(talk, record, hex) {
const isExtended = hex.substr(6, 2) === "0d";
let at = 10;
for (let k = byte(hex, 8); k > 0 && at + 20 <= hex.length; k--) {
const peer = address(hex, at + (isExtended ? 6 : 4));
const length = at + (isExtended ? 46 : 16), size = 2 * byte(hex, length), data = hex.substr(length + 2, size);
const power = isExtended ? byte(hex, at + 26) : byte(hex, length + 2 + size);
const isAnswer = isExtended ? word(hex, at) & 8 : byte(hex, at) === 4;
named(talk, peer, data);
one(talk, record, peer, power === 127 ? null : power > 127 ? power - 256 : power, isAnswer, data);
at = length + 2 + size + (isExtended ? 0 : 2);
}
}
function one(talk, record, peer, power, isAnswer, data) {
const node = talk.nodes.get(peer);
if (node !== undefined) { const known = talk.adverts.get("n" + node); if (known) { talk.more(known, record); return; } }
const entry = heard(talk, record, peer, peer, power);
entry.by = record.node;
if (isAnswer) entry.answers += 1; else entry.count += 1;
said(entry, record, data, !!isAnswer);
}
function heard(talk, record, key, who, power) {
let entry = talk.adverts.get(key);
if (!entry || entry.isOver || record.t - entry.last > silence) {
entry = Object.assign(talk.begin(record, "advert", null, who), { count: 0, answers: 0, low: null, high: null, isOver: false, contents: new Map(), others: 0 });
talk.adverts.set(key, entry);
} else talk.more(entry, record);
if (typeof power === "number") {
entry.low = entry.low === null ? power : Math.min(entry.low, power);
entry.high = entry.high === null ? power : Math.max(entry.high, power);
}
return entry;
}
function named(talk, peer, data) {
for (let at = 0; at + 4 <= data.length; at += 2 + 2 * byte(data, at)) {
const kind = byte(data, at + 2), size = byte(data, at);
if (!size) return;
if (kind !== 9 && !(kind === 8 && !talk.names.has(peer))) continue;
const bytes = Faraday.format.bytes(data.substr(at + 4, 2 * (size - 1)));
talk.names.set(peer, new TextDecoder().decode(new Uint8Array(bytes)));
}
}
function over(talk, who) {
for (const key of ["n" + who, who]) { const entry = talk.adverts.get(key); if (entry) entry.isOver = true; }
}
function different(entry) { let count = 0; for (const each of entry.contents.values()) if (!each.isAnswer) count += 1; return count + (entry.others ? 1 : 0); }
Faraday.adverts = { different: different, air: air, report: report, over: over, address: address };
})();

"""#
}
