// Generated from Inspector/Page/mapzoom.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let mapzoomJS = #"""
(function () {
"use strict";
const { button } = Faraday.parts, most = 60;
function make(view) {
const zoom = { state: { k: 1, x: 0, y: 0 }, pointers: new Map() };
zoom.element = Faraday.el("div.views-zoom", { role: "group", "aria-label": "Zoom of the map" },
button("+", () => zoom.by(1.5), { "aria-label": "Zoom in", title: "Zoom in (+ on the map)" }), button("−", () => zoom.by(1 / 1.5), { "aria-label": "Zoom out", title: "Zoom out (− on the map)" }),
button("Fit", () => set(1, 0, 0), { "aria-label": "Fit: show the whole map", title: "Show the whole map (0 on the map)" }));
const set = (k, x, y) => {
const size = view.projection;
const limit = (shift, length) => Math.max(-length * k / 2, Math.min(length * k / 2, shift));
zoom.state = k === 1 ? { k: 1, x: 0, y: 0 } : { k, x: limit(x, size.width), y: limit(y, size.height) };
view.app.refresh();
};
zoom.to = set;
zoom.pan = (dx, dy) => { if (zoom.state.k > 1) set(zoom.state.k, zoom.state.x + dx, zoom.state.y + dy); };
zoom.by = (factor, x, y) => {
const { k, x: shiftX, y: shiftY } = zoom.state, next = Math.max(1, Math.min(most, k * factor)), size = view.projection;
if (!size) return;
const middle = { x: size.width / 2, y: (size.height + size.top) / 2 }, share = next / k, at = { x: x ?? middle.x, y: y ?? middle.y };
set(next < 1.01 ? 1 : next, at.x - middle.x - (at.x - middle.x - shiftX) * share, at.y - middle.y - (at.y - middle.y - shiftY) * share);
};
listen(view, zoom);
return zoom;
}
function listen(view, zoom) {
const { picture } = view, place = (event) => { const box = picture.getBoundingClientRect(); return { x: event.clientX - box.left, y: event.clientY - box.top }; };
picture.addEventListener("wheel", (event) => {
const scroller = picture.closest(".views-air");
if (!event.ctrlKey && !event.metaKey && scroller.scrollHeight > scroller.clientHeight + 1) return;
event.preventDefault();
const at = place(event);
zoom.by(Math.exp(-event.deltaY / 300), at.x, at.y);
}, { passive: false });
picture.addEventListener("pointerdown", (event) => {
if (view.drag) return;
zoom.pointers.set(event.pointerId, place(event));
if (!event.target.closest("[data-node]")) picture.setPointerCapture(event.pointerId);
});
picture.addEventListener("pointermove", (event) => {
const before = zoom.pointers.get(event.pointerId);
if (!before || view.drag) return;
const now = place(event), other = [...zoom.pointers].find(([id]) => id !== event.pointerId);
zoom.pointers.set(event.pointerId, now);
if (other) {
const [, fixed] = other, length = (point) => Math.max(10, Math.hypot(point.x - fixed.x, point.y - fixed.y));
zoom.by(length(now) / length(before), (now.x + fixed.x) / 2, (now.y + fixed.y) / 2);
} else zoom.pan(now.x - before.x, now.y - before.y);
});
for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, (event) => zoom.pointers.delete(event.pointerId));
picture.addEventListener("keydown", (event) => {
const factor = { "+": 1.5, "=": 1.5, "-": 1 / 1.5, "0": 0 }[event.key];
if (factor === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
event.preventDefault();
event.stopPropagation();
if (factor) zoom.by(factor); else zoom.to(1, 0, 0);
view.app.say("Zoom " + Number(zoom.state.k.toFixed(1)) + " times");
});
picture.addEventListener("focusin", (event) => {
const node = event.target.closest("[data-node]"), at = node && view.placed.get(Number(node.dataset.node)), size = view.projection;
if (at && zoom.state.k > 1 && (at.x < 20 || at.y < 20 || at.x > size.width - 20 || at.y > size.height - 20)) zoom.pan(size.width / 2 - at.x, size.height / 2 - at.y);
});
}
Faraday.mapZoom = make;
})();

"""#
}
