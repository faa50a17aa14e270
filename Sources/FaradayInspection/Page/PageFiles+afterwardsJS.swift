// Generated from Inspector/Page/afterwards.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let afterwardsJS = #"""
(function () {
"use strict";
function afterwards(model, id) {
const call = model.joins.callOf.get(id);
if (!call || call.down !== id || !call.expects || call.up !== null) return null;
const record = model.records[id];
if (/withoutResponse/.test(record.text)) return null; // nothing answers it
const peer = record.peer && model.nodesByName.has(record.peer) ? model.nodesByName.get(record.peer) : null;
const steps = [gone(model, record, peer)].concat(later(model, record, peer)).filter(Boolean);
return { peer: record.peer || null, steps: steps };
}
function isAway(record) { return record.kind === "removed" || /radio off|out of range/.test(record.text); }
function isChange(record) { return record.stair === "world" && /^(moved|powered|removed|added)$/.test(record.kind); }
function gone(model, call, peer) {
if (peer === null) return null;
for (let i = call.id - 1; i >= 0; i--) {
const other = model.records[i];
if (other.node !== peer || !isChange(other)) continue;
return isAway(other) ? { id: i, word: "Already so when it was called, " + distance(other, call) + " before" } : null;
}
return null;
}
function later(model, call, peer) {
const found = new Map();
const records = model.records;
for (let i = call.id + 1; i < records.length && !found.has("end"); i++) {
const other = records[i], kind = kindOf(other, call, peer);
if (kind && !found.has(kind)) found.set(kind, { id: i, word: words[kind] + ", " + distance(call, other) + " after the call" });
}
return Array.from(found.values());
}
const words = { fault: "A fault", peer: "The peer left the air", phone: "The phone left the air", loss: "The link was lost", end: "The app was told that the link was lost", closed: "The manager was gone" };
function kindOf(other, call, peer) {
if (other.flag === "fault") return "fault";
if (isChange(other) && isAway(other)) return other.node === peer ? "peer" : other.node === call.node ? "phone" : null;
if (other.node !== call.node) return null;
if (other.stair === "hci" && other.dir === "up" && (other.bytes || "").startsWith("0405") && isPeers(other, peer)) return "loss";
if (other.stair !== "port" || (other.session || 0) !== (call.session || 0)) return null;
if (other.kind === "closed") return "closed";
return other.kind === "disconnected" && other.peer === call.peer ? "end" : null;
}
function isPeers(event, peer) {
const bytes = Faraday.format.bytes(event.bytes), model = Faraday.app.model;
const link = Faraday.links.ofHandle(model, event, (bytes[4] | bytes[5] << 8) & 0xFFF);
return !link || peer === null || link.a === null || link.b === null || link.a === peer || link.b === peer;
}
function distance(from, to) { return Faraday.format.duration(to.t - from.t); }
Faraday.afterwards = afterwards;
})();

"""#
}
