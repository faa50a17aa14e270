// The line of source of a call of the app or of the test: its function, its file, and a way there.
(function () {
  "use strict";
  const el = Faraday.el;

  // The line as an element; null if the record does not say it.
  Faraday.callPlace = function (record) {
    if (typeof record.call !== "string" || !record.call) return null;
    const place = el("span.callplace", null, el("code", record.call));
    if (typeof record.file !== "string" || !(record.line > 0)) return place;
    const path = record.file + ":" + record.line, short = record.file.split(/[\\/]/).pop() + ":" + record.line;
    place.append(" ", el("a", { href: address(record), title: "Open " + path + " in Visual Studio Code" }, short), " ", Faraday.copyButton(path, "the path and the line"));
    return place;
  };

  // Editors are asked by an address; a character of the path that means something in addresses is written as bytes.
  function address(record) {
    const path = record.file.split("/").map(encodeURIComponent).join("/");
    return "vscode://file" + (path.startsWith("/") ? "" : "/") + path + ":" + record.line;
  }
})();
