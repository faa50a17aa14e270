// What went wrong between the layers below an app: refused requests and procedures, links that were lost, failed pairings.
// A capture has nothing else that says it. A record's own `error`, which an app was told, is not asked for here.
(function () {
  "use strict";

  // Ends that somebody asked for: by the user, for want of resources, by power off (Core 6.0, Vol 1, Part F, 1.3).
  const asked = { 0x13: true, 0x14: true, 0x15: true, 0x16: true };
  // Discovery goes on until a server has no more: that "no" ends it, and is no error (Core 6.0, Vol 3, Part G, 4.4 to 4.7).
  const searches = { 0x04: true, 0x06: true, 0x08: true, 0x10: true };
  const notFound = 0x0A, cancelled = 0x02;
  // Events of LE that begin with a status, by their subevent.
  const withStatus = { 0x01: true, 0x03: true, 0x04: true, 0x08: true, 0x09: true, 0x0A: true, 0x0C: true, 0x0E: true, 0x10: true, 0x24: true, 0x29: true };

  function byte(hex, at) { return parseInt(hex.substr(at, 2), 16); }
  function word(hex, at) { return byte(hex, at) | byte(hex, at + 2) << 8; }
  function both(name, code) { return (name || "error") + " (0x" + code.toString(16).toUpperCase().padStart(2, "0") + ")"; }
  function hci(code) { return both(Faraday.names && Faraday.names.hci[code], code); }
  function att(code) { return both(Faraday.names && Faraday.names.att[code], code); }

  // What went wrong as a text, or null. It is asked of every record of a feed, so it looks at bytes and makes texts late.
  function of(record) {
    const hex = record.bytes;
    if (typeof hex !== "string" || record.lost || record.secret) return null;
    if (record.stair === "hci") return record.kind === "event" ? event(record, hex) : record.kind === "acl" ? packet(hex, 10, isStart(hex)) : null;
    if (record.stair !== "air" || record.kind !== "data") return null;
    const kind = byte(hex, 0) & 3, at = bodyAt(hex);
    return kind === 3 ? control(hex, at) : packet(hex, at, kind === 2);
  }

  // A continuing fragment has no header of L2CAP (Core 6.0, Vol 4, Part E, 5.4.2).
  function isStart(hex) { return (byte(hex, 4) >> 4 & 3) !== 1; }
  // The header of a data PDU has a third byte if it announces a CTE (Core 6.0, Vol 6, Part B, 2.4).
  function bodyAt(hex) { return byte(hex, 0) & 0x20 ? 6 : 4; }

  function event(record, hex) {
    const code = hex.substr(2, 2);
    if (code === "3e") return subevent(hex);
    if (code === "05") return byte(hex, 6) === 0 && !asked[byte(hex, 12)] ? "Link lost: " + hci(byte(hex, 12)) : byte(hex, 6) ? "Disconnecting failed: " + hci(byte(hex, 6)) : null;
    if (code === "0e") return hex.length >= 14 && byte(hex, 12) ? command(record) + " failed: " + hci(byte(hex, 12)) : null;
    if (code === "0f") return byte(hex, 6) ? command(record) + " refused: " + hci(byte(hex, 6)) : null;
    if (code === "08" || code === "30" || code === "59") return byte(hex, 6) ? "Encryption failed: " + hci(byte(hex, 6)) : null;
    return code === "10" ? "Hardware error 0x" + hex.substr(6, 2).toUpperCase() : null;
  }

  function command(record) {
    const found = /^Command Complete: (.*?) (?:ok|-|[A-Z][a-z])/.exec(record.text) || /opcode=(.+?)(?:, and |$)/.exec(record.text);
    return found ? found[1] : "Command";
  }

  function subevent(hex) {
    const kind = byte(hex, 6), status = byte(hex, 8);
    if (!withStatus[kind] || !status) return null;
    const connects = kind === 0x01 || kind === 0x0A || kind === 0x29;
    if (connects && status === cancelled) return null; // the host gave up itself
    const names = { 0x03: "Changing the connection's parameters", 0x04: "Reading the peer's features", 0x0C: "Changing the PHY" };
    return (connects ? "Connecting" : names[kind] || "A procedure") + " failed: " + hci(status);
  }

  function control(hex, at) {
    const code = byte(hex, at), size = hex.length - at;
    if (code === 0x02 && size === 4) return asked[byte(hex, at + 2)] ? null : "Link ended: " + hci(byte(hex, at + 2));
    if (code === 0x0D && size === 4) return "Procedure refused: " + hci(byte(hex, at + 2));
    if (code === 0x11 && size === 6) return procedure(byte(hex, at + 2)) + " refused: " + hci(byte(hex, at + 4));
    return code === 0x07 && size === 4 ? procedure(byte(hex, at + 2)) + " refused: the peer does not know it" : null;
  }

  function procedure(code) { const known = Faraday.layouts.control[code]; return known ? known[0] : "Procedure 0x" + code.toString(16); }

  // A frame of L2CAP at a place in the text of the bytes.
  function packet(hex, at, isStart) {
    if (!isStart || hex.length < at + 10) return null;
    const channel = hex.substr(at + 4, 4), body = at + 8;
    if (channel === "0400") return byte(hex, body) === 0x01 ? attribute(hex, body) : null;
    if (channel === "0600") return byte(hex, body) === 0x05 && hex.length >= body + 4 ? "Pairing failed: " + both(Faraday.layouts.tables.smpReason[byte(hex, body + 2)], byte(hex, body + 2)) : null;
    return channel === "0500" ? signal(hex, body) : null;
  }

  function attribute(hex, at) {
    if (hex.length < at + 10) return null;
    const request = byte(hex, at + 2), code = byte(hex, at + 8);
    if (code === notFound && searches[request]) return null;
    const known = Faraday.layouts.att[request];
    return (known ? known[0] : "Request") + " refused: " + att(code);
  }

  function signal(hex, at) {
    const results = { 0x13: [8, "accepted"], 0x15: [24, "connection"], 0x18: [20, "connection"], 0x1A: [8, "reconfigured"] };
    const code = byte(hex, at);
    if (code === 0x01) return "L2CAP command rejected: " + (Faraday.layouts.tables.reject[word(hex, at + 8)] || "");
    const known = results[code];
    if (!known || hex.length < at + known[0] + 4) return null;
    const result = word(hex, at + known[0]);
    return result ? Faraday.layouts.signals[code][0].replace(/ Response$/, "") + " refused: " + both(Faraday.layouts.tables[known[1]][result], result) : null;
  }

  Faraday.errors = { of: of, signal: function (hex) { return signal(hex, 0); }, att: att, hci: hci, byte: byte, word: word, isStart: isStart, bodyAt: bodyAt, asked: asked };
})();
