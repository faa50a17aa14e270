// Who or what ended a link as an app had it, and why a call has no callback: one wording for rows, details, banner and boxes.
(function () {
  "use strict";

  // "app": it cancelled; "peer": the other end; "silence": nothing was heard any more; "phone": its host, as after a failed
  // pairing. What the app was told comes first; without an error it was its own wish or the phone's.
  function of(record, answered) {
    if (answered && answered.kind === "cancelConnection") return "app";
    const error = record.error || "";
    return /peripheralDisconnected/.test(error) ? "peer" : /connectionTimeout|connectionFailed/.test(error) ? "silence" : "phone";
  }

  function by(how, peer) { return " by " + ({ app: "the app", peer: peer || "the peer", silence: "silence", phone: "the phone" }[how] || "something unknown"); }

  // The chip of a call that got no callback.
  function chip(call) {
    const lost = call.lost;
    if (call.cancelled !== undefined || (lost && lost.why === "cancelled")) return "Cancelled by the app";
    if (!lost) return call.kind === "connect" ? "Never connected" : "No answer";
    if (lost.why === "off") return "No answer · Bluetooth off";
    if (lost.why !== "link") return call.kind === "connect" ? "Never connected" : "No answer";
    return "No answer · " + { app: "the app cancelled", peer: "peer ended the link", silence: "link lost", phone: "phone ended the link" }[lost.how];
  }

  // The same in a sentence; null where the world may still answer.
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

  // Of a link box: the event that ended it, in words, from the reason that one end had (Core 6.0, Vol 1, Part F).
  // Who sends LL_TERMINATE_IND on the air is who ends it.
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
