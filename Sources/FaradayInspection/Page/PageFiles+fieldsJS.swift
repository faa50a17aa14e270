// Generated from Inspector/Page/fields.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let fieldsJS = #"""
(function () {
"use strict";
const format = Faraday.format, layouts = Faraday.layouts;
const list = [
["device", "text", "who sent it, or where it happened", function (r) { return r.name; }],
["to", "text", "the receiver on the air", function (r) { return typeof r.to === "number" ? format.name(r.to) : null; }],
["peer", "text", "the peer that a call or callback is about", function (r) { return r.peer; }],
["layer", "text", "app, world, hci or air", function (r) { return r.stair === "port" ? "app" : r.stair; }],
["op", "text", "the operation: connect, READ_REQ", function (r) { return r.att || r.kind; }],
["time", "number", "seconds since the first record, or as rows have it: 22:13:20", function (r) { return r.t / 1e9; }],
["att.opcode", "named", "a PDU of the attribute protocol", function (r) { return r.att ? { number: codes(layouts.att).get(r.att), name: r.att } : null; }],
["att.handle", "number", "an attribute's handle", function (r) { return r.handle; }],
["att.value", "text", "a value in hexadecimal", function (r) { return r.value; }],
["uuid", "uuid", "a service, characteristic or descriptor", function (r) { return r.uuid || r.characteristic || r.service; }],
["meaning", "text", "a value in words", function (r) { return r.meaning; }],
["hci.opcode", "named", "a command, or what an event answers", hciOpcode],
["hci.event", "named", "an event, by its code or subevent", hciEvent],
["ll.opcode", "named", "a PDU between two link layers", llOpcode],
["smp.opcode", "named", "a PDU of the Security Manager", smpOpcode],
["adv.type", "text", "a PDU of advertising: ADV_IND, CONNECT_IND", function (r) { const found = r.kind === "advertising" && /^ch \d+ ([A-Z_]+)/.exec(r.text); return found ? found[1] : null; }],
["rssi", "number", "how strong it was at the receiver, in dBm", function (r) { return r.rssi; }],
["channel", "number", "0 to 39", function (r) { return r.channel; }],
["phy", "named", "LE 1M, LE 2M, LE Coded", function (r) { return r.phy ? { number: r.phy, name: layouts.tables.phy[r.phy] } : null; }],
["access", "number", "the access address of a link", function (r) { return typeof r.access === "number" ? r.access >>> 0 : null; }],
["length", "number", "bytes of the packet", function (r) { return typeof r.bytes === "string" ? r.bytes.length / 2 : null; }],
["link", "number", "the number of the link", function (r) { const link = Faraday.links.of(Faraday.app.model, r); return link ? link.number : null; }],
["app", "text", "which app of a phone", function (r) { return r.app; }],
["manager", "number", "the number of a manager", function (r) { return r.session; }],
["error", "text", "the error of a callback, or of ATT", function (r) { return r.error || (r.att === "ERROR_RSP" ? r.text.replace(/^.*code=/, "") : null); }],
["flag", "text", "misuse, fault, broken, note", function (r) { return r.flag; }],
["lost", "flag", "the receiver did not get it", function (r) { return r.lost === true; }],
["encrypted", "flag", "it was encrypted on the air", function (r) { return r.encrypted === true || r.sealed === true; }],
["repeated", "flag", "it is on the air again, unchanged", function (r) { return Faraday.isRepeated(r); }],
["record", "number", "the number of a record", function (r) { return r.id; }],
["text", "text", "the text of the row", function (r) { return r.text; }],
].map(function (each) { return { name: each[0], kind: each[1], hint: each[2], of: each[3] }; });
const aliases = { handle: "att.handle", att: "att.opcode", value: "att.value", opcode: "hci.opcode", event: "hci.event", ll: "ll.opcode", smp: "smp.opcode", name: "device", node: "device", session: "manager", id: "record", characteristic: "uuid", service: "uuid" };
const byName = new Map(list.map(function (field) { return [field.name, field]; }));
function named(text) { const key = text.toLowerCase(); return byName.get(aliases[key] || key) || null; }
const numbers = new Map();
function codes(table) {
if (!numbers.has(table)) numbers.set(table, new Map(Object.entries(table).map(function (each) { return [each[1][0], Number(each[0])]; })));
return numbers.get(table);
}
function byte(record, at) { return parseInt(record.bytes.substr(2 * at, 2), 16); }
function commandName(code) { return layouts.commands[code] ? layouts.commands[code][0] : (Faraday.names && Faraday.names.opcodes && Faraday.names.opcodes[code]) || null; }
function hciOpcode(record) {
if (record.stair !== "hci" || typeof record.bytes !== "string") return null;
const head = record.bytes.slice(0, 4), at = head.startsWith("01") ? 1 : head === "040e" ? 4 : head === "040f" ? 5 : null;
if (at === null || record.bytes.length < 2 * at + 4) return null;
const code = byte(record, at) | byte(record, at + 1) << 8;
return { number: code, name: commandName(code) };
}
function hciEvent(record) {
if (record.stair !== "hci" || typeof record.bytes !== "string" || !record.bytes.startsWith("04")) return null;
const code = byte(record, 1), known = code === 0x3E ? layouts.leEvents[byte(record, 3)] : layouts.events[code];
return { number: code === 0x3E ? byte(record, 3) : code, name: known ? known[0] : code === 0x0E ? "Command Complete" : null };
}
function llOpcode(record) {
if (record.kind !== "data" || record.sealed || typeof record.bytes !== "string" || record.bytes.length < 6 || (byte(record, 0) & 3) !== 3) return null;
const code = byte(record, 2);
return { number: code, name: layouts.control[code] ? layouts.control[code][0] : null };
}
function smpOpcode(record) {
const found = (record.kind === "acl" || record.kind === "data") && /\bSMP ([0-9a-f]{2})/.exec(record.text);
if (!found) return null;
const code = parseInt(found[1], 16);
return { number: code, name: layouts.smp[code] ? layouts.smp[code][0] : null };
}
function values(model, field) {
const counts = new Map();
if (field.kind === "flag") return [["yes", 0], ["no", 0]];
if (field.name === "time" || field.name === "record" || field.name === "text" || field.name === "length") return [];
const step = Math.max(1, Math.floor(model.records.length / 20000));
for (let i = 0; i < model.records.length; i += step) {
const found = field.of(model.records[i]);
if (found === null || found === undefined || found === "") continue;
const text = typeof found === "object" ? found.name || hex(found.number, 4) : field.name === "att.handle" ? hex(found, 4) : field.name === "access" ? hex(found, 8) : String(found);
if (text.length <= 60) counts.set(text, (counts.get(text) || 0) + 1);
}
return Array.from(counts).sort(function (a, b) { return b[1] - a[1]; });
}
function hex(number, digits) { return Faraday.packets.hexNumber(number, digits); }
Faraday.fields = { list: list, named: named, values: values, commandName: commandName };
})();

"""#
}
