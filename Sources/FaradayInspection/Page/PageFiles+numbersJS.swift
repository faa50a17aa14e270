// Generated from Inspector/Page/numbers.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let numbersJS = #"""
(function () {
"use strict";
const el = Faraday.el;
const { table, choice, note, short, svg, colour, refresh, paced } = Faraday.parts;
Faraday.view({
id: "numbers", title: "Numbers", key: "4",
mount(element, app) {
this.bar = el("div.views-bar");
this.list = el("div.views-plots");
element.append(el("div.views.views-numbers", this.bar, this.list));
this.pair = "";
this.makers = [signal, throughput, interval, loss, sending];
this.plots = null;
this.latency = el("div");
this.radio = el("section.views-card", { "aria-label": "Radio on-time" });
},
update(app) {
const model = app.model;
const key = [model.epoch, model.records.length, app.loading, this.pair].join("/");
paced(this, app, key, this.pair, () => this.draw(app));
if (!this.plots) return;
for (const plot of this.plots) plot.setCursor(app.time);
this.drawRadio(app);
},
draw(app) {
const model = app.model, range = Faraday.endOf(model), pairs = pairChoices(model);
refresh(this.bar, JSON.stringify(pairs), () => [
choice("Show", [["", "All nodes and links"], ...pairs], this.pair, (value) => { this.pair = value; app.refresh(); }),
note("Click into a plot to set the time of the page" + (Faraday.clock.isCapture() ? "." : "; time is virtual time.")),
]);
const view = { app, model, from: range.start, to: Math.max(range.end, range.start + 1), pair: this.pair };
const options = [...this.makers, latencyOverTime].map((make) => ({ app, from: view.from, to: view.to, ...make(view) }));
if (!this.plots) {
this.plots = options.map((each) => Faraday.plot(each));
const cards = this.plots.map((plot, place) => el("section.views-card", { "aria-label": options[place].title }, plot.element));
const last = cards.pop();
last.prepend(this.latency);
this.list.append(cards[0], cards[1], last, el("div.views-stack", cards[2], cards[3]), this.radio, cards[4]);
} else this.plots.forEach((plot, place) => plot.set(options[place]));
const { done, waiting } = Faraday.operations(model);
refresh(this.latency, [model.epoch, this.pair, done.length, waiting.length].join("/"), () => latency(view));
},
drawRadio(app) {
const shown = [this.pacedKey, app.time].join("/");
refresh(this.radio, shown, () => radioParts(app, this.pair));
},
});
const mostPairs = 24;
function heardMost(model) {
return [...Faraday.places.read(model).pairs.values()].sort((a, b) => b.length - a.length).slice(0, mostPairs);
}
function pairChoices(model) {
const found = new Map();
for (const pair of heardMost(model)) {
const [a, b] = pair.from < pair.to ? [pair.from, pair.to] : [pair.to, pair.from];
if (!found.has(b + "|" + a)) found.set(a + "|" + b, `${Faraday.nodeName(model, a)} and ${Faraday.nodeName(model, b)}`);
}
return [...found].sort((a, b) => (a[1] < b[1] ? -1 : 1));
}
function wanted(view, a, b) {
return view.pair === "" || view.pair === a + "|" + b || view.pair === b + "|" + a;
}
function arrow(model, from, to) { return `${Faraday.nodeName(model, from)} to ${Faraday.nodeName(model, to)}`; }
function signal(view) {
const series = [];
for (const pair of heardMost(view.model)) {
if (!wanted(view, pair.from, pair.to)) continue;
series.push({ name: arrow(view.model, pair.from, pair.to), points: pair, shape: "line", gap: 3e9 });
}
return {
title: "Signal (RSSI)", unit: "dBm", series,
absent: "No packet in this trace has a measured signal.",
note: "As the receiver measures it. A gap is a time in which nothing was received.",
};
}
function throughput(view) {
const series = [];
for (const flow of Faraday.measuresOf(view.model).flows.values()) {
if (!wanted(view, flow.from, flow.to)) continue;
const points = Faraday.perSecond(flow.points, view.from, view.to, 160);
series.push({ name: `${arrow(view.model, flow.from, flow.to)} (${flow.total.toLocaleString("en")} bytes in all)`, points, shape: "step", width: points.width });
}
const width = series.length ? Faraday.format.duration(series[0].width) : "";
return {
title: "Throughput of values", unit: "bytes/s", zero: true, series,
absent: "No value was read, written or notified on a link.",
note: `Bytes of values of ATT (reads, writes, notifications, indications) and of L2CAP channels, without headers; the mean of each ${width}.`,
};
}
function interval(view) {
const state = Faraday.measuresOf(view.model);
const series = [];
for (const link of state.events.values()) {
if (!wanted(view, link.a, link.b) || !link.spacing.length) continue;
series.push({ name: `${names(view, link)}: measured`, points: link.spacing, shape: "dots" });
}
for (const agreed of state.intervals.values()) {
if (!wanted(view, agreed.a, agreed.b)) continue;
series.push({ name: `${names(view, agreed)}: agreed`, points: agreed.points, shape: "step" });
}
return {
title: "Connection interval", unit: "ms", log: true, series,
absent: "There was no link, or its packets are not in this trace.",
note: "Measured: from the first packet of one connection event to that of the next; a multiple means that events had no packet. Agreed: what the link's parameters say.",
};
}
function names(view, link) {
return `${Faraday.nodeName(view.model, link.a)} and ${Faraday.nodeName(view.model, link.b)}`;
}
function loss(view) {
const series = [], rows = [];
for (const way of Faraday.measuresOf(view.model).pairs.values()) {
if (!wanted(view, way.from, way.to)) continue;
const name = arrow(view.model, way.from, way.to);
rows.push([name, way.count.toLocaleString("en"), way.lost.length.toLocaleString("en"), short(100 * way.lost.length / way.count) + " %"]);
series.push({ name, points: Faraday.lossShare(way, view.from, view.to, 120), shape: "line", gap: 5e9 });
}
return {
title: "Lost packets of links", unit: "%", zero: true, series,
rows: () => rows, heads: ["From, to", "Packets", "Lost", "Share"],
absent: "This trace has no packets of links on the air.",
note: lossNote(rows),
};
}
function lossNote(rows) {
const some = rows.filter((row) => row[2] !== "0");
if (!some.length) return "No packet of a link was lost.";
return some.slice(0, 6).map((row) => `${row[0]}: ${row[2]} of ${row[1]} lost (${row[3]})`).join(". ") + ".";
}
function sending(view) {
const series = [];
for (const [number, node] of [...Faraday.radio(view.model).nodes].sort((a, b) => a[0] - b[0])) {
if (view.pair !== "" && !view.pair.split("|").includes(String(number)) || !node.sent.length) continue;
const points = Faraday.perSecond(node.sent, view.from, view.to, 160);
for (let i = 0; i < points.length; i++) points.values[i] /= 1e7;
series.push({ name: Faraday.nodeName(view.model, number), points, shape: "step" });
}
return {
title: "Sending, share of time", unit: "%", zero: true, series, absent: "This trace has no packets on the air.",
note: "How much of each moment a node's radio sends, by the length of its packets on the air.",
};
}
function wantedOperations(view) {
const state = Faraday.operations(view.model);
return [...state.byKind.entries()].map(([kind, all]) => [kind, all.filter((done) => operationWanted(view, done))]).filter(([, all]) => all.length);
}
function latency(view) {
const lists = wantedOperations(view), waiting = Faraday.operations(view.model).waiting.length;
const head = el("figcaption", el("strong", "Latency of operations"));
if (!lists.length) return [head, note("No operation was answered in this trace.")];
const rows = lists.map(([kind, all]) => {
const sum = Faraday.summary(all.map((done) => done.length));
const slowest = all.reduce((a, b) => (b.length > a.length ? b : a));
return [Faraday.operationName(kind), sum.count, Faraday.format.duration(sum.median), Faraday.format.duration(sum.high),
Faraday.parts.toRecord(view.app, slowest.call.down, Faraday.format.duration(sum.maximum)), strip(all, lists)];
});
return [head, table(Faraday.operationSource(view.model), ["Operation", "Count", "Median", "95 %", "Longest", "Each one"], rows),
note("Each one: a mark for each, on one scale from 1 µs up; each line is 10 times the one before." + (waiting ? ` ${waiting} more ${waiting === 1 ? "has" : "have"} no answer so far.` : ""))];
}
function latencyOverTime(view) {
const series = wantedOperations(view).map(([kind, all]) => {
const points = new Faraday.Series();
for (const done of all) points.push(done.t, done.length / 1e6);
return { name: Faraday.operationName(kind), points, shape: "dots" };
});
return { title: "Latency over time", unit: "ms", log: true, series, absent: "", note: "At the time of the answer. What is answered at once is on the lowest line." };
}
function operationWanted(view, done) {
if (view.pair === "") return true;
const ends = view.pair.split("|").map((end) => Faraday.nodeName(view.model, Number(end)));
const name = Faraday.nodeName(view.model, done.call.node);
return ends.includes(name) && (!done.call.peer || ends.includes(done.call.peer));
}
function strip(all, lists) {
const longest = Math.max(1e6, ...lists.flatMap(([, list]) => list.map((done) => done.length)));
const low = 3, high = Math.log10(longest) + 0.1, width = 200;
const x = (length) => 4 + (Math.log10(Math.max(1e3, length)) - low) / (high - low) * (width - 8);
const picture = svg("svg", { width, height: 18, class: "views-strip", role: "img", "aria-label": `${all.length} marks` });
for (let power = 3; power < high; power++) picture.append(svg("line", { class: "views-grid", x1: x(10 ** power), x2: x(10 ** power), y1: 0, y2: 18 }));
const places = new Set(all.map((done) => Math.round(x(done.length) * 2) / 2));
for (const place of places) picture.append(svg("circle", { cx: place, cy: 9, r: 3, class: "views-stripmark" }));
return picture;
}
function radioParts(app, pair) {
const model = app.model, state = Faraday.radio(model), range = Faraday.endOf(model);
const until = app.time === null ? range.end : app.time;
const whole = Math.max(1, until - range.start);
const rows = [], bars = [];
for (const [number, node] of [...state.nodes].sort((a, b) => a[0] - b[0])) {
if (pair !== "" && !pair.split("|").includes(String(number))) continue;
const sent = node.sentTotal.at(until) || 0, received = node.receivedTotal.at(until) || 0;
const heard = Faraday.listened(node, until);
if (!node.sent.length && !node.received.length && !node.listening.length) continue;
const name = Faraday.nodeName(model, number);
rows.push([name, Faraday.format.duration(sent), Faraday.format.duration(received),
heard.known ? Faraday.format.duration(heard.time) : node.listening.length ? "unknown" : "none asked for",
share(sent + received + heard.time, whole)]);
bars.push({ name, parts: [sent, received, heard.time] });
}
if (!rows.length) return [el("h2.views-title", "Radio on-time"), note("This trace has no packets of the air and no commands of hosts.")];
const assumed = state.assumed ? ` ${state.assumed.toLocaleString("en")} packets don't say their PHY and count as LE 1M.` : "";
return [
el("figcaption", el("strong", `Radio on-time until ${Faraday.format.at(until)}`)),
barChart(bars),
table("Radio on-time by node", ["Node", "Sending", "Receiving packets", "Listening in scan windows", "Share of time"], rows),
note("Sending and receiving follow from each packet's length and PHY; scan windows from what hosts set. Not counted: listening in connection events "
+ "when nothing comes, after advertisements, and between windows of a chip's own. So these are lower bounds, and no measure of energy." + assumed),
];
}
function share(part, whole) {
const percent = 100 * part / whole;
return percent > 0 && percent < 0.01 ? "less than 0.01 %" : short(percent) + " %";
}
function barChart(bars) {
const most = Math.max(1, ...bars.map((bar) => bar.parts.reduce((a, b) => a + b)));
const names = ["Sending", "Receiving", "Scan windows"];
const list = bars.map((bar) => el("div.views-barrow", el("span", bar.name),
el("div.views-barline", bar.parts.map((part, number) => el("span", { style: `width:${100 * part / most}%;background:${colour(number)}` })))));
return el("div", { role: "img", "aria-label": "Bars of the table below" },
el("ul.views-legend", names.map((name, number) => el("li", el("span.views-swatch", { style: `background:${colour(number)}` }), name))), list);
}
})();

"""#
}
