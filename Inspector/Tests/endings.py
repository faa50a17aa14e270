"""What ends without a callback, and what folds and gaps hide: worlds of port records whose story is known line by line."""

import json

import packets
from chromium import assemble, watched_file

SECOND = 1_000_000_000
VALUES = ["0110", "0220", "0330", "ff0505"]


class Story:
    """A feed of one phone and one device, written record by record."""

    def __init__(self):
        self.lines = [{"faraday": "trace", "version": 1, "origin": "world", "title": "EndingTests.writes", "seed": "3"}]
        self.count = 0

    def record(self, t, stair, direction, kind, text, node=0, **facts):
        self.lines.append({"id": self.count, "t": int(t * SECOND), "node": node, "name": ["phone", "Badge"][node] if node is not None else "world", "stair": stair,
                           "dir": direction, "kind": kind, "text": text, "bytes": None, **facts})
        self.count += 1
        return self.count - 1

    def port(self, t, direction, kind, text, **facts):
        return self.record(t, "port", direction, kind, "manager 1: " + text, session=1, **{"peer": "Badge", **facts})

    def write(self, t, value):
        return self.port(t, "down", "writeCharacteristic", f"writeValue FF21 of Badge: {value} withResponse", uuid="FF21", value=value)

    def written(self, t):
        return self.port(t, "up", "characteristicWritten", "didWriteValue FF21 of Badge", uuid="FF21")

    def file(self, directory, name):
        feed = directory / (name + ".jsonl")
        feed.write_text("".join(json.dumps(line) + "\n" for line in self.lines))
        return assemble(feed, directory / (name + ".html"))


def lost_write():
    """A write is lost with its link; the next link has four writes, each with its answer; then Bluetooth goes off."""
    story, ids = Story(), {}
    story.port(0, "down", "opened", "a CBCentralManager is created", peer=None)
    story.port(0.005, "up", "stateChanged", "didUpdateState poweredOn", peer=None)
    ids["fault"] = story.record(0.1, "world", "none", "fault", "FAULT .scanReport().nth(1).isDelayed(by: .seconds(1))", node=1, flag="fault")
    story.port(0.05, "down", "scan", "scanForPeripherals", peer=None)
    story.port(0.5, "down", "stopScan", "stopScan", peer=None)
    ids["late"] = story.port(1.1, "up", "discovered", "didDiscover Badge, -40 dBm")
    story.port(1.1, "down", "connect", "connect Badge")
    story.port(1.2, "up", "connected", "didConnect Badge")
    story.port(1.3, "down", "setNotify", "setNotifyValue true 2A37 (Heart Rate Measurement) of Badge", uuid="2A37")
    story.port(1.4, "up", "notifyStateChanged", "didUpdateNotificationState true 2A37 (Heart Rate Measurement) of Badge", uuid="2A37")
    ids["lost"] = story.write(2, "0110")
    ids["end"] = story.port(2.5, "up", "disconnected", "didDisconnectPeripheral Badge: error connectionTimeout", error="connectionTimeout")
    story.port(2.6, "down", "connect", "connect Badge")
    story.port(2.7, "up", "connected", "didConnect Badge")
    ids["pairs"] = []
    for place, value in enumerate(VALUES):
        down = story.write(2.8 + place / 10, value)
        ids["pairs"].append((down, story.written(2.85 + place / 10)))
    ids["note"] = story.record(3.3, "world", "none", "note", "the picture is said to be shown", node=None, flag="note")
    for step in range(5):
        story.record(4 + step, "air", "none", "advertising", "ch 37 ADV_IND advertiser=AA data=-", node=1)
    ids["off"] = story.port(20, "up", "stateChanged", "didUpdateState poweredOff", peer=None)
    ids["closed"] = story.port(30, "down", "closed", "the CBCentralManager is gone", peer=None)
    story.lines.append({"type": "failure", "t": 30 * SECOND, "text": "the picture is not there"})
    return story, ids


def cancelled():
    """A connect is cancelled before there is a link; a later one has a link, which ends while a write waits. Times are not whole microseconds."""
    story = Story()
    story.port(0, "down", "opened", "a CBCentralManager is created", peer=None)
    story.port(0.005, "up", "stateChanged", "didUpdateState poweredOn", peer=None)
    story.port(1, "down", "connect", "connect Badge")
    story.port(2, "down", "cancelConnection", "cancelPeripheralConnection Badge")
    story.port(2.0000019, "up", "disconnected", "didDisconnectPeripheral Badge")
    story.port(3, "down", "connect", "connect Badge")
    story.port(3.5, "up", "connected", "didConnect Badge")
    story.write(4, "0110")
    story.port(5, "up", "disconnected", "didDisconnectPeripheral Badge: error connectionTimeout", error="connectionTimeout")
    story.lines.append({"type": "failure", "t": 6 * SECOND, "text": "the badge is not there"})
    return story


