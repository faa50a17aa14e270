"""What a screen reader gets: each key that moves is heard, rows stand in their order, buttons have names of their own; and keys can be switched off."""

from chromium import watched_file

SPOKEN = "() => document.getElementById('spoken').textContent.trim()"
VIEWS = ("story", "air", "gatt", "numbers", "links", "compare")
ORDER = """() => [...document.querySelectorAll('.spacer > .row')].filter(each => !each.hidden).map(each => Number(each.dataset.row))"""

# Buttons on the screen with their names; a name is the label, else the text.
NAMES = """() => [...document.querySelectorAll('button, [role=button]')].filter(each => each.getClientRects().length).map(each => (each.getAttribute('aria-label') || each.textContent).trim())"""


def check(checks, chromium, report, compared):
    with watched_file(chromium, report) as page:
        keys(checks, page)
        order(checks, page)
        off(checks, page)
        checks.equal("nothing is written to the console", page.problems, [])
    with watched_file(chromium, compared) as page:
        names(checks, page)


def press(page, key):
    page.page.keyboard.press(key)
    page.frames()
    return page.evaluate(SPOKEN)


def keys(checks, page):
    page.evaluate("() => document.activeElement.blur()")
    for view in VIEWS:
        number, title = page.evaluate("view => { const found = Faraday.views.find(each => each.id === view); return [found.key, found.title]; }", view)
        checks.equal(f"{number} says the view", press(page, number), f"View {title}")
    press(page, "1")
    page.evaluate("() => { Faraday.story.active = -1; document.querySelector('.rows').scrollTop = 0; }")
    heard = [press(page, key) for key in "jjjk"]
    rows = page.evaluate("() => Faraday.story.rows.count")
    checks.equal("j and k say the row that they come to", [text.rsplit(", ", 1)[1] for text in heard], [f"row {row} of {rows}" for row in (1, 2, 3, 2)])
    said = page.evaluate("() => { const said = Faraday.rowText.describe(Faraday.app.model, Faraday.story.rows, Faraday.story.active); return [said.time, said.who, said.text]; }")
    checks.that("with its time, who, and what", all(part in heard[-1] for part in said), (heard[-1], said))
    for key, rule in (("n", "a flag"), ("N", "an error"), ("p", "a flag"), ("f", "the failure")):
        text = press(page, key)
        active = page.evaluate("() => Faraday.story.active + 1")
        message = page.page.inner_text("#message")
        checks.that(f"{key} says {rule}", text.endswith(f", row {active} of {rows}") or message.startswith("No "), (text, message))
    page.evaluate("() => Faraday.app.select(Faraday.app.model.records.find(each => each.kind === 'connected').id)")
    before = page.evaluate(SPOKEN)
    text = press(page, "w")
    cause = page.evaluate("() => Faraday.rowText.plain(Faraday.app.model, Faraday.app.model.records[Faraday.app.selected])")
    checks.that("w says the cause", text != before and text.endswith(cause), (text, cause))
    text = press(page, "e")
    checks.that("e says what it led to", text.endswith(page.evaluate("() => Faraday.rowText.plain(Faraday.app.model, Faraday.app.model.records[Faraday.app.selected])")), text)
    checks.equal("t says the theme", {press(page, "t"), press(page, "t")}, {"Dark", "Light"})
    level = page.evaluate("() => { Faraday.app.say(''); }")
    press(page, "+")
    title = page.evaluate("() => Faraday.rows.levels[Faraday.story.level].title")
    checks.that("plus says the zoom", page.page.inner_text("#message").startswith(title), level)
    press(page, "-")


def order(checks, page):
    page.evaluate("() => Faraday.story.setLevel('hci')")
    page.frames()
    # A step, a page, far away, back, and to both ends.
    for to in (24, 48, 400, 380, 5000, 4990, 0, 10**7, 10**7 - 100, 100):
        page.evaluate("to => { document.querySelector('.rows').scrollTop = to; Faraday.app.refresh(); }", to)
        page.frames()
        found = page.evaluate(ORDER)
        checks.that(f"rows stand in the document in their order, scrolled to {to}", found == list(range(found[0], found[0] + len(found))) and len(found) > 10, found)


def off(checks, page):
    page.evaluate("() => document.activeElement.blur()")
    press(page, "?")
    page.page.uncheck("#singlekeys")
    page.page.keyboard.press("Escape")
    before = page.evaluate("() => [Faraday.app.view.id, Faraday.story.active, Faraday.story.level, document.documentElement.dataset.theme]")
    for key in "23jkntf+-?/we":
        press(page, key)
    after = page.evaluate("() => [Faraday.app.view.id, Faraday.story.active, Faraday.story.level, document.documentElement.dataset.theme]")
    checks.equal("switched off, keys of one character do nothing", (after, page.page.locator("#helpbox[open]").count()), (before, 0))
    page.evaluate("() => Faraday.app.select(1)")
    press(page, "Escape")
    checks.that("Escape still closes", page.page.locator("#detail").is_hidden())
    page.page.reload()
    page.page.wait_for_selector("html[data-ready=true]")
    press(page, "2")
    checks.equal("the page remembers it", page.evaluate("() => Faraday.app.view.id"), before[0])
    page.page.click("#help")
    page.page.check("#singlekeys")
    page.page.keyboard.press("Escape")
    page.evaluate("() => document.activeElement.blur()")
    press(page, "2")
    checks.equal("and switched on they work again", page.evaluate("() => Faraday.app.view.id"), "air")


def names(checks, page):
    for view in VIEWS:
        page.show(view)
        if view == "compare":
            page.page.wait_for_selector(".views-diff")
        found = page.evaluate(NAMES)
        doubled = sorted({name for name in found if found.count(name) > 1})
        checks.equal(f"in the view {view} every button has a name of its own", (doubled, [name for name in found if len(name) < 2 and name != "?"]), ([], []))
