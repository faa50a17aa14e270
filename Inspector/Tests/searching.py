"""The search: expressions of fields, what is wrong with a text and where, completion, and every word that is on the screen."""

from chromium import watched_file
from reading import Feed


def check(checks, chromium, report, world, directory):
    with watched_file(chromium, report) as page:
        expressions(checks, page, world)
        problems(checks, page)
        completion(checks, page)
        checks.equal("nothing is written to the console", page.problems, [])
    with watched_file(chromium, packets(directory)) as page:
        words(checks, page)
        rows(checks, page)
        checks.equal("nothing is written to the console here either", page.problems, [])


def search(page, text):
    page.page.fill("#query", text)
    page.page.press("#query", "Enter")
    page.frames()


def matching(page, text):
    """The numbers of the records that a search finds."""
    return page.evaluate("""text => { const filter = new Faraday.Filter(); filter.set({ text: text });
        return filter.problem ? filter.problem.text : Faraday.app.model.records.filter(record => filter.test(record)).map(record => record.id); }""", text)


def expressions(checks, page, world):
    lower = lambda record, key: str(record.get(key) or "").lower()
    handle = next(record["handle"] for record in world.records if record.get("handle"))
    wanted = {
        f"att.handle = 0x{handle:04x}": lambda r: r.get("handle") == handle,
        "att.handle >= 0x0010 and rssi < -40": lambda r: (r.get("handle") or 0) >= 0x10 and (r.get("rssi") or 0) < -40,
        "rssi < -40 or layer = app": lambda r: (r.get("rssi") or 0) < -40 or r["stair"] == "port",
        "layer = air and not (channel >= 37 or lost = yes)": lambda r: r["stair"] == "air" and not (r.get("channel", 99) >= 37 or r.get("lost")),
        "(layer = hci and device = HR-1) or flag = misuse": lambda r: r["stair"] == "hci" and r["name"] == "HR-1" or r.get("flag") == "misuse",
        "time > 5 and time <= 6s": lambda r: 5e9 < r["t"] <= 6e9,
        "time >= 0:05 time < 0:06.25": lambda r: 5e9 <= r["t"] < 6.25e9,
        "time = 0:08.7": lambda r: 8.7e9 <= r["t"] < 8.8e9,
        'uuid = "Battery Level"': lambda r: r.get("uuid") == "2A19",
        "uuid = 2a37 meaning ~ bpm": lambda r: r.get("uuid") == "2A37" and "bpm" in lower(r, "meaning"),
        "att.opcode != READ_REQ att.opcode = 0x0B": lambda r: r.get("att") == "READ_RSP",
        "rssi = -46dBm -lamp": lambda r: r.get("rssi") == -46 and "lamp" not in lower(r, "text") and "lamp" not in lower(r, "name"),
        "not layer:air not layer:hci": lambda r: r["stair"] not in ("air", "hci"),
        "op:read": lambda r: (r.get("att") or r["kind"]).lower().startswith("read") or r["text"].startswith("manager 1: readValue"),
    }
    for text, test in wanted.items():
        expected = [record["id"] for record in world.records if test(record)]
        found = matching(page, text)
        checks.that(f"the expression {text} finds what the feed has", found == expected and len(expected) > 0, (found if isinstance(found, str) else len(found), len(expected)))
    kinds = page.evaluate("() => [...document.querySelectorAll('#search select')[1].options].slice(1).map(option => option.value)")
    calls = [kind for kind in kinds if not kind.isupper()]
    checks.equal("the list of operations has calls before PDUs, each by its letters", kinds, sorted(calls, key=str.lower) + sorted(set(kinds) - set(calls)))


