// Generated from Inspector/Page/keeping.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let keepingJS = #"""
(function () {
"use strict";
const limits = { hour: 3600e9, full: 400000, story: 60000, marks: 40000, batch: 50000 };
const gone = 0, story = 1, mark = 2;
const ofLinks = /^(opened|closed|connect|cancelConnection|connected|disconnected|failedToConnect|stateChanged|setNotify|notifyStateChanged)$/;
const often = /Advertising Report|Number Of Completed|^Command (Complete|Status)/;
function kindOf(record, open) {
if (record.flag || record.error || open.has(record.id) || Faraday.errors.of(record)) return mark;
if (record.stair === "port") return ofLinks.test(record.kind) ? mark : story;
if (record.stair === "world") return record.kind === "device" ? story : mark;
if (record.stair === "hci") return (record.kind === "event" && !often.test(record.text)) || record.bytes === "01030c00" || record.uuid === "2902" ? mark : gone;
return /CONNECT_(IND|REQ|RSP)/.test(record.text) || record.uuid === "2902" ? mark : gone;
}
function look(app) {
const model = app.model, count = model.records.length;
if (model.kept === undefined || model.keptOf !== model.world) { model.kept = model.looked = 0; model.keptOf = model.world; model.letGo = null; }
if (count - model.looked < 5000) return;
model.looked = count;
const cut = Math.max(model.indexAt(model.end - limits.hour), count - limits.full);
if (cut - model.kept >= limits.batch) thin(app, cut);
}
function thin(app, cut) {
const model = app.model, records = model.records, selected = app.selected === null ? null : records[app.selected], held = Faraday.story.held();
const open = new Set(model.calls.filter(function (call) { return call.expects && call.up === null; }).map(function (call) { return call.down; }));
const letGo = model.letGo || { packets: 0, lines: 0, marks: 0, before: 0, linesBefore: 0 }, kept = [], room = [0, limits.story, limits.marks];
letGo.before = model.times.array[cut];
for (let i = cut - 1; i >= 0; i--) {
const record = records[i], kind = kindOf(record, open);
if (room[kind]-- > 0) { kept.push(record); continue; }
if (kind === gone) letGo.packets += 1;
else {
letGo[kind === story ? "lines" : "marks"] += 1;
letGo.linesBefore = Math.max(letGo.linesBefore, record.t);
}
}
kept.reverse();
const count = kept.length;
for (let i = cut; i < records.length; i++) kept.push(records[i]);
model.refill(kept);
model.kept = count;
model.looked = model.records.length;
model.letGo = letGo;
app.selected = selected && model.records[selected.id] === selected ? selected.id : null;
if (selected) { if (app.selected === null) Faraday.detailPane.close(); else app.emit("select", app.selected); }
Faraday.detailPane.forget();
Faraday.story.hold(held);
}
function sentence(letGo, at) {
const count = Faraday.format.count, lines = letGo.lines + letGo.marks;
return "To stay small, this page has let go " + count(letGo.packets, "packet") + " from before " + at(letGo.before)
+ (lines ? ", and " + count(lines, "line") + " of the story from before " + at(letGo.linesBefore) : "") + ". "
+ (letGo.marks ? "Everything since then is here." : (lines ? "" : "The story, ") + "errors, flags and links are whole, and everything since then is here.").replace(/^e/, "E");
}
Faraday.keeping = { look: look, limits: limits, sentence: sentence };
})();

"""#
}
