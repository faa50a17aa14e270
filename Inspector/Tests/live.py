"""A page beside a world that runs: it fills, its controls act on the world, and others neither disturb nor see it."""

import json
import os
import re
import socket
import subprocess

from chromium import INSPECTOR
from served import page_of, served

SERVE = ("serve", "--hci", "tcp:0", "--device", "heart-rate=HR-1@2", "--device", "blinky=Lamp@3", "--inspect")

COUNT = "() => Faraday.app.model.records.length"

# Waits for a record after a number of records that has all that is asked for.
ARRIVES = """([from, wanted]) => {
    const records = Faraday.app.model.records;
    for (let i = from; i < records.length; i++) {
        const record = records[i];
        if (Object.entries(wanted).every(([key, value]) => key === "text" ? record.text.includes(value) : JSON.stringify(record[key] ?? null) === JSON.stringify(value))) return true;
    }
    return false;
}"""


def check(checks, chromium, program, from_source, test=None):
    with served(program, *SERVE) as world:
        with page_of(chromium, world, from_source) as page:
            for part in (fills, controls, values, button_of_lamp, notes_and_faults, map_by_hand, tray):
                checks.run("live", part, page)
            checks.equal("nothing is written to the console", page.problems, [])
            checks.equal("no request leaves the world's own address", page.requests, [])
            with page_of(chromium, world, from_source) as second:
                checks.run("live", two_pages, page, second)
            checks.run("live", client, page, world)
            checks.run("live", told_in_terminal, page, program, world)
            checks.run("live", never_reads, page, world)
            checks.run("live", strangers, world)
            checks.run("live", clock, page)
            world.stop()
            page.wait("() => document.getElementById('livebar').innerText.includes('Not connected') || document.getElementById('livebar').innerText.includes('Ended')")
            checks.that("the page says that the world is gone", True)
    with served(program, "demo", "--inspect") as world:
        with page_of(chromium, world, from_source) as page:
            for part in (phone, app_life):
                checks.run("live", part, page)
            checks.equal("nothing is written to the console beside the demo", page.problems, [])
    # Slower than real time: the strap walks away nine seconds after the demo began, whatever else this machine does.
    with served(program, "demo", "--inspect", "--speed", "0.25") as world:
        with page_of(chromium, world, from_source) as page:
            checks.run("live", faults, page)
            checks.equal("nothing is written to the console while faults are injected", page.problems, [])
    if test:
        waiting(checks, chromium, test, from_source)


def arrives(page, start, **wanted):
    """Whether such a record comes; it is waited for."""
    try:
        page.page.wait_for_function(ARRIVES, arg=[start, wanted], timeout=120_000)
        return True
    except Exception:  # a check that fails, with the records that came instead
        return False


def fills(checks, page):
    page.wait("() => Faraday.app.model.records.length > 30")
    first = page.evaluate(COUNT)
    page.wait("first => Faraday.app.model.records.length > first", first)
    checks.that("records arrive while the page is open", page.evaluate(COUNT) > first)
    checks.that("the page says that it is live", "Running" in page.page.inner_text("#livebar") or "real time" in page.page.inner_text("#livebar"), page.page.inner_text("#livebar"))
    checks.equal("and a world that follows the clock can be paused, before anybody has", page.page.locator("#livebar button").all_inner_texts(), ["Pause", "Half", "Double"])
    checks.that("the story follows the end", page.evaluate("() => Faraday.story.atEnd"))
    names = page.evaluate("() => [...Faraday.app.model.nodes.values()].map(node => node.name)")
    checks.that("both devices are there", {"HR-1", "Lamp"} <= set(names), names)


def choose(page, name):
    page.page.click(f"#view-air .views-airside table button:has-text(\"{name}\")")
    page.wait("name => document.querySelector('.views-details').textContent.includes('Do something to ' + name)", name)


