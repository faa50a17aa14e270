// Generated from Inspector/Page/links.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let linksJS = #"""
(function () {
"use strict";
function name(link) { return link ? "link " + (link.number + 1) : null; }
function covers(end, id) { return !!end && end.up <= id && (end.to === null || end.down >= id); }
function ofHandle(model, record, handle) {
for (let i = model.links.length - 1; i >= 0; i--) {
const end = model.links[i].ends.get(record.node);
if (end && end.handle === handle && covers(end, record.id)) return model.links[i];
}
return null;
}
function at(model, node, peer, id) {
for (let i = model.links.length - 1; i >= 0; i--) {
if (isBetween(model.links[i], node, peer) && covers(model.links[i].ends.get(node), id)) return model.links[i];
}
return null;
}
function before(model, link, node, peer) {
for (let i = link.number - 1; i >= 0; i--) if (model.links[i].ends.has(node) && isBetween(model.links[i], node, peer)) return model.links[i];
return null;
}
function isBetween(link, node, peer) {
const other = link.a === node ? link.b : link.b === node ? link.a : undefined;
return other !== undefined && (peer === null || peer === undefined || other === null || other === peer);
}
function mtu(model, link, node, until) {
const end = link.ends.get(node);
let asked = null;
for (let id = end.up; id <= until && id < model.records.length; id++) {
const record = model.records[id];
if (end.to !== null && id > end.down) break;
if (record.node !== node || record.kind !== "acl" || !/^EXCHANGE_MTU_/.test(record.att || "") || !isOn(record, end.handle)) continue;
const size = parseInt(record.bytes.slice(22, 24) + record.bytes.slice(20, 22), 16);
if (record.att === "EXCHANGE_MTU_REQ") asked = size;
else if (asked !== null) return { size: Math.max(23, Math.min(asked, size)), id: id };
}
return { size: 23, id: null };
}
function isOn(record, handle) { return (parseInt(record.bytes.slice(4, 6) + record.bytes.slice(2, 4), 16) & 0xFFF) === handle; }
Faraday.links = { name: name, ofHandle: ofHandle, at: at, before: before, mtu: mtu };
})();

"""#
}
