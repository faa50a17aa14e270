// Generated from Inspector/Page/operations.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let operationsJS = #"""
(function () {
"use strict";
const kinds = {
connect: "Connect", discoverServices: "Discover services", discoverIncludedServices: "Discover included services",
discoverCharacteristics: "Discover characteristics", discoverDescriptors: "Discover descriptors",
readCharacteristic: "Read", writeCharacteristic: "Write with response", setNotify: "Subscribe or unsubscribe",
readDescriptor: "Read descriptor", writeDescriptor: "Write descriptor", readRSSI: "Read RSSI",
cancelConnection: "Disconnect", openChannel: "Open channel", add: "Publish service", startAdvertising: "Start advertising",
publishChannel: "Publish channel", unpublishChannel: "Withdraw channel", scan: "First discovery of a scan",
};
const states = new WeakMap();
Faraday.operations = function (model) {
let state = states.get(model);
if (!state || state.epoch !== model.epoch) {
state = { epoch: model.epoch, next: 0, waiting: [], done: [], byKind: new Map() };
states.set(model, state);
}
const calls = (isCapture(model) ? model.requests : model.calls) || [];
while (state.next < calls.length) {
const call = calls[state.next++];
if (call.att || kinds[call.kind]) state.waiting.push(call);
}
state.waiting = state.waiting.filter((call) => !finish(state, call, model));
return state;
};
function isCapture(model) { return !!model.header && model.header.origin === "capture"; }
function finish(state, call, model) {
if (call.up === null || call.up === undefined) return !!call.ended; // stopped, or lost with its link
const from = model.records[call.down].t, to = model.records[call.up].t;
const kind = call.att || call.kind;
const done = { kind, t: to, length: to - from, call, error: call.error };
state.done.push(done);
let list = state.byKind.get(kind);
if (!list) state.byKind.set(kind, list = []);
list.push(done);
return true;
}
Faraday.summary = function (lengths) {
const sorted = Float64Array.from(lengths).sort();
const at = (part) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))];
return { count: sorted.length, minimum: sorted[0], median: at(0.5), high: at(0.95), maximum: sorted[sorted.length - 1] };
};
Faraday.operationSource = (model) => (isCapture(model) ? "From an ATT request to its answer, at the host of this capture" : "From an app's call to its callback");
Faraday.operationName = (kind) => kinds[kind] || kind;
})();

"""#
}