def press(page, text):
    """Presses a button of the controls; gives how many records there were before."""
    start = page.evaluate(COUNT)
    told = page.evaluate("() => Faraday.app.told.length")
    page.page.click(f".views-details button:text-is('{text}')")
    page.wait("told => Faraday.app.told.length > told", told)
    page.frames()
    return start


def last_told(page):
    return page.evaluate("() => Faraday.app.told.at(-1)")


def controls(checks, page):
    page.show("air")
    choose(page, "HR-1")
    page.page.fill("[aria-label='Place of HR-1 in metres']", "30")
    start = press(page, "Move")
    checks.that("Move moves it", arrives(page, start, name="HR-1", kind="moved", text="30 m"), last_told(page))
    swift = page.page.inner_text(".views-lines")
    checks.that("the line of Swift that does the same appears", "move(to: .meters(30))" in swift, swift)
    start = press(page, "Walk out of range")
    checks.that("Walk out of range does so", arrives(page, start, name="HR-1", kind="moved", text="out of range"), last_told(page))
    start = press(page, "Bring back")
    checks.that("Bring back brings it back to where it was", arrives(page, start, name="HR-1", kind="moved", text="30 m"), last_told(page))
    start = press(page, "Switch off")
    checks.that("Switch off ends its radio", arrives(page, start, name="HR-1", kind="powered", text="off"), last_told(page))
    start = press(page, "Switch on")
    checks.that("Switch on begins it again", arrives(page, start, name="HR-1", kind="powered", text="on"), last_told(page))
    checks.that("and it advertises", arrives(page, start, name="HR-1", kind="advertising"))
    start = press(page, "Reset")
    checks.that("Reset restarts its host", last_told(page)["ok"] and arrives(page, start, name="HR-1", stair="world"), last_told(page))
    silence(checks, page)
    press(page, "Drop links")
    checks.that("Drop links is answered", last_told(page)["text"] != "", last_told(page))


def button_of_lamp(checks, page):
    page.show("air")
    choose(page, "Lamp")
    start = press(page, "Press")
    checks.that("Press changes the button's value", arrives(page, start, name="Lamp", kind="device", text="01"), last_told(page))
    start = press(page, "Release")
    checks.that("Release changes it back", arrives(page, start, name="Lamp", kind="device", text="00"), last_told(page))


def notes_and_faults(checks, page):
    choose(page, "HR-1")
    page.page.fill("[data-focus=note]", "she walks away")
    start = press(page, "Add")
    checks.that("a note is in the trace", arrives(page, start, kind="note", text="she walks away", flag="note"), last_told(page))
    press(page, "Inject")
    checks.that("a fault is taken", last_told(page)["ok"] and "inject" in (last_told(page)["swift"] or ""), last_told(page))
    page.page.fill(".views-details [aria-label='Fault in Swift']", "nonsense")
    press(page, "Inject")
    checks.that("what is wrong is said", not last_told(page)["ok"] and "Not done" in page.page.inner_text(".views-lines"), last_told(page))


def silence(checks, page):
    """No advertisement of a device comes while those of the other one do."""
    press(page, "Stop advertising")
    start = page.evaluate(COUNT)
    page.wait("""start => Faraday.app.model.records.slice(start).filter(each => each.name === "Lamp" && each.kind === "advertising").length > 24""", start)
    quiet = page.evaluate("""start => { const records = Faraday.app.model.records.slice(start), end = records.at(-1).t;
        return records.filter(each => each.name === "HR-1" && each.kind === "advertising" && each.t > end - 300e6).length; }""", start)
    checks.equal("Stop advertising stops it", quiet, 0)
    start = press(page, "Advertise")
    checks.that("Advertise begins it again", arrives(page, start, name="HR-1", kind="advertising"), last_told(page))


