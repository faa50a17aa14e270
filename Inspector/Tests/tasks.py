"""What somebody opens the page for, done by a script: in at most three steps each, and the way back leads to where it began.

A step is one click, one key or one entry. The four sources: a test that failed, a phone's capture, a sniffer's, a live world.
"""

import base64
import gzip
import pathlib
import re
import subprocess

import recordings
from chromium import READY, assemble, watched_file
from daily import tshark
from hcihost import Host
from served import page_of, served

MOST = 3

PLACE = """() => { const list = document.querySelector(".rows"), box = list.getBoundingClientRect(), story = Faraday.story, top = Math.round(list.scrollTop / Faraday.chart.rowHeight);
    return { view: Faraday.app.view.id, record: Faraday.app.selected, find: Faraday.app.filter.text, device: Faraday.app.filter.node, op: Faraday.app.filter.op,
        zoom: Faraday.rows.levels[story.level].id, details: document.getElementById("detail").hidden, ...(Faraday.app.live ? {} : { top: story.describe(Math.min(top, story.rows.count - 1)).text }) }; }"""


class Task:
    """A question, and the steps to its answer."""

    def __init__(self, checks, page, source, question):
        self.checks, self.page, self.name = checks, page, f"{source}: {question}"
        self.page.context.set_default_timeout(15_000)
        self.page.frames()
        self.page.page.wait_for_timeout(1200)  # what follows is a step of its own in the history
        self.before, self.steps = page.evaluate(PLACE), 0

    def click(self, selector, text=None):
        self.steps += 1
        found = self.page.page.locator(selector) if text is None else self.page.page.locator(selector).filter(has_text=text)
        found.first.click()
        self.page.frames()

    def press(self, key):
        self.steps += 1
        self.page.page.keyboard.press(key)
        self.page.frames()

    def find(self, text):
        """An entry into the search."""
        self.steps += 1
        self.page.page.fill("#query", text)
        self.page.page.press("#query", "Enter")
        self.page.frames()

    def save(self, choice):
        self.steps += 1
        with self.page.page.expect_download() as download:
            self.page.page.select_option("select.export", choice)
        return pathlib.Path(download.value.path())

    def words(self, selector):
        return " ".join(self.page.page.locator(selector).first.inner_text().split())

    def rows(self):
        return self.page.evaluate("() => { Faraday.story.count(); return Array.from({length: Faraday.story.rows.count}, (_, row) => { const said = Faraday.story.describe(row); return [said.time, said.who, said.badge, said.text].filter(Boolean).join(' '); }); }")

    def count(self):
        """The records that the search leaves, as the page says it."""
        return int(re.match(r"([\d,]+) records? found", self.words(".summary")).group(1).replace(",", ""))

    def answer(self, holds, found=""):
        self.checks.that(f"{self.name}: answered", holds, found)

    def done(self):
        """Few steps, and nothing is lost: the way back leads to the place from before."""
        self.checks.that(f"{self.name}: in {self.steps} step{'' if self.steps == 1 else 's'}", self.steps <= MOST)
        page = self.page
        page.page.wait_for_timeout(400)
        for _ in range(self.steps):
            if page.evaluate(PLACE) == self.before:
                break
            page.evaluate("() => history.back()")
            page.page.wait_for_timeout(250)
            page.frames()
        found = page.evaluate(PLACE)
        self.checks.equal(f"{self.name}: back is where it began", found, self.before)
        return found == self.before


def check(checks, chromium, compared, directory, faraday, from_source):
    failed_test(checks, chromium, compared)
    if not faraday:
        return
    phone, sniffer = directory / "phone.btsnoop", directory / "sniffer.pcap"
    recordings.phone(phone)
    heard = recordings.sniffer(sniffer)
    with watched_file(chromium, report_of(faraday, phone), timezone_id="UTC") as page:
        recorded(checks, page, "a phone's capture", directory / "found.pcapng")
        compares(checks, page, "a phone's capture", phone.with_suffix(".jsonl"), directory)
        quiet(checks, page, "a phone's capture")
    with watched_file(chromium, report_of(faraday, sniffer), timezone_id="UTC") as page:
        recorded(checks, page, "a sniffer's capture", directory / "heard.pcapng")
        secret(checks, page)
        compares(checks, page, "a sniffer's capture", sniffer.with_suffix(".jsonl"), directory)
        quiet(checks, page, "a sniffer's capture")
    live(checks, chromium, faraday, from_source)


def report_of(faraday, capture):
    """The page of Inspector/Page, with the feed that the tool makes of a capture."""
    made = capture.with_suffix(".made.html")
    subprocess.run([faraday, "report", capture, "--output", made], check=True, stdout=subprocess.DEVNULL)
    feed = re.search(r'id="feed">([^<]*)<', made.read_text()).group(1)
    lines = capture.with_suffix(".jsonl")
    lines.write_bytes(gzip.decompress(base64.b64decode(feed)))
    return assemble(lines, capture.with_suffix(".html"))