def problems(checks, page):
    wanted = {
        "rsi < -80": ("there is no field \u201crsi\u201d; did you mean rssi?", 0),
        "op:connect and rssi <": ("a value must stand after \u201c<\u201d", 20),
        "(rssi < -80 or flag:": ("this bracket is not closed", 0),
        "rssi < -80)": ("this bracket closes nothing", 10),
        "rssi < loud": ("rssi is a number, and \u201cloud\u201d is none", 7),
        "time = noon": ("time is seconds, or a time as rows have it, and \u201cnoon\u201d is neither", 7),
        "device < HR-1": ("device has no order: use =, != or ~", 7),
        "lost = maybe": ("lost is yes or no", 7),
        "lamp and": ("\u201cand\u201d needs something after it", 5),
        "or lamp": ("\u201cor\u201d needs something before it", 0),
        'lamp "two': ("the quotation mark is not closed", 5),
        "lamp ( )": ("nothing stands between these brackets", 5),
        "lamp = = 3": ("there is no field \u201clamp\u201d", 0),
    }
    for text, expected in wanted.items():
        found = page.evaluate("text => { const found = Faraday.query.parse(text, {}).problem; return found && [found.text, found.from]; }", text)
        checks.equal(f"what is wrong with {text} is said, and where", found and tuple(found), expected)
    search(page, "device:HR-1 and rsi < -80")
    said = page.page.inner_text("#queryproblem")
    checks.that("the page says it below the line", said.startswith("At character 17: there is no field \u201crsi\u201d; did you mean rssi?"), said)
    checks.equal("and marks the place", page.page.inner_text("#queryproblem mark"), "rsi")
    checks.equal("nothing is filtered by it", page.evaluate("() => Faraday.app.filter.active"), False)
    page.page.click("#search button:has-text('Clear')")
    checks.that("Clear takes it away", not page.page.is_visible("#queryproblem"))
    for harmless in ("status=Success", "->", "=", "D2:E2:E9:16:58:E7", "a/b", "http://x", "don't", "50%", "x!", "ends!"):
        found = page.evaluate("text => Faraday.query.parse(text, {}).problem", harmless)
        checks.equal(f"{harmless} is words", found, None)


def completion(checks, page):
    options = lambda: page.page.locator("#completion li b").all_inner_texts()
    page.page.fill("#query", "")
    page.page.type("#query", "rs")
    checks.equal("a field is offered while its name is typed", options(), ["rssi"])
    page.page.keyboard.press("ArrowDown")
    page.page.keyboard.press("Enter")
    checks.equal("and taken with Enter", page.page.input_value("#query"), "rssi ")
    checks.equal("then what compares", options(), ["=", "!=", "<", "<=", ">", ">="])
    page.page.fill("#query", "")
    page.page.type("#query", "device = ")
    checks.that("then the values that the feed has", {"HR-1", "Lamp", "\"Ada's iPhone\"".strip('"')} <= set(options()), options())
    page.page.fill("#query", "")
    page.page.type("#query", "op:read")
    found = options()
    begin = [text.lower().startswith("read") for text in found]
    checks.that("what begins as typed stands before what contains it", found and begin == sorted(begin, reverse=True) and begin[0], found)
    read, by_type = found.index("READ_REQ"), found.index("READ_BY_TYPE_REQ")
    checks.that("and what reads before what finds by type", read < by_type, found)
    page.page.keyboard.press("Escape")
    checks.equal("Escape closes the list and keeps the text", (page.page.is_visible("#completion"), page.page.input_value("#query")), (False, "op:read"))
    page.page.keyboard.press("Escape")
    checks.equal("and once more clears the text", page.page.input_value("#query"), "")


CONNECT = "e522" + "bb0000000052" + "aa00000000c4" + "455d6550" + "563412" + "01" + "0000" + "1800" + "0200" + "4800" + "ff00000010" + "29"


def packets(directory):
    """Packets whose words are not those of the trace."""
    feed = Feed(origin="capture")
    air = lambda t, kind, text, data, **facts: feed.record(t, "air", "none", kind, text, data=data, **facts)
    air(0.1, "advertising", "ch 39 CONNECT_IND initiator=52 -> Other", CONNECT, to=1, channel=39, access=0x8E89BED6)
    air(0.2, "advertising", "ch 12 AUX_CONNECT_REQ initiator=52 -> Other", CONNECT, to=1, channel=12, access=0x8E89BED6)
    air(0.3, "data", "ch 3 LL startEncReq [010]  -> Other -40 dBm", "070105", to=1, channel=3, access=0x50655D45)
    air(0.4, "data", "ch 4 LL connectionUpdateInd [010] interval=24 -> Other -40 dBm", "0f0c0001000018000300c8001000", to=1, channel=4, access=0x50655D45)
    air(0.5, "data", "ch 5 LL featureReq [010] features=23039 -> Other -40 dBm", "0f0908ff59000000000000", to=1, channel=5, access=0x50655D45)
    feed.record(0.6, "hci", "down", "acl", "link 1 SMP 0104000d100303", data="0201000b00070006000104000d100303")
    feed.record(0.7, "hci", "down", "command", "Read Local Extended Features 01", data="0104100101")
    feed.record(0.8, "hci", "up", "event", "Command Complete: Write Simple Pairing Mode ok", data="040e0401560c00")
    feed.record(0.9, "hci", "up", "event", "Command Status status=Success numHCICommandPackets=1 opcode=Write Secure Connections Host Support", data="040f0400017a0c")
    feed.record(1.0, "hci", "up", "event", "LE Connection Update Complete status=Success connectionHandle=0x0001", data="043e0a03000100180000004800")
    feed.record(1.1, "hci", "up", "acl", "link 1 ATT READ_RSP value=57", data="0201200600020004000b57", att="READ_RSP", handle=3, uuid="2A19", value="57", meaning="87 %")
    feed.record(1.2, "hci", "down", "acl", "link 1 LE signalling connectionParameterUpdateRequest", data="020100100" + "00c000500" + "12010800" + "1800280000004800")
    feed.record(1.3, "hci", "down", "acl", "link 1 ATT FIND_BY_TYPE_VALUE_REQ 0x0001...0xFFFF type=10240 value=0f18", data="0201000d00090004000601" + "00ffff0028" + "0f18")
    feed.record(1.4, "hci", "up", "event", "Command Status status=Success, and 1 byte more: 02", data="040f0500010d2002")
    feed.record(1.5, "hci", "up", "event", "LE Connection Update Complete, cut short", data="043e06030001001800")
    return feed.report(directory, "packetwords")


