// The view "Air": the map of nodes at the page's time, with what can be done to them in a running world.
(function () {
  "use strict";

  const el = Faraday.el;
  const { svg, table, note, refresh, short } = Faraday.parts;
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

  Faraday.view({
    id: "air", title: "Air", key: "2",
    mount(element, app) {
      this.app = app;
      this.chosen = null;
      this.overrides = new Map();
      this.picture = svg("svg", { class: "views-map", role: "group", "aria-label": "Map of the nodes" });
      this.legend = el("div.views-maplegend");
      this.tray = el("div.views-tray", { role: "group", "aria-label": "Out of range" });
      this.bar = new Faraday.TimeBar(app);
      this.side = el("div.views-airside");
      this.nodes = el("div");
      this.details = el("div.views-details");
      this.lines = el("div");
      this.side.append(this.nodes, this.details, this.lines);
      this.zoom = Faraday.mapZoom(this);
      this.stage = el("div.views-stage", this.picture, this.legend, this.zoom.element, this.tray);
      element.append(el("div.views.views-air", el("div.views-mapside", this.stage, this.bar.element), this.side));
      new ResizeObserver(() => { this.drawn = null; app.refresh(); }).observe(this.stage);
      listen(this);
    },
    update(app) {
      if (this.world !== app.model.world) { this.world = app.model.world; this.chosen = null; this.overrides.clear(); this.powerKey = null; }
      const scene = Faraday.map.sceneOf(app, this.overrides);
      this.scene = scene;
      if (this.chosen === null && scene.nodes.length) this.chosen = (scene.nodes.find((node) => node.kind === "device") || scene.nodes[0]).number;
      this.bar.show();
      drawMap(this, app, scene);
      drawTray(this, app, scene);
      drawSide(this, app, scene);
    },
  });

  // MARK: Map

  function drawMap(view, app, scene) {
    const width = view.picture.clientWidth, height = view.picture.clientHeight;
    if (width < 50 || height < 50) return;
    const box = scene.isSchematic ? [-2.4, -1.6, 2.4, 1.6] : Faraday.map.boxOf(app);
    const powers = powersOf(view, app, scene);
    const key = JSON.stringify([scene.nodes, scene.links.map((link) => [link.a, link.b]), scene.signals.map((each) => [each.from, each.to, each.rssi]), width, height, box, view.zoom.state, view.legend.offsetHeight, view.chosen, [...powers]]);
    if (key === view.drawn) return;
    view.drawn = key;
    // While a node is dragged the scale stays, or the map would run away under the pointer.
    drawLegend(view, app, scene, powers);
    const { k } = view.zoom.state, legend = view.legend, corner = view.zoom.element;
    legend.hidden = k > 1;
    const top = Math.max(legend.offsetTop + legend.offsetHeight, corner.offsetTop + corner.offsetHeight) + 4;
    if (!view.drag || !view.projection) view.projection = Faraday.map.projection(box || [0, 0, 4, 2], width, height, top, view.zoom.state);
    const focused = view.picture.contains(document.activeElement) ? document.activeElement.dataset.node : null;
    view.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    view.placed = Faraday.map.draw(view.picture, scene, view.projection, { chosen: view.chosen, powers, movable: movable(app), taken: [legend, corner].map((each) => [each.offsetLeft, each.offsetTop, each.offsetWidth, each.offsetHeight]) });
    if (focused !== null) view.picture.querySelector(`[data-node="${focused}"]`)?.focus({ preventScroll: true });
  }

  function movable(app) { return Faraday.state(app).acts; }

  // Estimates change slowly; they are made anew when the trace has grown by a tenth.
  function powersOf(view, app, scene) {
    const count = Math.floor(Math.log(app.model.records.length + 1) / Math.log(1.1)) + "/" + app.loading + "/" + scene.nodes.length;
    if (view.powerKey !== count) {
      view.powerKey = count;
      view.powers = new Map();
      for (const number of scene.places.nodes.keys()) {
        const power = Faraday.places.sendPower(scene.places, app.model, number);
        if (power) view.powers.set(number, power);
      }
    }
    return view.powers;
  }

  function drawLegend(view, app, scene, powers) {
    const unknown = !scene.isSchematic && scene.nodes.some((node) => !node.known);
    const key = [powers.size, unknown, scene.isSchematic, scene.nodes.length, app.live].join("/");
    refresh(view.legend, key, () => [
      el("ul.views-legend", el("li", el("span.views-key.link", { "aria-hidden": "true" }), "link, with the last RSSI each way"), el("li", el("span.views-key.heard", { "aria-hidden": "true" }), "heard within 5 s"),
        powers.size ? el("li", el("span.views-key.ring", { "aria-hidden": "true" }), "expected RSSI of the chosen node") : null),
      scene.isSchematic ? note("This trace has no places: the nodes stand in a circle.") : null,
      unknown ? note("A node without a place in this trace is listed beside the map.") : null,
    ]);
  }

  // MARK: Tray

  function drawTray(view, app, scene) {
    const away = scene.nodes.filter((node) => !node.at);
    const live = movable(app);
    view.tray.hidden = !away.length && !live;
    refresh(view.tray, JSON.stringify([away, view.chosen, live]), () => [
      el("h2.views-title", away.some((node) => !node.known) ? "Not on the map" : "Out of range"),
      ...away.map((node) => el("button.views-trayitem", {
        type: "button", "aria-pressed": String(node.number === view.chosen), "data-focus": "tray " + node.number,
        onclick: () => { view.chosen = node.number; app.refresh(); },
      }, el("strong", node.name), el("small", node.known ? (node.on ? "out of range" : "off") : "place unknown"))),
      live ? el("p.views-note", "Drop a node here to walk it out of range.") : null,
    ]);
  }

  // MARK: Beside the map

  function drawSide(view, app, scene) {
    const node = scene.nodes.find((each) => each.number === view.chosen);
    refresh(view.nodes, JSON.stringify([scene.nodes, scene.links.map((link) => [link.a, link.b]), view.chosen]), () => nodeTable(view, app, scene));
    // Fields stay as they are while the trace grows; only what changes the controls makes them anew.
    const controlKey = node ? JSON.stringify([node.number, node.name, !!node.at, node.on, app.live, Faraday.state(app).id, model(app, node), Faraday.screen.key(app, node.number)]) : "";
    if (view.details.made !== controlKey) {
      view.details.made = controlKey;
      view.facts = el("div");
      view.commands = el("div.views-card", { role: "group", "aria-label": "What can be done" });
      view.details.replaceChildren(...(node ? [view.facts, view.commands] : []));
      if (node) view.commands.append(el("h2.views-title", app.live ? `Do something to ${node.name}` : "Controls"), ...Faraday.controls.make(app, node).filter(Boolean));
    }
    if (node) refresh(view.facts, JSON.stringify([node, scene.signals.filter((each) => each.to === node.number), view.powers?.get(node.number)]), () => facts(view, app, node, scene));
    if (app.live) refresh(view.lines, String((app.told || []).length), () => Faraday.controls.lines(app));
  }

  function model(app, node) {
    return (Faraday.servicesOf(app.model, node.number, null) || []).flatMap((service) => (service.characteristics || []).map((each) => each.uuid)).join(",");
  }

  function nodeTable(view, app, scene) {
    const rows = scene.nodes.map((node) => [
      el("button.views-link", { type: "button", "aria-pressed": String(node.number === view.chosen), "data-focus": "row " + node.number, onclick: () => { view.chosen = node.number; app.refresh(); } }, node.name),
      Faraday.map.whereText(node).replace(/^at /, ""), node.removed ? "removed" : node.on ? "on" : "off",
      scene.links.filter((link) => link.a === node.number || link.b === node.number).map((link) => Faraday.nodeName(app.model, link.a === node.number ? link.b : link.a)).join(", ") || "none",
    ]);
    if (!rows.length) return el("section.views-card", note(app.loading ? "Reading…" : "There is no node at this time."));
    return el("section.views-card", { "aria-label": "Nodes" }, table("Nodes at this time", ["Node", "Where", "Radio", "Linked with"], rows));
  }

  function facts(view, app, node, scene) {
    const heard = scene.signals.filter((each) => each.to === node.number).map((each) => [Faraday.nodeName(app.model, each.from), `${each.rssi} dBm`, Faraday.format.time(each.t)]);
    const card = el("section.views-card", { "aria-label": node.name }, el("h2.views-title", node.name), el("p", [node.kind, app.model.nodes.get(node.number)?.system, Faraday.map.whereText(node), node.on ? null : node.removed ? "removed" : "radio off"].filter(Boolean).join(", ")));
    card.append(note(rangeText(view.powers?.get(node.number))));
    card.append(heard.length ? table("Whom it hears, in the last 5 s", ["From", "RSSI", "At (s)"], heard) : note("It has heard nobody in the last 5 s."));
    return card;
  }

  function rangeText(power) {
    if (!power) return "Its range is unknown: nobody measured its signal at a known distance.";
    const metres = Faraday.places.metresFor(power.power, Faraday.places.defaultSensitivity);
    const far = metres >= 1000 ? `${short(metres / 1000)} km` : `${short(metres)} m`;
    return `Estimated: it sends with ${Math.round(power.power)} dBm, and is heard up to ${far} away in the open. From ${power.count} measured packets, with the loss of free space, and receivers that hear down to ${Faraday.places.defaultSensitivity} dBm.`;
  }

  // MARK: Pointer and keys

  function listen(view) {
    const { picture, app } = view;
    picture.addEventListener("pointerdown", (event) => press(view, event));
    picture.addEventListener("pointermove", (event) => move(view, event));
    picture.addEventListener("pointerup", (event) => drop(view, event));
    picture.addEventListener("pointercancel", () => { if (view.drag) release(view, view.drag.number); view.drag = null; app.refresh(); });
    picture.addEventListener("keydown", (event) => pressKey(view, event));
  }

  function nodeAt(view, event) {
    const group = event.target.closest && event.target.closest("[data-node]");
    return group ? view.scene.nodes.find((node) => node.number === Number(group.dataset.node)) : null;
  }

  function press(view, event) {
    const node = nodeAt(view, event);
    if (!node) return;
    event.preventDefault();
    view.chosen = node.number;
    if (movable(view.app) && node.at) {
      const point = view.placed.get(node.number);
      const box = view.picture.getBoundingClientRect();
      view.drag = { number: node.number, node, dx: event.clientX - box.left - point.x, dy: event.clientY - box.top - point.y, moved: false, x: event.clientX, y: event.clientY };
      view.picture.setPointerCapture(event.pointerId);
    }
    view.app.refresh();
    requestAnimationFrame(() => view.picture.querySelector(`[data-node="${node.number}"]`)?.focus({ preventScroll: true }));
  }

  function move(view, event) {
    const { drag } = view;
    if (!drag) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 4) return;
    drag.moved = true;
    const box = view.picture.getBoundingClientRect();
    const [x, y] = view.projection.metres(event.clientX - box.left - drag.dx, event.clientY - box.top - drag.dy);
    // Near the line on which most worlds stand, a node stays on it.
    const straight = Math.abs(y) * view.projection.scale < 8 ? 0 : y;
    drag.at = [Number(x.toFixed(1)), Number(straight.toFixed(1)), drag.node.at[2] || 0];
    view.overrides.set(drag.number, drag.at);
    view.tray.classList.toggle("target", over(view.tray, event));
    view.app.refresh();
  }

  function over(element, event) {
    const box = element.getBoundingClientRect();
    return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  }

  function drop(view, event) {
    const { drag } = view;
    view.drag = null;
    view.tray.classList.remove("target");
    if (!drag || !drag.moved) return;
    const away = over(view.tray, event);
    const line = away ? Faraday.controls.awayLine(drag.node) : Faraday.controls.moveLine(drag.node, drag.at);
    send(view, drag.number, line);
  }

  // The node stays where it was dropped until the world's own record has had time to come.
  function send(view, number, line) {
    view.app.tell(line).then(() => setTimeout(() => { if (!view.drag || view.drag.number !== number) release(view, number); }, 250));
  }

  function release(view, number) {
    view.overrides.delete(number);
    view.app.refresh();
  }

  function pressKey(view, event) {
    const node = nodeAt(view, event);
    if (!node) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      view.chosen = node.number;
      view.app.refresh();
      return;
    }
    const step = steps[event.key];
    if (step && !movable(view.app)) view.zoom.pan(-60 * step[0], 60 * step[1]);
    if (!step || !movable(view.app) || !node.at) return;
    event.preventDefault();
    event.stopPropagation();
    const length = event.shiftKey ? 0.1 : 1;
    const at = [node.at[0] + step[0] * length, node.at[1] + step[1] * length, node.at[2] || 0].map((metres) => Number(metres.toFixed(2)));
    view.overrides.set(node.number, at);
    view.chosen = node.number;
    view.app.refresh();
    // Several presses of a key are one walk.
    clearTimeout(view.walk);
    view.walk = setTimeout(() => send(view, node.number, Faraday.controls.moveLine(node, at)), 120);
  }
})();
