// Messages of ATT, of the security manager and of L2CAP's signalling channel, as entries of a conversation: a request with
// its answer, a row of notifications, a discovery, a pairing.
(function () {
  "use strict";
  const errors = Faraday.errors, byte = errors.byte, word = errors.word;

  // `body`: the hexadecimal text behind the header of L2CAP. Null for channels that are not known here.
  function message(talk, record, link, from, channel, body) {
    if (channel === 4) return attribute(talk, record, link, from, body);
    if (channel === 6) return pairing(talk, record, link, from, body);
    return channel === 5 ? signal(talk, record, link, from, body) : null;
  }

  // ATT

  const discovers = { 0x04: true, 0x06: true, 0x10: true };

  function attribute(talk, record, link, from, body) {
    const code = byte(body, 0), name = (Faraday.layouts.att[code] || [""])[0];
    if (/_RSP$|_CFM$/.test(name)) return answer(talk, record, link, from, code, body);
    if (code === 0x1B) return notified(talk, record, link, from, body);
    link.streams.clear();
    if (isDiscovery(code, body)) return discovery(talk, record, link, from, body);
    const entry = talk.begin(record, "att", link, from);
    Object.assign(entry, { code: code, request: body, uuid: record.uuid || null, meaning: record.meaning || undefined, answer: null, waits: /_REQ$|_IND$/.test(name) });
    link.last = entry;
    if (entry.waits) open(link, entry, code === 0x1D ? "ind" : "req");
    return entry;
  }

  // Read By Type discovers characteristics and included services if it asks for their declarations.
  function isDiscovery(code, body) { return discovers[code] || (code === 0x08 && (body.substr(10) === "0328" || body.substr(10) === "0228")); }

  function discovery(talk, record, link, from, body) {
    let entry = link.last;
    if (!entry || entry.kind !== "discovery" || entry.who !== from || record.t - entry.last > 3e10) {
      entry = talk.begin(record, "discovery", link, from);
      Object.assign(entry, { requests: 0, services: [], characteristics: 0, included: 0, descriptors: 0, code: 0 });
      link.last = entry;
    } else talk.more(entry, record);
    Object.assign(entry, { requests: entry.requests + 1, code: byte(body, 0), request: body, answer: null, waits: true });
    open(link, entry, "req");
    return entry;
  }

  // A bearer has one request at a time in each direction: the one before has no answer any more that the capture could show.
  function open(link, entry, turn) {
    link.open = link.open.filter(function (each) {
      if (each.turn !== turn || each.entry.who !== entry.who) return true;
      if (each.entry !== entry) each.entry.passed = true;
      return false;
    });
    link.open.push({ turn: turn, entry: entry });
  }

  function answer(talk, record, link, from, code, body) {
    const turn = code === 0x1E ? "ind" : "req";
    // Where a capture does not tell the two ends apart, who asks seems to answer itself.
    let at = link.open.findIndex(function (each) { return each.turn === turn && each.entry.who !== from; });
    if (at < 0) at = link.open.findIndex(function (each) { return each.turn === turn && typeof record.to !== "number"; });
    if (at < 0) return late(talk, record, link, from, code, body);
    const entry = link.open[at].entry;
    link.open.splice(at, 1);
    talk.more(entry, record);
    entry.answer = body;
    entry.answered = record.t;
    entry.waits = false;
    if (code === 0x01) entry.refused = byte(body, 8);
    if (!entry.uuid && record.uuid) entry.uuid = record.uuid;
    if (record.meaning) entry.meaning = record.meaning;
    if (entry.kind === "discovery") found(entry, code, body);
    return entry;
  }

  // The request is not in the capture.
  function late(talk, record, link, from, code, body) {
    link.streams.clear();
    const entry = talk.begin(record, "att", link, from);
    return link.last = Object.assign(entry, { code: code, request: body, uuid: record.uuid || null, meaning: record.meaning || undefined, answer: null, waits: false });
  }

  function found(entry, code, body) {
    const size = 2 * byte(body, 2);
    if (code === 0x07) entry.services.push.apply(entry.services, new Array(Math.floor((body.length - 2) / 8)).fill(uuid(entry.request.substr(14))));
    else if (code === 0x11) for (let at = 4; size > 8 && at + size <= body.length; at += size) entry.services.push(uuid(body.substr(at + 8, size - 8)));
    else if (code === 0x09) for (let at = 4; size > 0 && at + size <= body.length; at += size) entry[entry.request.endsWith("0328") ? "characteristics" : "included"] += 1;
    else if (code === 0x05) entry.descriptors += Math.floor((body.length - 4) / (byte(body, 2) === 1 ? 8 : 36));
  }

  function uuid(hex) {
    const text = (hex.match(/../g) || []).reverse().join("").toUpperCase();
    return text.length === 32 ? text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") : text;
  }

  function notified(talk, record, link, from, body) {
    const handle = word(body, 2);
    const entry = talk.stream(record, link, from, "ntf" + handle, "notify");
    if (entry.count === undefined) Object.assign(entry, { handle: handle, count: 0, values: new Map(), uuid: record.uuid || null });
    entry.count += 1;
    entry.latest = body.slice(6);
    if (entry.values.size < 1000) entry.values.set(entry.latest, record.meaning || entry.values.get(entry.latest) || null);
    link.last = entry;
    return entry;
  }

  // The security manager

  function pairing(talk, record, link, from, body) {
    const code = byte(body, 0);
    link.streams.clear();
    let entry = link.pairing;
    if (!entry || entry.failed || (entry.isOn && (code === 0x01 || code === 0x0B))) {
      entry = link.pairing = Object.assign(talk.begin(record, "pairing", link, from), { asked: null, agreed: null, keys: new Set(), isOn: false, failed: null });
      link.last = entry;
    } else talk.more(entry, record);
    if (code === 0x01) { entry.asked = body; entry.who = from; }
    if (code === 0x02) entry.agreed = body;
    if (code === 0x05) Object.assign(entry, { failed: byte(body, 2), failedBy: from });
    const key = { 0x06: "LTK", 0x08: "IRK", 0x0A: "CSRK" }[code];
    if (key) entry.keys.add(key);
    return entry;
  }

  // L2CAP: commands are answered under their identifier.

  function signal(talk, record, link, from, body) {
    const code = byte(body, 0), key = "sig" + byte(body, 2), isAnswer = code === 0x01 || (code >= 0x03 && code % 2 === 1 && code !== 0x17 && code !== 0x19) || code === 0x18 || code === 0x1A;
    const waiting = link.open.findIndex(function (each) { return each.turn === key; });
    if (isAnswer && waiting >= 0) {
      const entry = link.open[waiting].entry;
      link.open.splice(waiting, 1);
      Object.assign(talk.more(entry, record), { answer: body, answered: record.t, waits: false });
      return entry;
    }
    link.streams.clear();
    const entry = Object.assign(talk.begin(record, "signal", link, from), { code: code, request: body, answer: null, waits: !isAnswer && code !== 0x16 });
    if (entry.waits) link.open.push({ turn: key, entry: entry });
    link.last = entry;
    return entry;
  }

  Faraday.dialogue = { message: message, uuid: uuid };
})();
