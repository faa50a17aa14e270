"""Everything by keyboard alone, and it is always to be seen where the focus is."""

from chromium import watched_file

FOCUS = """() => {
    const element = document.activeElement;
    if (!element || element === document.body) return {name: "", visible: false};
    const style = getComputedStyle(element), box = element.getBoundingClientRect();
    const label = element.labels && element.labels.length ? getComputedStyle(element.labels[0]) : null;
    const ring = each => each && each.outlineStyle !== "none" && parseFloat(each.outlineWidth) >= 1;
    const span = document.body.appendChild(document.createElement("span"));
    span.style.color = "var(--focus)";
    const focus = getComputedStyle(span).color;
    span.remove();
    const drawn = [...element.querySelectorAll("circle")].some(each => getComputedStyle(each).stroke === focus); // nodes of the map
    const inside = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
    return {name: (element.id || element.getAttribute("aria-label") || element.innerText || element.tagName).slice(0, 40),
            tag: element.tagName, role: element.getAttribute("role"), visible: ((ring(style) || drawn) && inside) || !!ring(label)};
}"""


def check(checks, chromium, compared):
    with watched_file(chromium, compared) as page:
        for view in ("story", "air", "gatt", "numbers", "compare"):
            walk(checks, page, view)
        tabs(checks, page)
        story(checks, page)
        search(checks, page)
        details(checks, page)
        help_box(checks, page)
        comparison(checks, page)
        checks.equal("nothing is written to the console", page.problems, [])


def press(page, *keys):
    for key in keys:
        page.page.keyboard.press(key)
    page.frames()


def walk(checks, page, view):
    """Tab goes through all controls of a view and comes to an end; each has a ring."""
    page.evaluate("view => { Faraday.app.show(view); document.activeElement.blur(); }", view)
    page.frames()
    hidden, names = [], []
    for _ in range(400):
        page.page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        if focus["name"] == "":
            break
        names.append(focus["name"])
        if not focus["visible"]:
            hidden.append(focus)
    checks.that(f"Tab goes through the view {view} and out of it again", 5 < len(names) < 400, len(names))
    checks.equal(f"the focus is visible everywhere in the view {view}", hidden, [])


def tabs(checks, page):
    page.evaluate("() => Faraday.app.show('story')")
    page.page.focus("#tab-story")
    seen = ["story"]
    for _ in range(5):
        press(page, "ArrowRight")
        seen.append(page.evaluate("() => Faraday.app.view.id"))
    checks.equal("arrows choose the tabs", seen, ["story", "air", "gatt", "numbers", "links", "compare"])
    press(page, "Home")
    checks.equal("Home is the first tab", page.evaluate("() => Faraday.app.view.id"), "story")
    chosen = []
    for key in "654321":
        press(page, key)
        chosen.append(page.evaluate("() => Faraday.app.view.id"))
    checks.equal("digits choose views", chosen, ["links", "compare", "numbers", "gatt", "air", "story"])


def story(checks, page):
    page.page.focus(".rows")
    press(page, "Home")
    first = page.evaluate("() => Faraday.story.active")
    press(page, "ArrowDown", "ArrowDown")
    checks.equal("arrows go through the rows", (first, page.evaluate("() => Faraday.story.active")), (0, 2))
    active = page.page.get_attribute(".rows", "aria-activedescendant")
    checks.that("a screen reader is told the row", active and page.page.locator(f"#{active}").count() == 1, active)
    press(page, "End")
    last = page.evaluate("() => [Faraday.story.active, Faraday.story.rows.count]")
    checks.equal("End is the last row", last[0], last[1] - 1)
    level = page.evaluate("() => Faraday.story.level")
    press(page, "+")
    nearer = page.evaluate("() => Faraday.story.level")
    press(page, "-")
    checks.equal("plus and minus zoom", (nearer, page.evaluate("() => Faraday.story.level")), (level + 1, level))
    press(page, "Home", "n")
    steps(checks, page)
    fold = page.evaluate("() => { const rows = Faraday.story.rows; for (let i = 0; i < rows.count; i++) if (rows.types[i] === Faraday.rows.type.repeat) return i; return -1; }")
    before = page.evaluate("() => Faraday.story.rows.count")
    press(page, "Home", *["ArrowDown"] * fold)
    press(page, "Enter")
    checks.that("Enter unfolds a row", fold >= 0 and page.evaluate("() => Faraday.story.rows.count") > before)


