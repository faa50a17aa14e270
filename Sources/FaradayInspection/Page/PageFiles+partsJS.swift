// Generated from Inspector/Page/parts.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let partsJS = #"""
(function () {
"use strict";
const svgNamespace = "http://www.w3.org/2000/svg";
const el = Faraday.el;
function svg(tag, attributes, ...children) {
const element = document.createElementNS(svgNamespace, tag);
for (const [name, value] of Object.entries(attributes || {})) {
if (value === null || value === undefined || value === false) continue;
if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
else element.setAttribute(name, value === true ? "" : value);
}
for (const child of children) if (child !== null && child !== undefined) element.append(child);
return element;
}
function table(caption, heads, rows, limit) {
const most = limit || 500;
const head = el("tr", heads.map((text) => el("th", { scope: "col" }, text)));
const body = el("tbody", rows.slice(0, most).map((cells) => el("tr", cells.map(cell))));
const made = el("div.views-scroll", { tabindex: "0", role: "region", "aria-label": caption },
el("table.views-table", el("caption", caption), el("thead", head), body));
if (rows.length <= most) return made;
return el("div", made, note(`The first ${most} of ${rows.length.toLocaleString("en")} rows are shown.`));
}
function cell(content, place) {
const shown = content === null || content === undefined ? "" : content;
return place === 0 ? el("th", { scope: "row" }, shown) : el("td", shown);
}
function note(text) { return el("p.views-note", text); }
function button(text, action, attributes) {
return el("button", { type: "button", onclick: action, ...attributes }, text);
}
function choice(text, choices, current, action) {
const select = el("select", { onchange: (event) => action(event.target.value) });
for (const [value, name] of choices) {
const option = el("option", { value: value }, name);
if (String(value) === String(current)) option.selected = true;
select.append(option);
}
return el("label.views-field", el("span", text), select);
}
function refresh(element, key, make) {
if (element.viewsKey === key) return false;
element.viewsKey = key;
const focused = element.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
const scrolled = [...element.querySelectorAll(".views-scroll")].filter((each) => each.scrollTop).map((each) => [each.getAttribute("aria-label"), each.scrollTop]);
const made = make();
element.replaceChildren(...(Array.isArray(made) ? made.flat(3).filter(Boolean) : [made]));
if (focused) element.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
for (const [label, top] of scrolled) {
const same = element.querySelector(`.views-scroll[aria-label="${CSS.escape(label)}"]`);
if (same) same.scrollTop = top;
}
return true;
}
function paced(view, app, key, hurry, draw) {
if (view.pacedKey === key) return;
const wait = 500 - (performance.now() - (view.pacedAt || 0));
if (app.live && wait > 0 && view.pacedHurry === hurry) {
if (!view.pacedTimer) view.pacedTimer = setTimeout(() => { view.pacedTimer = null; app.refresh(); }, wait);
return;
}
view.pacedKey = key;
view.pacedHurry = hurry;
view.pacedAt = performance.now();
draw();
}
function copyButton(text, get) {
const made = button(text, () => {
Faraday.copy(get()).then(() => {
made.textContent = "Copied";
setTimeout(() => { made.textContent = text; }, 1500);
});
});
return made;
}
function toRecord(app, index, text, what) {
return button(text, () => app.select(index), { class: "views-link", title: "Select this record", "aria-label": typeof text === "string" ? (what ? what + " " : "") + text + ", record " + index : null });
}
function short(number) {
if (!Number.isFinite(number)) return "";
const size = Math.abs(number);
return String(Number(number.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2)));
}
function colour(number) { return `var(--views-series-${(number % 8) + 1})`; }
Faraday.parts = { svg, table, note, button, choice, refresh, paced, copyButton, toRecord, short, colour };
})();

"""#
}