def quiet(checks, page, source):
    checks.equal(f"{source}: nothing is written to the console", page.problems, [])
    checks.equal(f"{source}: nothing leaves the page", page.requests, [])


# A test that failed

def failed_test(checks, chromium, compared):
    source = "a failed test"
    ask = lambda question: Task(checks, page, source, question)
    with watched_file(chromium, compared) as page:
        task = ask("why did it fail?")
        task.click(".notable button", "connect HR-1: no answer yet")
        detail = task.words("#detail")
        task.answer("connect HR-1" in detail and "never connected" in detail.lower() or "no answer" in detail.lower(), detail[:300])
        task.done()
        task = ask("which packets carried this value?")
        task.find("value = 1e512e000503")
        task.answer(task.count() >= 2 and all("1e512e000503" in row for row in task.rows() if "Measurement" in row), task.rows()[:5])
        task.done()
        task = ask("where did it differ first from the run that passed?")
        task.click("#tab-compare")
        page.page.wait_for_selector(".views-first")
        text = task.words(".views-comparesum")
        task.answer("First difference at 11.000000 s" in text and "moved, now at 2 m" in text, text)
        task.done()
        task = ask("which errors was the app told?")
        task.find("error: layer:app")
        task.answer(any("connectionTimeout" in row for row in task.rows()), task.rows())
        task.done()
        links(ask("who ended the link, and why?"), "Link 2", "ended by silence: HR-1 heard nothing more (Connection Timeout)")
        links(ask("what is in force, and who set it?"), "Link 2", "MTU 185 bytes Ada's iPhone asks with 185, HR-1 offers 247", "Interval 30 ms Ada's iPhone, 0.160401 s", "Encryption off")
        task = ask("what did the device advertise?")
        task.click(".levels button", "Conversation")
        task.find("ADV_IND device:HR-1")
        task.click(".row.advert:visible")
        text = task.words("#detail .contents") if page.page.locator("#detail .contents").count() else task.words("#detail")
        task.answer("HR-1" in text and "times, from" in text, text)
        task.done()
        task = ask("what happened at 8.7 s?")
        task.find("time = 0:08.7")
        task.answer(any("didDisconnectPeripheral" in row for row in task.rows()) and task.count() >= 2, task.rows())
        task.done()
        sends(checks, page, source, "8.742003")


def links(task, box, *parts):
    task.click("#tab-links")
    task.page.page.wait_for_selector(".linkbox")
    text = " ".join(task.page.page.locator(".linkbox").filter(has_text=box).first.inner_text().split())
    task.answer(all(part in text for part in parts), text)
    task.done()


def sends(checks, page, source, time):
    """What was found is an address that opens at the same place, and a file."""
    task = Task(checks, page, source, "how do I send what I found?")
    task.find("error:")
    task.click(".row.error:visible")
    task.save("row:csv")
    page.page.wait_for_timeout(400)
    found, address = page.evaluate(PLACE), page.evaluate("() => location.href")
    other = page.context.new_page()
    other.goto("about:blank")
    page.allowed = lambda url: url.split("#")[0] == page.address.split("#")[0]
    other.goto(address)
    other.wait_for_selector(READY)
    other.wait_for_timeout(300)
    seen = other.evaluate(PLACE)
    other.close()
    keys = ("view", "record", "find", "zoom", "details")
    task.answer([seen[key] for key in keys] == [found[key] for key in keys] and found["record"] is not None, (seen, found))
    task.done()


# Captures

def recorded(checks, page, source, saved):
    is_phone = "phone" in source
    ask = lambda question: Task(checks, page, source, question)
    task = ask("what went wrong first?")
    task.press("N")
    row = page.evaluate("() => Faraday.story.describe(Faraday.story.active).text")
    task.answer("Insufficient Authentication (0x05)" in row, row)
    task.done()
    task = ask("which packets carried this value?")
    task.find("value = 4c6f636b")
    task.answer(task.count() == 2 and all("Lock" in row or "4c6f636b" in row for row in task.rows() if "reads" in row), task.rows())
    task.done()
    task = ask("which errors of ATT were there?")
    task.find("att.opcode = ERROR_RSP")
    task.answer(task.count() == recordings.ERRORS, task.rows())
    task.done()
    links(ask("who ended the link, and why?"), "Link 1", "Lock (C6:05:04:03:02:01)" if is_phone else "Lock", "ended by Lock")
    links(ask("what is in force, and who set it?"), "Link 1", "MTU 185 bytes", "asks with 185", "offers 247", "Interval 50 ms", "changed 1 time", *(["Encryption on"] if is_phone else []))
    task = ask("what did the device advertise, and when did that change?")
    task.click(".row.advert:visible")
    text = task.words("#detail .contents")
    task.answer("6 times, from" in text.replace("18 times", "6 times") and "4 times, from" in text.replace("12 times", "4 times") and "09:30:01.7" in text, text)
    page.page.wait_for_timeout(100)
    strong = page.page.locator("#detail .contents strong").all_inner_texts()
    task.checks.that(f"{task.name}: what is new in it stands out", len(strong) == 1 and ("10 %" in strong[0] or "0a" in strong[0]), strong)
    task.done()
    task = ask("what happened at this date and time?")
    task.find('time = 2025-06-01T09:30:04')
    rows = task.rows()
    task.answer(any("Insufficient Authentication" in row for row in rows) and all(row.startswith("09:30:04") for row in rows if not row.endswith(" later")), rows)
    task.done()
    task = ask("what happened in the last second before the end?")
    task.find('time >= 09:30:07.1 time <= "1 Jun 09:30:08"')
    task.answer(task.count() >= 2 and any("ends the link" in row for row in task.rows()), task.rows())
    task.done()
    task = ask("how do I give away what I found?")
    task.find("att.opcode = ERROR_RSP")
    path = task.save("all:pcapng")
    task.answer(len(tshark(path, "frame.number", only="btatt.opcode == 0x01")) == recordings.ERRORS)
    task.done()
    sends(checks, page, source, "09:30:04")


