"""A link whose encryption is paused and begins again with another key stream, and a link that just falls silent."""

import packets
from chromium import watched_file
from reading import Feed

ACCESS, LTK = 0x50654A27, "4c68384139f574d836bcf34e9dfb01bf"


def check(checks, chromium, report, directory):
    pausing(checks, chromium, report, directory)
    silent(checks, chromium, directory)
    values(checks, chromium, report)


class Sealer:
    """AES-CCM as links use it (Core 6.0, Vol 6, Part E, 2), on the page's AES block."""

    def __init__(self, page, skd, iv):
        self.page, self.iv = page, bytes.fromhex(iv)
        # Keys and diversifiers are sent least octet first, and AES takes them the other way around.
        self.key = self.block(LTK, bytes.fromhex(skd)[::-1].hex())

    def block(self, key, text):
        return self.page.evaluate("([key, text]) => { const bytes = hex => Uint8Array.from(hex.match(/../g), each => parseInt(each, 16)); return Faraday.hexOf(Array.from(Faraday.aes.encrypt(bytes(key), bytes(text)))); }", [key, text])

    def seal(self, header, body, counter, from_central):
        body = bytes.fromhex(body)
        nonce = bytearray(counter.to_bytes(5, "little")) + self.iv
        nonce[4] |= 0x80 if from_central else 0
        aes = lambda data: bytes.fromhex(self.block(self.key, bytes(data).hex()))
        mix = lambda one, other: bytes(a ^ b for a, b in zip(one, other))
        # The header counts without its NESN, SN and MD.
        state = aes(b"\x49" + nonce + len(body).to_bytes(2, "big"))
        for part in [b"\x00\x01" + bytes([header & 0xE3])] + [body[at:at + 16] for at in range(0, len(body), 16)]:
            state = aes(mix(state, part.ljust(16, b"\x00")))
        stream = lambda number: aes(b"\x01" + nonce + number.to_bytes(2, "big"))
        sealed = b"".join(mix(body[at:at + 16], stream(at // 16 + 1)) for at in range(0, len(body), 16)) + mix(state[:4], stream(0))
        return f"{header:02x}{len(sealed):02x}{sealed.hex()}"


def pausing(checks, chromium, report, directory):
    """The peripheral's LL_PAUSE_ENC_RSP is encrypted, the central's is not, and all counters begin again (Core 6.0, Vol 6, Part B, 5.1.3.2)."""
    feed = Feed(origin="capture")
    def data(t, node, pdu):
        return feed.record(t, "air", "none", "data", "ch 5 LL", node=node, data=pdu, to=1 - node, channel=5, access=ACCESS)
    with watched_file(chromium, report) as page:
        parts = [("acbdcedfe0f10213" + "0213243546576879", "badcab24" + "deafbabe"), ("1122334455667788" + "99aabbccddeeff00", "01020304" + "05060708")]
        expected = {}
        t = 0
        for number, (skd, iv) in enumerate(parts):
            sealer = Sealer(page, skd, iv)
            data(t + 0.1, 0, "0317" + "03" + "00" * 8 + "0000" + skd[:16] + iv[:8])
            data(t + 0.2, 1, "030d" + "04" + skd[16:] + iv[8:])
            data(t + 0.3, 1, "030105")
            talk = [(0, 3, "06", "LL_START_ENC_RSP"), (1, 3, "06", "LL_START_ENC_RSP"), (0, 2, "03000400" + "0a0300", "READ_REQ"), (1, 2, "02000400" + "0b57", "READ_RSP")]
            if number == 0:
                talk += [(0, 3, "0a", "LL_PAUSE_ENC_REQ"), (1, 3, "0b", "LL_PAUSE_ENC_RSP")]
            counters = [0, 0]
            for step, (node, header, body, name) in enumerate(talk):
                expected[data(t + 0.4 + step / 100, node, sealer.seal(header, body, counters[node], node == 0))] = name
                counters[node] += 1
            if number == 0:
                clear = data(t + 0.5, 0, "03010b")
            t += 1
    with watched_file(chromium, feed.report(directory, "pausing")) as page:
        said = lambda: page.evaluate("() => Faraday.app.model.records.map(record => Faraday.rowText.readable(Faraday.app.model, record))")
        sealed = page.evaluate("() => Faraday.app.model.records.filter(record => record.sealed).map(record => record.id)")
        checks.equal("what is encrypted before and after the pause is told apart from what is not", sealed, list(expected))
        checks.that("the central's answer to the pause is plain", "LL_PAUSE_ENC_RSP" in said()[clear], said()[clear])
        page.show("links")
        page.page.wait_for_selector(".linkbox")
        page.page.select_option(".keyform select", "LTK")
        page.page.fill(".keyform input >> nth=0", LTK)
        page.page.click(".keyform button")
        page.frames()
        rows = said()
        checks.equal("one key opens both stretches, each with its own numbers", {id: name for id, name in expected.items() if name not in rows[id]}, {})


def silent(checks, chromium, directory):
    """A link that falls silent is found by `error:` as it is by the button."""
    feed = Feed(origin="capture")
    feed.record(1, "air", "none", "advertising", "ch 37 CONNECT_IND", data="0522010203" + "0405c6" + "111213" + "1415d6" + "274a6550" + "563412" + "02" + "0000" + "1800" + "0000" + "6400" + "ffffffff1f" + "05", node=0, to=1, access=0x8E89BED6)
    feed.record(1.1, "air", "none", "data", "ch 5", data="0207" + "03000400" + "0a0300", node=0, to=1, access=ACCESS)
    last = feed.record(1.8, "air", "none", "data", "ch 5", data="0100", node=1, to=0, access=ACCESS)
    feed.record(5, "air", "none", "advertising", "ch 37 ADV_IND", data="0006111213" + "1415d6", node=1)
    search = "text => { const filter = new Faraday.Filter(); filter.set({ text }); return Faraday.app.model.records.filter(record => filter.test(record)).map(record => record.id); }"
    with watched_file(chromium, feed.report(directory, "silent")) as page:
        page.frames()
        checks.equal("a link that falls silent is an error of its last packet", page.evaluate(search, "error:"), [last])
        checks.equal("and it is found by its word", page.evaluate(search, "error:lost"), [last])
        checks.equal("other searches do not find it", page.evaluate(search, "error:auth"), [])
        page.page.fill("#query", "error:")
        page.wait("() => Faraday.app.filter.active && document.querySelectorAll('.rows [role=option]').length > 0")
        page.frames()
        rows = page.evaluate("() => Array.from({ length: Faraday.story.count() }, (_, row) => Faraday.story.describe(row).text)")
        checks.that("the conversation shows its end", any("is not heard any more" in row for row in rows), rows)


def values(checks, chromium, report):
    """Values of opened packets are said as the feed says those of others: the rows of MeaningsTests."""
    rows = [("2A37", "0648", "beats per minute 72, has contact"), ("2A37", "0448", "beats per minute 72, not has contact"), ("2A19", "57", "87 %"), ("2A29", "41636d65", "\"Acme\""), ("2A38", "01", "chest"),
            ("2A37", "194801" + "0a00" + "0004" + "8003", "beats per minute 328, energy expended 10, intervals 1024, 896"), ("2A37", "", None), ("2A37", "08", None), ("2A19", "ff", None), ("2A00", "ff", None), ("6B65", "01", None)]
    with watched_file(chromium, report) as page:
        for uuid, value, said in rows:
            checks.equal(f"{uuid} {value or '-'} is {said}", page.evaluate("([uuid, value]) => Faraday.openedValue(uuid, value)", [uuid, value]), said)
