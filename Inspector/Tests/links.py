"""The boxes of links, and what keys open. The packets are those of the specification (Core 6.0, Vol 6, Part C, 1; Vol 3, Part H, D)."""

import packets
from chromium import NARROW, watched_file
from reading import PHONE, Feed

ACCESS = 0x50655D45
LTK = "4C68384139F574D836BCF34E9DFB01BF"
IRK, PRIVATE = "ec0234a357c8ad05341010a60a397d9b", "70:81:94:0D:FB:AA"


def check(checks, chromium, report, directory):
    ciphers(checks, chromium, report)
    boxes(checks, chromium, report)
    late(checks, chromium, directory)
    keys(checks, chromium, directory)


def ciphers(checks, chromium, report):
    with watched_file(chromium, report) as page:
        page.evaluate("() => { globalThis.bytes = hex => Uint8Array.from(Faraday.format.bytes(hex.toLowerCase())); }")
        encrypt = "([key, text]) => Faraday.hexOf(Faraday.aes.encrypt(bytes(key), bytes(text)))"
        checks.equal("AES-128 as in FIPS 197, C.1", page.evaluate(encrypt, ["000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff"]), "69c4e0d86a7b0430d8cdb78070b4c55a")
        checks.equal("the session key of the sample data", page.evaluate(encrypt, [LTK, "0213243546576879ACBDCEDFE0F10213"]), "99ad1b5226a37e3e058e3b8e27c2c666")
        checks.equal("the hash of a private address", page.evaluate(f"() => Faraday.hexOf(Faraday.aes.hash(bytes('{IRK}'), bytes('708194')))"), "0dfbaa")
        opened = page.evaluate("""() => { const words = Faraday.aes.expand(bytes("99ad1b5226a37e3e058e3b8e27c2c666")), nonce = bytes("000000008024abdcbabebaafde");
            const data = bytes("9fcda7f448"), say = found => found && Faraday.hexOf(found), wrong = data.slice(); wrong[4] ^= 1;
            return [say(Faraday.aes.open(words, nonce, 0x0f, data)), say(Faraday.aes.open(words, nonce, 0x03, data)), say(Faraday.aes.open(words, nonce, 0x0e, data)), say(Faraday.aes.open(words, nonce, 0x0f, wrong)),
                say(Faraday.aes.seal(words, nonce, 0x0f, bytes("06")))]; }""")
        checks.equal("CCM opens it with other sequence bits, not with another LLID, nor with a wrong MIC; and closes it again", opened, ["06", "06", None, None, "9fcda7f448"])


TEXTS = "() => [...document.querySelectorAll('.linkbox')].map(box => box.innerText.replace(/\\n+/g, ' | '))"


def boxes(checks, chromium, report):
    with watched_file(chromium, report) as page:
        page.show("links")
        page.page.wait_for_selector(".linkbox")
        found = page.evaluate(TEXTS)
        checks.equal("there is a box for each link", len(found), page.evaluate("() => Faraday.app.model.links.length"))
        strap = next(text for text in found if "HR-1" in text)
        for part in ("Ada's iPhone \u2192 HR-1", "MTU | 185 bytes Ada's iPhone asks with 185, HR-1 offers 247", "Interval | 30 ms Ada's iPhone", "Timeout | 720 ms", "all 37 channels",
                     "PHY | LE 1M, never changed", "Encryption | off", "From HR-1 | -40 dBm (-44 to -37), 261 packets, 1 lost (0.38 %)"):
            checks.that(f"it says {part}", part in strap, strap)
        of_link = page.evaluate("() => Faraday.app.model.records.filter(record => record.kind === 'acl' && Faraday.links.of(Faraday.app.model, record) === null).length")
        checks.equal("each packet of a host belongs to a link", of_link, 0)
        page.page.click(".linkbox dd button >> nth=0")
        page.page.wait_for_selector("#detail:visible")
        checks.equal("who set it leads to the record", page.evaluate("() => Faraday.app.model.records[Faraday.app.selected].att"), "EXCHANGE_MTU_RSP")
    with watched_file(chromium, report, size=NARROW) as page:
        page.show("links")
        checks.that("the boxes fit 480 points", page.evaluate("() => Math.max(document.body.scrollWidth, document.querySelector('.views-links').scrollWidth)") <= NARROW["width"])


