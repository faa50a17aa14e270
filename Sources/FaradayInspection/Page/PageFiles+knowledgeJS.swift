// Generated from Inspector/Page/knowledge.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let knowledgeJS = #"""
(function () {
"use strict";
const peerKinds = {
discovered: "discovered", connect: "connect asked for", connected: "connected", failedToConnect: "connection failed",
disconnected: "disconnected", cancelConnection: "disconnect asked for", nameChanged: "name changed",
servicesDiscovered: "services discovered", attributesKnown: "services known", servicesModified: "services modified",
subscribed: "subscribed", unsubscribed: "unsubscribed",
};
const appKinds = new Set(["launch", "appState", "termination", "authorization"]);
const alertKinds = { pairingAlert: "pairing alert", pairingAnswer: "answer to the pairing alert", systemAlert: "alert", systemAlertAnswer: "answer to the alert" };
Faraday.knowledge = Faraday.reading(function (model) {
return {
phones: new Map(), security: [], encrypting: new Map(), paired: new Map(), smpRead: 0,
phone(number) {
let found = this.phones.get(number);
if (!found) this.phones.set(number, found = { peers: new Map(), apps: new Map(), managers: new Map(), alerts: [] });
return found;
},
add(record, index) {
if (record.node === null || record.node === undefined) return;
if (record.stair === "port") addCall(this, record, index);
else if (record.stair === "world") addWorld(this, record, index);
else if (record.stair === "hci" && record.bytes) addEncryption(this, record, index, model);
},
};
});
function push(map, key, item) {
if (!map.has(key)) map.set(key, []);
map.get(key).push(item);
}
function addCall(state, record, index) {
const phone = state.phone(record.node);
const session = Faraday.facts.session(record);
if (session !== null) addManager(phone, record, session);
if (!peerKinds[record.kind]) return;
const peer = Faraday.facts.peer(record);
if (!peer && !record.peerId) return;
push(phone.peers, record.peerId || peer, {
t: record.t, index, kind: record.kind, what: peerKinds[record.kind], name: peer, error: Faraday.facts.error(record),
rssi: /(-\d+) dBm/.exec(record.text)?.[1], detail: /: (.+)$/.exec(record.text.replace(/^manager \d+: /, ""))?.[1],
});
}
function addManager(phone, record, session) {
if (record.kind === "opened") {
const made = record.class || /a (\w+) is created/.exec(record.text)?.[1] || "manager";
push(phone.managers, session, { t: record.t, class: made, to: null, states: [] });
return;
}
const manager = phone.managers.get(session)?.at(-1);
if (!manager) return;
if (record.kind === "closed") manager.to = record.t;
else if (record.kind === "stateChanged") manager.states.push({ t: record.t, state: /(\w+)$/.exec(record.text)?.[1] || record.text });
}
function addWorld(state, record, index) {
if (appKinds.has(record.kind)) {
const app = record.app || /^(.+?): /.exec(record.text)?.[1] || "app";
push(state.phone(record.node).apps, app, { t: record.t, index, kind: record.kind, text: record.text.replace(app + ": ", ""), state: record.state });
} else if (alertKinds[record.kind]) {
state.phone(record.node).alerts.push({ t: record.t, index, what: alertKinds[record.kind], text: record.text });
} else if (record.kind === "device" && /\bbonds?\b/.test(record.text)) {
state.security.push({ t: record.t, index, node: record.node, peer: null, what: record.text });
}
}
function addEncryption(state, record, index, model) {
const hex = record.bytes;
const peer = (at) => Faraday.traffic(model).peerOf(record.node, parseInt(hex.slice(at + 2, at + 4) + hex.slice(at, at + 2), 16) & 0xfff, record.t);
if (hex.startsWith("0408") || hex.startsWith("0459")) {
const failed = hex.slice(6, 8) !== "00";
state.security.push({
t: record.t, index, node: record.node, peer: peer(8), status: hex.slice(6, 8),
what: failed ? "encryption failed" : "the link is encrypted", encryption: true, ok: !failed,
});
}
}
const smpFailures = ["", "passkey entry failed", "OOB not available", "authentication requirements", "confirm value failed",
"pairing not supported", "encryption key size", "command not supported", "unspecified reason", "repeated attempts",
"invalid parameters", "DHKey check failed", "numeric comparison failed", "BR/EDR pairing in progress",
"cross-transport key derivation not allowed", "key rejected", "busy"];
Faraday.pairings = function (model) {
const state = Faraday.knowledge(model), { events } = Faraday.traffic(model);
const before = state.security.length;
let added = 0;
while (state.smpRead < events.length) {
const event = events[state.smpRead++];
if (event.channel === 6 && event.pdu.length) added += addPairing(state, event, model);
}
if (added || before !== state.sorted) state.security.sort((a, b) => a.t - b.t || a.index - b.index);
state.sorted = state.security.length;
return state.security;
};
function addPairing(state, event, model) {
const code = event.pdu[0];
if (!event.out && typeof event.peer === "number" && Faraday.identities(model).hosts.has(event.peer)) return 0;
const from = event.out ? event.node : event.peer, to = event.out ? event.peer : event.node;
const add = (what) => { state.security.push({ t: event.t, index: event.index, node: from, peer: to, what }); return 1; };
const bonding = (event.pdu[3] & 3) === 1 ? "with bonding" : "without bonding";
if (code === 0x01) return add(`asks to pair, ${bonding}`);
if (code === 0x02) return add(`agrees to pair, ${bonding}`);
if (code === 0x05) return add(`ends the pairing: ${smpFailures[event.pdu[1]] || "reason " + event.pdu[1]}`);
if (code === 0x0b) return add("asks for security");
if (code === 0x06 || code === 0x08) return add(code === 0x06 ? "gives its long-term key, to keep" : "gives its identity key, to keep");
return 0;
}
})();

"""#
}
