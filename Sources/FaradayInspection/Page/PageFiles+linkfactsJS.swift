// Generated from Inspector/Page/linkfacts.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let linkfactsJS = #"""
(function () {
"use strict";
Faraday.linkFacts = Faraday.reading(function (model) {
return {
list: [], known: new Map(), handles: new Map(), access: new Map(), linkOf: [],
add(record) {
const link = record.stair === "hci" ? ofHost(this, model, record) : record.stair === "air" ? ofAir(this, model, record) : null;
if (!link) return;
this.linkOf[record.id] = link;
link.to = record.t;
if (record.kind === "acl" || record.kind === "data") packet(link, record);
},
};
});
function entry(state, key, made) {
let link = state.known.get(key);
if (!link) {
link = Object.assign({ key: key, link: null, number: null, access: null, a: null, b: null, from: null, to: null, mtu: null, asks: {}, params: null,
phy: null, map: null, length: null, encryption: null, key_: null, pairing: null, ways: new Map(), updates: 0, end: null }, made);
state.known.set(key, link);
state.list.push(link);
}
return link;
}
function ofLink(state, joined) { return entry(state, joined, { link: joined, number: joined.number + 1, from: joined.from }); }
function set(link, name, value, record, by) {
const before = link[name];
if (before && JSON.stringify(before.value) === JSON.stringify(value)) return;
link[name] = { value: value, by: by === undefined ? record.name : by, id: record.id, t: record.t, count: before ? before.count + 1 : 1 };
}
function sender(link, record) { return record.stair === "hci" && record.dir === "up" ? (record.name === link.a ? link.b : link.a) || "the other end" : record.name; }
function ask(link, what, record) { if (!link.asks[what]) link.asks[what] = { name: sender(link, record), id: record.id }; }
function answer(link, what, value, record) {
const asked = link.asks[what];
delete link.asks[what];
set(link, what, value, record, asked ? asked.name : sender(link, record));
}
function word(bytes, at) { return bytes[at] | bytes[at + 1] << 8; }
function ofHost(state, model, record) {
if (typeof record.bytes !== "string") return null;
const bytes = Faraday.bytesOf(record.bytes);
if (bytes[0] === 2) return carried(state, record, word(bytes, 1) & 0xFFF);
if (bytes[0] === 4) return event(state, model, record, bytes);
return bytes[0] === 1 ? command(state, record, bytes) : null;
}
function carried(state, record, handle) {
const key = record.node + "/" + handle;
if (!state.handles.has(key)) state.handles.set(key, entry(state, "handle " + key + " " + record.id, { a: record.name, handle: handle, from: record.t }));
return state.handles.get(key);
}
function event(state, model, record, bytes) {
if (bytes[1] === 0x3E && (bytes[3] === 0x01 || bytes[3] === 0x0A || bytes[3] === 0x29)) return connected(state, model, record, bytes);
const at = { 0x05: 4, 0x08: 4, 0x30: 4, 0x59: 4 }[bytes[1]] || (bytes[1] === 0x3E ? { 0x03: 5, 0x04: 5, 0x05: 4, 0x07: 4, 0x0C: 5 }[bytes[3]] : bytes[1] === 0x0E ? 7 : 0);
const link = at ? state.handles.get(record.node + "/" + (word(bytes, at) & 0xFFF)) : null;
if (!link || (at > 4 && bytes[at - 1] !== 0)) return link || null;
if (bytes[1] === 0x05) { if (!link.end) set(link, "end", bytes[6], record); state.handles.delete(record.node + "/" + (word(bytes, 4) & 0xFFF)); }
else if (bytes[1] === 0x08 || bytes[1] === 0x59) { if (bytes[3] === 0) answer(link, "encryption", bytes[6] !== 0, record); }
else if (bytes[1] === 0x0E) returned(link, record, bytes);
else if (bytes[3] === 0x03) { link.updates++; setParams(link, word(bytes, 7), word(bytes, 9), word(bytes, 11), record); }
else if (bytes[3] === 0x07) answer(link, "length", ends(link, record, word(bytes, 6), word(bytes, 10)), record);
else if (bytes[3] === 0x0C) answer(link, "phy", ends(link, record, bytes[7], bytes[8]), record);
return link;
}
function ends(link, record, tx, rx) { return record.name === link.b ? { tx: rx, rx: tx } : { tx: tx, rx: rx }; }
function connected(state, model, record, bytes) {
if (bytes[4] !== 0) return null;
let joined = null;
for (let i = model.links.length - 1; i >= 0 && !joined; i--) if (model.links[i].ends.get(record.node)?.up === record.id) joined = model.links[i];
if (!joined) return null;
const link = ofLink(state, joined), at = bytes[3] === 0x01 ? 15 : 27, isCentral = bytes[7] === 0;
state.handles.set(record.node + "/" + (word(bytes, 5) & 0xFFF), link);
link[isCentral ? "a" : "b"] = record.name;
const peer = Faraday.readableAddress(Faraday.hexOf(bytes.subarray(9, 15))), other = isCentral ? "b" : "a";
if (!link[other]) link[other] = Faraday.keyring.nameOf(peer) || peer;
if (!link.params) setParams(link, word(bytes, at), word(bytes, at + 2), word(bytes, at + 4), record, link.a);
return link;
}
function returned(link, record, bytes) {
const code = word(bytes, 4);
if (code === 0x1405) signal(link, record.name, bytes[9] > 127 ? bytes[9] - 256 : bytes[9], true);
else if (code === 0x2015) set(link, "map", Faraday.hexOf(bytes.subarray(9, 14)), record);
else if (code === 0x2030) set(link, "phy", ends(link, record, bytes[9], bytes[10]), record);
}
function command(state, record, bytes) {
const code = word(bytes, 1), link = code >> 10 === 8 || code === 0x0406 || code === 0x1405 ? state.handles.get(record.node + "/" + (word(bytes, 4) & 0xFFF)) : null;
if (!link || bytes.length < 6) return null;
if (code === 0x2019) ask(link, "encryption", record);
if (code === 0x2019 || code === 0x201A) set(link, "key_", Faraday.hexOf(bytes.subarray(bytes.length - 16).slice().reverse()), record);
else if (code === 0x2013) ask(link, "params", record);
else if (code === 0x2032) ask(link, "phy", record);
else if (code === 0x2022) ask(link, "length", record);
else if (!/^(LE Set (PHY|Data)|LE CS|LE Read|LE Long|LE Remote|Disconnect|Read RSSI)/.test(Faraday.fields.commandName(code) || "")) return null;
return link;
}
function setParams(link, interval, latency, timeout, record, by) {
const asked = link.asks.params;
delete link.asks.params;
set(link, "params", { interval: interval, latency: latency, timeout: timeout }, record, by !== undefined ? by : asked ? asked.name : link.a || record.name);
}
function ofAir(state, model, record) {
if (typeof record.bytes !== "string") return null;
if (record.kind === "advertising") return requested(state, model, record);
if (record.kind !== "data") return null;
const link = onAir(state, model, record);
if (!link) return null;
heard(model, link, record);
if (!record.sealed && !record.lost && record.bytes.length > 4 && (parseInt(record.bytes[1], 16) & 3) === 3) control(link, record, Faraday.bytesOf(record.bytes));
return link;
}
function requested(state, model, record) {
if (record.lost || record.bytes.length < 72 || !/CONNECT_(IND|REQ)/.test(record.text)) return null;
const joined = model.links.find(function (each) { return each.request === record.id; });
if (!joined) return null;
const link = ofLink(state, joined), bytes = Faraday.bytesOf(record.bytes);
link.a = record.name;
link.b = Faraday.nodeName(model, record.to);
link.access = joined.access >>> 0;
state.access.set(link.access, link);
setParams(link, word(bytes, 24), word(bytes, 26), word(bytes, 28), record);
set(link, "map", Faraday.hexOf(bytes.subarray(30, 35)), record);
return link;
}
function onAir(state, model, record) {
if (typeof record.access !== "number") {
const joined = typeof record.to === "number" ? model.joins.linkBetween(record.node, record.to, record.t) : null;
return joined && state.known.get(joined) || null;
}
const access = record.access >>> 0;
let link = state.access.get(access);
if (!link) {
state.access.set(access, link = entry(state, "access " + access, { access: access, from: record.t }));
link.a = record.name;
link.b = typeof record.to === "number" ? Faraday.nodeName(model, record.to) : null;
}
return link;
}
function heard(model, link, record) {
const way = wayOf(link, record.name);
way.count++;
if (record.phy && !link.phy && !link.number) set(link, "phy", { tx: record.phy, rx: record.phy }, record, "heard");
if (record.lost) way.lost++;
if (Faraday.repeats(model).ids.has(record.id)) way.again++;
if (typeof record.rssi === "number") signal(link, record.name, record.rssi, false);
}
function wayOf(link, name) {
if (!link.ways.has(name)) link.ways.set(name, { count: 0, lost: 0, again: 0, sum: 0, measured: 0, least: Infinity, most: -Infinity, host: null });
return link.ways.get(name);
}
function signal(link, name, value, isHost) {
const way = wayOf(link, name);
if (isHost) { way.host = value; return; }
way.sum += value;
way.measured++;
way.least = Math.min(way.least, value);
way.most = Math.max(way.most, value);
}
function control(link, record, bytes) {
switch (bytes[2]) {
case 0x00: link.updates++; setParams(link, word(bytes, 6), word(bytes, 8), word(bytes, 10), record); break;
case 0x01: set(link, "map", Faraday.hexOf(bytes.subarray(3, 8)), record); break;
case 0x02: if (!link.end) set(link, "end", bytes[3], record); break;
case 0x03: ask(link, "encryption", record); set(link, "request_", Faraday.hexOf(bytes.subarray(3, 13)), record); break;
case 0x05: answer(link, "encryption", true, record); break;
case 0x0F: ask(link, "params", record); break;
case 0x14: ask(link, "length", record); link.offer = { bytes: bytes, node: record.name }; break;
case 0x15: if (link.offer) set(link, "length", lengths(link, link.offer, bytes), record, link.offer.node); break;
case 0x16: ask(link, "phy", record); break;
case 0x18: answer(link, "phy", { tx: phy(bytes[3], link.phy?.value.tx), rx: phy(bytes[4], link.phy?.value.rx) }, record); break;
}
}
function lengths(link, asked, answered) {
const out = Math.min(word(asked.bytes, 7), word(answered, 3)), back = Math.min(word(asked.bytes, 3), word(answered, 7));
return asked.node === link.b ? { tx: back, rx: out } : { tx: out, rx: back };
}
function phy(bits, before) { return bits === 0 ? before || 1 : bits & 4 ? 3 : bits & 2 ? 2 : 1; }
function packet(link, record) {
if (record.att === "EXCHANGE_MTU_REQ" || record.att === "EXCHANGE_MTU_RSP") mtu(link, record);
else if (/LE signalling/.test(record.text) && /^(.{18}|.{12})12/.test(record.bytes)) ask(link, "params", record);
else {
const found = /\bSMP ((?:0[1-9a-e])[0-9a-f]*)(?= |$)/.exec(record.text);
if (found) pairing(link, record, Faraday.bytesOf(found[1]));
}
}
function mtu(link, record) {
const hex = record.bytes, at = record.stair === "hci" ? 20 : 14, size = parseInt(hex.substr(at + 2, 2) + hex.substr(at, 2), 16);
if (record.att === "EXCHANGE_MTU_REQ") { link.mtuAsked = link.mtuAsked || { size: size, by: sender(link, record) }; return; }
if (link.mtuAsked && !link.mtu) set(link, "mtu", Math.max(23, Math.min(link.mtuAsked.size, size)), record, link.mtuAsked.by + " asks with " + link.mtuAsked.size + ", " + sender(link, record) + " offers " + size);
}
function pairing(link, record, bytes) {
if (bytes[0] === 1) link.pairing = { request: bytes, response: null, id: record.id, failed: null };
else if (link.pairing && bytes[0] === 2) link.pairing.response = link.pairing.response || bytes;
else if (link.pairing && bytes[0] === 5) link.pairing.failed = bytes[1];
}
Faraday.links.of = function (model, record) { return Faraday.linkFacts(model).linkOf[record.id] || null; };
})();

"""#
}
