// Generated from Inspector/Page/reading.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let readingJS = #"""
(function () {
"use strict";
Faraday.reading = function (create) {
const known = new WeakMap();
return function (model) {
let entry = known.get(model);
const records = model.records;
if (!entry || entry.epoch !== model.epoch || entry.next > records.length) {
entry = { epoch: model.epoch, next: 0, state: create(model) };
known.set(model, entry);
}
while (entry.next < records.length) {
const index = entry.next++;
entry.state.add(records[index], index, model);
}
return entry.state;
};
};
class Series {
constructor() {
this.length = 0;
this.times = new Float64Array(16);
this.values = new Float64Array(16);
}
push(time, value) {
if (this.length === this.times.length) this.grow();
let place = this.length++;
while (place > 0 && this.times[place - 1] > time) {
this.times[place] = this.times[place - 1];
this.values[place] = this.values[place - 1];
place--;
}
this.times[place] = time;
this.values[place] = value;
}
grow() {
for (const name of ["times", "values"]) {
const larger = new Float64Array(this[name].length * 2);
larger.set(this[name]);
this[name] = larger;
}
}
countUntil(time) {
if (time === null || time === undefined) return this.length;
let low = 0, high = this.length;
while (low < high) {
const middle = (low + high) >> 1;
if (this.times[middle] <= time) low = middle + 1; else high = middle;
}
return low;
}
at(time) {
const count = this.countUntil(time);
return count ? this.values[count - 1] : undefined;
}
timeAt(time) {
const count = this.countUntil(time);
return count ? this.times[count - 1] : undefined;
}
get last() { return this.length ? this.values[this.length - 1] : undefined; }
}
Faraday.Series = Series;
Faraday.countUntil = function (items, time) {
if (time === null || time === undefined) return items.length;
let low = 0, high = items.length;
while (low < high) {
const middle = (low + high) >> 1;
if (items[middle].t <= time) low = middle + 1; else high = middle;
}
return low;
};
Faraday.latest = function (items, time) {
const count = Faraday.countUntil(items, time);
return count ? items[count - 1] : undefined;
};
Faraday.endOf = Faraday.reading(function () {
return {
start: 0, end: 0, count: 0,
add(record) {
if (this.count++ === 0) this.start = this.end = record.t;
if (record.t > this.end) this.end = record.t;
if (record.t < this.start) this.start = record.t;
},
};
});
Faraday.bytesOf = function (text) {
if (!text) return new Uint8Array(0);
const bytes = new Uint8Array(text.length >> 1);
for (let i = 0; i < bytes.length; i++) {
const high = text.charCodeAt(2 * i), low = text.charCodeAt(2 * i + 1);
bytes[i] = (digit(high) << 4) | digit(low);
}
return bytes;
};
function digit(code) {
return code < 58 ? code - 48 : (code | 32) - 87;
}
Faraday.hexOf = function (bytes) {
let text = "";
for (const byte of bytes) text += (byte < 16 ? "0" : "") + byte.toString(16);
return text;
};
})();

"""#
}