def steps(checks, page):
    """n goes through flags and failures alone, and Shift+N through errors that an app was told of."""
    chosen = "() => { const record = Faraday.app.model.records[Faraday.app.selected]; return record ? [record.flag || null, record.error || null] : null; }"
    flags, errors = [], []
    for key, found in (("n", flags), ("N", errors)):
        press(page, "Home")
        before = None
        for _ in range(50):
            press(page, key)
            active = page.evaluate("() => Faraday.story.active")
            if active == before:
                break
            before = active
            if page.evaluate("row => Faraday.story.rows.types[row] !== Faraday.rows.type.failure", active):
                found.append(page.evaluate(chosen))
    wanted = page.evaluate("() => [Faraday.app.model.flags.length, Faraday.app.model.records.filter(each => each.error && !each.flag).length]")
    checks.that("n goes through all flags, and through no error", len(flags) == wanted[0] > 0 and all(flag for flag, _ in flags), flags)
    checks.that("Shift+N goes through all errors, and through no flag", len(errors) == wanted[1] > 0 and all(error and not flag for flag, error in errors), errors)


def search(checks, page):
    page.page.focus(".rows")
    press(page, "/")
    checks.equal("a slash goes to the search", page.evaluate("() => document.activeElement.id"), "query")
    page.page.keyboard.type("op:setNotify")
    press(page, "Enter")
    page.wait("() => Faraday.app.filter.active")
    press(page, "ArrowDown")
    checks.that("and arrow down to what was found", page.evaluate("() => document.activeElement.classList.contains('rows')"))
    press(page, "Home", "ArrowDown")
    checks.equal("which can be chosen", page.evaluate("() => Faraday.app.model.records[Faraday.app.selected].kind"), "setNotify")
    press(page, "/", "Escape")
    checks.that("Escape clears the search", not page.evaluate("() => Faraday.app.filter.active"))
    press(page, "Escape")


def details(checks, page):
    record = page.evaluate("() => Faraday.app.model.records.find(each => each.att === 'HANDLE_VALUE_NTF').id")
    page.evaluate("id => Faraday.app.select(id)", record)
    page.page.focus(".rows")
    for _ in range(60):
        press(page, "Tab")
        if page.evaluate("() => document.activeElement.classList.contains('field')"):
            break
    checks.equal("Tab goes to the fields of a packet", page.evaluate("() => document.activeElement.getAttribute('role')"), "treeitem")
    press(page, "ArrowDown", "ArrowDown")
    checks.that("arrows go through the fields and mark their bytes",
                page.evaluate("() => document.activeElement.classList.contains('marked')") and page.page.locator("#detail .byte.marked").count() > 0)
    before = page.evaluate("() => Faraday.app.selected")
    page.page.focus(".rows")
    press(page, "w")
    cause = page.evaluate("() => Faraday.app.selected")
    checks.that("w goes to the cause", cause != before, cause)
    press(page, "Escape")
    checks.that("Escape closes the details", page.page.locator("#detail").is_hidden())


def help_box(checks, page):
    press(page, "?")
    page.page.wait_for_selector("#helpbox[open]")
    checks.that("a question mark opens the help", "Search" in page.page.inner_text("#helpbox"))
    checks.that("the focus goes into the help", page.evaluate("() => document.getElementById('helpbox').contains(document.activeElement)"))
    press(page, "Escape")
    checks.that("Escape closes it", page.page.locator("#helpbox[open]").count() == 0)
    before = page.evaluate("() => document.documentElement.dataset.theme || 'light'")
    press(page, "t")
    checks.that("t changes light and dark", page.evaluate("() => document.documentElement.dataset.theme") != before)
    press(page, "t")


def comparison(checks, page):
    press(page, "5")
    page.page.wait_for_selector(".views-diff caption")
    first = page.page.inner_text(".views-diff caption")
    page.page.focus(".views-diffscroll")
    press(page, "n")
    second = page.page.inner_text(".views-diff caption")
    checks.that("n and p go through differences", first.lower().startswith("difference 1 of") and second.lower().startswith("difference 2 of"), (first, second))
    checks.that("and the focus stays", page.evaluate("() => document.activeElement.classList.contains('views-diffscroll')"))
    press(page, "p")
    checks.equal("p goes back", page.page.inner_text(".views-diff caption"), first)
