// Generated from Inspector/Page/changes.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let changesJS = #"""
(function () {
"use strict";
const format = Faraday.format;
function changes(model, until, ago) {
const at = { model: model, until: until, ago: ago };
return lengths(at).concat(records(at));
}
function lengths(at) {
const model = at.model, sizes = new Map(), last = new Map();
for (const request of model.requests) {
if (request.att !== "EXCHANGE_MTU_REQ" || request.sent !== "o" || request.up === null) continue;
const answer = model.records[request.up];
if (answer.t > at.until || answer.att === "ERROR_RSP") continue;
const size = Math.max(23, Math.min(sizeIn(model.records[request.down]), sizeIn(answer)));
const peer = peerOf(model, answer, request.handle), key = request.node + "/" + peer, before = sizes.get(key);
sizes.set(key, size);
if (before === undefined || before === size) continue;
const less = size < before;
last.set(key, { id: request.up, strength: less ? 6.8 : 3.1, text: (less ? "Less" : "More") + " fits into one packet to " + peer + ": the ATT MTU is " + size + ", " + at.ago(request.up)
+ "; it was " + before + " on the link before (" + (size - 3) + " bytes instead of " + (before - 3) + ")" });
}
return Array.from(last.values());
}
function sizeIn(record) { return parseInt(record.bytes.slice(22, 24) + record.bytes.slice(20, 22), 16); }
function peerOf(model, record, handle) {
const link = Faraday.links.ofHandle(model, record, handle), other = link ? (link.a === record.node ? link.b : link.a) : null;
return other === null ? "the peer" : format.name(other);
}
function records(at) {
const model = at.model, pairings = new Map(), firmware = new Map();
let note = null;
for (let id = 0; id < model.records.length && model.times.array[id] <= at.until; id++) {
const record = model.records[id];
if (record.stair === "world") {
if (record.kind === "device" && /^install other firmware\b/.test(record.text)) firmware.set(record.node, { id: id, strength: 5.2, text: record.name + " was given other firmware, " + at.ago(id) });
if (record.flag === "note" && typeof record.node !== "number") note = id;
} else if (record.kind === "acl" && isPairingFailure(record)) failedPairing(model, record, pairings);
}
const list = Array.from(firmware.values());
for (const each of pairings.values()) if (model.nodes.get(each.node).kind === "phone") list.push(pairingText(at, each));
const after = note === null ? null : afterNote(at, note);
return after ? list.concat([after]) : list;
}
function isPairingFailure(record) { return (record.bytes || "").slice(14, 20) === "060005"; }
function failedPairing(model, record, pairings) {
const handle = parseInt(record.bytes.slice(4, 6) + record.bytes.slice(2, 4), 16) & 0xFFF;
const peer = peerOf(model, record, handle), key = record.node + "/" + peer;
if (!pairings.has(key)) pairings.set(key, { node: record.node, peer: peer, count: 0, reasons: [] });
const found = pairings.get(key), reason = Faraday.phrases.pairing(record.bytes.slice(18)).replace(/^Pairing Failed: /, "");
found.count += 1;
found.last = record.id;
if (!found.reasons.includes(reason)) found.reasons.push(reason);
}
function pairingText(at, each) {
const times = each.count === 1 ? "failed" : "failed " + each.count + " times, the last";
return { id: each.last, strength: each.count > 2 ? 6.7 : 5.3, text: "Pairing with " + each.peer + " " + times + " " + at.ago(each.last) + ": " + each.reasons.slice(0, 3).join(", then ") };
}
const shown = 6; // kinds of calls and callbacks: of more, the first and the last
function afterNote(at, note) {
const model = at.model, said = new Map();
let first = null;
for (let id = note + 1; id < model.records.length && model.times.array[id] <= at.until; id++) {
const record = model.records[id];
if (record.stair !== "port" || record.kind === "closed") continue;
if (record.dir === "down" && first === null) first = id;
const text = Faraday.rowText.plain(model, record).split(/[ :]/)[0];
said.set(text, (said.get(text) || 0) + 1);
}
if (first === null) return null;
const names = Array.from(said), list = names.map(function (each) { return each[0] + (each[1] > 1 ? " ×" + each[1] : ""); });
if (list.length > shown) list.splice(shown / 2, list.length - shown, "…");
return { id: first, strength: 3.2, text: "After " + Faraday.rowText.plain(model, model.records[note]) + ", " + at.ago(note) + ", came: " + list.join(", ") };
}
Faraday.changes = changes;
})();

"""#
}
