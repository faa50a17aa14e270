// The page itself: tabs, selection, time, theme, and the one loop that lets views draw at most once a frame.
(function () {
  "use strict";
  const el = Faraday.el, byId = Faraday.byId;

  const listeners = {};
  const app = {
    model: new Faraday.Model(),
    live: !!document.querySelector('meta[name="faraday"][content="live"]'),
    loading: false,
    time: null,
    selected: null,
    filter: new Faraday.Filter(),
    format: Faraday.format,
    told: [],           // lines told to the world, with the Swift that does the same
    view: null,
    views: [],
    on: function (event, fn) { (listeners[event] = listeners[event] || []).push(fn); },
    emit: emit, refresh: refresh, select: select, setTime: setTime, setFilter: setFilter, tell: tell, show: show, addView: addView,
    say: say, speak: speak, color: color,
  };
  Faraday.app = app;

  function emit(event, value) {
    for (const fn of listeners[event] || []) {
      try { fn(value, app); } catch (error) { console.error(error); }
    }
  }

  // All changes meet here: a frame later the visible view is updated once, however many lines came.
  let asked = false;
  function refresh() {
    if (asked) return;
    asked = true;
    requestAnimationFrame(function () {
      asked = false;
      updateFrame();
    });
  }

  let seenVersion = -1;
  function updateFrame() {
    if (seenVersion !== app.model.version) {
      seenVersion = app.model.version;
      showHeader();
      emit("change");
    }
    const view = app.view;
    if (!view || !view.update) return;
    try { view.update(app); } catch (error) { console.error(error); }
  }

  function select(id) {
    if (id !== null && (id < 0 || id >= app.model.records.length)) id = null;
    if (app.selected === id) return;
    app.selected = id;
    emit("select", id);
    refresh();
  }

  function setTime(t) {
    if (app.time === t) return;
    app.time = t;
    emit("time", t);
    refresh();
  }

  function setFilter(change) {
    app.filter.set(change);
    emit("filter");
    refresh();
  }

  function tell(line) {
    if (!app.live) return Promise.resolve({ ok: false, text: "This is a report: the world it tells of is over." });
    return fetch("tell", { method: "POST", headers: { "Content-Type": "text/plain" }, body: line })
      .then(function (answer) { return answer.json(); })
      .catch(function () { return { ok: false, text: "The world cannot be reached; it may have ended." }; })
      .then(function (answer) {
        app.told.push({ line: line, swift: answer.swift || null, ok: !!answer.ok, text: answer.text || "" });
        // An answer may come after the end of the world that it tells of.
        say(answer.ok && !Faraday.state(app).acts ? "" : answer.text || (answer.ok ? "Done" : "That did not work"));
        emit("told", answer);
        refresh();
        return answer;
      });
  }

  function say(text) { app.saidAt = performance.now(); byId("message").textContent = text; }

  // For who does not see where a key has gone. The same words twice are said twice.
  function speak(text) { const box = byId("spoken"); box.textContent = box.textContent === text ? text + "\u00A0" : text; }

  // Canvas cannot use CSS variables, so views ask for a colour by its name; the theme's change empties the cache.
  let colors = {};
  function color(name) {
    if (colors[name] === undefined) colors[name] = getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
    return colors[name];
  }

  // Tabs

  function addView(view) {
    if (app.views.includes(view)) return;
    app.views.push(view);
    view.tab = el("button.tab", { type: "button", role: "tab", id: "tab-" + view.id, "aria-controls": "view-" + view.id,
      "aria-selected": "false", tabindex: "-1", title: view.title + (view.key ? " (" + view.key + ")" : "") }, view.title);
    view.tab.addEventListener("click", function () { show(view.id); });
    view.tab.addEventListener("keydown", moveTab);
    byId("tabs").append(view.tab);
  }

  function moveTab(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = app.views.indexOf(app.view);
    let next = null;
    if (step) next = app.views[(at + step + app.views.length) % app.views.length];
    else if (event.key === "Home") next = app.views[0];
    else if (event.key === "End") next = app.views[app.views.length - 1];
    if (!next) return;
    event.preventDefault();
    show(next.id);
    next.tab.focus();
  }

  function show(id) {
    const view = app.views.find(function (each) { return each.id === id; });
    if (!view || view === app.view) return;
    if (!view.element) {
      view.element = el("div.view", { role: "tabpanel", id: "view-" + view.id, "aria-labelledby": "tab-" + view.id, tabindex: "-1" });
      byId("view").append(view.element);
      view.mount(view.element, app);
    }
    for (const each of app.views) {
      const on = each === view;
      each.tab.setAttribute("aria-selected", String(on));
      each.tab.tabIndex = on ? 0 : -1;
      if (each.element) each.element.hidden = !on;
    }
    app.view = view;
    document.body.dataset.view = view.id;
    emit("view", id);
    refresh();
  }

  // Header line

  function showHeader() {
    const model = app.model, header = model.header || {};
    const title = header.title || (header.origin === "capture" ? "Capture" : "Trace");
    byId("title").textContent = title;
    document.title = title + " - Faraday";
    const parts = [];
    if (model.failures.length) parts.push("failed");
    if (header.seed !== undefined && header.seed !== null) parts.push("seed " + header.seed);
    Faraday.clock.learn(model);
    if (Faraday.clock.isCapture()) parts.push(Faraday.clock.beginning());
    parts.push(Faraday.format.duration(model.end) + (Faraday.clock.isCapture() ? "" : " of virtual time"));
    parts.push(Faraday.format.count(model.records.length, "record"));
    if (app.live) parts.push(Faraday.state(app).head);
    byId("subtitle").textContent = parts.join(" · ");
    byId("counts").textContent = app.loading ? "Reading… " + Faraday.format.count(model.records.length, "record")
      : model.unreadable ? Faraday.format.count(model.unreadable, "line") + " of the feed could not be read" : "";
  }

  // Theme: the system's, until the user chooses; a file:// page may not be allowed to remember it.

  function setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    colors = {};
    try { localStorage.setItem("faraday-theme", theme); } catch (error) { /* not remembered */ }
    emit("theme");
    refresh();
  }

  function startTheme() {
    let theme = null;
    try { theme = localStorage.getItem("faraday-theme"); } catch (error) { /* not allowed */ }
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
    byId("theme").addEventListener("click", changeTheme);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", function () { colors = {}; emit("theme"); refresh(); });
  }

  function changeTheme() {
    const now = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    setTheme(now === "dark" ? "light" : "dark");
  }
  app.changeTheme = changeTheme;

  // Start

  async function start() {
    startTheme();
    for (const view of Faraday.views) addView(view);
    for (const part of [Faraday.keyring, Faraday.failureBanner, Faraday.notices, Faraday.searchBar, Faraday.detailPane, Faraday.keys, Faraday.liveBar, Faraday.told, Faraday.exports, Faraday.paper]) if (part) part.start(app);
    if (app.views.length) show(app.views[0].id);
    Faraday.address.start(app);
    window.addEventListener("resize", refresh);
    if (app.live) {
      app.loading = true;
      Faraday.feed.live(app.model, settle, function (connected) {
        app.connected = connected;
        seenVersion = -1;
        refresh();
      });
      return;
    }
    const element = byId("feed");
    if (!element) { say("This page has no feed."); return; }
    app.loading = true;
    try {
      await Faraday.feed.frozen(element, app.model, progress);
    } catch (error) {
      say("The feed in this file could not be read: " + error.message);
    }
    app.loading = false;
    seenVersion = -1;
    emit("loaded");
    refresh();
    document.documentElement.dataset.ready = "true"; // what a test waits for
  }

  // A live feed begins with what happened before this page was opened, and says when that is over.
  function settle() {
    if (app.loading === app.model.isPresent) {
      app.loading = !app.model.isPresent;
      seenVersion = -1;
      if (!app.loading) { emit("loaded"); document.documentElement.dataset.ready = "true"; }
    }
    Faraday.keeping.look(app);
    if (app.loading) progress(); else refresh();
  }

  // What is drawn while a feed is read is time that reading does not have: some pictures a second are enough.
  let progressed = 0;
  function progress() {
    const now = performance.now();
    if (now - progressed < 250) return;
    progressed = now;
    refresh();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start); else start();
})();
