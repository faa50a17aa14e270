"""Captures: a page that opens with what was said, in the time of its day, with errors that can be found and logs beside it."""

import json
import subprocess

import feeds
import packets
from accessibility import rules
from chromium import NARROW, WIDE, assemble, watched_file

SECOND = 1_000_000_000
EPOCH = "2023-11-14T22:13:20.000500Z"
ROWS = """() => { const story = Faraday.story, rows = story.rows, kinds = Faraday.rows.type, model = Faraday.app.model, found = [];
    for (let row = 0; row < rows.count; row++) {
        const kind = rows.types[row], entry = kind === kinds.talk ? rows.talk[rows.at[row]] : null;
        const said = entry ? Faraday.talkText.describe(model, entry) : kind === kinds.log ? Faraday.logs.describe(rows.logs[rows.at[row]]) : Faraday.rowText.describe(model, rows, row);
        found.push({kind: entry ? entry.kind : Object.keys(kinds).find(name => kinds[name] === kind), ids: entry ? entry.ids : [], count: entry ? entry.count : null, time: said.time, who: said.who, text: said.text, badge: said.badge});
    }
    return found; }"""


def check(checks, chromium, directory, failing, faraday=None):
    for part in (conversation, pairing, errors, hosts, sniffed, damaged, clock, logs, worlds, accessible):
        part(checks, chromium, directory, failing)
    if faraday:
        written(checks, chromium, directory, faraday)


