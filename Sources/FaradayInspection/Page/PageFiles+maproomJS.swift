// Generated from Inspector/Page/maproom.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let maproomJS = #"""
(function () {
"use strict";
const tools = {};
function width(text, isName) {
if (!tools.pen) {
tools.pen = document.createElement("canvas").getContext("2d");
tools.sans = getComputedStyle(document.documentElement).getPropertyValue("--sans") || "sans-serif";
}
tools.pen.font = (isName ? "600 12px " : "11px ") + tools.sans;
return tools.pen.measureText(text).width;
}
function cut(name, most) {
if (width(name, true) <= most) return name;
let text = name;
while (text.length > 1 && width(text + "…", true) > most) text = text.slice(0, -1);
return text.trimEnd() + "…";
}
class Room {
constructor(size) { this.size = size; this.boxes = []; }
take(x, y, width, height) {
const box = { left: x, top: y, right: x + width, bottom: y + height };
if (box.left < 2 || box.top < 2 || box.right > this.size.width - 2 || box.bottom > this.size.height - 2) return false;
if (this.boxes.some((other) => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top)) return false;
this.boxes.push(box);
return true;
}
fill(x, y, width, height) { this.boxes.push({ left: x, top: y, right: x + width, bottom: y + height }); }
}
function spread(points, room, size) {
const cells = new Map(), key = (x, y) => Math.floor(x / room) + "/" + Math.floor(y / room);
const isFree = (x, y) => {
for (let i = -1; i <= 1; i++) {
for (let j = -1; j <= 1; j++) {
if ((cells.get(key(x + i * room, y + j * room)) || []).some((other) => Math.hypot(other.x - x, other.y - y) < room - 0.5)) return false;
}
}
return true;
};
const place = ({ x, y }) => {
if (isFree(x, y)) return { x, y };
for (let ring = 1; ring < 60; ring++) {
for (let k = 0; k < 6 * ring; k++) {
const angle = Math.PI / 2 + 2 * Math.PI * k / (6 * ring), at = { x: x + Math.cos(angle) * room * ring, y: y + Math.sin(angle) * room * ring };
if (at.x > room / 2 && at.y > size.top + room / 2 && at.x < size.width - room / 2 && at.y < size.height - room / 2 && isFree(at.x, at.y)) return at;
}
}
return { x, y };
};
return points.map((point) => {
const at = place(point), cell = key(at.x, at.y);
cells.set(cell, (cells.get(cell) || []).concat(at));
return at;
});
}
Faraday.mapRoom = { Room, cut, width, spread };
})();

"""#
}
