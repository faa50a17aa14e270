"""Many devices, long names and narrow windows: the map, the list of nodes, lanes and buttons."""

import json
import random

from chromium import WIDE, assemble, watched_file
from livefeed import HEADER, PRESENT, live_page

PHONE = {"width": 390, "height": 800}
LONG = "The sensor behind the third door of the cellar, north side"

# Pairs of labels, or of a label and an icon, that lie on each other; what lies outside the map counts as well.
OVERLAPS = """() => {
    const map = document.querySelector(".views-map"), frame = map.getBoundingClientRect();
    const of = (selector, kind) => [...document.querySelectorAll("#view-air " + selector)].map(each => ({ kind, text: each.textContent, box: each.getBoundingClientRect() })).filter(each => each.box.width > 0);
    const labels = [...of(".views-mapname", "name"), ...of(".views-mapnode .views-axis", "place"), ...of(".views-maplabel rect", "signal"), ...of("g[aria-hidden] > .views-axis", "axis"), ...of(".views-zoom", "buttons"), ...of(".views-maplegend", "legend")];
    const icons = of(".views-icon .views-halo", "icon");
    const lie = (a, b) => Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 2 && Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 2;
    const found = [];
    labels.forEach((a, i) => {
        for (const b of labels.slice(i + 1)) if (lie(a, b) && !(a.kind === "name" && b.kind === "place")) found.push([a.kind, a.text, b.kind, b.text]);
        for (const b of icons) if (lie(a, b) && !["legend", "buttons"].includes(a.kind)) found.push([a.kind, a.text, "icon"]);
        if (!["legend", "buttons"].includes(a.kind) && (a.box.left < frame.left - 2 || a.box.right > frame.right + 2)) found.push([a.kind, a.text, "outside"]);
    });
    return { found: found.slice(0, 5), names: of(".views-mapname").length, icons: icons.length };
}"""


def crowd(directory, count, spread, name="Sensor"):
    dice = random.Random(count)
    lines, names, records = [{"faraday": "trace", "version": 1, "origin": "world", "title": "crowd", "seed": "1"}], [], 0
    for node in range(count):
        names.append("phone" if node == 0 else f"{LONG} {node}" if node % 5 == 0 else f"{name} {node}")
        place = [round(dice.uniform(0, spread), 1), round(dice.uniform(0, spread * 0.6), 1), 0]
        lines.append({"type": "node", "t": 0, "node": node, "name": names[-1], "kind": "device" if node else "phone", "position": place, "services": []})
        lines.append({"id": records, "t": records, "node": node, "name": names[-1], "stair": "world", "dir": "none", "kind": "added", "text": "added", "at": place, "bytes": None})
        records += 1
    for node in range(1, count):
        lines.append({"id": records, "t": 1_000_000 + records, "node": node, "name": names[node], "stair": "air", "dir": "none", "kind": "advertising",
                      "text": f"ch 37 ADV_IND advertiser=AA data=- -> phone -{40 + node % 50} dBm", "to": 0, "rssi": -(40 + node % 50), "channel": 37, "bytes": "0000"})
        records += 1
    feed = directory / f"crowd-{count}-{spread}.jsonl"
    feed.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return assemble(feed, feed.with_suffix(".html"))


def check(checks, chromium, directory, report, demo):
    feeds = {"5 devices": (report, None), "25 at one place": (crowd(directory, 25, 0), 25), "25": (crowd(directory, 25, 8), 25), "200 devices": (crowd(directory, 200, 30), 200)}
    if demo:
        feeds["the demo"] = (demo(directory), None)
    for name, (file, count) in feeds.items():
        for size in (WIDE, PHONE):
            with watched_file(chromium, file, size=size) as page:
                maps(checks, page, f"{name} at {size['width']}", count)
                if count:
                    nodes(checks, page, f"{name} at {size['width']}")
                if size is PHONE:
                    narrow(checks, page, name)
                checks.equal(f"{name} at {size['width']}: nothing is written to the console", page.problems, [])
    with watched_file(chromium, feeds["25"][0]) as page:
        zoom(checks, page)
        tips(checks, page)
    drag(checks, chromium)


def maps(checks, page, name, count):
    page.show("air")
    for share in (0.3, 1):
        page.evaluate("share => Faraday.app.setTime(share < 1 ? Math.round(Faraday.app.model.end * share) : null)", share)
        page.frames()
        found = page.evaluate(OVERLAPS)
        checks.equal(f"{name}: no label lies on an icon or on another one, at {share} of the time", found["found"], [])
    if count:
        checks.equal(f"{name}: every node has its icon", found["icons"], count)
        checks.that(f"{name}: some have names", found["names"] >= 3, found["names"])
        icons = "() => [...document.querySelectorAll('#view-air .views-mapnode')].map(each => each.getBoundingClientRect()).filter(box => box.bottom < 60 || box.left > innerWidth || box.right < 0).length"
        checks.equal(f"{name}: and stands in the window", page.evaluate(icons), 0)


def nodes(checks, page, name):
    page.show("gatt")
    squeezed = page.evaluate("() => [...document.querySelectorAll('.views-node')].filter(each => each.scrollHeight > each.clientHeight + 1).length")
    checks.equal(f"{name}: no node of the list is squeezed", squeezed, 0)


