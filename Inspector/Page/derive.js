// A plain trace has only the base keys: what the feed's further keys would say is read from the text, whose words the
// trace keeps stable. Of any other feed nothing is guessed: it has said all it knows.
(function () {
  "use strict";

  const uuidPattern = /\b([0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}|[0-9A-F]{4})\b(?: \(|[ :,]|$)/;

  function fill(record, nodesByName) {
    if (record.stair === "air") air(record, nodesByName);
    else if (record.stair === "port") port(record, nodesByName);
    else if (record.stair === "world") world(record);
    else if (record.kind === "acl") attribute(record);
  }

  function air(record, nodesByName) {
    const text = record.text;
    const channel = /^ch (\d+)/.exec(text);
    if (channel) record.channel = Number(channel[1]);
    const end = / -> (.+?)( -?\d+ dBm)?( encrypted)?( LOST)?$/.exec(text);
    if (end) {
      const to = nodesByName.get(end[1]);
      if (to !== undefined) record.to = to;
      else for (const [name, node] of nodesByName) if (Faraday.format.ascii(name) === end[1]) record.to = node;
      if (end[2]) record.rssi = parseInt(end[2], 10);
    }
    if (/ LOST$/.test(text)) record.lost = true;
    if (/ encrypted( LOST)?$/.test(text)) record.encrypted = true;
    attribute(record);
  }

  function attribute(record) {
    const att = /\bATT ([A-Z_0-9]+)/.exec(record.text);
    if (!att) return;
    record.att = att[1];
    const handle = /\bATT [A-Z_]+ 0x([0-9A-F]{4})\b/.exec(record.text) || /\bhandle=0x([0-9A-F]{4})\b/.exec(record.text);
    if (handle) record.handle = parseInt(handle[1], 16);
    const value = /\bvalue=([0-9a-f]+)\b/.exec(record.text);
    if (value) record.value = value[1];
  }

  function port(record, nodesByName) {
    const text = record.text.replace(/^manager \d+: /, "");
    const session = /^manager (\d+):/.exec(record.text);
    if (session) record.session = Number(session[1]);
    attributeOf(record, text);
    const peer = /^(opened|closed|scan|stopScan|stateChanged)$/.test(record.kind) ? null : peerIn(record, text, nodesByName);
    if (peer) record.peer = peer;
    const error = /: error (.+)$/.exec(text);
    if (error) record.error = error[1];
    const made = /a (\w+) is created/.exec(text);
    if (made) record.class = made[1];
  }

  // A list of UUIDs says what was asked for or found; "for" names the service in which.
  function attributeOf(record, text) {
    const service = /\bfor ([0-9A-F-]{4,36})\b/.exec(text);
    if (service && uuidPattern.test(service[1])) { record.uuid = record.service = service[1]; return; }
    if (/^(scan|discovered|discoverServices|servicesDiscovered|attributesKnown|servicesModified)$/.test(record.kind)) return;
    const uuid = uuidPattern.exec(text);
    if (!uuid) return;
    record.uuid = uuid[1];
    const value = / of .+: ([0-9a-f]{2,})(?: with\w+)?$/.exec(text);
    if (value && value[1].length % 2 === 0) record.value = value[1];
  }

  // The longest name of another node in the text: "HR-10" is not "HR-1". Texts are ASCII, names need not be.
  function peerIn(record, text, nodesByName) {
    let best = null;
    for (const name of nodesByName.keys()) {
      if (name === record.name || (best && best.length >= name.length)) continue;
      if (names(text, name) || names(text, Faraday.format.ascii(name))) best = name;
    }
    return best || Faraday.facts.peer(record);
  }

  function names(text, name) {
    const before = "( |^)", after = "(?=[,:) ]|$)";
    return name !== "" && text.includes(name) && new RegExp(before + name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + after).test(text);
  }

  const states = { launched: "launched", foreground: "foreground", background: "background", suspended: "suspended", terminated: "terminated" };

  function world(record) {
    if (record.kind === "added" || record.kind === "moved") record.at = placeIn(record.text);
    if (record.kind === "powered") record.on = /\bon$/.test(record.text);
    const flags = { misuse: "misuse", brokenInvariant: "broken", fault: "fault", note: "note" };
    if (flags[record.kind]) record.flag = flags[record.kind];
    const app = /^(.+?): (\w+)/.exec(record.text);
    if (app && /^(appState|launch|termination|authorization)$/.test(record.kind)) {
      record.app = app[1];
      if (record.kind === "termination") record.state = "ended"; else if (states[app[2]]) record.state = app[2];
    }
    if (record.kind !== "device") return;
    const uuid = uuidPattern.exec(record.text);
    if (!uuid) return;
    record.uuid = record.characteristic = uuid[1];
    const value = /: ([0-9a-f]+)$/.exec(record.text);
    if (value) record.value = value[1];
  }

  function placeIn(text) {
    const line = /\bat (-?[\d.]+) m\b/.exec(text), point = /\bat \((-?[\d.]+), (-?[\d.]+), (-?[\d.]+)\) m\b/.exec(text);
    return line ? [Number(line[1]), 0, 0] : point ? point.slice(1).map(Number) : null;
  }

  Faraday.derive = { fill: fill };
})();