def words(checks, page):
    wanted = {"LL_START_ENC_REQ": [2], "pairing": [5, 7], "KeyboardDisplay": [5], "\"87 %\"": [10], "87 %": [10], "0x50655D45": [0, 1], "\"30 ms\"": [0, 1, 3, 9, 11, 14],
              "AUX_CONNECT_REQ": [1], "\"Battery Level\"": [10], "\"Extended Reject Indication\"": [4], "\"Channel Selection Algorithm #2\"": [4],
              "ll.opcode = LL_FEATURE_REQ": [4], "ll.opcode = 0x05": [2], "hci.opcode = 0x1004": [6], "hci.opcode ~ \"secure connections\"": [8], "smp.opcode = \"Pairing Request\"": [5],
              "hci.event = \"LE Connection Update Complete\"": [9, 14], "adv.type = CONNECT_IND": [0], "access = 0x50655D45": [2, 3, 4], "length < 4": [2]}
    for text, expected in wanted.items():
        checks.equal(f"the search {text} finds its rows", matching(page, text), expected)


def rows(checks, page):
    said = page.evaluate("() => Faraday.app.model.records.map(record => Faraday.rowText.readable(Faraday.app.model, record))")
    wanted = {
        0: ["ch 39 CONNECT_IND: initiator address 52:00:00:00:00:BB (resolvable private), advertiser address C4:00:00:00:00:AA (static random), access address 0x50655D45",
            "interval 30 ms, latency 2, timeout 720 ms, channel map 9 channels, without 8"],
        1: ["ch 12 AUX_CONNECT_REQ: "],
        2: ["ch 3 LL_START_ENC_REQ [010] to Other -40 dBm"],
        3: ["LL_CONNECTION_UPDATE_IND [010]: ", "interval 30 ms, latency 3, timeout 2 s"],
        4: ["LL_FEATURE_REQ [010]: features LE Encryption, Connection Parameters Request, Extended Reject Indication, Peripheral-initiated Features Exchange and 8 more"],
        5: ["SMP Pairing Request: KeyboardDisplay; bonding, MITM, Secure Connections"],
        6: ["Read Local Extended Features: "],
        7: ["Command Complete: Write Simple Pairing Mode ok"],
        8: ["Command Status: Write Secure Connections Host Support ok"],
        9: ["LE Connection Update Complete: ", "connection interval 30 ms, peripheral latency 0, supervision timeout 720 ms"],
        10: ["ATT READ_RSP value=57", "87 %"],
        11: ["L2CAP Connection Parameter Update Request: interval min 30 ms, interval max 50 ms, latency 0, timeout 720 ms"],
        13: ["Command Status: LE Create Connection ok: and 1 byte more: 02"],
        14: ["connection interval 30 ms, peripheral latency missing"],
        12: ["type=2800 (Primary Service) value=180F (Battery)"],
    }
    for at, parts in wanted.items():
        checks.that(f"row {at} says {parts[0][:60]}", all(part in said[at] for part in parts), said[at])
    page.evaluate("() => Faraday.app.select(1)")
    page.page.wait_for_selector("#detail .fields")
    checks.that("the fields name it too", "AUX_CONNECT_REQ" in page.page.inner_text("#detail .fields"))
