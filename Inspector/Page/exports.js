// Gives away what is selected: as a file of packets, as a table, as a trace, or on paper. Nothing leaves the machine.
(function () {
  "use strict";
  const el = Faraday.el;
  let app = null, choice = null, shown = "";

  const forms = [
    { id: "pcapng", title: "pcapng, for Wireshark", type: "application/octet-stream", of: function (model, records) { return Faraday.captureFiles.pcapng(model, records); }, takes: Faraday.captureFiles.isPacket },
    { id: "pklg", title: "PacketLogger (.pklg), HCI alone", type: "application/octet-stream", of: function (model, records) { return Faraday.captureFiles.packetLogger(model, records); }, takes: function (record) { return record.stair === "hci" && Faraday.captureFiles.isPacket(record); } },
    { id: "csv", title: "CSV, a table", type: "text/csv;charset=utf-8", of: csv, takes: always },
    { id: "jsonl", title: "JSON Lines, a trace", type: "application/x-ndjson", of: trace, takes: always },
  ];

  function always() { return true; }

  function start(theApp) {
    app = theApp;
    choice = el("select.export", { "aria-label": "Export what is selected", title: "A file of what the search leaves, or of the selected row", onchange: function () { act(choice.value); choice.value = ""; } });
    Faraday.byId("search").append(choice);
    for (const event of ["change", "loaded", "filter", "select"]) app.on(event, show);
    show();
  }

  // What is there to be given: what the search leaves, and the row that is selected.
  function show() {
    const row = app.selected === null ? 0 : rowIds().length;
    const key = [app.filter.active, row].join("/");
    if (key === shown) return;
    shown = key;
    const group = function (name, scope) {
      return el("optgroup", { label: name }, forms.map(function (form) { return el("option", { value: scope + ":" + form.id }, form.title); }), el("option", { value: scope + ":print" }, "Print"));
    };
    choice.replaceChildren(el("option", { value: "" }, "Export…"), group(app.filter.active ? "What the search leaves" : "All records", "all"));
    if (row) choice.append(group(row > 1 ? "The selected row (" + Faraday.format.count(row, "record") + ")" : "The selected record", "row"));
  }

  // The records of the row that has the selected one: a conversation's entry has several.
  function rowIds() {
    const rows = Faraday.story.rows, row = rows.rowOfRecord(app.selected);
    return row >= 0 && rows.has(app.selected) && rows.record(row) !== null ? Array.from(rows.ids(row)) : [app.selected];
  }

  function records(scope) {
    const all = app.model.records;
    if (scope === "row") return rowIds().map(function (id) { return all[id]; });
    return app.filter.active ? all.filter(function (record) { return app.filter.test(record); }) : all;
  }

  function act(value) {
    const [scope, id] = value.split(":"), form = forms.find(function (each) { return each.id === id; });
    if (!scope) return;
    if (id === "print") { Faraday.paper.print(scope); return; }
    const chosen = records(scope), taken = chosen.filter(form.takes);
    if (!taken.length) { app.say("Nothing of this goes into such a file: it has " + (form.id === "pklg" ? "packets of HCI alone." : "packets alone.")); return; }
    save(fileName() + "." + form.id, form.of(app.model, taken), form.type);
    app.say(Faraday.format.count(taken.length, "record") + " written" + (taken.length < chosen.length ? "; " + Faraday.format.count(chosen.length - taken.length, "other") + " left out, because such a file has no place for them" : ""));
  }

  // A name that every system takes.
  function fileName() { return String(app.model.header && app.model.header.title || "trace").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[-.]+|[-.]+$/g, "").slice(0, 80) || "trace"; }

  function save(name, content, type) {
    const address = URL.createObjectURL(new Blob([content], { type: type }));
    const link = el("a", { href: address, download: name, hidden: true });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(function () { URL.revokeObjectURL(address); }, 60000);
  }

  // CSV as in RFC 4180, with a mark for spreadsheets that it is UTF-8.

  const columns = ["record", "seconds", "time", "device", "app", "layer", "direction", "kind", "text", "uuid", "value", "meaning", "error", "rssi", "channel", "call", "file", "line", "bytes"];

  function csv(model, list) {
    const when = Faraday.captureFiles.clock(model), hasDate = !!(model.header && model.header.epoch);
    const lines = [columns.join(",")];
    for (const record of list) {
      const time = hasDate ? when(record.t) : null;
      lines.push([String(record.id), (record.t / 1e9).toFixed(9), time ? new Date(time.s * 1000).toISOString().slice(0, 19) + "." + String(time.ns).padStart(9, "0") + "Z" : "",
        text(record.name || ""), text(record.app), record.stair, record.dir === "none" ? "" : record.dir || "", text(record.kind), text(Faraday.rowText.readable(model, record)), text(record.uuid), text(record.value), text(record.meaning), text(record.error),
        number(record.rssi), number(record.channel), text(record.call), text(record.file), number(record.line), text(record.bytes)].map(cell).join(","));
    }
    return "\uFEFF" + lines.join("\r\n") + "\r\n";
  }

  function number(value) { return typeof value === "number" ? String(value) : ""; }
  // A peer's name must not become a formula.
  function text(value) { return typeof value !== "string" ? "" : /^[=+\-@\t\r]/.test(value) ? "'" + value : value; }
  function cell(value) { return /[",\r\n]/.test(value) ? "\"" + value.replace(/"/g, "\"\"") + "\"" : value; }

  // A trace that `faraday report` and this page read: Documentation/TraceFormat.md.

  const keys = ["id", "t", "node", "name", "stair", "dir", "kind", "text", "bytes", "session", "class", "peer", "peerId", "uuid", "service", "characteristic", "value", "meaning", "error", "call", "file", "line",
    "att", "handle", "to", "rssi", "channel", "phy", "access", "lost", "encrypted", "at", "on", "app", "state", "reason", "flag"];

  function trace(model, list) {
    const lines = [JSON.stringify(Object.assign({ faraday: "trace", version: 1, origin: "world" }, model.header, { leftOut: undefined, lost: undefined }))];
    for (const node of model.nodes.values()) if (!node.learned) lines.push(JSON.stringify(node));
    list.forEach(function (record, index) {
      const line = {};
      for (const key of keys) if (record[key] !== undefined && record[key] !== false) line[key] = record[key];
      line.id = index;
      lines.push(JSON.stringify(line));
    });
    return lines.join("\n") + "\n";
  }

  Faraday.exports = { start: start, records: records, act: act, save: save };
})();
