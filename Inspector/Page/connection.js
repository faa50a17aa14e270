// Links in a conversation: how they are made, what is agreed on for them, how they end and by whom; and what a host asks of
// its radio (scanning, advertising). From commands and events of HCI and from frames of the air, whichever there are.
(function () {
  "use strict";
  const errors = Faraday.errors, byte = errors.byte, word = errors.word;
  const address = function (hex, at) { return Faraday.adverts.address(hex, at); };

  // Making

  function made(talk, record, link, who) {
    const entry = link.made || (link.made = Object.assign(talk.begin(record, "connect", link, who), { status: null }));
    link.last = entry;
    return talk.more(entry, record);
  }

  // A link that comes at once and the host's wish for it are one entry; one that took longer stands where it was made.
  function adopt(talk, record, link) {
    const pending = talk.pending.get(record.node);
    if (!pending || pending.link || pending.came) return;
    pending.came = record.t;
    if (record.t - pending.t < 1e9) { link.made = pending; pending.link = link; }
  }

  // CONNECT_IND: the addresses of both, then the link's numbers (Core 6.0, Vol 6, Part B, 2.3.3.1).
  function requested(talk, record, hex) {
    const link = talk.newLink(record), at = 28;
    Object.assign(link, { central: record.node, peripheral: typeof record.to === "number" ? record.to : null, peer: address(hex, 16) });
    if (hex.length >= at + 44) {
      link.access = (word(hex, at) | word(hex, at + 4) << 16) >>> 0;
      link.terms = { interval: word(hex, at + 20), latency: word(hex, at + 24), timeout: word(hex, at + 28) };
      Object.assign(link, { heard: record.t, latest: record.id });
      talk.byAccess.set(link.access, link);
      talk.unseen.push(link);
    }
    adopt(talk, record, link);
    made(talk, record, link, record.node);
    Faraday.adverts.over(talk, record.to);
  }

  // LE (Enhanced) Connection Complete.
  function complete(talk, record, hex) {
    const status = byte(hex, 8), isOld = hex.substr(6, 2) === "01", isCentral = byte(hex, 14) === 0, peer = address(hex, 18);
    const pending = isCentral || status ? talk.pending.get(record.node) : null;
    if (status) {
      const entry = pending ? talk.more(pending, record) : talk.begin(record, "connect", null, record.node);
      Object.assign(entry, { status: status, peer: entry.peer || null });
      talk.pending.delete(record.node);
      return;
    }
    const known = talk.nodes.get(peer);
    let link = latest(talk, record, isCentral);
    if (!link) {
      link = talk.newLink(record);
      link[isCentral ? "central" : "peripheral"] = record.node;
      link.peer = peer;
      if (known !== undefined) link[isCentral ? "peripheral" : "central"] = known;
      if (isCentral) adopt(talk, record, link);
    }
    link.terms = { interval: word(hex, isOld ? 30 : 54), latency: word(hex, isOld ? 34 : 58), timeout: word(hex, isOld ? 38 : 62) };
    link.handles.set(record.node, true);
    talk.byHandle.set(record.node + "/" + (word(hex, 10) & 0xFFF), link);
    made(talk, record, link, isCentral ? record.node : talk.other(link, record.node)).status = 0;
    if (isCentral) talk.pending.delete(record.node);
    Faraday.adverts.over(talk, isCentral ? peer : record.node);
  }

  // The link that the air or the other host has shown, if this host does not know it yet.
  function latest(talk, record, isCentral) {
    for (let i = talk.links.length - 1; i >= 0 && i >= talk.links.length - 16; i--) {
      const link = talk.links[i];
      if (!link.over && link[isCentral ? "central" : "peripheral"] === record.node && !link.handles.has(record.node) && record.t - link.from < 1e10) return link;
    }
    return null;
  }

  // Ending

  function ending(talk, record, link, facts) {
    const entry = link.end || (link.end = Object.assign(talk.begin(record, "end", link, record.node), { by: null, reason: null }));
    talk.more(entry, record);
    if (facts.by !== undefined && entry.by === null) entry.by = entry.who = facts.by;
    if (facts.reason !== undefined && (entry.reason === null || errors.asked[entry.reason])) entry.reason = facts.reason;
    link.streams.clear();
  }

  function disconnected(talk, record, hex) {
    const key = record.node + "/" + (word(hex, 8) & 0xFFF), reason = byte(hex, 12);
    if (byte(hex, 6)) { failed(talk, record, null); return; }
    const link = talk.ofHandle(record, word(hex, 8) & 0xFFF);
    talk.byHandle.delete(key);
    link.over = record.t;
    const by = reason === 0x16 ? record.node : errors.asked[reason] ? talk.other(link, record.node) : undefined;
    ending(talk, record, link, { by: by, reason: reason });
  }

  // Terms

  function agrees(talk, record, link, key, text) {
    let entry = link.setup;
    if (!entry || record.t - entry.last > 1e9) entry = link.setup = Object.assign(talk.begin(record, "terms", link, record.node), { said: new Map() });
    else talk.more(entry, record);
    if (key) entry.said.set(key, text);
    return entry;
  }

  function milliseconds(units) { return Number((units * 1.25).toFixed(2)) + " ms"; }
  function terms(interval, latency, timeout) { return "interval " + milliseconds(interval) + ", latency " + latency + ", timeout " + timeout * 10 + " ms"; }
  const phys = { 1: "1M", 2: "2M", 3: "Coded", 4: "Coded" };
  function phy(a, b) { return "PHY " + (phys[a] || "as before") + (a === b ? "" : " and " + (phys[b] || "as before")); }

  // Encryption: of a pairing that is under way, or with a key from before.
  function encrypts(talk, record, link, isOn) {
    let entry = link.pairing;
    if (!entry || entry.failed) entry = link.pairing = Object.assign(talk.begin(record, "pairing", link, record.node), { asked: null, agreed: null, keys: new Set(), isOn: false, failed: null });
    else talk.more(entry, record);
    if (isOn) entry.isOn = true;
    return entry;
  }

  function failed(talk, record, link) {
    const entry = talk.begin(record, "error", link, record.node);
    entry.text = errors.of(record);
  }

  // Events of HCI

  const creates = { "0d20": true, "4320": true, "8520": true };

  function event(talk, record, hex) {
    const code = hex.substr(2, 2), link = function (at) { return talk.ofHandle(record, word(hex, at) & 0xFFF); };
    if (code === "3e") { subevent(talk, record, hex, link); return; }
    if (code === "05") { disconnected(talk, record, hex); return; }
    if ((code === "08" || code === "59") && hex.length >= 14) { const entry = encrypts(talk, record, link(8), !byte(hex, 6) && !!byte(hex, 12)); if (byte(hex, 6)) entry.refused = byte(hex, 6); return; }
    if (code === "30") { encrypts(talk, record, link(8), !byte(hex, 6)); return; }
    if (code === "0e" && hex.substr(8, 4) === "0910" && hex.length >= 26) talk.nodes.set(address(hex, 14), record.node); // its public address
    if (code === "0f" && byte(hex, 6) && creates[hex.substr(10, 4)]) talk.pending.delete(record.node);
    if (errors.of(record)) failed(talk, record, null);
  }

  function subevent(talk, record, hex, link) {
    switch (hex.substr(6, 2)) {
    case "01": case "0a": case "29": complete(talk, record, hex); return;
    case "02": case "0d": Faraday.adverts.report(talk, record, hex); return;
    case "05": encrypts(talk, record, link(8), false); return;
    case "06": agrees(talk, record, link(8), null); return;
    case "07": agrees(talk, record, link(8), "length", "up to " + word(hex, 12) + " bytes out and " + word(hex, 20) + " in"); return;
    }
    if (errors.of(record)) { failed(talk, record, null); return; }
    if (hex.substr(6, 2) === "03") agrees(talk, record, link(10), "terms", terms(word(hex, 14), word(hex, 18), word(hex, 22)));
    else if (hex.substr(6, 2) === "04") agrees(talk, record, link(10), null);
    else if (hex.substr(6, 2) === "0c") agrees(talk, record, link(10), "phy", phy(byte(hex, 14), byte(hex, 16)));
  }

  // Commands of HCI, by the opcode as its bytes stand

  function command(talk, record, hex) {
    const code = hex.substr(2, 4), isOn = byte(hex, 8) !== 0;
    switch (code) {
    case "0520": talk.nodes.set(address(hex, 8), record.node); return;
    case "3520": talk.nodes.set(address(hex, 10), record.node); return;
    case "0d20": case "4320": case "8520": asks(talk, record, hex, code); return;
    case "0e20": if (talk.pending.has(record.node)) talk.more(talk.pending.get(record.node), record); return;
    case "0604": ending(talk, record, talk.ofHandle(record, word(hex, 8) & 0xFFF), { by: record.node }); return;
    case "1920": encrypts(talk, record, talk.ofHandle(record, word(hex, 8) & 0xFFF), false); return;
    case "1320": case "3220": case "2220": case "1620": agrees(talk, record, talk.ofHandle(record, word(hex, 8) & 0xFFF), null); return;
    case "0c20": case "4220": radio(talk, record, isOn ? "scans" : "stops scanning"); return;
    case "0a20": case "3920": radio(talk, record, isOn ? "advertises" : "stops advertising"); return;
    case "030c": radio(talk, record, "resets its controller"); return;
    }
  }

  function radio(talk, record, text) {
    talk.begin(record, "radio", null, record.node).text = text;
    if (/^resets/.test(text)) for (const key of Array.from(talk.byHandle.keys())) if (key.startsWith(record.node + "/")) talk.byHandle.delete(key);
  }

  // A host waits for a peer, for as long as it takes.
  function asks(talk, record, hex, code) {
    const old = code === "0d20", listed = byte(hex, old ? 16 : 8 + (code === "8520" ? 4 : 0)) === 1;
    const peer = address(hex, old ? 20 : code === "8520" ? 18 : 14);
    const entry = Object.assign(talk.begin(record, "connect", null, record.node), { status: null, peer: listed ? null : peer });
    talk.pending.set(record.node, entry);
  }

  // Control PDUs of the link layer (Core 6.0, Vol 6, Part B, 2.4.2)

  function control(talk, record, hex, at, link) {
    // An encrypted one has four bytes more than its opcode at least, those of its MIC.
    if (link.secret && !record.encrypted && hex.length >= at + 10) { talk.hidden(record, link, record.node); return; }
    const code = byte(hex, at), body = at + 2;
    if (code === 0x02) { ending(talk, record, link, { by: record.node, reason: byte(hex, body) }); if (!link.over) link.over = record.t; return; }
    if (code >= 0x03 && code <= 0x06) { if (code >= 0x05) link.secret = true; encrypts(talk, record, link, code === 0x06 && record.node === link.central ? true : undefined); return; }
    if (code === 0x0A || code === 0x0B) { encrypts(talk, record, link, false); return; }
    if (errors.of(record)) { failed(talk, record, link); return; }
    if (code === 0x00) agrees(talk, record, link, "terms", terms(word(hex, body + 6), word(hex, body + 10), word(hex, body + 14)));
    else if (code === 0x18) agrees(talk, record, link, "phy", phy(byte(hex, body), byte(hex, body + 2)));
    else if (code === 0x15 && !link.handles.size) agrees(talk, record, link, "length", "up to " + word(hex, body) + " and " + word(hex, body + 8) + " bytes");
    else agrees(talk, record, link, null);
  }

  Faraday.connection = { event: event, command: command, control: control, requested: requested, terms: terms, milliseconds: milliseconds };
})();
