// Generated from Inspector/Page/told.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let toldJS = #"""
(function () {
"use strict";
const key = "faraday-told " + location.pathname;
function start(app) {
if (!app.live) return;
try { app.told = JSON.parse(sessionStorage.getItem(key)) || []; } catch (error) { /* not allowed, or not ours */ }
app.on("told", function () {
try { sessionStorage.setItem(key, JSON.stringify(app.told.slice(-500))); } catch (error) { /* not kept */ }
});
}
function swift(app) { return app.told.filter((each) => each.ok && each.swift).map((each) => each.swift).join("\n"); }
function save(app) {
const link = Faraday.el("a", { href: URL.createObjectURL(new Blob([swift(app) + "\n"], { type: "text/plain" })), download: "lines.swift" });
link.click();
setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
Faraday.told = { start, swift, save };
})();

"""#
}
