"""Pictures of the views for the documentation."""

import pathlib

from chromium import assemble, watched_file

LIMIT = 300_000


def check(checks, chromium, directory, files, feed, second):
    directory.mkdir(parents=True, exist_ok=True)
    report = compared = files.compared
    if feed:
        report = feed if feed.suffix == ".html" else assemble(feed, files.directory / "pictures.html", second)
        compared = report if second else files.compared
    with watched_file(chromium, report) as page:
        for view in ("story", "air", "gatt", "numbers"):
            prepare(page, view)
            picture(checks, page, directory / f"{view}.png")
        details(page)
        picture(checks, page, directory / "packet.png")
        checks.equal("nothing is written to the console", page.problems, [])
    with watched_file(chromium, report, scheme="dark") as page:
        prepare(page, "story")
        picture(checks, page, directory / "story-dark.png")
    with watched_file(chromium, compared) as page:
        page.show("compare")
        page.page.wait_for_selector(".views-diff")
        picture(checks, page, directory / "compare.png")


def prepare(page, view):
    page.show(view)
    if view == "gatt":
        device = page.page.locator("#view-gatt nav button").filter(has_text="device").first
        if device.count():
            device.click()
            page.frames()
            first = page.page.locator("#view-gatt .views-service [data-focus^='attribute']").first
            if first.count():
                first.click()
    if view == "air":
        # The last moment at which most nodes are linked says more than the end, where a world is often at rest.
        page.evaluate("""() => {
            const links = Faraday.app.model.links, end = Faraday.app.model.end;
            let best = null, most = 0;
            for (const link of links) {
                const at = link.to === null ? end : link.to - 1e6;
                const open = links.filter(each => each.from <= at && (each.to === null || each.to >= at)).length;
                if (open >= most) { most = open; best = at; }
            }
            if (best !== null) Faraday.app.setTime(best);
        }""")
    page.frames()


def details(page):
    """A notification on the air, with its fields, its bytes and where it came from."""
    page.show("story")
    page.evaluate("""() => {
        const records = Faraday.app.model.records;
        const packet = records.findLast(each => each.stair === "air" && each.att === "HANDLE_VALUE_NTF") || records.findLast(each => each.stair === "air" && each.value) || records.findLast(each => each.bytes);
        Faraday.story.setLevel('packets');
        Faraday.app.select(packet.id);
    }""")
    page.page.wait_for_selector("#detail .fields")
    page.frames()


def picture(checks, page, path):
    page.page.mouse.move(0, 0)
    page.page.screenshot(path=path, animations="disabled")
    size = path.stat().st_size
    checks.that(f"{path.name} has at most 300 KB", size <= LIMIT, size)
