"""A page that is left open for a day: what matters stays, in bounded memory, and the page says what it let go."""

from livefeed import HEADER, PRESENT, live_page

HOUR = 3600 * 10**9
RATE = 9  # records a second
DAY = 24 * 3600

# Feeds seconds [from, to): nine records a second. Nine frames of the air or values of an app; each minute an error, each hour a
# link that ends and comes back; one call is never answered.
FEED = """([from, to]) => {
    const lines = [], S = 1e9;
    let id = from * 9;
    const add = (t, facts) => lines.push(JSON.stringify({ id: id++, t, node: 0, name: "phone", bytes: null, ...facts }));
    const port = (t, dir, kind, text, facts) => add(t, { stair: "port", dir, kind, text: "manager 1: " + text, session: 1, peer: "HR-1", ...facts });
    for (let s = from; s < to; s++) {
        const t = s * S;
        if (s === 0) port(t, "down", "connect", "connect HR-1");
        else if (s === 1) port(t, "up", "connected", "didConnect HR-1");
        else if (s === 2) port(t, "down", "readCharacteristic", "readValue 2A19 of HR-1", { uuid: "2A19" });
        else if (s % 3600 === 1800) port(t, "up", "disconnected", "didDisconnectPeripheral HR-1: error connectionTimeout", { error: "connectionTimeout" });
        else if (s % 3600 === 1801) port(t, "down", "connect", "connect HR-1");
        else if (s % 3600 === 1802) port(t, "up", "connected", "didConnect HR-1");
        else if (s % 60 === 30) port(t, "up", "characteristicWritten", "didWriteValue FF21 of HR-1: error writeNotPermitted", { uuid: "FF21", error: "writeNotPermitted" });
        else port(t, "up", "characteristicValue", "didUpdateValue 2A37 of HR-1: 00" + (s % 90 + 60).toString(16), { uuid: "2A37", value: "00" + (s % 90 + 60).toString(16) });
        for (let k = 1; k < 9; k++) add(t + k * S / 10, { stair: "air", dir: "none", kind: "data", node: k % 2, name: k % 2 ? "HR-1" : "phone", text: "ch " + k + " ... -> phone -40 dBm", bytes: "0100", to: (k + 1) % 2, rssi: -40, access: 7, channel: k });
    }
    for (let i = 0; i < lines.length; i += 2000) feedSource.onmessage({ data: lines.slice(i, i + 2000).join("\\n") });
    return Faraday.app.model.records.length;
}"""


