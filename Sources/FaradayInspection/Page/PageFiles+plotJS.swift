// Generated from Inspector/Page/plot.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let plotJS = #"""
(function () {
"use strict";
const { svg, short, colour } = Faraday.parts;
const el = Faraday.el;
const margin = { left: 58, right: 14, top: 10, bottom: 34 };
function ticks(low, high, count) {
if (!(high > low)) return [low];
const rough = (high - low) / Math.max(1, count);
const power = 10 ** Math.floor(Math.log10(rough));
const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
const found = [];
for (let value = Math.ceil(low / step) * step; value <= high + step * 1e-9; value += step) {
found.push(Math.abs(value) < step * 1e-9 ? 0 : Number(value.toPrecision(12)));
}
return found;
}
function plot(options) {
const parts = { legend: el("div"), drawing: el("div.views-drawing"), table: el("div", { hidden: true }), note: el("div") };
const state = { ...parts, drawing: parts.drawing, cursor: null, width: 0 };
const swap = Faraday.parts.button("Show as table", () => {
parts.table.hidden = !parts.table.hidden;
parts.drawing.hidden = !parts.table.hidden;
swap.textContent = parts.table.hidden ? "Show as table" : "Show as plot";
swap.setAttribute("aria-label", swap.textContent + ": " + options.title);
fillTable(state);
}, { "aria-label": "Show as table: " + options.title });
state.swap = swap;
const box = el("figure.views-plot", el("figcaption", el("strong", options.title), swap), parts.legend, parts.drawing, parts.table, parts.note);
state.box = box;
new ResizeObserver(() => {
const width = Math.floor(parts.drawing.clientWidth);
if (width > 60 && width !== state.width) { state.width = width; draw(state); }
}).observe(parts.drawing);
const made = { element: box, set(next) { set(state, next); }, setCursor(time) { state.cursor = time; placeCursor(state); } };
made.set(options);
return made;
}
function set(state, options) {
state.options = options;
state.shown = options.series.filter((item) => item.points.length > 0);
state.swap.hidden = !state.shown.length;
state.box.hidden = !state.shown.length && !options.absent;
state.legend.replaceChildren(legend(state.shown));
const text = state.shown.length ? options.note : options.absent;
state.note.replaceChildren(text ? Faraday.parts.note(text) : "");
if (!state.shown.length) state.drawing.replaceChildren();
else if (state.width) draw(state);
fillTable(state);
}
function fillTable(state) {
if (!state.table.hidden) Faraday.parts.refresh(state.table, String(Math.random()), () => asTable(state.options, state.shown));
}
function legend(shown) {
if (shown.length < 2) return el("span");
return el("ul.views-legend", shown.map((item, number) =>
el("li", el("span.views-swatch", { style: `background:${colour(item.colour ?? number)}`, "aria-hidden": "true" }), item.name)));
}
function scaled(options, value) { return options.log ? Math.log10(Math.max(1e-3, value)) : value; }
function bounds(state) {
let low = Infinity, high = -Infinity;
for (const item of state.shown) {
for (let i = 0; i < item.points.length; i++) {
const value = scaled(state.options, item.points.values[i]);
if (value < low) low = value;
if (value > high) high = value;
}
}
if (low === Infinity) return [0, 1];
if (state.options.log) return [Math.floor(low), Math.max(Math.floor(low) + 1, Math.ceil(high))];
if (state.options.zero) low = Math.min(0, low);
if (high - low < 1e-9) { high += Math.abs(high) * 0.1 || 1; if (!state.options.zero) low -= Math.abs(low) * 0.1 || 1; }
const space = (high - low) * 0.06;
return [state.options.zero && low === 0 ? 0 : low - space, high + space];
}
function draw(state) {
const { options, width } = state;
if (!state.shown.length) return;
const height = options.height || 190;
const [low, high] = bounds(state);
const from = options.from, to = options.to > options.from ? options.to : options.from + 1;
state.x = (time) => margin.left + (time - from) / (to - from) * (width - margin.left - margin.right);
state.time = (x) => from + (x - margin.left) / (width - margin.left - margin.right) * (to - from);
state.y = (value) => height - margin.bottom - (scaled(options, value) - low) / (high - low) * (height - margin.top - margin.bottom);
const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": describe(state, low, high) });
axes(state, picture, { low, high, from, to, height });
state.shown.forEach((item, number) => picture.append(shape(state, item, item.colour ?? number)));
state.line = svg("line", { class: "views-cursor", y1: margin.top, y2: height - margin.bottom });
state.mark = svg("circle", { class: "views-mark", r: 4, visibility: "hidden" });
picture.append(state.line, state.mark);
state.tip = el("div.views-tip", { hidden: true });
state.drawing.replaceChildren(picture, state.tip);
listen(state, picture);
placeCursor(state);
}
function describe(state, low, high) {
const names = state.shown.map((item) => item.name).join(", ");
return `Plot: ${state.options.title}, in ${state.options.unit}, of ${names || "nothing"}. The table has the same values.`;
}
function axes(state, picture, { low, high, from, to, height }) {
const { options, width } = state;
const marks = options.log ? powers(low, high) : ticks(low, high, 4);
for (const value of marks) {
const y = state.y(value);
picture.append(svg("line", { class: "views-grid", x1: margin.left, x2: width - margin.right, y1: y, y2: y }));
picture.append(svg("text", { class: "views-axis", x: margin.left - 6, y: y + 4, "text-anchor": "end" }, options.log ? String(value) : short(value)));
}
const scale = to - from >= 1e9 ? [1e9, "s"] : to - from >= 1e6 ? [1e6, "ms"] : [1e3, "µs"];
for (const value of ticks(from / scale[0], to / scale[0], Math.max(2, Math.floor(width / 110)))) {
const x = state.x(value * scale[0]);
picture.append(svg("line", { class: "views-grid", x1: x, x2: x, y1: margin.top, y2: height - margin.bottom }));
picture.append(svg("text", { class: "views-axis", x, y: height - margin.bottom + 15, "text-anchor": "middle" }, String(value)));
}
picture.append(svg("line", { class: "views-base", x1: margin.left, x2: width - margin.right, y1: height - margin.bottom, y2: height - margin.bottom }));
picture.append(svg("text", { class: "views-axis views-unit", x: width - margin.right, y: height - 4, "text-anchor": "end" }, `time in ${scale[1]}`));
picture.append(svg("text", { class: "views-axis views-unit", x: 4, y: height - 4 }, `${options.unit}`));
}
function powers(low, high) {
const found = [];
for (let power = low; power <= high; power++) found.push(Number((10 ** power).toPrecision(1)));
return found;
}
function columns(state, points) {
const kept = [];
let start = 0;
while (start < points.length) {
const column = Math.floor(state.x(points.times[start]));
let end = start, low = start, high = start;
while (end < points.length && Math.floor(state.x(points.times[end])) === column) {
if (points.values[end] < points.values[low]) low = end;
if (points.values[end] > points.values[high]) high = end;
end++;
}
const chosen = [...new Set([start, low, high, end - 1])].sort((a, b) => a - b);
kept.push(...chosen);
start = end;
}
return kept;
}
function shape(state, item, number) {
const { points } = item;
const kept = columns(state, points);
const group = svg("g", { style: `--line:${colour(number)}` });
if (item.shape === "dots") {
const path = kept.map((i) => `M${state.x(points.times[i]).toFixed(1)},${state.y(points.values[i]).toFixed(1)}h0`).join("");
group.append(svg("path", { class: "views-dots", d: path }));
return group;
}
const until = item.shape === "step" ? state.x(item.until ?? state.options.to) : null;
for (const run of runs(state, item, kept)) {
const end = until !== null && run.isOpen ? until : run.end;
let path = run.path;
if (end > run.last) path += `H${end.toFixed(1)}`;
group.append(svg("path", { class: end - run.start < 2 ? "views-dots" : "views-line", d: path }));
}
return group;
}
function runs(state, item, kept) {
const { points } = item, found = [];
let run = null;
kept.forEach((i, place) => {
const x = state.x(points.times[i]), value = points.values[i];
if (value !== value) {
if (run && item.shape === "step") run.end = x;
if (run) run.isOpen = false;
run = null;
return;
}
const at = `${x.toFixed(1)},${state.y(value).toFixed(1)}`;
if (run && item.gap && points.times[i] - points.times[kept[place - 1]] > item.gap) run = null;
if (run) run.path += item.shape === "step" ? `H${at.split(",")[0]}V${at.split(",")[1]}` : `L${at}`;
else found.push(run = { path: `M${at}h0`, start: x, isOpen: true });
run.last = run.end = x;
});
found.forEach((each, place) => { if (place < found.length - 1) each.isOpen = false; });
return found;
}
function listen(state, picture) {
picture.addEventListener("pointermove", (event) => hover(state, event));
picture.addEventListener("pointerleave", () => { state.tip.hidden = true; state.mark.setAttribute("visibility", "hidden"); });
picture.addEventListener("click", (event) => {
const x = event.clientX - picture.getBoundingClientRect().left;
if (state.options.app) state.options.app.setTime(Math.max(state.options.from, Math.min(state.options.to, Math.round(state.time(x)))));
});
}
function hover(state, event) {
const box = state.drawing.getBoundingClientRect();
const x = event.clientX - box.left, y = event.clientY - box.top;
let best = null;
for (const item of state.shown) {
const near = nearest(item.points, state.time(x));
for (const i of near) {
if (Number.isNaN(item.points.values[i])) continue;
const px = state.x(item.points.times[i]), py = state.y(item.points.values[i]);
const far = Math.hypot(px - x, (py - y) * 0.4);
if (!best || far < best.far) best = { far, px, py, item, i };
}
}
state.tip.hidden = !best || best.far > 60;
state.mark.setAttribute("visibility", state.tip.hidden ? "hidden" : "visible");
if (state.tip.hidden) return;
state.mark.setAttribute("cx", best.px);
state.mark.setAttribute("cy", best.py);
const value = best.item.points.values[best.i];
state.tip.textContent = `${best.item.name}: ${short(value)} ${state.options.unit} at ${Faraday.format.at(best.item.points.times[best.i])}`;
const left = Math.min(best.px + 10, Math.max(0, state.width - state.tip.offsetWidth - 4));
state.tip.style.left = left + "px";
state.tip.style.top = Math.max(0, best.py - 34) + "px";
}
function nearest(points, time) {
const series = points.countUntil ? points : Object.assign(Object.create(Faraday.Series.prototype), points);
const count = series.countUntil(time);
const found = [];
for (let i = Math.max(0, count - 2); i < Math.min(points.length, count + 2); i++) found.push(i);
return found;
}
function placeCursor(state) {
if (!state.line || !state.line.isConnected) return;
const { cursor, options } = state;
const visible = cursor !== null && cursor >= options.from && cursor <= options.to;
state.line.setAttribute("visibility", visible ? "visible" : "hidden");
if (!visible) return;
state.line.setAttribute("x1", state.x(cursor));
state.line.setAttribute("x2", state.x(cursor));
}
function asTable(options, shown) {
const caption = `${options.title}, as a table`;
if (options.rows) return Faraday.parts.table(caption, options.heads, options.rows());
const rows = [];
for (const item of shown) {
for (let i = 0; i < item.points.length && rows.length < 2000; i++) {
if (!Number.isNaN(item.points.values[i])) rows.push([Faraday.format.time(item.points.times[i]), item.name, short(item.points.values[i])]);
}
}
return Faraday.parts.table(caption, ["Time in s", "Of", options.unit], rows);
}
Faraday.plot = plot;
Faraday.ticks = ticks;
})();

"""#
}
