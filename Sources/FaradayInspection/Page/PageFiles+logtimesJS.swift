// Generated from Inspector/Page/logtimes.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let logtimesJS = #"""
(function () {
"use strict";
const date = /(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d+))?\s?(Z|[+-]\d\d:?\d\d)?/;
const clockTime = /(?:^|[^\d:.-])(\d{1,2}):(\d\d):(\d\d)(?:[.,](\d{1,3})(?:[.,]?(\d{1,6}))?)?(?![\d:])/;
const boot = /^\s*\[\s*(\d+)[.,](\d{1,9})\]/;                       // [   12.345678] of a kernel
const espressif = /^\s*(?:\x1b\[[\d;]*m)?[EWIDV] \((\d+)\) /;        // I (12345) tag: of ESP-IDF, milliseconds
const number = /^\s*\+?(\d+)(?:[.,](\d{1,9})(?=[\s:;|,\]]|$)|\s?(ms|us|µs|s)(?=[\s:;|,\]]|$)|(?=[:;|,\]\t]))/;
const units = { ms: 1e6, us: 1e3, "µs": 1e3, s: 1e9 };
const reach = 64; // characters in which a line's time stands
function digits(text, count) { return Number((text || "").padEnd(count, "0").slice(0, count)); }
function read(line) {
const head = line.slice(0, reach);
let found = date.exec(head);
if (found) return { kind: "date", parts: found.slice(1, 7).map(Number), ns: digits(found[7], 9), zone: found[8] || null };
found = boot.exec(head);
if (found) return { kind: "start", ns: Number(found[1]) * 1e9 + digits(found[2], 9) };
found = espressif.exec(head);
if (found) return { kind: "start", ns: Number(found[1]) * 1e6 };
found = clockTime.exec(head);
if (found) return { kind: "day", ns: (Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3])) * 1e9 + digits((found[4] || "") + (found[4] && found[4].length === 3 ? found[5] || "" : ""), 9) };
found = number.exec(head);
return found ? { kind: "start", ns: found[2] ? Number(found[1]) * 1e9 + digits(found[2], 9) : Number(found[1]) * (units[found[3]] || 1e6) } : null;
}
function lines(text) {
const all = text.split(/\r\n|\n|\r/).map(function (line, at) { return { number: at + 1, text: line.replace(/\x1b\[[\d;]*m/g, ""), time: read(line) }; })
.filter(function (line) { return line.text.trim() !== ""; });
const counts = { date: 0, day: 0, start: 0 };
for (const line of all) if (line.time) counts[line.time.kind] += 1;
const most = Object.keys(counts).reduce(function (a, b) { return counts[b] > counts[a] ? b : a; });
return { kind: counts[most] ? most : null, list: all };
}
const day = 86400e9;
function place(file, kind, shift) {
const clock = Faraday.clock, base = kind === "start" || !clock.epoch ? 0 : midnight();
let last = null, days = 0, before = null;
for (const line of file.list) {
const time = line.time && (line.time.kind === file.kind) ? line.time : null;
if (!time) { line.own = false; line.t = last === null ? shift : last; continue; }
line.own = true;
if (time.kind === "date") line.t = ofDate(time) + shift;
else {
if (time.kind === "day" && kind !== "start" && before !== null && time.ns < before - day / 2) days += 1;
before = time.ns;
line.t = (time.kind === "day" ? base + days * day : 0) + time.ns + shift;
}
last = line.t;
}
}
function midnight() {
const first = Faraday.clock.firstDay();
const at = Faraday.clock.zone === "utc" ? Date.UTC(first.year, first.month, first.day) : new Date(first.year, first.month, first.day).getTime();
return Faraday.clock.since(at, 0);
}
function ofDate(time) {
const p = time.parts, offset = time.zone && time.zone !== "Z" ? (time.zone[0] === "-" ? -1 : 1) * (Number(time.zone.slice(1, 3)) * 60 + Number(time.zone.slice(-2))) : 0;
const at = time.zone || Faraday.clock.zone === "utc" ? Date.UTC(p[0], p[1] - 1, p[2], p[3], p[4], p[5]) - offset * 60000 : new Date(p[0], p[1] - 1, p[2], p[3], p[4], p[5]).getTime();
const since = Faraday.clock.since(at, 0);
return (since === null ? at * 1e6 : since) + time.ns;
}
Faraday.logTimes = { read: read, lines: lines, place: place };
})();

"""#
}
