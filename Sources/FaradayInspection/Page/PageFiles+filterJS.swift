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
op: function (record, value) { return begins(record.kind, value) || begins(record.att, value) || (record.stair === "port" && begins(/^(?:manager \d+: )?(\w+)/.exec(record.text)?.[1], value)); },
layer: function (record, value) { return has(record.stair, value) || has(Faraday.format.layers[record.stair], value); },
flag: function (record, value) { return value === "" ? !!record.flag : has(record.flag, value); },
app: function (record, value) { return has(record.app, value); },
error: function (record, value) {
const found = Faraday.errors.of(record) || silence(record);
return value === "" ? !!record.error || !!record.flag || found !== null : has(record.error, value) || has(found, value) || has(record.flag, value);
},
};
function silence(record) {
const model = Faraday.app && Faraday.app.model;
if (!model || record.stair !== "air" || model.records[record.id] !== record) return null;
return Faraday.conversation(model).gone.get(record.id) || null;
}
function has(text, value) { return typeof text === "string" && text.toLowerCase().includes(value); }
function hasNode(node, value) {
return typeof node === "number" && has(Faraday.format.name(node), value);
}
function begins(text, value) {
if (typeof text !== "string") return false;
const words = text.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase().split(/[_ ]+/), wanted = value.replace(/[_ ]/g, "");
return words.some(function (each, at) { return words.slice(at).join("").startsWith(wanted); });
}
class Filter {
constructor() { this.text = ""; this.node = null; this.op = ""; this.uuid = ""; this.terms = []; this.problem = null; this.refresh(); }
get active() { return this.terms.length > 0 || this.node !== null || this.op !== "" || this.uuid !== ""; }
set(change) { Object.assign(this, change); this.refresh(); }
refresh() {
const found = Faraday.query.parse(this.text, keys);
this.problem = found.problem;
this.terms = found.test ? [found.test] : [];
}
test(record) {
if (this.node !== null && record.node !== this.node && record.to !== this.node) {
if (record.peer !== Faraday.format.name(this.node)) return false;
}
if (this.op !== "" && record.kind !== this.op && record.att !== this.op) return false;
if (this.uuid !== "" && !keys.uuid(record, this.uuid.toLowerCase())) return false;
return this.terms.every(function (term) { return term(record); });
}
}
Filter.keys = Object.keys(keys);
Faraday.Filter = Filter;
})();

"""#
}
