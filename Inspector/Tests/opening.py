"""A report of a test that failed: what it says at first sight, and what a click shows."""

import feeds
from chromium import NARROW, watched_file

VIEWS = {"story": "Story", "air": "Air", "gatt": "GATT", "numbers": "Numbers", "links": "Links", "compare": "Compare"}


def check(checks, chromium, report, plain, world):
    with watched_file(chromium, report) as page:
        first_sight(checks, page)
        marks(checks, page)
        views(checks, page)
        selection(checks, page, world)
        checks.equal("nothing is written to the console", page.problems, [])
        checks.equal("no request leaves the page", page.requests, [])
    with watched_file(chromium, report) as page:
        search(checks, page, world)
        theme(checks, page)
        checks.equal("nothing is written to the console while searching", page.problems, [])
    with watched_file(chromium, report, size=NARROW) as page:
        narrow(checks, page, world)
        checks.equal("nothing is written to the console of a narrow window", page.problems, [])
    with watched_file(chromium, plain) as page:
        plain_trace(checks, page, world)
        checks.equal("nothing is written to the console of a plain trace", page.problems, [])


def plain_trace(checks, page, world):
    """A trace without a header has texts and bytes alone; the page reads the rest from these."""
    checks.equal("a plain trace has all records", page.evaluate("() => Faraday.app.model.records.length"), len(world.records))
    joined = page.evaluate("() => Faraday.app.model.calls.filter(call => call.ended).map(call => [call.down, call.up])")
    kinds = {(world.records[down]["kind"], world.records[up]["kind"]) for down, up in joined}
    checks.that("calls are joined with their callbacks by their texts", {("connect", "connected"), ("discoverServices", "servicesDiscovered"),
                ("discoverCharacteristics", "characteristicsDiscovered"), ("setNotify", "notifyStateChanged")} <= kinds, kinds)
    checks.equal("and requests of ATT with their responses", page.evaluate("() => Faraday.app.model.requests.filter(each => each.up === null).length"),
                 0)


def first_sight(checks, page):
    text = page.page.inner_text("#failures")
    checks.that("the failure is told first", feeds.FAILURE in text, text)
    checks.that("with its place, its hint and the command that runs it again",
                all(each in text for each in ("StrapTests.swift:41", "HR-1 was out of range from 8 s", feeds.REPLAY)), text)
    checks.that("what is still open is there, and when it was called", "connect HR-1" in text and "called at 8." in text, text)
    checks.that("the title names the test and the seed", "StrapTests.reconnects" in page.page.inner_text("#title") and "seed 7" in page.page.inner_text("#subtitle"))
    checks.that("the story opens at the failure", is_in_list(page, ".row.failed"))
    page.page.click("#failures button:has-text('called at')")
    page.page.wait_for_selector("#detail:visible")
    checks.that("the open call is one click away", "Never connected: no callback came until the end." in page.page.inner_text("#detail"))


def is_in_list(page, selector):
    return page.evaluate("""selector => {
        const list = document.querySelector(".rows").getBoundingClientRect();
        return [...document.querySelectorAll(selector)].some(row => {
            const box = row.getBoundingClientRect();
            return !row.hidden && box.top >= list.top && box.bottom <= list.bottom + 1;
        });
    }""", selector)


def views(checks, page):
    tabs = page.page.locator("[role=tablist] [role=tab]")
    checks.equal("a tab for each view", tabs.all_inner_texts(), list(VIEWS.values()))
    for view in VIEWS:
        page.show(view)
        checks.that(f"the view {view} has something to read", len(page.page.inner_text(f"#view-{view}")) > 40)
    page.show("gatt")
    page.page.click("#view-gatt nav button:has-text('HR-1')")
    page.wait("() => document.querySelector('#view-gatt').innerText.includes('bpm')")
    text = page.page.inner_text("#view-gatt")
    checks.that("GATT has names, handles and meanings", all(each in text for each in ("Heart Rate Measurement", "2A37", "bpm")), text[:300])
    page.show("air")
    checks.that("the map has each node", page.page.locator("#view-air [data-node]").count() >= 2)
    checks.that("a report has no controls, and says why", "report of a world that has ended" in page.page.inner_text("#view-air"))
    page.show("story")


