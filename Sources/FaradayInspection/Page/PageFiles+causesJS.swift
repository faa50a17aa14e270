// Generated from Inspector/Page/causes.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let causesJS = #"""
(function () {
"use strict";
function of(record, answered) {
if (answered && answered.kind === "cancelConnection") return "app";
const error = record.error || "";
return /peripheralDisconnected/.test(error) ? "peer" : /connectionTimeout|connectionFailed/.test(error) ? "silence" : "phone";
}
function by(how, peer) { return " by " + ({ app: "the app", peer: peer || "the peer", silence: "silence", phone: "the phone" }[how] || "something unknown"); }
function chip(call) {
const lost = call.lost;
if (call.cancelled !== undefined || (lost && lost.why === "cancelled")) return "Cancelled by the app";
if (!lost) return call.kind === "connect" ? "Never connected" : "No answer";
if (lost.why === "off") return "No answer · Bluetooth off";
if (lost.why !== "link") return call.kind === "connect" ? "Never connected" : "No answer";
return "No answer · " + { app: "the app cancelled", peer: "peer ended the link", silence: "link lost", phone: "phone ended the link" }[lost.how];
}
function sentence(call, at) {
const lost = call.lost;
if (call.cancelled !== undefined || (lost && lost.why === "cancelled")) {
return "The app cancelled it before there was a link" + (lost && lost.why === "cancelled" ? ", and was told at " + at(lost.t) + "." : ".");
}
if (!lost) return null;
if (call.kind === "scan") return (lost.why === "off" ? "Bluetooth went off at " : "The manager ended at ") + at(lost.t) + ": this scan is over.";
if (lost.why === "link") return "The link ended at " + at(lost.t) + by(lost.how, call.peer) + ": no callback will come.";
if (lost.why === "off") return "Bluetooth went off at " + at(lost.t) + ": no callback will come.";
return (call.kind === "connect" ? "There was never a link" : "No callback") + ": this call was open when its manager ended, at " + at(lost.t) + ".";
}
function ofLink(link, name, isAir) {
const end = link.end, other = end.by === link.a ? link.b : link.a;
if (end.value === 0x16 || isAir) return "ended by " + end.by;
if (end.value === 0x13 || end.value === 0x14 || end.value === 0x15) return "ended by " + (other || "the other end") + (end.value === 0x13 ? "" : " (" + name + ")");
if (end.value === 0x08 || end.value === 0x22) return "ended by silence: " + end.by + " heard nothing more (" + name + ")";
if (end.value === 0x3E) return "never up (" + name + ")";
return name;
}
Faraday.causes = { of: of, by: by, chip: chip, sentence: sentence, ofLink: ofLink };
})();

"""#
}
