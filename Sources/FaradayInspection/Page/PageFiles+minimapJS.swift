// Generated from Inspector/Page/minimap.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let minimapJS = #"""
(function () {
"use strict";
const height = 44;
function draw(canvas, width, view) {
const app = Faraday.app, model = app.model;
const g = Faraday.chart.size(canvas, width, height);
g.clearRect(0, 0, width, height);
const end = Math.max(1, model.end);
const x = function (t) { return Math.min(width, t / end * width); };
drawCounts(g, app, model, width, end);
model.links.slice(-400).forEach(function (link) {
g.fillStyle = app.color("link-" + link.number % 5);
g.fillRect(x(link.from), 2 + link.number % 3 * 5, Math.max(2, x(link.to === null ? end : link.to) - x(link.from)), 3);
});
drawWindow(g, app, x, view, width);
drawFlags(g, app, model, x, width);
}
let counted = { model: null, version: -1, width: 0 };
function counts(model, width, end) {
if (counted.model === model && counted.version === model.version && counted.width === width) return counted;
const columns = Math.max(1, Math.floor(width / 2));
counted = { model: model, version: model.version, width: width, low: new Uint32Array(columns), story: new Uint32Array(columns), columns: columns };
const times = model.times.array, ranks = model.ranks.array;
for (let i = 0; i < model.records.length; i++) {
const column = Math.min(columns - 1, Math.floor(times[i] / end * columns));
if (ranks[i] === 0) counted.story[column] += 1; else counted.low[column] += 1;
}
return counted;
}
function drawCounts(g, app, model, width, end) {
const c = counts(model, width, end);
const base = height - 3;
for (let i = 0; i < c.columns; i++) {
if (c.low[i]) { g.fillStyle = app.color("minimap-low"); const h = Math.min(22, 3 + Math.log2(c.low[i] + 1) * 2.4); g.fillRect(i * 2, base - h, 2, h); }
if (c.story[i]) { g.fillStyle = app.color("app"); const h = Math.min(22, 4 + Math.log2(c.story[i] + 1) * 3); g.fillRect(i * 2, base - h, 2, h); }
}
}
const colors = { misuse: "misuse", fault: "fault", broken: "fail", note: "note", mistake: "fail", failure: "fail" };
let marked = { model: null, version: -1, list: [] };
function marks(model) {
if (marked.model !== model || marked.version !== model.version) marked = { model: model, version: model.version, list: Faraday.marks.list(model) };
return marked.list;
}
function drawFlags(g, app, model, x, width) {
for (const mark of marks(model)) {
const wide = mark.kind === "failure" ? 4 : 3;
const at = Math.max(0, Math.min(width - wide, Math.round(x(mark.t) - wide / 2)));
g.fillStyle = app.color(colors[mark.kind] || "note");
if (mark.kind !== "note") g.fillRect(at, 0, wide, height);
g.beginPath(); g.moveTo(at + wide / 2 - 4, 0); g.lineTo(at + wide / 2 + 4, 0); g.lineTo(at + wide / 2, 7); g.fill();
}
}
function nearest(model, t, reach, place) {
let best = null, least = Infinity;
for (const mark of marks(model)) {
if (Math.abs(mark.t - t) > reach) continue;
const distance = Math.round(Math.abs(mark.t - t) / place);
if (distance <= least) { best = mark; least = distance; }
}
return best;
}
function near(from, to) {
const found = marks(Faraday.app.model).filter(function (mark) { return mark.t >= from && mark.t <= to; });
return found.length ? "; " + Faraday.format.count(found.length, "flag") + " here, one is " + found[found.length - 1].label : "";
}
function showLabel(label, canvas, t, pixels) {
const model = Faraday.app.model, width = Math.max(1, canvas.clientWidth), pixel = Math.max(1, model.end) / width;
const mark = nearest(model, t, pixel * pixels, pixel * 3);
label.hidden = !mark;
if (!mark) return;
const at = model.end ? mark.t / model.end * width : 0;
label.textContent = mark.label;
label.style.left = at < width / 2 ? Math.max(0, at + 6) + "px" : "";
label.style.right = at < width / 2 ? "" : Math.max(0, width - at + 6) + "px";
}
function drawWindow(g, app, x, view, width) {
const from = x(view.from), to = Math.max(from + 3, x(view.to));
g.fillStyle = app.color("accent");
g.globalAlpha = 0.14;
g.fillRect(from, 0, to - from, height);
g.globalAlpha = 1;
g.strokeStyle = app.color("accent");
g.lineWidth = 1.5;
g.strokeRect(Math.max(1, from), 1, Math.min(width - 1, to) - Math.max(1, from), height - 2);
}
function control(canvas, label, go, now) {
const time = function (event) {
const box = canvas.getBoundingClientRect();
return Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * Faraday.app.model.end;
};
const focused = function (t) { showLabel(label, canvas, t, Infinity); };
canvas.addEventListener("pointerdown", function (event) { canvas.setPointerCapture(event.pointerId); go(time(event)); });
canvas.addEventListener("pointermove", function (event) {
if (event.buttons & 1) go(time(event));
showLabel(label, canvas, time(event), 6);
});
canvas.addEventListener("pointerleave", function () { label.hidden = true; });
canvas.addEventListener("focus", function () { if (canvas.matches(":focus-visible")) focused(now()); });
canvas.addEventListener("blur", function () { label.hidden = true; });
canvas.addEventListener("keydown", function (event) {
const end = Faraday.app.model.end;
const to = { ArrowLeft: now() - end / 100, ArrowRight: now() + end / 100, PageUp: now() - end / 10, PageDown: now() + end / 10, Home: 0, End: end }[event.key];
if (to === undefined) return;
event.preventDefault();
go(Math.max(0, Math.min(end, to)));
focused(Math.max(0, Math.min(end, to)));
});
}
Faraday.minimap = { draw: draw, control: control, near: near, height: height };
})();

"""#
}
