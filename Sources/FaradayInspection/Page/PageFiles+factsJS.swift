// Generated from Inspector/Page/facts.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let factsJS = #"""
(function () {
"use strict";
const ending = /^(?:ch (\d+) )?(.*?)(?: -> (.*?)(?: (-?\d+) dBm)?)?( encrypted)?( LOST)?$/;
function air(record, numbers) {
const known = {
to: record.to ?? null, rssi: record.rssi ?? null, lost: record.lost === true,
encrypted: record.encrypted === true, phy: record.phy ?? null, channel: record.channel ?? null,
access: record.access ?? null,
};
if (known.to !== null || known.rssi !== null || known.access !== null) return known;
const found = ending.exec(record.text);
if (!found) return known;
if (found[3] !== undefined && numbers) known.to = numbers.get(found[3]) ?? null;
if (found[4] !== undefined) known.rssi = Number(found[4]);
if (found[1] !== undefined) known.channel = Number(found[1]);
known.encrypted = known.encrypted || found[5] !== undefined;
known.lost = known.lost || found[6] !== undefined;
return known;
}
function place(record) {
if (record.at !== undefined && record.at !== null) return record.at;
if (record.at === null && !/ at /.test(record.text)) return null;
if (/out of range/.test(record.text)) return null;
const line = /at (-?[\d.]+) m/.exec(record.text);
if (line) return [Number(line[1]), 0, 0];
const point = /at \((-?[\d.]+), (-?[\d.]+), (-?[\d.]+)\) m/.exec(record.text);
return point ? [Number(point[1]), Number(point[2]), Number(point[3])] : undefined;
}
const label = /([0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}|\b[0-9A-F]{4}\b)(?: \(([^()]+)\))?/;
function characteristic(record) {
if (record.characteristic) return record.characteristic;
if (record.stair === "world" && record.uuid) return record.uuid;
const found = label.exec(record.text);
return found ? found[1] : null;
}
function value(record) {
if (record.value !== undefined && record.value !== null) return record.value;
const found = /(?:: |\) )([0-9a-f]{2,})(?: with\w+)?$/.exec(record.text);
return found && found[1].length % 2 === 0 ? found[1] : null;
}
function peer(record) {
if (record.peer) return record.peer;
const text = record.text;
const found = /(?: of |connect |didConnect |didDiscover |didDisconnectPeripheral |didFailToConnect |cancelPeripheralConnection )([^:,]+)/.exec(text);
if (found) return found[1];
const subscriber = /: (.+?) did(?:Uns|S)ubscribe/.exec(text);
return subscriber ? subscriber[1] : null;
}
function session(record) {
if (record.session !== undefined && record.session !== null) return record.session;
const found = /^manager (\d+):/.exec(record.text);
return found ? Number(found[1]) : null;
}
function error(record) {
if (record.error) return record.error;
const found = /: error (.+)$/.exec(record.text);
return found ? found[1] : null;
}
Faraday.facts = { air, place, characteristic, value, peer, session, error };
Faraday.identities = Faraday.reading(function () {
return {
numbers: new Map(), names: new Map(), uuids: new Map(), hosts: new Set(),
add(record) {
const node = record.node;
if (node !== null && node !== undefined && record.name && this.names.get(node) !== record.name) {
this.names.set(node, record.name);
this.numbers.set(Faraday.format.ascii(record.name), node); // texts are ASCII, names need not be
this.numbers.set(record.name, node);
}
if (record.stair === "hci" && node !== null) this.hosts.add(node);
if (record.stair === "port") this.learn(record.text);
},
learn(text) {
if (text.indexOf("(") < 0) return;
for (const found of text.matchAll(/([0-9A-F-]{36}|\b[0-9A-F]{4}) \(([^()]+)\)/g)) {
if (!this.uuids.has(found[1])) this.uuids.set(found[1], found[2]);
}
},
};
});
Faraday.uuidName = function (model, uuid) {
if (!uuid) return null;
const assigned = Faraday.names && Faraday.names.uuids && Faraday.names.uuids[uuid];
return assigned || Faraday.identities(model).uuids.get(uuid) || null;
};
Faraday.nodeName = function (model, node) {
if (node === null || node === undefined) return "?";
if (typeof node === "string") return node;
const described = model.nodes && model.nodes.get(node);
return (described && described.name) || Faraday.identities(model).names.get(node) || "node " + node;
};
Faraday.nodeKind = function (model, node) {
const described = model.nodes && model.nodes.get(node);
return (described && described.kind) || "device";
};
})();

"""#
}