class Capture:
    """Lines of a capture, record by record: packets alone, and no header's word of a world."""

    names = {0: "adapter 0", 1: "Lock"}

    def __init__(self, **header):
        self.lines = [{"faraday": "trace", "version": 1, "origin": "capture", "title": "lock.pcapng", "epoch": EPOCH, **header}]

    def record(self, t, stair, direction, kind, text, data, node=0, **facts):
        number = len(self.lines) - 1
        self.lines.append({"id": number, "t": round(t * SECOND), "node": node, "name": self.names[node], "stair": stair, "dir": direction, "kind": kind, "text": text, "bytes": data, **facts})
        return number

    def event(self, t, text, data):
        return self.record(t, "hci", "up", "event", text, data)

    def command(self, t, text, data):
        return self.record(t, "hci", "down", "command", text, data)

    def att(self, t, attribute, is_sent):
        return self.record(t, "hci", "down" if is_sent else "up", "acl", f"link 64 {attribute.text}", packets.acl(64, attribute, is_sent), **attribute.facts)

    def frame(self, t, channel, data, is_sent, text):
        frame = packets.little(len(data) // 2, 2) + packets.little(channel, 2) + data
        return self.record(t, "hci", "down" if is_sent else "up", "acl", f"link 64 {text}", "02" + packets.little(64 | (0 if is_sent else 0x2000), 2) + packets.little(len(frame) // 2, 2) + frame)

    def connected(self, t, status=0):
        return self.event(t, "LE Connection Complete", f"043e1301{status:02x}400000" + "01" + "0102030405c6" + "1800" + "0000" + "4800" + "00")

    def disconnected(self, t, reason):
        return self.event(t, "Disconnection Complete", f"0405040040 00{reason:02x}".replace(" ", ""))

    def report(self, directory, name):
        feed = directory / (name + ".jsonl")
        feed.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in self.lines) + "\n")
        return assemble(feed, directory / (name + ".html"))


def captured(failing):
    """What a capture of the failing test's world has: its packets, without the app, the test and the world."""
    capture = Capture(title="strap.pcapng")
    for record in failing.records:
        if record["stair"] in ("hci", "air"):
            capture.lines.append({**record, "id": len(capture.lines) - 1})
    return capture


def conversation(checks, chromium, directory, failing):
    """Each request is one row with its answer, whatever layers it crossed; each advertiser is one until it is connected to."""
    capture = captured(failing)
    records = capture.lines[1:]
    with watched_file(chromium, capture.report(directory, "strap")) as page:
        page.frames()
        checks.equal("a capture opens with its conversation", page.evaluate("() => Faraday.rows.levels[Faraday.story.level].id"), "talk")
        checks.that("and not with an empty page", page.page.locator(".story .empty").is_hidden() and page.page.locator(".row:visible").count() > 10)
        rows = page.evaluate(ROWS)
        sent = [each for each in records if each["stair"] == "hci" and each["dir"] == "down"]
        for name, words in (("READ_REQ", "reads 0x"), ("WRITE_REQ", "writes 0x"), ("EXCHANGE_MTU_REQ", "offers an MTU")):
            wanted = sum(each.get("att") == name for each in sent)
            checks.equal(f"each {name} is one row", sum(row["text"].startswith(words) for row in rows if row["kind"] == "att"), wanted)
        reads = [row for row in rows if row["text"].startswith("reads 0x")]
        values = [each["value"] for each in sent if each.get("att") == "READ_RSP"]
        checks.equal("with its answer", [value for value in values if not any(f"\u2192  {value}  =  " in row["text"] for row in reads)], [])
        layers = {(records[id]["stair"], records[id]["att"]) for id in reads[0]["ids"]}
        checks.equal("and the packets of all layers", layers, {(stair, att) for stair in ("hci", "air") for att in ("READ_REQ", "READ_RSP")})
        adverts = [row for row in rows if row["kind"] == "advert"]
        checks.equal("no advertising packet is missing in the folds", sum(row["count"] for row in adverts), sum(" ADV_IND " in each["text"] for each in records))
        checks.that("which are few", 2 <= len(adverts) <= 6, len(adverts))
        checks.that("and say how often", all(f"advertises, {row['count']} times" in row["text"] for row in adverts if row["count"] > 1), adverts)
        notified = sum(each.get("att") == "HANDLE_VALUE_NTF" for each in sent)
        checks.equal("nor a notification", sum(row["count"] for row in rows if row["kind"] == "notify"), notified)
        discoveries = [row["text"] for row in rows if row["kind"] == "discovery"]
        checks.that("a discovery is one row, with what it found", len(discoveries) >= 2 and all(text.startswith("discovers, in 2 requests") and text.endswith("; 1 characteristic") for text in discoveries), discoveries)
        ends = [row for row in rows if row["kind"] == "end"]
        checks.equal("a lost link says so, once for both ends", [(row["badge"], "Connection Timeout (0x08)" in row["text"]) for row in ends], [("Lost", True)])
        connects = [row for row in rows if row["kind"] == "connect" and row["text"].startswith("connects to")]
        checks.equal("and each connection is one row", len(connects), sum("CONNECT" in each["text"] for each in records if each["stair"] == "air"))
        first = next(at for at, row in enumerate(rows) if row["kind"] == "att" and row["text"].startswith("reads"))
        count = lambda: sum(row["kind"] != "gap" for row in page.evaluate(ROWS))  # packets fill the gaps
        before = count()
        page.evaluate("row => { Faraday.story.active = row; }", first)
        page.page.focus(".rows")
        page.page.keyboard.press("Enter")
        page.frames()
        checks.equal("a row that is unfolded shows it", page.page.inner_text(f"#row-{page.evaluate('() => Faraday.story.active')} .badge"), "\u25be")
        checks.equal("Enter unfolds a row into its packets", count(), before + len(rows[first]["ids"]) - 1)
        page.page.keyboard.press("Enter")
        page.frames()
        checks.equal("and folds it again", count(), before)
        said = " ".join(page.page.inner_text("#detail .said p").split())
        checks.that("the details say the whole of it", " ".join(rows[first]["text"].split()) in said, said)
        page.page.click("#detail .said summary")
        page.page.click("#detail .said .step >> nth=1")
        page.frames()
        checks.equal("and lead to each of its packets", page.evaluate("() => Faraday.app.selected"), rows[first]["ids"][1])
        page.page.select_option("select[aria-label=Operation]", "READ_REQ")
        page.frames()
        checks.that("a filter keeps whole rows", all(row["kind"] == "att" and row["text"].startswith("reads") for row in page.evaluate(ROWS) if row["kind"] != "gap"))
        checks.equal("nothing is written to the console", page.problems, [])


def pairing(checks, chromium, directory, failing):
    """Pairing is one row that says how, and what came of it; encryption with a key from before is another."""
    capture = Capture()
    capture.connected(1)
    def pair(t, io, auth, rest):
        """IO capability 3 is NoInputNoOutput, 4 KeyboardDisplay; AuthReq 9 is bonding and Secure Connections, 0D also MITM."""
        ids = [capture.frame(t, 6, f"01{io:02x}00{auth:02x}100101", True, "SMP Pairing Request"), capture.frame(t + 0.1, 6, f"02{io:02x}00{auth:02x}100101", False, "SMP Pairing Response")]
        return ids + [capture.frame(t + 0.2 + 0.1 * at, 6, data, sent, "SMP") for at, (data, sent) in enumerate(rest)]
    failed = pair(2, 3, 9, [("03" + "11" * 16, True), ("0504", False)])
    done = pair(4, 4, 0x0D, [("0c" + "22" * 64, True), ("0d" + "33" * 16, True)])
    done.append(capture.command(5, "LE Enable Encryption", "0119201c4000" + "00" * 26))
    done.append(capture.event(5.1, "Encryption Change", "0408040040 0001".replace(" ", "")))
    done.append(capture.frame(5.2, 6, "08" + "44" * 16, False, "SMP Identity Information"))
    capture.disconnected(6, 0x13)
    capture.connected(7)
    capture.command(7.1, "LE Enable Encryption", "0119201c4000" + "00" * 26)
    capture.event(7.2, "Encryption Change", "04080400400001")
    with watched_file(chromium, capture.report(directory, "pairing")) as page:
        page.frames()
        rows = [row for row in page.evaluate(ROWS) if row["kind"] == "pairing"]
        checks.equal("a pairing that fails says why", (rows[0]["text"], rows[0]["badge"], rows[0]["ids"]),
                     ("pairs: Just Works, LE Secure Connections, bonding  \u2192  failed: Confirm Value Failed (0x04)", "Failed", failed))
        checks.equal("one that works is one row until its keys are given", (rows[1]["text"], rows[1]["ids"]),
                     ("pairs: Numeric Comparison, LE Secure Connections, bonding  \u2192  encrypted, gives IRK", done))
        checks.equal("and encryption without pairing is told apart", [row["text"] for row in rows[2:]], ["encrypts with a key from before  \u2192  encrypted"])
        ends = [row for row in page.evaluate(ROWS) if row["kind"] == "end"]
        checks.equal("an end says who wanted it", (ends[0]["who"], ends[0]["text"], ends[0]["badge"]), ("C6:05:04:03:02:01", "ends the link with adapter 0", None))


def errors(checks, chromium, directory, failing):
    """Errors are refused requests and procedures, failed pairings and lost links; the end of a discovery is none."""
    capture, wrong = Capture(), []
    capture.connected(1)
    capture.att(2, packets.read(3, "2A19"), True)
    wrong.append(capture.att(2.1, packets.Attribute("ERROR_RSP", "010a030005", "requestOpcode=READ_REQ"), False))
    capture.att(3, packets.read_declarations(1, 0xFFFF), True)
    capture.att(3.1, packets.Attribute("ERROR_RSP", "010801000a", "requestOpcode=READ_BY_TYPE_REQ"), False)
    capture.att(4, packets.write(5, "2A06", "2A06", "01"), True)
    wrong.append(capture.att(4.1, packets.Attribute("ERROR_RSP", "011205000a", "requestOpcode=WRITE_REQ"), False))
    wrong.append(capture.event(5, "Command Status status=Command Disallowed numHCICommandPackets=1 opcode=LE Set PHY", "040f040c013220"))
    wrong.append(capture.event(5.1, "Command Complete: LE Set Scan Enable Invalid HCI Command Parameters", "040e04010c2012"))
    wrong.append(capture.frame(5.2, 6, "0503", False, "SMP 0503"))
    capture.frame(5.3, 5, "12010800060006000000c800", True, "L2CAP")
    wrong.append(capture.frame(5.4, 5, "130102000100", False, "L2CAP"))
    wrong.append(capture.record(5.5, "air", "none", "data", "ch 5 LL rejectExtInd", "0303111620".replace(" ", ""), node=1, to=0, access=7))
    capture.disconnected(6, 0x13)
    capture.connected(7)
    wrong.append(capture.disconnected(8, 0x08))
    wrong.append(capture.connected(9, status=0x3E))
    capture.connected(9.5, status=0x02)
    with watched_file(chromium, capture.report(directory, "errors")) as page:
        page.frames()
        found = page.evaluate("() => Faraday.app.model.records.filter(Faraday.marks.isError).map(record => record.id)")
        checks.equal("these packets are errors, and no others", found, wrong)
        for rule, query, count in (("error: alone finds them", "error:", len(wrong)), ("and with a minus all others", "-error:", len(capture.lines) - 1 - len(wrong)),
                                   ("a word after it narrows them", "error:authentication", 2), ("within quotation marks it is text", '"error: x"', 0), ("", "", None)):
            page.page.fill("#query", query)
            page.page.press("#query", "Enter")
            page.frames()
            if count is not None:
                checks.equal(rule, page.page.inner_text(".summary"), f"{count} records found")
        page.evaluate("() => { Faraday.story.active = -1; Faraday.story.list.scrollTop = 0; }")
        visited = []
        for _ in range(20):
            page.page.click("text=Error \u203a")
            page.frames()
            row = page.evaluate("() => Faraday.story.active")
            if visited and row == visited[-1]:
                break
            visited.append(row)
        shown = page.evaluate(ROWS)
        reached = {id for row in visited for id in shown[row]["ids"]}
        checks.equal("the button goes to each of them", [id for id in wrong if id not in reached], [])
        checks.that("and then says that there is no more", "No error after this" in page.page.inner_text("#message"))
        texts = [row["text"] for row in shown]
        checks.that("a refused request stands in the row of its request", any(text.startswith("reads 0x0003") and text.endswith("refused: Insufficient Authentication (0x05)") for text in texts), texts)
        checks.that("and so does a refused procedure", any(text.startswith("asks for an interval of 7.5 ms to 7.5 ms") and "refused" in text for text in texts), texts)
    world = Capture(origin="world")
    flagged = [world.record(1, "world", "none", "note", "note: she walks away", None, flag="note"), world.record(2, "world", "none", "misuse", "MISUSE", None, flag="misuse")]
    world.record(3, "hci", "down", "command", "Reset", "01030c00")
    with watched_file(chromium, world.report(directory, "flags")) as page:
        page.page.fill("#query", "flag:")
        page.page.press("#query", "Enter")
        page.frames()
        checks.equal("flag: alone finds all flags", page.page.inner_text(".summary"), f"{len(flagged)} records found")


def hosts(checks, chromium, directory, failing):
    """Two controllers of one file that talk to each other have one row for each thing; each end of a link has a name."""
    capture = Capture()
    def both(t, data, text, is_sent, att=None, **facts):
        ids = [capture.record(t + 0.01 * end, "hci", "down" if end == 0 else "up", "acl", text, "02" + packets.little(64 + node | (0x2000 if end else 0), 2) + data, node=node, att=att, **facts)
               for end, node in enumerate((0, 1) if is_sent else (1, 0))]
        return ids
    capture.record(0, "hci", "down", "command", "LE Set Random Address", "010520060102030405c6", node=1)
    capture.record(0, "hci", "up", "event", "Command Complete: Read BD_ADDR ok", "040e0a01091000a1a2a3a4a5a6", node=0)
    for node, role, peer in ((0, "00", "010102030405c6"), (1, "01", "00a1a2a3a4a5a6")):
        capture.record(1, "hci", "up", "event", "LE Connection Complete", f"043e130100{64 + node:02x}00{role}{peer}1800000048" + "0000", node=node)
    ids = both(2, "0700" + "0300" + "0400" + "0a0300", "ATT READ_REQ", True, "READ_REQ", handle=3) + both(2.1, "0600" + "0200" + "0400" + "0b64", "ATT READ_RSP", False, "READ_RSP", value="64")
    for node, reason in ((0, 0x16), (1, 0x13)):
        capture.record(3, "hci", "up", "event", "Disconnection Complete", f"04050400{64 + node:02x}00{reason:02x}", node=node)
    with watched_file(chromium, capture.report(directory, "hosts")) as page:
        page.frames()
        rows = [(row["kind"], row["who"], row["text"], row["ids"]) for row in page.evaluate(ROWS) if row["kind"] != "gap"]
        wanted = [("connect", "adapter 0", "connects to Lock", [2, 3]), ("att", "adapter 0", "reads 0x0003  \u2192  64", ids), ("end", "adapter 0", "ends the link with Lock", [8, 9])]
        checks.equal("two hosts in one file have one conversation", rows, wanted)
    capture = Capture()
    capture.event(1, "LE Connection Complete", "043e13010040000101" + "0102030405c6" + "1800" + "0000" + "4800" + "00")
    capture.att(2, packets.read(3, "2A19"), False)
    capture.att(2.1, packets.read_answer("2A19", "64", "100 %"), True)
    with watched_file(chromium, capture.report(directory, "server")) as page:
        page.frames()
        rows = [(row["who"], row["text"]) for row in page.evaluate(ROWS) if row["kind"] != "gap"]
        peer = "C6:05:04:03:02:01"
        checks.equal("of a peripheral's host, the peer asks", rows, [(peer, "connects to adapter 0"), (peer, "reads 0x0003 Battery Level  \u2192  64  =  100 %")])


def sniffed(checks, chromium, directory, failing):
    """The air alone: what is encrypted is told apart, and a link that falls silent is over though no packet says so."""
    capture = Capture()
    access = 0x50654A27
    def data(t, node, kind, body, **facts):
        return capture.record(t, "air", "none", "data", "ch 5", f"{kind:02x}{len(body) // 2:02x}" + body, node=node, to=1 - node, access=access, **facts)
    # CONNECT_IND: both addresses, then the link's numbers; the supervision timeout is 1 s (64 00).
    capture.record(1, "air", "none", "advertising", "ch 37 CONNECT_IND", "0522010203" + "0405c6" + "111213" + "1415d6" + "274a6550" + "563412" + "02" + "0000" + "1800" + "0000" + "6400" + "ffffffff1f" + "05", to=1, access=0x8E89BED6)
    request = data(1.1, 0, 2, "03000400" + "0a0300", att="READ_REQ", handle=3)
    answer = data(1.15, 1, 6, "02000400" + "0b64", att="READ_RSP", handle=3, value="64")
    again = data(1.2, 1, 6, "02000400" + "0b64", att=None)
    data(1.3, 0, 3, "03" + "00" * 22)
    data(1.4, 1, 3, "04" + "00" * 12)
    data(1.5, 1, 3, "05")
    hidden = [data(1.6, 0, 3, "0d06aabbccdd"), data(1.7, 0, 2, "05000400" + "010a030005" + "aabbccdd")]
    last = data(1.8, 1, 1, "")
    capture.record(5, "air", "none", "advertising", "ch 37 ADV_IND", "0006111213" + "1415d6", node=1)
    with watched_file(chromium, capture.report(directory, "sniffed")) as page:
        page.frames()
        rows = [row for row in page.evaluate(ROWS) if row["kind"] != "gap"]
        checks.equal("the story of a link on the air", [row["kind"] for row in rows], ["connect", "att", "pairing", "secret", "end", "advert"])
        checks.equal("a packet that is sent again is in the row of the first", rows[1]["ids"], [request, answer, again])
        checks.equal("what is encrypted is no error, whatever it looks like", (rows[3]["ids"], rows[3]["text"], page.evaluate("() => Faraday.app.model.records.filter(Faraday.marks.isError).length")),
                     (hidden, "2 encrypted packets without a key to read them", 0))
        checks.that("encryption is known from what follows", rows[2]["text"].endswith("encrypted"), rows[2]["text"])
        checks.equal("a link that falls silent is over", (rows[4]["ids"], rows[4]["badge"], "is not heard any more" in rows[4]["text"]), ([last], "Lost", True))


DAMAGE = """rounds => {
    let seed = 1;
    const random = most => { seed = (seed * 48271) % 2147483647; return seed % most; };
    const damage = hex => { let text = hex;
        for (let k = random(3); k >= 0; k--) { const at = 2 * random(text.length / 2 || 1); text = text.slice(0, at) + random(256).toString(16).padStart(2, "0") + text.slice(at + 2); }
        return random(4) ? text : text.slice(0, 2 * random(text.length / 2 || 1)); };
    const lines = Faraday.app.model.records, found = {entries: 0};
    for (let round = 0; round < rounds; round++) {
        const model = new Faraday.Model();
        model.add({faraday: "trace", version: 1, origin: "capture"});
        for (const record of lines) model.add({...record, bytes: damage(record.bytes), lost: false});
        const talk = Faraday.conversation(model);
        for (const entry of talk.entries) if (!Faraday.talkText.describe(model, entry).text) throw new Error("an entry says nothing");
        model.records.forEach(record => Faraday.marks.isError(record));
        found.entries += talk.entries.length;
    }
    return found.entries;
}"""


def damaged(checks, chromium, directory, failing):
    """Whatever bytes a file has, each entry says something and nothing is thrown."""
    with watched_file(chromium, captured(failing).report(directory, "strap")) as page:
        checks.that("damaged packets break nothing", page.evaluate(DAMAGE, 12) > 1000)
    with watched_file(chromium, directory / "pairing.html") as page:
        checks.that("nor in a pairing", page.evaluate(DAMAGE, 400) > 1000)
    with watched_file(chromium, directory / "errors.html") as page:
        checks.that("nor errors", page.evaluate(DAMAGE, 400) > 1000)


def times(page):
    return [row["time"] for row in page.evaluate(ROWS) if row["kind"] != "gap"]


def clock(checks, chromium, directory, failing):
    """Captures have the time of their day, in the zone of the reader or UTC, or count from a record."""
    capture = Capture()
    capture.command(0, "Reset", "01030c00")
    capture.connected(0.25)
    capture.disconnected(7200, 0x13)
    path = capture.report(directory, "clock")
    with watched_file(chromium, path, timezone_id="Asia/Kolkata") as page:
        page.frames()
        checks.equal("rows have the time of the day here, and another day with its date", times(page), ["03:43:20.000500", "03:43:20.250500", "05:43:20.000500"])
        checks.that("the header has day, time and zone", "15 Nov 2023, 03:43:20 UTC+05:30" in page.page.inner_text("#subtitle"), page.page.inner_text("#subtitle"))
        page.page.select_option(".clock", "utc")
        page.frames()
        checks.equal("or that of UTC", times(page), ["22:13:20.000500", "22:13:20.250500", "15 Nov 00:13:20"])
        for query, wanted in (("time = 22:13:20", [0, 1]), ("time = 22:13:20.2", [1]), ("time >= 22:14", [2]), ("time = 2023-11-15T00:13", [2]), ('time = "15 Nov"', [2]), ('time < "14 Nov 2023, 22:13:20.1"', [0]), ("time = 00:13:20", [2]), ("time != 2023-11-14T22:13Z", [2])):
            found = page.evaluate("text => { const filter = new Faraday.Filter(); filter.set({ text: text }); return filter.problem ? filter.problem.text : Faraday.app.model.records.filter(record => filter.test(record)).map(record => record.id); }", query)
            checks.equal(f"a search finds {query}", found, wanted)
        page.evaluate("() => Faraday.app.select(1)")
        page.frames()
        checks.that("details say everything", "14 Nov 2023, 22:13:20.250500 UTC" in page.page.inner_text("#detail .facts") and "0.250000 s after the first packet" in page.page.inner_text("#detail .facts"))
        page.page.keyboard.press("r")
        page.frames()
        checks.equal("times count from the selected record", times(page), ["-0.250000", "+0.000000", "+1:59:59.750000"])
        page.page.select_option(".clock", "start")
        page.frames()
        checks.equal("or from the start", times(page), ["0.000000", "0.250000", "2:00:00.000000"])
        words = ""
        for view in ("story", "air", "gatt", "numbers", "compare"):
            page.show(view)
            words += page.page.inner_text("body")
        checks.that("no view speaks of virtual time", "virtual" not in words)
        checks.equal("nothing is written to the console", page.problems, [])
    with watched_file(chromium, Capture.report(dated(capture, "1970-01-01T00:00:01Z"), directory, "undated")) as page:
        page.frames()
        checks.equal("a recorder without a clock counts from the start", times(page)[0], "0.000000")
        checks.that("and says so", "no date in this file" in page.page.inner_text("#subtitle"))
        checks.equal("there is no time of day to choose", page.page.locator(".clock option").all_inner_texts(), ["Since the start", "Since the selected record"])
    with watched_file(chromium, Capture.report(dated(capture, EPOCH, origin="world"), directory, "world")) as page:
        page.frames()
        checks.that("a world keeps its virtual time", "of virtual time" in page.page.inner_text("#subtitle") and page.page.locator(".clock").is_hidden())


def dated(capture, epoch, **header):
    other = Capture(epoch=epoch, **header)
    other.lines += capture.lines[1:]
    return other


def load(page, name, text):
    before = page.evaluate("() => Faraday.logs.files.length")
    page.page.set_input_files(".capturebar input[type=file]", files=[{"name": name, "mimeType": "text/plain", "buffer": text.encode()}])
    page.wait("before => Faraday.logs.files.length > before", before)
    page.frames()


LOG_FORMS = [
    ("dates with a zone", "2023-11-14T22:13:21.500Z boot\n2023-11-14T23:13:22+01:00 ready\n", [1.4995, 1.9995]),
    ("dates of the chosen zone", "2023-11-14 22:13:21,500 boot\n", [1.4995]),
    ("times of day", "22:13:21.500 boot\n[22:13:22] ready\n", [1.4995, 1.9995]),
    ("times of day over midnight", "23:59:59.000 a\n00:00:01.000 b\n", [6398.9995, 6400.9995]),
    ("a kernel's seconds", "[    1.500000] boot\n[   12.250000] ready\n", [1.5, 12.25]),
    ("seconds", "1.5 boot\n2.25: ready\n", [1.5, 2.25]),
    ("milliseconds of ESP-IDF", "I (1500) main: boot\n\x1b[31mE (2250) bt: failed\x1b[0m\n", [1.5, 2.25]),
]


def logs(checks, chromium, directory, failing):
    """Lines of a text log stand between packets by their times, in any of the forms that logs have."""
    capture = Capture()
    for t in range(5):
        capture.command(t, "Reset", "01030c00")
    path = capture.report(directory, "logs")
    with watched_file(chromium, path, timezone_id="UTC") as page:
        page.frames()
        for name, text, wanted in LOG_FORMS:
            found = page.evaluate("text => { const file = Faraday.logs.add('x.log', text), found = file.list.map(line => line.t / 1e9); Faraday.logs.remove(file); return found; }", text)
            checks.equal(f"read: {name}", [round(t, 6) for t in found], wanted)
        load(page, "lock.log", "1.5 boot\n  of the lock\n3.25 ready\n")
        rows = [(row["kind"], row["text"]) for row in page.evaluate(ROWS) if row["kind"] != "gap"]
        radio = ("radio", "resets its controller")
        checks.equal("lines stand between packets by their time", rows, [radio, radio, ("log", "1.5 boot"), ("log", "  of the lock"), radio, radio, ("log", "3.25 ready"), radio])
        said = page.page.inner_text(".logline .told")
        checks.that("the page says which lines had no time", "3 lines with seconds since its start; 1 line without a time" in said, said)
        checks.equal("and so does the line", [row["badge"] for row in page.evaluate(ROWS) if row["kind"] == "log"], [None, "No time", None])
        page.page.fill(".logline .shift", "1")
        page.page.press(".logline .shift", "Enter")
        page.frames()
        order = [row["kind"] for row in page.evaluate(ROWS) if row["kind"] != "gap"]
        checks.equal("an offset moves them", order, ["radio"] * 3 + ["log"] * 2 + ["radio"] * 2 + ["log"])
        page.evaluate("() => Faraday.app.select(1)")
        page.page.click("text=First line at the selection")
        page.frames()
        checks.equal("and so does a record that is the log's beginning", page.evaluate("() => Faraday.logs.lines.map(line => line.t / 1e9)"), [1, 1, 2.75])
        for rule, query, wanted in (("a search finds their words", "boot", ["1.5 boot"]), ("all of them are a layer", "layer:log", ["1.5 boot", "  of the lock", "3.25 ready"]), ("packets are another", "layer:hci", [])):
            page.page.fill("#query", query)
            page.page.press("#query", "Enter")
            page.frames()
            checks.equal(rule, [row["text"] for row in page.evaluate(ROWS) if row["kind"] == "log"], wanted)
        page.page.fill("#query", "")
        page.page.press("#query", "Enter")
        page.evaluate("() => Faraday.story.setLevel('hci')")
        page.frames()
        checks.equal("they stand at every zoom with records", sum(row["kind"] == "log" for row in page.evaluate(ROWS)), 3)
        page.page.click("[aria-label='Remove lock.log']")
        page.frames()
        checks.that("a log can be removed", page.page.locator(".logs").is_hidden() and not any(row["kind"] == "log" for row in page.evaluate(ROWS)))
        page.evaluate("""() => { const data = new DataTransfer(); data.items.add(new File(["<img src=x onerror=alert(1)> 1.5\\n2.5 <b>x</b>\\n"], "dropped.log"));
            for (const name of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(name, {dataTransfer: data, bubbles: true, cancelable: true})); }""")
        page.wait("() => Faraday.logs.files.length === 1")
        page.frames()
        checks.equal("a file that is dropped is a log, and its text stays text", (page.evaluate("() => Faraday.logs.files[0].name"), page.page.locator(".rows img, .rows b").count()), ("dropped.log", 0))
        checks.equal("nothing is written to the console", page.problems, [])
        checks.equal("and nothing leaves the page", page.requests, [])


def worlds(checks, chromium, directory, failing):
    """A world in which no app called anything opens with its conversation; one with an app, with its story."""
    level = "() => Faraday.rows.levels[Faraday.story.level].id"
    world = captured(failing)
    world.lines[0] = {**world.lines[0], "origin": "world"}
    with watched_file(chromium, world.report(directory, "served")) as page:
        page.frames()
        checks.equal("a world without calls opens with its conversation", page.evaluate(level), "talk")
        page.evaluate("() => Faraday.story.setLevel('story')")
        page.frames()
        checks.equal("until the reader chooses", page.evaluate(level), "story")
        checks.that("and an empty zoom says where the records are", "are packets, at Conversation and nearer" in page.page.inner_text(".story .empty"), page.page.inner_text(".story .empty"))
    feed = directory / "app.jsonl"
    feed.write_text(feeds.passing().text())
    with watched_file(chromium, assemble(feed, directory / "withapp.html")) as page:
        page.frames()
        checks.equal("a world with an app opens with its story", page.evaluate(level), "story")


def written(checks, chromium, directory, faraday):
    """Captures that the tool writes, in each of its formats: every packet with content is in a row, and requests are not counted twice."""
    for name in ("demo.pcapng", "demo.btsnoop", "demo.pklg"):
        subprocess.run([faraday, "demo", "--capture", directory / name], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([faraday, "report", directory / name], check=True, stdout=subprocess.DEVNULL, cwd=directory)
        with watched_file(chromium, directory / (name + ".html")) as page:
            page.frames()
            rows = page.evaluate(ROWS)
            wanted = page.evaluate("""() => Faraday.app.model.records.filter(record => record.stair === "hci" && record.dir === "down" && ["READ_REQ", "WRITE_REQ"].includes(record.att)).length""")
            checks.equal(f"{name}: each read and write is one row", sum(row["text"].startswith(("reads 0x", "writes 0x")) for row in rows if row["kind"] == "att"), wanted)
            inside = {id for row in rows for id in row["ids"]}
            missing = page.evaluate("""() => Faraday.app.model.records.filter(record => !record.lost && (record.kind === "acl" || record.kind === "data" && record.bytes.length > 4)).map(record => record.id)""")
            checks.equal(f"{name}: no packet with content is missing", [id for id in missing if id not in inside][:5], [])
            checks.that(f"{name}: a link is lost, others are ended by the app", {"Lost", "\u25b8"} <= {row["badge"] for row in rows if row["kind"] == "end"})
            checks.equal(f"{name}: nothing is written to the console", page.problems, [])


def accessible(checks, chromium, directory, failing):
    path = captured(failing).report(directory, "strap")
    for scheme in ("light", "dark"):
        for name, size in (("wide", WIDE), ("narrow", NARROW)):
            with watched_file(chromium, path, size=size, scheme=scheme, bypass_csp=True) as page:
                load(page, "lock.log", "1.5 boot\nno time\n3.25 error: full\n")
                rules(checks, page, f"capture with a log, {scheme}, {name}")
