// Generated from Inspector/Page/live.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let liveJS = #"""
(function () {
"use strict";
const el = Faraday.el;
let app = null, bar = null, shown = "";
function start(theApp) {
app = theApp;
if (!app.live) return;
bar = Faraday.byId("livebar");
bar.hidden = false;
app.on("change", show);
show();
}
function show() {
const state = Faraday.state(app), id = state.id, key = id + state.pace;
if (key === shown) return;
if (id === "ended" || id === "lost" || performance.now() - (app.saidAt || 0) > 1000) app.say("");
shown = key;
const parts = [el("span.state." + id, { role: "status" }, state.bar)];
if (id === "paused" || id === "waits") parts.push(id === "paused" ? command("Resume", "resume") : command("Continue", "continue"), command("Run 1 s", "run 1s"));
if (id === "paced") parts.push(command("Pause", "pause"), command("Half", "pace " + state.pace / 2), command("Double", "pace " + state.pace * 2));
bar.replaceChildren.apply(bar, parts);
}
const says = { Half: "Half the speed", Double: "Twice the speed", "Run 1 s": "Let it run for 1 second" };
function command(title, line) { return el("button", { type: "button", title: line, "aria-label": says[title] ? title + ": " + says[title] : null, onclick: function () { app.tell(line); } }, title); }
Faraday.liveBar = { start: start };
})();

"""#
}
