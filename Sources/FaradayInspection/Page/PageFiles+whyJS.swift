// Generated from Inspector/Page/why.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let whyJS = #"""
(function () {
"use strict";
const reach = 6000;      // records that a search passes over at most
const longest = 24;      // steps of a chain
function why(model, id) {
const chain = [{ id: id, word: "" }];
const seen = new Set([id]);
let record = model.records[id];
while (record && chain.length < longest) {
const step = cause(model, record, chain.length > 1);
if (!step || seen.has(step.id)) break;
seen.add(step.id);
chain.push(step);
if (step.last || (chain.length === 2 && isOpen(model, id))) break;
record = model.records[step.id];
}
return chain;
}
function cause(model, record, within) {
if (record.stair === "port") return record.dir === "up" ? callback(model, record) : within ? null : call(model, record);
if (record.stair === "hci") return record.kind === "acl" ? packet(model, record) : record.dir === "up" ? event(model, record) : command(model, record);
if (record.stair === "air") return frame(model, record);
return null;
}
function back(model, from, test) {
const last = Math.max(0, from - reach);
for (let i = from; i >= last; i--) {
const answer = test(model.records[i]);
if (answer) return model.records[i];
if (answer === null) return null;
}
return null;
}
function forward(model, from, test) {
const last = Math.min(model.records.length - 1, from + reach);
for (let i = from; i <= last; i++) {
const answer = test(model.records[i]);
if (answer) return model.records[i];
if (answer === null) return null;
}
return null;
}
function sameInstant(model, record, test) {
return back(model, record.id - 1, function (other) {
if (other.t !== record.t) return null;
return other.node === record.node && test(other);
});
}
function isUp(other) { return other.stair === "hci" && other.dir === "up" && !/^Number Of Completed|^Command (Status|Complete)/.test(other.text); }
function isAnyUp(other) { return other.stair === "hci" && other.dir === "up"; }
function callback(model, record) {
const joined = model.joins.callOf.get(record.id);
const answer = joined ? sameInstant(model, record, function (other) { return answers(model, other, joined.kind); }) : null;
if (answer) return { id: answer.id, word: "The host had received this packet" };
const packet = sameInstant(model, record, isUp) || sameInstant(model, record, isAnyUp);
if (packet) return { id: packet.id, word: packet.kind === "acl" ? "The host had received this packet" : "The controller had reported this" };
const world = sameInstant(model, record, function (other) { return other.stair === "world"; });
if (world) return { id: world.id, word: "This happened in the world" };
if (joined && joined.down < record.id) return { id: joined.down, word: "It answers this call, " + later(record.t - model.records[joined.down].t) };
return null;
}
function answers(model, other, kind) {
if (other.stair !== "hci" || other.kind !== "acl" || other.dir !== "up") return false;
const request = model.joins.requestOf.get(other.id);
return !!request && request.up === other.id && (serves[request.att] || []).includes(kind);
}
function later(ns) { return Faraday.format.duration(ns) + " later"; }
function call(model, record) {
const before = sameInstant(model, record, function (other) { return isCallback(other) && sameManager(other, record); }) || sameInstant(model, record, isCallback);
if (before) {
const own = sameManager(before, record);
return { id: before.id, word: own ? "The app called this in the callback" : "At the same instant as this callback; the app may have called it for another reason", last: !own };
}
const world = sameInstant(model, record, function (other) { return other.stair === "world"; });
if (world) return { id: world.id, word: "This happened at the same instant", last: true };
const earlier = back(model, record.id - 1, function (other) { return other.node === record.node && isCallback(other) && sameApp(other, record); });
if (!earlier) return null;
return { id: earlier.id, word: "No callback at this instant: the app's own timer or the test, " + seconds(record.t - earlier.t) + " after this", last: true };
}
function isCallback(other) { return other.stair === "port" && other.dir === "up"; }
function sameManager(a, b) { return (a.session || 0) === (b.session || 0); }
function sameApp(a, b) { return a.app && b.app ? a.app === b.app : true; }
function seconds(ns) { return (Math.floor(ns / 1e3) / 1e6).toFixed(6) + " s"; }
function isOpen(model, id) { const joined = model.joins.callOf.get(id); return !!joined && joined.down === id && !!joined.expects && joined.up === null && !/withoutResponse/.test(model.records[id].text); }
function payloadOf(record) {
if (record.stair === "hci") return (record.bytes || "").slice(10);
return (record.bytes || "").slice(4);
}
function packet(model, record) {
const payload = payloadOf(record);
if (record.dir === "up") {
const heard = back(model, record.id - 1, function (other) {
return other.stair === "air" && other.to === record.node && !other.lost && other.kind === "data" && other.bytes && other.bytes.length > 4 && payload.startsWith(payloadOf(other));
});
return heard ? { id: heard.id, word: "It was heard on the air" + channel(heard) } : null;
}
const request = model.joins.requestOf.get(record.id);
if (request && request.up === record.id) return { id: request.down, word: "It answers this request" };
const wish = sameInstant(model, record, function (other) { return (other.stair === "port" && other.dir === "down") || (other.stair === "world" && other.kind === "device"); });
if (wish && (wish.stair === "world" || fits(record, wish))) return { id: wish.id, word: wish.stair === "world" ? "The device did this" : "The app called this" };
const open = openCall(model, record);
if (open !== null) return { id: open, word: "It serves this call" + (model.records[open].t < record.t ? ", made " + later(record.t - model.records[open].t).replace(" later", " before") : "") };
if (wish) return { id: wish.id, word: "The app called this" };
const packet = sameInstant(model, record, isUp);
return packet ? { id: packet.id, word: "The host did it on receiving this" } : null;
}
function channel(frame) { return typeof frame.channel === "number" ? ", channel " + frame.channel : ""; }
const serves = {
READ_BY_GROUP_TYPE_REQ: ["discoverServices"], FIND_BY_TYPE_VALUE_REQ: ["discoverServices"], READ_BY_TYPE_REQ: ["discoverCharacteristics", "discoverIncludedServices"],
FIND_INFORMATION_REQ: ["discoverDescriptors", "setNotify"], READ_REQ: ["readCharacteristic", "readDescriptor"], READ_BLOB_REQ: ["readCharacteristic", "readDescriptor"],
WRITE_REQ: ["writeCharacteristic", "setNotify", "writeDescriptor"], WRITE_CMD: ["writeCharacteristic"], PREPARE_WRITE_REQ: ["writeCharacteristic"],
EXECUTE_WRITE_REQ: ["writeCharacteristic"], HANDLE_VALUE_NTF: ["updateValue"], HANDLE_VALUE_IND: ["updateValue"],
};
function fits(record, call) {
const kinds = serves[record.att];
if (!kinds || !kinds.includes(call.kind)) return !record.att;
return !record.uuid || !call.uuid || record.uuid === call.uuid || record.uuid === "2902";
}
function openCall(model, record) {
const kinds = serves[record.att];
if (!kinds) return null;
const calls = model.calls;
let best = null;
for (let i = calls.length - 1; i >= 0; i--) {
const call = calls[i];
if (call.down > record.id) continue;
if (record.id - call.down > reach) break;
if (call.node !== record.node || !kinds.includes(call.kind)) continue;
if (call.up !== null && call.up < record.id) continue;
if (record.uuid && call.uuid && record.uuid !== "2902" && call.uuid !== record.uuid && !/^discover/.test(call.kind)) continue;
best = call.down;
}
return best;
}
function event(model, record) {
const hex = record.bytes || "";
if (hex.startsWith("040e")) return commandOf(model, record, hex.slice(8, 12));
if (hex.startsWith("040f")) return commandOf(model, record, hex.slice(10, 14));
if (hex.startsWith("0405")) return disconnection(model, record, hex);
if (/Connection Complete/.test(record.text)) return connection(model, record);
if (/Advertising Report/.test(record.text)) return report(model, record, hex);
const heard = back(model, record.id - 1, function (other) {
if (record.t - other.t > 1e9) return null;
return other.stair === "air" && !other.lost && other.kind === "data" && (other.bytes || "").length > 4 && (other.to === record.node || other.node === record.node) && (parseInt(other.bytes.slice(0, 2), 16) & 3) === 3;
});
return heard ? { id: heard.id, word: "The link layers had exchanged this" } : null;
}
function commandOf(model, record, opcode) {
const found = back(model, record.id - 1, function (other) {
return other.node === record.node && other.stair === "hci" && other.dir === "down" && (other.bytes || "").startsWith("01" + opcode);
});
return found ? { id: found.id, word: "It answers this command" } : null;
}
function connection(model, record) {
const found = back(model, record.id - 1, function (other) {
return other.stair === "air" && /CONNECT_(IND|REQ)/.test(other.text) && (other.node === record.node || other.to === record.node) && !other.lost;
});
return found ? { id: found.id, word: "The request to connect was on the air" + channel(found) } : null;
}
function report(model, record, hex) {
const address = hex.startsWith("043e") && hex.slice(6, 8) === "02" ? hex.slice(14, 26) : hex.slice(16, 28);
const found = back(model, record.id - 1, function (other) {
if (record.t - other.t > 5e9) return null;
return other.stair === "air" && other.kind === "advertising" && other.node !== record.node && (other.bytes || "").includes(address) && !/SCAN_REQ/.test(other.text);
});
return found ? { id: found.id, word: "It was heard on the air" + channel(found) } : null;
}
function disconnection(model, record, hex) {
const reason = parseInt(hex.slice(12, 14), 16);
if (reason === 0x16) {
const asked = back(model, record.id - 1, function (other) { return other.node === record.node && other.stair === "hci" && other.dir === "down" && (other.bytes || "").startsWith("010604"); });
if (asked) return { id: asked.id, word: "Its own host had asked for it" };
}
if (reason === 0x08 || reason === 0x3E || reason === 0x22) return silence(model, record);
const told = back(model, record.id - 1, function (other) {
return other.stair === "air" && other.to === record.node && /terminate/i.test(other.text) && !other.lost;
});
return told ? { id: told.id, word: "The peer ended the link" } : silence(model, record);
}
function silence(model, record) {
const link = model.links.find(function (each) { const end = each.ends.get(record.node); return end && end.down === record.id; });
const peer = link ? (link.a === record.node ? link.b : link.a) : null;
const changed = back(model, record.id - 1, function (other) {
if (record.t - other.t > 4e10 || (link && other.t < link.from)) return null;
return other.stair === "world" && /^(moved|powered|removed|fault)$/.test(other.kind) && (other.node === peer || other.node === record.node || other.kind === "fault");
});
if (changed) return { id: changed.id, word: "Nothing more was heard after this, " + later(record.t - changed.t).replace(" later", " before") };
const last = back(model, record.id - 1, function (other) { return other.stair === "air" && other.to === record.node && other.kind === "data" && !other.lost && (peer === null || other.node === peer); });
return last ? { id: last.id, word: "This was the last that it heard, " + later(record.t - last.t).replace(" later", " before") } : null;
}
function command(model, record) {
const wish = sameInstant(model, record, function (other) { return (other.stair === "port" && other.dir === "down") || (other.stair === "world") || isUp(other); });
if (wish) return { id: wish.id, word: wish.stair === "port" ? "The app called this" : wish.stair === "world" ? "This happened in the world" : "The host did it on receiving this" };
const kinds = /Scan/.test(record.text) ? ["scan", "stopScan"] : /Create Connection|Filter Accept/.test(record.text) ? ["connect"] : /Disconnect/.test(record.text) ? ["cancelConnection"]
: /Advertising/.test(record.text) ? ["startAdvertising", "stopAdvertising"] : null;
if (!kinds) return null;
const call = back(model, record.id - 1, function (other) {
if (record.t - other.t > 2e9) return null;
return other.node === record.node && other.stair === "port" && other.dir === "down" && kinds.includes(other.kind);
});
return call ? { id: call.id, word: "It serves this call" } : null;
}
function frame(model, record) {
const hex = record.bytes || "";
if (record.kind === "advertising") return advertising(model, record);
if (hex.length <= 4) return null;
const payload = payloadOf(record);
if ((parseInt(hex.slice(0, 2), 16) & 3) === 3) return control(model, record);
const sent = back(model, record.id - 1, function (other) {
return other.node === record.node && other.stair === "hci" && other.dir === "down" && other.kind === "acl" && payloadOf(other).includes(payload);
});
return sent ? { id: sent.id, word: "The host of " + record.name + " had sent it" } : null;
}
function control(model, record) {
if (/Rsp|rsp|RSP/.test(record.text)) {
const asked = back(model, record.id - 1, function (other) {
if (record.t - other.t > 4e10) return null;
return other.stair === "air" && other.kind === "data" && other.to === record.node && /req/i.test(other.text) && /\bLL /.test(other.text);
});
if (asked) return { id: asked.id, word: "It answers this" };
}
const wish = back(model, record.id - 1, function (other) {
if (record.t - other.t > 2e9) return null;
return other.node === record.node && other.stair === "hci" && other.dir === "down" && other.kind === "command";
});
return wish ? { id: wish.id, word: "The last command before it" } : null;
}
function advertising(model, record) {
const pattern = /CONNECT/.test(record.text) ? /Create Connection/ : /SCAN_REQ/.test(record.text) ? /Scan Enable/ : /Advertising Enable/;
const asked = back(model, record.id - 1, function (other) { return other.node === record.node && other.stair === "hci" && other.dir === "down" && pattern.test(other.text); });
return asked ? { id: asked.id, word: "The host of " + record.name + " had asked for it" } : null;
}
function layers(model, id) {
const record = model.records[id];
if (!record || !record.bytes || (record.kind !== "acl" && record.kind !== "data")) return [];
const payload = payloadOf(record);
if (payload.length === 0) return [];
let down = null, onAir = null, up = null;
if (record.stair === "air") onAir = record; else if (record.dir === "up") up = record; else down = record;
if (up) { const step = packet(model, up); if (step) onAir = model.records[step.id]; }
if (onAir && !down) { const step = frame(model, onAir); if (step && model.records[step.id].kind === "acl") down = model.records[step.id]; }
if (down && !onAir) onAir = forward(model, id + 1, function (other) { return other.stair === "air" && other.node === down.node && other.kind === "data" && other.bytes && other.bytes.length > 4 && payload.startsWith(payloadOf(other)); });
if (onAir && !up) up = forward(model, onAir.id + 1, function (other) { return other.stair === "hci" && other.kind === "acl" && other.dir === "up" && other.node === onAir.to && payloadOf(other).startsWith(payloadOf(onAir)); });
const list = [];
if (down) list.push({ id: down.id, word: "Host to controller, " + down.name });
if (onAir) list.push({ id: onAir.id, word: "On the air" + channel(onAir) });
if (up) list.push({ id: up.id, word: "Controller to host, " + up.name });
return list;
}
function leads(model, id) {
const record = model.records[id];
const joined = model.joins.callOf.get(id);
if (joined && joined.down === id) return joined.up === null ? null : { id: joined.up, word: "Answered after " + Faraday.format.duration(model.records[joined.up].t - record.t) };
const last = Math.min(model.records.length - 1, id + 400);
for (let i = id + 1; i <= last; i++) {
const other = model.records[i];
if (other.node !== record.node && other.node !== record.to && record.node !== other.to) continue;
if (model.ranks.array[i] === Faraday.rank.noise) continue;
const step = cause(model, other, true);
if (step && step.id === id) return { id: i, word: "It led to this" };
}
return null;
}
why.layers = layers;
why.leads = leads;
Faraday.why = why;
})();

"""#
}
