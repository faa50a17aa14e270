// Generated from Inspector/Page/story.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let storyJS = #"""
(function () {
"use strict";
const el = Faraday.el, type = Faraday.rows.type, rowHeight = Faraday.chart.rowHeight;
const story = {
id: "story", title: "Story", key: "1",
level: Faraday.rows.levels.findIndex(function (each) { return each.id === "story"; }),
isChosen: false, talks: new Set(), opened: new Set(), gaps: new Map(), folds: 0, rows: new Faraday.rows.Rows(), built: "", pool: [], atEnd: true, active: -1, chain: new Set(),
mount: mount, update: update, zoom: zoom, setLevel: setLevel, reveal: reveal, step: step, nextFlag: nextFlag, nextError: nextError, showFailure: showFailure, spoken: spoken, held: held, hold: hold, place: place, goTo: goTo, describe: describe, count: function () { build(); return story.rows.count; },
};
Faraday.story = story;
let app = null;
function mount(element, theApp) {
app = theApp;
element.classList.add("story");
story.levelButtons = Faraday.rows.levels.map(function (level, index) {
return el("button", { type: "button", "aria-pressed": "false", title: level.hint || "One row for each span", "aria-label": "Zoom: " + level.title, onclick: function () { setLevel(index); } }, level.title);
});
story.summary = el("span.muted.summary", { role: "status" });
story.bar = el("div.storybar", null,
el("div.levels", { role: "group", "aria-label": "Zoom, from far to near" }, story.levelButtons),
story.summary,
el("span.spring"),
jump("‹ Flag", "Previous fault, misuse, broken rule, note or failure (p)", function () { nextFlag(-1); }),
jump("Flag ›", "Next fault, misuse, broken rule, note or failure (n)", function () { nextFlag(1); }),
jump("‹ Error", "Previous error: of an app, of a request, of a procedure, or a lost link (Shift+P)", function () { nextError(-1); }),
jump("Error ›", "Next error: of an app, of a request, of a procedure, or a lost link (Shift+N)", function () { nextError(1); }),
Faraday.capturebar.make(app));
story.map = el("canvas.minimap", { tabindex: "0", role: "slider", "aria-label": "Place in time", "aria-valuemin": "0", "aria-valuemax": "100", "aria-valuenow": "0" });
story.heads = el("div.heads", { "aria-hidden": "true" });
story.canvas = el("canvas.lanes", { "aria-hidden": "true" });
story.spacer = el("div.spacer");
story.list = el("div.rows", { role: "listbox", tabindex: "0", "aria-label": "Story, in order of time" }, story.spacer);
story.empty = el("p.empty", { hidden: true });
story.box = el("div.rowbox", null, story.list, story.canvas, story.empty);
story.mapLabel = el("div.maplabel", { hidden: true, "aria-hidden": "true" });
element.append(story.bar, el("div.mapbox", null, story.map, story.mapLabel), story.heads, story.box);
story.list.addEventListener("scroll", function () {
story.atEnd = story.list.scrollTop + story.list.clientHeight >= story.rows.count * rowHeight - rowHeight;
app.refresh();
}, { passive: true });
story.list.addEventListener("click", clicked);
story.list.addEventListener("dblclick", doubleClicked);
story.list.addEventListener("keydown", pressed);
story.box.addEventListener("wheel", wheel, { passive: false });
Faraday.minimap.control(story.map, story.mapLabel, showTime, function () { return story.rows.times[firstVisible()] || 0; });
app.on("filter", app.refresh);
app.on("select", function (id) { story.chain = id === null ? new Set() : new Set(Faraday.why(app.model, id).map(function (step) { return step.id; })); if (id !== null) reveal(id); });
panning();
app.on("loaded", function () { story.built = ""; showBeginning(); });
new ResizeObserver(app.refresh).observe(story.box);
}
function jump(text, title, act) { return el("button.quiet", { type: "button", title: title, "aria-label": title.replace(/[:(].*/, "").trim(), onclick: act }, text); }
function spoken() {
if (story.active < 0 || story.active >= story.rows.count) return "No row";
const said = describe(story.active);
return [said.time, said.who, said.badge, said.text, said.more].filter(Boolean).join(", ") + ", row " + (story.active + 1) + " of " + story.rows.count;
}
function held() {
if (!story.list || !story.rows.count) return null;
const top = firstVisible(), active = story.active >= 0 ? story.rows.record(story.active) : null;
return { record: app.model.records[anchorRecord(top)], inset: story.list.scrollTop - top * rowHeight, active: active === null ? null : app.model.records[active] };
}
function hold(held) {
if (!held) return;
const model = app.model, here = function (record) { return record && model.records[record.id] === record ? story.rows.rowOfRecord(record.id) : -1; };
story.built = "";
build();
story.active = here(held.active);
if (!story.atEnd) story.list.scrollTop = Math.max(0, (here(held.record) < 0 ? story.rows.rowAt(held.record.t) : here(held.record)) * rowHeight + held.inset);
}
function place() {
const now = held();
return now && now.record ? { record: app.model.numberOf(now.record), inset: now.inset } : null;
}
function goTo(place) {
build();
const id = app.model.placeOf(place.record), row = id < 0 ? -1 : story.rows.rowOfRecord(id);
if (row >= 0) story.list.scrollTop = row * rowHeight + place.inset;
}
function build() {
const model = app.model;
Faraday.clock.learn(model);
chooseLevel(model);
const level = Faraday.rows.levels[story.level];
if (app.loading && story.rows.count > 0 && performance.now() - story.builtAt < 400) return;
if (story.epoch !== model.epoch) { story.epoch = model.epoch; story.opened.clear(); story.talks.clear(); story.gaps.clear(); }
const view = story.level + filterKey();
if (story.gapsOf !== view) { story.gapsOf = view; story.gaps.clear(); }
const key = [model.epoch, model.records.length, model.failures.length, model.nodes.size, story.level, story.opened.size, story.folds, Faraday.clock.version, Faraday.logs.version, Faraday.state(app).id, filterKey()].join("|");
if (key === story.built) return;
story.built = key;
story.builtAt = performance.now();
story.rows = Faraday.rows.build(model, app.filter, level, level.talk ? story.talks : story.opened, story.gaps);
story.rows.span = level.span;
story.rows.rank = level.rank;
story.laneList = Faraday.lanes.list(model);
story.spacer.style.height = (story.rows.count ? story.rows.count + 2 : 0) * rowHeight + "px"; // the last row does not stick to the edge
story.pool.forEach(function (row) { row.shows = -1; });
showLevels();
}
function chooseLevel(model) {
if (story.isChosen) return;
const wanted = Faraday.talkRows.isFirst(model, app.loading) ? "talk" : "story";
story.level = Faraday.rows.levels.findIndex(function (each) { return each.id === wanted; });
}
function filterKey() { const f = app.filter; return [f.text, f.node, f.op, f.uuid].join("\u0001"); }
function showLevels() {
const duration = app.model.end;
Faraday.rows.levels.forEach(function (level, index) {
const button = story.levelButtons[index];
button.setAttribute("aria-pressed", String(index === story.level));
button.hidden = !!level.span && level.span * 3 > duration && index !== story.level;
});
const shown = story.rows.items.length - inGaps(), all = app.model.records.length;
story.summary.textContent = app.filter.active ? Faraday.format.count(shown, "record") + " found" : shown < all
? shown.toLocaleString("en") + " of " + Faraday.format.count(all, "record") : Faraday.format.count(all, "record");
story.empty.hidden = app.filter.active ? shown > 0 : story.rows.count > 0;
story.empty.textContent = app.loading ? Faraday.state(app).empty : app.filter.active ? "Nothing matches the filter." : all ? "No app, test or world says anything here: the " + Faraday.format.count(all, "record") + " of this feed are packets, at Conversation and nearer."
: Faraday.state(app).empty;
}
function inGaps() {
let sum = 0;
for (const [from, to] of Faraday.rows.levels[story.level].span ? [] : story.gaps) sum += to - from + 1;
return sum;
}
function update() {
const follow = app.live && story.atEnd;
build();
const box = story.list.getBoundingClientRect();
const height = story.list.clientHeight, width = story.list.clientWidth;
if (follow && story.list.scrollTop + height < story.rows.count * rowHeight - 1) story.list.scrollTop = story.rows.count * rowHeight;
story.atEnd = story.list.scrollTop + height >= story.rows.count * rowHeight - rowHeight;
const laneWidth = laneSpace(width);
story.box.style.setProperty("--lanes", laneWidth + "px");
if (box.height > 0) {
showRows(height);
showLanes(laneWidth, height, width);
showMap();
}
}
function laneSpace(width) {
const wanted = 40 + (story.laneList || []).length * 82;
return Math.round(width < 620 ? Math.max(96, width * 0.28) : Math.min(wanted, width * (width < 1000 ? 0.36 : 0.47)));
}
function showLanes(laneWidth, height, width) {
const placed = Faraday.lanes.place(story.laneList || [], laneWidth);
story.canvas.style.left = width - laneWidth + "px";
Faraday.chart.draw(story.canvas, { rows: story.rows, placed: placed, width: laneWidth, height: height, top: story.list.scrollTop });
showHeads(placed, laneWidth, width);
}
function showHeads(placed, laneWidth, width) {
const key = placed.list.map(function (lane) { return lane.id + lane.title + Math.round(lane.x); }).join() + width;
if (story.headsKey === key) return;
story.headsKey = key;
const left = width - laneWidth;
story.heads.replaceChildren.apply(story.heads, withRoom(placed.list, placed.gap).map(function (lane) {
const space = Math.max(placed.gap * (lane.kind === "air" || lane.kind === "app" ? 0.8 : 1), headWidth(lane) + 2);
return el("span.head." + lane.kind, { title: lane.full, style: "left:" + (left + lane.x) + "px" + (lane.title.length > 4 ? ";max-width:" + (space - 2) + "px" : "") }, lane.short && space < 40 ? lane.short : lane.title);
}));
}
const narrowHead = 22;
function headWidth(lane) { return lane.kind === "app" ? 14 : narrowHead; }
function withRoom(lanes, gap) {
if (gap > narrowHead) return lanes;
const kept = [];
for (const isApp of [false, true]) {
for (const lane of lanes) if ((lane.kind === "app") === isApp && kept.every(function (other) { return Math.abs(other.x - lane.x) >= (headWidth(lane) + headWidth(other)) / 2; })) kept.push(lane);
}
return kept;
}
function firstVisible() { return Math.max(0, Math.floor(story.list.scrollTop / rowHeight)); }
function lastVisible() { return Math.min(story.rows.count - 1, Math.floor((story.list.scrollTop + story.list.clientHeight) / rowHeight)); }
function showMap() {
const from = story.rows.times[firstVisible()] || 0, to = story.rows.times[Math.max(0, lastVisible())] || 0;
Faraday.minimap.draw(story.map, story.map.parentElement.clientWidth, { from: from, to: to });
const share = app.model.end ? Math.round(from / app.model.end * 100) : 0;
story.map.setAttribute("aria-valuenow", String(share));
story.map.setAttribute("aria-valuetext", Faraday.format.at(from) + " to " + Faraday.format.at(to) + Faraday.minimap.near(from, to));
}
function showRows(height) {
const first = firstVisible(), needed = Math.ceil(height / rowHeight) + 2;
while (story.pool.length < needed) {
const parts = { time: el("span.time"), who: el("span.who"), badge: el("span.badge"), text: el("span.text"), more: el("span.more.muted") };
const element = el("div.row", { role: "option" }, parts.time, parts.who, parts.badge, parts.text, parts.more);
story.spacer.append(element);
story.pool.push({ element: element, parts: parts, shows: -1, state: "" });
}
const size = story.pool.length;
turn(first - (story.first || 0), size);
story.first = first;
for (let k = 0; k < size; k++) fill(story.pool[k], first + k);
const active = story.active >= first && story.active < first + size && story.active < story.rows.count ? "row-" + story.active : null;
if (active) story.list.setAttribute("aria-activedescendant", active); else story.list.removeAttribute("aria-activedescendant");
}
function turn(by, size) {
if (by > 0 && by < size) {
const gone = story.pool.splice(0, by);
story.pool.push.apply(story.pool, gone);
story.spacer.append.apply(story.spacer, gone.map(function (place) { return place.element; }));
} else if (by < 0 && -by < size) {
const gone = story.pool.splice(size + by);
story.pool.unshift.apply(story.pool, gone);
story.spacer.prepend.apply(story.spacer, gone.map(function (place) { return place.element; }));
}
}
function fill(place, row) {
const element = place.element;
if (row >= story.rows.count) { element.hidden = true; place.shows = -1; return; }
const mark = markOf(row), selected = mark === " selected";
const state = mark + (row === story.active ? " active" : "");
if (place.shows !== row) {
place.shows = row;
element.hidden = false;
element.id = "row-" + row;
element.style.transform = "translateY(" + row * rowHeight + "px)";
element.dataset.row = row;
const said = describe(row);
place.tone = "row " + said.tone + (said.fold ? " fold" : "");
for (const name of ["time", "who", "badge", "text", "more"]) {
const text = said[name] || "";
if (place.parts[name].textContent !== text) place.parts[name].textContent = text;
}
place.parts.text.title = said.text;
element.setAttribute("aria-posinset", row + 1);
element.setAttribute("aria-setsize", story.rows.count);
place.state = null;
}
if (place.state !== state) {
place.state = state;
element.className = place.tone + state;
element.setAttribute("aria-selected", String(selected));
}
}
function describe(row) {
const kind = story.rows.types[row];
if (kind === type.talk) {
const entry = story.rows.talk[story.rows.at[row]], said = Faraday.talkText.describe(app.model, entry);
if (said.badge === "▸" && story.talks.has(entry.id)) said.badge = "▾";
return said;
}
return kind === type.log ? Faraday.logs.describe(story.rows.logs[story.rows.at[row]]) : Faraday.rowText.describe(app.model, story.rows, row);
}
function markOf(row) {
if (app.selected === null) return "";
const kind = story.rows.types[row];
if (kind === type.gap || kind === type.failure || kind === type.ending || kind === type.log) return "";
if (story.rows.rowOfRecord(app.selected) === row) return story.rows.has(app.selected) ? " selected" : " before";
if (kind === type.record && story.chain.has(story.rows.items[story.rows.at[row]])) return " cause";
return "";
}
function scrollToRow(row, share) {
story.list.scrollTop = Math.max(0, row * rowHeight - story.list.clientHeight * share);
}
function showTime(t) {
scrollToRow(story.rows.rowAt(t), 0.4);
app.setTime(t);
}
function showBeginning() {
update();
if (app.model.failures.length) showFailure(0);
}
function showFailure(number) {
build();
for (let row = 0; row < story.rows.count; row++) {
if (story.rows.types[row] !== type.failure || story.rows.at[row] !== number) continue;
story.active = row;
scrollToRow(row, 0.72);
app.refresh();
return;
}
}
function reveal(id) {
if (app.view !== story) return;
build();
const row = story.rows.rowOfRecord(id);
if (row < 0) return;
story.active = row;
const y = row * rowHeight, top = story.list.scrollTop, height = story.list.clientHeight;
if (y < top + rowHeight || y > top + height - 2 * rowHeight) scrollToRow(row, 0.4);
}
function step(by) {
build();
let row = story.active < 0 ? firstVisible() : story.active + by;
row = Math.max(0, Math.min(story.rows.count - 1, row));
activate(row);
}
function activate(row) {
story.active = row;
const y = row * rowHeight, top = story.list.scrollTop, height = story.list.clientHeight;
if (y < top) story.list.scrollTop = y;
else if (y + rowHeight > top + height) story.list.scrollTop = y + rowHeight - height;
const id = story.rows.record(row);
if (story.rows.types[row] === type.failure) Faraday.detailPane.showFailure(story.rows.at[row]);
else if (story.rows.types[row] === type.ending) Faraday.detailPane.showEnding(story.rows.at[row]);
else if (story.rows.types[row] === type.log) Faraday.logs.select(app, story.rows.logs[story.rows.at[row]]);
else if (id !== null && story.rows.types[row] !== type.span) { app.select(id); app.setTime(app.model.records[id].t); }
app.refresh();
}
function open(row) {
const kind = story.rows.types[row], id = story.rows.record(row);
if (kind === type.talk) {
if (story.rows.amount[row] < 2) return;
if (!story.talks.delete(id)) story.talks.add(id);
story.folds += 1;
app.refresh();
return;
}
if (kind === type.repeat) {
let first = row;
while (first > 0 && story.rows.types[first - 1] === type.repeat && story.rows.step[first - 1] === story.rows.step[row] && row - first + 1 < story.rows.step[row]
&& story.rows.at[first - 1] === story.rows.at[first] - 1) first--;
for (let k = 0; k < story.rows.step[row]; k++) for (const each of story.rows.ids(first + k)) story.opened.add(each);
app.refresh();
} else if (kind === type.span) { setLevel(story.level + 1, id); }
else if (kind === type.gap) { toggleGap(row); }
}
function toggleGap(row) {
const amount = story.rows.amount[row];
if (amount <= 0 || Faraday.rows.levels[story.level].span) return;
const at = story.rows.items[story.rows.at[row]];
if (story.rows.step[row] === 1) story.gaps.delete(at); else story.gaps.set(at - amount, at - 1);
story.folds += 1;
app.refresh();
}
function rowOfEvent(event) {
const element = event.target.closest(".row");
return element ? Number(element.dataset.row) : -1;
}
function clicked(event) {
const row = rowOfEvent(event);
if (row < 0) return;
if (event.target.classList.contains("badge") && (story.rows.types[row] === type.repeat || story.rows.types[row] === type.talk)) { open(row); return; }
activate(row);
if (story.rows.types[row] === type.gap) open(row);
}
function doubleClicked(event) { const row = rowOfEvent(event); if (row >= 0 && story.rows.types[row] !== type.gap) open(row); }
function pressed(event) {
if (event.ctrlKey || event.metaKey || event.altKey) return;
const page = Math.max(1, Math.floor(story.list.clientHeight / rowHeight) - 1);
const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key];
if (by !== undefined) step(by);
else if (event.key === "Enter" || event.key === " " || event.key === "ArrowRight") { if (story.active >= 0) { activate(story.active); open(story.active); } }
else return;
event.preventDefault();
}
function panning() {
let from = null;
story.list.addEventListener("pointerdown", function (event) {
const lanes = story.list.clientWidth - parseFloat(story.box.style.getPropertyValue("--lanes"));
const x = event.clientX - story.list.getBoundingClientRect().left;
if (event.pointerType !== "mouse" || event.button !== 0 || x < lanes || x > story.list.clientWidth) return;
from = { y: event.clientY, top: story.list.scrollTop };
});
window.addEventListener("pointermove", function (event) {
if (!from) return;
if (!(event.buttons & 1)) { from = null; return; }
story.list.scrollTop = from.top + from.y - event.clientY;
});
window.addEventListener("pointerup", function () { from = null; });
}
let turned = 0;
function wheel(event) {
if (!event.ctrlKey && !event.metaKey) return;
event.preventDefault();
turned += event.deltaY;
if (Math.abs(turned) < 60) return;
const by = turned > 0 ? -1 : 1;
turned = 0;
const y = event.clientY - story.list.getBoundingClientRect().top;
zoom(by, Math.floor((story.list.scrollTop + y) / rowHeight), y);
}
function zoom(by, row, y) {
const levels = Faraday.rows.levels;
let next = story.level + by;
while (levels[next] && story.levelButtons[next].hidden) next += by;
if (!levels[next]) return;
const anchor = row === undefined ? story.active >= 0 ? story.active : firstVisible() : Math.min(row, story.rows.count - 1);
setLevel(next, anchorRecord(anchor), y);
}
function anchorRecord(row) {
for (let k = row; k >= 0; k--) { const id = story.rows.record(k); if (id !== null) return id; }
return 0;
}
function setLevel(index, anchor, y) {
if (typeof index === "string") index = Faraday.rows.levels.findIndex(function (each) { return each.id === index; });
if (!Faraday.rows.levels[index]) return;
story.isChosen = true;
if (anchor === undefined) anchor = app.selected !== null ? app.selected : anchorRecord(story.active >= 0 ? story.active : firstVisible());
story.level = index;
story.active = -1;
build();
const row = Math.max(0, story.rows.rowOfRecord(anchor));
story.active = Math.min(row, story.rows.count - 1);
story.list.scrollTop = Math.max(0, row * rowHeight - (y === undefined ? story.list.clientHeight * 0.4 : y));
app.say(Faraday.rows.levels[index].title + ": " + story.summary.textContent);
app.emit("zoom");
app.refresh();
}
function nextFlag(way) { next(way, "flag", Faraday.marks.isFlag, type.failure); }
function nextError(way) { next(way, "error", Faraday.marks.isError, type.talk); }
function next(way, word, test, kind) {
build();
const from = story.active >= 0 ? story.active : way > 0 ? firstVisible() - 1 : lastVisible() + 1;
for (let row = from + way; row >= 0 && row < story.rows.count; row += way) {
if (kind === type.talk && story.rows.types[row] === kind ? !Faraday.talkText.error(app.model, story.rows.talk[story.rows.at[row]]) : story.rows.types[row] !== kind && !holds(row, test)) continue;
activate(row);
scrollToRow(row, 0.5);
return;
}
app.say("No " + word + (way > 0 ? " after this" : " before this"));
}
function holds(row, test) {
if (story.rows.record(row) === null) return false;
return story.rows.ids(row).some(function (id) { return test(app.model.records[id]); });
}
Faraday.view(story);
})();

"""#
}