ROWS = """() => { const story = Faraday.story; return Array.from({ length: story.rows.count }, (_, row) => {
    const said = Faraday.rowText.describe(Faraday.app.model, story.rows, row);
    return [said.badge || "", said.text, said.tone];
}); }"""


def check(checks, chromium, directory):
    story, ids = lost_write()
    with watched_file(chromium, story.file(directory, "lost")) as page:
        pairs(checks, page, ids)
        rows(checks, page)
        gap(checks, page)
        pages(checks, page, ids)
        checks.equal("nothing is written to the console", page.problems, [])
    with watched_file(chromium, cancelled().file(directory, "cancelled")) as page:
        unlinked(checks, page)
    with watched_file(chromium, changed().file(directory, "changed")) as page:
        changes(checks, page)
        checks.equal("nothing is written to the console where something changed", page.problems, [])


def changed():
    """A device gets other firmware, and takes less on the next link; then its pairings fail, and the app goes on asking."""
    story = Story()
    story.record(0, "world", "none", "added", "added at 2 m", node=1)
    story.lines.append({"type": "node", "t": 0, "node": 0, "name": "phone", "kind": "phone", "position": [0, 0, 0], "services": []})
    story.lines.append({"type": "node", "t": 0, "node": 1, "name": "Badge", "kind": "device", "position": [2, 0, 0], "services": []})
    story.port(0, "down", "opened", "a CBCentralManager is created", peer=None)
    story.port(0.005, "up", "stateChanged", "didUpdateState poweredOn", peer=None)
    for begin, size in ((1, 185), (5, 23)):
        story.record(begin - 0.01, "air", "none", "advertising", "ch 39 CONNECT_IND -> Badge -38 dBm", to=1, access=begin, bytes="")
        for node, address in ((0, "C0:00:00:00:00:01"), (1, "C0:00:00:00:00:02")):
            story.record(begin, "hci", "up", "event", "LE Enhanced Connection Complete", node=node, bytes=packets.connection_complete(1, node, address, 24))
        for direction, opcode, name, mtu in (("down", "02", "REQ", 185), ("up", "03", "RSP", size)):
            story.record(begin + 0.1, "hci", direction, "acl", f"link 1 ATT EXCHANGE_MTU_{name}", bytes="0201000700" + "03000400" + opcode + mtu.to_bytes(2, "little").hex(), att=f"EXCHANGE_MTU_{name}")
        if begin == 1:
            story.record(2, "world", "none", "device", "install other firmware: Badge", node=1)
            for node in (0, 1):
                story.record(3, "hci", "up", "event", "Disconnection Complete", node=node, bytes=packets.disconnection(1, 8))
    story.record(6, "world", "none", "note", "the user has gone", node=None, flag="note")
    for step in range(3):
        story.record(7 + step, "hci", "up", "acl", "link 1 SMP 0508", bytes="0201000600" + "02000600" + ("0508" if step else "0509"))
        story.port(7.1 + step, "down", "readCharacteristic", "readValue FF21 of Badge", uuid="FF21")
        story.port(7.2 + step, "up", "characteristicValue", "didUpdateValue FF21 of Badge: 01", uuid="FF21")
    story.lines.append({"type": "failure", "t": 10 * SECOND, "text": "still there"})
    return story


def changes(checks, page):
    """What became different before a failure is told with it, and what came after the test's last word."""
    banner = page.page.locator("#failures .notable li").all_inner_texts()
    checks.that("less in a packet than before is told", any("Less fits into one packet to Badge: the ATT MTU is 23, 4.9 s before; it was 185 on the link before (20 bytes instead of 182)" in line for line in banner), banner)
    checks.that("so are pairings that failed", any("Pairing with Badge failed 3 times, the last 1 s before: Repeated Attempts (0x09), then Unspecified Reason (0x08)" in line for line in banner), banner)
    checks.that("and other firmware", any("Badge was given other firmware, 8 s before" in line for line in banner), banner)
    page.page.click(".row.failed")
    text = page.page.inner_text("#detail")
    checks.that("the failure's page has what the app did after the last note", "After \u201cthe user has gone\u201d, 4 s before, came: readValue \u00d73, didUpdateValue \u00d73" in text, text)