def values(checks, page):
    page.show("air")
    choose(page, "HR-1")
    page.page.select_option(".views-details [data-focus$=uuid]", value="2A19")
    page.page.fill(".views-details [aria-label^='Value: hexadecimal']", "32")
    start = press(page, "Set")
    checks.that("Set changes a value", arrives(page, start, name="HR-1", kind="device", text="2A19"), last_told(page))
    page.show("gatt")
    page.page.click("#view-gatt nav button:has-text('HR-1')")
    row = "() => [...document.querySelectorAll('#view-gatt .views-service tr')].find(each => each.textContent.includes('2A19'))"
    page.wait(f"() => /32\\s*set at/.test(({row})()?.textContent ?? '')")
    checks.that("and GATT shows it", "32" in page.evaluate(f"() => ({row})().textContent"))
    page.show("air")


def map_by_hand(checks, page):
    choose(page, "Lamp")
    start = page.evaluate(COUNT)
    page.page.locator("#view-air [data-node]").filter(has_text="Lamp").focus()
    page.page.keyboard.press("ArrowRight")
    checks.that("an arrow key moves a node on the map", arrives(page, start, name="Lamp", kind="moved"))
    start = page.evaluate(COUNT)
    box = page.page.locator("#view-air [data-node] .views-halo").last.bounding_box()
    name = page.page.locator("#view-air [data-node]").last.get_attribute("aria-label").split(",")[0]
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    for step in range(1, 6):
        page.page.mouse.move(x - 24 * step, y - 12 * step)
        page.frames()
    page.page.mouse.up()
    checks.that("a node is dragged", arrives(page, start, name=name, kind="moved"), last_told(page))


def drag(page, name, to):
    """Drags a node of the map to a point of the window."""
    box = page.page.locator(f'#view-air svg [data-node][aria-label^="{name},"] .views-halo').bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    for step in range(1, 9):
        page.page.mouse.move(x + (to[0] - x) * step / 8, y + (to[1] - y) * step / 8)
        page.frames()
    page.page.mouse.up()


def middle(page, selector):
    box = page.page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tray(checks, page):
    """A node that is dropped below the map is out of range, until it is brought back."""
    choose(page, "HR-1")
    start = page.evaluate(COUNT)
    drag(page, "HR-1", middle(page, "#view-air .views-tray"))
    checks.that("a node dropped into the tray is out of range", arrives(page, start, name="HR-1", kind="moved", text="out of range"), last_told(page))
    page.wait("() => document.querySelector('#view-air .views-tray').innerText.includes('HR-1')")
    checks.that("and stands there", True)
    start = press(page, "Bring back")
    checks.that("Bring back takes it out", arrives(page, start, name="HR-1", kind="moved", text="now at"), last_told(page))


def client(checks, page, world):
    """A client of the port for HCI: a controller that can be moved, and nothing else."""
    found = next(match for match in (re.search(r"(?:tcp|port|127\.0\.0\.1)\D{0,4}(\d{4,5})\b", line) for line in world.said if "http" not in line) if match)
    with socket.create_connection(("127.0.0.1", int(found.group(1))), timeout=120) as host:
        host.sendall(bytes.fromhex("01030c00"))  # Reset
        host.recv(64)
        page.show("air")
        page.wait("() => [...Faraday.app.model.nodes.values()].some(node => node.kind === 'controller')")
        name = page.evaluate("() => [...Faraday.app.model.nodes.values()].find(node => node.kind === 'controller').name")
        choose(page, name)
        buttons = page.page.locator(".views-details button").all_inner_texts()
        checks.that("a client's controller has no buttons but those for its place and notes", set(buttons) == {"Move", "Walk out of range", "Add"}, buttons)
        page.page.fill(f"[aria-label='Place of {name} in metres']", "3")
        start = press(page, "Move")
        checks.that("a client's controller is moved", arrives(page, start, name=name, kind="moved", at=[3, 0, 0]), last_told(page))
        page.frames()
        start = page.evaluate(COUNT)
        x, y = middle(page, f'#view-air svg [data-node][aria-label^="{name},"] .views-halo')
        drag(page, name, (x + 40, y - 70))
        checks.that("it is dragged", arrives(page, start, name=name, kind="moved") and last_told(page)["line"].startswith("controller "), last_told(page))
        start = press(page, "Walk out of range")
        checks.that("and walks out of range", arrives(page, start, name=name, kind="moved", text="out of range"), last_told(page))


