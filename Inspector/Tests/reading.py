"""How feeds are read: damaged lines, plain traces, and what newer feeds say of apps, bonds and records that are gone."""

import json

from chromium import NARROW, assemble, watched_file

SECOND = 1_000_000_000
PHONE, HEATER = "Ada's iPhone", "K\u00fcche \u2192 1"  # a name that texts write in ASCII


class Feed:
    """Lines of a feed, record by record."""

    def __init__(self, **header):
        self.lines = [json.dumps({"faraday": "trace", "version": 1, "origin": "world", "title": "ReadingTests", **header})]
        self.count = 0

    def line(self, **facts):
        self.lines.append(json.dumps(facts, ensure_ascii=False))

    def record(self, t, stair, direction, kind, text, node=0, data=None, **facts):
        names = {None: "world", 0: PHONE, 1: HEATER, 2: "Other"}
        self.line(id=self.count, t=int(t * SECOND), node=node, name=names[node], stair=stair, dir=direction, kind=kind, text=text, bytes=data, **facts)
        self.count += 1
        return self.count - 1

    def report(self, directory, name):
        feed = directory / (name + ".jsonl")
        feed.write_text("\n".join(self.lines) + "\n")
        return assemble(feed, directory / (name + ".html"))


def check(checks, chromium, directory, failing):
    for part in (damaged, apps, joined, bonds):
        part(checks, chromium, directory)
    plain(checks, chromium, directory, failing)
    joined_world(checks, chromium, directory, failing)
    gone(checks, chromium, directory)


RECORDS = "() => Faraday.app.model.records.map(record => [record.t, record.text])"


def damaged(checks, chromium, directory):
    """Only a line feed ends a line, and a line that can't be read takes no number away from others."""
    def common(text):
        return "+" + json.dumps({"node": 1, "name": HEATER, "stair": "air", "dir": "none", "kind": "data", "text": text, "bytes": None}, ensure_ascii=False)
    feed = Feed()
    feed.lines += [common("first\u2028+x\u20297 0"), common("second"), "5 0", "6 1"]
    with watched_file(chromium, feed.report(directory, "separators")) as page:
        checks.equal("line separators within a text do not end its line", page.evaluate(RECORDS), [[5, "first\u2028+x\u20297 0"], [11, "second"]])
        checks.equal("and nothing is unreadable", page.evaluate("() => Faraday.app.model.unreadable"), 0)
    feed = Feed()
    feed.lines += [common("first"), '+{"node":1,"na', "+7", common("fourth"), "5 0", "6 1", "7 2", "1 3"]
    with watched_file(chromium, feed.report(directory, "damaged")) as page:
        checks.equal("a damaged + line keeps its number, and its records their time", page.evaluate(RECORDS), [[5, "first"], [19, "fourth"]])
        checks.equal("it and its records count as unreadable", page.evaluate("() => Faraday.app.model.unreadable"), 4)
        checks.that("and the page says so", "4 lines of the feed could not be read" in page.page.inner_text("#counts"), page.page.inner_text("#counts"))


