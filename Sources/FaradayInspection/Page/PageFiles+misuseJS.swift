// Generated from Inspector/Page/misuse.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let misuseJS = #"""
(function () {
"use strict";
function misuse(model, record) {
const call = callOf(model, record);
const facts = call && /without response has \d+ bytes/.test(record.text) ? writeLengths(model, call) : [];
return { call: call ? call.id : null, facts: facts };
}
function callOf(model, record) {
const method = /MISUSE \w+\.(\w+)/.exec(record.text);
for (let i = record.id - 1; i >= 0 && model.records[i].t === record.t; i--) {
const other = model.records[i];
if (other.node !== record.node || other.stair !== "port" || other.dir !== "down") continue;
if (!method || other.text.replace(/^manager \d+: /, "").split(" ")[0] === method[1]) return other;
}
return null;
}
function peerOf(model, record) { return record.peer && model.nodesByName.has(record.peer) ? model.nodesByName.get(record.peer) : null; }
function writeLengths(model, call) {
const peer = peerOf(model, call), link = Faraday.links.at(model, call.node, peer, call.id);
if (!link) return [];
const before = Faraday.links.before(model, link, call.node, peer);
const facts = [{ name: "Write length", value: length(model, link, call.node, call.id) }];
if (before) facts.push({ name: "Before that", value: length(model, before, call.node, Infinity) });
return facts;
}
function length(model, link, node, until) {
const mtu = Faraday.links.mtu(model, link, node, until).size;
return mtu - 3 + " bytes on " + Faraday.links.name(link) + " (ATT MTU " + mtu + " − 3)";
}
function connectedMTU(model, record) {
const link = Faraday.links.at(model, record.node, peerOf(model, record), record.id);
if (!link) return null;
const found = Faraday.links.mtu(model, link, record.node, Infinity);
return found.size + " on " + Faraday.links.name(link) + (found.id === null ? " (none was exchanged)" : found.id > record.id ? ", agreed on " + Faraday.format.duration(model.records[found.id].t - record.t) + " later" : "");
}
misuse.connectedMTU = connectedMTU;
Faraday.misuse = misuse;
})();

"""#
}
