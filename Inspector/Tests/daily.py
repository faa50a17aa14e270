"""What one does with a report: it leads to lines of source, and gives away what is selected."""

import csv
import io
import json
import subprocess

import pausing
from chromium import assemble, watched_file
from reading import Feed


def check(checks, chromium, report, directory, faraday):
    lines(checks, chromium, directory)
    packets(checks, chromium, report, directory)
    tables(checks, chromium, directory)
    traces(checks, chromium, report, directory)
    paper(checks, chromium, report)
    pausing.check(checks, chromium, report, directory)
    if faraday:
        as_the_tool(checks, chromium, directory, faraday)


def calls():
    feed = Feed()
    feed.record(0, "port", "down", "opened", "app 1: a CBCentralManager is created", session=1, app="app 1", call="Bad<b>.init", file="/src/My App#1/Pulse?.swift", line=42, **{"class": "CBCentralManager"})
    feed.record(1, "port", "down", "scan", "scanForPeripherals", session=1, app="app 1", call="Pulse.start")
    feed.record(2, "port", "up", "stateChanged", "didUpdateState poweredOn", session=1, app="app 1")
    feed.record(3, "world", "none", "note", "she walks away", node=None, flag="note", call="PulseTests.walks", file="javascript:alert(1)", line=7)
    return feed


def lines(checks, chromium, directory):
    """A call says where it was made, with a link to the line."""
    with watched_file(chromium, calls().report(directory, "calls")) as page:
        said = []
        for record in range(4):
            page.evaluate(f"() => Faraday.app.select({record})")
            said.append(page.evaluate("() => { const place = document.querySelector('#detail .callplace'); return place && place.innerText.replace(/\\s+/g, ' ').replace(/ Copy$/, ''); }"))
        checks.equal("a call has its function, its file and its line", said, ["Bad<b>.init Pulse?.swift:42", "Pulse.start", None, "PulseTests.walks javascript:alert(1):7"])
        hrefs = []
        for record in (0, 3):
            page.evaluate(f"() => Faraday.app.select({record})")
            hrefs.append(page.evaluate("() => document.querySelector('#detail .callplace a').href"))
        checks.equal("the link opens the file in an editor, whatever the path is", hrefs, ["vscode://file/src/My%20App%231/Pulse%3F.swift:42", "vscode://file/javascript%3Aalert(1):7"])


def export(page, choice, path):
    """What the page saves for a choice of the list."""
    with page.page.expect_download() as download:
        page.page.select_option("select.export", choice)
    download.value.save_as(path)
    return path


def tshark(path, *fields, only=None):
    """The fields of each packet, as Wireshark reads the file; a complaint about the file is an exception."""
    command = ["tshark", "-r", path, "-T", "fields"] + [word for field in fields for word in ("-e", field)] + (["-Y", only] if only else [])
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    # It says who runs it, and nothing else.
    assert all("Running as user" in line for line in ran.stderr.splitlines()), ran.stderr
    return [tuple(line.split("\t")) for line in ran.stdout.splitlines()]


COUNT = "test => Faraday.app.model.records.filter(record => record.bytes && (record.stair === 'hci' || record.stair === 'air') && (!test || record.stair === test)).length"
WRONG = "(_ws.malformed or btle.crc.incorrect or _ws.expert.severity >= 0x00800000) and not frame.comment"  # a lost packet has a wrong checksum


def packets(checks, chromium, report, directory):
    """Files of packets are read by others."""
    with watched_file(chromium, report) as page:
        path = export(page, "all:pcapng", directory / "all.pcapng")
        checks.equal("tshark reads every packet of a pcapng", len(tshark(path, "frame.number")), page.evaluate(COUNT, None))
        names = {name for name, in tshark(path, "frame.interface_name")}
        checks.that("each controller has an interface with its name, and so has the air", {"air"} < names and len(names) > 2, names)
        checks.equal("no packet is malformed, and checksums are right", [each for each in tshark(path, "frame.number", "_ws.col.Info", only=WRONG)][:5], [])
        checks.that("both directions of links are told apart", {"2", "3"} <= {kind for kind, in tshark(path, "btle_rf.pdu_type", only="btle.access_address != 0x8e89bed6")})
        path = export(page, "all:pklg", directory / "all.pklg")
        checks.equal("tshark reads every packet of HCI of a .pklg", len(tshark(path, "frame.number")), page.evaluate(COUNT, "hci"))
        page.page.fill("#query", "ADV_IND")
        page.wait("() => Faraday.app.filter.active")
        found = page.evaluate("() => Faraday.app.model.records.filter(record => Faraday.app.filter.test(record) && record.stair === 'air').length")
        path = export(page, "all:pcapng", directory / "some.pcapng")
        checks.equal("with a search, its packets alone are written", len(tshark(path, "frame.number")), found)
        first = page.evaluate("() => { const record = Faraday.app.model.records.find(record => record.stair === 'air' && record.kind === 'data' && record.bytes); Faraday.app.setFilter({ text: '' }); Faraday.story.setLevel('frames'); Faraday.app.select(record.id); return record.t; }")
        page.frames()
        path = export(page, "row:pcapng", directory / "row.pcapng")
        row = tshark(path, "frame.time_epoch")
        checks.that("a selected packet is written alone, at its time to the nanosecond", len(row) == 1 and int(row[0][0].replace(".", "")) % 10**15 == (1735689600 * 10**9 + round(first)) % 10**15, (row, first))
        page.page.select_option("select.export", "all:pcapng")
        checks.equal("nothing is asked of the network", page.requests, [])


