// The view "Compare": this run and another one side by side, aligned by what happened and not by when.
(function () {
  "use strict";

  const el = Faraday.el;
  const { svg, button, choice, note, refresh } = Faraday.parts;
  const longest = 300;

  Faraday.view({
    id: "compare", title: "Compare", key: "5",
    mount(element, app) {
      this.app = app;
      this.scope = null; // until the reader chooses: what both have most to say of
      this.node = "";
      this.context = 6;
      this.at = 0;
      this.other = null; // a model, and how it is called
      this.top = el("div.views-bar");
      this.summary = el("div.views-comparesum", { role: "status" });
      this.strip = svg("svg", { class: "views-diffstrip", height: 16, role: "img", "aria-label": "Where the runs differ" });
      this.result = el("div.views-compareresult");
      element.append(el("div.views.views-compare", this.top, this.summary, this.strip, this.result));
      this.strip.addEventListener("click", (event) => goTo(this, event));
      element.addEventListener("keydown", (event) => keys(this, event));
      element.addEventListener("dragover", (event) => event.preventDefault());
      element.addEventListener("drop", (event) => { event.preventDefault(); if (event.dataTransfer.files.length) Faraday.otherRun.choose(app, event.dataTransfer.files[0]); });
    },
    update(app) {
      const { run, isReading, problem } = Faraday.otherRun.of(app);
      Object.assign(this, { reading: isReading, problem });
      if (this.other !== run) Object.assign(this, { other: run, scope: null, node: "" });
      if (this.scope === null && this.other && !app.loading) first(this, app.model, this.other.model);
      const key = this.other && !app.loading ? [app.model.epoch, app.live ? "live" : app.model.records.length, this.other.model.records.length, this.scope, this.node, this.again].join("/") : "";
      if (key && key !== this.alignedKey) {
        this.alignedKey = key;
        this.at = 0;
        this.aligned = align(this, app.model, this.other.model);
        this.stamp = (this.stamp || 0) + 1;
      }
      drawTop(this, app);
      drawResult(this, app);
    },
  });

  // MARK: What is compared

  // What both have most to say of. Recordings of one device by two programs have the device alone in common.
  function first(view, model, other) {
    const names = new Set([...model.nodes.values()].map((node) => node.name));
    const isTalk = Faraday.talkRows.isFirst(model, false) || Faraday.talkRows.isFirst(other, false);
    const isAlike = [...other.nodes.values()].every((node) => names.has(node.name));
    view.scope = !isTalk ? "story" : isAlike ? "talk" : "device";
    if (view.scope !== "device") return;
    const its = Faraday.saidTo.devices(other), both = Faraday.saidTo.devices(model).filter((name) => its.includes(name));
    view.node = both.length === 1 ? both[0] : "";
  }

  // MARK: Alignment

  const chance = /(?:[0-9A-F]{2}:){5}[0-9A-F]{2}|(?:accessAddress|crcInit)=\d+|^ch \d+ | \[[01]{3}\]/g;

  // What a conversation counts differs from one recording to the next.
  const counted = /, [\d,]+ times?| once(?=,|$)|(?:,| at) -?\d+(?: to -?\d+)? dBm|, in \d+ requests?|^\d+ encrypted packets?/g;

  // What the seed draws (addresses, channels) differs in any two runs and says nothing.
  function lineOf(record) {
    const text = record.isTalk ? record.text.replace(chance, "~").replace(counted, "~") : record.stair === "hci" || record.stair === "air" ? record.text.replace(chance, "~") : record.text;
    return `${record.name}\u0000${record.stair}${record.dir}\u0000${text}`;
  }

  function chosen(view, model) {
    const found = [];
    if (view.scope === "device") return Faraday.saidTo.lines(model, view.node);
    if (view.scope === "talk") return Faraday.conversation(model).entries.map((entry) => told(model, entry)).filter((line) => view.node === "" || line.name === view.node);
    model.records.forEach((record) => {
      if (view.scope === "story" && record.stair !== "port" && record.stair !== "world") return;
      if (view.scope === "calls" && record.stair !== "port") return;
      if (view.node !== "" && record.name !== view.node) return;
      found.push(record);
    });
    return found;
  }

  // An entry of the conversation, as a line.
  function told(model, entry) {
    const said = Faraday.talkText.describe(model, entry);
    return { id: entry.id, t: entry.t, name: said.who, stair: "talk", dir: "", text: said.text, isTalk: true };
  }

  function align(view, modelA, modelB) {
    const a = chosen(view, modelA), b = chosen(view, modelB);
    const aligned = Faraday.difference.align(a.map(lineOf), b.map(lineOf));
    const recordA = (row) => (aligned.a[row] < 0 ? null : a[aligned.a[row]]);
    const recordB = (row) => (aligned.b[row] < 0 ? null : b[aligned.b[row]]);
    let late = -1;
    for (let row = 0; row < aligned.a.length && late < 0; row++) {
      const [one, other] = [recordA(row), recordB(row)];
      if (one && other && one.t !== other.t && !inBlock(aligned, row)) late = row;
    }
    return { ...aligned, recordA, recordB, late, count: aligned.a.length, onlyA: a.length - aligned.same, onlyB: b.length - aligned.same };
  }

  function inBlock(aligned, row) {
    let low = 0, high = aligned.blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (aligned.blocks[middle][1] <= row) low = middle + 1; else high = middle;
    }
    return low < aligned.blocks.length && aligned.blocks[low][0] <= row;
  }

  // MARK: Top

  function drawTop(view, app) {
    const names = view.other ? [...new Set([app.model, view.other.model].flatMap((model) => view.scope === "device" ? Faraday.saidTo.devices(model) : [...model.nodes.values()].map((node) => node.name)))] : [];
    const key = JSON.stringify([view.scope, view.node, view.context, names, view.other && view.other.name, view.reading, app.live]);
    refresh(view.top, key, () => [
      picker(view),
      view.other ? choice("Compare", [["story", "the story: calls, callbacks, world"], ["talk", "the conversation of the devices"], ["device", "what was said to a device, whoever recorded it"], ["calls", "calls and callbacks only"], ["all", "all records"]], view.scope, (value) => { view.scope = value; view.node = ""; app.refresh(); }) : null,
      view.other ? choice("Of", [["", view.scope === "device" ? "all devices" : "all nodes"], ...names.map((name) => [name, name])], view.node, (value) => { view.node = value; app.refresh(); }) : null,
      view.other ? choice("Around it", [2, 6, 20, 100].map((count) => [count, `${count} lines`]), view.context, (value) => { view.context = Number(value); app.refresh(); }) : null,
      view.other ? button("Previous", () => step(view, -1), { title: "Previous difference (p)", "aria-label": "Previous difference", "data-focus": "previous" }) : null,
      view.other ? button("Next", () => step(view, 1), { title: "Next difference (n)", "aria-label": "Next difference", "data-focus": "next" }) : null,
      view.other && app.live ? button("Compare again", () => { view.again = performance.now(); app.refresh(); }, { "data-focus": "again" }) : null,
    ]);
  }

  function picker(view) {
    const field = el("input.only-read", { type: "file", accept: ".jsonl,.json,.gz,.html,.htm", "aria-label": "Another run: a trace or a report", id: "views-other", "data-focus": "file" });
    field.addEventListener("change", () => { if (field.files.length) Faraday.otherRun.choose(view.app, field.files[0]); });
    return el("span.views-file", field, el("label", { for: "views-other" }, view.other ? "Choose another run" : "Choose a run to compare with"));
  }

  function step(view, by) {
    const count = view.aligned ? view.aligned.blocks.length : 0;
    if (!count) return;
    view.at = (view.at + by + count) % count;
    view.app.refresh();
  }

  function keys(view, event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key !== "n" && event.key !== "p") return;
    event.preventDefault();
    event.stopPropagation();
    step(view, event.key === "n" ? 1 : -1);
  }

  // MARK: Result

  function drawResult(view, app) {
    const { aligned } = view;
    const key = [view.stamp, view.at, view.context, view.reading, view.problem].join("/");
    if (!view.other || !aligned) {
      view.strip.style.display = "none";
      refresh(view.summary, key, () => summaryBefore(view));
      refresh(view.result, key, () => []);
      return;
    }
    view.strip.style.display = "";
    refresh(view.summary, key, () => summary(view, app));
    refresh(view.result, key, () => (aligned.blocks.length ? around(view, app, aligned.blocks[view.at]) : []));
    drawStrip(view);
  }

  function summaryBefore(view) {
    if (view.reading) return note("Reading the other run…");
    return [
      view.problem ? el("p.views-problem", view.problem) : null,
      el("p", "Compare this run with another one, for example a seed that passes with a seed that fails. Choose a trace (.jsonl) or a report (.html), or drop the file here; it stays on this machine."),
    ];
  }

  function summary(view, app) {
    const { aligned, other } = view;
    const runs = el("p", "This run: ", el("strong", runName(app.model)), ". The other: ", el("strong", runName(other.model)), ` (${other.name}).`);
    const problem = view.problem ? el("p.views-problem", view.problem) : null;
    if (!aligned.blocks.length) return [problem, runs, el("p", `No difference: all ${aligned.count.toLocaleString("en")} lines are the same.`), el("p.muted", timeText(view))];
    const [from] = aligned.blocks[0], [firstA, firstB] = [aligned.recordA(from), aligned.recordB(from)];
    return [problem, runs,
      el("p.views-first", el("strong", `First difference at ${Faraday.format.seconds((firstA || firstB).t)} s. `), says("This run", firstA), " ", says("The other", firstB)),
      el("p.muted", `${Faraday.format.count(aligned.blocks.length, "difference")}; ${aligned.same.toLocaleString("en")} lines are the same, ${aligned.onlyA.toLocaleString("en")} are only in this run, ${aligned.onlyB.toLocaleString("en")} only in the other. ${timeText(view)}`),
    ];
  }

  function says(who, record) {
    return record ? el("span", `${who}: `, record.name ? `${record.name}, ` : "", el("q", record.text), ".") : el("span", `${who} has nothing here.`);
  }

  function timeText(view) {
    const { aligned } = view;
    if (aligned.late < 0) return "Equal lines are at the same times.";
    const [a, b] = [aligned.recordA(aligned.late), aligned.recordB(aligned.late)];
    return `Times differ first at ${Faraday.format.seconds(a.t)} s, by ${Faraday.format.duration(b.t - a.t)}.`;
  }

  function runName(model) {
    const header = model.header || {};
    const parts = [header.title || "a trace"];
    if (header.seed !== undefined && header.seed !== null) parts.push(`seed ${header.seed}`);
    if (model.failures.length) parts.push("failed");
    return parts.join(", ");
  }

  function around(view, app, [from, to]) {
    const { aligned } = view;
    const start = Math.max(0, from - view.context), end = Math.min(aligned.count, Math.min(to, from + longest) + view.context);
    const rows = [];
    for (let row = start; row < end; row++) rows.push(rowOf(view, app, row, row >= from && row < to));
    const caption = `Difference ${view.at + 1} of ${aligned.blocks.length}`;
    const head = ["Time in s", "This run", "Time in s", "The other", "Later by"];
    const table = el("table.views-table.views-diff", el("caption", caption), el("thead", el("tr", head.map((text) => el("th", { scope: "col" }, text)))), el("tbody", rows));
    return [el("div.views-diffscroll", { tabindex: "0", role: "region", "aria-label": caption, "data-focus": "rows" }, table),
      to - from > longest ? note(`The first ${longest} of ${(to - from).toLocaleString("en")} lines of this difference are shown.`) : null];
  }

  function rowOf(view, app, row, ofThis) {
    const { aligned } = view;
    const a = aligned.recordA(row), b = aligned.recordB(row), differs = inBlock(aligned, row);
    const both = differs && a && b ? shared(lineText(a), lineText(b)) : null;
    const kind = !differs ? "same" : "other";
    return el("tr", { class: `views-${kind}${ofThis ? " now" : ""}` }, ...side(a, both, app, differs), ...side(b, both, null, differs),
      el("td.views-late", a && b && !differs ? later(b.t - a.t) : ""));
  }

  function lineText(record) { return record.name ? `${record.name}: ${record.text}` : record.text; }

  function later(nanoseconds) { return nanoseconds === 0 ? "0" : Faraday.format.duration(nanoseconds); }

  function side(record, both, app, differs) {
    if (!record) return [el("td", { class: "views-gone" }), el("td.views-gone", el("span.muted", "nothing"))];
    const time = Faraday.format.seconds(record.t);
    const text = lineText(record);
    return [el("td.mono", app ? Faraday.parts.toRecord(app, record.id, time) : time),
      el("td", { class: differs ? "views-changed" : null }, both ? marked(text, both) : text)];
  }

  // What is alike at the beginning and at the end of two texts.
  function shared(a, b) {
    let head = 0, tail = 0;
    while (head < a.length && head < b.length && a[head] === b[head]) head++;
    while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
    return head + tail > 12 ? { head, tail } : null;
  }

  function marked(text, { head, tail }) {
    return el("span", text.slice(0, head), el("mark", text.slice(head, text.length - tail)), text.slice(text.length - tail));
  }

  // MARK: Strip

  function drawStrip(view) {
    const width = view.strip.clientWidth, { aligned } = view;
    const key = [width, view.stamp, view.at].join("/");
    if (!width || view.strip.viewsKey === key) return;
    view.strip.viewsKey = key;
    const x = (row) => row / Math.max(1, aligned.count) * width;
    const parts = [svg("rect", { class: "views-diffbase", x: 0, y: 6, width, height: 4, rx: 2 })];
    let last = -9;
    aligned.blocks.forEach(([from, to], number) => {
      // Marks nearer than a pixel would only lie on each other.
      if (number !== view.at && x(from) - last < 1 && x(to) - x(from) < 1) return;
      last = x(from);
      parts.push(svg("rect", { class: `views-diffmark${number === view.at ? " now" : ""}`, x: x(from), y: number === view.at ? 0 : 4, width: Math.max(2, x(to) - x(from)), height: number === view.at ? 16 : 8 }));
    });
    view.strip.replaceChildren(...parts);
  }

  function goTo(view, event) {
    const { aligned } = view;
    if (!aligned || !aligned.blocks.length) return;
    const box = view.strip.getBoundingClientRect();
    const row = (event.clientX - box.left) / box.width * aligned.count;
    const found = aligned.blocks.findIndex((block) => block[1] > row);
    view.at = found < 0 ? aligned.blocks.length - 1 : found;
    view.app.refresh();
  }
})();
