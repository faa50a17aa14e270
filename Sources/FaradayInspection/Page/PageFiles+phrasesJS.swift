// Generated from Inspector/Page/phrases.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let phrasesJS = #"""
(function () {
"use strict";
const longest = 16; // bytes of a value that are shown in full
function readable(model, record, text) {
if (record.kind === "willRestoreState") return restored(text);
if (record.stair === "hci") text = text.replace(/^link (\d+) /, function (all, handle) { return linkName(model, record, Number(handle)) + " "; });
if (record.kind === "acl" || record.kind === "data") text = text.replace(/\bSMP ([0-9a-f]{2,})(?= |$)/, function (all, hex) { return "SMP " + pairing(hex); });
return numbers(values(record, Faraday.inWords.readable(record, text)));
}
function linkName(model, record, handle) { return Faraday.links.name(Faraday.links.ofHandle(model, record, handle)) || "handle " + handle; }
function pairing(hex) {
const bytes = Faraday.format.bytes(hex), known = Faraday.layouts.smp[bytes[0]], packets = Faraday.packets;
if (!known) return hex;
const fields = packets.run(known[1], new packets.Reader(bytes, 1, bytes.length));
const said = fields.filter(function (field) { return /^(Reason|IO Capability|AuthReq|Notification Type)$/.test(field.name) && !field.bad; })
.map(function (field) { return field.meaning + (field.name === "Reason" ? " (" + packets.hexNumber(bytes[1], 2) + ")" : ""); });
return known[0] + (said.length ? ": " + said.join("; ") : "");
}
function values(record, text) {
const letters = !record.meaning;
if (record.stair === "port" || record.kind === "device") return text.replace(/: ((?:[0-9a-f]{2})+)(?=$| with\w*Response$|  =  )/, function (all, hex) { return ": " + value(hex, letters); });
return text.replace(/\b(value|partValue)=((?:[0-9a-f]{2})+)(?= |$)/, function (all, name, hex) { return name + "=" + value(hex, letters); });
}
function value(hex, letters) {
const bytes = Faraday.format.bytes(hex);
const isLong = bytes.length > longest;
const isText = letters && bytes.length > 1 && bytes.every(function (byte) { return byte >= 0x20 && byte < 0x7F; });
const said = isText ? String.fromCharCode.apply(null, isLong ? bytes.slice(0, longest) : bytes) : "";
if (!isLong) return hex + (isText ? " '" + said + "'" : "");
return bytes.length + " bytes " + (isText ? "'" + said + "…'" : hex.slice(0, 2 * longest) + "…");
}
function numbers(text) {
return text.replace(/\bCBATTError (\d+)(?! \(0x)/g, function (all, code) { return "CBATTError " + both(Number(code)); })
.replace(/\.att\(0x([0-9A-Fa-f]{2})\)/g, function (all, hex) { return ".att(" + both(parseInt(hex, 16)) + ")"; });
}
function both(code) { return code + " (" + Faraday.packets.hexNumber(code, 2) + ")"; }
function restored(text) {
const at = text.indexOf("willRestoreState ");
const state = at < 0 ? null : parse("{" + text.slice(at + 17) + "}");
const parts = state ? [].concat(peripherals(state), services(state)) : [];
if (!parts.length) return text.length > 80 ? text.slice(0, 79) + "…" : text;
return text.slice(0, at) + "willRestoreState: " + parts.join(", ");
}
function peripherals(state) {
if (!Array.isArray(state.peripherals)) return [];
const said = state.peripherals.map(function (each) {
const peer = each.peer || each;
const subscribed = all(each.services, "characteristics").filter(function (one) { return one.isNotifying === "true"; })
.map(function (one) { return (one.characteristic || one).uuid; });
const facts = [each.state || ""].concat(subscribed.length ? [subscribed.join(", ") + " notifying"] : []).filter(Boolean);
return (peer.name || peer.identifier || "a peripheral") + (facts.length ? " (" + facts.join("; ") + ")" : "");
});
return [said.join(", ") || "no peripheral", state.scan === undefined || state.scan === "-" ? "no scan" : "a scan"];
}
function services(state) {
if (!Array.isArray(state.services)) return [];
const uuids = state.services.map(function (each) { return (each.service || each).uuid; }).filter(Boolean);
const advertises = state.advertisement !== undefined ? state.advertisement : state.advertising;
return [uuids.length ? "services " + uuids.join(", ") : "no service", advertises === undefined || advertises === "-" ? "no advertising" : "advertising"];
}
function all(list, key) { return (Array.isArray(list) ? list : []).reduce(function (found, each) { return found.concat(Array.isArray(each[key]) ? each[key] : []); }, []); }
function parse(text) {
let at = 0;
const skip = function () { while (text[at] === " " || text[at] === "," || text[at] === "\n") at++; };
function item() {
skip();
if (text[at] === "{") return members();
if (text[at] === "[") return list();
const found = (text[at] === '"' ? /"((?:[^"\\]|\\.)*)"/y : /([^\s,{}[\]=]+)/y);
found.lastIndex = at;
const match = found.exec(text);
if (!match) throw new SyntaxError("at " + at);
at += match[0].length;
return match[1];
}
function members() {
const result = {};
for (at++, skip(); text[at] !== "}"; skip()) {
const name = item();
if (text[at] !== "=") throw new SyntaxError("at " + at);
at++;
result[name] = item();
}
at++;
return result;
}
function list() {
const result = [];
for (at++, skip(); text[at] !== "]"; skip()) result.push(item());
at++;
return result;
}
try { return item(); } catch (error) { return null; }
}
Faraday.phrases = { readable: readable, pairing: pairing, numbers: numbers };
})();

"""#
}
