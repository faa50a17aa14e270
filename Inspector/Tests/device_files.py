"""A recording of a device beside a run with another host: what was said by roles, databases side by side, and the device file."""

import json
import subprocess

import captures
import packets
import recordings
from chromium import assemble, watched_file

LINES = """() => Faraday.saidTo.lines(Faraday.app.model, "").map(line => [line.name, line.text])"""


def check(checks, chromium, directory, faraday=None):
    beside(checks, chromium, directory)
    if faraday:
        saved(checks, chromium, directory, faraday)


def recorded(directory, name, host, first, value, order, has_battery=True):
    """A host discovers a lock whose services begin at a handle, reads its battery, and writes to it."""
    capture = captures.Capture(title=name)
    capture.names = {0: host}
    battery, control = first + 2, first + 5

    def ask(t, request, answer):
        capture.att(t, request, True)
        capture.att(t + 0.03, answer, False)

    def services(*entries):
        body = "".join(packets.little(start, 2) + packets.little(end, 2) + packets.uuid_bytes(uuid) for start, end, uuid in entries)
        return packets.Attribute("READ_BY_GROUP_TYPE_RSP", "1106" + body)

    capture.connected(1)
    found = [(first, first + 2, "180F")] if has_battery else []
    ask(1.1, packets.Attribute("READ_BY_GROUP_TYPE_REQ", "100100ffff0028"), services(*found, (first + 3, first + 5, "1815")))
    if has_battery:
        ask(1.2, packets.read_declarations(first, first + 2), packets.declarations([(battery - 1, 0x02, "2A19")]))
    ask(1.3, packets.read_declarations(first + 3, first + 5), packets.declarations([(control - 1, 0x0A, "2A56")]))
    if has_battery:
        ask(1.4, packets.read(battery, "2A19"), packets.read_answer("2A19", value, f"{int(value, 16)} %"))
    ask(1.5, packets.write(control, "2A56", "2A56", order), packets.written())
    capture.disconnected(2, 0x16)
    feed = directory / f"{name}.jsonl"
    feed.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in capture.lines) + "\n")
    return feed


def beside(checks, chromium, directory):
    run = recorded(directory, "run", "Ada's iPhone", 16, "57", "01")
    same = recorded(directory, "phone", "Pixel", 32, "57", "01")
    other = recorded(directory, "tablet", "Tablet", 48, "32", "02")
    poor = recorded(directory, "poor", "Old phone", 16, "57", "01", has_battery=False)
    with watched_file(chromium, assemble(run, directory / "same.html", same)) as page:
        page.show("compare")
        page.wait("() => document.querySelector('.views-comparesum').innerText.includes('No difference')")
        checks.equal("two hosts that share no name are compared by what they said to a device", page.evaluate("() => document.querySelector('#view-compare select').value"), "device")
        lines = page.evaluate(LINES)
        checks.that("ends have their roles", {who for who, _ in lines} == {"central"}, lines)
        checks.that("handles of attributes with names are left out", not any("0x00" in text for _, text in lines), lines)
        page.show("gatt")
        page.wait("() => document.querySelector('#view-gatt').innerText.includes('The databases are the same')")
        checks.equal("nothing is written to the console", page.problems, [])
    with watched_file(chromium, assemble(run, directory / "other.html", other)) as page:
        page.show("compare")
        page.page.wait_for_selector(".views-diff")
        text = page.page.inner_text(".views-comparesum")
        checks.that("what was read and written differently is found", "2 are only in this run" in text and "57" in text and "32" in text, text)
    with watched_file(chromium, assemble(run, directory / "databases.html", other)) as page:
        page.show("gatt")
        card = "section[aria-label^='Beside']"
        page.page.wait_for_selector(card)
        rows = page.page.locator(card + " tbody tr").all_inner_texts()
        checks.that("both values stand side by side, without a look at Compare", len(rows) == 2 and "57" in rows[0] and "32" in rows[0] and "01" in rows[1] and "02" in rows[1], rows)
    with watched_file(chromium, assemble(run, directory / "poor.html", poor)) as page:
        page.show("gatt")
        page.page.wait_for_selector(card)
        rows = page.page.locator(card + " tbody tr").all_inner_texts()
        checks.that("what only one of them shows is named", len(rows) == 2 and all("not seen" in row for row in rows) and "Battery Level" in rows[1], rows)


def saved(checks, chromium, directory, faraday):
    """The button gives away what the tool imports."""
    capture, imported, page_file = directory / "lock.btsnoop", directory / "imported.faraday.json", directory / "lock.html"
    recordings.phone(capture)
    subprocess.run([faraday, "import", capture, "--output", imported, "--force"], stdout=subprocess.DEVNULL, check=True)
    subprocess.run([faraday, "report", capture, "--output", page_file], stdout=subprocess.DEVNULL, check=True)
    with watched_file(chromium, page_file) as page:
        page.show("gatt")
        with page.page.expect_download() as download:
            page.page.click("text=Save as a device file")
        checks.equal("the file has the device's name", download.value.suggested_filename, "Lock.faraday.json")
        given = directory / "Lock.faraday.json"
        download.value.save_as(given)
        checks.equal("it is the file that the tool imports", given.read_text(), imported.read_text())
        checks.equal("no request leaves the page", page.requests, [])
    check_file = subprocess.run([faraday, "device-file", "check", given], capture_output=True, text=True)
    checks.that("the tool finds it right", check_file.returncode == 0, check_file.stderr)
