"""The address says what is shown: it can be sent, loaded again and gone back to; lines for a test outlive a reload."""

import pathlib

from chromium import WIDE, Watched
from livefeed import HEADER, PRESENT, live_page

SHOWN = """() => ({ view: Faraday.app.view.id, record: Faraday.app.selected, find: Faraday.app.filter.text, node: Faraday.app.filter.node, op: Faraday.app.filter.op,
    uuid: Faraday.app.filter.uuid, zoom: Faraday.rows.levels[Faraday.story.level].id, time: Faraday.app.time })"""
NOTHING = {"view": "story", "record": None, "find": "", "node": None, "op": "", "uuid": "", "zoom": "story", "time": None}

# what stands behind the "#", and what it shows beside what is shown without it
LINKS = [
    ("record=359&view=gatt", {"record": 359, "view": "gatt", "time": "record"}),
    ("record=20&t=now", {"record": 20}),
    ("record=20", {"record": 20, "time": "record"}),
    ("view=air&t=8.25", {"view": "air", "time": 8.25e9}),
    ("find=op%3Aread+and+not+LOST&device=HR-1", {"find": "op:read and not LOST", "node": 1}),
    ("op=connect&uuid=2A37&zoom=hci", {"op": "connect", "uuid": "2A37", "zoom": "hci"}),
    ("record=9999999&view=numbers", {"view": "numbers"}),
    ("view=nonsense&zoom=nonsense&t=x&device=nobody", {}),
    ("view", {}),
    ("", {}),
]


def opened(chromium, report, behind):
    address = pathlib.Path(report).resolve().as_uri()
    page = Watched(chromium, address + ("#" + behind if behind else ""), allowed=lambda url: url.split("#")[0] == address, size=WIDE)
    return page.open()


def shown(page, expected):
    found = page.evaluate(SHOWN)
    if expected.get("time") == "record":
        expected = {**expected, "time": page.evaluate("id => Faraday.app.model.records[id].t", expected["record"])}
    return found, {**NOTHING, **expected}


def check(checks, chromium, report):
    for behind, expected in LINKS:
        with opened(chromium, report, behind) as page:
            found, wanted = shown(page, expected)
            checks.equal(f"#{behind} shows what it says", found, wanted)
            if "9999999" in behind:
                checks.equal("a record that is not there is named", page.page.inner_text("#message"), "Record 9999999 is not here")
            checks.equal(f"#{behind} writes nothing to the console", page.problems, [])
    walk(checks, chromium, report)
    lines(checks, chromium)


def wait_for(page, text):
    page.wait("text => location.hash === text", text)


def walk(checks, chromium, report):
    with opened(chromium, report, "") as page:
        page.show("gatt")
        wait_for(page, "#view=gatt")
        page.page.wait_for_timeout(1100)
        page.evaluate("() => { Faraday.app.select(359); Faraday.app.setTime(Faraday.app.model.records[359].t); }")
        wait_for(page, "#record=359&view=gatt")
        page.page.wait_for_timeout(1100)
        page.page.fill("#query", "op:read")
        wait_for(page, "#record=359&view=gatt&find=op%3Aread")
        page.page.reload()
        page.page.wait_for_selector("html[data-ready=true]")
        found, wanted = shown(page, {"record": 359, "view": "gatt", "find": "op:read", "time": "record"})
        checks.equal("a reload shows the same", found, wanted)
        checks.equal("with the search in its field", page.page.input_value("#query"), "op:read")
        page.evaluate("() => history.back()")
        wait_for(page, "#record=359&view=gatt")
        page.wait("() => Faraday.app.filter.text === ''")
        page.evaluate("() => history.back()")
        page.wait("() => Faraday.app.selected === null")
        checks.equal("back goes step by step", (page.evaluate("() => Faraday.app.view.id"), page.page.locator("#detail").is_hidden()), ("gatt", True))
        page.evaluate("() => history.forward()")
        page.wait("() => Faraday.app.selected === 359")
        checks.equal("and forward again", page.evaluate("() => location.hash"), "#record=359&view=gatt")
        page.page.wait_for_timeout(1100)
        before = page.evaluate("() => history.length")
        page.evaluate("() => { for (let id = 0; id < 50; id++) Faraday.app.select(id); }")
        page.wait("() => location.hash.startsWith('#record=49&view=gatt&t=')")
        checks.that("many steps at once are one", page.evaluate("() => history.length") <= before + 1)
        page.page.focus("a.skip")
        page.page.keyboard.press("Enter")
        page.frames()
        checks.equal("the skip link changes nothing of what is shown", page.evaluate(SHOWN)["record"], 49)


def lines(checks, chromium):
    with live_page(chromium) as page:
        world(page)
        page.evaluate("() => Faraday.app.tell('device HR-1 off')")
        page.evaluate("() => Faraday.app.tell('device HR-1 on')")
        page.wait("() => document.querySelectorAll('.views-lines li').length === 2")
        page.page.reload()
        page.page.wait_for_selector("#livebar:not([hidden])")
        world(page)
        found = page.page.locator(".views-lines li").all_inner_texts()
        checks.equal("lines for a test outlive a reload", found, ["world.device HR-1 off", "world.device HR-1 on"])
        with page.page.expect_download() as waiting:
            page.page.click(".views-lines button:has-text('Save')")
        saved = waiting.value
        checks.equal("and can be saved", (saved.suggested_filename, pathlib.Path(saved.path()).read_text()), ("lines.swift", "world.device HR-1 off\nworld.device HR-1 on\n"))
        checks.equal("which writes nothing to the console", page.problems, [])


def world(page):
    page.connect()
    page.feed(HEADER, {"type": "node", "t": 0, "node": 1, "name": "HR-1", "kind": "device", "position": [2, 0, 0], "services": []}, PRESENT)
    page.show("air")
