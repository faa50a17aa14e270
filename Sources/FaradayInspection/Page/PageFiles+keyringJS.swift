// Generated from Inspector/Page/keyring.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let keyringJS = #"""
(function () {
"use strict";
const aes = Faraday.aes;
const keys = [];     // {kind, hex, name, source, bytes, opened: [{access, opened, all}], addresses: [text]}
const names = new Map(); // address → the name of an identity
let read = { epoch: -1, next: 0 };
function add(kind, text, name) {
const hex = text.replace(/^0x/i, "").replace(/[\s:-]/g, "").toLowerCase();
if (!/^[0-9a-f]*$/.test(hex)) return "A key has hexadecimal digits only, not \u201C" + /[^0-9a-f]/.exec(hex)[0] + "\u201D.";
if (hex.length !== 32) return "A key has 32 hexadecimal digits; these are " + hex.length + ".";
if (!put(kind, hex, name || "", "entered")) return "This key is there already.";
apply(Faraday.app.model);
return null;
}
function put(kind, hex, name, source) {
if (keys.some(function (key) { return key.kind === kind && key.hex === hex; }) || /^0+$/.test(hex)) return false;
keys.push({ kind: kind, hex: hex, name: name, source: source, bytes: Faraday.bytesOf(hex), opened: [], addresses: [] });
return true;
}
function remove(key) { keys.splice(keys.indexOf(key), 1); }
function learn(model) {
if (read.epoch !== model.epoch || read.next > model.records.length) read = { epoch: model.epoch, next: 0 };
const before = keys.length;
for (; read.next < model.records.length; read.next++) {
const record = model.records[read.next], hex = record.bytes;
if (typeof hex !== "string") continue;
const take = function (kind, at, name) { const part = hex.substr(2 * at, 32); if (part.length === 32) put(kind, turned(part), name || "", "record #" + record.id); };
if (hex.startsWith("011920")) take("LTK", 16);
else if (hex.startsWith("011a20")) take("LTK", 6);
else if (hex.startsWith("012720")) { take("IRK", 11, Faraday.readableAddress(hex.substr(10, 12))); take("IRK", 27, record.name); }
else if (record.kind === "acl" || record.kind === "data") distributed(record);
}
return keys.length > before;
}
function distributed(record) {
const found = /\bSMP (06|08)([0-9a-f]{32})\b/.exec(record.text);
if (found) put(found[1] === "06" ? "LTK" : "IRK", turned(found[2]), "", "record #" + record.id);
}
function turned(hex) { return hex.match(/../g).reverse().join(""); }
function apply(model) {
const patches = new Map();
for (const session of Faraday.sessions(model).list) {
if (session.isOpen || session.key) continue;
for (const key of keys) if (key.kind === "LTK" && tryKey(model, session, key, patches)) break;
}
const renamed = resolve(model);
if (patches.size || renamed) rebuild(model, patches);
Faraday.app.emit("keys");
Faraday.app.refresh();
}
function tryKey(model, session, key, patches) {
for (const bytes of [key.bytes, key.bytes.slice().reverse()]) {
const found = Faraday.sessions.open(model, session, bytes);
if (!found) continue;
session.key = key;
key.opened.push({ access: session.access, opened: found.size, all: session.ids.length });
found.forEach(function (pdu, id) { patches.set(id, pdu); });
return true;
}
return false;
}
function resolve(model) {
let changed = false;
const known = new Map(Array.from(model.nodes.values()).map(function (node) { return [node.name, node]; }));
const all = new Set(Array.from(known.keys()).concat(Array.from(Faraday.traffic(model).addresses.keys()).map(Faraday.readableAddress)));
Faraday.traffic(model).links.forEach(function (list) { list.forEach(function (link) { all.add(Faraday.readableAddress(link.address)); }); });
for (const address of all) {
if (names.has(address) || !/^[4-7][0-9A-F]:([0-9A-F]{2}:){4}[0-9A-F]{2}$/.test(address)) continue;
const key = keys.find(function (each) { return each.kind === "IRK" && resolves(each, address); });
if (!key) continue;
key.addresses.push(address);
names.set(address, label(key));
const node = known.get(address);
if (node) { node.name = label(key) + " (" + address + ")"; changed = true; }
}
return changed;
}
function label(key) { return key.name || "device of IRK " + key.hex.slice(0, 4) + "\u2026"; }
function resolves(key, address) {
const bytes = Faraday.bytesOf(address.replace(/:/g, "").toLowerCase());
return [key.bytes, key.bytes.slice().reverse()].some(function (each) {
const hash = aes.hash(each, bytes.subarray(0, 3));
return hash[0] === bytes[3] && hash[1] === bytes[4] && hash[2] === bytes[5];
});
}
function rebuild(model, patches) {
const kept = { header: model.header, nodes: Array.from(model.nodes.values()), records: model.records, failures: model.failures, status: model.status, first: model.first, unreadable: model.unreadable };
patches.forEach(function (pdu, id) { Faraday.opened(kept.records[id], pdu, model.nodesByName); });
const world = model.world, gone = model.gone, isPresent = model.isPresent;
model.clear();
Object.assign(model, { world: world, isPresent: isPresent });
model.header = kept.header;
for (const node of kept.nodes) model.add(node);
const follower = new Faraday.opened.Follower();
for (const record of kept.records) {
follower.learn(record);
const node = typeof record.node === "number" && model.nodes.get(record.node);
if (node && node.name !== record.name && names.size) record.name = node.name;
model.add(record);
}
for (const failure of kept.failures) model.add(failure);
if (kept.status) model.add(kept.status);
model.first = kept.first;
model.gone = gone;
model.unreadable = kept.unreadable;
for (const session of Faraday.sessions(model).list) session.key = keys.find(function (key) { return key.opened.some(function (each) { return each.access === session.access && session.ids.some(function (id) { return model.records[id].raw; }); }); }) || null;
}
function nameOf(address) { return names.get(address) || ""; }
function changed() {
const model = Faraday.app.model;
Faraday.sessions(model);
if (!Faraday.app.loading && learn(model)) apply(model);
}
Faraday.keyring = { keys: keys, add: add, remove: remove, nameOf: nameOf,
start: function (app) { app.on("change", changed); app.on("loaded", changed); } };
})();

"""#
}