def two_pages(checks, page, second):
    second.wait("() => Faraday.app.model.records.length > 30")
    at = second.evaluate("() => Faraday.app.model.records.length - 1")
    page.wait("at => Faraday.app.model.records.length > at", at)
    record = "at => { const {t, name, text} = Faraday.app.model.records[at]; return [t, name, text]; }"
    checks.equal("two pages show the same records", page.evaluate(record, at), second.evaluate(record, at))
    start = page.evaluate(COUNT)
    second.evaluate("() => Faraday.app.tell('note from the other page')")
    checks.that("what one page does is seen on the other", arrives(page, start, kind="note", text="from the other page"))


def clock(checks, page):
    """The bar of a world that follows the clock: stand still, run on, twice as fast."""
    bar = "text => document.getElementById('livebar').innerText.includes(text)"
    page.page.click("#livebar button:text-is('Pause')")
    page.wait("() => Faraday.app.model.status.paused === true")
    page.wait(bar, "Paused")
    checks.that("Pause stops the clock", True)
    page.page.click("#livebar button:text-is('Resume')")
    page.wait(bar, "real time")
    checks.that("Resume lets it run", arrives(page, page.evaluate(COUNT), kind="advertising"))
    pace = page.evaluate("() => Faraday.app.model.status.pace")
    page.page.click("#livebar button:text-is('Double')")
    page.wait("pace => Faraday.app.model.status.pace === 2 * pace", pace)
    checks.that("Double makes it twice as fast", True)
    page.page.click("#livebar button:text-is('Half')")
    page.wait("pace => Faraday.app.model.status.pace === pace", pace)
    checks.that("Half makes it as slow as before", True)
    page.page.click("#livebar button:text-is('Pause')")
    page.wait(bar, "Paused")
    before = page.evaluate("() => Faraday.app.model.end")
    page.page.click("#livebar button:text-is('Run 1 s')")
    page.wait("before => Faraday.app.model.end > before + 0.9e9 && Faraday.app.model.status.paused === true", before)
    after = page.evaluate("() => Faraday.app.model.end")
    checks.that("Run 1 s lets a paused world run so long", after <= before + 1.2e9, (before, after))
    page.page.click("#livebar button:text-is('Resume')")
    page.wait(bar, "real time")


def phone(checks, page):
    """What can be done to a phone, in the demo, whose app is connected to a strap."""
    page.wait("() => Faraday.app.model.calls.some(call => call.kind === 'setNotify' && call.ended)")
    page.show("air")
    choose(page, "HR-1")
    start = press(page, "Drop links")
    checks.that("Drop links ends the link, and the app is told", arrives(page, start, stair="port", kind="disconnected"), last_told(page))
    choose(page, "Ada's iPhone")
    start = press(page, "Background")
    checks.that("Background sends the app there", arrives(page, start, kind="appState", text="background"), last_told(page))
    start = press(page, "Foreground")
    checks.that("Foreground brings it back", arrives(page, start, kind="appState", text="foreground"), last_told(page))
    start = press(page, "Off")
    checks.that("Bluetooth off is told to the app", arrives(page, start, stair="port", kind="stateChanged", text="poweredOff"), last_told(page))
    start = press(page, "On")
    checks.that("and on", arrives(page, start, stair="port", kind="stateChanged", text="poweredOn"), last_told(page))
    page.page.fill("[aria-label^='Place of Ada']", "1,2,0")
    start = press(page, "Move")
    checks.that("a phone is moved", arrives(page, start, kind="moved", at=[1, 2, 0]), last_told(page))
    page.show("gatt")
    page.page.click("#view-gatt nav button:has-text('Ada')")
    page.wait("() => document.querySelector('#view-gatt').textContent.includes('foreground')")
    checks.that("GATT shows the states of its app", True)


