// Generated from Inspector/Page/talkdetail.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let talkdetailJS = #"""
(function () {
"use strict";
const el = Faraday.el, most = 12;
const known = new WeakMap();
function entryOf(model, id) {
const talk = Faraday.conversation(model);
let index = known.get(talk);
if (!index || index.records !== model.records.length) {
known.set(talk, index = { records: model.records.length, of: new Map() });
for (const entry of talk.entries) for (const each of entry.ids) index.of.set(each, entry);
}
return index.of.get(id) || null;
}
function section(app, record, follow) {
if (!Faraday.clock.isCapture() && Faraday.rows.levels[Faraday.story.level].id !== "talk") return null;
const entry = entryOf(app.model, record.id);
if (!entry) return null;
const said = Faraday.talkText.describe(app.model, entry);
const step = function (id) {
const line = Faraday.rowText.single(app.model, app.model.records[id]);
return el("li", null, el("button.step", { type: "button", "aria-current": id === record.id ? "true" : null, onclick: function () { follow(id); } },
el("span.line." + app.model.records[id].stair, null, el("span.time", line.time), " ", el("span.who", line.who), " ", el("span.text", line.text))));
};
const shown = entry.ids.slice(0, most), rest = entry.ids.length - shown.length;
return el("section.said", null, el("h3", "What was said"),
el("p", (said.who ? said.who + " " : "") + said.text + (said.more ? " (" + said.more + ")" : "")),
entry.kind === "advert" ? contents(entry, record, follow) : null,
entry.ids.length > 1 ? el("details", null, el("summary", "Its " + Faraday.format.count(entry.ids.length, "packet")), el("ol.chain", shown.map(step)), rest ? el("p.muted", "and " + rest + " more: unfold the row") : null) : null);
}
function contents(entry, record, follow) {
if (!entry.contents.size) return null;
let before = { advert: null, answer: null };
const list = Array.from(entry.contents.values()).map(function (each) {
const words = Faraday.inWords.advertised(each.data), kind = each.isAnswer ? "answer" : "advert", last = before[kind];
before[kind] = words;
const text = words.length ? words.flatMap(function (word, at) { return [at ? ", " : "", last && !last.includes(word) ? el("strong", word) : word]; }) : [each.data];
return el("li", null, el("button.step", { type: "button", "aria-current": each.id === record.id ? "true" : null, onclick: function () { follow(each.id); } },
el("span.word", (each.isAnswer ? "answers scans, " : "") + Faraday.format.count(each.count, "time") + ", from"), el("span.time", Faraday.format.time(each.t)), " ", el("span", text)));
});
return el("div.contents", null, el("h3", "What it advertised, and since when"), el("ol.chain", list), entry.others ? el("p.muted", "and " + entry.others + " more with other contents") : null);
}
Faraday.talkDetail = { section: section };
})();

"""#
}
