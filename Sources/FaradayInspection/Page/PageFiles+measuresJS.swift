// Generated from Inspector/Page/measures.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let measuresJS = #"""
(function () {
"use strict";
const { Series, bytesOf } = Faraday;
Faraday.measures = Faraday.reading(function (model) {
return {
pairs: new Map(), flows: new Map(), intervals: new Map(), events: new Map(), trafficRead: 0, endsRead: 0,
add(record) {
if (record.stair === "air") addFrame(this, record, model);
else if (record.stair === "hci" && record.bytes && record.bytes.startsWith("043e")) addLinkEvent(this, record, model);
},
};
});
Faraday.measuresOf = function (model) {
const state = Faraday.measures(model);
const traffic = Faraday.traffic(model);
while (state.trafficRead < traffic.events.length) addPDU(state, traffic.events[state.trafficRead++], model);
while (state.endsRead < traffic.ends.length) endInterval(state, traffic.ends[state.endsRead++]);
return state;
};
function pairKey(a, b) { return String(a) < String(b) ? a + "|" + b : b + "|" + a; }
function entry(map, key, make) {
let found = map.get(key);
if (!found) map.set(key, found = make());
return found;
}
function addFrame(state, record, model) {
if (record.kind === "advertising") { if (record.bytes && /CONNECT_(IND|REQ)/.test(record.text)) addRequest(state, record, model); return; }
const frame = Faraday.facts.air(record, Faraday.identities(model).numbers);
if (frame.to === null && frame.access === null) return;
const key = frame.to === null ? "access " + frame.access : pairKey(record.node, frame.to);
const way = entry(state.pairs, record.node + ">" + (frame.to ?? frame.access), () => ({
from: record.node, to: frame.to, key, sent: new Series(), lost: new Series(), count: 0,
}));
way.count++;
way.sent.push(record.t, way.count);
if (frame.lost) way.lost.push(record.t, way.lost.length + 1);
addAnchor(state, key, record, frame);
}
function addAnchor(state, key, record, frame) {
const link = entry(state.events, key, () => ({
a: record.node, b: frame.to, channel: null, anchor: null, last: null, spacing: new Series(), access: frame.access,
}));
const silence = link.last === null ? Infinity : record.t - link.last;
const changed = link.access !== frame.access;
link.last = record.t;
link.access = frame.access;
if (!changed && frame.channel === link.channel && silence < 5e6) return;
const spacing = record.t - link.anchor;
if (!changed && link.anchor !== null && spacing > 0 && silence < 4.1e9) link.spacing.push(record.t, spacing / 1e6);
link.channel = frame.channel;
link.anchor = record.t;
}
function addRequest(state, record, model) {
const identities = Faraday.identities(model);
if (record.node !== null && identities.hosts.has(record.node)) return;
const frame = Faraday.facts.air(record, identities.numbers);
const bytes = bytesOf(record.bytes);
if (bytes.length < 26 || frame.lost) return;
agreed(state, record.node, frame.to ?? "its peer", record.t, bytes[24] | (bytes[25] << 8));
}
function addLinkEvent(state, record, model) {
const bytes = bytesOf(record.bytes);
const subevent = bytes[3];
if (bytes[4] !== 0) return;
const handle = bytes[5] | (bytes[6] << 8);
const peer = Faraday.traffic(model).peerOf(record.node, handle, record.t) ?? "its peer";
if (typeof peer === "number" && Faraday.identities(model).hosts.has(peer) && peer < record.node) return;
if (subevent === 0x01) agreed(state, record.node, peer, record.t, bytes[15] | (bytes[16] << 8));
else if (subevent === 0x0a || subevent === 0x29) agreed(state, record.node, peer, record.t, bytes[27] | (bytes[28] << 8));
else if (subevent === 0x03) agreed(state, record.node, peer, record.t, bytes[7] | (bytes[8] << 8));
}
function agreed(state, node, peer, time, units) {
const found = entry(state.intervals, pairKey(node, peer), () => ({ a: node, b: peer, points: new Series() }));
found.points.push(time, units * 1.25);
}
function endInterval(state, end) {
const found = state.intervals.get(pairKey(end.node, end.peer ?? "its peer"));
if (found && found.points.at(end.t) > 0) found.points.push(end.t, NaN);
}
const overhead = { 0x1b: 3, 0x1d: 3, 0x12: 3, 0x52: 3, 0x0b: 1, 0x0d: 1, 0x16: 5, 0xd2: 15 };
function addPDU(state, event, model) {
if (!event.out && typeof event.peer === "number" && Faraday.identities(model).hosts.has(event.peer)) return;
let size = 0;
if (event.channel === Faraday.att.channel) {
const less = overhead[event.pdu[0]];
if (less === undefined) return;
size = Math.max(0, event.pdu.length - less);
} else if (event.channel >= 0x40) size = event.pdu.length;
if (!size) return;
const from = event.out ? event.node : event.peer, to = event.out ? event.peer : event.node;
const flow = entry(state.flows, from + ">" + to, () => ({ from, to, points: new Series(), total: 0 }));
flow.total += size;
flow.points.push(event.t, size);
}
Faraday.perSecond = function (series, from, to, bins) {
const width = binWidth(to - from, bins);
const first = Math.floor(from / width), count = Math.max(1, Math.ceil(to / width) - first);
const made = new Series();
const sums = new Float64Array(count);
for (let i = 0; i < series.length; i++) {
const bin = Math.floor(series.times[i] / width) - first;
if (bin >= 0 && bin < count) sums[bin] += series.values[i];
}
for (let bin = 0; bin < count; bin++) made.push((first + bin) * width, sums[bin] / (width / 1e9));
made.width = width;
return made;
};
function binWidth(length, bins) {
const rough = Math.max(1e6, length / bins), power = 10 ** Math.floor(Math.log10(rough));
return [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
}
Faraday.lossShare = function (way, from, to, bins) {
const width = binWidth(to - from, bins), made = new Series();
for (let start = Math.floor(from / width) * width; start < to; start += width) {
const sent = way.sent.countUntil(start + width) - way.sent.countUntil(start);
if (!sent) continue;
const lost = way.lost.countUntil(start + width) - way.lost.countUntil(start);
made.push(start + width / 2, 100 * lost / sent);
}
return made;
};
})();

"""#
}
