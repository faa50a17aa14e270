// Generated from Inspector/Page/rows.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let rowsJS = #"""
(function () {
"use strict";
const type = { record: 0, gap: 1, repeat: 2, span: 3, failure: 4, ending: 5, talk: 6, log: 7 };
const levels = [
{ id: "hours", title: "Hours", span: 3.6e12 },
{ id: "minutes", title: "Minutes", span: 6e10 },
{ id: "seconds", title: "Seconds", span: 1e9 },
{ id: "story", title: "Story", rank: 0, gap: 1e9, fold: true, hint: "What apps, test and devices did" },
{ id: "talk", title: "Conversation", rank: 0, gap: 1e9, talk: true, hint: "What devices said to each other: connections, requests with their answers, advertising, pairing" },
{ id: "packets", title: "Packets", rank: 1, gap: 5e8, hint: "And each packet that carries something" },
{ id: "hci", title: "HCI", rank: 2, gap: 5e8, hint: "And commands and events between host and controller" },
{ id: "frames", title: "Frames", rank: 3, gap: 1e9, hint: "And advertising and empty frames: single connection events" },
];
class Rows {
constructor() {
this.count = 0;
this.items = new Int32Array(0);  // ids of the records that have a row, in order
this.types = new Uint8Array(0);
this.at = new Int32Array(0);     // index in items; of a failure, its number
this.amount = new Int32Array(0); // how many items; of a gap, records passed over
this.step = new Uint8Array(0);   // of a repeat, the distance between its items
this.times = new Float64Array(0);
this.rowOf = new Int32Array(0);  // record id → row
}
reserve(size) {
this.types = new Uint8Array(size);
this.at = new Int32Array(size);
this.amount = new Int32Array(size);
this.step = new Uint8Array(size);
this.times = new Float64Array(size);
this.count = 0;
}
push(kind, at, amount, step, time) {
const i = this.count++;
this.types[i] = kind; this.at[i] = at; this.amount[i] = amount; this.step[i] = step; this.times[i] = time;
}
record(row) {
if (row >= 0 && row < this.count && this.types[row] === type.talk) return this.talk[this.at[row]].id;
return row >= 0 && row < this.count && (this.types[row] === type.record || this.types[row] === type.repeat || this.types[row] === type.span)
? this.items[this.at[row]] : null;
}
ids(row) {
if (this.types[row] === type.talk) return this.talk[this.at[row]].ids;
const list = [];
const step = this.step[row] || 1;
for (let k = 0; k < this.amount[row]; k++) list.push(this.items[this.at[row] + k * step]);
return list;
}
rowAt(time) {
let low = 0, high = this.count;
while (low < high) {
const middle = (low + high) >> 1;
if (this.times[middle] <= time) low = middle + 1; else high = middle;
}
return Math.max(0, low - 1);
}
rowOfRecord(id) { return id >= 0 && id < this.rowOf.length ? this.rowOf[id] : -1; }
}
Rows.prototype.has = function (id) {
let low = 0, high = this.items.length;
while (low < high) {
const middle = (low + high) >> 1;
if (this.items[middle] < id) low = middle + 1; else high = middle;
}
return this.items[low] === id;
};
function build(model, filter, level, opened, gaps) {
const rows = new Rows(), talk = level.talk ? Faraday.talkRows.choose(model, filter, opened) : null;
const inner = level.span || talk ? [] : Array.from(gaps || []).sort(function (a, b) { return a[0] - b[0]; });
rows.items = talk ? talk.items : choose(model, filter, level, inner);
const endings = filter.active || level.span ? [] : model.joins.endings.events;
rows.logs = level.span ? [] : Faraday.logs.shown(filter);
rows.reserve((talk ? talk.list.length : rows.items.length) * 2 + rows.logs.length + model.failures.length + endings.length + inner.length + 2);
if (level.span) buildSpans(rows, model, level.span);
else if (talk) buildTalk(rows, model, talk, level, new Endings(endings, rows));
else buildRecords(rows, model, level, opened, new Gaps(inner, rows, model), new Endings(endings, rows));
rows.rowOf = rowOf(rows, model.records.length);
return rows;
}
function choose(model, filter, level, gaps) {
const count = model.records.length;
const ranks = model.ranks.array;
const finest = level.span || filter.terms.length || filter.op || filter.uuid ? 3 : level.rank;
const active = filter.active;
const items = new Int32Array(count);
let length = 0, gap = 0;
for (let i = 0; i < count; i++) {
while (gap < gaps.length && gaps[gap][1] < i) gap++;
if (gap < gaps.length && gaps[gap][0] <= i) { items[length++] = i; continue; }
if (ranks[i] > finest) continue;
if (active && !filter.test(model.records[i])) continue;
items[length++] = i;
}
return items.subarray(0, length);
}
function buildSpans(rows, model, span) {
const items = rows.items, times = model.times.array;
const failures = new Failures(model, rows);
let i = 0, before = 0;
while (i < items.length) {
const start = Math.floor(times[items[i]] / span) * span;
failures.until(start, false);
if (start - before > span) rows.push(type.gap, i, 0, 0, before);
let end = i;
while (end < items.length && times[items[end]] < start + span) end++;
rows.push(type.span, i, end - i, 1, start);
before = start + span;
i = end;
}
failures.until(Infinity, true);
}
function buildTalk(rows, model, talk, level, endings) {
const failures = new Failures(model, rows), logs = new Logs(rows);
Faraday.talkRows.fill(rows, model, talk, level.gap, [function (id) { endings.until(id); }, function (id, time) { failures.until(time, false); }, function (id, time) { logs.until(time); }]);
endings.until(Infinity);
logs.until(Infinity);
failures.until(Infinity, true);
}
function buildRecords(rows, model, level, opened, gaps, endings) {
const items = rows.items, times = model.times.array;
const keys = level.fold ? foldKeys(model, items, gaps.list) : null;
const failures = new Failures(model, rows), logs = new Logs(rows);
let i = 0, lastId = -1, lastTime = 0;
while (i < items.length) {
const id = items[i], time = times[id];
endings.until(id);
failures.until(time, false);
logs.until(time);
if (!gaps.begin(id, i) && time - lastTime >= level.gap) rows.push(type.gap, i, id - lastId - 1, 0, lastTime);
const run = keys && !opened.has(id) ? repeated(keys, i) : null;
if (run) {
for (let j = 0; j < run.period; j++) rows.push(type.repeat, i + j, run.times, run.period, times[items[i + j]]);
i += run.period * run.times;
} else {
rows.push(type.record, i, 1, 1, time);
i += 1;
}
lastId = items[i - 1];
lastTime = times[lastId];
if (run) endings.skip(lastId);
}
endings.until(Infinity);
logs.until(Infinity);
failures.until(Infinity, true);
}
class Logs {
constructor(rows) { this.rows = rows; this.next = 0; }
until(time) {
for (const list = this.rows.logs; this.next < list.length && list[this.next].t < time; this.next++) this.rows.push(type.log, this.next, 1, 0, list[this.next].t);
}
}
class Gaps {
constructor(list, rows, model) { this.list = list; this.next = 0; this.rows = rows; this.model = model; }
begin(id, at) {
const gap = this.list[this.next];
if (!gap || id < gap[0]) return false;
this.next += 1;
if (id > gap[1]) return this.begin(id, at);
this.rows.push(type.gap, at, gap[1] - gap[0] + 1, 1, gap[0] > 0 ? this.model.times.array[gap[0] - 1] : 0);
return true;
}
}
class Endings {
constructor(list, rows) { this.list = list; this.next = 0; this.rows = rows; }
until(id) {
for (; this.next < this.list.length && this.list[this.next].id < id; this.next++) this.rows.push(type.ending, this.next, 1, 0, this.list[this.next].t);
}
skip(id) { while (this.next < this.list.length && this.list[this.next].id < id) this.next++; }
}
class Failures {
constructor(model, rows) { this.list = model.failures; this.next = 0; this.rows = rows; this.end = model.end; }
until(time, rest) {
while (this.next < this.list.length) {
const at = this.list[this.next].t;
const when = typeof at === "number" ? at : this.end;
if (!rest && when >= time) return;
this.rows.push(type.failure, this.next, 1, 0, Math.max(when, this.rows.count ? this.rows.times[this.rows.count - 1] : 0));
this.next += 1;
}
}
}
function foldKeys(model, items, gaps) {
const keys = new Int32Array(items.length);
const known = new Map();
let gap = 0;
for (let i = 0; i < items.length; i++) {
const record = model.records[items[i]];
while (gap < gaps.length && gaps[gap][1] < items[i]) gap++;
const within = gap < gaps.length && gaps[gap][0] <= items[i];
const call = record.stair === "port" ? model.joins.callOf.get(items[i]) : null;
if (within || record.flag || record.error || (call && call.lost)) { keys[i] = -1 - i; continue; }
const text = record.node + "|" + record.stair + "|" + record.dir + "|" + record.kind + "|" + (record.session || "") + "|"
+ (record.peer || "") + "|" + (record.uuid || (record.stair === "world" && record.kind !== "device" ? record.text : ""));
let key = known.get(text);
if (key === undefined) { key = known.size; known.set(text, key); }
keys[i] = key;
}
return keys;
}
function repeated(keys, from) {
for (let period = 1; period <= 4; period++) {
let times = 1;
while (same(keys, from, from + times * period, period)) times++;
if (times >= 3) return { period: period, times: times };
}
return null;
}
function same(keys, a, b, length) {
if (b + length > keys.length) return false;
for (let k = 0; k < length; k++) if (keys[a + k] < 0 || keys[a + k] !== keys[b + k]) return false;
return true;
}
function rowOf(rows, count) {
const result = new Int32Array(count).fill(-1);
for (let row = 0; row < rows.count; row++) {
if (rows.types[row] === type.gap || rows.types[row] === type.failure || rows.types[row] === type.ending || rows.types[row] === type.log) continue;
if (rows.types[row] === type.talk) { for (const id of rows.ids(row)) result[id] = row; continue; }
const step = rows.step[row] || 1;
for (let k = 0; k < rows.amount[row]; k++) result[rows.items[rows.at[row] + k * step]] = row;
}
let last = 0;
for (let i = 0; i < count; i++) { if (result[i] < 0) result[i] = last; else last = result[i]; }
return result;
}
Faraday.rows = { type: type, levels: levels, build: build, Rows: Rows };
})();

"""#
}
