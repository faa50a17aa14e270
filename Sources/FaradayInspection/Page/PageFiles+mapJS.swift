// Generated from Inspector/Page/map.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let mapJS = #"""
(function () {
"use strict";
const { svg, short, colour } = Faraday.parts;
const edge = 46;
function projection(box, width, height) {
const spanX = Math.max(box[2] - box[0], 4), spanY = Math.max(box[3] - box[1], 2);
const scale = Math.min((width - 2 * edge - 40) / spanX, (height - 2 * edge - 30) / spanY);
const middleX = (box[0] + box[2]) / 2, middleY = (box[1] + box[3]) / 2;
return {
scale, width, height,
x: (metres) => width / 2 + (metres - middleX) * scale,
y: (metres) => height / 2 - (metres - middleY) * scale,
metres: (x, y) => [middleX + (x - width / 2) / scale, middleY - (y - height / 2) / scale],
};
}
function sceneOf(app, overrides) {
const model = app.model, places = Faraday.places.read(model);
const end = Faraday.endOf(model).end, time = app.time;
const numbers = new Set([...model.nodes.keys(), ...places.nodes.keys()]);
const nodes = [];
for (const number of [...numbers].sort((a, b) => a - b)) {
const state = Faraday.places.stateOf(places, model, number, time);
if (!state.present) continue;
if (overrides && overrides.has(number)) { state.at = overrides.get(number); state.known = true; }
nodes.push({ number, name: Faraday.nodeName(model, number), kind: Faraday.nodeKind(model, number), ...state });
}
const isSchematic = nodes.length > 0 && !nodes.some((node) => node.known);
if (isSchematic) standInCircle(nodes);
const links = Faraday.places.linksAt(model, time).filter((link) => link.a !== null && link.b !== null);
return { nodes, isSchematic, links, signals: Faraday.places.signals(places, time, end, 5e9), places };
}
function standInCircle(nodes) {
nodes.forEach((node, place) => {
const angle = Math.PI - 2 * Math.PI * place / nodes.length;
node.at = nodes.length === 1 ? [0, 0, 0] : [2 * Math.cos(angle), 1.4 * Math.sin(angle), 0];
});
}
function boxOf(app) {
const places = Faraday.places.read(app.model);
const box = places.extent ? [...places.extent] : null;
let all = box;
for (const line of app.model.nodes.values()) {
if (!line.position) continue;
const [x, y] = line.position;
all = all ? [Math.min(all[0], x), Math.min(all[1], y), Math.max(all[2], x), Math.max(all[3], y)] : [x, y, x, y];
}
return all;
}
function draw(picture, scene, to, options) {
const placed = place(scene, to);
const layers = [svg("g", { "aria-hidden": "true" }, ...(scene.isSchematic ? [] : grid(to))), svg("g", { "aria-hidden": "true" }, ...rings(scene, to, placed, options))];
const links = svg("g"), nodes = svg("g");
const linked = new Set();
scene.links.forEach((link, number) => {
linked.add(pairOf(link.a, link.b));
append(links, connection(scene, placed, link.a, link.b, { link: true, number }));
});
let other = 0;
for (const [pair, [a, b]] of heardPairs(scene)) {
if (!linked.has(pair)) append(links, connection(scene, placed, a, b, { number: other++ }));
}
for (const node of scene.nodes) if (placed.has(node.number)) nodes.append(nodeMark(node, placed.get(node.number), scene, options));
picture.replaceChildren(...layers, links, nodes);
return placed;
}
function append(group, parts) { if (parts) group.append(...parts); }
function pairOf(a, b) { return a < b ? a + "|" + b : b + "|" + a; }
function heardPairs(scene) {
const pairs = new Map();
for (const signal of scene.signals) pairs.set(pairOf(signal.from, signal.to), [Math.min(signal.from, signal.to), Math.max(signal.from, signal.to)]);
return pairs;
}
function place(scene, to) {
const placed = new Map();
for (const node of scene.nodes) {
if (!node.at) continue;
const point = { x: to.x(node.at[0]), y: to.y(node.at[1]) };
while ([...placed.values()].some((other) => Math.abs(other.x - point.x) < 40 && Math.abs(other.y - point.y) < 40)) point.y += 62;
placed.set(node.number, point);
}
return placed;
}
function grid(to) {
const [left, bottom] = to.metres(0, to.height), [right, top] = to.metres(to.width, 0);
const steps = Faraday.ticks(left, right, Math.max(2, to.width / 110));
const step = steps.length > 1 ? steps[1] - steps[0] : 1;
const parts = [];
for (const metres of steps) {
const x = to.x(metres);
parts.push(svg("line", { class: "views-grid", x1: x, x2: x, y1: 0, y2: to.height }));
if (x > 24 && x < to.width - 24) parts.push(svg("text", { class: "views-axis", x, y: to.height - 8, "text-anchor": "middle" }, `${short(metres)} m`));
}
for (let metres = Math.ceil(bottom / step) * step; metres <= top; metres += step) {
const y = to.y(metres);
parts.push(svg("line", { class: "views-grid", x1: 0, x2: to.width, y1: y, y2: y }));
if (y > 14 && y < to.height - 26) parts.push(svg("text", { class: "views-axis", x: 8, y: y - 4 }, `${short(Number(metres.toPrecision(6)))} m`));
}
return parts;
}
function rings(scene, to, placed, options) {
const parts = [], largest = Math.hypot(to.width, to.height);
for (const node of scene.nodes) {
const power = options.powers.get(node.number), point = placed.get(node.number);
if (!power || !point || !node.on) continue;
const range = Faraday.places.metresFor(power.power, Faraday.places.defaultSensitivity) * to.scale;
if (range < largest) parts.push(svg("circle", { class: "views-range", cx: point.x, cy: point.y, r: range }));
if (node.number !== options.chosen) continue;
let before = 0;
for (let rssi = -20; rssi >= -90; rssi -= 10) {
const radius = Faraday.places.metresFor(power.power, rssi) * to.scale;
if (radius < 46 || radius - before < 26 || radius > largest) continue;
before = radius;
parts.push(svg("circle", { class: "views-ring", cx: point.x, cy: point.y, r: radius }));
for (const y of [point.y - radius, point.y + radius]) {
if (y > 12 && y < to.height - 30) parts.push(svg("text", { class: "views-axis views-ringtext", x: point.x, y: y + 4, "text-anchor": "middle" }, `${rssi} dBm`));
}
}
}
return parts;
}
function connection(scene, placed, a, b, how) {
const from = placed.get(a), to = placed.get(b);
if (!from || !to) return null;
const length = Math.hypot(to.x - from.x, to.y - from.y);
const bend = (how.link ? -1 : 1) * Math.min(90, length * 0.16 + 18 * (how.number % 4));
const middle = { x: (from.x + to.x) / 2 - (to.y - from.y) / length * -bend, y: (from.y + to.y) / 2 + (to.x - from.x) / length * bend };
const control = { x: 2 * middle.x - (from.x + to.x) / 2, y: 2 * middle.y - (from.y + to.y) / 2 };
const path = svg("path", {
class: how.link ? "views-maplink" : "views-heard", d: `M${from.x},${from.y}Q${control.x},${control.y} ${to.x},${to.y}`,
style: how.link ? `--line:${colour(how.number)}` : null,
});
return [path, signalLabel(scene, a, b, middle, from, to)];
}
function signalLabel(scene, a, b, at, from, to) {
const there = scene.signals.find((signal) => signal.from === a && signal.to === b);
const back = scene.signals.find((signal) => signal.from === b && signal.to === a);
const parts = [there && arrowText(from, to, there.rssi), back && arrowText(to, from, back.rssi)].filter(Boolean);
const text = parts.length ? parts.join("  ") + " dBm" : "no signal measured";
const width = text.length * 6.2 + 14;
return svg("g", { class: "views-maplabel" }, svg("rect", { x: at.x - width / 2, y: at.y - 10, width, height: 20, rx: 10 }),
svg("text", { x: at.x, y: at.y + 4, "text-anchor": "middle" }, text));
}
function arrowText(from, to, rssi) {
const across = Math.abs(to.x - from.x) >= Math.abs(to.y - from.y);
return `${across ? (to.x >= from.x ? "→" : "←") : to.y >= from.y ? "↓" : "↑"} ${rssi}`;
}
function words(node, scene) {
const parts = [node.name, node.kind, whereText(node)];
if (!node.on) parts.push(node.removed ? "removed" : "radio off");
const linked = scene.links.filter((link) => link.a === node.number || link.b === node.number)
.map((link) => (link.a === node.number ? link.b : link.a)).map((number) => scene.nodes.find((each) => each.number === number)?.name || "?");
if (linked.length) parts.push("linked with " + linked.join(" and "));
return parts.join(", ");
}
function whereText(node) {
if (!node.known) return "place unknown";
if (!node.at) return "out of range";
const [x, y, z] = node.at;
return y || z ? `at (${short(x)}, ${short(y)}, ${short(z || 0)}) m` : `at ${short(x)} m`;
}
function nodeMark(node, point, scene, options) {
const chosen = node.number === options.chosen;
const group = svg("g", {
class: `views-mapnode${chosen ? " chosen" : ""}${node.on ? "" : " off"}${options.movable ? " movable" : ""}`, tabindex: "0", role: "button",
"aria-pressed": String(chosen), "aria-label": words(node, scene), "data-focus": "map " + node.number, "data-node": node.number,
transform: `translate(${point.x.toFixed(1)},${point.y.toFixed(1)})`,
});
group.append(svg("circle", { class: "views-halo", r: 27 }));
if (node.kind === "phone") group.append(...phoneGlyph());
else if (node.kind === "controller") group.append(svg("rect", { class: "views-body", x: -13, y: -13, width: 26, height: 26, rx: 4, transform: "rotate(45)" }));
else group.append(...deviceGlyph());
if (!node.on) group.append(svg("line", { class: "views-slash", x1: -15, y1: 15, x2: 15, y2: -15 }));
group.append(svg("text", { class: "views-mapname", y: 40, "text-anchor": "middle" }, node.name));
group.append(svg("text", { class: "views-axis", y: 54, "text-anchor": "middle" }, node.on ? whereText(node) : node.removed ? "removed" : "radio off"));
return group;
}
function phoneGlyph() {
return [svg("rect", { class: "views-body phone", x: -10, y: -17, width: 20, height: 34, rx: 4 }), svg("rect", { class: "views-screen", x: -7, y: -13, width: 14, height: 23, rx: 1 }),
svg("line", { class: "views-detail", x1: -3, x2: 3, y1: 13.5, y2: 13.5 })];
}
function deviceGlyph() {
return [svg("circle", { class: "views-body", r: 14 }), svg("path", { class: "views-rune", d: "M-5,-4 L5,4 L0,8.5 L0,-8.5 L5,-4 L-5,4" })];
}
Faraday.map = { projection, sceneOf, boxOf, draw, words, whereText };
})();

"""#
}
