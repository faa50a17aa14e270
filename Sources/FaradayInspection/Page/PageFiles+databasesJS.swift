// Generated from Inspector/Page/databases.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let databasesJS = #"""
(function () {
"use strict";
const { handleAt, uuidAt } = Faraday.att;
const { hexOf } = Faraday;
const reader = Faraday.reading(function () {
return {
servers: new Map(), subscriptions: [], meanings: new Map(), pending: new Map(), eventsRead: 0, endsRead: 0,
add(record, index) {
if (record.meaning && record.value) {
const uuid = record.characteristic || record.uuid;
if (uuid) this.meanings.set(short(uuid) + ":" + record.value, record.meaning);
}
if (record.stair === "world" && record.kind === "device") addUpdate(this, record, index, "the device's script or the test");
else if (record.stair === "port" && record.kind === "updateValue") addUpdate(this, record, index, "the app");
},
server(key) {
let found = this.servers.get(key);
if (!found) this.servers.set(key, found = { key, attributes: new Map(), history: new Map(), updates: new Map() });
return found;
},
};
});
function short(uuid) { return Faraday.format ? Faraday.format.shortUUID(uuid) : uuid; }
Faraday.databases = function (model) {
const state = reader(model), traffic = Faraday.traffic(model);
const { events, ends } = traffic;
while (state.eventsRead < events.length || state.endsRead < ends.length) {
const event = events[state.eventsRead], end = ends[state.endsRead];
if (end && (!event || end.index < event.index)) { endLink(state, end); state.endsRead++; continue; }
state.eventsRead++;
if (event.channel === Faraday.att.channel && event.pdu.length) addPDU(state, event, model);
}
return state;
};
function addUpdate(state, record, index, who) {
if (!/update/i.test(record.text)) return;
const uuid = Faraday.facts.characteristic(record), value = Faraday.facts.value(record);
if (!uuid || value === null) return;
const server = state.server(record.node);
list(server.updates, short(uuid)).push({ t: record.t, index, kind: "set", who, value, meaning: record.meaning });
}
function list(map, key) {
let found = map.get(key);
if (!found) map.set(key, found = []);
return found;
}
const clientOpcodes = new Set([0x02, 0x04, 0x06, 0x08, 0x0a, 0x0c, 0x0e, 0x10, 0x12, 0x16, 0x18, 0x1e, 0x20, 0x52, 0xd2]);
function addPDU(state, event, model) {
const code = event.pdu[0];
const fromClient = clientOpcodes.has(code);
const sender = event.out ? event.node : event.peer, receiver = event.out ? event.peer : event.node;
const client = fromClient ? sender : receiver, server = fromClient ? receiver : sender;
const hosts = Faraday.identities(model).hosts;
if (!event.air && event.node !== server && typeof server === "number" && hosts.has(server)) return;
const link = { event, client: client ?? "an unknown client", server: server ?? unknownServer(event, model) };
const key = link.client + ">" + link.server + (event.access ?? "");
if (fromClient) request(state, link, key, code, event.pdu);
else response(state, link, key, code, event.pdu);
}
function unknownServer(event, model) {
if (event.access !== undefined && event.access !== null) return `server on link 0x${event.access.toString(16)}`;
return "a peer of " + Faraday.nodeName(model, event.node);
}
function request(state, link, key, code, pdu) {
if (code === 0x52 || code === 0xd2) {
const end = code === 0xd2 ? pdu.length - 12 : pdu.length;
write(state, link, handleAt(pdu, 1), hexOf(pdu.subarray(3, end)), "write", link.event);
} else if (code === 0x16) list(state.pending, key + " prepared").push({ handle: handleAt(pdu, 1), value: hexOf(pdu.subarray(5)) });
else if (code !== 0x1e) state.pending.set(key, { code, pdu, event: link.event });
}
function response(state, link, key, code, pdu) {
const server = state.server(link.server);
if (code === 0x1b || code === 0x1d) {
note(state, server, handleAt(pdu, 1), link, { kind: code === 0x1b ? "notification" : "indication", value: hexOf(pdu.subarray(3)) });
return;
}
const asked = state.pending.get(key);
state.pending.delete(key);
if (!asked) return;
answer[code]?.(state, server, link, asked, pdu, key);
}
const answer = {
0x01(state, server, link, asked, pdu) {
const kinds = { 0x0a: "read", 0x0c: "read", 0x12: "write" };
const kind = kinds[asked.code];
if (!kind || asked.code === 0x0c) return;
const value = kind === "write" ? hexOf(asked.pdu.subarray(3)) : null;
note(state, server, handleAt(asked.pdu, 1), link, { kind, value, error: pdu[4], refused: true });
},
0x05(state, server, link, asked, pdu) {
const length = pdu[1] === 1 ? 2 : 16;
for (let at = 2; at + 2 + length <= pdu.length; at += 2 + length) {
learn(server, handleAt(pdu, at), { uuid: uuidAt(pdu, at + 2, length) }, link);
}
},
0x07(state, server, link, asked, pdu) {
if (uuidAt(asked.pdu, 5, 2) !== "2800") return;
const uuid = uuidAt(asked.pdu, 7, asked.pdu.length - 7);
for (let at = 1; at + 4 <= pdu.length; at += 4) {
learn(server, handleAt(pdu, at), { type: "service", end: handleAt(pdu, at + 2), service: uuid }, link);
}
},
0x09(state, server, link, asked, pdu) {
const type = uuidAt(asked.pdu, 5, asked.pdu.length - 5), size = pdu[1];
for (let at = 2; size > 2 && at + size <= pdu.length; at += size) typeValue(state, server, link, type, pdu.subarray(at, at + size));
},
0x0b(state, server, link, asked, pdu) {
note(state, server, handleAt(asked.pdu, 1), link, { kind: "read", value: hexOf(pdu.subarray(1)) });
},
0x0d(state, server, link, asked, pdu) {
const handle = handleAt(asked.pdu, 1), before = server.history.get(handle)?.at(-1);
if (!before || before.kind !== "read" || before.value.length !== 2 * handleAt(asked.pdu, 3)) return;
before.value += hexOf(pdu.subarray(1));
},
0x11(state, server, link, asked, pdu) {
const size = pdu[1], isPrimary = uuidAt(asked.pdu, 5, asked.pdu.length - 5) === "2800";
for (let at = 2; size > 4 && at + size <= pdu.length; at += size) {
learn(server, handleAt(pdu, at), { type: "service", end: handleAt(pdu, at + 2), service: uuidAt(pdu, at + 4, size - 4), secondary: !isPrimary }, link);
}
},
0x13(state, server, link, asked) {
write(state, link, handleAt(asked.pdu, 1), hexOf(asked.pdu.subarray(3)), "write", asked.event);
},
0x19(state, server, link, asked, pdu, key) {
const parts = state.pending.get(key + " prepared") || [];
state.pending.delete(key + " prepared");
if (asked.pdu[1] !== 1 || !parts.length) return;
write(state, link, parts[0].handle, parts.filter((part) => part.handle === parts[0].handle).map((part) => part.value).join(""), "write", asked.event);
},
};
function typeValue(state, server, link, type, entry) {
const handle = handleAt(entry, 0);
if (type === "2803") {
learn(server, handle, { type: "declaration" }, link);
learn(server, handleAt(entry, 3), { type: "characteristic", uuid: uuidAt(entry, 5, entry.length - 5), properties: entry[2] }, link);
} else if (type !== "2802") {
learn(server, handle, { uuid: type }, link);
note(state, server, handle, link, { kind: "read", value: hexOf(entry.subarray(2)) });
}
}
function learn(server, handle, facts, link) {
let attribute = server.attributes.get(handle);
if (!attribute) server.attributes.set(handle, attribute = { handle, t: link.event.t, by: new Map() });
Object.assign(attribute, facts);
if (!attribute.by.has(link.client)) attribute.by.set(link.client, link.event.t);
}
function note(state, server, handle, link, what) {
const { event } = link;
const entry = { t: event.t, index: event.index, who: link.client, ...what };
if (event.meaning && !what.refused) entry.meaning = event.meaning;
const history = list(server.history, handle);
history.push(entry);
if (event.uuid && !server.attributes.get(handle)?.uuid) learn(server, handle, { uuid: short(event.uuid) }, link);
}
function write(state, link, handle, value, kind, event) {
const server = state.server(link.server);
note(state, server, handle, { ...link, event }, { kind, value });
const attribute = server.attributes.get(handle);
const uuid = attribute && attribute.uuid || (event.uuid && short(event.uuid)) || lineUUID(link.server, handle);
if (uuid === "2902") subscribe(state, link, handle, value, event);
}
function lineUUID(server, handle) {
const line = typeof server === "number" && Faraday.app && Faraday.app.model.nodes.get(server);
for (const service of (line && line.services) || []) {
for (const characteristic of service.characteristics || []) {
for (const descriptor of characteristic.descriptors || []) if (descriptor.handle === handle) return short(descriptor.uuid);
}
}
return null;
}
function subscribe(state, link, handle, value, event) {
const bits = parseInt(value.slice(0, 2), 16) & 3;
const open = state.subscriptions.findLast((each) => each.client === link.client && each.server === link.server && each.handle === handle && each.to === null);
if (open && bits === open.bits) return;
if (open) { open.to = event.t; open.why = bits ? "changed" : "unsubscribed"; }
if (bits) state.subscriptions.push({ t: event.t, index: event.index, to: null, why: "", client: link.client, server: link.server, handle, bits });
}
function endLink(state, end) {
for (const each of state.subscriptions) {
if (each.to !== null) continue;
const ends = [each.client, each.server];
if (ends.includes(end.node) && (end.peer === null || ends.includes(end.peer))) { each.to = end.t; each.why = "the link ended"; }
}
for (const key of [end.node + ">" + end.peer, end.peer + ">" + end.node]) {
state.pending.delete(key);
state.pending.delete(key + " prepared");
}
}
})();

"""#
}
