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
const status = app.model.status || {};
const state = status.ended ? "ended" : app.connected === false ? "lost" : status.paused ? "paused" : status.pace ? "paced" : "running";
const key = state + status.pace;
if (key === shown) return;
shown = key;
const words = { ended: "Ended", lost: "Not connected", paused: status.pace ? "Paused" : "The test waits", paced: "At " + status.pace + "× real time", running: "Running" };
const parts = [el("span.state." + state, { role: "status" }, words[state])];
if (state === "paused") parts.push(status.pace ? command("Resume", "resume") : command("Continue", "continue"), command("Run 1 s", "run 1s"));
if (state === "paced") parts.push(command("Pause", "pause"), command("Half", "pace " + status.pace / 2), command("Double", "pace " + status.pace * 2));
bar.replaceChildren.apply(bar, parts);
}
function command(title, line) { return el("button", { type: "button", title: line, onclick: function () { app.tell(line); } }, title); }
Faraday.liveBar = { start: start };
})();

"""#
}
