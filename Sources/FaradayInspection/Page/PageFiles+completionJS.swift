// Generated from Inspector/Page/completion.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let completionJS = #"""
(function () {
"use strict";
const el = Faraday.el, most = 12;
const comparisons = { number: ["=", "!=", "<", "<=", ">", ">="], named: ["=", "!=", "~"], text: ["=", "!=", "~"], uuid: ["=", "!=", "~"], flag: ["=", "!="] };
let input = null, box = null, app = null, choices = [], active = -1, act = null;
function start(theApp, theInput, changed) {
app = theApp; input = theInput; act = changed;
box = el("ul", { id: "completion", role: "listbox", "aria-label": "What may stand here", hidden: true });
for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"], ["aria-controls", "completion"]]) input.setAttribute(name, value);
input.after(box);
input.addEventListener("input", open);
input.addEventListener("blur", close);
input.addEventListener("keydown", pressed);
box.addEventListener("pointerdown", function (event) {
const option = event.target.closest("[role=option]");
event.preventDefault(); // the line keeps the focus
if (option) accept(Number(option.dataset.at));
});
}
function pressed(event) {
if (box.hidden) return;
const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
if (step) mark((active + step + choices.length + (active < 0 && step < 0 ? 1 : 0)) % choices.length);
else if ((event.key === "Enter" || event.key === "Tab") && active >= 0) accept(active);
else if (event.key === "Escape") close();
else { if (event.key === "Enter" || event.key === "Tab") close(); return; }
event.preventDefault();
event.stopImmediatePropagation();
}
function open() {
choices = propose(input.value.slice(0, input.selectionStart));
active = -1;
box.hidden = choices.length === 0;
input.setAttribute("aria-expanded", String(!box.hidden));
input.removeAttribute("aria-activedescendant");
box.replaceChildren.apply(box, choices.map(function (each, at) {
return el("li", { role: "option", id: "completion-" + at, "aria-selected": "false", "data-at": at }, el("b", each.text), el("span", each.hint));
}));
}
function close() {
box.hidden = true;
input.setAttribute("aria-expanded", "false");
input.removeAttribute("aria-activedescendant");
}
function mark(at) {
active = at;
Array.from(box.children).forEach(function (option, index) { option.setAttribute("aria-selected", String(index === at)); });
input.setAttribute("aria-activedescendant", "completion-" + at);
box.children[at].scrollIntoView({ block: "nearest" });
}
function accept(at) {
const chosen = choices[at], end = input.selectionStart;
input.setRangeText(chosen.put, end - chosen.typed, end, "end");
open();
act();
}
function propose(before) {
const list = Faraday.query.tokens(before), last = list[list.length - 1];
if (!last || /\s$/.test(before)) return last ? after(list) : [];
if (last.type === "operator") return values(list[list.length - 2], last, "", 0);
if (last.type !== "word" && last.type !== "open") return [];
const operator = list[list.length - 2];
if (operator && operator.type === "operator") return values(list[list.length - 3], operator, last.text, last.to - last.from);
const keyed = /^-?(\w+):(.*)$/.exec(last.text);
if (keyed) return ofKey(keyed[1], keyed[2]);
return best(words(), last.text).map(function (each) { return { text: each[0], hint: each[1], put: each[0] + (each[0].endsWith(":") ? "" : " "), typed: last.text.length }; });
}
function words() {
return Faraday.fields.list.map(function (field) { return [field.name, field.hint]; })
.concat(Faraday.Filter.keys.map(function (key) { return [key + ":", "as a key: " + key + ":…"]; }), [["not", "what follows does not hold"]]);
}
function after(list) {
const last = list[list.length - 1], before = list[list.length - 2];
if (last.type === "operator") return values(before, last, "", 0);
const field = last.type === "word" && (!before || before.type !== "operator") ? Faraday.fields.named(last.text) : null;
if (field && last.text.length > 2) return comparisons[field.kind].map(function (each) { return { text: each, hint: "", put: each + " ", typed: 0 }; });
if (before && before.type === "operator") return [["and", "both must hold"], ["or", "one must hold"]].map(function (each) { return { text: each[0], hint: each[1], put: each[0] + " ", typed: 0 }; });
return [];
}
function values(name, operator, typed, size) {
const field = name && Faraday.fields.named(name.text);
if (!field) return [];
return best(Faraday.fields.values(app.model, field), typed).map(function (each) {
return { text: each[0], hint: each[1] ? Faraday.format.count(each[1], "record") : "", put: quoted(each[0]) + " ", typed: size };
});
}
const keyFields = { device: "device", uuid: "uuid", op: "op", layer: "layer", flag: "flag", app: "app" };
function ofKey(key, typed) {
const field = keyFields[key] && Faraday.fields.named(keyFields[key]);
const found = field ? Faraday.fields.values(app.model, field) : [];
if (key === "op") found.sort(function (a, b) { return wordsOf(a[0]) - wordsOf(b[0]); });
return field ? best(found, typed).map(function (each) { return { text: each[0], hint: Faraday.format.count(each[1], "record"), put: quoted(each[0]) + " ", typed: typed.length }; }) : [];
}
function wordsOf(text) { return text.split(/_|(?=[A-Z][a-z])/).length; }
function best(list, typed) {
const wanted = typed.toLowerCase().replace(/^"/, "");
const rank = function (text) {
const low = text.toLowerCase();
if (low.startsWith(wanted)) return 0;
return new RegExp("[_. ]" + escape(wanted)).test(low) || new RegExp("[a-z]" + escape(wanted[0].toUpperCase() + wanted.slice(1))).test(text) ? 1 : low.includes(wanted) ? 2 : 3;
};
return list.map(function (each, at) { return [each[0], each[1], wanted ? rank(String(each[0])) : 0, at]; })
.filter(function (each) { return each[2] < 3 && each[0].toLowerCase() !== wanted; })
.sort(function (a, b) { return a[2] - b[2] || a[3] - b[3]; }).slice(0, most);
}
function escape(text) { return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"); }
function quoted(text) { return /^[\w.:-]+$/.test(text) ? text : "\"" + text.replace(/"/g, "") + "\""; }
Faraday.completion = { start: start, propose: propose };
})();

"""#
}
