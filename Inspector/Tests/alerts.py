"""The user of a served phone: what the screen asks, who answers it, and apps by their names. Beside `faraday serve --user waits`."""

from live import arrives, choose, last_told, press
from served import page_of, served

PHONE = "Ada's iPhone"
APPS = ("com.example.bell", "com.example.strap")


def question(app):
    return f'"{app}" Would Like to Use Bluetooth'


def check(checks, chromium, program, from_source):
    app = program.parent / "heart-rate"
    with served(program, "serve", "--hci", "tcp:0", "--programs", "tcp:127.0.0.1:0", "--device", "heart-rate=HR-1@2", "--phone", PHONE, "--user", "waits",
                "--app", f"com.example.bell={app}", "--app", f"com.example.strap={app}", "--inspect") as world:
        with page_of(chromium, world, from_source) as page:
            for part in (permission, apps, answers):
                checks.run("alerts", part, page)
            checks.that("the server says what is asked, and how it is answered",
                        all(any("asks: " + question(each) in line and f"phone \"{PHONE}\" alert allow|deny" in line for line in world.said) for each in APPS), world.said)
            checks.that("and who has answered", any("the user allows: " in line for line in world.said) and any("the user denies: " in line for line in world.said), world.said)
            checks.equal("nothing is written to the console", page.problems, [])


def permission(checks, page):
    page.wait("() => [...Faraday.app.model.nodes.values()].some(node => node.screen && node.screen.length === 2)")
    page.show("air")
    choose(page, PHONE)
    page.wait("() => document.querySelector('.views-details').innerText.includes('Would Like to Use Bluetooth')")
    details = page.page.inner_text(".views-details")
    checks.that("the panel of the phone shows what the screen asks", all(question(each) in details for each in APPS), details)
    # Two programs start at once, so either may ask first.
    first, second = sorted(APPS, key=lambda each: details.index(question(each)))
    start = answer(page, first, "Allow")
    checks.that("Allow answers the alert", arrives(page, start, kind="systemAlertAnswer", text="allows"), last_told(page))
    checks.that("and the app gets its state", arrives(page, start, stair="port", kind="stateChanged", app=first, text="poweredOn"))
    start = answer(page, second, "Deny")
    checks.that("Deny refuses the other one's", arrives(page, start, stair="port", kind="stateChanged", app=second, text="unauthorized"), last_told(page))
    page.wait("() => !document.querySelector('.views-details').innerText.includes('Would Like to Use Bluetooth')")
    checks.that("what was answered is gone", True)
    row = page.evaluate("""() => { const model = Faraday.app.model; return Faraday.rowText.plain(model, model.records.find(each => each.kind === "systemAlertAnswer")); }""")
    checks.that("the story says what was answered", "allows" in row and "would like to use Bluetooth" in row, row)


def answer(page, app, text):
    """Answers the oldest alert, which is that of an app; gives how many records there were before."""
    page.wait("app => (document.querySelector('.views-details [aria-label*=\"Would Like\"]')?.innerText ?? '').includes(app)", app)
    start = page.evaluate("() => Faraday.app.model.records.length")
    told = page.evaluate("() => Faraday.app.told.length")
    page.page.locator(".views-details [aria-label*='Would Like']").first.locator(f"button:text-is('{text}')").click()
    page.wait("told => Faraday.app.told.length > told", told)
    return start


def apps(checks, page):
    page.page.select_option(".views-details [data-focus$=' app']", value="com.example.strap")
    start = press(page, "Background")
    checks.that("an app is moved by its name", arrives(page, start, kind="appState", app="com.example.strap", text="background"), last_told(page))
    lanes = page.evaluate("() => [...Faraday.app.model.apps.values()].flat()")
    checks.that("apps have their names in the story", set(APPS) <= set(lanes), lanes)
    page.page.select_option(".views-details [data-focus$=' user']", value="refuses")
    page.wait("() => [...Faraday.app.model.nodes.values()].some(node => node.user === 'refuses')")
    checks.that("the user can refuse from now on", last_told(page)["swift"] == "adasIPhone.setUser(.refuses)", last_told(page))


def answers(checks, page):
    """Buttons and fields of the other questions, and the commands that they send."""
    told = page.evaluate("""() => {
        const told = [], tell = (words) => told.push(words);
        const pairing = Faraday.screen.question({ kind: "pairing", text: "Enter the code", answers: ["PASSKEY", "accept", "reject"] }, 1, tell);
        const list = Faraday.screen.question({ kind: "picker", text: "found", answers: ["choose Tag", "cancel"] }, 1, tell);
        const name = Faraday.screen.question({ kind: "picker", text: "a name", answers: ["name TEXT", "accept", "cancel"] }, 1, tell);
        document.body.append(pairing, list, name);
        pairing.querySelector("input").value = "123456";
        name.querySelector("input").value = "My tag";
        for (const box of [pairing, name]) box.querySelector("form").requestSubmit();
        for (const box of [pairing, list, name]) for (const each of box.querySelectorAll("button[type=button]")) each.click();
        for (const box of [pairing, list, name]) box.remove();
        return told;
    }""")
    checks.equal("each answer sends its command", told, ["pairing 123456", 'picker name "My tag"', "pairing accept", "pairing reject", "picker choose Tag", "picker cancel", "picker accept", "picker cancel"])
