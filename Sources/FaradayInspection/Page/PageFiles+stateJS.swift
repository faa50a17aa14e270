// Generated from Inspector/Page/state.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let stateJS = #"""
(function () {
"use strict";
function state(app) {
const status = app.model.status || {}, reading = app.loading ? "Reading…" : null;
const made = function (id, bar, head, acts, empty) { return { id: id, bar: bar, head: head, acts: acts, empty: reading || empty || "Nothing has happened yet.", pace: status.pace || null }; };
if (!app.live) return made("report", "", "", false, "This feed has no records.");
if (status.ended && (!app.loading || !app.connected)) return made("ended", "Ended", "the world has ended", false, "Nothing happened in this world.");
if (app.connected === undefined) return made("connecting", "Connecting…", "connecting", false);
if (!app.connected) return made("lost", "Not connected", "not connected: the program does not answer or was stopped", false, "The program cannot be reached.");
if (app.loading) return made("reading", "Reading…", "reading what happened before", true);
if (status.paused) return status.pace ? made("paused", "Paused", "paused", true) : made("waits", "The test waits", "the test waits in pause()", true);
return status.pace ? made("paced", "At " + status.pace + "× real time", "live", true) : made("runs", "The test runs", "live, as fast as the test runs it", true);
}
Faraday.state = state;
})();

"""#
}
