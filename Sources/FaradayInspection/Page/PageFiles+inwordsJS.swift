// Generated from Inspector/Page/inwords.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let inwordsJS = #"""
(function () {
"use strict";
const layouts = Faraday.layouts, packets = Faraday.packets;
const mostNames = 4; // of a list of bits
function readable(record, text) {
const said = packet(record, false);
if (said === null) return record.kind === "acl" || record.kind === "data" ? attribute(record, text) : text;
if (record.stair !== "air") return said;
const channel = /^ch \d+ /.exec(text), end = / (?:->|to) (.+?)( -?\d+ dBm)?( encrypted)?( LOST)?$/.exec(record.text);
return (channel ? channel[0] : "") + said + (end ? " to " + end[1] + (end[2] || "") + (end[3] || "") : "");
}
function full(record) { return packet(record, true) || ""; }
function packet(record, isFull) {
if (typeof record.bytes !== "string" || record.bytes.length < 4 || (record.stair !== "hci" && record.stair !== "air")) return null;
if (record.sealed) return sealed(record);
const bytes = Faraday.format.bytes(record.bytes), context = { record: record };
try {
if (record.stair === "air") return record.kind === "advertising" ? advertising(bytes, record, context, isFull) : data(bytes, record, context, isFull);
if (bytes[0] === 1) return command(bytes, context, isFull);
if (bytes[0] === 4) return event(bytes, context, isFull);
return bytes[0] === 2 ? signal(bytes, 5, record, context, isFull) : null;
} catch (error) {
console.error(error);
return null;
}
}
function sealed(record) { return "encrypted, " + Faraday.format.count(Math.max(0, record.bytes.length / 2 - 2), "byte") + " that need the link's key"; }
function run(layout, bytes, from, to, context) { return packets.run(layout, new packets.Reader(bytes, from, Math.min(to, bytes.length)), context); }
function command(bytes, context, isFull) {
const code = bytes[1] | bytes[2] << 8, name = Faraday.fields.commandName(code), known = layouts.commands[code];
if (!name || bytes.length < 4) return null;
return joined(name, run(known ? known[1] : "Parameters rest", bytes, 4, bytes.length, context), isFull);
}
function event(bytes, context, isFull) {
if (bytes.length < 4) return null;
if (bytes[1] === 0x0E) return complete(bytes, context, isFull);
if (bytes[1] === 0x0F && bytes.length >= 7) {
const name = Faraday.fields.commandName(bytes[5] | bytes[6] << 8);
return name ? joined("Command Status: " + name + " " + result(bytes[3]), run("", bytes, 7, bytes.length, context), isFull) : null;
}
const isLE = bytes[1] === 0x3E, known = isLE ? layouts.leEvents[bytes[3]] : layouts.events[bytes[1]];
return known ? joined(known[0], run(known[1], bytes, isLE ? 4 : 3, bytes.length, context), isFull) : null;
}
function complete(bytes, context, isFull) {
const code = bytes[4] | bytes[5] << 8, name = Faraday.fields.commandName(code), known = layouts.commands[code];
if (!name || bytes.length < 7) return null;
const head = "Command Complete: " + name + " " + result(bytes[6]);
if (bytes.length === 7) return head;
return joined(head, run(bytes[6] === 0 && known && known[2] ? known[2] : "Return Parameters rest", bytes, 7, bytes.length, context), isFull);
}
function result(code) { return code === 0 ? "ok" : (Faraday.names && Faraday.names.hci[code]) || "error " + packets.hexNumber(code, 2); }
const auxiliary = { CONNECT_IND: "AUX_CONNECT_REQ", SCAN_REQ: "AUX_SCAN_REQ" };
function pduName(record, name) { return typeof record.channel === "number" && record.channel < 37 && auxiliary[name] || name; }
function advertising(bytes, record, context, isFull) {
const known = layouts.advertising[bytes[0] & 15];
const whole = known ? run(known[1], bytes, 2, 2 + bytes[1], context) : Faraday.dissect(record).fields.slice(2);
if (whole.some(function (field) { return field.bad; })) return null;
const random = [bytes[0] & 0x40, bytes[0] & 0x80]; // TxAdd, RxAdd
whole.filter(function (field) { return isAddress(field.value); }).forEach(function (field, at) { field.meaning = address(field.value, random[at]); });
const found = /^ch \d+ ([A-Z_]+)/.exec(record.text);
return joined(known ? pduName(record, known[0]) : found ? found[1] : "Advertising", whole, isFull);
}
function data(bytes, record, context, isFull) {
if ((bytes[0] & 3) === 2) return signal(bytes, 2, record, context, isFull);
if ((bytes[0] & 3) !== 3 || bytes.length < 3) return null;
const known = layouts.control[bytes[2]];
if (!known || bytes.length < 2 + bytes[1]) return null;
return joined(known[0] + flags(record), run(known[1], bytes, 3, 2 + bytes[1], context), isFull);
}
function flags(record) { const found = / (\[[01]{3}\])/.exec(record.text); return found ? " " + found[1] : ""; }
function signal(bytes, at, record, context, isFull) {
if (record.stair === "hci" && (bytes[2] >> 4 & 3) === 1 || bytes.length < at + 8 || bytes[at + 2] !== 5 || bytes[at + 3] !== 0) return null;
const known = layouts.signals[bytes[at + 4]];
if (!known) return null;
const link = record.stair === "hci" ? packets.linkName((bytes[1] | bytes[2] << 8) & 0xFFF, context) : "";
return (link ? link + " " : "") + joined("L2CAP " + known[0] + (record.stair === "air" ? flags(record) : ""), run(known[1], bytes, at + 8, bytes.length, context), isFull);
}
function joined(name, fields, isFull) {
const said = say(fields, isFull);
return name + (said.length ? ": " + said.join(", ") : "");
}
function say(fields, isFull) {
const said = [];
let isRandom = null;
for (const field of fields) {
if (/Address Type$/.test(field.name)) { isRandom = /random/.test(field.meaning); if (!isFull) continue; }
if (field.children) { said.push.apply(said, nested(field, isFull)); continue; }
if (field.bad) { said.push(field.name === "unparsed" ? "and " + Faraday.format.count(field.to - field.from, "byte") + " more: " + bytesOf(field.value, isFull) : lower(field.name) + " " + field.meaning); continue; }
if (!isFull && skipped(field)) continue;
if (isAddress(field.value) && isRandom !== null) field.meaning = address(field.value, isRandom);
said.push(one(field, isFull));
}
return said;
}
function skipped(field) {
return field.name === "Status" && field.meaning === "Success" || /^(Number of |padding|Length|Type$|Header|Flags$|Data Length|end of data)/.test(field.name)
|| field.value === "00:00:00:00:00:00" || field.value === "" && field.meaning === "";
}
function nested(field, isFull) {
if (/^#\d+$/.test(field.name) || /Data$/.test(field.name)) return say(field.children, isFull);
if (isFull) return [field.name].concat(say(field.children, true));
return field.name === "Flags" || !field.meaning ? [] : [lower(field.name.replace(/^(Complete local|Shortened local) name$/, "name").replace(/^(Inc|C)omplete list of \d+-bit services$/, "services")) + " " + shorten(field.meaning)];
}
function one(field, isFull) {
const value = field.name === "Connection Handle" && field.meaning ? field.meaning : isAddress(field.value) ? field.value + (field.meaning ? " (" + field.meaning + ")" : "") : field.meaning || bytesOf(field.value, isFull);
const isNamed = field.name === "Connection Handle" && field.meaning;
return isNamed ? value : (isFull ? field.name : lower(field.name)) + " " + (isFull ? value : shorten(value));
}
function bytesOf(value, isFull) { return isFull || !/^[0-9a-f]{25,}$/.test(value) ? value : value.slice(0, 16) + "\u2026 (" + value.length / 2 + " bytes)"; }
function shorten(text) {
const parts = text.split(", ");
return parts.length > mostNames + 1 ? parts.slice(0, mostNames).join(", ") + " and " + (parts.length - mostNames) + " more" : text;
}
function lower(name) { return name.replace(/\b[A-Z](?=[a-z]+\b)/g, function (letter) { return letter.toLowerCase(); }); }
function isAddress(value) { return /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/.test(value); }
const kinds = ["non-resolvable private", "resolvable private", "random", "static random"];
function address(value, isRandom) {
const known = Faraday.keyring && Faraday.keyring.nameOf(value);
return [isRandom ? kinds[parseInt(value.slice(0, 2), 16) >> 6] : "public", known].filter(Boolean).join(", ");
}
function attribute(record, text) {
if (record.uuid) text = text.replace(/\bATT [A-Z_]+ 0x[0-9A-F]{4}(?!\.\.\.)/, function (all) { return all + " (" + Faraday.format.uuid(record.uuid) + ")"; });
return text.replace(/ type=(2[89A-F][0-9A-F]{2})(?= |$)/, function (all, type) { return " type=" + typed(type); })
.replace(/ type=(\d{5}) value=([0-9a-f]+)/, function (all, type, value) { return " type=" + typed(Number(type).toString(16)) + " value=" + typed(Faraday.format.hex(Faraday.format.bytes(value).reverse())); });
}
function typed(hex) { const short = hex.toUpperCase(), named = Faraday.format.uuid(short); return named === short ? short : short + " (" + named.slice(0, -5) + ")"; }
function advertised(hex) { const bytes = Faraday.format.bytes(hex); return say(packets.structures(bytes, 0, bytes.length), true); }
Faraday.inWords = { advertised: advertised, readable: readable, full: full, pduName: pduName };
})();

"""#
}
