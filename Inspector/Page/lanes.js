// Who has a lane, and where it is: apps and phones on the left, the air in the middle, devices on the right,
// so that what is sent crosses the air.
(function () {
  "use strict";

  function lanes(model) {
    const callers = new Set();
    for (const call of model.calls) callers.add(call.node);
    const left = [], right = [];
    for (const node of Array.from(model.nodes.values()).sort(function (a, b) { return a.node - b.node; })) {
      if (!model.seen.has(node.node)) continue; // announced, but nothing happened there yet
      const isPhone = node.kind === "phone" || callers.has(node.node);
      if (isPhone) {
        left.push.apply(left, apps(model, node, callers.has(node.node)));
        left.push({ id: "node" + node.node, node: node.node, kind: "phone", title: node.name, full: node.name });
      } else right.push({ id: "node" + node.node, node: node.node, kind: "device", title: node.name, full: node.name });
    }
    return left.concat([{ id: "air", node: null, kind: "air", title: "Air", full: "The air" }], right);
  }

  // A lane for each app of a phone. An app is known by its name, which stays when it ends and is launched again.
  function apps(model, node, calls) {
    const known = model.apps.get(node.node) || [];
    if (known.length < 2) return calls || known.length ? [{ id: "app" + node.node, node: node.node, kind: "app", title: "App", full: "App on " + node.name }] : [];
    return known.slice().sort(byNumber).map(function (app) {
      return { id: "app" + node.node + "/" + app, node: node.node, app: app, kind: "app", title: title(app), short: title(app).replace(/^App /, "A"), full: title(app) + " on " + node.name };
    });
  }

  function byNumber(a, b) { return (parseInt(a.replace(/\D/g, ""), 10) || 0) - (parseInt(b.replace(/\D/g, ""), 10) || 0) || (a < b ? -1 : 1); }
  // An identifier stays as it is.
  function title(app) { return app.replace(/^app (?=\d+$)/, "App "); }

  // The lane of a record's app. One that names no app stands with the first.
  function appLane(record, placed) {
    const own = "app" + record.node + "/" + record.app;
    return placed.x.has(own) ? own : placed.first.get(record.node);
  }

  // Places lanes in a width; an app's lane is nearer to its phone than strangers are.
  function place(list, width) {
    const weights = list.map(function (lane, i) { return i === 0 ? 0 : list[i - 1].kind === "app" ? 0.8 : 1; });
    const sum = weights.reduce(function (a, b) { return a + b; }, 0) || 1;
    const margin = Math.min(44, width / (list.length + 1));
    let x = 0;
    const result = { list: list, width: width, x: new Map(), first: new Map(), gap: (width - 2 * margin) / sum };
    list.forEach(function (lane, i) {
      x += weights[i];
      lane.x = list.length === 1 ? width / 2 : margin + x / sum * (width - 2 * margin);
      result.x.set(lane.id, lane.x);
      if (lane.kind === "app" && !result.first.has(lane.node)) result.first.set(lane.node, lane.id);
    });
    result.air = result.x.get("air");
    return result;
  }

  // What happens to an app, not to its phone.
  const lives = { launch: true, appState: true, termination: true };

  // From where to where a record's arrow goes; `at` alone for what happens in one place.
  function path(record, placed) {
    const node = placed.x.get("node" + record.node);
    const own = node === undefined ? placed.air : node;
    const app = record.stair === "port" || lives[record.kind] ? placed.x.get(appLane(record, placed)) : undefined;
    if (lives[record.kind] && app !== undefined) return { at: app };
    if (record.stair === "port") {
      if (app === undefined) return { at: own };
      return record.dir === "down" ? { from: app, to: own } : { from: own, to: app };
    }
    if (record.stair === "air") {
      const to = typeof record.to === "number" ? placed.x.get("node" + record.to) : undefined;
      return { from: own, to: to === undefined || record.lost ? placed.air : to, lost: !!record.lost, open: to === undefined };
    }
    if (record.stair === "hci") return { at: own, hci: record.dir };
    return { at: own };
  }

  Faraday.lanes = { list: lanes, place: place, path: path, appLane: appLane, title: title };
})();
