"""Beside Wireshark: the same question to tshark and to the page, of the same file, gets the same number. See Seeing.md."""

import os
import re

import recordings
from chromium import watched_file
from daily import tshark
from tasks import report_of

FIRST = 0x50123A71                    # the link on which things are sent again

# What is asked, tshark's filter, and the page's search: of the phone's file, and of the sniffer's.
PHONE = [
    ("errors of ATT", "btatt.opcode == 0x01", "att.opcode = ERROR_RSP"),
    ("packets of an attribute", "btatt.handle == 0x0005", "att.handle = 0x0005"),
    ("notifications", "btatt.opcode == 0x1b", "att.opcode = HANDLE_VALUE_NTF"),
    ("advertisements of an address", f'bthci_evt.bd_addr == {recordings.LOCK.lower()} and bthci_evt.le_meta_subevent == 0x02', f"hci.event = 0x02 layer = hci {recordings.LOCK}"),
    ("pairing", "btsmp", "smp.opcode >= 0"),
    ("ends of links", "bthci_evt.code == 0x05", 'hci.event = "Disconnection Complete"'),
    ("commands", "hci_h4.type == 0x01", "op:command"),
    ("a second of the day", 'frame.time >= "2025-06-01 09:30:06" and frame.time < "2025-06-01 09:30:07"', "time = 2025-06-01T09:30:06Z"),
]
SNIFFER = [
    ("errors of ATT", "btatt.opcode == 0x01", "att.opcode = ERROR_RSP"),
    ("notifications", "btatt.opcode == 0x1b", "att.opcode = HANDLE_VALUE_NTF"),
    ("advertisements of an address", f"btle.advertising_address == {recordings.LOCK.lower()} and btle.advertising_header.pdu_type == 0x0", f"adv.type = ADV_IND {recordings.LOCK}"),
    ("procedures of the link layer", f"btle.control_opcode and btle.access_address == {FIRST:#x}", f"ll.opcode >= 0 access = {FIRST:#x}"),
    ("ends of links that are said", "btle.control_opcode == 0x02", "ll.opcode = LL_TERMINATE_IND"),
    ("packets that are sent again", f"btle.retransmit and btle.access_address == {FIRST:#x}", f"repeated = yes access = {FIRST:#x}"),
    ("empty packets", f"btle.length == 0 and btle.access_address == {FIRST:#x}", f"length = 2 access = {FIRST:#x}"),
    ("a channel", "btle_rf.channel == 39", "channel = 39"),
    ("a second of the day", 'frame.time >= "2025-06-01 09:30:06" and frame.time < "2025-06-01 09:30:07"', "time = 2025-06-01T09:30:06Z"),
]
FOUND = "text => { const filter = new Faraday.Filter(); filter.set({ text: text }); return filter.problem ? filter.problem.text : Faraday.app.model.records.filter(record => filter.test(record)).length; }"


def check(checks, chromium, directory, faraday):
    os.environ["TZ"] = "UTC"                       # tshark reads a time without a zone as one of here
    phone, sniffer = directory / "beside.btsnoop", directory / "beside.pcap"
    written = recordings.phone(phone)
    heard = recordings.sniffer(sniffer)
    for path, count, questions in ((phone, written, PHONE), (sniffer, heard["packets"], SNIFFER)):
        checks.equal(f"tshark finds nothing wrong in {path.name}", tshark(path, "frame.number", only="_ws.malformed or _ws.expert.severity >= 0x00800000"), [])
        with watched_file(chromium, report_of(faraday, path), timezone_id="UTC") as page:
            checks.equal(f"both read all packets of {path.name}", (len(tshark(path, "frame.number")), page.evaluate("() => Faraday.app.model.records.length")), (count, count))
            for question, theirs, ours in questions:
                expected, found = len(tshark(path, "frame.number", only=theirs)), page.evaluate(FOUND, ours)
                checks.that(f"{path.name}: {question} ({ours})", found == expected and expected > 0, f"{found}, tshark {expected}")
            times(checks, page, path)
            if path is sniffer:
                opened(checks, page, path)


def times(checks, page, path):
    ours = page.evaluate("() => Faraday.app.model.records.map(record => (Faraday.clock.epoch.ms * 1e6 + Faraday.clock.epoch.ns + record.t) / 1e9)")
    theirs = [float(time) for time, in tshark(path, "frame.time_epoch")]
    checks.that(f"{path.name}: each packet has the time that tshark gives it", len(ours) == len(theirs) and all(abs(a - b) < 1e-5 for a, b in zip(ours, theirs)))


def opened(checks, page, path):
    """Of an encrypted link on the air tshark shows what it can't read as unknown; the page opens it with the key."""
    access = f"btle.access_address == {recordings.SEALED_ACCESS:#x}"
    unknown = [opcode for opcode, in tshark(path, "_ws.col.Info", only=access) if "Unknown" in opcode or "Fragment" in opcode]
    page.show("links")
    page.page.fill(".keyform input >> nth=0", "4C68384139F574D836BCF34E9DFB01BF")
    page.page.click(".keyform button")
    page.frames()
    text = page.page.inner_text(".keylist")
    count = int(re.search(r"opens (\d+) packets", text).group(1))
    checks.equal("the page opens with the key what tshark has no word for", count, len(unknown))
