// Generated from Inspector/Page/linkbox.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let linkboxJS = #"""
(function () {
"use strict";
const el = Faraday.el;
const { refresh, paced, toRecord, note } = Faraday.parts;
const most = 60; // boxes
Faraday.view({
id: "links", title: "Links", key: "6",
mount(element, app) {
this.app = app;
this.keys = el("section.views-card.linkkeys", { "aria-label": "Keys" });
this.list = el("div.links");
element.append(el("div.views.views-links", this.keys, this.list));
keyForm(this);
},
update(app) {
const model = app.model;
const known = Faraday.keyring.keys.map((key) => key.hex + key.opened.length + key.addresses.length).join();
paced(this, app, [model.epoch, model.records.length, app.loading, known].join("/"), known, () => {
refresh(this.known, known + model.epoch, () => Faraday.keyring.keys.map((key) => keyLine(this, model, key)));
const links = Faraday.linkFacts(model).list;
refresh(this.list, [model.epoch, model.records.length, known].join("/"), () => links.length
? links.slice(0, most).map((link) => box(app, link)).concat(links.length > most ? note(`The first ${most} of ${links.length} links are shown.`) : [])
: [note(app.loading ? "Reading…" : "No link was made here.")]);
});
},
});
function keyForm(view) {
const kind = el("select", { "aria-label": "Kind of key" }, el("option", { value: "LTK" }, "LTK"), el("option", { value: "IRK" }, "IRK"));
const hex = el("input", { type: "text", placeholder: "32 hexadecimal digits", "aria-label": "Key", autocomplete: "off", spellcheck: "false" });
const name = el("input.keyname", { type: "text", placeholder: "whose it is (if you like)", "aria-label": "Whose the key is", autocomplete: "off" });
const problem = el("p.keyproblem", { role: "status" });
view.known = el("ul.keylist");
const form = el("form.keyform", null, kind, hex, name, el("button", { type: "submit" }, "Add the key"));
form.addEventListener("submit", function (event) {
event.preventDefault();
const wrong = Faraday.keyring.add(kind.value, hex.value, name.value.trim());
problem.textContent = wrong || "";
if (!wrong) { hex.value = name.value = ""; view.pacedKey = null; view.app.refresh(); }
});
view.keys.append(el("h2", "Keys"), form, problem, view.known,
note("A long-term key (LTK) opens the packets of a link that was encrypted with it; an identity key (IRK) tells whose a resolvable private address is. Both orders of the bytes are tried. Keys stay in this page and are gone when you close it."));
}
function keyLine(view, model, key) {
return el("li", null, el("b", key.kind), " ", el("code", key.hex), key.name ? " of " + key.name : "", ": ", opens(model, key), key.source === "entered" ? "" : " (" + key.source + ")");
}
function opens(model, key) {
if (key.kind === "IRK") return key.addresses.length ? "resolves " + key.addresses.join(", ") : "resolves no address here";
if (key.opened.length) return key.opened.map((each) => "opens " + Faraday.format.count(each.opened, "packet") + " of " + each.all + " on " + Faraday.packets.hexNumber(each.access, 8)).join(", ");
return Faraday.sessions(model).list.some((each) => !each.isOpen && !each.key) ? "opens nothing here" : "nothing here is closed";
}
function box(app, link) {
const facts = el("dl.linkfacts");
const add = (name, value, fact) => {
if (value === null || value === undefined) return;
facts.append(el("dt", name), el("dd", value, fact ? el("span.by", " ", by(app, fact, name)) : null));
};
parameters(add, link);
security(add, app, link);
ways(add, app, link);
return el("section.views-card.linkbox", { "aria-label": title(link) },
el("h2", Faraday.talkText.withNames(app.model, title(link))), el("p.linktime", null, times(app, link), link.access !== null ? " · access address " + Faraday.packets.hexNumber(link.access, 8) : ""), facts);
}
function title(link) {
if (link.handle !== undefined && !link.b) return "Handle " + link.handle + " of " + link.a;
const ends = link.b ? (link.a || "?") + " \u2192 " + link.b : link.a || "?";
return link.number ? "Link " + link.number + ": " + ends : ends;
}
function times(app, link) {
const names = Faraday.names && Faraday.names.hci, end = link.end;
const parts = ["from " + Faraday.format.at(link.from) + (end ? " to " + Faraday.format.at(end.t) : " to the end")];
if (end) parts.push(toRecord(app, end.id, said(app, Faraday.causes.ofLink(link, (names && names[end.value]) || "reason " + Faraday.packets.hexNumber(end.value, 2), app.model.records[end.id].stair === "air"))));
return parts.length > 1 ? [parts[0], ": ", parts[1]] : parts;
}
function said(app, text) { return Faraday.talkText.withNames(app.model, text, true); }
function by(app, fact, name) {
return toRecord(app, fact.id, (fact.by ? said(app, fact.by) + ", " : "") + Faraday.format.at(fact.t) + (fact.count > 1 ? ", changed " + Faraday.format.count(fact.count - 1, "time") : ""), name);
}
function parameters(add, link) {
const names = Faraday.layouts.tables.phy;
const unless = (text) => link.number ? text : "not told here: the link was there before";
add("MTU", link.mtu ? link.mtu.value + " bytes" : unless("23 bytes, never exchanged"), link.mtu);
if (link.params) {
const value = link.params.value;
add("Interval", units(value.interval, 1.25), link.params);
add("Latency", value.latency ? Faraday.format.count(value.latency, "event") + " may be skipped" : "none");
add("Timeout", units(value.timeout, 10));
}
add("PHY", link.phy ? either(names[link.phy.value.tx], names[link.phy.value.rx]) : unless("LE 1M, never changed"), link.phy);
add("Channels", link.map ? channels(link.map.value) : null, link.map);
add("Data length", link.length ? either(link.length.value.tx + " bytes", link.length.value.rx + " bytes") : unless("27 bytes, never changed"), link.length);
}
function units(number, size) { return Faraday.format.duration(number * size * 1e6); }
function either(one, other) { return one === other ? one + " both ways" : one + " / " + other; }
function channels(hex) {
const field = Faraday.packets.run("Map map", new Faraday.packets.Reader(Faraday.format.bytes(hex), 0, 5))[0];
return field.meaning;
}
function security(add, app, link) {
const session = Faraday.sessions(app.model).list.filter((each) => each.access === link.access).pop();
const key = link.key_ ? link.key_.value : session && session.key ? session.key.hex : null;
const state = !link.encryption ? (link.number ? "off" : "not begun here: the link was there before") : link.encryption.value ? "on, AES-CCM" : "off again";
add("Encryption", state + (session && !session.isOpen && !session.key ? ", not opened: its key is missing" : ""), link.encryption);
if (link.encryption) add("Key in use", key ? [el("code", key), session && session.key ? " (" + session.key.source + ")" : ""] : "not in this feed", link.key_);
const agreed = link.pairing ? method(link.pairing) : link.encryption ? "in an earlier pairing" + (identified(link) || "") : null;
add("Agreed by", link.pairing ? toRecord(app, link.pairing.id, agreed) : agreed);
}
function identified(link) { return link.request_ ? /^0+$/.test(link.request_.value) ? ", by Secure Connections" : ", a legacy key with EDIV 0x" + Faraday.hexOf(Faraday.bytesOf(link.request_.value.slice(16)).reverse()).toUpperCase() : ""; }
function method(pairing) {
const a = pairing.request, b = pairing.response;
if (pairing.failed !== null) return "pairing failed: " + (Faraday.layouts.tables.smpReason[pairing.failed] || Faraday.packets.hexNumber(pairing.failed, 2));
if (!b) return "pairing without an answer";
const secure = a[3] & b[3] & 8, parts = [secure ? "Secure Connections" : "legacy pairing", association(a, b, secure)];
if (a[3] & b[3] & 1) parts.push("bonding");
parts.push("key of " + Math.min(a[4], b[4]) + " bytes");
return parts.join(", ");
}
function association(a, b, secure) {
if (secure ? a[2] | b[2] : a[2] & b[2]) return "out of band";
if (!((a[3] | b[3]) & 4)) return "Just Works";
const [display, yesNo, keyboard, none, both] = [0, 1, 2, 3, 4], one = a[1], other = b[1];
if (one === none || other === none) return "Just Works";
if (secure && [yesNo, both].includes(one) && [yesNo, both].includes(other)) return "Numeric Comparison";
if ([display, yesNo].includes(one) && [display, yesNo].includes(other)) return "Just Works";
return one === keyboard || other === keyboard || one === both || other === both ? "Passkey Entry" : "Just Works";
}
function ways(add, app, link) {
link.ways.forEach((way, name) => {
if (way.count) {
const level = way.measured ? Math.round(way.sum / way.measured) + " dBm" + (way.most > way.least ? " (" + way.least + " to " + way.most + ")" : "") + ", " : "";
add("From " + said(app, name), level + Faraday.format.count(way.count, "packet") + ", " + (way.lost ? way.lost + " lost (" + Faraday.parts.short(100 * way.lost / way.count) + " %)" : way.again ? way.again + " of them sent again" : "none lost"));
}
if (way.host !== null) add("At " + said(app, name), way.host + " dBm, as its host last read");
});
}
})();

"""#
}
