// Generated from Inspector/Page/lanes.js. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let lanesJS = #"""
// Who has a lane, and where it is: apps and phones on the left, the air in the middle, devices on the right,
// so that what is sent crosses the air.
(function () {
  "use strict";

  function lanes(model) {
    const apps = new Set();
    for (const call of model.calls) apps.add(call.node);
    const left = [], right = [];
    for (const node of Array.from(model.nodes.values()).sort(function (a, b) { return a.node - b.node; })) {
      if (!model.seen.has(node.node)) continue; // announced, but nothing happened there yet
      const isPhone = node.kind === "phone" || apps.has(node.node);
      if (isPhone) {
        if (apps.has(node.node)) left.push({ id: "app" + node.node, node: node.node, kind: "app", title: "App", full: "App on " + node.name });
        left.push({ id: "node" + node.node, node: node.node, kind: "phone", title: node.name, full: node.name });
      } else right.push({ id: "node" + node.node, node: node.node, kind: "device", title: node.name, full: node.name });
    }
    return left.concat([{ id: "air", node: null, kind: "air", title: "Air", full: "The air" }], right);
  }

  // Places lanes in a width; an app's lane is nearer to its phone than strangers are.
  function place(list, width) {
    const weights = list.map(function (lane, i) { return i === 0 ? 0 : list[i].kind === "phone" && list[i - 1].kind === "app" ? 0.8 : 1; });
    const sum = weights.reduce(function (a, b) { return a + b; }, 0) || 1;
    const margin = Math.min(44, width / (list.length + 1));
    let x = 0;
    const result = { list: list, width: width, x: new Map(), gap: (width - 2 * margin) / sum };
    list.forEach(function (lane, i) {
      x += weights[i];
      lane.x = list.length === 1 ? width / 2 : margin + x / sum * (width - 2 * margin);
      result.x.set(lane.id, lane.x);
    });
    result.air = result.x.get("air");
    return result;
  }

  // From where to where a record's arrow goes; `at` alone for what happens in one place.
  function path(record, placed) {
    const node = placed.x.get("node" + record.node);
    const own = node === undefined ? placed.air : node;
    if (record.stair === "port") {
      const app = placed.x.get("app" + record.node);
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

  Faraday.lanes = { list: lanes, place: place, path: path };
})();

"""#
}
