// What can be done to a node of a running world: buttons that send commands, and the lines of Swift that do the same.
(function () {
  "use strict";

  const el = Faraday.el;
  const { button, note, choice, copyButton } = Faraday.parts;

  /// A name as a command has it: in quotation marks where it has spaces or quotation marks.
  function quoted(name) {
    if (name && !/[\s"\\]/.test(name)) return name;
    return '"' + name.replace(/[\\"]/g, "\\$&") + '"';
  }

  /// A text as Swift has it.
  function literal(text) { return '"' + text.replace(/[\\"]/g, "\\$&").replace(/\p{Cc}/gu, (each) => `\\u{${each.codePointAt(0).toString(16)}}`) + '"'; }

  /// The command that moves a node to a place in metres, to the centimetre.
  function moveLine(node, at) {
    const [x, y, z] = at.map((metres) => Number((metres || 0).toFixed(2)));
    const place = y === 0 && z === 0 ? `${x}m` : `${x},${y},${z}`;
    return `${verb(node)} ${quoted(node.name)} move ${place}`;
  }

  function verb(node) { return node.kind === "phone" || node.kind === "controller" ? node.kind : "device"; }

  /// The command that takes a node out of range of everything.
  function awayLine(node) { return `${verb(node)} ${quoted(node.name)} away`; }

  /// Where a node stands that comes back: where it was last, or 2 m from the origin.
  function lastPlace(app, node) {
    const known = Faraday.places.read(app.model).nodes.get(node.number);
    const last = known && known.places.findLast((place) => place.at);
    return last ? last.at : [2, 0, 0];
  }

  function order(app, node, words) { return () => app.tell(`${verb(node)} ${quoted(node.name)} ${words}`); }
  function group(title, ...parts) { return el("div.views-controls", { role: "group", "aria-label": title }, el("h3.views-small", title), el("div.views-buttons", parts)); }
  function act(app, node, text, words) { return button(text, order(app, node, words), { "data-focus": `${node.number} ${words}`, "aria-label": `${text}: ${node.name} ${words}` }); }

  /// The controls of a node; a sentence where there are none.
  function controls(app, node) {
    if (app.model.header && app.model.header.origin === "capture") return [note("This is a capture of real devices, which the page can't move or switch. Beside a running world this page has buttons here.")];
    if (!app.live) return [note("This is a report of a world that has ended, so nothing in it can be moved or switched. Beside a running world this page has buttons here.")];
    if (!Faraday.state(app).acts) return [note(Faraday.state(app).id === "ended" ? "The world has ended, so nothing in it can be moved or switched." : "The world cannot be reached, so nothing in it can be moved or switched.")];
    // Of a client of `faraday serve` only the place is in our hands: its host is a program of its own.
    if (node.kind === "controller") return [where(app, node), note("Its host is a program elsewhere: here it can only be moved."), notes(app)];
    return [where(app, node), ...(node.kind === "phone" ? phone(app, node) : device(app, node)), faults(app, node), notes(app)];
  }

  function where(app, node) {
    const field = el("input", { type: "text", inputmode: "decimal", size: "8", "aria-label": `Place of ${node.name} in metres`, placeholder: "30 or 1,2,0", "data-focus": `${node.number} place` });
    const go = (event) => {
      event.preventDefault();
      const text = field.value.trim().replace(/\s*m$/, "").replace(/\s/g, "");
      if (text) app.tell(`${verb(node)} ${quoted(node.name)} move ${text.includes(",") ? text : text + "m"}`);
    };
    const form = el("form.views-inline", { onsubmit: go }, field, el("button", { type: "submit", "aria-label": `Move ${node.name} there` }, "Move"));
    return group("Place", form, node.at ? act(app, node, "Walk out of range", "away")
      : button("Bring back", () => app.tell(moveLine(node, lastPlace(app, node))), { "data-focus": `${node.number} back` }));
  }

  function phone(app, node) {
    return [
      Faraday.screen.controls(app, node),
      group("Bluetooth", act(app, node, "On", "bluetooth on"), act(app, node, "Off", "bluetooth off")),
      apps(app, node),
    ];
  }

  const states = [["foreground", "Foreground"], ["background", "Background"], ["suspended", "Suspend"], ["ended", "End"], ["started", "Start"]];
  const chosenApps = new Map(); // node → the app that was chosen last

  // One app needs no name.
  function apps(app, node) {
    const known = (app.model.nodes.get(node.number) || {}).apps || [];
    if (known.length < 2) return group("App", ...states.map(([state, text]) => act(app, node, text, "app " + state)));
    if (!known.includes(chosenApps.get(node.number))) chosenApps.set(node.number, known[0]);
    const pick = choice("Which", known.map((each) => [each, /^\d+$/.test(each) ? "app " + each : each]), chosenApps.get(node.number), (value) => chosenApps.set(node.number, value));
    pick.querySelector("select").dataset.focus = `${node.number} app`;
    return group("App", pick, ...states.map(([state, text]) =>
      button(text, () => order(app, node, `app ${quoted(chosenApps.get(node.number))} ${state}`)(), { "data-focus": `${node.number} app ${state}`, "aria-label": `${text}: the app on ${node.name}` })));
  }

  function device(app, node) {
    const parts = [
      group("Power", node.on ? act(app, node, "Switch off", "off") : act(app, node, "Switch on", "on"), act(app, node, "Reset", "reset")),
      group("Links", act(app, node, "Drop links", "disconnect"), act(app, node, "Advertise", "advertise on"), act(app, node, "Stop advertising", "advertise off")),
    ];
    if (hasButton(app, node)) parts.push(group("Button", act(app, node, "Press", "press"), act(app, node, "Release", "release")));
    const values = valueForm(app, node);
    if (values) parts.push(values);
    return parts;
  }

  // The button of Nordic's LED Button Service, which a Blinky has.
  function hasButton(app, node) {
    return characteristics(app, node).some((each) => /^00001524-1212-EFDE-1523-785FEABCD123$/i.test(each.uuid || ""));
  }

  function characteristics(app, node) {
    return (Faraday.servicesOf(app.model, node.number, null) || []).flatMap((service) => service.characteristics || []).filter((each) => each.uuid);
  }

  function valueForm(app, node) {
    const all = characteristics(app, node);
    if (!all.length) return null;
    const pick = choice("Of", all.map((each) => [each.uuid, each.name || Faraday.uuidName(app.model, each.uuid) || each.uuid]), all[0].uuid, () => fill());
    const select = pick.querySelector("select");
    select.dataset.focus = `${node.number} uuid`;
    const field = el("input", { type: "text", size: "16", spellcheck: "false", "aria-label": "Value: hexadecimal digits, or a text in quotation marks", "data-focus": `${node.number} value` });
    const fill = () => {
      const chosen = all.find((each) => each.uuid === select.value);
      const value = chosen && Faraday.valueOf(app.model, node.number, chosen, null);
      field.value = value ? value.value : "";
    };
    fill();
    const send = (event) => { event.preventDefault(); if (field.value.trim()) app.tell(`device ${quoted(node.name)} set ${select.value} ${field.value.trim()}`); };
    return group("Change a value", el("form.views-inline", { onsubmit: send }, pick, field, el("button", { type: "submit", "aria-label": `Set the value of ${node.name}` }, "Set")), note('Hexadecimal digits (0048), or a text in quotation marks ("Hello").'));
  }

  // MARK: Faults and notes

  const operations = [["read", "reads"], ["write", "writes"], ["subscribe", "subscriptions"], ["notification", "notifications"], ["connect", "connects"], ["discoverServices", "discoveries of services"]];
  const effects = [["fails(.unlikelyError)", "fail"], ["isDelayed(by: .seconds(2))", "take 2 s longer"], ["isNeverAnswered()", "are never answered"], ["isLost()", "are lost"], ["isDoubled()", "come twice"]];
  const forNotifications = new Set(["isLost()", "isDoubled()"]);

  /// The fault in Swift, as the command `fault` reads it.
  function faultText(operation, uuid, name, effect) {
    const device = literal(name);
    if (operation === "connect") return `.connect(to: ${device}).${effect}`;
    if (operation === "discoverServices") return `.discoverServices(of: ${device}).${effect}`;
    const label = operation === "subscribe" ? "to: " : "";
    return uuid ? `.${operation}(${label}"${uuid}", of: ${device}).${effect}` : `.${operation}(of: ${device}).${effect}`;
  }

  function faults(app, node) { return node.kind === "phone" ? phoneFaults(app, node) : deviceFaults(app, node); }

  // The line that is sent stands in a field, so that it can be changed by hand.
  function faultForm(app, node, ...choices) {
    const field = el("input.mono", { type: "text", spellcheck: "false", "aria-label": "Fault in Swift", "data-focus": `${node.number} fault` });
    const send = (event) => { event.preventDefault(); app.tell("fault " + field.value.trim()); };
    const box = group("Inject a fault", el("div.views-buttons", choices), el("form.views-inline.views-wide", { onsubmit: send }, field, el("button", { type: "submit", "aria-label": "Inject this fault" }, "Inject")));
    return { field, box };
  }

  function deviceFaults(app, node) {
    let operation = "read", effect = effects[0][0], uuid = "";
    const effectBox = el("span");
    const { field, box } = faultForm(app, node,
      choice("From now on", operations, operation, (value) => { operation = value; offer(); }),
      choice("of", [["", "everything"], ...characteristics(app, node).map((each) => [each.uuid, each.name || Faraday.uuidName(app.model, each.uuid) || each.uuid])], "", (value) => { uuid = value; write(); }),
      effectBox);
    const write = () => { field.value = faultText(operation, uuid, node.name, effect); };
    const offer = () => {
      const possible = effects.filter(([value]) => operation === "notification" ? forNotifications.has(value) : !forNotifications.has(value));
      if (!possible.some(([value]) => value === effect)) effect = possible[0][0];
      effectBox.replaceChildren(choice("what happens", possible, effect, (value) => { effect = value; write(); }));
      write();
    };
    offer();
    return box;
  }

  // What happens to a phone, now or at the next operation of a kind. A time that has passed is now.
  const moments = [["at(.zero)", "now"], ["scanReport()", "at the next scan report"], ["connect()", "at the next connect"], ["read()", "at the next read"],
    ["write()", "at the next write"], ["subscribe()", "at the next subscription"], ["notification()", "at the next notification"], ["startAdvertising()", "when it next advertises"]];
  const phoneEffects = [["restartsBluetooth()", "its Bluetooth restarts"], ["turnsRadioOff(for: .seconds(5))", "its Bluetooth is off for 5 s"],
    ["suspendsApp(for: .seconds(10))", "its app is suspended for 10 s"], ["endsApp()", "the system ends its app"],
    ["losesBond()", "it loses its bond with the device"], ["losesCache()", "it forgets the services of the device"]];
  // A time and advertising concern no device, so there is no bond to lose.
  const forDevices = new Set(["losesBond()", "losesCache()"]);

  function phoneFaultText(moment, name, effect) {
    return `.${moment}.on(${literal(name)})${moment === "at(.zero)" ? "" : ".nth(1)"}.${effect}`;
  }

  function phoneFaults(app, node) {
    let moment = moments[0][0], effect = phoneEffects[0][0];
    const effectBox = el("span");
    const { field, box } = faultForm(app, node, choice("When", moments, moment, (value) => { moment = value; offer(); }), effectBox);
    const write = () => { field.value = phoneFaultText(moment, node.name, effect); };
    const offer = () => {
      const possible = phoneEffects.filter(([value]) => !forDevices.has(value) || !/^(at|startAdvertising)\(/.test(moment));
      if (!possible.some(([value]) => value === effect)) effect = possible[0][0];
      effectBox.replaceChildren(choice("what happens", possible, effect, (value) => { effect = value; write(); }));
      write();
    };
    offer();
    return box;
  }

  function notes(app) {
    const field = el("input", { type: "text", "aria-label": "Note for the trace", placeholder: "What you see", "data-focus": "note" });
    const send = (event) => { event.preventDefault(); if (field.value.trim()) { app.tell("note " + field.value.trim()); field.value = ""; } };
    return group("Note in the trace", el("form.views-inline.views-wide", { onsubmit: send }, field, el("button", { type: "submit", "aria-label": "Add this note" }, "Add")));
  }

  /// The list of lines that a test would have for what was done here, with a button that copies all of them.
  function lines(app) {
    const told = (app.told || []).filter((each) => each.ok && each.swift);
    const failed = (app.told || []).filter((each) => !each.ok).at(-1);
    const box = el("section.views-card.views-lines", { "aria-label": "Lines for a test" }, el("figcaption", el("h2.views-title", "Lines for a test"),
      told.length ? [copyButton("Copy all", () => Faraday.told.swift(app)), button("Save", () => Faraday.told.save(app), { title: "Save as a file" })] : null));
    if (!told.length) box.append(note("What you do here appears as the line of Swift that does the same in a test."));
    else box.append(el("ol", told.map((each) => el("li", { title: each.line }, el("code", each.swift)))));
    if (failed && failed === app.told.at(-1)) box.append(el("p.views-problem", { role: "status" }, `Not done: ${failed.text}`));
    return box;
  }

  Faraday.controls = { make: controls, lines, quoted, moveLine, awayLine };
})();
