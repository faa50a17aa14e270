// Device files that `faraday report` has made of the page's capture: a button gives the one of a node away.
(function () {
  "use strict";

  let known = null;

  // [{name, address, text}]
  function all() {
    if (known) return known;
    const element = document.getElementById("devices");
    try { known = element ? JSON.parse(element.textContent) : []; } catch { known = []; }
    return known;
  }

  // The file of a node: by its address where a name is not enough.
  function fileOf(model, key) {
    const names = Faraday.airNames(model, key);
    const found = all().filter((each) => names.includes(each.address) || names.includes(each.name));
    if (found.length === 1) return found[0];
    return all().length === 1 && Faraday.servicesOf(model, key, null) ? all()[0] : null;
  }

  function fileName(file) { return (file.name.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[-.]+|[-.]+$/g, "").slice(0, 60) || "device") + ".faraday.json"; }

  /// A button for the view "GATT"; null if the page has no file of the node.
  function button(app, key) {
    const file = fileOf(app.model, key);
    if (!file) return null;
    return Faraday.parts.button("Save as a device file", () => {
      Faraday.exports.save(fileName(file), file.text, "application/json");
      app.say(`${fileName(file)} written; in a test: world.add(.file("${fileName(file)}"))`);
    }, { "data-focus": "device file", title: "What this capture shows of the device, for tests and for faraday serve --device" });
  }

  Faraday.deviceFiles = { button };
})();
