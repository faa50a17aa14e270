"""What the header, the buttons and the empty texts say of the world: one truth for each state; times in one form; headlines."""

import re

from chromium import Watched, watched_file
from endings import SECOND, Story
from livefeed import ADDRESS, HEADER, PRESENT, live_page
from served import source_page

PACED, HELD, WAITS, RUNS, ENDED = {"pace": 2}, {"pace": 2, "paused": True}, {"paused": True}, {}, {"ended": True}

# state: what happens to reach it, the bar, the header's last words, the empty story, the bar's buttons, whether controls act
STATES = [
    ("connecting", [], "Connecting…", "connecting", "Reading…", [], False),
    ("reading", ["open", HEADER], "Reading…", "reading what happened before", "Reading…", [], True),
    ("runs", ["open", HEADER, RUNS, PRESENT], "The test runs", "live, as fast as the test runs it", "Nothing has happened yet.", [], True),
    ("paced", ["open", HEADER, RUNS, PRESENT, PACED], "At 2× real time", "live", "Nothing has happened yet.", ["Pause", "Half", "Double"], True),
    ("paused", ["open", HEADER, HELD, PRESENT], "Paused", "paused", "Nothing has happened yet.", ["Resume", "Run 1 s"], True),
    ("waits", ["open", HEADER, WAITS, PRESENT], "The test waits", "the test waits in pause()", "Nothing has happened yet.", ["Continue", "Run 1 s"], True),
    ("ended", ["open", HEADER, PACED, PRESENT, ENDED], "Ended", "the world has ended", "Nothing happened in this world.", [], False),
    ("ended", ["open", HEADER, PRESENT, ENDED, "close"], "Ended", "the world has ended", "Nothing happened in this world.", [], False),
    ("runs", ["open", HEADER, ENDED, RUNS, PRESENT], "The test runs", "live, as fast as the test runs it", "Nothing has happened yet.", [], True),
    ("lost", ["open", HEADER, PACED, PRESENT, "close"], "Not connected", "not connected: the program does not answer or was stopped", "The program cannot be reached.", [], False),
]


def reach(page, steps):
    for step in steps:
        if step == "open":
            page.connect()
        elif step == "close":
            page.disconnect()
        elif step in (HEADER, PRESENT):
            page.feed(step)
        else:
            page.status(**step)


def check(checks, chromium, directory):
    for name, steps, bar, head, empty, buttons, acts in STATES:
        with live_page(chromium) as page:
            reach(page, steps)
            what = f"{name} after {len(steps)} steps"
            checks.equal(f"{what}: state", page.evaluate("() => Faraday.state(Faraday.app).id"), name)
            checks.equal(f"{what}: bar", page.page.inner_text("#livebar .state"), bar)
            checks.that(f"{what}: header", page.page.inner_text("#subtitle").endswith(" · " + head), page.page.inner_text("#subtitle"))
            checks.equal(f"{what}: empty story", page.page.inner_text("p.empty:visible"), empty)
            checks.equal(f"{what}: buttons", page.page.locator("#livebar button").all_inner_texts(), buttons)
            checks.equal(f"{what}: controls", page.evaluate("() => Faraday.controls.make(Faraday.app, { number: 0, name: 'x', kind: 'controller', at: [0, 0, 0] })[0].className === 'views-controls'"), acts)
            checks.equal(f"{what}: nothing is written to the console", page.problems, [])
    answers(checks, chromium)
    backlog(checks, chromium)
    reports(checks, chromium, directory)
    packed(checks, chromium)


def answers(checks, chromium):
    """The answer to an earlier command does not outlive the state that it tells of."""
    with live_page(chromium) as page:
        reach(page, ["open", HEADER, HELD, PRESENT])
        page.evaluate("() => { window.answer = 'the world runs on'; }")
        page.page.click("#livebar button:has-text('Resume')")
        page.wait("() => document.getElementById('message').textContent === 'the world runs on'")
        page.status(**PACED)
        checks.equal("an answer stands while its state comes", page.page.inner_text("#message"), "the world runs on")
        page.status(**ENDED)
        page.evaluate("() => Faraday.app.tell('resume')")
        checks.equal("an ended world does not run on", (page.page.inner_text("#livebar .state"), page.page.inner_text("#message")), ("Ended", ""))


