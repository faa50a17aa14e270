// Generated from Inspector/Page/sessions.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let sessionsJS = #"""
(function () {
"use strict";
Faraday.sessions = Faraday.reading(function () {
return {
list: [], links: new Map(),
add(record) {
if (record.stair !== "air" || typeof record.bytes !== "string") return;
if (record.kind === "data" && typeof record.access === "number") addFrame(this, record);
else if (record.kind === "advertising" && /^.5/.test(record.bytes) && record.bytes.length >= 36) this.links.delete(little(record.bytes, 14, 4));
},
};
});
function addFrame(state, record) {
const hex = record.raw || record.bytes, size = hex.length / 2 - 2, isControl = (parseInt(hex[1], 16) & 3) === 3, code = isControl && size > 0 ? parseInt(hex.substr(4, 2), 16) : -1;
const access = record.access >>> 0;
let link = state.links.get(access);
if (record.lost || size <= 0) return;
if (code === 3 && size === 23) state.links.set(access, link = { request: hex, response: null, central: record.to === undefined ? null : record.node, session: null });
else if (code === 4 && size === 13 && link && !link.session) link.response = hex;
else if (code === 5 && size === 1 && link && link.response) { if (!link.session) state.list.push(link.session = begin(link, access)); }
else if (link && link.session && size >= 5) addSealed(link.session, record, state);
else if (link && link.session && code === 6 && size === 1) link.session.isOpen = true;
}
function begin(link, access) {
const request = Faraday.bytesOf(link.request), response = Faraday.bytesOf(link.response);
const skd = new Uint8Array(16), iv = new Uint8Array(8);
skd.set(request.subarray(13, 21));
skd.set(response.subarray(3, 11), 8);
iv.set(request.subarray(21, 25));
iv.set(response.subarray(11, 15), 4);
return { access: access, central: link.central, skd: skd.reverse(), iv: iv, ids: [], isOpen: false, key: null, opened: 0 };
}
function addSealed(session, record) {
if (session.isOpen || (record.encrypted && !record.raw)) return;
session.ids.push(record.id);
if (!record.raw) record.sealed = true;
}
function little(hex, at, size) {
let value = 0;
for (let i = size - 1; i >= 0; i--) value = value * 256 + parseInt(hex.substr(2 * (at + i), 2), 16);
return value >>> 0;
}
const window_ = 64; // packets that a sniffer may have missed in a row
function open(model, session, key) {
const words = Faraday.aes.expand(Faraday.aes.encrypt(key, session.skd)), found = new Map();
const next = [0, 0], last = [-1, -1];
let tried = 0;
for (const id of session.ids) {
const record = model.records[id], bytes = Faraday.bytesOf(record.raw || record.bytes);
for (const way of ways(session, record)) {
const opened = attempt(words, session, bytes, way, next[way], last[way]);
if (!opened) continue;
last[way] = opened.counter;
next[way] = opened.counter + 1;
found.set(id, opened.pdu);
break;
}
if (++tried >= 40 && found.size === 0) return null;
}
return found.size ? found : null;
}
function ways(session, record) { return session.central === null || record.to === undefined || record.to === null ? [1, 0] : [record.node === session.central ? 1 : 0]; }
function attempt(words, session, bytes, way, from, last) {
const counters = last >= 0 ? [from, last] : [from];
for (let k = 1; k < window_; k++) counters.push(from + k);
for (const counter of counters) {
const nonce = new Uint8Array(13);
for (let i = 0, rest = counter; i < 5; i++, rest = Math.floor(rest / 256)) nonce[i] = rest & 0xFF;
nonce[4] |= way << 7;
nonce.set(session.iv, 5);
const text = Faraday.aes.open(words, nonce, bytes[0], bytes.subarray(2, 2 + bytes[1]));
if (text) return { counter: counter, pdu: Faraday.hexOf([bytes[0], text.length].concat(Array.from(text))) };
}
return null;
}
Faraday.sessions.open = open;
})();

"""#
}
