// Generated from Inspector/Page/filter.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let filterJS = #"""
(function () {
"use strict";
const keys = {
device: function (record, value) { return has(record.name, value) || has(record.peer, value) || hasNode(record.to, value); },
uuid: function (record, value) {
return has(record.uuid, value) || has(record.characteristic, value) || has(record.service, value) || has(record.text, value);
},
op: function (record, value) { return has(record.kind, value) || has(record.att, value); },
layer: function (record, value) { return has(record.stair, value) || has(Faraday.format.layers[record.stair], value); },
flag: function (record, value) { return value === "" ? !!record.flag : has(record.flag, value); },
app: function (record, value) { return has(record.app, value); },
error: function (record, value) {
const found = Faraday.errors.of(record);
return value === "" ? !!record.error || !!record.flag || found !== null : has(record.error, value) || has(found, value) || has(record.flag, value);
},
};
function has(text, value) { return typeof text === "string" && text.toLowerCase().includes(value); }
function hasNode(node, value) {
return typeof node === "number" && has(Faraday.format.name(node), value);
}
const alone = /"[^"]*"?|(^|\s)(-?(?:error|flag)):(?=\s|$)/g;
function parse(text) {
const terms = [];
const pattern = /(-?)(?:(\w+):)?(?:"([^"]*)"?|(\S+))/g;
text = text.replace(alone, function (all, before, key) { return key ? before + key + ':""' : all; });
let found;
while ((found = pattern.exec(text)) !== null) {
const key = found[2] && keys[found[2]] ? found[2] : null;
const value = found[3] !== undefined ? found[3] : found[4];
terms.push({ key: key, not: found[1] === "-", value: (found[2] && !key ? found[2] + ":" + value : value).toLowerCase() });
}
return terms;
}
class Filter {
constructor() { this.text = ""; this.node = null; this.op = ""; this.uuid = ""; this.terms = []; this.refresh(); }
get active() { return this.terms.length > 0 || this.node !== null || this.op !== "" || this.uuid !== ""; }
set(change) { Object.assign(this, change); this.refresh(); }
refresh() { this.terms = parse(this.text); }
test(record) {
if (this.node !== null && record.node !== this.node && record.to !== this.node) {
if (record.peer !== Faraday.format.name(this.node)) return false;
}
if (this.op !== "" && record.kind !== this.op && record.att !== this.op) return false;
if (this.uuid !== "" && !keys.uuid(record, this.uuid.toLowerCase())) return false;
for (const term of this.terms) {
if (matches(record, term) === term.not) return false;
}
return true;
}
}
function matches(record, term) {
if (term.key) return keys[term.key](record, term.value);
return has(record.text, term.value) || has(record.name, term.value) || has(record.kind, term.value)
|| has(record.uuid, term.value) || has(record.att, term.value) || has(record.meaning, term.value) || has(record.bytes, term.value);
}
Faraday.Filter = Filter;
})();

"""#
}