def selection(checks, page, world):
    """Each byte of each packet is in one field, and a callback leads back to its call."""
    loose = page.evaluate("""() => {
        const leaves = (fields, out) => { for (const each of fields) if (each.children && each.children.length) leaves(each.children, out); else out.push(each); return out; };
        const wrong = [], kinds = new Set();
        for (const record of Faraday.app.model.records) {
            if (!record.bytes) continue;
            const found = Faraday.dissect(record);
            const seen = new Array(found.bytes.length).fill(0);
            for (const leaf of leaves(found.fields, [])) for (let at = leaf.from; at < leaf.to; at++) seen[at] += 1;
            if (seen.some(count => count === 0)) wrong.push(record.id + ": " + record.text);
        }
        return wrong;
    }""")
    checks.equal("each byte of each packet is in a field", loose, [])
    packet = next(record for record in world.records if record.get("att") == "HANDLE_VALUE_NTF" and record["stair"] == "air")
    page.evaluate("id => { Faraday.story.setLevel('frames'); Faraday.app.select(id); }", packet["id"])
    page.page.wait_for_selector("#detail .fields")
    checks.equal("all bytes are shown", page.page.locator("#detail .byte").all_inner_texts(), [packet["bytes"][at:at + 2] for at in range(0, len(packet["bytes"]), 2)])
    marks = []
    for byte in page.page.locator("#detail .byte").all():
        byte.hover()
        marks.append(page.page.locator("#detail .field.marked").count())
    checks.that("a byte marks one field", set(marks) == {1}, marks)
    text = page.page.inner_text("#detail")
    checks.that("the packet's value has its meaning", packet["meaning"].split(",")[0] in text, text[:500])
    checks.that("the same packet is found on other layers", "The same packet" in text or "THE SAME PACKET" in text)
    why(checks, page, world)
    page.page.click("#detail .close")
    checks.that("details can be closed", page.page.locator("#detail").is_hidden())


def why(checks, page, world):
    back = next(record for record in world.records if record["kind"] == "notifyStateChanged")
    call = next(record for record in world.records if record["kind"] == "setNotify" and record["peer"] == back["peer"])
    chain = page.evaluate("id => Faraday.why(Faraday.app.model, id).map(step => step.id)", back["id"])
    stairs = {world.records[step]["stair"] for step in chain}
    checks.that("a callback's causes lead to its call", call["id"] in chain, chain)
    checks.that("through all layers", {"port", "hci", "air"} <= stairs, stairs)
    page.evaluate("id => { Faraday.story.setLevel('story'); Faraday.app.select(id); }", back["id"])
    page.page.click(f"#detail .step:has-text('setNotifyValue true')")
    checks.that("the cause can be followed", page.evaluate("() => Faraday.app.selected") == call["id"])
    guesses(checks, page, world)
    checks.equal("each call of discovery has its callback", page.evaluate("""() => Faraday.app.model.calls
        .filter(call => call.kind.startsWith("discover") && call.up === null).map(call => call.kind)"""), [])


def guesses(checks, page, world):
    """Why an app calls is not in a trace: what is a guess is called one."""
    words = """id => Faraday.why(Faraday.app.model, id).map(step => step.word)"""
    records, late, sure = world.records, [], []
    for record in records:
        if record["stair"] != "port" or record["dir"] != "down":
            continue
        ups = [each for each in records[:record["id"]] if each["stair"] == "port" and each["dir"] == "up"]
        if ups and ups[-1]["t"] == record["t"]:
            sure.append(record["id"])
        elif ups:
            late.append((record["id"], f"No callback at this instant: the app's own timer or the test, {(record['t'] - ups[-1]['t']) / 1e9:.6f} s after this"))
    checks.that("a call in a callback says so", sure and all(page.evaluate(words, id)[1] == "The app called this in the callback" for id in sure))
    checks.that("a call at an instant without a callback says how long the last one is past, and no more",
                late and all(page.evaluate(words, id)[1:] == [word] for id, word in late), [(page.evaluate(words, id), word) for id, word in late[:2]])
    still = page.evaluate("() => Faraday.app.model.calls.find(call => call.kind === 'connect' && call.up === null).down")
    checks.that("the chain of an open call is short", len(page.evaluate(words, still)) <= 2)
    after = page.evaluate("id => Faraday.afterwards(Faraday.app.model, id).steps.map(step => Faraday.app.model.records[step.id].text + ': ' + step.word)", still)
    checks.that("and says that its peer was gone", any("out of range" in each and "Already so when it was called" in each for each in after), after)


