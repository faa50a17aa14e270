// The view "GATT": each database with its values and their history, subscriptions, pairings, what phones remember, app states.
(function () {
  "use strict";

  const el = Faraday.el;
  const { table, note, refresh, paced, toRecord } = Faraday.parts;

  const shownEntries = 100;

  Faraday.view({
    id: "gatt", title: "GATT", key: "3",
    mount(element, app) {
      this.node = null;
      this.attribute = null;
      this.list = el("nav.views-nodes", { "aria-label": "Nodes" });
      this.content = el("div.views-content");
      element.append(el("div.views.views-gatt", this.list, this.content));
    },
    update(app) {
      const model = app.model;
      const keys = serverKeys(model);
      if (this.world !== model.world || !keys.includes(this.node)) {
        this.world = model.world;
        this.node = keys.find((key) => Faraday.servicesOf(model, key, null)) ?? keys[0] ?? null;
        this.attribute = null;
      }
      const hurry = [app.time, this.node, this.attribute].join("/");
      const key = [model.epoch, model.records.length, model.version, app.loading, (Faraday.otherRun.of(app).run || {}).name].join("/") + hurry;
      paced(this, app, key, hurry, () => {
        refresh(this.list, JSON.stringify([keys.map((each) => Faraday.nodeName(model, each)), this.node]), () => nodeButtons(this, app, keys));
        refresh(this.content, key, () => (this.node === null ? note("Nothing is known yet about attributes.") : parts(this, app)));
      });
    },
  });

  // Nodes by number, then peers that only packets have named.
  function serverKeys(model) {
    const keys = new Set([...model.nodes.keys()].sort((a, b) => a - b));
    for (const key of Faraday.databases(model).servers.keys()) keys.add(key);
    return [...keys];
  }

  function nodeButtons(view, app, keys) {
    const model = app.model;
    return [el("h2.views-title", "Nodes"), ...keys.map((key) => el("button.views-node", {
      type: "button", "aria-pressed": String(key === view.node), "data-focus": "node " + key,
      onclick: () => { view.node = key; view.attribute = null; app.refresh(); },
    }, el("strong", { title: Faraday.nodeName(model, key) }, Faraday.nodeName(model, key)), el("small", typeof key === "string" ? "a peer in packets" : kindText(model, key))))];
  }

  function kindText(model, key) {
    const line = model.nodes.get(key);
    return [Faraday.nodeKind(model, key), line && line.system].filter(Boolean).join(", ");
  }

  function parts(view, app) {
    const model = app.model, key = view.node, time = app.time;
    const name = Faraday.nodeName(model, key);
    const services = Faraday.servicesOf(model, key, time);
    const made = [
      el("header.views-head", el("h2", name), el("span.muted", time === null ? "now, at the end of the trace" : `at ${Faraday.format.at(time)}`), Faraday.deviceFiles.button(app, key)),
      services ? Faraday.databaseDifference.card(app, key) : null,
      ...(services ? [el("div.views-columns", database(view, app, services), el("div.views-side", history(view, app, services), subscriptions(app, key, services)))]
        : [database(view, app, services), subscriptions(app, key, services)]),
    ];
    if (typeof key === "number") made.push(...phoneParts(app, key));
    made.push(pairings(app, key));
    return made.filter(Boolean);
  }

  // MARK: Database

  function database(view, app, services) {
    const card = el("section.views-card", { "aria-label": "Database" }, el("h2.views-title", "Database"));
    if (!services) {
      card.append(note(Faraday.nodeKind(app.model, view.node) === "phone"
        ? "This phone publishes no service of an app that this trace shows. Below is what it remembers of others."
        : "No attribute is known: no client has discovered or used one so far."));
      return card;
    }
    const line = typeof view.node === "number" ? app.model.nodes.get(view.node) : null;
    if (!line || !line.services || !line.services.length) card.append(note("Learned from what clients discovered and used."));
    for (const service of services) card.append(serviceTable(view, app, service));
    return card;
  }

  function serviceTable(view, app, service) {
    const name = title(app.model, service.uuid, service.name) || (service.handle === null ? "Attributes that no discovery has shown" : "A service that no discovery has shown");
    const body = el("tbody");
    for (const each of service.characteristics || []) body.append(...characteristicRows(view, app, each));
    if (!body.firstChild) body.append(el("tr", el("td", { colspan: "4" }, el("span.muted", "No characteristic is known."))));
    return el("div.views-scroll", { tabindex: "0", role: "region", "aria-label": name },
      el("table.views-table.views-service",
        el("caption", el("strong", name), el("span.muted", [service.uuid, service.handle === null ? "" : "handle " + hexHandle(service.handle), service.primary === false ? "secondary" : ""].filter(Boolean).join(", "))),
        el("thead", el("tr", ["Characteristic", "Handle", "May be", "Value"].map((text) => el("th", { scope: "col" }, text)))), body));
  }

  function characteristicRows(view, app, each) {
    const current = Faraday.valueOf(app.model, view.node, each, app.time);
    const subscribed = subscribers(app, view.node, each);
    const select = el("button.views-link", {
      type: "button", "aria-pressed": String(view.attribute === each.handle), "data-focus": "attribute " + each.handle,
      title: "Show the history of this value",
      onclick: () => { view.attribute = view.attribute === each.handle ? null : each.handle; app.refresh(); },
    }, title(app.model, each.uuid, each.name) || "Unknown");
    const changed = changedText(app, current);
    const rows = [el("tr", { class: view.attribute === each.handle ? "views-chosen" : null },
      el("th", { scope: "row" }, select, el("div.muted.mono", each.uuid || "UUID unknown"), subscribed ? el("div.views-badge", subscribed) : null),
      el("td.mono", hexHandle(each.handle)), el("td", chips(each.properties)), el("td", shownValue(current), changed))];
    for (const descriptor of each.descriptors || []) {
      const value = Faraday.valueOf(app.model, view.node, descriptor, app.time);
      rows.push(el("tr.views-descriptor", el("th", { scope: "row" }, title(app.model, descriptor.uuid, descriptor.name) || "Descriptor", el("span.muted.mono", " " + (descriptor.uuid || ""))),
        el("td.mono", hexHandle(descriptor.handle)), el("td", ""), el("td", ...configured(view, app, descriptor, value))));
    }
    return rows;
  }

  // A subscription ends with its link, though no packet writes the descriptor back.
  function configured(view, app, descriptor, value) {
    const now = app.time === null ? Infinity : app.time;
    const last = descriptor.uuid !== "2902" ? null : Faraday.databases(app.model).subscriptions
      .findLast((each) => each.server === view.node && each.handle === descriptor.handle && each.t <= now);
    if (!last || last.why !== "the link ended" || last.to > now || !value || value.t === null || value.t > last.to || /^0+$/.test(value.value)) {
      return [shownValue(value, descriptor.uuid === "2902"), changedText(app, value)];
    }
    return [el("span", "off"), el("div.muted", `${value.value} until ${Faraday.format.at(last.to)}, the link ended`)];
  }

  function changedText(app, current) {
    if (!current || current.t === null || current.t === undefined) return null;
    const by = current.kind === "set" ? "" : (current.kind === "read" || current.kind === "write" ? " by " : " to ") + Faraday.nodeName(app.model, current.who);
    return el("div.muted", `${verb(current)}${by} at ${Faraday.format.at(current.t)}`);
  }

  function chips(names) {
    return (names || []).map((name) => el("span.views-chip", name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()));
  }

  function shownValue(current, isConfiguration) {
    if (!current) return el("span.muted", "unknown");
    if (current.value === "") return el("span.muted", "empty");
    if (isConfiguration) return el("span", configuration(current.value), " ", el("code", current.value));
    const text = current.meaning || Faraday.textOf(current.value);
    const bytes = current.value.length > 64 ? current.value.slice(0, 64) + "…" : current.value;
    return el("span", text ? el("strong", current.meaning ? text : `"${text}" `) : null, text ? " " : null, el("code", { title: `${current.value.length / 2} bytes` }, bytes));
  }

  function configuration(value) {
    return { "0000": "off", "0100": "notifications", "0200": "indications", "0300": "notifications and indications" }[value] || "";
  }

  function title(model, uuid, given) { return given || Faraday.uuidName(model, uuid) || uuid || null; }
  function hexHandle(handle) { return handle === null || handle === undefined ? "" : "0x" + handle.toString(16).toUpperCase().padStart(4, "0"); }

  // MARK: History

  const verbs = { set: "set", write: "written", read: "read", notification: "notified", indication: "indicated" };
  function verb(entry) { return verbs[entry.kind] || entry.kind; }

  function who(model, entry) {
    if (entry.kind === "set") return `set by ${entry.who}`;
    const name = Faraday.nodeName(model, entry.who);
    if (entry.kind === "notification" || entry.kind === "indication") return `${entry.kind} to ${name}`;
    return `${entry.refused ? "refused: " : ""}${verb(entry)} by ${name}`;
  }

  function history(view, app, services) {
    const model = app.model;
    const all = attributes(services);
    const chosen = all.find((each) => each.handle === view.attribute);
    const entries = Faraday.historyOfAll(model, view.node, chosen ? [chosen] : all);
    const count = Faraday.countUntil(entries, app.time);
    const latest = entries.slice(Math.max(0, count - shownEntries), count).reverse();
    const heading = chosen ? `History of ${title(model, chosen.uuid, chosen.name) || hexHandle(chosen.handle)}` : "History of all values";
    const card = el("section.views-card", { "aria-label": "History" }, el("h2.views-title", heading));
    if (!count) { card.append(note("Nothing has happened to these values so far.")); return card; }
    const rows = latest.map(({ entry, attribute }) => [
      toRecord(app, entry.index, Faraday.format.time(entry.t)),
      ...(chosen ? [] : [title(model, attribute.uuid, attribute.name) || hexHandle(attribute.handle)]), who(model, entry),
      entry.refused ? errorText(entry.error) : shownValue({ ...entry, meaning: Faraday.meaningOf(model, attribute, entry) }, attribute.uuid === "2902"),
    ]);
    card.append(table("The latest first", ["Time in s", ...(chosen ? [] : ["Of"]), "What", "Value"], rows));
    if (count > shownEntries) card.append(note(`The latest ${shownEntries} of ${count.toLocaleString("en")}.`));
    if (chosen) card.append(Faraday.parts.button("Show all values", () => { view.attribute = null; app.refresh(); }, { "data-focus": "all" }));
    return card;
  }

  function attributes(services) {
    return (services || []).flatMap((service) => (service.characteristics || []).flatMap((each) => [each, ...(each.descriptors || [])]));
  }

  function errorText(code) {
    const name = Faraday.names && Faraday.names.att && Faraday.names.att[code];
    return name || "error 0x" + code.toString(16).padStart(2, "0");
  }

  // MARK: Subscriptions

  function subscribers(app, server, characteristic) {
    const handles = new Set((characteristic.descriptors || []).map((each) => each.handle));
    const open = openSubscriptions(app, server).filter((each) => handles.has(each.handle));
    if (!open.length) return null;
    return "subscribed: " + open.map((each) => Faraday.nodeName(app.model, each.client)).join(", ");
  }

  function openSubscriptions(app, server) {
    const now = app.time === null ? Infinity : app.time;
    return Faraday.databases(app.model).subscriptions.filter((each) => each.server === server && each.t <= now && (each.to === null || each.to > now));
  }

  function subscriptions(app, key, services) {
    const model = app.model, now = app.time === null ? Infinity : app.time;
    const all = Faraday.databases(model).subscriptions.filter((each) => (each.server === key || each.client === key) && each.t <= now);
    const card = el("section.views-card", { "aria-label": "Subscriptions" }, el("h2.views-title", "Subscriptions"));
    if (!all.length) { card.append(note("No client has subscribed so far.")); return card; }
    const rows = all.slice(-shownEntries).reverse().map((each) => {
      const of = Faraday.characteristicOf(each.server === key ? services : Faraday.servicesOf(model, each.server, app.time), each.handle);
      const isOpen = each.to === null || each.to > now;
      return [of ? title(model, of.uuid, of.name) : hexHandle(each.handle), `${Faraday.nodeName(model, each.client)} at ${Faraday.nodeName(model, each.server)}`,
        configuration("0" + each.bits + "00"), toRecord(app, each.index, Faraday.format.time(each.t), "subscribed"),
        isOpen ? el("strong", "subscribed") : `until ${Faraday.format.at(each.to)}, ${each.why}`];
    });
    card.append(table("Writes of Client Characteristic Configuration", ["Characteristic", "Who", "What", "Since (s)", "State"], rows));
    return card;
  }

  // MARK: Pairings, peers, apps

  function pairings(app, key) {
    const now = app.time === null ? Infinity : app.time;
    const rows = Faraday.pairings(app.model).filter((each) => (each.node === key || each.peer === key) && each.t <= now)
      .map((each) => [toRecord(app, each.index, Faraday.format.time(each.t)), Faraday.nodeName(app.model, each.node), each.what, each.peer === null ? "" : Faraday.nodeName(app.model, each.peer)]);
    const card = el("section.views-card", { "aria-label": "Pairing, bonds, encryption" }, el("h2.views-title", "Pairing, bonds, encryption"));
    card.append(rows.length ? table("In order of time", ["Time in s", "Node", "What", "With"], rows) : note("No pairing and no encryption so far."));
    return card;
  }

  function phoneParts(app, number) {
    const phone = Faraday.knowledge(app.model).phones.get(number), known = memory(app, number);
    if (!phone) return known ? [remembered(app, number, known, null)] : [];
    return [remembered(app, number, known, phone), apps(app, phone)];
  }

  // What a node itself says that it remembers, at the page's time; null of a feed that has no such keys.
  function memory(app, number) { return Faraday.latest(app.model.memories.get(number) || [], app.time) || null; }

  function remembered(app, number, known, phone) {
    const name = Faraday.nodeName(app.model, number);
    const card = el("section.views-card", { "aria-label": "What it remembers" }, el("h2.views-title", `What ${name} remembers of peers`));
    if (known) card.append(...bonds(name, known));
    if (phone) card.append(peers(app, phone));
    return card;
  }

  function bonds(name, known) {
    const made = [];
    if (known.bonds) {
      const rows = known.bonds.map((each) => [each.peer, each.keys || "none", yes(each.authenticated), yes(each.secureConnections)]);
      made.push(rows.length ? table("Bonds", ["Peer", "Keys", "Authenticated", "Secure Connections"], rows) : note(`${name} has no bond.`));
    }
    if (known.cached) made.push(note(known.cached.length ? `It remembers the services of ${known.cached.join(", ")}.` : "It remembers the services of no peer."));
    return made;
  }

  function yes(value) { return value === true ? "yes" : value === false ? "no" : ""; }

  function peers(app, phone) {
    const rows = [];
    for (const [id, all] of phone.peers) {
      const past = all.slice(0, Faraday.countUntil(all, app.time));
      if (past.length) rows.push(peerRow(app, id, past));
    }
    return rows.length ? table("Peers that its apps have seen", ["Peer", "First seen (s)", "Latest", "Connected", "Services that apps know", "Ended with"], rows)
      : note("Its apps have seen no peer so far.");
  }

  function peerRow(app, id, past) {
    const last = past.at(-1), named = past.findLast((each) => each.name);
    const link = past.findLast((each) => ["connected", "disconnected", "failedToConnect"].includes(each.kind));
    const found = past.findLast((each) => each.kind === "servicesDiscovered" || each.kind === "attributesKnown");
    const failed = past.findLast((each) => each.error);
    const name = named ? named.name : "unnamed";
    return [el("span", name, id === name ? null : el("div.muted.mono", id)), toRecord(app, past[0].index, Faraday.format.time(past[0].t), name + " first"),
      el("span", toRecord(app, last.index, last.what), el("div.muted", Faraday.format.at(last.t))),
      link && link.kind === "connected" ? "yes" : "no", found ? found.detail || "" : "none", failed ? failed.error : ""];
  }

  function apps(app, phone) {
    const card = el("section.views-card", { "aria-label": "Apps and managers" }, el("h2.views-title", "Apps and managers"));
    const states = [...phone.apps].map(([name, all]) => {
      const past = all.slice(0, Faraday.countUntil(all, app.time));
      return [name, past.length ? past.at(-1).text : "not started", past.length ? toRecord(app, past.at(-1).index, Faraday.format.time(past.at(-1).t)) : "",
        past.slice(0, -1).slice(-6).map((each) => `${Faraday.format.at(each.t)} ${each.text}`).join("; ")];
    });
    if (states.length) card.append(table("Apps", ["App", "State", "Since (s)", "Before"], states));
    const managers = [...phone.managers].flatMap(([session, all]) => all.map((each) => managerRow(app, session, each))).filter(Boolean);
    if (managers.length) card.append(table("Managers of apps", ["Manager", "Class", "Created (s)", "State", "Gone (s)"], managers));
    const alerts = phone.alerts.slice(0, Faraday.countUntil(phone.alerts, app.time)).map((each) => [toRecord(app, each.index, Faraday.format.time(each.t)), each.what, each.text]);
    if (alerts.length) card.append(table("Alerts", ["Time in s", "What", "Text"], alerts));
    if (!states.length && !managers.length) card.append(note("No app has made a manager so far."));
    return card;
  }

  function managerRow(app, session, manager) {
    const now = app.time === null ? Infinity : app.time;
    if (manager.t > now) return null;
    const state = Faraday.latest(manager.states, app.time);
    const gone = manager.to !== null && manager.to <= now;
    return [`manager ${session}`, manager.class, Faraday.format.time(manager.t), gone ? "gone" : state ? state.state : "unknown", gone ? Faraday.format.time(manager.to) : ""];
  }
})();