def heap_of(page):
    """The bytes of the page's heap that are in use."""
    session = page.context.new_cdp_session(page.page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    used = next(each["value"] for each in session.send("Performance.getMetrics")["metrics"] if each["name"] == "JSHeapUsedSize")
    session.detach()
    return used



def feed_until(page, start, end, seen):
    for second in range(start, end, 1200):
        seen.append(page.evaluate(FEED, [second, min(end, second + 1200)]))


def check(checks, chromium):
    with live_page(chromium) as page:
        page.connect()
        nodes = [{"type": "node", "t": 0, "node": number, "name": name, "kind": kind, "position": [2 * number, 0, 0], "services": []} for number, name, kind in ((0, "phone", "phone"), (1, "HR-1", "device"))]
        page.feed(HEADER, *nodes, {"type": "status", "t": 0, "paused": False, "pace": 1}, PRESENT)
        seen = []
        feed_until(page, 0, 3600, seen)
        checks.equal("for an hour everything is kept", (seen[-1], page.page.locator("#notices p").count()), (3600 * RATE, 0))
        early = page.evaluate("() => Faraday.app.model.records.find(each => each.error).number ?? Faraday.app.model.records.findIndex(each => each.error)")
        page.evaluate("number => { Faraday.app.select(number); }", early)
        feed_until(page, 3600, DAY // 2, seen)
        noon, heap = len(seen), heap_of(page)
        selection(checks, page, early)
        place(checks, page, seen)
        feed_until(page, DAY // 2 + 3600, DAY, seen)
        page.settle()
        limit = page.evaluate("() => { const { story, marks, batch } = Faraday.keeping.limits; return story + marks + 2 * batch; }") + 3600 * RATE
        checks.that("the page never has more than a bound of records", max(seen) <= limit and max(seen) < DAY * RATE / 3, (max(seen), limit))
        later = heap_of(page)
        checks.figure(f"{DAY * RATE} records in a day: {seen[-1]} are kept, {max(seen)} at most; {heap / 1e6:.0f} MB at noon, {later / 1e6:.0f} MB at midnight")
        checks.that("its memory does not grow from noon to midnight by half", 0 < later < 1.5 * heap, (heap, later))
        checks.that("nor do its records", max(seen[noon:]) <= 1.5 * max(seen[:noon]), (max(seen[:noon]), max(seen[noon:])))
        kept(checks, page)
        says(checks, page)
        checks.equal("nothing is written to the console", page.problems, [])
    busy(checks, chromium)


def busy(checks, chromium):
    """An hour with more records than the page keeps of it: it says from when on they are whole. A failure outlives it, and another world begins anew."""
    with live_page(chromium) as page:
        page.connect()
        page.feed(HEADER, PRESENT)
        page.evaluate("() => Object.assign(Faraday.keeping.limits, { full: 8000, story: 500, marks: 50, batch: 2000 })")
        page.feed({"type": "failure", "t": 5, "text": "too late"})
        seen = []
        feed_until(page, 0, 3000, seen)
        page.feed({"id": 27000, "t": 3000 * 10**9, "node": 1, "name": "HR-1", "stair": "world", "dir": "none", "kind": "note", "text": "later", "flag": "note", "bytes": None})
        found = page.evaluate("() => ({ count: Faraday.app.model.records.length, failures: Faraday.app.model.failures.length, letGo: Faraday.app.model.letGo, last: Faraday.app.model.numberOf(Faraday.app.model.records.at(-1)) })")
        checks.that("a busy hour is bounded too", found["count"] <= 8000 + 550 + 2 * 5000 + 2000, found)
        checks.equal("records that come later have the world's numbers", found["last"], 27000)
        checks.equal("a failure stays", found["failures"], 1)
        text = page.page.inner_text("#notices")
        checks.that("the page says from when on all is there", f"let go {found['letGo']['packets']:,} packets from before" in text and "of the story from before" in text, text)
        page.evaluate("() => feedSource.listeners.reset()")
        page.feed(HEADER, PRESENT)
        checks.equal("another world has let go nothing", page.evaluate("() => { Faraday.keeping.look(Faraday.app); return [Faraday.app.model.letGo ?? null, Faraday.app.model.gone]; }"), [None, 0])
        page.wait("() => !document.getElementById('notices').innerText.includes('let go')")


def selection(checks, page, number):
    found = page.evaluate("() => { const record = Faraday.app.model.records[Faraday.app.selected]; return record && [Faraday.app.model.numberOf(record), record.id === Faraday.app.selected, !!record.error]; }")
    checks.equal("a selected error stays selected, with its number", found, [number, True, True])
    text = page.page.inner_text("#detail")
    checks.that("and its details say the number in the world", f"#{number} of " in text, text[:300])
    page.wait("number => location.hash.includes('record=' + number)", number)
    checks.that("so does the address", True)
    page.evaluate("() => Faraday.detailPane.close()")


def place(checks, page, seen):
    """What the reader looks at stays where it is while old records go."""
    page.evaluate("() => { Faraday.story.setLevel('story'); const list = document.querySelector('.rows'); list.scrollTop = 24 * Math.round(Faraday.story.rows.count * 0.9); Faraday.app.refresh(); }")
    page.frames()
    top = "() => { const list = document.querySelector('.rows'); for (let row = Math.ceil(list.scrollTop / 24); ; row++) { const id = Faraday.story.rows.record(row); if (id !== null) return Faraday.app.model.numberOf(Faraday.app.model.records[id]); } }"
    checks.that("who scrolls away from the end stays there", not page.evaluate("() => Faraday.story.atEnd"))
    before, gone = page.evaluate(top), page.evaluate("() => Faraday.app.model.gone")
    feed_until(page, DAY // 2, DAY // 2 + 3600, seen)
    page.settle()
    moved = page.evaluate("() => Faraday.app.model.gone") != gone
    after = page.evaluate(top)
    checks.that("the window stays at what it shows", not moved or abs(after - before) <= 40, (before, after, moved))
    page.evaluate("() => { const list = document.querySelector('.rows'); list.scrollTop = 1e9; Faraday.app.refresh(); }")
    page.frames()


def kept(checks, page):
    found = page.evaluate("""() => {
        const model = Faraday.app.model, hour = model.indexAt(model.end - 3600e9), last = model.records.slice(hour);
        const numbers = last.map(each => model.numberOf(each));
        return { errors: model.records.filter(each => each.error === "writeNotPermitted").length, ends: model.records.filter(each => each.kind === "disconnected").length,
            begins: model.records.filter(each => each.kind === "connected").length, hour: last.length, whole: numbers.every((each, i) => each === numbers[0] + i),
            open: model.calls.filter(each => each.kind === "readCharacteristic" && each.expects).length, links: model.joins.endings.links.length,
            order: model.records.every((each, i) => i === 0 || model.numberOf(model.records[i - 1]) < model.numberOf(each)), first: model.records[0].text,
            place: model.placeOf(model.numberOf(model.records[1000])) };
    }""")
    errors = sum(1 for second in range(DAY) if second % 60 == 30 and second % 3600 not in (1800, 1801, 1802))
    checks.equal("every error of the day is there", found["errors"], errors)
    checks.equal("so is every link", (found["ends"], found["begins"], found["links"]), (24, 25, 25))
    checks.equal("the first call stands first", found["first"], "manager 1: connect HR-1")
    checks.equal("the call of the first seconds that nobody answered is there", found["open"], 1)
    checks.that("the last hour is whole", found["hour"] >= 3600 * RATE and found["whole"], found)
    checks.that("numbers are those of the world, in order, and found again", found["order"] and found["place"] == 1000, found)


def says(checks, page):
    page.page.wait_for_selector("#notices p")
    text = page.page.inner_text("#notices")
    letgo = page.evaluate("() => Faraday.app.model.letGo")
    total = page.evaluate("() => Faraday.app.model.records.length")
    checks.equal("what was let go and what is there are all", letgo["packets"] + letgo["lines"] + letgo["marks"] + total, DAY * RATE)
    checks.that("the page says what it let go", f"let go {letgo['packets']:,} packets from before" in text and "Errors, flags and links are whole" in text, text)
