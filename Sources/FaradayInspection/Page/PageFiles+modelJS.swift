// Generated from Inspector/Page/model.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let modelJS = #"""
(function () {
"use strict";
const story = 0, operation = 1, hci = 2, noise = 3;
const stairs = { port: 0, hci: 1, air: 2, world: 3 };
class Growing {
constructor(Kind) { this.Kind = Kind; this.array = new Kind(1024); this.length = 0; }
push(value) {
if (this.length === this.array.length) {
const larger = new this.Kind(this.length * 2);
larger.set(this.array);
this.array = larger;
}
this.array[this.length++] = value;
}
}
class Model {
constructor() { this.epoch = 0; this.version = 0; this.world = 0; this.clear(); }
clear() {
this.header = null;
this.first = 0;          // the number of the first record in its world: so many are not here
this.records = [];
this.nodes = new Map();
this.nodesByName = new Map();
this.seen = new Set();   // numbers of nodes that have records
this.apps = new Map();     // node → names of its apps, in the order in which they appeared
this.memories = new Map(); // node → what it remembers of peers: {t, bonds, cached}, from its lines
this.failures = [];
this.failed = 0;         // the time of the last failure
this.status = null;
this.isPresent = false;  // of a live feed: all that happened before has come
this.flags = [];
this.times = new Growing(Float64Array);
this.ranks = new Growing(Uint8Array);
this.unreadable = 0;
this.joins = Faraday.Joins ? new Faraday.Joins(this) : null;
this.gone = 0;           // how many records were let go, see keeping.js
this.epoch += 1;
this.world += 1;         // another world: a feed that is only read again is the same
this.version += 1;
}
get calls() { return this.joins.calls; }
get requests() { return this.joins.requests; }
get links() { return this.joins.links; }
get isPlain() { return !this.header || this.header.plain === true; }
add(line) {
this.version += 1;
if (!line || typeof line !== "object") { this.unreadable += 1; return; }
if (line.faraday === "trace") { this.header = line; return; }
switch (line.type) {
case undefined: if (typeof line.t === "number" && line.stair !== undefined) this.addRecord(line); return;
case "node": this.addNode(line); return;
case "failure": this.failures.push(line); if (line.t > this.failed) this.failed = line.t; return;
case "status": this.status = line; return;
case "present": this.isPresent = true; return;
}
}
refill(records) {
const { header, first, failures, status, isPresent, unreadable, memories, world } = this, nodes = Array.from(this.nodes.values());
const all = this.gone + this.records.length;
for (const record of records) record.number = this.numberOf(record);
this.clear();
for (const node of nodes) this.add(node);
Object.assign(this, { header, status, isPresent, unreadable, memories, world });
for (const record of records) this.add(record);
for (const failure of failures) this.add(failure);
this.first = first;
this.gone = all - this.records.length;
}
numberOf(record) { return record.number === undefined ? this.first + this.gone + record.id : record.number; }
placeOf(number) {
let low = 0, high = this.records.length;
while (low < high) {
const middle = (low + high) >> 1;
if (this.numberOf(this.records[middle]) < number) low = middle + 1; else high = middle;
}
return low < this.records.length && this.numberOf(this.records[low]) === number ? low : -1;
}
addNode(line) {
if (typeof line.node !== "number") return;
this.nodes.set(line.node, line);
if (line.name !== undefined) this.nodesByName.set(line.name, line.node);
this.remember(line);
}
remember(line) {
const before = this.memories.get(line.node) || [];
const known = function (key) { return line[key] || (before.some(function (each) { return each[key]; }) ? [] : null); };
const now = { t: line.t || 0, bonds: known("bonds"), cached: known("cached") };
if (!now.bonds && !now.cached) return;
this.memories.set(line.node, before.concat([now]));
}
addRecord(record) {
const index = this.records.length;
if (index === 0 && !this.isPlain && record.id > 0) this.first = record.id;
record.id = index;
if (typeof record.text !== "string") record.text = "";
if (typeof record.kind !== "string") record.kind = "";
this.learnNode(record);
if (typeof record.node === "number") this.seen.add(record.node);
if (this.isPlain) Faraday.derive.fill(record, this.nodesByName);
if (record.app && typeof record.node === "number") this.learnApp(record);
this.records.push(record);
const before = index > 0 ? this.times.array[index - 1] : 0;
this.times.push(Math.max(before, record.t));
this.ranks.push(rank(record));
if (record.flag) this.flags.push(index);
if (this.joins) this.joins.add(record);
}
learnNode(record) {
if (typeof record.node !== "number") return;
const known = this.nodes.get(record.node);
if (!known) {
this.addNode({ type: "node", t: record.t, node: record.node, name: record.name || "node " + record.node,
kind: "device", learned: true });
}
if (record.stair === "port" && (!known || known.learned)) this.nodes.get(record.node).kind = "phone";
}
learnApp(record) {
const known = this.apps.get(record.node);
if (!known) this.apps.set(record.node, [record.app]);
else if (!known.includes(record.app)) known.push(record.app);
}
appOf(record) {
const all = this.apps.get(record.node);
return all && all.length > 1 && all.includes(record.app) ? record.app : null;
}
get end() { return Math.max(this.failed, this.times.length ? this.times.array[this.times.length - 1] : 0); }
indexAt(time) {
let low = 0, high = this.times.length;
const array = this.times.array;
while (low < high) {
const middle = (low + high) >> 1;
if (array[middle] < time) low = middle + 1; else high = middle;
}
return low;
}
}
function rank(record) {
if (record.stair === "port" || record.stair === "world" || record.flag) return story;
if (record.stair === "hci") return hci;
if (record.kind === "advertising" || record.kind === "data") return airRank(record);
return operation;
}
function airRank(record) {
if (record.lost && record.kind === "data") return operation;
if (record.kind === "advertising") return /CONNECT_(IND|REQ|RSP)/.test(record.text) ? operation : noise;
const bytes = record.bytes;
return bytes && bytes.length <= 4 ? noise : operation;
}
Faraday.rank = { story: story, operation: operation, hci: hci, noise: noise };
Faraday.Model = Model;
})();

"""#
}