def secret(checks, page):
    task = Task(checks, page, "a sniffer's capture", "what is inside of the encrypted packets?")
    task.click("#tab-links")
    page.page.fill(".keyform input >> nth=0", "4C68384139F574D836BCF34E9DFB01BF")
    task.steps += 1
    page.page.keyboard.press("Enter")
    page.frames()
    text = task.words(".keylist")
    task.answer("opens 9 packets of 9" in text, text)
    task.done()


def compares(checks, page, source, feed, directory):
    """With the same capture without its refused write, as of a run that went well."""
    other = directory / "other.jsonl"
    lines = feed.read_text().splitlines(keepends=True)
    other.write_text("".join(line for line in lines if "0112050005" not in line))
    task = Task(checks, page, source, "where does it differ first from another capture?")
    task.click("#tab-compare")
    task.steps += 1
    page.page.set_input_files("#views-other", other)
    page.page.wait_for_selector(".views-first")
    text = task.words(".views-comparesum")
    task.answer(re.search(r"First difference at (4\.0|3\.8)", text) and "refused: Insufficient Authentication" in text, text)
    task.done()


# A live world

def live(checks, chromium, faraday, from_source):
    source = "a live world"
    with served(faraday, "serve", "--hci", "tcp:0", "--device", "heart-rate=HR-1@2", "--inspect") as world, page_of(chromium, world, from_source) as page:
        ask = lambda question: Task(checks, page, source, question)
        port = int(next(found for line in world.said if "http" not in line for found in re.findall(r"(?:tcp|port|127\.0\.0\.1)\D{0,4}(\d{4,5})\b", line)))
        page.wait("() => Faraday.app.model.records.some(record => /ADV_IND/.test(record.text))")
        address = page.evaluate("() => /advertiser=([0-9A-F:]{17})/.exec(Faraday.app.model.records.find(record => /ADV_IND/.test(record.text)).text)[1]")
        host = Host(port)
        host.connect(address)
        host.ask("02b900")
        name = host.ask("0a0300")
        refused = host.ask("0a1000")
        host.ask("12110001" + "00")
        host.notified()
        host.disconnect()
        page.wait("() => Faraday.app.model.records.some(record => /Disconnection Complete/.test(record.text))")
        page.page.wait_for_timeout(500)
        task = ask("what went wrong?")
        task.press("P")
        row = page.evaluate("() => Faraday.story.describe(Faraday.story.active).text")
        task.answer("refused" in row and refused.startswith("010a1000"), (row, refused))
        task.done()
        task = ask("which packets carried this value?")
        task.find(f"value = {name[2:]}")
        task.answer(task.count() >= 2, task.rows())
        task.done()
        task = ask("which errors of ATT were there?")
        task.find("att.opcode = ERROR_RSP layer:hci")
        task.answer(task.count() == 2, task.rows())
        task.done()
        links(ask("who ended the link, and why?"), "HR-1", "ended by client 1")
        links(ask("what is in force, and who set it?"), "HR-1", "MTU 185 bytes", "Interval", "Encryption off")
        task = ask("what did the device advertise?")
        task.find("ADV_IND")
        task.click(".row.advert:visible")
        text = task.words("#detail .contents")
        task.answer("HR-1" in text and "Heart Rate" in text, text)
        task.done()
        task = ask("when did the value change, and to what?")
        task.click("#tab-gatt")
        task.click("#view-gatt nav button", "HR-1")
        text = task.words("#view-gatt .views-side")
        task.answer("Heart Rate" in text, text[:200])
        task.done()
        task = ask("what happened in this second?")
        at = page.evaluate("() => Math.floor(Faraday.app.model.records.find(record => record.att === 'ERROR_RSP').t / 1e9)")
        task.find(f"time >= {at} time < {at + 1} layer:hci")
        task.answer(task.count() >= 2, task.rows())
        task.done()
        task = ask("how do I give away what I found?")
        task.find("att.opcode = ERROR_RSP")
        task.answer("ERROR_RSP" in task.save("all:csv").read_text())
        task.done()
        host.close()
        checks.equal(f"{source}: nothing is written to the console", page.problems, [])
