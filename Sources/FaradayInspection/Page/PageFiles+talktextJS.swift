// Generated from Inspector/Page/talktext.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let talktextJS = #"""
(function () {
"use strict";
const errors = Faraday.errors, byte = errors.byte, word = errors.word;
const longest = 16; // bytes of a value that are shown
function describe(model, entry) {
const talk = Faraday.conversation(model), said = words[entry.kind](model, talk, entry), wrong = error(model, entry);
return { time: Faraday.format.time(entry.t), who: name(model, talk, entry.who), text: said.text, more: said.more || "",
tone: "talk " + entry.kind + (wrong ? " error" : ""), badge: wrong ? wrong : entry.ids.length > 1 ? "▸" : null, fold: entry.ids.length > 1 };
}
function name(model, talk, who) {
if (typeof who === "number") return Faraday.nodeName(model, who);
return who === null || who === undefined ? "" : talk.names.get(who) || who;
}
function withNames(model, text, isShort) {
const names = Faraday.conversation(model).names;
return names.size ? text.replace(/(?:[0-9A-F]{2}:){5}[0-9A-F]{2}/g, function (address) { const known = names.get(address); return !known ? address : isShort ? known : known + " (" + address + ")"; }) : text;
}
function other(model, talk, entry) { return entry.link ? name(model, talk, talk.other(entry.link, entry.who)) : ""; }
function later(entry) { return entry.answered === undefined ? "" : ", " + Faraday.format.duration(entry.answered - entry.t); }
function error(model, entry) {
if (entry.kind === "error") return "Error";
if (entry.kind === "end") return entry.isUnseen ? "Lost" : entry.reason !== null && !errors.asked[entry.reason] ? "Lost" : null;
if (entry.kind === "connect") return entry.status > 0 && entry.status !== 2 ? "Failed" : null;
if (entry.kind === "pairing") return entry.failed || entry.refused ? "Failed" : null;
if (entry.waits && !entry.passed && isOver(model, entry)) return "No answer";
if (entry.kind === "signal") return entry.answer && errors.signal(entry.answer) ? "Refused" : null;
return entry.kind === "att" && entry.refused !== undefined && !isSearch(entry) ? "Refused" : null;
}
function isOver(model, entry) { return (entry.link && entry.link.over !== null) || model.end - entry.last >= 3e10; }
function isSearch(entry) { return entry.refused === 0x0A && [0x04, 0x06, 0x08, 0x10].includes(entry.code); }
function attribute(model, entry, handle) {
const named = Faraday.uuidName(model, entry.uuid);
return "0x" + handle.toString(16).toUpperCase().padStart(4, "0") + (entry.uuid ? " " + (named || entry.uuid) : "");
}
function value(hex, meaning) {
const bytes = Faraday.format.bytes(hex), isText = !meaning && bytes.length > 1 && bytes.every(function (each) { return each >= 0x20 && each < 0x7F; });
const text = bytes.length > longest ? bytes.length + " bytes " + hex.slice(0, 2 * longest) + "…" : hex || "nothing";
return text + (isText ? " '" + String.fromCharCode.apply(null, bytes.slice(0, 40)) + (bytes.length > 40 ? "…" : "") + "'" : "") + (meaning ? "  =  " + meaning : "");
}
const asks = {
0x02: function (model, e) { return "offers an MTU of " + word(e.request, 2); }, 0x08: function (model, e) { return "reads by type " + Faraday.format.uuid(Faraday.dialogue.uuid(e.request.substr(10))); },
0x0A: function (model, e) { return "reads " + attribute(model, e, word(e.request, 2)); }, 0x0C: function (model, e) { return "reads " + attribute(model, e, word(e.request, 2)) + " from byte " + word(e.request, 6); },
0x0E: function () { return "reads several values"; }, 0x20: function () { return "reads several values"; },
0x12: function (model, e) { return "writes " + attribute(model, e, word(e.request, 2)) + ": " + value(e.request.slice(6), e.meaning); },
0x16: function (model, e) { return "prepares a write of " + attribute(model, e, word(e.request, 2)) + " from byte " + word(e.request, 6) + ": " + value(e.request.slice(10)); },
0x18: function (model, e) { return byte(e.request, 2) ? "writes all that is prepared" : "drops all that is prepared"; },
0x1D: function (model, e) { return "indicates " + attribute(model, e, word(e.request, 2)) + ": " + value(e.request.slice(6), e.meaning); },
0x52: function (model, e) { return "writes " + attribute(model, e, word(e.request, 2)) + " without response: " + value(e.request.slice(6), e.meaning); },
};
function answer(entry) {
if (entry.answer === null || entry.answer === undefined) return entry.waits ? (entry.passed ? "  →  the answer is not in the capture" : "  →  no answer") : "";
const code = byte(entry.answer, 0), body = entry.answer.slice(2);
if (code === 0x01) return "  →  " + (isSearch(entry) ? "no more: " : "refused: ") + errors.att(entry.refused);
if (code === 0x03) return "  →  " + word(entry.answer, 2) + ", so " + Math.max(23, Math.min(word(entry.answer, 2), word(entry.request, 2))) + " holds";
if (code === 0x13 || code === 0x17 || code === 0x19) return "  →  done";
if (code === 0x1E) return "  →  confirmed";
if (code === 0x09) return "  →  " + value(body.slice(6), entry.meaning);
return "  →  " + value(body, entry.meaning);
}
function parties(model, talk, entry) { const to = other(model, talk, entry); return to ? "with " + to : ""; }
function along(name) { return name ? " with " + name : ""; }
const words = {
att: function (model, talk, entry) {
const known = asks[entry.code], late = (Faraday.layouts.att[entry.code] || ["an unknown packet"])[0];
const text = known ? known(model, entry) : /_RSP$|_CFM$/.test(late) ? "answers a request that is not in the capture: " + (entry.code === 0x0B ? value(entry.request.slice(2), entry.meaning) : late) : late;
return { text: text + answer(entry), more: parties(model, talk, entry) + later(entry) };
},
discovery: function (model, talk, entry) {
const found = [], services = Array.from(new Set(entry.services)).map(function (each) { return Faraday.uuidName(model, each) || each; });
if (services.length) found.push(services.slice(0, 4).join(", ") + (services.length > 4 ? " and " + (services.length - 4) + " more" : ""));
if (entry.characteristics) found.push(Faraday.format.count(entry.characteristics, "characteristic"));
if (entry.included) found.push(Faraday.format.count(entry.included, "included service"));
if (entry.descriptors) found.push(Faraday.format.count(entry.descriptors, "attribute"));
return { text: "discovers, in " + Faraday.format.count(entry.requests, "request") + "  →  " + (found.join("; ") || (entry.waits ? "no answer" : "nothing")), more: parties(model, talk, entry) };
},
notify: function (model, talk, entry) {
const all = Array.from(entry.values), first = value(all[0][0], all[0][1]), last = value(entry.latest, entry.values.get(entry.latest));
const text = "notifies " + attribute(model, entry, entry.handle) + (entry.count > 1 ? ", " + Faraday.format.count(entry.count, "time") : "") + ": " + first + (entry.count > 1 && last !== first ? " … " + last : "");
return { text: text, more: parties(model, talk, entry) + (entry.count > 1 ? " until " + Faraday.format.at(entry.last) : "") };
},
pairing: function (model, talk, entry) {
const text = (entry.asked || entry.agreed || entry.failed ? "pairs" + method(entry) : "encrypts with a key from before")
+ (entry.failed ? "  →  failed: " + (Faraday.layouts.tables.smpReason[entry.failed] || "unknown") + " (0x" + entry.failed.toString(16).toUpperCase().padStart(2, "0") + ")"
: entry.refused ? "  →  failed: " + errors.hci(entry.refused) : entry.isOn ? "  →  encrypted" : "");
return { text: text + (entry.keys.size ? ", gives " + Array.from(entry.keys).join(" and ") : ""), more: parties(model, talk, entry) };
},
signal: function (model, talk, entry) {
const known = (Faraday.layouts.signals[entry.code] || ["L2CAP command 0x" + entry.code.toString(16)])[0];
const b = entry.request, asked = entry.code === 0x12 ? "asks for an interval of " + Faraday.connection.milliseconds(word(b, 8)) + " to " + Faraday.connection.milliseconds(word(b, 12)) + ", latency " + word(b, 16) + ", timeout " + word(b, 20) * 10 + " ms" : known;
const wrong = entry.answer ? errors.signal(entry.answer) : null;
return { text: asked + (entry.answer ? "  →  " + (wrong ? wrong : entry.code === 0x12 ? "accepted" : "done") : entry.waits ? "  →  no answer" : ""), more: parties(model, talk, entry) + later(entry) };
},
connect: function (model, talk, entry) {
const peer = entry.link ? other(model, talk, entry) : name(model, talk, entry.peer) || "a peer of its list";
if (entry.status > 0) return { text: entry.status === 2 ? "gives up connecting to " + peer : "connecting to " + peer + " failed: " + errors.hci(entry.status), more: "after " + Faraday.format.duration(entry.last - entry.t) };
if (!entry.link) return { text: "waits for " + peer + " to connect to", more: entry.came ? "for " + Faraday.format.duration(entry.came - entry.t) : "" };
const t = entry.link.terms;
return { text: "connects to " + peer, more: t ? Faraday.connection.terms(t.interval, t.latency, t.timeout) : "" };
},
end: function (model, talk, entry) {
const l = entry.link, ends = [l.central, l.peripheral].filter(function (each) { return each !== null; });
const between = ends.length === 2 ? name(model, talk, ends[0]) + " and " + name(model, talk, ends[1]) : name(model, talk, l.peer);
const lasted = Faraday.format.duration(entry.t - l.from) + (l.made ? " after it was made" : "");
if (entry.reason !== null && !errors.asked[entry.reason]) return { text: "the link of " + between + " is lost: " + errors.hci(entry.reason), more: lasted };
if (entry.isUnseen) return { text: "the link of " + between + " is not heard any more: lost, or not followed by the recorder", more: lasted };
if (entry.by === null) return { text: "the link of " + between + " ends", more: lasted };
return { text: "ends the link" + along(name(model, talk, ends[0] !== entry.by ? ends[0] : ends.length === 2 ? ends[1] : l.peer)), more: lasted };
},
terms: function (model, talk, entry) {
const said = Array.from(entry.said.values());
return { text: said.length ? "agrees on " + said.join("; ") : "says what it can do", more: parties(model, talk, entry) };
},
advert: function (model, talk, entry) {
const power = entry.low === null ? "" : ", " + (entry.low === entry.high ? entry.low : entry.low + " to " + entry.high) + " dBm";
const different = Faraday.adverts.different(entry), contents = different > 1 ? ", " + (entry.others ? "more than " + entry.contents.size : different) + " different contents" : "";
return { text: (entry.count > 1 ? "advertises, " + Faraday.format.count(entry.count, "time") + contents : entry.count ? "advertises once" : "answers scans") + power,
more: (entry.last > entry.t ? "until " + Faraday.format.at(entry.last) : "") + (entry.by !== undefined && entry.by !== null ? (entry.last > entry.t ? ", " : "") + "heard by " + name(model, talk, entry.by) : "") };
},
radio: function (model, talk, entry) { return { text: entry.text }; },
error: function (model, talk, entry) { return { text: entry.text, more: parties(model, talk, entry) }; },
secret: function (model, talk, entry) { return { text: Faraday.format.count(entry.ids.length, "encrypted packet") + " without a key to read " + (entry.ids.length === 1 ? "it" : "them"), more: parties(model, talk, entry) }; },
other: function (model, talk, entry) { return { text: Faraday.format.count(entry.ids.length, "packet") + " on " + entry.key, more: parties(model, talk, entry) }; },
};
const legacy = [[0, 0, 1, 0, 1], [0, 0, 1, 0, 1], [1, 1, 1, 0, 1], [0, 0, 0, 0, 0], [1, 1, 1, 0, 1]]; // 1: passkey entry
function method(entry) {
if (!entry.asked) return "";
if (!entry.agreed) return ", asked";
const a = entry.asked, b = entry.agreed, bit = function (hex, mask) { return byte(hex, 6) & mask; };
const secure = bit(a, 8) && bit(b, 8), oob = secure ? byte(a, 4) || byte(b, 4) : byte(a, 4) && byte(b, 4), own = byte(a, 2), peer = byte(b, 2);
const compares = secure && (own === 1 || own === 4) && (peer === 1 || peer === 4);
const how = oob ? "out of band" : !(bit(a, 4) || bit(b, 4)) ? "Just Works" : compares ? "Numeric Comparison" : legacy[own] && legacy[own][peer] ? "Passkey Entry" : "Just Works";
return ": " + how + ", " + (secure ? "LE Secure Connections" : "LE legacy pairing") + (bit(a, 1) && bit(b, 1) ? ", bonding" : ", no bonding");
}
Faraday.talkText = { describe: describe, withNames: withNames, error: error };
})();

"""#
}
