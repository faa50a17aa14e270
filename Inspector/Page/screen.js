// What a phone of a running world shows that waits for its user, with a button or a field for each answer; and what was answered.
(function () {
  "use strict";

  const el = Faraday.el;
  const { button, choice } = Faraday.parts;

  // Answers that the user types.
  const typed = { PASSKEY: "Passkey", "name TEXT": "Name" };

  function title(answer) { return answer.charAt(0).toUpperCase() + answer.slice(1); }

  /// The parts of one question. `tell` gets the end of the command, behind the phone's name.
  function question(asked, number, tell) {
    const parts = asked.answers.map((answer) => {
      if (!typed[answer]) return button(title(answer), () => tell(`${asked.kind} ${answer}`), { "data-focus": `${number} ${asked.kind} ${answer}` });
      const field = el("input", { type: "text", size: "12", spellcheck: "false", "aria-label": typed[answer], "data-focus": `${number} ${answer}` });
      const send = (event) => {
        event.preventDefault();
        const text = field.value.trim();
        if (text) tell(`${asked.kind} ${answer === "PASSKEY" ? text : "name " + Faraday.controls.quoted(text)}`);
      };
      return el("form.views-inline", { onsubmit: send }, field, el("button", { type: "submit" }, answer === "PASSKEY" ? "Type it" : "Call it so"));
    });
    return el("div.views-controls", { role: "group", "aria-label": asked.text }, el("p", el("strong", asked.text)), el("div.views-buttons", parts));
  }

  /// What waits on the screen of a phone, and what its user does by itself.
  function controls(app, node) {
    const line = app.model.nodes.get(node.number) || {}, tell = (words) => app.tell(`phone ${Faraday.controls.quoted(node.name)} ${words}`);
    const user = choice("The user", [["agrees", "agrees to everything"], ["refuses", "refuses everything"], ["waits", "waits for you"]], line.user || "agrees", (value) => tell("user " + value));
    user.querySelector("select").dataset.focus = `${node.number} user`;
    return el("div.views-controls", { role: "group", "aria-label": "Screen" }, el("h3.views-small", "Screen"),
      ...(line.screen || []).map((asked) => question(asked, node.number, tell)), el("div.views-buttons", user));
  }

  /// What changes these controls.
  function key(app, number) {
    const { screen, user, apps } = app.model.nodes.get(number) || {};
    return [screen, user, apps];
  }

  /// What an answer of the user answers, as the record of the question says it; "" if that is not known.
  function answered(model, record) {
    if (record.kind !== "systemAlertAnswer" && record.kind !== "pairingAnswer") return "";
    const alerts = Faraday.knowledge(model).phone(record.node).alerts.filter((each) => each.index < record.id);
    const start = record.kind === "pairingAnswer" ? "pairing alert: " : (/alert \d+/.exec(record.text) || [""])[0] + ": ";
    const asked = alerts.findLast((each) => each.text.startsWith(start));
    return asked ? asked.text.slice(start.length) : "";
  }

  Faraday.screen = { controls, question, key, answered };
})();
