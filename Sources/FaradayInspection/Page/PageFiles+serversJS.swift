// Generated from Inspector/Page/servers.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let serversJS = #"""
(function () {
"use strict";
const properties = ["broadcast", "read", "writeWithoutResponse", "write", "notify", "indicate", "authenticatedSignedWrites", "extendedProperties"];
Faraday.servicesOf = function (model, key, time) {
const line = typeof key === "number" ? model.nodes.get(key) : null;
if (line && line.services && line.services.length) return line.services;
const server = Faraday.databases(model).servers.get(key);
return server ? learned(server, time) : null;
};
function learned(server, time) {
const known = [...server.attributes.values()].filter((attribute) => time === null || attribute.t <= time).sort((a, b) => a.handle - b.handle);
const services = [];
for (const attribute of known) {
if (attribute.type === "service") {
services.push({ uuid: attribute.service, handle: attribute.handle, end: attribute.end, primary: !attribute.secondary, characteristics: [] });
} else if (attribute.type === "characteristic") holder(services, attribute).characteristics.push(characteristic(attribute));
else if (attribute.uuid && attribute.type !== "declaration") addDescriptor(services, attribute);
}
const rest = lone(server, known);
if (rest.length) services.push({ uuid: null, handle: null, primary: true, characteristics: rest });
return services.length ? services : null;
}
function characteristic(attribute) {
return {
uuid: attribute.uuid, handle: attribute.handle, descriptors: [],
properties: properties.filter((name, bit) => attribute.properties & (1 << bit)),
};
}
function holder(services, attribute) {
let found = services.findLast((service) => service.handle !== null && service.handle < attribute.handle && attribute.handle <= (service.end ?? 0xffff));
if (!found) services.push(found = { uuid: null, handle: 0, end: 0xffff, primary: true, characteristics: [] });
return found;
}
function addDescriptor(services, attribute) {
for (const service of [...services].reverse()) {
const of = service.characteristics.findLast((each) => each.handle < attribute.handle);
if (of) { of.descriptors.push({ uuid: attribute.uuid, handle: attribute.handle }); return; }
}
attribute.lone = true;
}
function lone(server, known) {
const shown = new Set(known.filter((attribute) => attribute.type || !attribute.lone).map((attribute) => attribute.handle));
const found = [];
for (const handle of [...server.history.keys()].sort((a, b) => a - b)) {
if (!shown.has(handle)) found.push({ uuid: server.attributes.get(handle)?.uuid || null, handle, properties: [], descriptors: [] });
}
return found;
}
const merged = new WeakMap();
Faraday.historyOf = function (model, key, attribute) {
const server = Faraday.databases(model).servers.get(key);
if (!server) return [];
const sent = server.history.get(attribute.handle) || [];
const set = attribute.uuid ? server.updates.get(Faraday.format.shortUUID(attribute.uuid)) || [] : [];
if (!set.length) return sent;
return merge(server, attribute.handle + " " + attribute.uuid, [sent, set]);
};
Faraday.historyOfAll = function (model, key, attributes) {
const server = Faraday.databases(model).servers.get(key);
if (!server) return [];
const lists = attributes.map((attribute) => Faraday.historyOf(model, key, attribute));
const name = "all " + attributes.map((attribute) => attribute.handle).join(" ");
return merge(server, name, lists, (entry, place) => ({ t: entry.t, index: entry.index, entry, attribute: attributes[place] }));
};
function merge(server, name, lists, make) {
if (!merged.has(server)) merged.set(server, new Map());
const kept = merged.get(server), size = lists.map((list) => list.length).join(" ");
const before = kept.get(name);
if (before && before.size === size) return before.all;
const all = lists.flatMap((list, place) => (make ? list.map((entry) => make(entry, place)) : list));
all.sort((a, b) => a.t - b.t || a.index - b.index);
kept.set(name, { size, all });
return all;
}
Faraday.valueOf = function (model, key, attribute, time) {
const history = Faraday.historyOf(model, key, attribute);
for (let i = Faraday.countUntil(history, time) - 1; i >= 0; i--) {
const entry = history[i];
if (entry.refused || entry.value === null) continue;
return { ...entry, meaning: meaning(model, attribute, entry) };
}
if (attribute.value === undefined || attribute.value === null) return null;
return { value: attribute.value, meaning: attribute.meaning, t: null, kind: "initial" };
};
function meaning(model, attribute, entry) {
if (entry.meaning) return entry.meaning;
if (attribute.value === entry.value && attribute.meaning) return attribute.meaning;
if (!attribute.uuid) return null;
return Faraday.databases(model).meanings.get(Faraday.format.shortUUID(attribute.uuid) + ":" + entry.value) || null;
}
Faraday.meaningOf = meaning;
Faraday.characteristicOf = function (services, handle) {
let best = null;
for (const service of services || []) {
for (const each of service.characteristics || []) if (each.handle <= handle && (!best || each.handle > best.handle)) best = each;
}
return best;
};
Faraday.textOf = function (value) {
if (!value || value.length < 4) return null;
try {
const text = new TextDecoder("utf-8", { fatal: true }).decode(Faraday.bytesOf(value));
return /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}]+$/u.test(text) ? text : null;
} catch {
return null;
}
};
})();

"""#
}
