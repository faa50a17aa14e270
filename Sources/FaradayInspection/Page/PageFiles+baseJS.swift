// Generated from Inspector/Page/base.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let baseJS = #"""
var Faraday = window.Faraday || {};
window.Faraday = Faraday;
(function () {
"use strict";
Faraday.el = function (what, attributes) {
const parts = what.split(".");
const element = document.createElement(parts[0] || "div");
if (parts.length > 1) element.className = parts.slice(1).join(" ");
let first = 1;
if (isAttributes(attributes)) { setAttributes(element, attributes); first = 2; }
for (let i = first; i < arguments.length; i++) append(element, arguments[i]);
return element;
};
function isAttributes(value) {
return value && typeof value === "object" && !(value instanceof Node) && !Array.isArray(value);
}
function setAttributes(element, attributes) {
for (const name of Object.keys(attributes)) {
const value = attributes[name];
if (value === null || value === undefined || value === false) continue;
if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
else if (name === "style") element.style.cssText = value;
else element.setAttribute(name, value === true ? "" : String(value));
}
}
function append(element, child) {
if (child === null || child === undefined || child === false) return;
if (Array.isArray(child)) { for (const each of child) append(element, each); return; }
element.append(child instanceof Node ? child : document.createTextNode(String(child)));
}
Faraday.byId = function (id) { return document.getElementById(id); };
Faraday.views = Faraday.views || [];
Faraday.view = function (view) {
Faraday.views.push(view);
if (Faraday.app && Faraday.app.addView) Faraday.app.addView(view);
};
Faraday.copy = function (text) {
if (navigator.clipboard && window.isSecureContext) {
return navigator.clipboard.writeText(text).catch(function () { return copyBySelection(text); });
}
return Promise.resolve(copyBySelection(text));
};
function copyBySelection(text) {
const area = Faraday.el("textarea", { style: "position:fixed;left:-99em", "aria-hidden": "true" });
area.value = text;
document.body.append(area);
area.select();
document.execCommand("copy");
area.remove();
}
Faraday.copyButton = function (text, label) {
const button = Faraday.el("button.quiet.copy", { type: "button", "aria-label": "Copy " + (label || "text") }, "Copy");
button.addEventListener("click", function () {
Faraday.copy(text).then(function () {
button.textContent = "Copied";
setTimeout(function () { button.textContent = "Copy"; }, 1500);
});
});
return button;
};
})();

"""#
}
