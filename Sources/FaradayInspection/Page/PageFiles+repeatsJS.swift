// Generated from Inspector/Page/repeats.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let repeatsJS = #"""
(function () {
"use strict";
Faraday.repeats = Faraday.reading(function () {
return {
ids: new Set(), last: new Map(),
add(record) {
if (record.stair !== "air" || record.kind !== "data" || typeof record.access !== "number") return;
const hex = record.raw || record.bytes;
if (typeof hex !== "string" || hex.length < 4) return;
const link = record.access >>> 0, before = this.last.get(link) || {}, head = parseInt(hex.substr(0, 2), 16);
const said = (head & 0xEB) + hex.slice(2);
if (before[record.node] === said) this.ids.add(record.id);
before[record.node] = said;
this.last.set(link, before);
},
};
});
Faraday.isRepeated = function (record) { return Faraday.repeats(Faraday.app.model).ids.has(record.id); };
})();

"""#
}
