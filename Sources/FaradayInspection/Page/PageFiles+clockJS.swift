// Generated from Inspector/Page/clock.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let clockJS = #"""
(function () {
"use strict";
const format = Faraday.format, seconds = format.time;
const clock = { mode: "start", zone: "local", from: 0, version: 0, epoch: null, header: null };
function read(header) {
const found = header && header.origin === "capture" ? /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(header.epoch || "") : null;
if (!found) return null;
const fraction = (found[2] || "").padEnd(9, "0").slice(0, 9), at = Date.parse(found[1] + "." + fraction.slice(0, 3) + "Z");
return at > Date.UTC(1990, 0, 1) ? { ms: at, ns: Number(fraction.slice(3)) } : null;
}
function learn(model) {
if (clock.header === model.header) return;
clock.header = model.header;
clock.epoch = read(model.header);
clock.mode = clock.epoch ? "day" : "start";
clock.version += 1;
}
function isCapture() { return !!clock.header && clock.header.origin === "capture"; }
function set(change) {
Object.assign(clock, change);
clock.version += 1;
}
function moment(ns) {
const all = clock.epoch.ns + ns, ms = Math.floor(all / 1e6);
return { date: new Date(clock.epoch.ms + ms), us: Math.floor((all - ms * 1e6) / 1e3) };
}
function two(number) { return String(number).padStart(2, "0"); }
function three(number) { return String(number).padStart(3, "0"); }
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
function parts(date) {
return clock.zone === "utc"
? { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate(), hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds(), ms: date.getUTCMilliseconds() }
: { year: date.getFullYear(), month: date.getMonth(), day: date.getDate(), hour: date.getHours(), minute: date.getMinutes(), second: date.getSeconds(), ms: date.getMilliseconds() };
}
function ofDay(at, us) { return two(at.hour) + ":" + two(at.minute) + ":" + two(at.second) + "." + three(at.ms) + (us === undefined ? "" : three(us)); }
function day(at) { return at.day + " " + months[at.month] + " " + at.year; }
function zone(date) {
const offset = clock.zone === "utc" ? 0 : -date.getTimezoneOffset();
return offset === 0 ? "UTC" : "UTC" + (offset < 0 ? "-" : "+") + two(Math.floor(Math.abs(offset) / 60)) + ":" + two(Math.abs(offset) % 60);
}
function time(ns) {
if (ns === null || ns === undefined || !isFinite(ns)) return "";
if (clock.mode === "record") return (ns >= clock.from ? "+" : "") + seconds(ns - clock.from);
if (clock.mode !== "day" || !clock.epoch) return seconds(ns);
const now = moment(ns), at = parts(now.date), first = parts(moment(0).date);
return at.day === first.day && at.month === first.month && at.year === first.year ? ofDay(at, now.us) : at.day + " " + months[at.month] + " " + ofDay(at).slice(0, 8);
}
function at(ns) { return clock.mode === "day" && clock.epoch ? time(ns) : unit(time(ns)); }
function unit(text) { return text.includes(":") ? text : text + " s"; }
function full(ns) {
if (!clock.epoch) return unit(seconds(ns));
const now = moment(ns), at = parts(now.date);
return day(at) + ", " + ofDay(at, now.us) + " " + zone(now.date) + " · " + unit(seconds(ns)) + " after the first packet"
+ (clock.mode === "record" ? " · " + unit(time(ns)) : "");
}
function beginning() {
if (!clock.epoch) return isCapture() ? "no date in this file" : "";
const now = moment(0), at = parts(now.date);
return day(at) + ", " + ofDay(at).slice(0, 8) + " " + zone(now.date);
}
function since(ms, ns) { return clock.epoch ? (ms - clock.epoch.ms) * 1e6 + (ns || 0) - clock.epoch.ns : null; }
const written = /^(?:(\d{4})-(\d\d)-(\d\d)|(\d{1,2}) ([a-z]{3})[a-z]*(?: (\d{4}))?)?(?:,? +|T|(?=\d{1,2}:)|$)(?:(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)? *(Z|UTC)?$/i;
const counted = /^(?:(\d{1,4}):)?(\d{1,2}):(\d\d)(?:[.,](\d{1,9}))?$/;
function fraction(digits) { return Number((digits || "").padEnd(9, "0")); }
function width(digits) { return Math.pow(10, 9 - (digits || "").length); }
function span(text) {
if (clock.mode !== "day" || !clock.epoch) {
const found = counted.exec(text);
if (!found) return null;
const from = (clock.mode === "record" ? clock.from : 0) + ((Number(found[1] || 0) * 60 + Number(found[2])) * 60 + Number(found[3])) * 1e9 + fraction(found[4]);
return { from: from, to: from + width(found[4]) };
}
const found = text.trim() === "" ? null : written.exec(text);
if (!found) return null;
const first = parts(moment(0).date), month = found[5] ? months.findIndex(function (each) { return each.toLowerCase() === found[5].toLowerCase(); }) : found[2] - 1;
if (month < 0 || found[1] === undefined && found[4] === undefined && found[7] === undefined) return null;
const date = found[1] ? [Number(found[1]), month, Number(found[3])] : found[4] ? [Number(found[6] || first.year), month, Number(found[4])] : [first.year, first.month, first.day];
const to = found[7] === undefined ? 86400e9 : found[9] === undefined ? 60e9 : width(found[10]);
const at = date.concat([Number(found[7] || 0), Number(found[8] || 0), Number(found[9] || 0)]);
const from = since(found[11] || clock.zone === "utc" ? Date.UTC.apply(null, at) : new Date(at[0], at[1], at[2], at[3], at[4], at[5]).getTime(), fraction(found[10]));
const days = found[1] === undefined && found[4] === undefined && from + to <= 0 ? 86400e9 : 0;
return { from: from + days, to: from + days + to };
}
Object.assign(clock, { learn: learn, span: span, set: set, isCapture: isCapture, beginning: beginning, full: full, since: since, zoneName: function () { return clock.epoch ? zone(moment(0).date) : ""; },
firstDay: function () { const now = parts(moment(0).date); return { year: now.year, month: now.month, day: now.day }; } });
Faraday.clock = clock;
Faraday.format.seconds = seconds;
Faraday.format.time = time;
Faraday.format.at = at;
})();

"""#
}
