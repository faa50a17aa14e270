// How the time of a record is written. A world's time begins with the world. A capture was recorded on some day: its times
// are times of that day, in a zone, or counted from its start or from a record that the reader chooses.
(function () {
  "use strict";
  const format = Faraday.format, seconds = format.time;

  // `mode`: "day", "start" or "record"; `zone`: "local" or "utc"; `version` grows with each change.
  const clock = { mode: "start", zone: "local", from: 0, version: 0, epoch: null, header: null };

  // The header's epoch: whole milliseconds since 1970, and the nanoseconds beside them.
  function read(header) {
    const found = header && header.origin === "capture" ? /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(header.epoch || "") : null;
    if (!found) return null;
    const fraction = (found[2] || "").padEnd(9, "0").slice(0, 9), at = Date.parse(found[1] + "." + fraction.slice(0, 3) + "Z");
    // A recorder without a clock counts from 1970.
    return at > Date.UTC(1990, 0, 1) ? { ms: at, ns: Number(fraction.slice(3)) } : null;
  }

  // A feed begins with its header: whose time the page shows follows from it.
  function learn(model) {
    if (clock.header === model.header) return;
    clock.header = model.header;
    clock.epoch = read(model.header);
    clock.mode = clock.epoch ? "day" : "start";
    clock.version += 1;
  }

  function isCapture() { return !!clock.header && clock.header.origin === "capture"; }

  function set(change) {
    Object.assign(clock, change);
    clock.version += 1;
  }

  // {date, us}: the moment, and its microseconds, rounded down.
  function moment(ns) {
    const all = clock.epoch.ns + ns, ms = Math.floor(all / 1e6);
    return { date: new Date(clock.epoch.ms + ms), us: Math.floor((all - ms * 1e6) / 1e3) };
  }

  function two(number) { return String(number).padStart(2, "0"); }
  function three(number) { return String(number).padStart(3, "0"); }
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

  function parts(date) {
    return clock.zone === "utc"
      ? { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate(), hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds(), ms: date.getUTCMilliseconds() }
      : { year: date.getFullYear(), month: date.getMonth(), day: date.getDate(), hour: date.getHours(), minute: date.getMinutes(), second: date.getSeconds(), ms: date.getMilliseconds() };
  }

  function ofDay(at, us) { return two(at.hour) + ":" + two(at.minute) + ":" + two(at.second) + "." + three(at.ms) + (us === undefined ? "" : three(us)); }
  function day(at) { return at.day + " " + months[at.month] + " " + at.year; }

  // "UTC", "UTC+01:00": that of the moment, which summer may change.
  function zone(date) {
    const offset = clock.zone === "utc" ? 0 : -date.getTimezoneOffset();
    return offset === 0 ? "UTC" : "UTC" + (offset < 0 ? "-" : "+") + two(Math.floor(Math.abs(offset) / 60)) + ":" + two(Math.abs(offset) % 60);
  }

  // For a column: 22:13:20.000123; on another day than the first one with that day and without microseconds.
  function time(ns) {
    if (ns === null || ns === undefined || !isFinite(ns)) return "";
    if (clock.mode === "record") return (ns >= clock.from ? "+" : "") + seconds(ns - clock.from);
    if (clock.mode !== "day" || !clock.epoch) return seconds(ns);
    const now = moment(ns), at = parts(now.date), first = parts(moment(0).date);
    return at.day === first.day && at.month === first.month && at.year === first.year ? ofDay(at, now.us) : at.day + " " + months[at.month] + " " + ofDay(at).slice(0, 8);
  }

  // In a sentence.
  function at(ns) { return clock.mode === "day" && clock.epoch ? time(ns) : unit(time(ns)); }

  // "62.5" is seconds, "1:02.5" says by itself what it is.
  function unit(text) { return text.includes(":") ? text : text + " s"; }

  // Everything that is known: for the details of a record.
  function full(ns) {
    if (!clock.epoch) return unit(seconds(ns));
    const now = moment(ns), at = parts(now.date);
    return day(at) + ", " + ofDay(at, now.us) + " " + zone(now.date) + " · " + unit(seconds(ns)) + " after the first packet"
      + (clock.mode === "record" ? " · " + unit(time(ns)) : "");
  }

  // For the header line: the day, the time and the zone at which a capture begins.
  function beginning() {
    if (!clock.epoch) return isCapture() ? "no date in this file" : "";
    const now = moment(0), at = parts(now.date);
    return day(at) + ", " + ofDay(at).slice(0, 8) + " " + zone(now.date);
  }

  // The time of a moment of the calendar (milliseconds since 1970, nanoseconds beside them), as records have it.
  function since(ms, ns) { return clock.epoch ? (ms - clock.epoch.ms) * 1e6 + (ns || 0) - clock.epoch.ns : null; }

  // What a search says of a time, as {from, to} in the times of records: "22:13" is that minute, "22:13:20.5" that tenth of a
  // second; a date may stand before it, or alone. Where times count from a beginning, "1:02.5" is 62.5 s after it.
  const written = /^(?:(\d{4})-(\d\d)-(\d\d)|(\d{1,2}) ([a-z]{3})[a-z]*(?: (\d{4}))?)?(?:,? +|T|(?=\d{1,2}:)|$)(?:(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)? *(Z|UTC)?$/i;
  const counted = /^(?:(\d{1,4}):)?(\d{1,2}):(\d\d)(?:[.,](\d{1,9}))?$/;

  function fraction(digits) { return Number((digits || "").padEnd(9, "0")); }
  function width(digits) { return Math.pow(10, 9 - (digits || "").length); }

  function span(text) {
    if (clock.mode !== "day" || !clock.epoch) {
      const found = counted.exec(text);
      if (!found) return null;
      const from = (clock.mode === "record" ? clock.from : 0) + ((Number(found[1] || 0) * 60 + Number(found[2])) * 60 + Number(found[3])) * 1e9 + fraction(found[4]);
      return { from: from, to: from + width(found[4]) };
    }
    const found = text.trim() === "" ? null : written.exec(text);
    if (!found) return null;
    const first = parts(moment(0).date), month = found[5] ? months.findIndex(function (each) { return each.toLowerCase() === found[5].toLowerCase(); }) : found[2] - 1;
    if (month < 0 || found[1] === undefined && found[4] === undefined && found[7] === undefined) return null;
    const date = found[1] ? [Number(found[1]), month, Number(found[3])] : found[4] ? [Number(found[6] || first.year), month, Number(found[4])] : [first.year, first.month, first.day];
    const to = found[7] === undefined ? 86400e9 : found[9] === undefined ? 60e9 : width(found[10]);
    const at = date.concat([Number(found[7] || 0), Number(found[8] || 0), Number(found[9] || 0)]);
    const from = since(found[11] || clock.zone === "utc" ? Date.UTC.apply(null, at) : new Date(at[0], at[1], at[2], at[3], at[4], at[5]).getTime(), fraction(found[10]));
    // A time without a date that was over when the capture began is one of the day after.
    const days = found[1] === undefined && found[4] === undefined && from + to <= 0 ? 86400e9 : 0;
    return { from: from + days, to: from + days + to };
  }

  Object.assign(clock, { learn: learn, span: span, set: set, isCapture: isCapture, beginning: beginning, full: full, since: since, zoneName: function () { return clock.epoch ? zone(moment(0).date) : ""; },
    // The first day in the chosen zone, for times without a date.
    firstDay: function () { const now = parts(moment(0).date); return { year: now.year, month: now.month, day: now.day }; } });
  Faraday.clock = clock;
  Faraday.format.seconds = seconds;
  Faraday.format.time = time;
  Faraday.format.at = at;
})();
