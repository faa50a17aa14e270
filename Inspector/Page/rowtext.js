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
      case type.ending: return ending(model, model.joins.endings.events[rows.at[row]]);
      default: return single(model, model.records[rows.items[rows.at[row]]]);
    }
  }

  function single(model, record) {
    if (record.kind === "closed" && isTestEnd(model, record)) {
      return { time: format.time(record.t), who: who(record), text: "test ended: " + plain(model, record), tone: "ended", badge: null, more: manager(model, record) };
    }
    const lost = unanswered(model, record);
    return { time: format.time(record.t), who: who(record), text: words(model, record), tone: tone(record) + (lost && !lost.startsWith("Cancelled") ? " unanswered" : ""),
      badge: lost || badge(model, record), more: lateness(model, record) || manager(model, record) };
  }

  // A call whose callback never came; in a live page it may still come.
  function unanswered(model, record) {
    if (record.stair !== "port" || record.dir !== "down") return null;
    const call = model.joins.callOf.get(record.id);
    if (!call || !call.expects || call.up !== null || call.kind === "scan") return null;
    if (call.lost || call.cancelled !== undefined) return Faraday.causes.chip(call);
    const over = Faraday.app && Faraday.app.model === model && !Faraday.app.loading && ["report", "ended"].includes(Faraday.state(Faraday.app).id);
    return over ? Faraday.causes.chip(call) : null;
  }

  function lateness(model, record) {
    const stop = model.joins.endings.late.get(record.id);
    return stop === undefined ? "" : "the scan was stopped " + format.duration(record.t - model.records[stop].t) + " before";
  }

  // The manager that goes when the test is over is not the app's doing.
  function isTestEnd(model, record) {
    if (record.kind !== "closed" || record.stair !== "port" || record.id < model.joins.endings.lastAct) return false;
    return record.t >= model.end || model.failures.some(function (failure) { return typeof failure.t === "number" && failure.t <= record.t; });
  }

  // A row has its badge beside these words, so they do not say it again.
  function words(model, record) { return readable(model, record).replace(record.flag === "fault" ? /^Fault: / : record.flag === "misuse" ? /^Misuse: / : /^$/, ""); }

  function ending(model, event) {
    const parts = [];
    const names = event.calls.map(function (call) { return plain(model, model.records[call.down]).replace(/  =  .*$/, "").replace(" of " + event.peer, ""); });
    if (names.length) parts.push("no callback will come for " + names.slice(0, 3).join(", ") + (names.length > 3 ? " and " + (names.length - 3) + " more" : ""));
    if (event.subs.length) parts.push("the subscription" + (event.subs.length > 1 ? "s" : "") + " to " + event.subs.map(function (sub) { return format.uuid(sub.uuid); }).join(", ") + " ended with it");
    let text = event.peer ? "link with " + event.peer + " ended" + (event.how ? Faraday.causes.by(event.how, event.peer) : "") : "Bluetooth is not on";
    if (event.why === "off" && event.peer) text += "; the app gets no didDisconnect when Bluetooth is off";
    return { time: format.time(event.t), who: event.name || "", text: text + (parts.length ? ": " + parts.join("; ") : ""), tone: "ending", badge: null, more: "" };
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
    if (record.stair === "port" || record.stair === "world") text = nameFirst(text);
    if (record.flag === "fault") text = "Fault: " + Faraday.faults.plain(record);
    else if (record.flag === "misuse") text = "Misuse: " + text.replace(/^MISUSE /, "");
    else if (record.flag === "note") text = "\u201C" + text.replace(/^note:? /i, "") + "\u201D";
    else if (record.stair === "world" && record.kind === "powered") text = text.replace(/^radio off$/, "is switched off: its radio is off").replace(/^radio on$/, "is switched on: its radio is on");
    const answered = record.stair === "world" && Faraday.screen.answered(model, record);
    if (answered) text += ": " + answered;
    if (record.meaning && !text.includes(record.meaning)) text += "  =  " + record.meaning;
    if (record.stair === "air") text = text.replace(/ -> (.+?)( -?\d+ dBm)?( encrypted)?( LOST)?$/, function (all, to, power, secret) {
      return " to " + to + (power || "") + (secret || "");
    });
    return text;
  }

  const known = /\b([0-9A-F]{4}|[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}) \(([^()]+)\)/g;
  function nameFirst(text) { return text.replace(known, "$2 $1"); }

  // Which app, and which manager, where there are several: a screen reader has no lanes.
  function manager(model, record) {
    if (record.stair !== "port") return "";
    const app = model.appOf(record), parts = app ? [Faraday.lanes.title(app)] : [];
    if (record.session && severalManagers(model, record.node)) parts.push("manager " + record.session);
    return parts.join(", ");
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

  function badge(model, record) {
    if (record.flag === "note") return record.node === null || record.node === undefined ? "Test says" : "Note";
    if (record.flag) return Faraday.marks.names[record.flag] || record.flag;
    if (model.joins.endings.late.has(record.id)) return "After stopScan";
    if (Faraday.marks.isError(record)) return "Error";
    if (record.lost) return "Lost";
    return null;
  }

  function gap(model, rows, row) {
    const passed = rows.amount[row], isOpen = rows.step[row] === 1;
    // An unfolded gap reaches over its rows.
    const after = isOpen ? rows.items[rows.at[row]] + passed : -1;
    const next = isOpen ? (after < model.records.length ? model.times.array[after] : model.end) : row + 1 < rows.count ? rows.times[row + 1] : model.end;
    const what = Faraday.app && Faraday.app.filter.active ? " not shown" : " of lower layers";
    return { time: "", who: "", tone: "gap" + (passed > 0 ? " fold" : ""), badge: passed > 0 ? (isOpen ? "▾" : "▸") : null,
      text: format.duration(next - rows.times[row]) + " later" + (passed > 0 ? "  ·  " + format.count(passed, "record") + (isOpen ? "" : what) : "") };
  }

  function failure(model, rows, row) {
    const found = model.failures[rows.at[row]];
    return { time: format.time(rows.times[row]), who: "Test", text: Faraday.headline(found)[0], tone: "fail failed", badge: "Failed here" };
  }

  function repeat(model, rows, row) {
    const first = model.records[rows.items[rows.at[row]]];
    const count = rows.amount[row];
    const last = model.records[rows.items[rows.at[row] + (count - 1) * rows.step[row]]];
    const result = single(model, first);
    result.text = several(model, rows, row);
    result.badge = "×" + count + " ▸";
    result.more = last.t > first.t ? rhythm(model, rows, row) + " until " + format.at(last.t) : "at once";
    result.fold = true;
    return result;
  }

  // What differs between the records of a fold is never said as if it were alike: "8 different values: 0110… to ff0505".
  const compared = 400; // texts whose words are compared; each counts
  const folds = new WeakMap();
  function several(model, rows, row) {
    let known = folds.get(rows);
    if (!known) folds.set(rows, known = new Map());
    if (!known.has(row)) known.set(row, differing(model, rows, row));
    return known.get(row);
  }

  function differing(model, rows, row) {
    const different = new Map(), meanings = new Set();
    let all = true;
    for (let k = 0; k < rows.amount[row]; k++) {
      const record = model.records[rows.items[rows.at[row] + k * rows.step[row]]];
      if (!different.has(record.text)) different.set(record.text, record);
      if (record.meaning) meanings.add(record.meaning); else all = false;
    }
    const records = Array.from(different.values()), number = records.length;
    const list = (number > compared ? records.slice(0, compared).concat(records[number - 1]) : records).map(function (record) { return words(model, record); });
    if (number === 1) return list[0];
    return all ? between(list[0], number, Array.from(meanings)) : sharing(list, number);
  }

  function between(first, number, meanings) {
    return first.replace(/  =  .*$/, "").replace(/: [0-9a-f]+$/, "") + "  =  " + number + " different values: " + meanings[0] + " … " + meanings[meanings.length - 1];
  }

  // What all texts have in common stands around what differs.
  function sharing(list, number) {
    const first = list[0], last = list[list.length - 1];
    const parts = list.map(function (text) { return text.split(" "); });
    const least = Math.min.apply(null, parts.map(function (each) { return each.length; }));
    let head = 0, tail = 0;
    while (head < least && parts.every(function (each) { return each[head] === parts[0][head]; })) head++;
    while (tail < least - head && parts.every(function (each) { return each[each.length - 1 - tail] === parts[0][parts[0].length - 1 - tail]; })) tail++;
    const middle = function (text) { const all = text.split(" "); return all.slice(head, all.length - tail).join(" "); };
    const from = middle(first), to = middle(last), alike = shorten(from) === shorten(to);
    const say = function (text) { return shorten(text) + (alike && /^[0-9a-f]+$/.test(text) ? " (" + format.count(text.length / 2, "byte") + ")" : ""); };
    return parts[0].slice(0, head).concat([number + " different values:", say(from), "to", say(to)], tail ? parts[0].slice(parts[0].length - tail) : []).join(" ");
  }

  function shorten(text) { return /^[0-9a-f]{9,}$/.test(text) ? text.slice(0, 4) + "…" : text.length > 40 ? text.slice(0, 38) + "…" : text || "nothing"; }

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

  // One word for many records: the name that CoreBluetooth gives a call or callback, where it has one.
  const kindNames = { opened: "manager created", closed: "manager gone", added: "added", powered: "radio off or on", device: "device", bluetooth: "Bluetooth off or on", appState: "app state", launch: "app launch", termination: "app end" };
  function kindName(model, record) {
    if (isTestEnd(model, record)) return "test ended";
    if (kindNames[record.kind]) return kindNames[record.kind];
    if (record.flag === "note" || record.flag === "fault") return words(model, record);
    if (record.stair !== "port") return record.kind.replace(/([a-z])([A-Z])/g, function (all, a, b) { return a + " " + b.toLowerCase(); });
    const first = plain(model, record).split(/[ :]/)[0];
    return /^[a-z]\w*[A-Z]\w*$|^connect$/.test(first) ? first : record.kind;
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
        const name = kindName(model, record);
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

  Faraday.rowText = { describe: describe, single: single, plain: plain, readable: readable, who: who, tone: tone, ending: ending, isTestEnd: isTestEnd, nameFirst: nameFirst };
})();
