// Generated from Inspector/Page/keys.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let keysJS = #"""
(function () {
"use strict";
const el = Faraday.el;
let app = null;
const help = [
["?", "This help"], ["/", "Search"], ["1 … 9", "Choose a view"], ["t", "Light or dark"], ["Esc", "Close help, details or search"],
["↑ ↓  or  k j", "Next and previous row"], ["Page Up, Page Down, Home, End", "Further"], ["Enter", "Unfold what a row sums up"],
["+  −", "Zoom: from hours to single frames (also Ctrl and wheel)"], ["n  p", "Next and previous flag: fault, misuse, broken rule, note, failure"], ["N  P", "Next and previous error: of an app, of a request or procedure, or a lost link"],
["r", "Times of a capture count from the selected record"], ["f", "To the failure"], ["w", "To the cause of the selected record"], ["e", "To what it led to"],
["+  −  0", "On the map: zoom, and the whole map"],
];
const words = [
["word", "in text, names, values and bytes"], ["device:HR-1", "what a device sent, got or is named in"], ["app:\"app 2\"", "the calls, callbacks and states of an app"], ["uuid:2A37", "a service or characteristic"],
["op:connect", "operations of which a word begins so: connect, READ_REQ"], ["layer:hci", "app, world, hci or air"], ["flag:misuse", "misuse, fault, broken, note; flag: alone finds all"],
["error:", "all errors, refused requests and procedures, lost links, flags; error:auth those with that word"], ["-word", "without"], ["\"two words\"", "together"],
["time = 22:13:20", "what happened in that second; also 22:13, 22:13:20.5, 2023-11-14T22:13"], ["rssi < -80", "a field, compared with =, !=, <, <=, >, >= or ~ (contains)"], ["att.handle = 0x0012", "fields are offered while you type"], ["and or not ( )", "side by side means and"],
];
function start(theApp) {
app = theApp;
document.addEventListener("keydown", pressed);
Faraday.byId("help").addEventListener("click", showHelp);
const box = Faraday.byId("helpbox");
box.append(el("div.helphead", null, el("h2", { id: "helptitle" }, "Help"), el("button.quiet", { type: "button", "aria-label": "Close help", onclick: function () { box.close(); } }, "✕")),
el("p", "Each row is one thing that happened. Calls go from an app to its phone, callbacks come back dashed; frames cross the air; bars are links. "
+ "Select a row to see all its fields, the same packet on other layers, and why it happened."),
el("h3", "Keys"), choice(), table(help), el("h3", "Search"), table(words));
box.addEventListener("click", function (event) { if (event.target === box) box.close(); });
}
function table(list) { return el("dl.keys", list.map(function (each) { return [el("dt", el("kbd", each[0])), el("dd", each[1])]; })); }
function showHelp() { const box = Faraday.byId("helpbox"); if (box.open) box.close(); else box.showModal(); }
function pressed(event) {
if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
if (event.key === "Escape" && !typing && !Faraday.byId("helpbox").open) { Faraday.detailPane.close(); return; }
if (typing || !areOn || Faraday.byId("helpbox").open && event.key !== "?") return;
const act = keys[event.key] || viewKey(event.key);
if (!act) return;
event.preventDefault();
const before = Faraday.byId("message").textContent;
act();
speak(event.key, before);
}
function speak(key, before) {
if (viewKey(key)) app.speak("View " + app.view.title);
else if (key === "t") app.speak(document.documentElement.dataset.theme === "dark" ? "Dark" : "Light");
else if ("jknpNPf".includes(key) && Faraday.byId("message").textContent === before) app.speak(Faraday.story.spoken());
else if ("we".includes(key) && app.selected !== null && Faraday.byId("message").textContent === before) app.speak(spokenRecord(app.model.records[app.selected]));
}
function spokenRecord(record) { return [Faraday.format.at(record.t), record.name, Faraday.rowText.plain(app.model, record)].filter(Boolean).join(", "); }
let areOn = true;
function choice() {
try { areOn = localStorage.getItem("faraday-keys") !== "off"; } catch (error) { /* not allowed */ }
const box = el("input", { type: "checkbox", id: "singlekeys", onchange: function () {
areOn = box.checked;
try { localStorage.setItem("faraday-keys", areOn ? "on" : "off"); } catch (error) { /* not remembered */ }
} });
box.checked = areOn;
return el("p", el("label", null, box, " Keys of one character (letters, digits, signs) do something"));
}
function viewKey(key) {
const view = app.views.find(function (each) { return each.key === key; });
return view ? function () { app.show(view.id); } : null;
}
function inStory(act) { return function () { app.show("story"); act(); }; }
const keys = {
"?": showHelp, "/": function () { Faraday.searchBar.focus(); }, "t": function () { app.changeTheme(); },
"j": inStory(function () { Faraday.story.step(1); }), "r": inStory(function () { Faraday.capturebar.fromSelected(); }), "k": inStory(function () { Faraday.story.step(-1); }),
"+": inStory(function () { Faraday.story.zoom(1); }), "=": inStory(function () { Faraday.story.zoom(1); }), "-": inStory(function () { Faraday.story.zoom(-1); }),
"n": inStory(function () { Faraday.story.nextFlag(1); }), "p": inStory(function () { Faraday.story.nextFlag(-1); }),
"N": inStory(function () { Faraday.story.nextError(1); }), "P": inStory(function () { Faraday.story.nextError(-1); }),
"f": inStory(function () { Faraday.story.showFailure(0); }), "w": function () { go(1); }, "e": function () { go(-1); },
};
function go(way) {
if (app.selected === null) return;
const step = way > 0 ? Faraday.why(app.model, app.selected)[1] : Faraday.why.leads(app.model, app.selected);
if (step) app.select(step.id); else app.say(way > 0 ? "Nothing in the trace caused this" : "Nothing in the trace follows from this");
}
Faraday.keys = { start: start };
})();

"""#
}