def tables(checks, chromium, directory):
    feed = calls()
    feed.record(4, "world", "none", "note", "one, \"two\"\nthree", node=None, flag="note")
    feed.record(5, "port", "up", "discovered", "=1+1", peer="@x", app="=cmd|' /C calc'!A0")
    with watched_file(chromium, feed.report(directory, "tables")) as page:
        path = export(page, "all:csv", directory / "all.csv")
        raw = path.read_bytes()
        rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
        checks.that("a table is UTF-8 with a mark, and lines end as RFC 4180 has it", raw.startswith(b"\xef\xbb\xbf") and raw.endswith(b"\r\n"))
        checks.equal("it has a row for each record", [row["record"] for row in rows], ["0", "1", "2", "3", "4", "5"])
        checks.equal("commas, quotes and line ends stay within their cell", rows[4]["text"].strip("\u201c\u201d"), "one, \"two\"\nthree")
        checks.equal("lines of source are in it", (rows[0]["call"], rows[0]["file"], rows[0]["line"]), ("Bad<b>.init", "/src/My App#1/Pulse?.swift", "42"))
        checks.that("no cell is a formula", not any(value[:1] in "=+-@" for row in rows for value in row.values() if value), rows[5])
        page.page.evaluate("() => Faraday.app.select(1)")
        page.page.select_option("select.export", "row:pcapng")
        checks.that("a file of packets of no packet is not written, and the page says why", "packets alone" in page.page.inner_text("#message"), page.page.inner_text("#message"))


def traces(checks, chromium, report, directory):
    said = "() => Faraday.app.model.records.map(record => [record.t, record.stair, record.text, record.bytes || null, record.uuid || null, record.error || null])"
    with watched_file(chromium, report) as page:
        path = export(page, "all:jsonl", directory / "again.jsonl")
        whole = page.evaluate(said)
        page.page.fill("#query", "layer:hci")
        page.wait("() => Faraday.app.filter.active")
        part = export(page, "all:jsonl", directory / "part.jsonl")
    with watched_file(chromium, assemble(path, directory / "again.html")) as page:
        checks.equal("a trace that was exported is the same trace", page.evaluate(said), whole)
    with watched_file(chromium, assemble(part, directory / "part.html")) as page:
        checks.equal("and one of a search has its records", page.evaluate(said), [each for each in whole if each[1] == "hci"])
        checks.equal("with numbers of its own", [json.loads(line)["id"] for line in part.read_text().splitlines() if "\"id\":" in line][:3], [0, 1, 2])


def paper(checks, chromium, report):
    """On paper there is a table in black on white, whatever the theme."""
    with watched_file(chromium, report, scheme="dark") as page:
        page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
        page.page.emulate_media(media="print")
        seen = page.evaluate("() => Array.from(document.body.children).filter(each => each.getClientRects().length && each.tagName !== 'SCRIPT').map(each => each.id)")
        checks.equal("on paper there is nothing but the paper", seen, ["paper"])
        checks.equal("it has the rows of the story", page.evaluate("() => document.querySelectorAll('#paper tbody tr').length"), page.evaluate("() => Faraday.story.count()"))
        checks.equal("in black on white", page.evaluate("() => { const style = getComputedStyle(document.querySelector('#paper td')); return [style.color, getComputedStyle(document.body).backgroundColor]; }"), ["rgb(0, 0, 0)", "rgb(255, 255, 255)"])
        checks.that("what failed stands above", page.page.is_visible("#paper .failed"))
        page.page.emulate_media(media="screen")
        page.evaluate("() => dispatchEvent(new Event('afterprint'))")
        checks.equal("on the screen there is no paper", page.evaluate("() => document.getElementById('paper')"), None)
        page.evaluate("() => { window.print = () => dispatchEvent(new Event('beforeprint')); const record = Faraday.app.model.records.find(record => record.kind === 'data' && record.bytes); Faraday.story.setLevel('frames'); Faraday.app.select(record.id); }")
        page.frames()
        page.page.select_option("select.export", "row:print")
        text = page.evaluate("() => document.getElementById('paper').textContent")
        checks.that("a selected packet has its fields and bytes on paper", "Field" in text and "Access address" in text, text[:300])


def as_the_tool(checks, chromium, directory, faraday):
    """A pcapng of the page says what the tool's own says."""
    trace, own = directory / "demo.jsonl", directory / "demo.pcapng"
    with open(trace, "w") as out:
        subprocess.run([faraday, "demo", "--trace", "jsonl", "--capture", own], stdout=out, stderr=subprocess.DEVNULL, check=True)
    fields = ("frame.time_epoch", "frame.interface_name", "frame.len", "btle_rf.channel", "btle_rf.signal_dbm", "btle_rf.flags", "btle.crc", "hci_h4.direction", "hci_h4.type", "_ws.col.Info")
    with watched_file(chromium, assemble(trace, directory / "demo.html")) as page:
        path = export(page, "all:pcapng", directory / "page.pcapng")
    ours, theirs = sorted(tshark(path, *fields)), sorted(tshark(own, *fields))
    checks.that("the page's pcapng has the packets of the tool's", ours == theirs and len(ours) > 1000, (len(ours), len(theirs), [pair for pair in zip(ours, theirs) if pair[0] != pair[1]][:2]))
