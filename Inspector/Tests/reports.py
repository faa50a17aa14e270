"""Reports that others made, as the tool or a failed test: they open, have records, and complain of nothing."""

from chromium import watched_file

VIEWS = ("story", "air", "gatt", "numbers", "links", "compare")


def check(checks, chromium, paths):
    for path in paths:
        with watched_file(chromium, path) as page:
            state = page.evaluate("() => ({records: Faraday.app.model.records.length, unreadable: Faraday.app.model.unreadable})")
            checks.that(f"{path.name} has records", state["records"] > 0)
            checks.equal(f"{path.name} has no line that can't be read", state["unreadable"], 0)
            for view in VIEWS:
                page.show(view)
            checks.equal(f"{path.name} writes nothing to the console", page.problems, [])
            checks.equal(f"{path.name} asks nothing of the network", page.requests, [])
            checks.figure(f"{path.name}: {state['records']} records, {path.stat().st_size / 1e6:.2f} MB")
