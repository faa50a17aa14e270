// Generated from Inspector/Page/talkrows.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let talkrowsJS = #"""
(function () {
"use strict";
function isFirst(model, loading) {
if (model.joins.calls.length > 0 || !model.records.length) return false;
if (model.header && model.header.origin === "capture") return true;
return !loading && Faraday.conversation(model).entries.length > 0;
}
function choose(model, filter, opened) {
const talk = Faraday.conversation(model), count = model.records.length, ranks = model.ranks.array;
const within = new Uint8Array(count), alone = new Uint8Array(count), active = filter.active;
const passes = function (id) { return !active || filter.test(model.records[id]); };
const entries = [];
for (const entry of talk.entries) {
let found = false;
for (const id of entry.ids) if (passes(id)) { within[id] = 1; found = true; } else within[id] |= 2;
if (!found) continue;
entries.push(entry);
if (opened.has(entry.id)) for (const id of entry.ids) if (id !== entry.id && within[id] & 1) alone[id] = 1;
}
const finest = active && (filter.terms.length || filter.op || filter.uuid) ? 3 : 0;
for (let id = 0; id < count; id++) if (!within[id] && ranks[id] <= finest && passes(id)) alone[id] = 1;
return merge(entries, within, alone, count);
}
function merge(entries, within, alone, count) {
const items = new Int32Array(count), list = [];
let length = 0, next = 0;
for (let id = 0; id < count; id++) {
for (; next < entries.length && entries[next].id === id; next++) list.push({ id: id, at: length, entry: entries[next] });
if (alone[id]) list.push({ id: id, at: length, entry: null });
if ((within[id] & 1) || alone[id]) items[length++] = id;
}
return { items: items.subarray(0, length), list: list };
}
function fill(rows, model, chosen, gap, before) {
const kinds = Faraday.rows.type, times = model.times.array;
rows.talk = [];
let last = 0;
for (const each of chosen.list) {
const time = times[each.id];
for (const other of before) other(each.id, time);
if (time - last >= gap) rows.push(kinds.gap, each.at, 0, 0, last);
if (each.entry) rows.talk.push(each.entry);
if (each.entry) rows.push(kinds.talk, rows.talk.length - 1, each.entry.ids.length, 1, time);
else rows.push(kinds.record, each.at, 1, 1, time);
last = time;
}
}
Faraday.talkRows = { isFirst: isFirst, choose: choose, fill: fill };
})();

"""#
}
