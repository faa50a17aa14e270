// The pane beside a view: the selected record, its fields and bytes side by side, the same packet on other layers, and why.
(function () {
  "use strict";
  const el = Faraday.el, format = Faraday.format;
  let app = null, box = null;
  let passed = [], shown = null, stepping = false; // the way that was followed inside the pane

  function start(theApp) {
    app = theApp;
    box = Faraday.byId("detail");
    app.on("select", show);
  }

  function show(id) {
    if (!stepping) passed = []; else if (stepping === "on" && shown !== null) passed.push(shown);
    stepping = false;
    shown = id;
    box.hidden = id === null;
    if (id === null) { box.replaceChildren(); return; }
    const record = app.model.records[id];
    // Of a packet people want the fields first; of what an app or the world did, the reason.
    const parts = record.bytes ? [head(record), facts(record), packet(record), layers(record), why(record), joined(record)]
      : [head(record), facts(record), joined(record), why(record)];
    box.replaceChildren.apply(box, parts.filter(Boolean));
    box.scrollTop = 0;
  }

  function follow(id) { stepping = "on"; app.select(id); stepping = false; }
  function goBack() { stepping = "back"; app.select(passed.pop()); stepping = false; }

  function head(record) {
    return el("header.detailhead", null,
      el("div.layerline", null, passed.length ? el("button.quiet", { type: "button", title: "Back to the record before", onclick: goBack }, "‹ Back") : null, el("span.layer." + record.stair, layerName(record))),
      el("h2", Faraday.rowText.readable(app.model, record)),
      el("button.quiet.close", { type: "button", "aria-label": "Close the details", title: "Close (Esc)", onclick: function () { app.select(null); } }, "✕"));
  }

  function layerName(record) {
    if (record.stair === "port") return record.dir === "down" ? "Call" : "Callback";
    if (record.stair === "hci") return record.kind === "acl" ? "HCI data" : record.kind === "command" ? "HCI command" : "HCI event";
    return format.layers[record.stair] || record.stair;
  }

  function facts(record) {
    const list = el("dl.facts"), misused = record.kind === "misuse" ? Faraday.misuse(app.model, record) : null;
    const add = function (name, value) { if (value !== null && value !== undefined && value !== "") list.append(el("dt", name), el("dd", value)); };
    add("Time", format.time(record.t) + " s");
    add(record.stair === "air" ? "From" : "At", record.name || format.name(record.node));
    if (typeof record.to === "number") add("To", format.name(record.to));
    add("Manager", record.session ? String(record.session) + (record.class ? " (" + record.class + ")" : "") : "");
    add("Peer", record.peer);
    add("UUID", record.uuid ? format.uuid(record.uuid) : "");
    add("Value", record.value && record.value.length > 16 ? record.value + " (" + record.value.length / 2 + " bytes)" : record.value);
    if (record.kind === "connected") add("ATT MTU", Faraday.misuse.connectedMTU(app.model, record));
    if (misused) misused.facts.forEach(function (each) { add(each.name, each.value); });
    add("Meaning", record.meaning);
    add("Error", record.error ? Faraday.phrases.numbers(record.error) : null);
    if (typeof record.channel === "number") add("Channel", String(record.channel) + (record.phy ? ", " + (Faraday.layouts.tables.phy[record.phy] || "") : ""));
    if (typeof record.rssi === "number") add("Received", record.rssi + " dBm");
    if (typeof record.access === "number") add("Access address", "0x" + (record.access >>> 0).toString(16).toUpperCase().padStart(8, "0"));
    if (record.encrypted) add("Encrypted", "on the air; shown decrypted");
    if (record.lost) add("Lost", "the receiver did not get it");
    add("Record", "#" + record.id + " of " + app.model.records.length.toLocaleString("en"));
    return list;
  }

  function joined(record) {
    const parts = [];
    const after = Faraday.afterwards(app.model, record.id);
    if (after) {
      parts.push(el("p.open", "No callback: this call is still open."));
      parts.push(el("h3", "What became of " + (after.peer || "it")), after.steps.length ? links(after.steps, true) : el("p.muted", "No fault, no change and no lost link after the call."));
    }
    const misused = record.kind === "misuse" ? Faraday.misuse(app.model, record) : null;
    if (misused && misused.call !== null) parts.push(el("h3", "The call"), links([{ id: misused.call, word: "" }], false));
    const lead = Faraday.why.leads(app.model, record.id);
    if (lead) parts.push(el("h3", lead.word), links([lead], false));
    return parts.length ? el("section", null, parts) : null;
  }

  function why(record) {
    const chain = Faraday.why(app.model, record.id);
    if (chain.length < 2) return null;
    return el("section", null, el("h3", "Why did this happen?"), links(chain.slice(1), true));
  }

  function links(steps, numbered) {
    return el("ol.chain", steps.map(function (step) {
      const record = app.model.records[step.id];
      const said = Faraday.rowText.single(app.model, record);
      return el("li", null, el("button.step", { type: "button", onclick: function () { follow(step.id); } },
        numbered ? el("span.word", step.word) : null,
        el("span.line." + record.stair, null, el("span.time", said.time), " ", el("span.who", said.who), " ", el("span.text", said.text))));
    }));
  }

  function layers(record) {
    const list = Faraday.why.layers(app.model, record.id);
    if (list.length < 2) return null;
    return el("section", null, el("h3", "The same packet"), el("ol.floors", list.map(function (step) {
      const here = step.id === record.id;
      return el("li", null, el("button.step", { type: "button", "aria-current": here ? "true" : null, onclick: function () { follow(step.id); } },
        el("span.word", step.word + (here ? " (shown)" : "")), el("span.time", format.time(app.model.records[step.id].t))));
    })));
  }

  // Fields and bytes side by side; a field marks its bytes, and a byte its field.

  function packet(record) {
    const found = Faraday.dissect(record);
    if (!found) return null;
    const bytes = found.bytes.map(function (byte, index) { return el("span.byte", { "data-at": index }, (byte < 16 ? "0" : "") + byte.toString(16)); });
    const dump = el("div.bytes", { role: "img", "aria-label": found.bytes.length + " bytes" });
    bytes.forEach(function (byte, index) { if (index % 16 === 0) dump.append(el("span.offset", index.toString(16).padStart(4, "0"))); dump.append(byte); });
    const tree = el("div.fields", { role: "tree", "aria-label": "Fields of the packet" });
    const rows = [];
    found.fields.forEach(function (field) { addField(tree, field, 1, rows); });
    if (rows.length) rows[0].element.tabIndex = 0;
    connect(tree, rows, bytes);
    return el("section.packet", null, el("h3", "Fields and bytes"), tree, el("div.bytehead", null, el("span.muted", format.count(found.bytes.length, "byte")), Faraday.copyButton(record.bytes, "the bytes as hexadecimal")), dump);
  }

  function addField(tree, field, depth, rows) {
    const element = el("div.field" + (field.bad ? ".bad" : "") + (field.children ? ".group" : ""), { role: "treeitem", tabindex: "-1", "aria-level": depth, "aria-selected": "false", style: "--depth:" + (depth - 1) },
      el("span.name", field.name), el("span.value", shorten(field.value)), el("span.meaning", field.meaning));
    element.title = field.name + (field.value ? " = " + field.value : "") + (field.meaning ? ": " + field.meaning : "") + (field.to > field.from ? " (bytes " + field.from + " to " + (field.to - 1) + ")" : "");
    rows.push({ element: element, field: field, depth: depth });
    tree.append(element);
    (field.children || []).forEach(function (child) { addField(tree, child, depth + 1, rows); });
  }

  function shorten(text) { return text && text.length > 34 ? text.slice(0, 32) + "…" : text || ""; }

  function connect(tree, rows, bytes) {
    const mark = function (row) {
      bytes.forEach(function (byte, index) { byte.classList.toggle("marked", !!row && index >= row.field.from && index < row.field.to); });
      rows.forEach(function (each) { each.element.classList.toggle("marked", each === row); each.element.setAttribute("aria-selected", String(each === row)); });
    };
    const rowOf = function (event) { const element = event.target.closest(".field"); return rows.find(function (row) { return row.element === element; }); };
    tree.addEventListener("pointerover", function (event) { const row = rowOf(event); if (row) mark(row); });
    tree.addEventListener("pointerleave", function () { mark(null); });
    tree.addEventListener("focusin", function (event) { mark(rowOf(event)); });
    tree.addEventListener("keydown", function (event) {
      const at = rows.indexOf(rowOf(event));
      const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
      if (next === undefined || !rows[next]) return;
      event.preventDefault();
      rows[at].element.tabIndex = -1;
      rows[next].element.tabIndex = 0;
      rows[next].element.focus();
    });
    bytes.forEach(function (byte, index) {
      // The innermost field is the one that says most about a byte.
      byte.addEventListener("pointerover", function () {
        const inside = rows.filter(function (row) { return index >= row.field.from && index < row.field.to; });
        mark(inside[inside.length - 1] || null);
      });
    });
  }

  Faraday.detailPane = { start: start };
})();
