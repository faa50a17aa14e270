"""A report of ten minutes with five devices: how large it is, how fast it opens, and how smoothly it moves."""

import statistics

import feeds
from chromium import assemble, watched_file, Watched

SIZE_GOAL, OPENING_GOAL, FRAMES_GOAL = 3_000_000, 1.5, 30
OPENINGS = 5

CLOCK = """() => {
    new MutationObserver(() => {
        if (document.documentElement.dataset.ready && !window.readyAt) requestAnimationFrame(() => requestAnimationFrame(() => { window.readyAt = performance.now(); }));
    }).observe(document, {subtree: true, attributes: true, attributeFilter: ["data-ready"]});
}"""

# Draws a number of frames, with something to do before each; gives the times between them, in ms.
FRAMES = """([what, count]) => new Promise(done => {
    const list = document.querySelector(".rows"), times = [];
    let last = performance.now(), way = 1;
    const acts = {
        scroll: () => { list.scrollTop += 240; if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) list.scrollTop = 0; },
        fling: frame => { list.scrollTop = (frame * 7919 % 97) / 97 * list.scrollHeight; },
        zoom: frame => { if (frame % 8) { list.scrollTop += 60; return; } const at = Faraday.story.level; if (at >= 7) way = -1; if (at <= 1) way = 1; Faraday.story.zoom(way); },
        time: frame => { Faraday.app.setTime(frame * 1e9 + 1); },
    };
    const step = now => {
        times.push(now - last);
        last = now;
        if (times.length > count) { done(times.slice(1)); return; }
        acts[what](times.length);
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
})"""


def check(checks, chromium, directory, holds_goals, others=()):
    world = feeds.ten_minutes()
    count = len(world.records)
    checks.that("the feed has 100,000 records", count >= 100_000, count)
    for form, text in (("lines", world.text()), ("packed", world.packed())):
        feed = directory / f"{form}.jsonl"
        feed.write_text(text)
        report = assemble(feed, directory / f"{form}.html")
        size = report.stat().st_size
        checks.that(f"a report as {form} has at most 3 MB", size <= SIZE_GOAL, size)
        checks.figure(f"as {form}: {count} records, {len(text) / 1e6:.1f} MB of feed, {size / 1e6:.2f} MB of report")
        opening(checks, chromium, report, f"as {form}", holds_goals)
    moving(checks, chromium, directory / "packed.html", count, holds_goals)
    same_records(checks, chromium, directory)
    for report in others:
        measured(checks, chromium, report.resolve())


def measured(checks, chromium, report):
    """The goals of a report that somebody else made, as one of a real world."""
    size = report.stat().st_size
    checks.figure(f"{report.name}: {size / 1e6:.2f} MB of report")
    checks.that(f"{report.name} has at most 3 MB", size <= SIZE_GOAL, size)
    opening(checks, chromium, report, report.name, True)
    moving(checks, chromium, report, None, True, report.name + ": ")


def goal(checks, rule, holds, holds_goals):
    if holds_goals:
        checks.that(rule, holds)


def opening(checks, chromium, report, form, holds_goals):
    times = []
    for _ in range(OPENINGS):
        with Watched(chromium, report.as_uri()) as page:
            page.context.add_init_script(f"({CLOCK})()")
            page.open(until=None)
            page.wait("() => window.readyAt")
            times.append(page.evaluate("() => window.readyAt") / 1000)
    median = statistics.median(times)
    checks.figure(f"{form}: opens in {median:.2f} s (median of {', '.join(f'{each:.2f}' for each in sorted(times))})")
    goal(checks, f"{form}: it opens within {OPENING_GOAL} s", median <= OPENING_GOAL, holds_goals)


def moving(checks, chromium, report, count, holds_goals, whose=""):
    with watched_file(chromium, report) as page:
        found = page.evaluate("() => Faraday.app.model.records.length")
        checks.figure(f"{whose}{found} records, {page.evaluate('() => (Faraday.app.model.end / 1e9).toFixed(1)')} s of virtual time")
        checks.that(f"{whose}all records are there", found == count if count is not None else found > 0, (found, count))
        page.evaluate("() => Faraday.story.setLevel('frames')")
        page.frames()
        for what in ("scroll", "fling", "zoom"):
            measure(checks, page, what, holds_goals, whose + what)
        for view in ("air", "gatt", "numbers"):
            page.show(view)
            measure(checks, page, "time", holds_goals, f"{whose}time in {view}")
        checks.equal(f"{whose}nothing is written to the console", page.problems, [])


def measure(checks, page, what, holds_goals, name):
    times = sorted(page.evaluate(FRAMES, [what, 120]))
    rate, late = 1000 / statistics.mean(times), times[int(len(times) * 0.95)]
    checks.figure(f"{name}: {rate:.0f} frames a second, 95 of 100 within {late:.0f} ms, the slowest {times[-1]:.0f} ms")
    goal(checks, f"{name} at {FRAMES_GOAL} frames a second", rate >= FRAMES_GOAL, holds_goals)


def same_records(checks, chromium, directory):
    """The packed form says the same as the lines."""
    digest = """async () => {
        const text = Faraday.app.model.records.map(record => JSON.stringify(Object.entries(record).sort())).join("\\n");
        const hash = new Uint32Array(1);
        for (let i = 0; i < text.length; i++) hash[0] = Math.imul(hash[0], 31) + text.charCodeAt(i);
        return hash[0];
    }"""
    found = []
    for form in ("lines", "packed"):
        with watched_file(chromium, directory / f"{form}.html") as page:
            found.append(page.evaluate(digest))
    checks.that("the packed form says the same as the lines", found[0] == found[1], found)
