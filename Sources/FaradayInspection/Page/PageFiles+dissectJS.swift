// Generated from Inspector/Page/dissect.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let dissectJS = #"""
(function () {
"use strict";
const layouts = Faraday.layouts, packets = Faraday.packets, Reader = packets.Reader;
const field = packets.field, group = packets.group, hexNumber = packets.hexNumber, run = packets.run;
function dissect(record) {
if (typeof record.bytes !== "string" || record.bytes === "") return null;
const bytes = Faraday.format.bytes(record.bytes);
const context = { record: record };
try {
return { bytes: bytes, fields: record.stair === "hci" ? h4(bytes, context) : record.stair === "air" ? air(bytes, record, context) : [value(record, bytes)] };
} catch (error) {
console.error(error);
return { bytes: bytes, fields: [bad("unparsed", bytes, 0, bytes.length)] };
}
}
function value(record, bytes) { return field("Value", record.bytes, record.meaning || "", 0, bytes.length); }
function bad(name, bytes, from, to, meaning) {
return Object.assign(field(name, Faraday.format.hex(bytes.slice(from, to)), meaning || "", from, to), { bad: true });
}
function h4(bytes, context) {
const types = { 1: "Command", 2: "ACL data", 3: "Synchronous data", 4: "Event", 5: "ISO data" };
const kind = field("Packet Type", hexNumber(bytes[0], 2), types[bytes[0]] || "unknown", 0, 1);
switch (bytes[0]) {
case 1: return [kind].concat(command(bytes, context));
case 2: return [kind].concat(acl(bytes, context));
case 4: return [kind].concat(event(bytes, context));
}
return [kind].concat(bytes.length > 1 ? [bad("unparsed", bytes, 1, bytes.length)] : []);
}
function head(layout, bytes, from, size) { return run(layout, new Reader(bytes, from, Math.min(bytes.length, from + size))); }
function command(bytes, context) {
const fields = head("Opcode op;Parameter Length u8", bytes, 1, 3);
if (bytes.length < 4) return fields;
const code = bytes[1] | bytes[2] << 8;
return fields.concat(body(layouts.commands[code] ? layouts.commands[code][1] : "Parameters rest", bytes, 4, 4 + bytes[3], context));
}
function body(layout, bytes, from, to, context) {
const fields = to > bytes.length ? [Object.assign(field("too short", "", "the length says " + (to - from) + " bytes, there are " + (bytes.length - from), from, from), { bad: true })] : [];
fields.push.apply(fields, run(layout, new Reader(bytes, from, to), context));
const rest = Math.max(from, to);
if (rest < bytes.length) fields.push(bad("unparsed", bytes, rest, bytes.length, "beyond the length"));
return fields;
}
function event(bytes, context) {
const fields = [];
const code = bytes[1];
if (bytes.length < 3) return bytes.length > 1 ? [bad("unparsed", bytes, 1, bytes.length, "cut short")] : [];
const names = code === 0x3E ? ["LE Meta"] : code === 0x0E ? ["Command Complete"] : layouts.events[code] || [""];
fields.push(field("Event Code", hexNumber(code, 2), names[0], 1, 2), field("Parameter Length", String(bytes[2]), "", 2, 3));
const to = 3 + bytes[2];
if (code === 0x0E) return fields.concat(complete(bytes, to, context));
if (code !== 0x3E) return fields.concat(body(layouts.events[code] ? layouts.events[code][1] : "Parameters rest", bytes, 3, to, context));
if (bytes.length < 4) return fields;
const known = layouts.leEvents[bytes[3]];
fields.push(field("Subevent Code", hexNumber(bytes[3], 2), known ? known[0] : "", 3, 4));
return fields.concat(body(known ? known[1] : "Parameters rest", bytes, 4, to, context));
}
function complete(bytes, to, context) {
if (to < 6 || bytes.length < 6) return bytes.length > 3 ? [bad("unparsed", bytes, 3, bytes.length, "cut short")] : [];
const fields = head("Number of Command Packets u8;Command Opcode op", bytes, 3, Math.min(3, to - 3));
const known = layouts.commands[bytes[4] | bytes[5] << 8];
const failed = bytes.length > 6 && bytes[6] !== 0;
const after = failed ? "Status err;Return Parameters rest" : "Status err;" + (known && known[2] ? known[2] : known ? "" : "Return Parameters rest");
return fields.concat(body(to > 6 ? after : "", bytes, 6, to, context));
}
function acl(bytes, context) {
if (bytes.length < 5) return [bad("unparsed", bytes, 1, bytes.length, "cut short")];
const raw = bytes[1] | bytes[2] << 8;
const boundary = ["first, not flushable", "continues", "first, flushable", "complete"][raw >> 12 & 3];
const fields = [
field("Handle and Flags", hexNumber(raw, 4), [packets.linkName(raw & 0xFFF, context), boundary].filter(Boolean).join(", "), 1, 3),
field("Data Length", String(bytes[3] | bytes[4] << 8), "", 3, 5)];
if ((raw >> 12 & 3) === 1) { fields.push(field("L2CAP continued", Faraday.format.hex(bytes.slice(5)), "", 5, bytes.length)); return fields; }
fields.push(l2cap(bytes, 5, bytes.length, context));
return fields;
}
function l2cap(bytes, from, to, context) {
if (to - from < 4) return bad("L2CAP", bytes, from, to, "cut short");
const length = bytes[from] | bytes[from + 1] << 8, channel = bytes[from + 2] | bytes[from + 3] << 8;
const start = from + 4, end = Math.min(to, start + length);
const name = layouts.tables.channel[channel] || "channel " + hexNumber(channel, 4);
const fields = [field("PDU Length", String(length), "", from, from + 2), field("Channel ID", hexNumber(channel, 4), name, from + 2, from + 4)];
if (end > start) fields.push(payload(channel, bytes, start, end, context));
if (start + length > to) fields.push(field("continues", "", to - start + " of " + length + " bytes are in this packet", to, to));
if (end < to) fields.push(bad("unparsed", bytes, end, to, "beyond the length"));
return group("L2CAP", name, from, to, fields);
}
function payload(channel, bytes, from, to, context) {
if (channel === 4) return coded("ATT", layouts.att, bytes, from, to, context);
if (channel === 6) return coded("SMP", layouts.smp, bytes, from, to, context);
if (channel === 5) return signal(bytes, from, to, context);
return field("Data", Faraday.format.hex(bytes.slice(from, to)), to - from + " bytes of a channel", from, to);
}
function coded(layer, table, bytes, from, to, context) {
const known = table[bytes[from]];
const fields = [field("Opcode", hexNumber(bytes[from], 2), known ? known[0] : "unknown", from, from + 1)];
fields.push.apply(fields, run(known ? known[1] : "Data rest", new Reader(bytes, from + 1, to), context));
return group(layer, known ? known[0] : "", from, to, fields);
}
function signal(bytes, from, to, context) {
if (to - from < 4) return bad("Signal", bytes, from, to, "cut short");
const known = layouts.signals[bytes[from]], length = bytes[from + 2] | bytes[from + 3] << 8;
const fields = [field("Code", hexNumber(bytes[from], 2), known ? known[0] : "unknown", from, from + 1),
field("Identifier", String(bytes[from + 1]), "", from + 1, from + 2), field("Data Length", String(length), "", from + 2, from + 4)];
const end = Math.min(to, from + 4 + length);
fields.push.apply(fields, run(known ? known[1] : "Data rest", new Reader(bytes, from + 4, end), context));
if (end < to) fields.push(bad("unparsed", bytes, end, to, "beyond the length"));
return group("Signal", known ? known[0] : "", from, to, fields);
}
function air(bytes, record, context) {
if (bytes.length < 2) return [bad("unparsed", bytes, 0, bytes.length, "cut short")];
return record.kind === "advertising" ? advertising(bytes, record, context) : data(bytes, record, context);
}
function advertising(bytes, record, context) {
const head = bytes[0], kind = head & 0x0F, known = layouts.advertising[kind];
const names = { 7: "ADV_EXT_IND", 8: "AUX_CONNECT_RSP" };
const flags = [head & 0x20 ? "ChSel" : null, head & 0x40 ? "TxAdd random" : "TxAdd public", head & 0x80 ? "RxAdd random" : null].filter(Boolean).join(", ");
const fields = [field("Header", hexNumber(head, 2), (known ? Faraday.inWords.pduName(record, known[0]) : names[kind] || "PDU type " + kind) + "; " + flags, 0, 1),
field("Length", String(bytes[1]), "", 1, 2)];
if (kind === 7 || kind === 8) {
const end = Math.min(bytes.length, 2 + bytes[1]);
return fields.concat(extended(bytes, 2, end), end < bytes.length ? [bad("unparsed", bytes, end, bytes.length, "beyond the length")] : []);
}
return fields.concat(body(known ? known[1] : "Payload rest", bytes, 2, 2 + bytes[1], context));
}
function extended(bytes, from, to) {
if (from >= to) return [];
const modes = ["not connectable, not scannable", "connectable", "scannable", "reserved"];
const length = bytes[from] & 0x3F;
const fields = [field("Header Length and Mode", hexNumber(bytes[from], 2), length + " bytes, " + modes[bytes[from] >> 6], from, from + 1)];
const end = Math.min(to, from + 1 + length);
if (length > 0 && from + 1 < to) {
const flags = bytes[from + 1];
const parts = ["AdvA addr", "TargetA addr", "CTEInfo u8", "AdvDataInfo x16", "AuxPtr b3", "SyncInfo b18", "TxPower i8*1dBm"];
const present = parts.filter(function (part, bit) { return flags >> bit & 1; });
const names = present.map(function (part) { return part.split(" ")[0]; });
fields.push(field("Flags", hexNumber(flags, 2), names.join(", ") || "none", from + 1, from + 2));
fields.push.apply(fields, run(present.concat(["ACAD adrest"]).join(";"), new Reader(bytes, from + 2, end)).filter(function (each) { return each.to > each.from; }));
}
if (end < to) fields.push(group("Advertising Data", "", end, to, packets.structures(bytes, end, to)));
return fields;
}
function data(bytes, record, context) {
const head = bytes[0], kinds = ["reserved", "continues, or empty", "starts L2CAP", "LL control"];
const flags = "NESN " + (head >> 2 & 1) + ", SN " + (head >> 3 & 1) + (head & 0x10 ? ", more data" : "");
const fields = [field("Header", hexNumber(head, 2), kinds[head & 3] + "; " + flags, 0, 1), field("Length", String(bytes[1]), bytes[1] ? "" : "empty", 1, 2)];
const end = Math.min(bytes.length, 2 + bytes[1]);
if (end > 2) fields.push(dataPayload(head & 3, bytes, end, record, context));
if (end < bytes.length) fields.push(bad("unparsed", bytes, end, bytes.length, "beyond the length"));
if (2 + bytes[1] > bytes.length) fields.push(Object.assign(field("too short", "", "the length says " + bytes[1] + " bytes", end, end), { bad: true }));
return fields;
}
function dataPayload(kind, bytes, end, record, context) {
if (kind === 3) return coded("LL control", layouts.control, bytes, 2, end, context);
if (kind === 2) return l2cap(bytes, 2, end, context);
return field("L2CAP continued", Faraday.format.hex(bytes.slice(2, end)), "", 2, end);
}
Faraday.dissect = dissect;
})();

"""#
}
