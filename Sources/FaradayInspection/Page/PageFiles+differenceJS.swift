// Generated from Inspector/Page/difference.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let differenceJS = #"""
(function () {
"use strict";
const mostEdits = 600;
function matches(a, b) {
const found = { a: [], b: [] };
const work = [[0, a.length, 0, b.length]];
while (work.length) {
const part = work.pop();
if (part.length === 2) { add(found, part[0], part[1], 1); continue; }
split(a, b, part, found, work);
}
return found;
}
function add(found, placeA, placeB, count) {
for (let i = 0; i < count; i++) { found.a.push(placeA + i); found.b.push(placeB + i); }
}
function split(a, b, part, found, work) {
let [fromA, toA, fromB, toB, isSearched] = part;
let same = 0;
while (fromA + same < toA && fromB + same < toB && a[fromA + same] === b[fromB + same]) same++;
add(found, fromA, fromB, same);
fromA += same;
fromB += same;
let tail = 0;
while (toA - tail > fromA && toB - tail > fromB && a[toA - tail - 1] === b[toB - tail - 1]) tail++;
toA -= tail;
toB -= tail;
const rest = [];
for (let i = 0; i < tail; i++) rest.push([toA + i, toB + i]);
if (fromA < toA && fromB < toB) {
const anchors = isSearched ? [] : unique(a, b, fromA, toA, fromB, toB);
if (anchors.length) {
let lastA = fromA, lastB = fromB;
const parts = [];
for (const [placeA, placeB] of anchors) {
parts.push([lastA, placeA, lastB, placeB], [placeA, placeB]);
lastA = placeA + 1;
lastB = placeB + 1;
}
parts.push([lastA, toA, lastB, toB], ...rest);
for (let i = parts.length - 1; i >= 0; i--) work.push(parts[i]);
return;
}
const inner = myers(a, b, fromA, toA, fromB, toB);
for (const [placeA, placeB] of inner.pairs) add(found, placeA, placeB, 1);
if (inner.nextA < toA && inner.nextB < toB) {
for (let i = rest.length - 1; i >= 0; i--) work.push(rest[i]);
work.push([inner.nextA, toA, inner.nextB, toB, true]);
return;
}
}
for (const [placeA, placeB] of rest) add(found, placeA, placeB, 1);
}
function unique(a, b, fromA, toA, fromB, toB) {
const inA = new Map(), inB = new Map();
for (let i = fromA; i < toA; i++) inA.set(a[i], inA.has(a[i]) ? -1 : i);
for (let i = fromB; i < toB; i++) inB.set(b[i], inB.has(b[i]) ? -1 : i);
const pairs = [];
for (const [line, placeA] of inA) {
const placeB = inB.get(line);
if (placeA >= 0 && placeB !== undefined && placeB >= 0) pairs.push([placeA, placeB]);
}
return rising(pairs.sort((x, y) => x[0] - y[0]));
}
function rising(pairs) {
const tops = [], before = new Int32Array(pairs.length);
for (let i = 0; i < pairs.length; i++) {
let low = 0, high = tops.length;
while (low < high) {
const middle = (low + high) >> 1;
if (pairs[tops[middle]][1] < pairs[i][1]) low = middle + 1; else high = middle;
}
before[i] = low ? tops[low - 1] : -1;
tops[low] = i;
}
const chosen = [];
for (let i = tops.length ? tops[tops.length - 1] : -1; i >= 0; i = before[i]) chosen.push(pairs[i]);
return chosen.reverse();
}
function myers(a, b, fromA, toA, fromB, toB) {
const sizeA = toA - fromA, sizeB = toB - fromB, most = Math.min(sizeA + sizeB, mostEdits);
const reach = new Int32Array(2 * most + 3);
const steps = [];
for (let edits = 0; edits <= most; edits++) {
for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
const at = diagonal + most + 1;
const down = diagonal === -edits || (diagonal !== edits && reach[at - 1] < reach[at + 1]);
let x = down ? reach[at + 1] : reach[at - 1] + 1;
let y = x - diagonal;
while (x < sizeA && y < sizeB && x >= 0 && y >= 0 && a[fromA + x] === b[fromB + y]) { x++; y++; }
reach[at] = x;
if (x >= sizeA && y >= sizeB) return { pairs: back(steps, edits, sizeA, sizeB, fromA, fromB), nextA: toA, nextB: toB };
}
if (edits < most) steps.push(reach.slice(most + 1 - edits, most + 2 + edits));
}
const [x, y] = farthest(reach, most, sizeA, sizeB);
return { pairs: back(steps, most, x, y, fromA, fromB), nextA: fromA + x, nextB: fromB + y };
}
function farthest(reach, most, sizeA, sizeB) {
let best = [0, 0];
for (let diagonal = -most; diagonal <= most; diagonal += 2) {
const x = reach[diagonal + most + 1], y = x - diagonal;
if (x <= sizeA && y <= sizeB && y >= 0 && x + y > best[0] + best[1]) best = [x, y];
}
return best;
}
function back(steps, edits, x, y, fromA, fromB) {
const pairs = [];
for (let edit = edits; edit > 0; edit--) {
const reach = steps[edit - 1], diagonal = x - y;
const value = (wanted) => { const at = wanted + edit - 1; return at < 0 || at >= reach.length ? -1 : reach[at]; };
const down = diagonal === -edit || (diagonal !== edit && value(diagonal - 1) < value(diagonal + 1));
const beforeX = down ? value(diagonal + 1) : value(diagonal - 1), beforeY = beforeX - (down ? diagonal + 1 : diagonal - 1);
const startX = down ? beforeX : beforeX + 1;
while (x > startX) { x--; y--; pairs.push([fromA + x, fromB + y]); }
x = beforeX;
y = beforeY;
}
while (x > 0 && y > 0) { x--; y--; pairs.push([fromA + x, fromB + y]); }
return pairs.reverse();
}
function align(textsA, textsB) {
const numbers = new Map();
const number = (text) => {
let found = numbers.get(text);
if (found === undefined) numbers.set(text, found = numbers.size);
return found;
};
const a = Int32Array.from(textsA, number), b = Int32Array.from(textsB, number);
const same = matches(a, b);
const rowsA = [], rowsB = [], blocks = [];
let atA = 0, atB = 0;
const fill = (toA, toB) => {
if (atA === toA && atB === toB) return;
const from = rowsA.length;
while (atA < toA || atB < toB) { rowsA.push(atA < toA ? atA++ : -1); rowsB.push(atB < toB ? atB++ : -1); }
blocks.push([from, rowsA.length]);
};
for (let i = 0; i < same.a.length; i++) {
fill(same.a[i], same.b[i]);
rowsA.push(atA++);
rowsB.push(atB++);
}
fill(a.length, b.length);
return { a: rowsA, b: rowsB, blocks, same: same.a.length };
}
Faraday.difference = { align, matches };
})();

"""#
}
