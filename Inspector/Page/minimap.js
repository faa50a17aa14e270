// The whole time on one line: how much there was, links, flags, and where the rows below are in it.
(function () {
  "use strict";
  const height = 44;

  function draw(canvas, width, view) {
    const app = Faraday.app, model = app.model;
    const g = Faraday.chart.size(canvas, width, height);
    g.clearRect(0, 0, width, height);
    const end = Math.max(1, model.end);
    const x = function (t) { return Math.min(width, t / end * width); };
    drawCounts(g, app, model, width, end);
    model.links.slice(-400).forEach(function (link) {
      g.fillStyle = app.color("link-" + link.number % 5);
      g.fillRect(x(link.from), 2 + link.number % 3 * 5, Math.max(2, x(link.to === null ? end : link.to) - x(link.from)), 3);
    });
    drawFlags(g, app, model, x);
    drawWindow(g, app, x, view, width);
  }

  // Counts are made once for each state of the model and each width.
  let counted = { model: null, version: -1, width: 0 };
  function counts(model, width, end) {
    if (counted.model === model && counted.version === model.version && counted.width === width) return counted;
    const columns = Math.max(1, Math.floor(width / 2));
    counted = { model: model, version: model.version, width: width, low: new Uint32Array(columns), story: new Uint32Array(columns), columns: columns };
    const times = model.times.array, ranks = model.ranks.array;
    for (let i = 0; i < model.records.length; i++) {
      const column = Math.min(columns - 1, Math.floor(times[i] / end * columns));
      if (ranks[i] === 0) counted.story[column] += 1; else counted.low[column] += 1;
    }
    return counted;
  }

  function drawCounts(g, app, model, width, end) {
    const c = counts(model, width, end);
    const base = height - 3;
    for (let i = 0; i < c.columns; i++) {
      if (c.low[i]) { g.fillStyle = app.color("minimap-low"); const h = Math.min(22, 3 + Math.log2(c.low[i] + 1) * 2.4); g.fillRect(i * 2, base - h, 2, h); }
      if (c.story[i]) { g.fillStyle = app.color("app"); const h = Math.min(22, 4 + Math.log2(c.story[i] + 1) * 3); g.fillRect(i * 2, base - h, 2, h); }
    }
  }

  function drawFlags(g, app, model, x) {
    const names = { misuse: "misuse", fault: "fault", broken: "fail", note: "note", mistake: "fail" };
    for (const id of model.flags.slice(-2000)) {
      const record = model.records[id];
      const at = x(record.t);
      g.fillStyle = app.color(names[record.flag] || "note");
      g.beginPath(); g.moveTo(at - 4, 0); g.lineTo(at + 4, 0); g.lineTo(at, 7); g.fill();
    }
    for (const failure of model.failures) {
      const at = Math.min(x(typeof failure.t === "number" ? failure.t : model.end), x(model.end) - 1);
      g.fillStyle = app.color("fail");
      g.fillRect(at - 1, 0, 2.5, height);
    }
  }

  function drawWindow(g, app, x, view, width) {
    const from = x(view.from), to = Math.max(from + 3, x(view.to));
    g.fillStyle = app.color("accent");
    g.globalAlpha = 0.14;
    g.fillRect(from, 0, to - from, height);
    g.globalAlpha = 1;
    g.strokeStyle = app.color("accent");
    g.lineWidth = 1.5;
    g.strokeRect(Math.max(1, from), 1, Math.min(width - 1, to) - Math.max(1, from), height - 2);
  }

  // Pointer and keys; `go(t)` shows a time.
  function control(canvas, go, now) {
    const at = function (event) {
      const box = canvas.getBoundingClientRect();
      go(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * Faraday.app.model.end);
    };
    canvas.addEventListener("pointerdown", function (event) { canvas.setPointerCapture(event.pointerId); at(event); });
    canvas.addEventListener("pointermove", function (event) { if (event.buttons & 1) at(event); });
    canvas.addEventListener("keydown", function (event) {
      const end = Faraday.app.model.end;
      const to = { ArrowLeft: now() - end / 100, ArrowRight: now() + end / 100, PageUp: now() - end / 10, PageDown: now() + end / 10, Home: 0, End: end }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(Math.max(0, Math.min(end, to)));
    });
  }

  Faraday.minimap = { draw: draw, control: control, height: height };
})();
