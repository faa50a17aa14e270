// Generated from Inspector/Page/conversation.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let conversationJS = #"""
(function () {
"use strict";
const errors = Faraday.errors, byte = errors.byte, word = errors.word;
const remembered = 24;   // messages of a link that another layer may still repeat
const compared = 44;     // digits of a message that tell it from others
class Conversation {
constructor(model) {
this.model = model;
this.entries = [];
this.links = [];
this.byHandle = new Map();  // "node/handle" → link
this.byAccess = new Map();  // access address → link
this.names = new Map();     // address → the name it advertised
this.nodes = new Map();     // address → node, where it is heard on the air or is a controller's own
this.pending = new Map();   // node → the entry of a connection that its host asked for
this.adverts = new Map();   // advertiser → its open entry
this.gone = new Map();      // last record of a link that fell silent → what happened
this.unseen = [];           // links that only the air shows, whose end may never be seen
}
add(record) {
if (this.unseen.length) this.watch(record);
if (typeof record.bytes !== "string" || record.lost) return;
if (record.stair === "hci") {
if (record.kind === "acl") this.addACL(record, record.bytes);
else if (record.kind === "event") Faraday.connection.event(this, record, record.bytes);
else if (record.kind === "command") Faraday.connection.command(this, record, record.bytes);
} else if (record.stair === "air") {
if (record.kind === "data") this.addData(record, record.bytes);
else if (record.kind === "advertising") Faraday.adverts.air(this, record, record.bytes);
}
}
begin(record, kind, link, who) {
const entry = { id: record.id, ids: [record.id], t: record.t, last: record.t, kind: kind, link: link, who: who };
this.entries.push(entry);
return entry;
}
more(entry, record) {
if (entry.ids[entry.ids.length - 1] !== record.id) entry.ids.push(record.id);
if (record.t > entry.last) entry.last = record.t;
return entry;
}
newLink(record) {
const link = { number: this.links.length, central: null, peripheral: null, peer: null, host: null, access: null, handles: new Map(), from: record.t, over: null,
messages: [], open: [], streams: new Map(), pairing: null, setup: null, end: null, made: null, last: null, secret: false };
this.links.push(link);
return link;
}
ofHandle(record, handle) {
const key = record.node + "/" + handle;
let link = this.byHandle.get(key);
if (!link) {
this.byHandle.set(key, link = this.newLink(record));
link.host = record.node;
link.peer = "handle 0x" + handle.toString(16).toUpperCase().padStart(4, "0");
}
return link;
}
ofAccess(record) {
let link = this.byAccess.get(record.access);
if (!link) {
this.byAccess.set(record.access, link = this.newLink(record));
link.access = record.access;
link.central = record.node;
link.peripheral = typeof record.to === "number" ? record.to : null;
}
return link;
}
watch(record) {
this.unseen = this.unseen.filter((link) => {
if (link.over !== null || link.handles.size) return false;
if (record.t - link.heard <= link.terms.timeout * 1e7) return true;
link.over = link.heard;
this.gone.set(link.latest, "Link lost: it is not heard any more");
const entry = { id: link.latest, ids: [link.latest], t: link.heard, last: link.heard, kind: "end", link: link, who: link.central, by: null, reason: null, isUnseen: true };
let at = this.entries.length;
while (at > 0 && this.entries[at - 1].id > entry.id) at--;
this.entries.splice(at, 0, entry);
link.end = entry;
return false;
});
}
other(link, node) {
if (link.central === node && link.peripheral !== null) return link.peripheral;
if (link.peripheral === node && link.central !== null) return link.central;
if (link.peer !== null && node === link.peer) return link.central !== null ? link.central : link.peripheral !== null ? link.peripheral : link.host;
return link.peer;
}
addACL(record, hex) {
const link = this.ofHandle(record, word(hex, 2) & 0xFFF), isDown = record.dir === "down";
const from = isDown ? record.node : this.other(link, record.node), at = 10;
this.said(record, link, from, isDown ? "down" : "up", hex.slice(at), errors.isStart(hex));
}
addData(record, hex) {
const kind = byte(hex, 0) & 3, at = errors.bodyAt(hex), known = this.byAccess.get(record.access);
if (known) { known.heard = record.t; known.latest = record.id; }
if (hex.length <= at) return; // an empty packet
const link = this.ofAccess(record);
if (kind === 3) { Faraday.connection.control(this, record, hex, at, link); return; }
this.said(record, link, record.node, "air", hex.slice(at), kind === 2, byte(hex, 0) & 8, link.secret && !record.encrypted);
}
said(record, link, from, place, frame, isStart, sequence, isSecret) {
const channel = word(frame, 4), whole = 8 + 2 * word(frame, 0);
if (isSecret) { this.hidden(record, link, from); return; }
if (!isStart) { this.continues(record, link, from, place); return; }
const text = frame.slice(0, whole), seen = this.known(link, from, place, text.slice(0, compared), sequence);
if (seen) {
seen.parts.set(place, record.id);
this.more(seen.entry, record);
this.learn(seen.entry, record);
if (seen.answers && seen.entry.answer === seen.answers) seen.entry.answered = record.t; // when who asked has it
return;
}
const message = { from: from, text: text.slice(0, compared), parts: new Map([[place, record.id]]), sequence: sequence, entry: null };
message.entry = Faraday.dialogue.message(this, record, link, from, channel, text.slice(8)) || this.stream(record, link, from, "channel 0x" + channel.toString(16).toUpperCase().padStart(4, "0"), "other");
message.answers = message.entry.answered === record.t ? message.entry.answer : null;
link.messages.push(message);
if (link.messages.length > remembered) link.messages.shift();
}
known(link, from, place, text, sequence) {
if (place === "down") return null;
for (let i = 0; i < link.messages.length; i++) {
const each = link.messages[i];
if (each.from !== from || each.text !== text || each.parts.has("up")) continue;
if (!each.parts.has(place)) return each;
if (place === "air" && each.sequence === sequence && i === link.messages.length - 1) return each;
}
return null;
}
continues(record, link, from, place) {
for (let i = link.messages.length - 1; i >= 0; i--) {
const each = link.messages[i];
if (each.from === from && each.parts.has(place)) { this.more(each.entry, record); this.learn(each.entry, record); return; }
}
this.stream(record, link, from, "the rest of a frame", "other");
}
hidden(record, link, from) {
record.secret = true;
if (link.pairing) link.pairing.isOn = true;
this.stream(record, link, from, "secret", "secret");
}
learn(entry, record) {
if (entry.meaning === undefined && record.meaning) entry.meaning = record.meaning;
if (!entry.uuid && record.uuid) entry.uuid = record.uuid;
}
stream(record, link, from, key, kind) {
const place = from + "|" + key, known = link.streams.get(place);
if (known && record.t - known.last < 1e10) return this.more(known, record);
if (kind !== "notify") link.streams.clear();
const entry = this.begin(record, kind, link, from);
entry.key = key;
link.streams.set(place, entry);
return entry;
}
}
Faraday.conversation = Faraday.reading(function (model) { return new Conversation(model); });
})();

"""#
}
