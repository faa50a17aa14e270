// The run beside this one: the second one of a report, or a file that the reader chooses. It stays on this machine.
(function () {
  "use strict";

  const state = { run: null, isReading: false, problem: "" };
  let isAsked = false;

  /// {run: {model, name} or null, isReading, problem}. Whoever asks first makes a report's second run load.
  function of(app) {
    if (!isAsked) {
      isAsked = true;
      const second = document.getElementById("feed2");
      if (second) load(app, (model) => Faraday.feed.frozen(second, model), "the second run of this file");
    }
    return state;
  }

  async function load(app, read, name) {
    const model = new Faraday.Model();
    Object.assign(state, { isReading: true, problem: "" });
    app.refresh();
    try {
      await read(model);
      if (!model.records.length) throw new Error("there is no record in it");
      state.run = { model, name };
    } catch (error) {
      state.problem = `${name} can't be read: ${error.message}.`;
    }
    state.isReading = false;
    app.refresh();
  }

  function choose(app, file) {
    load(app, async (model) => {
      if (!/\.html?$/i.test(file.name)) return Faraday.feed.file(file, model);
      const packed = feedIn(await file.text());
      if (!packed) throw new Error("this page has no feed");
      return Faraday.feed.frozen({ textContent: packed }, model);
    }, file.name);
  }

  /// The feed in a report: the text of its script element, found without making a document of a foreign page.
  function feedIn(page) {
    const found = /<script type="application\/octet-stream" id="feed">([A-Za-z0-9+/=\s]+)<\/script>/.exec(page);
    return found ? found[1] : null;
  }

  Faraday.otherRun = { of, choose };
})();