def late(checks, chromium, directory):
    """A link that was there before the capture, and a host's link that is changed, encrypted and ended."""
    feed = Feed(origin="capture")
    feed.record(0.0, "hci", "up", "event", "LE Enhanced Connection Complete", data=packets.connection_complete(1, 0, "C4:00:00:00:00:AA", 24))
    feed.record(0.1, "hci", "down", "acl", "link 1 SMP 0101000d100303", data="0201000b000700060001" + "01000d100303")
    feed.record(0.2, "hci", "up", "acl", "link 1 SMP 0204000d0f0303", data="0201200b000700060002" + "04000d0f0303")
    feed.record(0.3, "hci", "down", "command", "LE Enable Encryption", data="0119201c0100" + "00" * 10 + bytes.fromhex(LTK)[::-1].hex())
    feed.record(0.4, "hci", "up", "event", "Encryption Change", data="04080400010001")
    feed.record(0.5, "hci", "up", "acl", "link 1 LE signalling connectionParameterUpdateRequest", data="0201201000" + "0c000500" + "12010800" + "1800280004002c01")
    feed.record(0.6, "hci", "up", "event", "LE Connection Update Complete", data="043e0a0300010028000400" + "2c01")
    feed.record(0.7, "hci", "up", "event", "LE PHY Update Complete", data="043e060c0001000201")
    feed.record(0.8, "hci", "up", "event", "LE Data Length Change", data="043e0b0701" + "00fb004808" + "1b004801")
    feed.record(0.9, "hci", "up", "event", "Command Complete: Read RSSI ok", data="040e070105140001" + "00c8")
    feed.record(1.0, "hci", "up", "event", "Disconnection Complete", data=packets.disconnection(1, 0x08))
    feed.record(2.0, "air", "none", "data", "ch 3 empty [000] -> Other -70 dBm", node=1, data="0100", to=2, channel=3, access=0x12345678, rssi=-70)
    feed.record(2.1, "air", "none", "data", "ch 3 empty [000] -> k -80 dBm LOST", node=2, data="0500", to=1, channel=3, access=0x12345678, rssi=-80, lost=True)
    feed.record(3.0, "hci", "down", "acl", "link 64 ATT READ_REQ 0x0003", data="0240000700030004000a0300", att="READ_REQ", handle=3)
    with watched_file(chromium, feed.report(directory, "latelinks")) as page:
        page.show("links")
        page.page.wait_for_selector(".linkbox")
        first, second, third = page.evaluate(TEXTS)
        checks.that("a handle without a beginning has a box", "Handle 64 of Ada's iPhone" in third and "MTU | not told here" in third, third)
        for part in ("Link 1: Ada's iPhone \u2192 C4:00:00:00:00:AA", "to 1.000000 s: ended by silence: Ada's iPhone heard nothing more (Connection Timeout)", "Interval | 50 ms C4:00:00:00:00:AA", "Latency | 4 events may be skipped", "Timeout | 3 s",
                     "MTU | 23 bytes, never exchanged", "PHY | LE 2M / LE 1M", "Data length | 251 bytes / 27 bytes", "Encryption | on, AES-CCM Ada's iPhone, 0.400000", f"Key in use | {LTK.lower()}",
                     "Agreed by | Secure Connections, Numeric Comparison, bonding, key of 15 bytes", "At Ada's iPhone | -56 dBm, as its host last read"):
            checks.that(f"a host's link says {part}", part in first, first)
        for part in ("access address 0x12345678", "MTU | not told here: the link was there before", "Encryption | not begun here", "From Other | -80 dBm, 1 packet, 1 lost (100 %)", "-70 dBm, 1 packet, none lost", "to the end"):
            checks.that(f"a link that was there before says {part}", part in second, second)


def sniffed(directory):
    """What a sniffer hears of an encrypted link; and a private address that advertises."""
    feed = Feed(origin="capture")
    data = lambda t, node, text, data, **facts: feed.record(t, "air", "none", "data", f"ch 5 {text} -> {PRIVATE if node == 0 else PHONE} -40 dBm", node=node, data=data, to=2 if node == 0 else 0,
                                                            channel=5, access=ACCESS, rssi=-40, **facts)
    feed.record(0.0, "air", "none", "advertising", f"ch 37 ADV_IND advertiser={PRIVATE}", node=2, data=packets.advertising(PRIVATE, "020106"), channel=37, access=0x8E89BED6)
    data(0.1, 0, "LL encReq [010]", "0f17039078563412efcdab74241302f1e0dfcebdac24abdcba")
    data(0.2, 2, "LL encRsp [010]", "0b0d047968574635241302bebaafde")
    data(0.3, 2, "LL startEncReq [010]", "070105")
    data(0.4, 0, "LL unknown [010]", "0f059fcda7f448")
    data(0.5, 2, "LL unknown [010]", "0705a34c13a415")
    data(0.6, 0, "L2CAP 7a70 [010]", "0e1f7a70d66415226df26b17839a060405596bd6564f796b5b9ce6ff32f75a6d33")
    data(0.7, 2, "L2CAP f388 [010]", "061ff38881e7bd94c9c369b9a66846dd4786aa8c39ce540d0dae3adcdf89b96088")
    for t, node, pdu in SEALED:
        data(t, node, "L2CAP [010]", pdu)
    data(1.2, 2, "L2CAP [010]", "060b" + "00" * 11)
    feed.lines = [line.replace('"name": "Other"', f'"name": "{PRIVATE}"') for line in feed.lines]  # as captures name a node
    return feed.report(directory, "sniffed")