def backlog(checks, chromium):
    """While the past comes, the page says that it reads; then that it is live."""
    with live_page(chromium) as page:
        reach(page, ["open", HEADER, PACED])
        story = Story()
        for second in range(5):
            story.record(second, "world", "none", "note", f"note {second}", node=None, flag="note")
        page.feed(*story.lines[1:])
        page.wait("() => document.getElementById('counts').textContent.startsWith('Reading')")
        checks.that("the foot counts what is read", re.match(r"Reading… 5 records", page.page.inner_text("#counts")), page.page.inner_text("#counts"))
        page.feed(PRESENT)
        checks.equal("and stops to", (page.page.inner_text("#counts"), page.page.inner_text("#livebar .state")), ("", "At 2× real time"))
        page.evaluate("() => feedSource.listeners.reset()")
        page.settle()
        checks.equal("a feed that comes anew is read again", page.page.inner_text("#livebar .state"), "Reading…")


def reports(checks, chromium, directory):
    story = Story()
    with watched_file(chromium, story.file(directory, "state-empty")) as page:
        checks.equal("a report without records says so", page.page.inner_text("p.empty:visible"), "This feed has no records.")
        checks.that("a report that did not fail says nothing of failing or being live", not re.search("failed|live|connected", page.page.inner_text("#subtitle")), page.page.inner_text("#subtitle"))
    for name, text, opened, headline, more in [
        ("pending", "the condition did not become true within 6 s of virtual time; pending:\n  phone: connect Badge", [], "the condition did not become true within 6 s of virtual time", "Pending:\n  phone: connect Badge"),
        ("nothing", "nothing is left to happen at 62.5 s, and the condition is not true; nothing is pending", ["still open: phone: connect Badge"], "nothing is left to happen at 62.5 s, and the condition is not true", None),
        ("truly-nothing", "nothing is left to happen at 62.5 s; nothing is pending", [], "nothing is left to happen at 62.5 s; nothing is pending", None),
    ]:
        story = Story()
        story.port(0, "down", "opened", "a CBCentralManager is created", peer=None)
        story.port(61, "down", "connect", "connect Badge")
        story.lines.append({"type": "failure", "t": 62.5 * SECOND, "text": text, "open": opened, "hints": []})
        with watched_file(chromium, story.file(directory, "state-" + name)) as page:
            checks.equal(f"{name}: the headline is a sentence", page.page.inner_text("#failures h2"), headline)
            checks.equal(f"{name}: so is the row", page.page.inner_text(".row.failed .what").strip() if page.page.locator(".row.failed .what").count() else page.evaluate("() => Faraday.headline(Faraday.app.model.failures[0])[0]"), headline)
            if more:
                checks.equal(f"{name}: what is pending stands beneath", page.page.inner_text("#failures pre"), more)
            checks.that(f"{name}: it failed", page.page.inner_text("#subtitle").startswith("failed · "))
            times = page.page.inner_text("#failures .failuretop .when") + " " + page.page.inner_text("#failures .notable")
            checks.that(f"{name}: a time of minutes has no unit of seconds, in all places alike", "at 1:02.500000" in times and not re.search(r"\d:\d\d\.\d+ s", page.page.inner_text("body")), times)
            checks.equal("one form of time", page.evaluate("() => [500, 62.5e9, 3662.5e9].map(Faraday.format.at)"), ["0.000000 s", "1:02.500000", "1:01:02.500000"])


def packed(checks, chromium):
    """A page whose scripts can't be unpacked says why."""
    whole = source_page()
    without = lambda count: re.sub('(id="code">).{%d}' % count, r"\1", whole)
    for name, script, body, says in [
        ("an old browser", "delete window.DecompressionStream", whole, "too old for the page"),
        ("no Base64", "", without(99), "can't be unpacked"),
        ("no gzip", "", without(100), "can't be unpacked"),
    ]:
        page = Watched(chromium, ADDRESS)
        page.context.add_init_script(script)
        page.context.route(ADDRESS, lambda route: route.fulfill(body=body, content_type="text/html"))
        with page.open(until="#unpacked"):
            checks.that(f"{name}: the page says what is wrong", says in page.page.inner_text("#unpacked"), page.page.inner_text("#unpacked"))
            checks.equal(f"{name}: nothing is written to the console", page.problems, [])
