"""Why a call has no callback: cancelled by the app, ended by the phone, by the peer, by silence, never up; told alike in rows, details, banner and boxes."""

import packets
from chromium import watched_file
from endings import ROWS, SECOND, Story

# how the app is told: (error, chip of the write that was waiting, who ended the link)
ENDS = {
    "app": (None, "No answer · the app cancelled", "the app"),
    "phone": ("encryptionTimedOut", "No answer · phone ended the link", "the phone"),
    "peer": ("peripheralDisconnected", "No answer · peer ended the link", "Badge"),
    "silence": ("connectionTimeout", "No answer · link lost", "silence"),
}


def opened():
    story = Story()
    story.port(0, "down", "opened", "a CBCentralManager is created", peer=None)
    story.port(0.005, "up", "stateChanged", "didUpdateState poweredOn", peer=None)
    return story


def linked(error):
    story = opened()
    story.port(1, "down", "connect", "connect Badge")
    story.port(1.1, "up", "connected", "didConnect Badge")
    write = story.write(2, "01")
    if error is None:
        story.port(3, "down", "cancelConnection", "cancelPeripheralConnection Badge")
        story.port(3, "down", "cancelConnection", "cancelPeripheralConnection Badge")
    story.port(3, "up", "disconnected", "didDisconnectPeripheral Badge" + (f": error {error}" if error else ""), **({"error": error} if error else {}))
    return failed(story), write


def unlinked(cancel, answer):
    """A connect that never has a link; a time-out of the app cancels it, or nobody does."""
    story = opened()
    connect = story.port(1, "down", "connect", "connect Badge")
    if cancel:
        story.port(6, "down", "cancelConnection", "cancelPeripheralConnection Badge")
    if answer == "disconnected":
        story.port(6.1, "up", "disconnected", "didDisconnectPeripheral Badge")
    return failed(story), connect


def failed(story):
    story.port(10, "down", "closed", "the CBCentralManager is gone", peer=None)
    story.lines.append({"type": "failure", "t": 10 * SECOND, "text": "not there"})
    return story


def check(checks, chromium, directory):
    for how, (error, chip, who) in ENDS.items():
        story, write = linked(error)
        with watched_file(chromium, story.file(directory, "cause-" + how)) as page:
            rows = page.evaluate(ROWS)
            checks.that(f"{how}: the chip tells the cause", [chip, "writeValue FF21 of Badge: 01 withResponse"] in [row[:2] for row in rows], rows)
            checks.that(f"{how}: so does the row of the end", any(text.startswith(f"link with Badge ended by {who}: no callback will come for writeValue FF21: 01 withResponse") for _, text, _ in rows), rows)
            checks.that(f"{how}: nothing but the write has no answer", [row[1] for row in rows if row[0].startswith("No answer")] == ["writeValue FF21 of Badge: 01 withResponse"], rows)
            banner = page.page.inner_text("#failures")
            checks.that(f"{how}: the banner says it", f"no answer, the link ended by {who} at 3.000000 s" in banner, banner)
            page.evaluate("id => Faraday.app.select(id)", write)
            checks.that(f"{how}: and the details", f"The link ended at 3.000000 s by {who}: no callback will come." in page.page.inner_text("#detail"))
    for name, cancel, answer, chip, detail in [
        ("cancelled", True, "disconnected", "Cancelled by the app", "The app cancelled it before there was a link, and was told at 6.100000 s."),
        ("cancelled, untold", True, None, "Cancelled by the app", "The app cancelled it before there was a link"),
        ("never up", False, None, "Never connected", "There was never a link: this call was open when its manager ended"),
    ]:
        story, connect = unlinked(cancel, answer)
        with watched_file(chromium, story.file(directory, "cause-" + name.replace(", ", "-"))) as page:
            rows = page.evaluate(ROWS)
            checks.that(f"{name}: the chip of connect", [chip, "connect Badge"] in [row[:2] for row in rows], rows)
            checks.that(f"{name}: no row speaks of a link or of a callback that will not come", not any("no callback" in text or "link with" in text for _, text, _ in rows), rows)
            page.evaluate("id => Faraday.app.select(id)", connect)
            text = page.page.inner_text("#detail")
            checks.that(f"{name}: the details", detail in text and "no callback will come" not in text, text)
            checks.that(f"{name}: the banner", ("connect Badge: no answer" in page.page.inner_text("#failures")) == (not cancel))
    boxes(checks, chromium, directory)


def boxes(checks, chromium, directory):
    """The box of a link says who ended it, whichever end says it first, or the air does."""
    for name, events, who in [
        ("phone's host", [("hci", 0, 0x16)], "ended by phone"), ("the peer's host", [("hci", 1, 0x13)], "ended by phone"), ("the other way round", [("hci", 0, 0x13)], "ended by Badge"),
        ("silence", [("hci", 0, 0x08)], "ended by silence: phone heard nothing more"), ("the air", [("air", 0, 0x13)], "ended by phone"),
    ]:
        story = Story()
        story.record(0.9, "air", "none", "advertising", "ch 39 CONNECT_IND -> Badge -38 dBm", to=1, access=7, bytes=packets.connect_request("C0:00:00:00:00:01", "C0:00:00:00:00:02", 7, 24))
        for node, address in ((0, "C0:00:00:00:00:01"), (1, "C0:00:00:00:00:02")):
            story.record(1, "hci", "up", "event", "LE Enhanced Connection Complete", node=node, bytes=packets.connection_complete(1, node, address, 24))
        for stair, node, reason in events:
            if stair == "hci":
                story.record(3, "hci", "up", "event", "Disconnection Complete", node=node, bytes=packets.disconnection(1, reason))
            else:
                story.record(3, "air", "none", "data", "ch 3 LL TERMINATE_IND [000] -> Badge -38 dBm", node=node, to=1, access=7, bytes=f"030202{reason:02x}")
        with watched_file(chromium, story.file(directory, "box-" + name.replace(" ", "-").replace("'", ""))) as page:
            page.show("links")
            text = page.page.inner_text(".linktime")
            checks.that(f"the box of a link: {name}", ": " + who in text, text)
