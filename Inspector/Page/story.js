// The story view: rows beside lanes.
(function () {
  "use strict";
  Faraday.view({
    id: "story", title: "Story", key: "1",
    mount: function (element) { this.text = Faraday.el("p", "…"); element.append(this.text); },
    update: function (app) { this.text.textContent = app.model.records.length + " records"; },
  });
})();
