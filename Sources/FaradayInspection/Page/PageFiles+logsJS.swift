// Generated from Inspector/Page/logs.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let logsJS = #"""
(function () {
"use strict";
const most = 200000; // lines of a file
const logs = { files: [], version: 0, lines: [], add: add, remove: remove, change: change, shown: shown, describe: describe, select: select, told: told };
function add(name, text) {
const read = Faraday.logTimes.lines(text), cut = Math.max(0, read.list.length - most);
read.list.length = Math.min(read.list.length, most);
const file = { name: name, kind: read.kind, list: read.list, cut: cut, shift: 0, meaning: read.kind === "day" && !Faraday.clock.epoch ? "start" : read.kind };
for (const line of file.list) line.file = file;
logs.files.push(file);
place(file);
return file;
}
function place(file) {
Faraday.logTimes.place(file, file.meaning, file.shift);
logs.lines = [].concat.apply([], logs.files.map(function (each) { return each.list; })).sort(function (a, b) { return a.t - b.t || a.number - b.number; });
logs.version += 1;
}
function change(file, facts) { Object.assign(file, facts); place(file); }
function remove(file) {
logs.files = logs.files.filter(function (each) { return each !== file; });
logs.lines = logs.lines.filter(function (line) { return line.file !== file; });
logs.version += 1;
}
function placeAll() { logs.files.forEach(place); }
logs.placeAll = placeAll;
function shown(filter) {
if (!filter.active || !logs.lines.length) return logs.lines;
return logs.lines.filter(function (line) {
return filter.test({ stair: "log", dir: "none", kind: "log", name: line.file.name, text: line.text, t: line.t, bytes: null, error: bad.test(line.text) ? line.text : undefined });
});
}
const bad = /\b(error|err|fatal|assert|panic|fail(ed|ure)?)\b|^\s*E \(|<err>/i, odd = /\b(warn|warning)\b|^\s*W \(|<wrn>/i;
function describe(line) {
return { time: line.own ? Faraday.format.time(line.t) : "", who: line.file.name, text: line.text, tone: "log" + (bad.test(line.text) ? " bad" : odd.test(line.text) ? " odd" : "") + (line.own ? "" : " untimed"),
badge: line.own ? null : "No time", more: "" };
}
function told(file) {
const count = Faraday.format.count, without = file.list.filter(function (line) { return !line.own; }).length;
if (!file.list.length) return file.name + " has no lines.";
if (!file.kind) return file.name + ": none of its " + count(file.list.length, "line") + " has a time that can be read; all stand at the offset.";
const how = { date: "dates", day: file.meaning === "start" ? "hours, minutes and seconds since its start" : "times of day", start: "seconds since its start" }[file.kind];
return file.name + ": " + count(file.list.length, "line") + " with " + how + (without ? "; " + count(without, "line") + " without a time, after the " + (without === 1 ? "line" : "lines") + " before" : "")
+ (file.cut ? "; " + count(file.cut, "later line") + " left out" : "") + ".";
}
function select(app, line) {
app.select(null);
app.setTime(line.t);
logs.active = line;
app.say(line.file.name + ", line " + line.number + ": " + line.text);
}
Faraday.logs = logs;
})();

"""#
}
