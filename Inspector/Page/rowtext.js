// What a row says, in words. The list is also what a screen reader reads instead of the drawn lanes.
(function () {
  "use strict";
  const type = Faraday.rows.type, format = Faraday.format;

  // {time, who, text, tone, badge}: tone is a class of the style sheet.
  function describe(model, rows, row) {
    switch (rows.types[row]) {
      case type.gap: return gap(model, rows, row);
      case type.failure: return failure(model, rows, row);
      case type.span: return span(model, rows, row);
      case type.repeat: return repeat(model, rows, row);
      default: return single(model, model.records[rows.items[rows.at[row]]]);
    }
  }

  function single(model, record) {
    return { time: format.time(record.t), who: who(record), text: readable(model, record), tone: tone(record), badge: badge(record), more: manager(model, record) };
  }

  function who(record) {
    if (record.stair === "port") return record.name || format.name(record.node);
    if (record.node === null || record.node === undefined) return "Test";
    return record.name || format.name(record.node);
  }

  function readable(model, record) { return Faraday.phrases.readable(model, record, plain(model, record)); }

  // "manager 1: " matters only where a phone's app has several, and then it stands at the end.
  function plain(model, record) {
    let text = record.text || record.kind;
    if (record.stair === "port") text = text.replace(/^manager \d+: /, "");
    if (record.meaning && !text.includes(record.meaning)) text += "  =  " + record.meaning;
    if (record.stair === "air") text = text.replace(/ -> (.+?)( -?\d+ dBm)?( encrypted)?( LOST)?$/, function (all, to, power, secret) {
      return " to " + to + (power || "") + (secret || "");
    });
    return text;
  }

  function manager(model, record) {
    return record.stair === "port" && record.session && severalManagers(model, record.node) ? "manager " + record.session : "";
  }

  let managersOf = null, managersFor = null;
  function severalManagers(model, node) {
    if (managersFor !== model || managersOf.epoch !== model.epoch) {
      managersFor = model;
      managersOf = { epoch: model.epoch, calls: 0, sets: new Map() };
    }
    for (; managersOf.calls < model.calls.length; managersOf.calls++) {
      const call = model.calls[managersOf.calls];
      if (!managersOf.sets.has(call.node)) managersOf.sets.set(call.node, new Set());
      managersOf.sets.get(call.node).add(call.session);
    }
    const set = managersOf.sets.get(node);
    return !!set && set.size > 1;
  }

  function tone(record) {
    if (record.flag) return { misuse: "misuse", fault: "fault", broken: "fail", note: "note", mistake: "fail" }[record.flag] || "note";
    if (Faraday.marks.isError(record)) return "error";
    return record.stair + (record.stair === "port" ? " " + record.dir : "");
  }

  function badge(record) {
    if (record.flag) return Faraday.marks.names[record.flag] || record.flag;
    if (Faraday.marks.isError(record)) return "Error";
    if (record.lost) return "Lost";
    return null;
  }

  function gap(model, rows, row) {
    const next = row + 1 < rows.count ? rows.times[row + 1] : model.end;
    const passed = rows.amount[row];
    return { time: "", who: "", tone: "gap", badge: null,
      text: format.duration(next - rows.times[row]) + " later" + (passed > 0 ? "  ·  " + format.count(passed, "record") + " of lower layers" : "") };
  }

  function failure(model, rows, row) {
    const found = model.failures[rows.at[row]];
    return { time: format.time(rows.times[row]), who: "Test", text: firstLine(found.text), tone: "fail failed", badge: "Failed here" };
  }

  function firstLine(text) { return String(text || "The test failed").split("\n")[0]; }

  function repeat(model, rows, row) {
    const first = model.records[rows.items[rows.at[row]]];
    const count = rows.amount[row];
    const last = model.records[rows.items[rows.at[row] + (count - 1) * rows.step[row]]];
    const result = single(model, first);
    let text = result.text;
    if (first.meaning && last.meaning) text = plain(model, first).replace(/  =  .*$/, "").replace(/: [0-9a-f]+$/, "") + "  =  " + first.meaning + " … " + last.meaning;
    result.text = text;
    result.badge = "×" + count + " ▸";
    result.more = last.t > first.t ? rhythm(model, rows, row) + " until " + format.time(last.t) : "at once";
    result.fold = true;
    return result;
  }

  // One number says enough only if the distances are alike.
  function rhythm(model, rows, row) {
    const times = rows.ids(row).map(function (id) { return model.records[id].t; });
    let least = Infinity, most = 0;
    for (let i = 1; i < times.length; i++) { const distance = times[i] - times[i - 1]; least = Math.min(least, distance); most = Math.max(most, distance); }
    if (most <= least * 1.5) return "about every " + format.duration((times[times.length - 1] - times[0]) / (times.length - 1));
    return "every " + format.duration(least) + " to " + format.duration(most);
  }

  const spanTexts = new WeakMap();
  function span(model, rows, row) {
    let known = spanTexts.get(rows);
    if (!known) spanTexts.set(rows, known = new Map());
    let result = known.get(row);
    if (!result) known.set(row, result = sumUp(model, rows, row));
    return result;
  }

  function sumUp(model, rows, row) {
    const counts = new Map();
    let frames = 0, flags = 0, errors = 0, worst = null;
    for (let k = 0; k < rows.amount[row]; k++) {
      const record = model.records[rows.items[rows.at[row] + k]];
      if (record.flag) { flags += 1; if (!worst || record.flag !== "note") worst = record; }
      if (Faraday.marks.isError(record)) errors += 1;
      if (record.stair === "air") frames += 1;
      else if (record.stair !== "hci") {
        const name = record.stair === "port" ? plain(model, record).split(/[ :]/)[0] : record.kind;
        counts.set(name, (counts.get(name) || 0) + 1);
      }
    }
    const words = Array.from(counts).sort(function (a, b) { return b[1] - a[1]; }).slice(0, 4)
      .map(function (each) { return each[0] + (each[1] > 1 ? " ×" + each[1] : ""); });
    if (counts.size > 4) words.push(counts.size - 4 + " more kinds");
    if (frames) words.push(format.count(frames, "frame"));
    return { time: format.time(rows.times[row]), who: "", text: words.join(", ") || format.count(rows.amount[row], "HCI packet"),
      tone: worst ? tone(worst) : errors ? "error" : "span", badge: flags ? format.count(flags, "flag") : errors ? format.count(errors, "error") : null, fold: true };
  }

  Faraday.rowText = { describe: describe, single: single, plain: plain, readable: readable, who: who, tone: tone };
})();