def faults(checks, page):
    """What a fault of the page does in the world, while the demo's first link is there."""
    page.show("air")
    choose(page, "HR-1")
    page.wait("() => Faraday.app.model.joins.endings.links.some(link => link.to === null && link.subs.size > 1)")
    page.page.select_option(".views-details label:has-text('From now on') select", value="notification")
    page.page.select_option(".views-details label:has-text('what happens') select", value="isDoubled()")
    start = press(page, "Inject")
    checks.that("a fault fires", last_told(page)["ok"] and arrives(page, start, kind="fault", flag="fault", text="isDoubled()"), last_told(page))
    twice = """start => { const values = Faraday.app.model.records.slice(start).filter(record => record.stair === "port" && record.kind === "characteristicValue");
        return values.some((record, at) => at > 0 && record.value === values[at - 1].value && record.uuid === values[at - 1].uuid && record.t - values[at - 1].t < 0.2e9); }"""
    page.wait(twice, start)
    checks.that("and the app is told a value twice", True)
    choose(page, "Ada's iPhone")
    field = "[aria-label='Fault in Swift']"
    checks.equal("the fault of a phone is Swift", page.page.input_value(field), ".at(.zero).on(\"Ada's iPhone\").restartsBluetooth()")
    start = press(page, "Inject")
    checks.that("Bluetooth of a phone restarts", arrives(page, start, kind="fault", flag="fault", text="restartsBluetooth")
                and arrives(page, start, stair="port", kind="stateChanged", text="resetting") and arrives(page, start, stair="port", kind="stateChanged", text="poweredOn"), last_told(page))
    page.page.select_option(".views-details label:has-text('what happens') select", value="suspendsApp(for: .seconds(10))")
    start = press(page, "Inject")
    checks.that("an app of a phone is suspended by a fault", arrives(page, start, kind="appState", state="suspended"), last_told(page))
    refused = page.evaluate("""async () => {
        const [moments, refused] = [document.querySelector(".views-details label select"), []];
        for (const moment of [...moments.options].map(option => option.value)) {
            moments.value = moment;
            moments.dispatchEvent(new Event("change"));
            for (const effect of [...document.querySelectorAll(".views-details label")].find(label => label.textContent.startsWith("what happens")).querySelector("select").options) {
                if (moment === "at(.zero)") continue; // it would happen now
                effect.parentElement.value = effect.value;
                effect.parentElement.dispatchEvent(new Event("change"));
                const answer = await Faraday.app.tell("fault " + document.querySelector("[aria-label='Fault in Swift']").value.replace(".nth(1)", ".nth(100000)"));
                if (!answer.ok) refused.push(answer.text);
            }
        }
        return refused;
    }""")
    checks.equal("each fault that the page offers for a phone is taken", refused, [])


def app_life(checks, page):
    page.show("air")
    choose(page, "Ada's iPhone")
    start = press(page, "Foreground")
    start = press(page, "Suspend")
    checks.that("Suspend suspends the app", arrives(page, start, kind="appState", state="suspended"), last_told(page))
    start = press(page, "End")
    checks.that("End ends it", arrives(page, start, kind="termination", state="ended"), last_told(page))
    start = press(page, "Start")
    checks.that("Start starts it again", arrives(page, start, kind="launch", state="launched"), last_told(page))


def waiting(checks, chromium, test, from_source):
    """A test that FARADAY_INSPECT=1 holds: Run 1 s, Continue to its code, Continue to its end."""
    command = ("swift", "test", "--skip-build", "--package-path", str(INSPECTOR.parent), "--filter", test)
    with served(*command, environment={**os.environ, "FARADAY_INSPECT": "1"}) as world:
        with page_of(chromium, world, from_source) as page:
            checks.run("live", wait_in_test, page, world)
            checks.equal("nothing is written to the console beside a test", page.problems, [])


