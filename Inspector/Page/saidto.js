// What was said to a device, in lines that do not show who recorded them. A recording of a real device and a run against its
// device file are compared by these: ends have their roles, and attributes that have names are known by them.
(function () {
  "use strict";

  // What the radio does by itself differs from one controller to the next.
  const kinds = new Set(["connect", "att", "discovery", "notify", "pairing", "signal", "end", "error", "advert"]);
  const address = /^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}/;
  const handle = /\b0x[0-9A-F]{4} (?=[0-9A-Z])/g;

  function roleOf(link, who) {
    if (who === link.central) return "central";
    if (who === link.peripheral) return "device";
    if (link.central !== null) return "device";
    return link.peripheral !== null ? "central" : "unknown";
  }

  // The end of a link that is no central; null where no packet tells.
  function peripheralOf(link) { return link.peripheral !== null ? link.peripheral : link.central !== null ? link.peer : null; }

  // The names of devices, looked up once for each and not once for each thing that was said.
  function deviceNames(model, talk) {
    const known = new Map();
    return (entry) => {
      const who = entry.kind === "advert" ? entry.who : entry.link ? peripheralOf(entry.link) : null;
      if (who === null) return null;
      if (!known.has(who)) known.set(who, nameOf(model, talk, who));
      return known.get(who);
    };
  }

  // The name that a device advertises, or else has.
  function nameOf(model, talk, who) {
    if (typeof who === "string") return talk.names.get(who) || who;
    const names = Faraday.airNames(model, who);
    return names.findLast((name) => !address.test(name)) || names[0];
  }

  /// The names of the devices that somebody was connected to.
  function devices(model) {
    const talk = Faraday.conversation(model), deviceName = deviceNames(model, talk), found = new Set();
    for (const entry of talk.entries) if (entry.link) found.add(deviceName(entry));
    found.delete(null);
    return [...found];
  }

  /// The lines of one device, or of all (""): {id, t, name, stair, dir, text}.
  function lines(model, device) {
    const talk = Faraday.conversation(model), deviceName = deviceNames(model, talk), known = new Set(devices(model)), found = [];
    for (const entry of talk.entries) {
      if (!kinds.has(entry.kind)) continue;
      const name = deviceName(entry);
      if (device === "" ? entry.kind === "advert" && !known.has(name) : name !== device) continue;
      found.push(line(model, talk, entry));
    }
    return found;
  }

  function line(model, talk, entry) {
    const role = entry.kind === "advert" ? "device" : entry.link ? roleOf(entry.link, entry.who) : "central";
    return { id: entry.id, t: entry.t, name: role, stair: "talk", dir: "", text: text(model, talk, entry, role), isTalk: true };
  }

  function text(model, talk, entry, role) {
    if (entry.kind === "connect" && !(entry.status > 0)) return "connects";
    if (entry.kind === "end") return role === "unknown" || entry.isUnseen || entry.reason !== null && !Faraday.errors.asked[entry.reason] ? "the link is lost" : "ends the link";
    return Faraday.talkText.describe(model, entry).text.replace(handle, "");
  }

  Faraday.saidTo = { devices, lines };
})();
