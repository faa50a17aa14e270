// Generated from Inspector/Page/joins.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let joinsJS = #"""
(function () {
"use strict";
const ends = {
opened: ["stateChanged"],
connect: ["connected", "failedToConnect"],
cancelConnection: ["disconnected", "failedToConnect"],
discoverServices: ["servicesDiscovered"],
discoverIncludedServices: ["includedServicesDiscovered"],
discoverCharacteristics: ["characteristicsDiscovered"],
discoverDescriptors: ["descriptorsDiscovered"],
readCharacteristic: ["characteristicValue"],
writeCharacteristic: ["characteristicWritten"],
setNotify: ["notifyStateChanged"],
readDescriptor: ["descriptorValue"],
writeDescriptor: ["descriptorWritten"],
readRSSI: ["rssi"],
openChannel: ["channelOpened"],
add: ["serviceAdded"],
startAdvertising: ["advertisingStarted"],
publishChannel: ["channelPublished"],
unpublishChannel: ["channelUnpublished"],
scan: ["discovered"],
};
const starts = {};
for (const start of Object.keys(ends)) for (const end of ends[start]) (starts[end] = starts[end] || []).push(start);
const several = { scan: true }; // a scan is not ended by what it finds
class Joins {
constructor(model) {
this.model = model;
this.calls = [];
this.requests = [];
this.airRequests = [];          // the same on the air, where both frames arrived
this.links = [];
this.openCalls = new Map();     // node/session → calls without an end, in order
this.openRequests = new Map();  // node/handle/direction → request
this.openAirRequests = new Map(); // access address/sender/turn → request
this.newLinks = [];             // asked for on the air, not yet known to both hosts
this.handles = new Map();       // "node/handle" → link
this.callOf = new Map();        // record id → call
this.requestOf = new Map();     // record id → request
this.endings = Faraday.Endings ? new Faraday.Endings(this) : null;
}
add(record) {
if (record.stair === "port") this.addPort(record);
else if (record.stair === "hci") this.addHCI(record);
else if (record.stair === "air") this.addAir(record);
else if (record.stair === "world") this.addWorld(record);
}
addPort(record) {
const key = record.node + "/" + (record.session || 0);
let open = this.openCalls.get(key);
if (!open) this.openCalls.set(key, open = []);
this.pair(record, key, open);
if (this.endings) this.endings.add(record, key, open);
}
pair(record, key, open) {
if (record.dir === "down") {
const answered = !/withoutResponse/.test(record.text);
const call = { down: record.id, up: null, ups: [], node: record.node, session: record.session || 0, kind: record.kind,
peer: record.peer, uuid: record.uuid, service: record.service, ended: false, error: null,
lost: null, expects: answered && ends[record.kind] || null };
this.calls.push(call);
this.callOf.set(record.id, call);
if (this.endings) this.endings.called(record, key, call);
if (record.kind === "stopScan") close(open, "scan", record.id);
if (call.expects) open.push(call);
return;
}
const wanted = starts[record.kind];
if (!wanted) return;
const at = findCall(open, wanted, record);
if (at < 0) return;
const call = open[at];
if (call.up === null) call.up = record.id;
call.ups.push(record.id);
this.callOf.set(record.id, call);
if (several[call.kind]) return;
call.ended = true;
call.error = record.error || null;
open.splice(at, 1);
}
addHCI(record) {
const hex = record.bytes;
if (typeof hex !== "string") return;
if (record.kind === "acl") { this.addACL(record); return; }
if (hex.startsWith("043e")) this.addLEEvent(record, hex);
else if (hex.startsWith("0405") && hex.length >= 14) {
this.closeLink(record.node + "/" + handleAt(hex, 8), record, parseInt(hex.substr(12, 2), 16));
} else if (hex === "01030c00") this.closeNode(record, null);
}
addLEEvent(record, hex) {
const subevent = hex.substr(6, 2);
if (subevent !== "01" && subevent !== "0a" && subevent !== "29") return;
if (hex.substr(8, 2) !== "00") return;
const handle = handleAt(hex, 10);
const central = hex.substr(14, 2) === "00";
const link = this.takeNewLink(record, central);
link.ends.set(record.node, { handle: handle, from: record.t, to: null, reason: null, up: record.id });
if (central) link.a = record.node; else if (link.a !== record.node) link.b = record.node;
link.from = Math.min(link.from, record.t);
this.handles.set(record.node + "/" + handle, link);
}
takeNewLink(record, central) {
for (let i = this.newLinks.length - 1; i >= 0; i--) {
const link = this.newLinks[i];
if (link.ends.has(record.node)) continue;
if ((central ? link.a : link.b) !== record.node) continue;
return link;
}
const link = newLink(this.links.length, record.t);
this.links.push(link);
return link;
}
addACL(record) {
const att = record.att;
if (!att) return;
const handle = handleAt(record.bytes, 2);
const turn = turnOf(att);
if (!turn) return;
const sent = record.dir === "down" ? "o" : "i";
const other = sent === "o" ? "i" : "o";
const key = record.node + "/" + handle + turn.kind;
if (turn.begins) {
const entry = { down: record.id, up: null, node: record.node, handle: handle, att: att, t: record.t, sent: sent, error: null };
this.requests.push(entry);
this.requestOf.set(record.id, entry);
this.openRequests.set(key + sent, entry);
return;
}
const entry = this.openRequests.get(key + other);
if (!entry) return;
entry.up = record.id;
entry.error = att === "ERROR_RSP" ? record.text : null;
this.requestOf.set(record.id, entry);
this.openRequests.delete(key + other);
}
addFrame(record) {
const turn = turnOf(record.att);
if (!turn || record.lost || typeof record.to !== "number") return;
const key = (typeof record.access === "number" ? record.access : "") + turn.kind + "/";
if (turn.begins) {
const open = this.openAirRequests.get(key + record.node);
if (open && open.bytes === payload(record)) return;
const entry = { down: record.id, up: null, node: record.to, bytes: payload(record) };
this.airRequests.push(entry);
this.openAirRequests.set(key + record.node, entry);
return;
}
const entry = this.openAirRequests.get(key + record.to);
if (!entry || entry.node !== record.node) return;
entry.up = record.id;
this.openAirRequests.delete(key + record.to);
}
addAir(record) {
if (record.kind === "data") { if (record.att) this.addFrame(record); return; }
if (record.kind !== "advertising" || !/CONNECT_(IND|REQ)/.test(record.text)) return;
if (record.lost || typeof record.to !== "number") return;
const link = newLink(this.links.length, record.t);
link.a = record.node;
link.b = record.to;
link.request = record.id;
const hex = record.bytes || "";
if (hex.length >= 36) link.access = parseInt(hex.substr(34, 2) + hex.substr(32, 2) + hex.substr(30, 2) + hex.substr(28, 2), 16);
else if (typeof record.access === "number") link.access = record.access;
this.links.push(link);
this.newLinks.push(link);
if (this.newLinks.length > 64) this.newLinks.shift();
}
addWorld(record) {
if (record.kind === "removed" || (record.kind === "powered" && /off/.test(record.text))) this.closeNode(record, null);
}
closeNode(record, reason) {
for (const key of Array.from(this.handles.keys())) {
if (key.startsWith(record.node + "/")) this.closeLink(key, record, reason);
}
}
closeLink(key, record, reason) {
const link = this.handles.get(key);
if (!link) return;
this.handles.delete(key);
const end = link.ends.get(record.node);
if (end) { end.to = record.t; end.reason = reason; end.down = record.id; }
if (link.reason === null) { link.reason = reason; link.reasonNode = record.node; link.endRecord = record.id; }
const all = Array.from(link.ends.values());
if (all.every(function (each) { return each.to !== null; })) link.to = Math.max.apply(null, all.map(function (each) { return each.to; }));
}
linkAt(node, handle) { return this.handles.get(node + "/" + handle) || null; }
linkBetween(a, b, t) {
for (let i = this.links.length - 1; i >= 0; i--) {
const link = this.links[i];
if (link.from > t || (link.to !== null && link.to < t)) continue;
if ((link.a === a && link.b === b) || (link.a === b && link.b === a)) return link;
}
return null;
}
}
function turnOf(att) {
if (/_REQ$/.test(att)) return { kind: "/req", begins: true };
if (/_RSP$/.test(att)) return { kind: "/req", begins: false };
if (/_IND$/.test(att)) return { kind: "/ind", begins: true };
return /_CFM$/.test(att) ? { kind: "/ind", begins: false } : null;
}
function payload(record) { return (record.bytes || "").slice(4); }
function newLink(number, t) {
return { number: number, a: null, b: null, from: t, to: null, access: null, reason: null, reasonNode: null, request: null,
endRecord: null, ends: new Map() };
}
function close(open, kind, by) {
for (let i = open.length - 1; i >= 0; i--) {
if (open[i].kind === kind) { open[i].ended = true; open[i].stop = by; open.splice(i, 1); }
}
}
function findCall(open, wanted, record) {
for (let i = 0; i < open.length; i++) {
const call = open[i];
if (!wanted.includes(call.kind)) continue;
if (call.kind === "scan") return i;
if (call.peer && record.peer && call.peer !== record.peer) continue;
if (!sameObject(call, record)) continue;
return i;
}
return -1;
}
const looksFor = { discoverServices: true, startAdvertising: true, discoverIncludedServices: true, discoverCharacteristics: true };
function sameObject(call, record) {
if (looksFor[call.kind]) return !call.service || !record.service || call.service === record.service;
return !call.uuid || !record.uuid || call.uuid === record.uuid;
}
function handleAt(hex, at) {
return (parseInt(hex.substr(at + 2, 2), 16) << 8 | parseInt(hex.substr(at, 2), 16)) & 0xFFF;
}
Faraday.Joins = Joins;
})();

"""#
}
