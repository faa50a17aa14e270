"""What one does with a report: it leads to lines of source, and gives away what is selected."""

from chromium import watched_file
from reading import Feed


def check(checks, chromium, directory):
    for part in (lines,):
        part(checks, chromium, directory)


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