def wait_in_test(checks, page, world):
    bar = "text => document.getElementById('livebar').innerText.includes(text)"
    page.wait(bar, "The test waits")
    buttons = page.page.locator("#livebar button").all_inner_texts()
    checks.equal("a test that waits can go on", buttons, ["Continue", "Run 1 s"])
    checks.that("Run 1 s is taken", tell_from_bar(page, "Run 1 s")["ok"], last_told(page))
    said = len(world.said)
    for _ in range(50):  # while the second passes, no test waits
        if tell_from_bar(page, "Continue")["ok"]:
            break
    page.wait("() => Faraday.app.model.records.length > 0 && Faraday.app.model.status.paused")
    page.wait(bar, "The test waits")
    checks.that("Continue lets the test's code run to its end, where it waits again", any("the test's code has ended" in line for line in world.said[said:]), world.said[-3:])
    checks.equal("after the second that Run 1 s gave", page.evaluate("() => Faraday.app.model.records[0].t"), 1_000_000_000)
    page.page.click("#livebar button:text-is('Continue')")
    page.wait("() => !document.getElementById('livebar').innerText.includes('waits')")
    checks.equal("the page says that the test has ended, and not that something is wrong", page.page.inner_text("#livebar"), "Ended")
    checks.equal("and ends the test", world.process.wait(60), 0)
    page.wait("() => Faraday.app.connected === false")
    checks.equal("nor when its program is gone", (page.page.inner_text("#livebar"), page.page.inner_text("#message")), ("Ended", ""))


def tell_from_bar(page, text):
    told = page.evaluate("() => Faraday.app.told.length")
    page.page.click(f"#livebar button:text-is('{text}')")
    page.wait("told => Faraday.app.told.length > told", told)
    return last_told(page)


def told_in_terminal(checks, page, program, world):
    start = page.evaluate(COUNT)
    subprocess.run([program, "tell", world.address, "note", "from the terminal"], check=True, stdout=subprocess.DEVNULL, timeout=60)
    checks.that("what the terminal does is seen on the page", arrives(page, start, kind="note", text="from the terminal"))


def never_reads(checks, page, world):
    """A client asks for the feed and never reads it, while the feed grows by more than any buffer between has room for."""
    with socket.socket() as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        lazy.connect(("127.0.0.1", world.port))
        lazy.sendall(f"GET {world.path}feed HTTP/1.1\r\nHost: 127.0.0.1:{world.port}\r\n\r\n".encode())
        start = page.evaluate(COUNT)
        page.show("story")
        for number in range(1000):
            world.request("POST", world.path + "tell", f"note line {number} " + "x" * 3800)
        checks.that("a client that never reads stops nobody", arrives(page, start, kind="note", text="line 999 "))
        checks.that("and the world goes on", arrives(page, page.evaluate(COUNT), kind="advertising"))


def strangers(checks, world):
    own = f"http://127.0.0.1:{world.port}"
    status, body = world.request("GET", world.path)
    checks.that("who knows the address gets the page", status == 200 and b"<" in body, status)
    wrong = "/" + "0" * (len(world.path) - 2) + "/"
    for what, path in (("a wrong token", wrong), ("no token", "/"), ("half a token", world.path[:9] + "/"), ("a feed with a wrong token", wrong + "feed")):
        nothing(checks, what, world.request("GET", path))
    line = "note intruder"
    nothing(checks, "a command with a wrong token", world.request("POST", wrong + "tell", line))
    nothing(checks, "another Origin", world.request("POST", world.path + "tell", line, Origin="http://example.com"))
    nothing(checks, "the feed for another Origin", world.request("GET", world.path + "feed", Origin="http://example.com"))
    nothing(checks, "the Origin null", world.request("POST", world.path + "tell", line, Origin="null"))
    nothing(checks, "another Host", world.request("GET", world.path, Host="example.com"))
    nothing(checks, "another Host with our port", world.request("GET", world.path, Host=f"example.com:{world.port}"))
    status, body = world.request("POST", world.path + "tell", "note our own page", Origin=own)
    checks.that("our own Origin is answered", status == 200 and json.loads(body)["ok"], (status, body))


def nothing(checks, what, answer):
    status, body = answer
    checks.that(f"{what} gets nothing", status != 200 and body == b"", answer)
