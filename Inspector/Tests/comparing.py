"""A run that failed beside one that passed: what differs first, and the way through all differences."""

import feeds
from chromium import watched_file


def check(checks, chromium, compared, report, other, world, passing):
    with watched_file(chromium, compared) as page:
        page.show("compare")
        page.page.wait_for_selector(".views-first")
        first_difference(checks, page, world, passing)
        way(checks, page)
        checks.equal("nothing is written to the console", page.problems, [])
        checks.equal("no request leaves the page", page.requests, [])
    with watched_file(chromium, report) as page:
        chosen(checks, page, other)
        checks.equal("no request leaves a page that reads a file", page.requests, [])


def story(world):
    return [(record["name"], record["text"], record["t"]) for record in world.records if record["stair"] in ("port", "world")]


def first_difference(checks, page, world, passing):
    """Computed here from both feeds, without the page."""
    pairs = zip(story(world), story(passing))
    this, other = next((a, b) for a, b in pairs if a[:2] != b[:2])
    text = page.page.inner_text(".views-comparesum")
    checks.that("both runs are named", text.count("StrapTests.reconnects") >= 2 and "failed" in text, text)
    checks.that("the first difference is what it is in the feeds", this[1] in text or other[1] in text, text)
    checks.that("at its time", f"{min(this[2], other[2]) / 1e9:.6f}" in text or f"{this[2] / 1e9:.6f}" in text or f"{other[2] / 1e9:.6f}" in text, text)
    rows = page.page.inner_text(".views-diff")
    checks.that("it is shown side by side", other[1] in rows, rows[:400])


def way(checks, page):
    caption = lambda: page.page.inner_text(".views-diff caption")
    count = int(caption().split(" of ")[1])
    checks.that("there are several differences", count >= 2, count)
    seen = [caption()]
    for _ in range(count):
        page.page.click("#view-compare button:has-text('Next')")
        page.frames()
        seen.append(caption())
    checks.that("Next goes through all of them and begins again", len(set(seen)) == count and seen[0] == seen[-1], seen[:5])
    page.page.click("#view-compare button:has-text('Previous')")
    page.frames()
    checks.equal("Previous goes back", caption(), seen[-2])
    page.page.select_option("#view-compare select >> nth=0", value="all")
    page.wait("() => document.querySelector('.views-comparesum').innerText.includes('lines are the same')")
    checks.that("all records can be compared", page.page.locator(".views-diff").count() == 1)


def chosen(checks, page, other):
    page.show("compare")
    checks.that("a page with one run asks for another", "Choose a run to compare with" in page.page.inner_text("#view-compare"))
    page.page.set_input_files("#views-other", other)
    page.page.wait_for_selector(".views-first")
    checks.that("a chosen file is compared", "First difference at" in page.page.inner_text(".views-comparesum"))
    page.page.set_input_files("#views-other", {"name": "broken.jsonl", "mimeType": "text/plain", "buffer": b"\x00\x01 no feed"})
    page.page.wait_for_selector(".views-problem")
    checks.that("a file that is no feed is refused in words", "can't be read" in page.page.inner_text(".views-problem"))
