// A plain trace has only the base keys: what the feed's further keys would say is read from the text, whose words the
// trace keeps stable. With a header the feed has said all it knows, and nothing is guessed.
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
      if (end[2]) record.rssi = parseInt(end[2], 10);
    }
    if (/ LOST$/.test(text)) record.lost = true;
    if (/ encrypted( LOST)?$/.test(text)) record.encrypted = true;
    attribute(record);
  }

  function attribute(record) {
    const att = /\bATT ([A-Z_0-9]+)/.exec(record.text);
    if (att) record.att = att[1];
  }

  function port(record, nodesByName) {
    const text = record.text;
    const session = /^manager (\d+):/.exec(text);
    if (session) record.session = Number(session[1]);
    const uuid = uuidPattern.exec(text.replace(/^manager \d+: /, ""));
    if (uuid) record.uuid = uuid[1];
    for (const name of nodesByName.keys()) {
      if (text.includes(name)) { record.peer = name; break; }
    }
    const error = /: error (.+)$/.exec(text);
    if (error) record.error = error[1];
    const made = /a (CB\w+) is created/.exec(text);
    if (made) record.class = made[1];
  }

  function world(record) {
    const distance = /at (-?[\d.]+) m/.exec(record.text);
    if (distance) record.at = [Number(distance[1]), 0, 0];
    else if (/out of range/.test(record.text)) record.at = null;
    const flags = { misuse: "misuse", brokenInvariant: "broken", fault: "fault", note: "note" };
    if (flags[record.kind]) record.flag = flags[record.kind];
    const uuid = uuidPattern.exec(record.text);
    if (uuid) record.uuid = uuid[1];
  }

  Faraday.derive = { fill: fill };
})();
