// Generated from Inspector/Page/chart.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let chartJS = #"""
(function () {
"use strict";
const type = Faraday.rows.type;
const rowHeight = 24;
function draw(canvas, state) {
const context = size(canvas, state.width, state.height);
const c = { g: context, s: state, app: Faraday.app, y: function (row) { return (row + 0.5) * rowHeight - state.top; } };
const first = Math.max(0, Math.floor(state.top / rowHeight));
const last = Math.min(state.rows.count - 1, Math.ceil((state.top + state.height) / rowHeight));
context.clearRect(0, 0, state.width, state.height);
drawLanes(c);
drawLinks(c, first, last);
drawBrackets(c, first, last);
for (const each of joins(c.app.model, state.rows, first, last)) drawJoin(c, each);
for (let row = first; row <= last; row++) drawRow(c, row);
}
function size(canvas, width, height) {
const scale = window.devicePixelRatio || 1;
const w = Math.max(1, Math.round(width * scale)), h = Math.max(1, Math.round(height * scale));
if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; canvas.style.width = width + "px"; canvas.style.height = height + "px"; }
const context = canvas.getContext("2d");
context.setTransform(scale, 0, 0, scale, 0, 0);
return context;
}
function line(g, x1, y1, x2, y2) { g.beginPath(); g.moveTo(x1, y1); g.lineTo(x2, y2); g.stroke(); }
function drawLanes(c) {
for (const lane of c.s.placed.list) {
c.g.strokeStyle = c.app.color("lane");
if (lane.kind === "air") {
c.g.fillStyle = c.app.color("air");
c.g.globalAlpha = 0.1;
c.g.fillRect(lane.x - 9, 0, 18, c.s.height);
c.g.globalAlpha = 1;
continue;
}
c.g.lineWidth = 1;
const x = Math.round(lane.x) + 0.5;
line(c.g, x, 0, x, c.s.height);
}
}
function drawLinks(c, first, last) {
const model = c.app.model, rows = c.s.rows;
for (const link of model.links) {
c.g.fillStyle = c.app.color("link-" + link.number % 5);
for (const [node, end] of link.ends) {
const x = c.s.placed.x.get("node" + node);
if (x === undefined) continue;
const from = rows.rowOfRecord(end.up);
const to = end.to === null ? rows.count : rows.rowOfRecord(end.down === undefined ? end.up : end.down);
if (to < first || from > last || (rows.span && from === to)) continue;
const top = Math.max(-20, c.y(from) + between(rows, from, end.up)), bottom = Math.min(c.s.height + 20, end.to === null ? c.s.height + 20 : c.y(to) + between(rows, to, end.down));
c.g.beginPath();
c.g.roundRect(x - 3.5, top, 7, Math.max(4, bottom - top), 3);
c.g.fill();
}
}
}
function between(rows, row, id) { return rows.types[row] === type.record && rows.items[rows.at[row]] !== id ? rowHeight / 2 : 0; }
function drawBrackets(c, first, last) {
const model = c.app.model, rows = c.s.rows;
if (rows.span) return;
const calls = model.calls;
const chosen = c.app.selected === null ? null : model.joins.callOf.get(c.app.selected);
let drawn = 0;
for (let i = firstCall(calls, rows, last); i >= 0 && drawn < 60; i--) {
const call = calls[i];
if (call.up === null || call.kind === "opened") continue;
const x = c.s.placed.x.get(Faraday.lanes.appLane(model.records[call.down], c.s.placed));
if (x === undefined) continue;
const from = rows.rowOfRecord(call.down), to = rows.rowOfRecord(call.up);
if (from > last || to < first || from === to || rows.types[from] !== type.record) continue;
if (from < first - 4000) break;
drawn += 1;
c.g.strokeStyle = call === chosen ? c.app.color("accent") : c.app.color("line-strong");
c.g.lineWidth = call === chosen ? 2 : 1;
const out = x - 7 - (drawn % 4) * 3;
c.g.beginPath();
c.g.moveTo(x, c.y(from)); c.g.lineTo(out, c.y(from) + 4); c.g.lineTo(out, c.y(to) - 4); c.g.lineTo(x, c.y(to));
c.g.stroke();
}
}
function firstCall(calls, rows, last) {
let low = 0, high = calls.length;
while (low < high) {
const middle = (low + high) >> 1;
if (rows.rowOfRecord(calls[middle].down) <= last) low = middle + 1; else high = middle;
}
return low - 1;
}
const mostJoins = 40; // on one page
function joins(model, rows, first, last) {
if (rows.span || !(rows.rank >= 1)) return [];
const found = [];
visibleJoins(model.joins.airRequests, rows, first, last, found);
if (rows.rank >= 2) visibleJoins(model.requests, rows, first, last, found);
return found;
}
function visibleJoins(requests, rows, first, last, found) {
for (let i = firstCall(requests, rows, last), some = 0; i >= 0 && some < mostJoins; i--) {
const each = requests[i];
if (each.up === null || each.sent === "i") continue;
const from = rows.rowOfRecord(each.down), to = rows.rowOfRecord(each.up);
if (from < first - 4000) return;
if (to < first || from === to || !rows.has(each.down) || !rows.has(each.up)) continue;
found.push({ node: each.node, from: from, to: to, down: each.down, up: each.up });
some += 1;
}
}
function drawJoin(c, join) {
const x = c.s.placed.x.get("node" + join.node);
if (x === undefined) return;
const side = x < c.s.placed.air ? -1 : 1, near = x + side * 5, out = x + side * joinWidth;
const isChosen = c.app.selected === join.down || c.app.selected === join.up;
const top = c.y(join.from), bottom = c.y(join.to);
c.g.strokeStyle = c.g.fillStyle = c.app.color(isChosen ? "accent" : "line-strong");
c.g.lineWidth = isChosen ? 2 : 1;
c.g.beginPath();
c.g.moveTo(near, top + 2); c.g.lineTo(out, top + 6); c.g.lineTo(out, bottom - 6); c.g.lineTo(near, bottom - 2);
c.g.stroke();
c.g.beginPath();
c.g.moveTo(near - side * 2, bottom - 1); c.g.lineTo(near + side * 5, bottom - 7); c.g.lineTo(near + side * 6, bottom);
c.g.fill();
}
const joinWidth = 15;
function drawRow(c, row) {
const rows = c.s.rows, y = c.y(row);
switch (rows.types[row]) {
case type.gap: return drawGap(c, y);
case type.failure: return drawFailure(c, y);
case type.span: return drawSpan(c, row, y);
case type.log: return;
case type.talk: return drawTalk(c, rows.talk[rows.at[row]], y);
case type.ending: return drawEnding(c, c.app.model.joins.endings.events[rows.at[row]], y);
}
const record = c.app.model.records[rows.items[rows.at[row]]];
drawRecord(c, record, y, rows.types[row] === type.repeat);
}
function drawGap(c, y) {
c.g.fillStyle = c.app.color("ground");
c.g.fillRect(0, y - 5, c.s.width, 10);
c.g.strokeStyle = c.app.color("line-strong");
c.g.lineWidth = 1;
c.g.setLineDash([2, 3]);
line(c.g, 0, y - 5, c.s.width, y - 5);
line(c.g, 0, y + 5, c.s.width, y + 5);
c.g.setLineDash([]);
}
function drawFailure(c, y) {
c.g.strokeStyle = c.app.color("fail");
c.g.lineWidth = 2;
line(c.g, 0, y, c.s.width, y);
c.g.fillStyle = c.app.color("fail");
c.g.beginPath(); c.g.moveTo(0, y - 6); c.g.lineTo(8, y); c.g.lineTo(0, y + 6); c.g.fill();
}
function drawEnding(c, event, y) {
c.g.strokeStyle = c.app.color("fail");
const peer = c.app.model.nodesByName.get(event.peer);
for (const lane of ["node" + event.node, "node" + peer]) {
const x = c.s.placed.x.get(lane);
if (x !== undefined) cross(c.g, x, y);
}
}
function drawTalk(c, entry, y) {
const model = c.app.model, lane = function (who) { return typeof who === "number" ? c.s.placed.x.get("node" + who) : undefined; };
const from = lane(entry.who), other = entry.link ? lane(Faraday.conversation(model).other(entry.link, entry.who)) : undefined;
c.g.strokeStyle = c.g.fillStyle = c.app.color(Faraday.talkText.error(model, entry) ? "fail" : entry.kind === "advert" || entry.kind === "radio" ? "noise" : entry.kind === "pairing" ? "world" : "air");
c.g.lineWidth = entry.id === c.app.selected ? 2.5 : 1.5;
if (entry.kind === "end") { for (const end of [entry.link.central, entry.link.peripheral]) if (lane(end) !== undefined) cross(c.g, lane(end), y); return; }
if (from === undefined) return;
if (entry.kind === "radio") { diamond(c.g, from, y, false); return; }
const to = other === undefined ? c.s.placed.air : other;
arrow(c.g, from, to, entry.answer ? y - 3 : y, false);
if (entry.answer) arrow(c.g, to, from, y + 4, true);
if (other === undefined) waves(c.g, to, y, from < to ? 1 : -1);
}
function drawSpan(c, row, y) {
const rows = c.s.rows, model = c.app.model;
const counts = new Map();
const step = Math.max(1, Math.floor(rows.amount[row] / 300)); // a sample is enough for a bar
for (let k = 0; k < rows.amount[row]; k += step) {
const record = model.records[rows.items[rows.at[row] + k]];
const lane = record.stair === "port" ? Faraday.lanes.appLane(record, c.s.placed) || "node" + record.node : "node" + record.node;
counts.set(lane, (counts.get(lane) || 0) + step);
}
for (const [lane, count] of counts) {
const x = c.s.placed.x.get(lane);
if (x === undefined) continue;
const width = Math.min(c.s.placed.gap * 0.7, 4 + Math.log2(1 + count) * 4);
c.g.fillStyle = c.app.color(lane.startsWith("app") ? "app" : "air");
c.g.globalAlpha = 0.75;
c.g.fillRect(x - width / 2, y - 5, width, 10);
c.g.globalAlpha = 1;
}
}
const colors = { port: "app", air: "air", hci: "hci", world: "world" };
const flagColors = { misuse: "misuse", fault: "fault", broken: "fail", note: "note", mistake: "fail" };
function drawRecord(c, record, y, isRepeat) {
const where = Faraday.lanes.path(record, c.s.placed);
const isNoise = c.app.model.ranks.array[record.id] === Faraday.rank.noise;
const color = c.app.color(record.kind === "closed" && Faraday.rowText.isTestEnd(c.app.model, record) ? "noise" : record.flag ? flagColors[record.flag] || "note" : record.error || record.lost ? "fail" : isNoise ? "noise" : colors[record.stair] || "note");
c.g.strokeStyle = color;
c.g.fillStyle = color;
c.g.lineWidth = record.id === c.app.selected ? 2.5 : isNoise ? 1 : 1.5;
if (where.hci) return drawHCI(c, where, y);
if (where.from !== undefined && where.from !== where.to) {
arrow(c.g, where.from, where.to, y, record.stair === "port" && record.dir === "up");
if (isRepeat) { arrow(c.g, where.from, where.to, y - 3, false); }
if (typeof record.channel === "number" && where.to !== c.s.placed.air) channel(c, record.channel, y);
if (where.lost) cross(c.g, where.to, y);
else if (where.open) waves(c.g, where.to, y, where.from < where.to ? 1 : -1);
return;
}
if (record.flag) return flag(c.g, where.at, y);
diamond(c.g, where.at, y, isRepeat);
}
function arrow(g, from, to, y, dashed) {
const way = from < to ? 1 : -1;
if (dashed) g.setLineDash([5, 3]); // a callback is an answer: dashed, as in any sequence chart
line(g, from, y, to - way * 5, y);
g.setLineDash([]);
g.beginPath();
g.moveTo(to, y); g.lineTo(to - way * 7, y - 4); g.lineTo(to - way * 7, y + 4);
g.fill();
}
function channel(c, number, y) {
c.g.fillStyle = c.app.color("panel");
c.g.fillRect(c.s.placed.air - 9, y - 6, 18, 12);
c.g.fillStyle = c.app.color("air");
c.g.font = "10px system-ui, sans-serif";
c.g.textAlign = "center";
c.g.textBaseline = "middle";
c.g.fillText(String(number), c.s.placed.air, y + 0.5);
}
function drawHCI(c, where, y) {
const way = where.hci === "down" ? 1 : -1;
line(c.g, where.at - 9 * way, y, where.at + 6 * way, y);
c.g.beginPath();
c.g.moveTo(where.at + 10 * way, y); c.g.lineTo(where.at + 5 * way, y - 3); c.g.lineTo(where.at + 5 * way, y + 3);
c.g.fill();
}
function cross(g, x, y) { g.lineWidth = 2; line(g, x - 4, y - 4, x + 4, y + 4); line(g, x - 4, y + 4, x + 4, y - 4); }
function waves(g, x, y, way) {
g.lineWidth = 1;
for (const r of [4, 7]) { g.beginPath(); g.arc(x, y, r, way > 0 ? -0.8 : Math.PI - 0.8, way > 0 ? 0.8 : Math.PI + 0.8); g.stroke(); }
}
function diamond(g, x, y, twice) {
for (const dy of twice ? [-3, 2] : [0]) {
g.beginPath();
g.moveTo(x, y + dy - 5); g.lineTo(x + 5, y + dy); g.lineTo(x, y + dy + 5); g.lineTo(x - 5, y + dy);
g.fill();
}
}
function flag(g, x, y) {
g.lineWidth = 1.5;
line(g, x - 4, y - 8, x - 4, y + 8);
g.beginPath(); g.moveTo(x - 4, y - 8); g.lineTo(x + 8, y - 4); g.lineTo(x - 4, y + 0.5); g.fill();
}
Faraday.chart = { draw: draw, joins: joins, joinWidth: joinWidth, rowHeight: rowHeight, size: size };
})();

"""#
}
