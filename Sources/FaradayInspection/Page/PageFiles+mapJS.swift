// Generated from Inspector/Page/map.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let mapJS = #"""
(function () {
"use strict";
const { svg, short, colour } = Faraday.parts;
const { Room, cut, spread, width: measure } = Faraday.mapRoom;
const edge = 46;
function projection(box, width, height, top = 0, zoom = { k: 1, x: 0, y: 0 }) {
const spanX = Math.max(box[2] - box[0], 4), spanY = Math.max(box[3] - box[1], 2);
const scale = zoom.k * Math.max(1e-3, Math.min((width - 2 * edge - 40) / spanX, (height - top - 2 * edge - 30) / spanY));
const middleX = (box[0] + box[2]) / 2, middleY = (box[1] + box[3]) / 2, left = width / 2 + zoom.x, down = (height + top) / 2 + zoom.y;
return {
scale, width, height, top,
x: (metres) => left + (metres - middleX) * scale,
y: (metres) => down - (metres - middleY) * scale,
metres: (x, y) => [middleX + (x - left) / scale, middleY - (y - down) / scale],
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
const size = Math.max(0.3, Math.min(1, Math.sqrt(0.45 * to.width * (to.height - to.top) / Math.max(1, scene.nodes.length)) / 62)), placed = place(scene, to, size), room = new Room(to);
for (const box of options.taken || []) room.fill(...box);
for (const point of placed.values()) room.fill(point.x - 27 * size, point.y - 27 * size, 54 * size, 54 * size);
const isNear = new Set(scene.links.flatMap((link) => [link.a, link.b])), weight = (node) => (node.number === options.chosen ? 4 : 0) + (isNear.has(node.number) ? 2 : 0) + (node.kind === "phone" ? 1 : 0);
const names = new Map();
for (const node of [...scene.nodes].sort((a, b) => weight(b) - weight(a))) if (placed.has(node.number)) names.set(node.number, nameOf(node, placed.get(node.number), room, size));
const links = svg("g"), labels = svg("g"), nodes = svg("g");
const linked = new Set();
scene.links.forEach((link, number) => {
linked.add(pairOf(link.a, link.b));
append(links, labels, connection(scene, placed, link.a, link.b, { link: true, number }, room));
});
let other = 0;
for (const [pair, [a, b]] of heardPairs(scene)) {
if (!linked.has(pair)) append(links, labels, connection(scene, placed, a, b, { number: other++ }, room));
}
for (const node of scene.nodes) if (placed.has(node.number)) nodes.append(nodeMark(node, placed.get(node.number), scene, options, size, names.get(node.number)));
const back = rings(scene, to, placed, options, room);
picture.replaceChildren(svg("g", { "aria-hidden": "true" }, ...(scene.isSchematic ? [] : grid(to, room))), svg("g", { "aria-hidden": "true" }, ...back), links, labels, nodes);
return placed;
}
function append(lines, labels, parts) { if (parts) { lines.append(parts[0]); labels.append(...parts.slice(1)); } }
function pairOf(a, b) { return a < b ? a + "|" + b : b + "|" + a; }
function heardPairs(scene) {
const pairs = new Map();
for (const signal of scene.signals) pairs.set(pairOf(signal.from, signal.to), [Math.min(signal.from, signal.to), Math.max(signal.from, signal.to)]);
return pairs;
}
function place(scene, to, size) {
const there = scene.nodes.filter((node) => node.at);
const points = spread(there.map((node) => ({ x: to.x(node.at[0]), y: to.y(node.at[1]) })), 62 * size, to);
return new Map(there.map((node, at) => [node.number, points[at]]));
}
function nameOf(node, point, room, size) {
const text = cut(node.name, 132), where = node.on ? whereText(node) : node.removed ? "removed" : "radio off", r = 27 * size + 1;
for (const lines of [2, 1]) {
const width = Math.max(measure(text, true), lines === 2 ? measure(where) : 0) + 6, height = lines === 2 ? 31 : 17;
for (const [dx, dy, anchor] of [[-width / 2, r, "middle"], [-width / 2, -r - height, "middle"], [r, -height / 2, "start"], [-r - width, -height / 2, "end"]]) {
if (!room.take(point.x + dx, point.y + dy, width, height)) continue;
return { x: anchor === "middle" ? 0 : anchor === "start" ? dx + 3 : -r - 3, y: dy + 13, anchor, text, where: lines === 2 ? where : null };
}
}
return null;
}
function grid(to, room) {
const [left, bottom] = to.metres(0, to.height), [right, top] = to.metres(to.width, 0);
const steps = Faraday.ticks(left, right, Math.max(2, to.width / 110));
const step = steps.length > 1 ? steps[1] - steps[0] : 1;
const parts = [];
for (const metres of steps) {
const x = to.x(metres);
parts.push(svg("line", { class: "views-grid", x1: x, x2: x, y1: 0, y2: to.height }));
if (x > 24 && x < to.width - 24 && room.take(x - 24, to.height - 20, 48, 16)) parts.push(svg("text", { class: "views-axis", x, y: to.height - 8, "text-anchor": "middle" }, `${short(metres)} m`));
}
for (let metres = Math.ceil(bottom / step) * step; metres <= top; metres += step) {
const y = to.y(metres);
parts.push(svg("line", { class: "views-grid", x1: 0, x2: to.width, y1: y, y2: y }));
if (y > to.top + 14 && y < to.height - 26 && room.take(5, y - 16, 44, 15)) parts.push(svg("text", { class: "views-axis", x: 8, y: y - 4 }, `${short(Number(metres.toPrecision(6)))} m`));
}
return parts;
}
function rings(scene, to, placed, options, room) {
const parts = [], largest = Math.hypot(to.width, to.height);
for (const node of scene.nodes) {
const power = options.powers.get(node.number), point = placed.get(node.number);
if (!power || !point || !node.on) continue;
const range = Faraday.places.metresFor(power.power, Faraday.places.defaultSensitivity) * to.scale;
if (range < largest && (scene.nodes.length <= 12 || node.number === options.chosen)) parts.push(svg("circle", { class: "views-range", cx: point.x, cy: point.y, r: range }));
if (node.number !== options.chosen) continue;
let before = 0;
for (let rssi = -20; rssi >= -90; rssi -= 10) {
const radius = Faraday.places.metresFor(power.power, rssi) * to.scale;
if (radius < 46 || radius - before < 26 || radius > largest) continue;
before = radius;
parts.push(svg("circle", { class: "views-ring", cx: point.x, cy: point.y, r: radius }));
for (const y of [point.y - radius, point.y + radius]) {
if (y > 12 && y < to.height - 30 && room.take(point.x - 26, y - 9, 52, 17)) parts.push(svg("text", { class: "views-axis views-ringtext", x: point.x, y: y + 4, "text-anchor": "middle" }, `${rssi} dBm`));
}
}
}
return parts;
}
function connection(scene, placed, a, b, how, room) {
const from = placed.get(a), to = placed.get(b);
if (!from || !to) return null;
const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
const bend = (how.link ? -1 : 1) * Math.min(90, length * 0.16 + 18 * (how.number % 4));
const middle = { x: (from.x + to.x) / 2 - (to.y - from.y) / length * -bend, y: (from.y + to.y) / 2 + (to.x - from.x) / length * bend };
const control = { x: 2 * middle.x - (from.x + to.x) / 2, y: 2 * middle.y - (from.y + to.y) / 2 };
const path = svg("path", {
class: how.link ? "views-maplink" : "views-heard", d: `M${from.x},${from.y}Q${control.x},${control.y} ${to.x},${to.y}`,
style: how.link ? `--line:${colour(how.number)}` : null,
});
const label = signalLabel(scene, a, b, from, to);
path.append(svg("title", {}, `${nameIn(scene, a)} and ${nameIn(scene, b)}: ${label.text}`));
for (const t of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]) {
const on = (p, q, r) => (1 - t) * (1 - t) * p + 2 * t * (1 - t) * q + t * t * r, x = on(from.x, control.x, to.x), y = on(from.y, control.y, to.y);
if (room.take(x - label.width / 2, y - 10, label.width, 20)) return [path, label.at(x, y)];
}
return [path];
}
function nameIn(scene, number) { return scene.nodes.find((node) => node.number === number)?.name || "?"; }
function signalLabel(scene, a, b, from, to) {
const there = scene.signals.find((signal) => signal.from === a && signal.to === b);
const back = scene.signals.find((signal) => signal.from === b && signal.to === a);
const parts = [there && arrowText(from, to, there.rssi), back && arrowText(to, from, back.rssi)].filter(Boolean);
const text = parts.length ? parts.join("  ") + " dBm" : "no signal measured";
const width = measure(text) + 14;
return { text, width, at: (x, y) => svg("g", { class: "views-maplabel" }, svg("rect", { x: x - width / 2, y: y - 10, width, height: 20, rx: 10 }),
svg("text", { x, y: y + 4, "text-anchor": "middle" }, text)) };
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
function nodeMark(node, point, scene, options, size, name) {
const chosen = node.number === options.chosen;
const group = svg("g", {
class: `views-mapnode${chosen ? " chosen" : ""}${node.on ? "" : " off"}${options.movable ? " movable" : ""}`, tabindex: "0", role: "button",
"aria-pressed": String(chosen), "aria-label": words(node, scene), "data-focus": "map " + node.number, "data-node": node.number,
transform: `translate(${point.x.toFixed(1)},${point.y.toFixed(1)})`,
});
const icon = svg("g", { class: "views-icon", transform: size === 1 ? null : `scale(${size})` }, svg("circle", { class: "views-halo", r: 27 }));
group.append(svg("title", {}, words(node, scene)), icon);
if (node.kind === "phone") icon.append(...phoneGlyph());
else if (node.kind === "controller") icon.append(svg("rect", { class: "views-body", x: -13, y: -13, width: 26, height: 26, rx: 4, transform: "rotate(45)" }));
else icon.append(...deviceGlyph());
if (!node.on) icon.append(svg("line", { class: "views-slash", x1: -15, y1: 15, x2: 15, y2: -15 }));
if (name) {
group.append(svg("text", { class: "views-mapname", x: name.x, y: name.y, "text-anchor": name.anchor }, name.text));
if (name.where) group.append(svg("text", { class: "views-axis", x: name.x, y: name.y + 14, "text-anchor": name.anchor }, name.where));
}
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