def plain(checks, chromium, directory, failing):
    """The tool gives a plain trace a header that says that it is plain; its frames stand where their events began."""
    lines = failing.plain().splitlines()
    # As the trace records them: the three packets of an advertising event are there when the first one is sent.
    lines.insert(0, json.dumps({"faraday": "trace", "version": 1, "origin": "world", "title": "demo.jsonl", "plain": True}))
    order = sorted(range(1, len(lines)), key=lambda at: (at // 7, -at))
    path = directory / "plainheader.jsonl"
    path.write_text("\n".join([lines[0]] + [lines[at] for at in order]) + "\n")
    with watched_file(chromium, assemble(path, directory / "plainheader.html")) as page:
        times = page.evaluate("() => Faraday.app.model.records.map(record => record.t)")
        checks.that("records of a plain trace are sorted by time", times == sorted(times) and len(times) == len(failing.records))
        checks.equal("and numbered", page.evaluate("() => Faraday.app.model.records.every((record, at) => record.id === at)"), True)
        keys = page.evaluate("""() => { const found = {}; for (const record of Faraday.app.model.records)
            for (const key of ["flag", "error", "session", "peer", "uuid", "value", "att", "to", "rssi", "at"]) if (record[key] !== undefined && record[key] !== null) found[key] = (found[key] ?? 0) + 1;
            return found; }""")
        for key in ("flag", "error", "session", "peer", "to", "rssi", "att"):
            wanted = sum(record.get(key) is not None for record in failing.records)
            checks.equal(f"its records have their {key}", keys.get(key), wanted)
        checks.that("and UUIDs, values and places", keys.get("uuid", 0) > 10 and keys.get("value", 0) > 10 and keys.get("at", 0) > 0, keys)
        checks.that("its flags are on the minimap", page.evaluate("() => Faraday.marks.list(Faraday.app.model).length") >= 2)
        checks.equal("nothing is written to the console", page.problems, [])


HEADS = "() => [...document.querySelectorAll('.heads .head')].map(head => head.textContent)"


def apps(checks, chromium, directory):
    """A lane for each app of a phone that has several; an app that is launched again has its lane again."""
    feed = Feed()
    def port(t, session, app, direction, kind, text, **facts):
        return feed.record(t, "port", direction, kind, f"manager {session}: {text}", session=session, app=app, **facts)
    feed.record(0, "world", "none", "launch", "app 2: launched by the user", app="app 2", state="launched")
    calls = {}
    for t, session, app in ((0.1, 1, "app 1"), (0.2, 2, "app 2"), (3, 3, "app 2")):
        port(t, session, app, "down", "opened", "a CBCentralManager is created", **{"class": "CBCentralManager"})
        port(t + 0.01, session, app, "up", "stateChanged", "didUpdateState poweredOn")
        calls[session] = port(t + 0.02, session, app, "down", "connect", f"connect {HEATER}", peer=HEATER)
        port(t + 0.5, session, app, "up", "connected", f"didConnect {HEATER}", peer=HEATER)
        if session == 2:
            feed.record(2, "world", "none", "termination", "app 2: ends, system", app="app 2", state="ended")
    state = feed.record(4, "world", "none", "appState", "app 1: background", app="app 1", state="background")
    feed.record(5, "air", "none", "advertising", "ch 37 ADV_IND", node=1)
    with watched_file(chromium, feed.report(directory, "apps")) as page:
        page.frames()
        checks.equal("each app has a lane, in the order of their numbers", page.evaluate(HEADS), ["App 1", "App 2", PHONE, "Air", HEATER])
        lanes = page.evaluate("""ids => { const placed = Faraday.lanes.place(Faraday.lanes.list(Faraday.app.model), 500);
            const name = x => placed.list.find(lane => lane.x === x)?.title;
            return ids.map(id => { const path = Faraday.lanes.path(Faraday.app.model.records[id], placed); return name(path.from ?? path.at); }); }""",
                              [calls[1], calls[2], calls[3], state])
        checks.equal("calls and states stand on their app's lane, also after a second launch", lanes, ["App 1", "App 2", "App 2", "App 1"])
        said = page.evaluate("ids => ids.map(id => Faraday.rowText.single(Faraday.app.model, Faraday.app.model.records[id]).more)", [calls[1], calls[3]])
        checks.equal("a row says which app it is", said, ["App 1, manager 1", "App 2, manager 3"])
        page.evaluate("id => Faraday.app.select(id)", calls[3])
        page.frames()
        checks.that("and so do the details", "app 2" in page.page.inner_text("#detail .facts"))
        page.page.fill("#query", 'app:"app 2"')
        page.page.press("#query", "Enter")
        page.frames()
        checks.equal("the search finds what an app did", page.page.inner_text(".summary"), "10 records found")
        page.page.fill("#query", "device:K\u00fcche")
        page.page.press("#query", "Enter")
        page.frames()
        checks.equal("a peer is found by its name as it is", page.page.inner_text(".summary"), "7 records found")
        checks.equal("nothing is written to the console", page.problems, [])
    with watched_file(chromium, directory / "apps.html", size=NARROW) as page:
        page.frames()
        checks.equal("a narrow window has room for their numbers", page.evaluate(HEADS)[:2], ["A1", "A2"])
    feed = Feed()
    port(0, 1, "app 1", "down", "opened", "a CBCentralManager is created")
    with watched_file(chromium, feed.report(directory, "app")) as page:
        page.frames()
        checks.equal("one app has a lane without a number", page.evaluate(HEADS), ["App", PHONE, "Air"])


JOINS = """() => { const story = Faraday.story; return Faraday.chart.joins(Faraday.app.model, story.rows, 0, story.rows.count - 1); }"""


def joined(checks, chromium, directory):
    """Requests and answers on the air: a frame that was lost or sent again is no request of its own."""
    feed = Feed()
    def frame(t, node, att, bits, **facts):
        return feed.record(t, "air", "none", "data", f"ch 3 ATT {att} [{bits}]", node=node, data=f"{bits[:2]}07" + "0300040002010a", att=att, to=1 - node, access=77, **facts)
    feed.record(0, "port", "down", "opened", "manager 1: a CBCentralManager is created", session=1)
    feed.record(0, "world", "none", "added", "added at 2 m", node=1)
    lost = frame(1, 0, "READ_REQ", "02", lost=True)
    first = frame(1.03, 0, "READ_REQ", "0a")
    again = frame(1.06, 0, "READ_REQ", "0e")
    indication = frame(1.07, 1, "HANDLE_VALUE_IND", "02")
    answer = frame(1.09, 1, "READ_RSP", "06")
    confirmation = frame(1.12, 0, "HANDLE_VALUE_CFM", "02")
    frame(1.2, 0, "WRITE_REQ", "02")
    with watched_file(chromium, feed.report(directory, "joined")) as page:
        page.evaluate("() => Faraday.story.setLevel('packets')")
        page.frames()
        pairs = sorted((each["down"], each["up"], each["node"]) for each in page.evaluate(JOINS))
        checks.equal("the frame that arrived is joined with its answer, at the node that answers", pairs, [(first, answer, 1), (indication, confirmation, 0)])
        checks.that("a lost frame and a repeated one begin nothing", not {lost, again} & {down for down, _, _ in pairs})
        checks.that("the join is drawn", drawn(page, first, answer, 1))
        page.evaluate("id => Faraday.app.select(id)", answer)
        page.frames()
        checks.that("and that of a selected packet stands out", drawn(page, first, answer, 1, "accent"))
        page.evaluate("() => Faraday.story.setLevel('story')")
        page.frames()
        checks.equal("the story alone has none", page.evaluate(JOINS), [])


def drawn(page, down, up, node, color="line-strong"):
    """Whether the pixels of a join half way between its rows have a colour."""
    return page.evaluate("""([down, up, node, color]) => {
        const story = Faraday.story, canvas = story.canvas, width = canvas.clientWidth, placed = Faraday.lanes.place(story.laneList, width), scale = canvas.width / width;
        const side = placed.x.get("node" + node) < placed.air ? -1 : 1, x = placed.x.get("node" + node) + side * Faraday.chart.joinWidth;
        const middle = (story.rows.rowOfRecord(down) + story.rows.rowOfRecord(up) + 1) / 2 * Faraday.chart.rowHeight - story.list.scrollTop;
        const brush = document.createElement("canvas").getContext("2d");
        brush.fillStyle = Faraday.app.color(color); brush.fillRect(0, 0, 1, 1);
        const wanted = brush.getImageData(0, 0, 1, 1).data;
        const pixels = canvas.getContext("2d").getImageData((x - 2) * scale, middle * scale, 4 * scale, 1).data;
        for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 3] > 60 && [0, 1, 2].every(part => Math.abs(pixels[at + part] - wanted[part]) < 40)) return true;
        return false;
    }""", [down, up, node, color])


def joined_world(checks, chromium, directory, failing):
    """Each request of a world that was answered is joined, on the air and at the host that asked."""
    path = directory / "joinedworld.jsonl"
    path.write_text(failing.text())
    with watched_file(chromium, assemble(path, directory / "joinedworld.html")) as page:
        page.evaluate("() => Faraday.story.setLevel('hci')")
        page.frames()
        wanted = sum(record.get("att", "").endswith("_RSP") and record["stair"] == "air" and not record.get("lost") for record in failing.records)
        stairs = page.evaluate("() => { const all = Faraday.app.model; return [all.joins.airRequests, all.requests.filter(each => each.sent === 'o')].map(list => list.filter(each => each.up !== null).length); }")
        checks.equal("each answer in a world is joined with its request, on the air and at the host", stairs, [wanted, wanted])


def bonds(checks, chromium, directory):
    """What nodes say that they remember; where they say nothing, nothing is claimed."""
    feed = Feed()
    feed.line(type="node", t=0, node=0, name=PHONE, kind="phone", position=[0, 0, 0], services=[])
    feed.line(type="node", t=0, node=2, name="Other", kind="device", position=[1, 0, 0], services=[])
    feed.record(0, "world", "none", "added", "added at 0 m")
    feed.record(0, "world", "none", "added", "added at 1 m", node=2)
    feed.record(5, "world", "none", "note", "later", node=None, flag="note")
    feed.line(type="node", t=5 * SECOND, node=0, name=PHONE, kind="phone", position=[0, 0, 0], services=[], bonds=[{"peer": HEATER, "keys": "LTK, IRK", "authenticated": True}], cached=[HEATER])
    feed.line(type="node", t=5 * SECOND, node=1, name=HEATER, kind="device", position=[1, 0, 0], services=[], bonds=[{"peer": PHONE, "keys": "LTK", "authenticated": False}])
    feed.record(6, "world", "none", "added", "added at 1 m", node=1)
    feed.line(type="node", t=9 * SECOND, node=0, name=PHONE, kind="phone", position=[0, 0, 0], services=[])
    feed.record(10, "world", "none", "note", "much later", node=None, flag="note")
    card = "#view-gatt [aria-label='What it remembers']"
    with watched_file(chromium, feed.report(directory, "bonds")) as page:
        page.show("gatt")
        page.page.click(f"#view-gatt nav button:has-text(\"{PHONE}\")")
        page.evaluate("() => Faraday.app.setTime(7e9)")
        page.frames()
        text = page.page.inner_text(card)
        checks.that("a phone's bonds have peer, keys and authentication", all(each in text for each in (HEATER, "LTK, IRK", "yes")), text)
        checks.that("and it says whose services it remembers", f"It remembers the services of {HEATER}" in text, text)
        page.evaluate("() => Faraday.app.setTime(2e9)")
        page.frames()
        checks.equal("before that nothing was remembered", page.page.locator(card).count(), 0)
        page.evaluate("() => Faraday.app.setTime(null)")
        page.frames()
        text = page.page.inner_text(card)
        checks.that("a line without a bond says that it is lost", f"{PHONE} has no bond." in text and "services of no peer" in text, text)
        page.page.click(f"#view-gatt nav button:has-text(\"{HEATER}\")")
        page.frames()
        text = page.page.inner_text(card)
        checks.that("a device has its bonds too", PHONE in text and "LTK" in text and "no" in text, text)
        page.page.click("#view-gatt nav button:has-text('Other')")
        page.frames()
        checks.equal("of a node that says nothing nothing is claimed", page.page.locator(card).count(), 0)


def everything(directory):
    """A report with all that only newer feeds say: records that are gone, two apps, bonds."""
    feed = Feed(version=2, lost=123, leftOut=99)
    feed.line(type="node", t=0, node=0, name=PHONE, kind="phone", position=[0, 0, 0], services=[], bonds=[{"peer": HEATER, "keys": "LTK, IRK", "authenticated": True}], cached=[HEATER])
    for session, app in ((1, "app 1"), (2, "app 2"), (3, "app 1")):
        feed.record(session, "world", "none", "launch", f"{app}: launched by the user", app=app, state="launched")
        feed.record(session, "port", "down", "opened", f"manager {session}: a CBCentralManager is created", session=session, app=app, **{"class": "CBCentralManager"})
    feed.record(6, "air", "none", "advertising", "ch 37 ADV_IND", node=1)
    return feed.report(directory, "everything")


def gone(checks, chromium, directory):
    """A page says what it has not."""
    def notices(name, first=0, later=(), **header):
        feed = Feed(**header)
        feed.count = first
        feed.record(3.21, "world", "none", "added", "added at 2 m", node=1)
        for t in later:
            feed.record(t, "air", "none", "advertising", "ch 37 ADV_IND", node=1)
        with watched_file(chromium, feed.report(directory, name)) as page:
            return page.page.locator("#notices p").all_inner_texts() if page.page.locator("#notices").is_visible() else []
    checks.equal("a whole trace says nothing", notices("whole"), [])
    checks.equal("records that were overwritten before a report are counted", notices("lost", lost=12345),
                 ["The first 12,345 records are not kept; the story begins at 3.210000 s."])
    checks.equal("so are those before the first number", notices("numbers", first=4000), ["The first 4,000 records are not kept; the story begins at 3.210000 s."])
    checks.equal("packets that were left out", notices("leftout", later=(7.5,), leftOut=1200),
                 ["Of the packets, 1,200 earlier ones are left out: packets begin at 7.500000 s, the story is whole."])
    checks.equal("a newer format", notices("newer", version=2),
                 ["This file is from a newer Faraday (version 2 of the format; this page knows version 1): it may be shown incompletely."])
    checks.equal("numbers of a plain trace mean nothing", notices("plainfirst", first=9, plain=True), [])
    feed = Feed()
    feed.record(12.34, "world", "none", "added", "added at 2 m", node=1)
    with watched_file(chromium, feed.report(directory, "live")) as page:
        live = page.evaluate("() => { const model = new Faraday.Model(); model.add({faraday: 'trace', version: 1, origin: 'world'}); "
                             "model.add({...Faraday.app.model.records[0], id: 4000}); return Faraday.notices.sentences(model, true, false); }")
    checks.equal("beside a running world", live, ["Starts at 12.340000 s: 4,000 earlier records are no longer kept."])
