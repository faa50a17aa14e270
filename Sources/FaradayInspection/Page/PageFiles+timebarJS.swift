// Generated from Inspector/Page/timebar.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let timebarJS = #"""
(function () {
"use strict";
const el = Faraday.el;
const { svg, button, choice, colour } = Faraday.parts;
const paces = [[0.01, "1/100"], [0.1, "1/10"], [1, "as fast as real time"], [10, "10 times"], [60, "60 times"], [600, "600 times"]];
class TimeBar {
constructor(app) {
this.app = app;
this.pace = null;
this.playing = false;
this.play = button("Play", () => this.toggle(), { class: "views-play", "data-focus": "play", "aria-label": "Play time" });
this.slider = el("input", { type: "range", min: "0", max: "2000", step: "1", value: "2000", "aria-label": "Time of the page" });
this.slider.addEventListener("input", () => this.set(Number(this.slider.value)));
this.text = el("output.views-time");
this.end = button(app.live ? "Now" : "End", () => { this.stop(); app.setTime(null); }, { title: app.live ? "Follow the world" : "Go to the end of the trace", "aria-label": app.live ? "Now: follow the world" : "End of the trace" });
this.strip = svg("svg", { class: "views-timestrip", height: 14, "aria-hidden": "true" });
this.speed = el("span");
this.element = el("div.views-timebar", this.play, this.speed, el("div.views-slide", this.strip, this.slider), this.text, this.end);
this.slider.addEventListener("pointerdown", () => this.stop());
}
get range() { return Faraday.endOf(this.app.model); }
set(value) {
const { start, end } = this.range;
this.app.setTime(value >= 2000 ? (this.app.live ? null : end) : Math.round(start + (end - start) * value / 2000));
}
toggle() {
if (this.playing) { this.stop(); return; }
const { start, end } = this.range;
if (this.app.time === null || this.app.time >= end) this.app.setTime(start);
this.playing = true;
this.last = performance.now();
requestAnimationFrame((now) => this.step(now));
}
stop() { this.playing = false; this.show(); }
step(now) {
if (!this.playing) return;
const time = (this.app.time ?? this.range.start) + (now - this.last) * 1e6 * this.pace;
this.last = now;
if (time >= this.range.end) { this.playing = false; this.app.setTime(this.app.live ? null : this.range.end); return; }
this.app.setTime(Math.round(time));
requestAnimationFrame((next) => this.step(next));
}
show() {
const { start, end } = this.range, time = this.app.time;
if (this.pace === null && end > start && !this.app.loading) this.choosePace((end - start) / 1e9);
this.play.textContent = this.playing ? "Pause" : "Play";
this.play.setAttribute("aria-label", this.play.textContent + " time");
const value = time === null ? 2000 : 2000 * (time - start) / Math.max(1, end - start);
if (document.activeElement !== this.slider || Math.abs(value - Number(this.slider.value)) > 1) this.slider.value = String(Math.round(value));
const text = Faraday.format.at(time ?? end);
this.text.textContent = time === null && this.app.live ? `${Faraday.state(this.app).id === "ended" ? "end" : Faraday.state(this.app).id === "lost" ? "last known" : "live"}, ${text}` : text;
this.slider.setAttribute("aria-valuetext", this.text.textContent);
this.drawStrip(start, end);
}
choosePace(seconds) {
this.pace = (paces.find(([pace]) => seconds / pace <= 40) || paces[paces.length - 1])[0];
this.speed.replaceChildren(choice("Speed", paces, this.pace, (value) => { this.pace = Number(value); }));
}
drawStrip(start, end) {
const width = this.strip.clientWidth, model = this.app.model;
const key = [model.epoch, width, this.app.live ? Math.floor(end / 1e9) : end, (model.links || []).length].join("/");
if (!width || key === this.key) return;
this.key = key;
const x = (time) => 8 + (time - start) / Math.max(1, end - start) * (width - 16);
const parts = [];
(model.links || []).slice(0, 500).forEach((link, number) => {
parts.push(svg("rect", { x: x(link.from), width: Math.max(2, x(link.to ?? end) - x(link.from)), y: 6 + 3 * (number % 2), height: 3, rx: 1.5, fill: colour(number) }));
});
for (const node of Faraday.places.read(model).nodes.values()) {
for (const change of [...node.places, ...node.power].slice(0, 300)) parts.push(svg("path", { class: "views-moved", d: `M${x(change.t)},0l3,4h-6z` }));
}
this.strip.replaceChildren(...parts);
}
}
Faraday.TimeBar = TimeBar;
})();

"""#
}