def unlinked(checks, page):
    """What never had a link has not lost one."""
    found = [row[:2] for row in page.evaluate(ROWS)]
    checks.that("a connect that was cancelled has no lost link", ["Cancelled by the app", "connect Badge"] in found and ["No answer \u00b7 link lost", "connect Badge"] not in found, found)
    checks.that("a write whose link was lost has", ["No answer \u00b7 link lost", "writeValue FF21 of Badge: 0110 withResponse"] in found, found)
    checks.equal("times are those of the story: microseconds that have passed", page.evaluate("() => [2000001999, 59999999999].map(Faraday.format.time)"), ["2.000001", "59.999999"])
    checks.that("nor is it a finding", "connect Badge: no answer" not in page.page.inner_text("#failures"))


def pairs(checks, page, ids):
    joined = page.evaluate("() => Faraday.app.model.calls.filter(call => call.kind === 'writeCharacteristic').map(call => [call.down, call.up, call.lost && call.lost.id])")
    wanted = [[ids["lost"], None, ids["end"]]] + [[down, up, None] for down, up in ids["pairs"]]
    checks.equal("a call that its link took along has no callback, and later callbacks belong to later calls", joined, wanted)
    page.evaluate("id => Faraday.app.select(id)", ids["lost"])
    checks.that("its details say so", "The link ended at 2.500000 s by silence: no callback will come." in page.page.inner_text("#detail"))


def rows(checks, page):
    found = page.evaluate(ROWS)
    texts = [text for _, text, _ in found]
    checks.that("its row has a chip", ["No answer \u00b7 link lost", "writeValue FF21 of Badge: 0110 withResponse"] in [row[:2] for row in found], found)
    checks.that("a row says what ended with the link", any("link with Badge ended by silence: no callback will come for writeValue FF21" in text
                and "the subscription to Heart Rate Measurement 2A37 ended with it" in text for text in texts), texts)
    checks.that("a link that ends with Bluetooth has a row", "link with Badge ended; the app gets no didDisconnect when Bluetooth is off" in texts, texts)
    fold = [text for badge, text, _ in found if badge.startswith("\u00d74") and text.startswith("writeValue")]
    checks.equal("a fold never shows one value for several", fold, ["writeValue FF21 of Badge: 4 different values: 0110 to ff0505 withResponse"])
    checks.that("a note is quoted, as the test's words", ["Test says", "\u201cthe picture is said to be shown\u201d", "note"] in found, found)
    checks.that("the manager's end with the test is not the app's", any(tone == "ended" and text.startswith("test ended") for _, text, tone in found), found)
    page.page.click(".row.fold:has-text('different values') .badge")
    page.frames()
    unfolded = [text for _, text, _ in page.evaluate(ROWS) if text.startswith("writeValue")]
    checks.equal("unfolded, each value stands in its place", unfolded, [f"writeValue FF21 of Badge: {value} withResponse" for value in ["0110"] + VALUES])


def gap(checks, page):
    level = page.evaluate("() => Faraday.story.level")
    before = page.evaluate(ROWS)
    page.page.click(".row.gap:has-text('5 records of lower layers')")
    page.frames()
    after = page.evaluate(ROWS)
    frames = [text for _, text, _ in after if "ADV_IND" in text]
    checks.equal("a gap unfolds in place", (len(frames), page.evaluate("() => Faraday.story.level")), (5, level))
    checks.that("all other rows stay", [text for _, text, tone in before if not tone.startswith("gap")] == [text for _, text, tone in after if "ADV_IND" not in text and not tone.startswith("gap")], after)
    page.page.click(".row.gap:has-text('5 records')")
    page.frames()
    checks.equal("and folds again", page.evaluate(ROWS), before)


def pages(checks, page, ids):
    banner = page.page.inner_text("#failures")
    checks.that("the banner names what is strongest", "no answer, the link ended by silence at 2.500000 s" in banner or "without didDisconnect" in banner, banner)
    page.page.click(".row.failed")
    text = page.page.inner_text("#detail")
    checks.that("the failure's page has what was missing", "setNotifyValue true Heart Rate Measurement 2A37 was called on the first link to Badge, not on the second" in text, text)
    checks.that("what the app did last, and the fault", "writeValue FF21 of Badge: ff0505" in text and "the Badge's scan report comes 1 s late" in text, text)
    checks.that("a callback after stopScan", "after stopScan" in text, text)
    page.page.click("#detail .step:has-text('comes 1 s late')")
    text = page.page.inner_text("#detail")
    checks.that("a fault leads to the callback that it delayed", "IT LED TO" in text.upper() and "didDiscover Badge" in text and ".isDelayed(by: .seconds(1))" in text, text)
    page.page.click("#detail .step:has-text('didDiscover Badge')")
    text = page.page.inner_text("#detail")
    checks.that("and the callback back to the fault", "BECAUSE OF THIS FAULT" in text.upper() and "THE SCAN HAD BEEN STOPPED" in text.upper(), text)
    page.page.keyboard.press("Escape")
    checks.that("Escape closes the pane", page.page.locator("#detail").is_hidden())