# ATT READ_REQ 0x0012, again, its answer; and after five lost packets a declaration of 2A37, and a notification of it.
SEALED = [(0.8, 0, "0e0b6c7e13319d9f9ee415cc88"), (0.85, 0, "0e0b6c7e13319d9f9ee415cc88"), (0.9, 2, "060a925df2b888a93e48dbb4"), (1.0, 2, "0611ecd910938963408656307392f39e160412"), (1.1, 2, "0a0d976adf9b76c59dd478e486fc10")]


def keys(checks, chromium, directory):
    with watched_file(chromium, sniffed(directory)) as page:
        said = lambda: page.evaluate("() => Faraday.app.model.records.map(record => Faraday.rowText.readable(Faraday.app.model, record))")
        before = said()
        checks.that("without a key the rows say that they are encrypted", all("encrypted, " in text and "need the link's key" in text for text in before[4:]), before[4:])
        page.show("links")
        page.page.wait_for_selector(".linkbox")
        checks.that("and the box that the key is missing", "Encryption | on, AES-CCM, not opened: its key is missing Ada's iPhone, 0.300000" in page.evaluate(TEXTS)[0], page.evaluate(TEXTS)[0])
        add = lambda kind, key, name="": (page.page.select_option(".keyform select", kind), page.page.fill(".keyform input >> nth=0", key), page.page.fill(".keyname", name), page.page.click(".keyform button"), page.frames())
        for key, problem in ((LTK[1:], "A key has 32 hexadecimal digits; these are 31."), ("x" + LTK[1:], "A key has hexadecimal digits only, not \u201cx\u201d.")):
            add("LTK", key)
            checks.equal(f"a wrong key is refused: {problem}", page.page.inner_text(".keyproblem"), problem)
        add("LTK", "00112233445566778899aabbccddeeff")
        checks.that("another key opens nothing", "opens nothing here" in page.page.inner_text(".keylist"), page.page.inner_text(".keylist"))
        backwards = bytes.fromhex(LTK)[::-1].hex()
        add("LTK", "0x" + backwards)
        checks.that("the key opens the packets, in either order of its bytes", "opens 9 packets of 10 on 0x50655D45" in page.page.inner_text(".keylist"), page.page.inner_text(".keylist"))
        after = said()
        for at, part in ((4, "LL_START_ENC_RSP"), (5, "LL_START_ENC_RSP"), (6, "channel 0x6463 "), (7, "channel 0x3637 "), (8, "ATT READ_REQ 0x0012"), (9, "ATT READ_REQ 0x0012"), (10, "ATT READ_RSP value=57"),
                         (11, "ATT READ_BY_TYPE_RSP"), (12, "ATT HANDLE_VALUE_NTF 0x0010 (Heart Rate Measurement 2A37) value=1e48"), (13, "need the link's key")):
            checks.that(f"row {at} says {part}", part in after[at], after[at])
        checks.equal("requests are joined with their answers", page.evaluate("() => Faraday.app.model.joins.airRequests.map(each => [each.down, each.up])"), [[8, 10]])
        checks.equal("the search finds what was opened", page.evaluate("() => { const filter = new Faraday.Filter(); filter.set({ text: 'att.handle = 0x0012' }); return Faraday.app.model.records.filter(record => filter.test(record)).length; }"), 3)
        box = page.evaluate(TEXTS)[0]
        checks.that("the box names the key", f"Key in use | {backwards} (entered)" in box and "a legacy key with EDIV 0x2474" in box, box)
        add("IRK", IRK, "Ada's watch")
        checks.that("an identity key says whose an address is", f"of Ada's watch: resolves {PRIVATE}" in page.page.inner_text(".keylist"), page.page.inner_text(".keylist"))
        row = said()[0]
        checks.that("also in the rows", f"{PRIVATE} (resolvable private, Ada's watch)" in row, row)
        checks.equal("and in the names of nodes", page.evaluate("() => Faraday.app.model.nodes.get(2).name"), f"Ada's watch ({PRIVATE})")
        checks.equal("nothing is written to the console", page.problems, [])
