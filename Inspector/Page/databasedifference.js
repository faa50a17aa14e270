// Two runs' databases of one device, side by side: what only one of them shows, and values that are not the same.
(function () {
  "use strict";

  const el = Faraday.el;
  const { table, note } = Faraday.parts;

  // The server of the other run that has the same name, or else the only one that has services.
  function counterpart(model, key, other) {
    const keys = new Set([...other.nodes.keys(), ...Faraday.databases(other).servers.keys()]);
    const served = [...keys].filter((each) => Faraday.servicesOf(other, each, null));
    const names = Faraday.airNames(model, key);
    const named = served.filter((each) => Faraday.airNames(other, each).some((name) => names.includes(name)));
    return named.length === 1 ? named[0] : served.length === 1 ? served[0] : null;
  }

  // Attributes by what they are: the second Battery Level of a device is not the first.
  function attributes(model, key, time) {
    const found = new Map(), counts = new Map();
    for (const service of Faraday.servicesOf(model, key, time) || []) {
      // What no discovery has shown has no place that could be compared.
      if (!service.uuid) continue;
      const place = numbered(counts, service.uuid);
      add(found, place, { kind: "service", uuid: service.uuid });
      for (const each of service.characteristics || []) {
        const name = numbered(counts, place + "/" + (each.uuid || "?"));
        add(found, name, { kind: "characteristic", uuid: each.uuid, text: (each.properties || []).join(", ") || null, value: Faraday.valueOf(model, key, each, time) });
      }
    }
    return found;
  }

  function numbered(counts, name) {
    const count = (counts.get(name) || 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  }

  function add(found, place, what) { if (what.uuid) found.set(place, what); }

  /// {count, rows}: how many attributes both have, and for each difference what, this run's side and the other's.
  function differences(model, key, time, other) {
    const otherKey = counterpart(model, key, other);
    if (otherKey === null) return null;
    const mine = attributes(model, key, time), its = attributes(other, otherKey, null), rows = [];
    let count = 0;
    for (const [place, each] of mine) {
      const same = its.get(place);
      if (!same) { rows.push({ place, each, here: "seen", there: "not seen" }); continue; }
      count++;
      if (each.text && same.text && each.text !== same.text) rows.push({ place, each, here: each.text, there: same.text });
      const [a, b] = [each.value, same.value];
      if (a && b && a.value !== b.value) rows.push({ place, each, here: a, there: b });
    }
    for (const [place, each] of its) if (!mine.has(place)) rows.push({ place, each, here: "not seen", there: "seen" });
    return { name: Faraday.nodeName(other, otherKey), count, rows };
  }

  function shown(side) {
    if (typeof side === "string") return el(side === "not seen" ? "span.muted" : "span", side);
    return el("span", side.meaning ? el("strong", side.meaning + " ") : null, side.value === "" ? el("span.muted", "empty") : el("code", side.value.length > 64 ? side.value.slice(0, 64) + "…" : side.value));
  }

  function label(model, row) {
    const name = Faraday.uuidName(model, row.each.uuid);
    return el("span", name || row.each.uuid, el("div.muted.mono", row.place));
  }

  /// A card for the view "GATT"; null while there is no other run, or it has no such device.
  function card(app, key) {
    const { run } = Faraday.otherRun.of(app);
    const found = run && differences(app.model, key, app.time, run.model);
    if (!found) return null;
    const title = `Beside ${found.name} of the other run`;
    const made = el("section.views-card", { "aria-label": title }, el("h2.views-title", title));
    made.append(found.rows.length
      ? table("What differs", ["Attribute", "This run", "The other"], found.rows.map((row) => [label(app.model, row), shown(row.here), shown(row.there)]))
      : note("The databases are the same."));
    made.append(note(`Both runs show ${Faraday.format.count(found.count, "attribute")}. Values are the latest, and are compared where both runs have one.`));
    return made;
  }

  Faraday.databaseDifference = { card, differences };
})();
