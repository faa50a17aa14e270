// Values in words, of packets that a key has opened: of the rest the feed says them. The most frequent ones alone, in the
// feed's own words: those of FaradayInspection/Values/Meanings.swift.
(function () {
  "use strict";
  const places = ["other", "chest", "wrist", "finger", "hand", "ear lobe", "foot"];
  // Device name, and what a device says of itself.
  const texts = ["2A00", "2A24", "2A25", "2A26", "2A27", "2A28", "2A29"];

  // What a value of a characteristic means; null if it is not known here, or if the bytes are no such value.
  Faraday.openedValue = function (uuid, hex) {
    if (typeof uuid !== "string" || typeof hex !== "string" || !hex || hex.length % 2) return null;
    const bytes = Faraday.bytesOf(hex);
    if (texts.includes(uuid)) return text(bytes);
    if (uuid === "2A19") return bytes.length === 1 && bytes[0] <= 100 ? bytes[0] + " %" : null;
    if (uuid === "2A38") return bytes.length === 1 ? places[bytes[0]] || null : null;
    return uuid === "2A37" ? heartRate(bytes) : null;
  };

  function text(bytes) {
    try { return "\"" + new TextDecoder("utf-8", { fatal: true }).decode(bytes) + "\""; } catch (error) { return null; }
  }

  // Flags, rate, energy, intervals between beats (Heart Rate Service 1.0, 3.1.1).
  function heartRate(bytes) {
    const flags = bytes[0], isWide = flags & 1, word = function (at) { return bytes[at] | bytes[at + 1] << 8; };
    let at = isWide ? 3 : 2;
    if (flags & 0xE0 || bytes.length < at + (flags & 8 ? 2 : 0)) return null;
    const said = ["beats per minute " + (isWide ? word(1) : bytes[1])];
    if (flags & 4) said.push(flags & 2 ? "has contact" : "not has contact");
    if (flags & 8) { said.push("energy expended " + word(at)); at += 2; }
    const rest = bytes.length - at, intervals = [];
    if (flags & 16 ? rest % 2 : rest) return null;
    for (; at < bytes.length; at += 2) intervals.push(word(at));
    if (intervals.length) said.push("intervals " + intervals.join(", "));
    return said.join(", ");
  }
})();