def narrow(checks, page, name):
    """On a telephone: every button is in reach, heads of lanes are told apart, and the page is no wider than the screen."""
    page.show("story")
    outside = page.evaluate("() => [...document.querySelectorAll('#top button, .storybar button, #search select')].filter(each => !each.hidden && each.getBoundingClientRect().width && each.getBoundingClientRect().right > innerWidth + 1).map(each => each.textContent)")
    checks.equal(f"{name}: every button of the story is on the screen", outside, [])
    heads = page.evaluate("() => { const all = [...document.querySelectorAll('.heads .head')].map(each => each.getBoundingClientRect()).sort((a, b) => a.left - b.left); return all.filter((box, i) => i && box.left < all[i - 1].right - 2).length; }")
    checks.equal(f"{name}: heads of lanes lie beside each other", heads, 0)
    for view in ("story", "air", "gatt", "numbers", "links", "compare"):
        page.show(view)
        checks.that(f"{name}: the view {view} is no wider than the screen", page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def zoom(checks, page):
    page.show("air")
    scale = lambda: page.evaluate("() => Faraday.views.find(each => each.id === 'air').projection.scale")
    whole = scale()
    page.page.click("#view-air button[aria-label='Zoom in']")
    page.frames()
    checks.that("+ zooms in", scale() > 1.4 * whole)
    checks.equal("zoomed in, labels lie on nothing", page.evaluate(OVERLAPS)["found"], [])
    before = page.evaluate("() => document.querySelector('.views-map [data-node]').getBoundingClientRect().x")
    box = page.page.locator(".views-map").bounding_box()
    empty = page.evaluate("""() => { const box = document.querySelector('.views-map').getBoundingClientRect();
        for (let x = box.left + 60; x < box.right - 200; x += 11) for (let y = box.top + 80; y < box.bottom - 120; y += 11) if (!document.elementFromPoint(x, y).closest('[data-node]')) return [x, y]; }""")
    page.page.mouse.move(*empty)
    page.page.mouse.down()
    page.page.mouse.move(empty[0] + 50, empty[1] + 20, steps=4)
    page.page.mouse.up()
    page.frames()
    checks.that("a drag moves the map", abs(page.evaluate("() => document.querySelector('.views-map [data-node]').getBoundingClientRect().x") - before - 50) < 30)
    page.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    there = "() => { const view = Faraday.views.find(each => each.id === 'air'), box = view.picture.getBoundingClientRect(); return view.projection.metres(box.width / 2, box.height / 2); }"
    held = page.evaluate(there)
    page.page.mouse.wheel(0, -300)
    page.frames()
    now = page.evaluate(there)
    checks.that("the wheel zooms about the pointer", scale() > 2 * whole and max(abs(held[0] - now[0]), abs(held[1] - now[1])) < 0.05, [held, now])
    page.page.focus(".views-map [data-node='7']")
    page.frames()
    at = page.page.locator(".views-map [data-node='7']").bounding_box()
    checks.that("a node that gets the focus is in sight", box["x"] <= at["x"] + at["width"] / 2 <= box["x"] + box["width"] and box["y"] <= at["y"] + at["height"] / 2 <= box["y"] + box["height"], at)
    page.page.keyboard.press("0")
    page.frames()
    checks.equal("0 shows the whole map again, and is no key of the page", page.evaluate("() => [Faraday.views.find(each => each.id === 'air').zoom.state, Faraday.app.view.id]"), [{"k": 1, "x": 0, "y": 0}, "air"])
    page.page.keyboard.press("+")
    page.frames()
    checks.that("so does + zoom it", scale() > whole)
    page.page.click("#view-air button:has-text('Fit')")


def tips(checks, page):
    page.frames()
    found = page.evaluate("() => [...document.querySelectorAll('.views-mapnode')].map(each => [each.querySelector('title').textContent, each.querySelector('.views-mapname')?.textContent || ''])")
    long = [(tip, name) for tip, name in found if tip.startswith(LONG)]
    checks.that("long names are cut, with the whole in the tip", long and all(name == "" or (name.endswith("\u2026") and len(name) < 30) for _, name in long) and any(name for _, name in long), long)


def drag(checks, chromium):
    """Beside a world, a node is dragged and the map is not."""
    with live_page(chromium) as page:
        page.connect()
        nodes = [{"type": "node", "t": 0, "node": number, "name": name, "kind": "device", "position": [number, 0, 0], "services": []} for number, name in enumerate(["A", "B"])]
        page.feed(HEADER, *nodes, {"type": "status", "t": 0, "paused": False, "pace": 1}, PRESENT)
        page.show("air")
        page.evaluate("() => Faraday.views.find(each => each.id === 'air').zoom.by(1.1)")
        page.frames()
        state = page.evaluate("() => ({...Faraday.views.find(each => each.id === 'air').zoom.state})")
        at = page.page.locator(".views-map [data-node='0'] .views-icon").bounding_box()
        page.page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        page.page.mouse.down()
        page.page.mouse.move(at["x"] + at["width"] / 2 + 60, at["y"] + at["height"] / 2 + 80, steps=5)
        page.page.mouse.up()
        page.wait("() => window.told.length > 0")
        told = page.evaluate("() => window.told[0]")
        checks.that("a node is dragged to another place", told.startswith("device A move"), told)
        checks.equal("the map stays", page.evaluate("() => ({...Faraday.views.find(each => each.id === 'air').zoom.state})"), state)
