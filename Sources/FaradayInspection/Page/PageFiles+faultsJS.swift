// Generated from Inspector/Page/faults.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let faultsJS = #"""
(function () {
"use strict";
const format = Faraday.format;
const longest = 6e10;    // later than this nothing is taken for an effect
const reach = 4000;      // records that a search passes over at most
const operations = {
scanReport: ["scan report", ["discovered"], ["scan"]], connect: ["connection", ["connected", "failedToConnect"], ["connect"]], exchangeMTU: ["MTU exchange", [], []],
discoverServices: ["service discovery", ["servicesDiscovered"], ["discoverServices"]],
discoverIncludedServices: ["discovery of included services", ["includedServicesDiscovered"], ["discoverIncludedServices"]],
discoverCharacteristics: ["characteristic discovery", ["characteristicsDiscovered"], ["discoverCharacteristics"]],
discoverDescriptors: ["descriptor discovery", ["descriptorsDiscovered"], ["discoverDescriptors"]],
read: ["read", ["characteristicValue", "descriptorValue"], ["readCharacteristic", "readDescriptor"]],
write: ["write", ["characteristicWritten", "descriptorWritten"], ["writeCharacteristic", "writeDescriptor"]],
writeWithoutResponse: ["write without response", [], []], subscribe: ["subscription", ["notifyStateChanged"], ["setNotify"]],
notification: ["notification", ["characteristicValue"], []], rssi: ["RSSI reading", ["rssi"], ["readRSSI"]],
pairingStep: ["pairing step", ["characteristicValue", "characteristicWritten", "notifyStateChanged", "descriptorWritten"], []],
openChannel: ["opening of a channel", ["channelOpened"], ["openChannel"]], channelData: ["channel data", [], []], closeChannel: ["closing of a channel", [], []],
startAdvertising: ["start of advertising", ["advertisingStarted"], ["startAdvertising"]], publish: ["publication", ["serviceAdded"], ["add"]],
};
const units = { hours: 3.6e12, minutes: 6e10, seconds: 1e9, milliseconds: 1e6, microseconds: 1e3, nanoseconds: 1 };
function parse(text) {
const found = /^(?:FAULT )?\.(\w+)\(((?:[^()"]|"[^"]*"|\([^()]*\))*)\)(.*)\.(\w+)\(((?:[^()"]|"[^"]*"|\([^()]*\))*)\)$/.exec(text || "");
if (!found) return null;
const nth = /\.nth\((\d+)\)/.exec(found[3]), every = /\.every\((\d+)\)/.exec(found[3]);
return { operation: found[1], arguments: found[2], nth: nth ? Number(nth[1]) : null, every: every ? Number(every[1]) : null, effect: found[4], given: found[5] };
}
function time(text) {
const found = /\.(\w+)\((\d+)\)/.exec(text || "");
return found && units[found[1]] ? Number(found[2]) * units[found[1]] : null;
}
function swift(record) { return record.text.replace(/^FAULT /, ""); }
function plain(record) {
const fault = parse(record.text);
if (!fault) return swift(record);
const effect = effectWords(fault, record.name);
if (!effect) return swift(record);
if (fault.operation === "at" || whole[fault.effect]) return effect;
const known = operations[fault.operation];
if (!known) return swift(record);
const uuid = /^"([^"]*)"/.exec(fault.arguments) || /(?:to|service): "([^"]*)"/.exec(fault.arguments);
const which = fault.nth !== null && fault.nth > 1 ? ordinal(fault.nth) + " " : fault.every !== null ? "every " + ordinal(fault.every) + " " : "";
const begin = which.startsWith("every") ? which : "the " + which;
const noun = known[0] + (uuid && /^[0-9A-F-]{4,}$/i.test(uuid[1]) ? (/write|subscription/.test(known[0]) ? " to " : " of ") + format.uuid(uuid[1]) : "");
const owner = record.name || "";
return (owner && !which && !uuid ? "the " + owner + "'s " + noun : begin + noun + (owner ? " at " + owner : "")) + " " + effect;
}
function ordinal(number) {
const last = number % 100 > 10 && number % 100 < 14 ? 0 : number % 10;
return number + (["th", "st", "nd", "rd"][last] || "th");
}
const whole = { turnsDeviceOff: true, resetsDevice: true, turnsRadioOff: true, restartsBluetooth: true, suspendsApp: true, endsApp: true, losesBond: true, losesCache: true };
function effectWords(fault, name) {
const length = time(fault.given), off = length === null ? "" : " for " + format.duration(length);
const who = name || "the device";
switch (fault.effect) {
case "isDelayed": return length === null ? null : "comes " + format.duration(length) + " late";
case "fails": return "fails: " + spaced(fault.given);
case "isNeverAnswered": return "is never answered";
case "isWedged": return "hangs, and all after it";
case "hasMTU": return "gives an MTU of " + fault.given;
case "isLost": return "is lost";
case "isDoubled": return "comes twice";
case "isRepeated": return "comes " + fault.given + " times";
case "isOvertaken": return "comes after the next one";
case "isCorrupted": return "comes with wrong bytes";
case "isEmpty": return "comes empty";
case "isCut": return "is cut to " + fault.given.replace(/\D/g, "") + " bytes";
case "hasValue": return "comes with another value";
case "isAsLongAsPossible": return "comes with the longest value";
case "dropsLink": return fault.operation === "at" ? who + "'s link ends (" + spaced(fault.given) + ")" : "ends the link (" + spaced(fault.given) + ")";
case "turnsDeviceOff": return who + " is off" + (off || " from now on");
case "resetsDevice": return who + " restarts";
case "turnsRadioOff": return "Bluetooth of " + who + " is off" + off;
case "restartsBluetooth": return "Bluetooth of " + who + " restarts";
case "suspendsApp": return "the app on " + who + " is suspended" + off;
case "endsApp": return "the system ends the app on " + who;
case "losesBond": return who + " loses its bond";
case "losesCache": return who + " forgets the services of its peers";
}
return null;
}
function spaced(text) { return text.replace(/\.([a-z])/g, "$1").replace(/([a-z])([A-Z])(?=[a-z])/g, function (all, a, b) { return a + " " + b.toLowerCase(); }); }
const links = { dropsLink: true, turnsDeviceOff: true, resetsDevice: true, turnsRadioOff: true, restartsBluetooth: true };
function effects(model, id) {
const record = model.records[id], fault = parse(record.text);
if (!fault) return [];
const found = [];
const length = time(fault.given);
if (fault.effect === "isDelayed" && length !== null) delayed(model, record, fault, record.t + length, found);
else if (links[fault.effect] || fault.effect === "isWedged") ended(model, record, found);
else if (fault.effect === "endsApp" || fault.effect === "suspendsApp") appEnds(model, record, found);
else answered(model, record, fault, found);
if (/isNeverAnswered|isWedged|isLost|dropsLink/.test(fault.effect)) unanswered(model, record, fault, found);
const seen = new Set();
return found.filter(function (each) { return !seen.has(each.id) && seen.add(each.id); }).sort(function (a, b) { return a.id - b.id; }).slice(0, 12);
}
function delayed(model, record, fault, t, found) {
const wanted = (operations[fault.operation] || [null, []])[1];
for (let i = model.indexAt(t); i < model.records.length && model.records[i].t === t; i++) {
const other = model.records[i];
if (other.stair === "port" && other.dir === "up" && wanted.includes(other.kind) && concerns(record, other)) { found.push({ id: i, word: "So late came this callback" }); return; }
}
}
function concerns(record, other) { return other.peer === record.name || other.node === record.node; }
function ended(model, record, found) {
const endings = model.joins.endings;
for (const link of endings.links) {
const from = model.records[link.from].t;
if (link.from > record.id || link.to === null || link.to < record.id) continue;
if (link.peer !== record.name && link.node !== record.node) continue;
const end = model.records[link.to];
if (from > record.t || end.t - record.t > longest || link.why === "closed") continue;
found.push({ id: link.to, word: link.why === "off" ? "The link with " + link.peer + " ended, without didDisconnect" : "The link ended, " + format.duration(end.t - record.t) + " later" });
}
for (const event of endings.events) {
if (event.id < record.id || !found.some(function (each) { return each.id === event.id; })) continue;
for (const call of event.calls) found.push({ id: call.down, word: "This call gets no callback" });
}
for (const call of model.calls) {
if (call.kind !== "connect" || call.peer !== record.name || call.up !== null) continue;
if (model.records[call.down].t - record.t < longest && (call.lost === null || call.lost.id > record.id)) found.push({ id: call.down, word: "This call has no answer" });
}
state(model, record, found);
}
function state(model, record, found) {
for (let i = record.id + 1; i < model.records.length && model.records[i].t === record.t; i++) {
const other = model.records[i];
if (other.stair === "port" && other.kind === "stateChanged" && other.node === record.node) found.push({ id: i, word: "The app is told" });
}
}
function appEnds(model, record, found) {
for (let i = record.id + 1; i < model.records.length && model.records[i].t === record.t; i++) {
const other = model.records[i];
if (other.node === record.node && /^(termination|closed|appState)$/.test(other.kind)) found.push({ id: i, word: "At once" });
}
}
function answered(model, record, fault, found) {
const wanted = (operations[fault.operation] || [null, []])[1];
const last = Math.min(model.records.length - 1, record.id + reach);
const uuid = /^"([^"]*)"/.exec(fault.arguments);
for (let i = record.id + 1; i <= last; i++) {
const other = model.records[i];
if (other.t - record.t > longest) return;
if (other.stair !== "port" || other.dir !== "up" || !concerns(record, other)) continue;
if (other.kind === "disconnected") { found.push({ id: i, word: "The link ended, " + format.duration(other.t - record.t) + " later" }); return; }
if (!wanted.includes(other.kind) || (fault.effect === "fails" && !other.error)) continue;
if (uuid && other.uuid && Faraday.format.shortUUID(uuid[1]) !== Faraday.format.shortUUID(other.uuid)) continue;
found.push({ id: i, word: "The app was told so" });
return;
}
}
function unanswered(model, record, fault, found) {
const wanted = (operations[fault.operation] || [null, [], []])[2];
for (let i = model.calls.length - 1; i >= 0; i--) {
const call = model.calls[i];
if (call.down > record.id) continue;
if (record.id - call.down > reach) return;
if (!wanted.includes(call.kind) || call.up !== null || call.peer !== record.name) continue;
if (call.lost && call.lost.id < record.id) continue;
found.push({ id: call.down, word: "This call has no answer" });
return;
}
}
function because(model, record) {
if (record.stair !== "port") return null;
let tried = 0;
for (let i = model.flags.length - 1; i >= 0 && tried < 60; i--) {
const id = model.flags[i];
if (model.records[id].flag !== "fault") continue;
tried += 1;
if (effects(model, id).some(function (each) { return each.id === record.id; })) return id;
}
return null;
}
Faraday.faults = { parse: parse, plain: plain, swift: swift, effects: effects, because: because };
})();

"""#
}