def marks(checks, page):
    """Marks of the minimap can be seen, and say what they are."""
    wide = page.evaluate("""() => {
      const canvas = document.querySelector(".minimap"), scale = canvas.width / canvas.clientWidth;
      const row = canvas.getContext("2d").getImageData(0, 20 * scale, canvas.width, 1).data;
      const color = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
      return Faraday.marks.list(Faraday.app.model).filter(mark => mark.kind !== "note").map(mark => {
        color.fillStyle = Faraday.app.color(mark.kind === "failure" ? "fail" : mark.kind);
        color.fillRect(0, 0, 1, 1);
        const wanted = color.getImageData(0, 0, 1, 1).data.join();
        const middle = mark.t / Faraday.app.model.end * canvas.width;
        let count = 0;
        for (let x = Math.max(0, Math.floor(middle - 6 * scale)); x < Math.min(canvas.width, middle + 6 * scale); x++) count += Array.from(row.slice(4 * x, 4 * x + 4)).join() === wanted;
        return count / scale;
      });
    }""")
    checks.that("flags and failures are at least 3 pixels wide in the minimap", len(wide) >= 2 and all(each >= 3 for each in wide), wide)
    at = page.evaluate("() => { const mark = Faraday.marks.list(Faraday.app.model).find(mark => mark.kind === 'misuse'); return mark.t / Faraday.app.model.end * document.querySelector('.minimap').clientWidth; }")
    page.page.hover("canvas.minimap", position={"x": at, "y": 20})
    checks.that("the pointer is told what a mark is", "Misuse at 8." in page.page.inner_text(".maplabel"), page.page.inner_text(".maplabel"))
    page.page.hover("#title")
    checks.that("and not when it has gone", page.page.locator(".maplabel").is_hidden())
    page.page.focus("canvas.minimap")
    page.page.keyboard.press("End")
    checks.that("the focus is told too", "Failed here" in page.page.inner_text(".maplabel"), page.page.inner_text(".maplabel"))


def found(page):
    """How many records the story says that the filter found, when it has come to rest."""
    page.frames()
    return int(page.page.inner_text(".summary").split(" ")[0].replace(",", ""))


def search(checks, page, world):
    lamp = next(number for number, name in world.names.items() if name == "Lamp")
    has = lambda record, *keys: any(isinstance(record.get(key), str) and "2a37" in record[key].lower() for key in keys)
    wanted = {
        "device:Lamp": lambda record: "lamp" in record["name"].lower() or record.get("peer") == "Lamp" or record.get("to") == lamp,
        "uuid:2A37": lambda record: has(record, "uuid", "characteristic", "service", "text"),
        "op:setNotify": lambda record: record["kind"] == "setNotify",
        "layer:hci": lambda record: record["stair"] == "hci",
        "flag:misuse": lambda record: record.get("flag") == "misuse",
        "walks": lambda record: "walks" in record["text"],
        '"the strap walks" -nothing': lambda record: "the strap walks" in record["text"],
        "zebra": lambda record: False,
    }
    for text, test in wanted.items():
        page.page.fill("#query", text)
        page.page.press("#query", "Enter")
        checks.equal(f"the search {text} finds what the feed has", found(page), sum(map(test, world.records)))
    checks.that("nothing found is said", "Nothing matches the filter." in page.page.inner_text("#view-story"))
    page.page.click("#search button:has-text('Clear')")
    page.page.select_option("#search select >> nth=0", label="Lamp")
    of_lamp = lambda record: record["node"] == lamp or record.get("to") == lamp or record.get("peer") == "Lamp"
    ranks = page.evaluate("() => Array.from(Faraday.app.model.ranks.array.slice(0, Faraday.app.model.records.length))")
    checks.equal("the choice of a device", found(page), sum(of_lamp(record) and ranks[record["id"]] == 0 for record in world.records))
    page.page.select_option("#search select >> nth=1", value="connect")
    checks.equal("and of an operation", found(page), sum(of_lamp(record) and record["kind"] == "connect" for record in world.records))
    page.page.click("#search button:has-text('Clear')")
    page.page.select_option("#search select >> nth=2", value="2A19")
    checks.that("the choice of a UUID", found(page) >= sum(record.get("uuid") == "2A19" for record in world.records) > 0)
    page.page.click("#search button:has-text('Clear')")


def theme(checks, page):
    ground = "() => getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.page.click("#theme")
    dark = page.evaluate(ground)
    page.page.click("#theme")
    checks.that("a switch changes between light and dark", light != dark and page.evaluate(ground) == light, (light, dark))


def narrow(checks, page, world):
    for view in VIEWS:
        page.show(view)
        wide = page.evaluate("""() => [document.documentElement.scrollWidth, document.body.scrollWidth,
            ...[...document.querySelectorAll("#view-" + Faraday.app.view.id)].map(each => each.scrollWidth)]""")
        checks.that(f"the view {view} fits 480 points", max(wide) <= NARROW["width"], wide)
    page.show("story")
    page.page.click(".row:visible >> nth=2")
    page.page.wait_for_selector("#detail:visible")
    checks.that("details fit too", page.evaluate("() => Math.max(document.body.scrollWidth, document.getElementById('detail').scrollWidth)") <= NARROW["width"])
    checks.that("the list still has rows beside the details", page.evaluate("() => document.querySelector('.rows').clientHeight") >= 72)
