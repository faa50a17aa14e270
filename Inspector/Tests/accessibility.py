"""The rules of axe-core (WCAG 2 A and AA, and best practices): no violation in any view, in light and dark, wide and narrow."""

from axe_playwright_python.sync_playwright import Axe
from chromium import NARROW, WIDE, watched_file

VIEWS = ("story", "air", "gatt", "numbers", "links", "compare")


def check(checks, chromium, report, compared, newer):
    for scheme in ("light", "dark"):
        for name, size in (("wide", WIDE), ("narrow", NARROW)):
            # The checker is a script of its own, which the page's policy would forbid.
            with watched_file(chromium, compared, size=size, scheme=scheme, bypass_csp=True) as page:
                for view in VIEWS:
                    page.show(view)
                    if view == "compare":
                        page.page.wait_for_selector(".views-diff")
                    rules(checks, page, f"view {view}, {scheme}, {name}")
                page.show("story")
                page.evaluate("() => { Faraday.story.setLevel('hci'); Faraday.app.select(Faraday.app.model.records.find(each => each.att === 'HANDLE_VALUE_NTF').id); }")
                page.page.wait_for_selector("#detail .fields")
                rules(checks, page, f"details, {scheme}, {name}")
                page.page.keyboard.press("?")
                page.page.wait_for_selector("#helpbox[open]")
                rules(checks, page, f"help, {scheme}, {name}")
            with watched_file(chromium, report, size=size, scheme=scheme, bypass_csp=True) as page:
                rules(checks, page, f"failure, {scheme}, {name}")
            with watched_file(chromium, newer, size=size, scheme=scheme, bypass_csp=True) as page:
                rules(checks, page, f"what is missing, {scheme}, {name}")
                page.show("gatt")
                rules(checks, page, f"bonds, {scheme}, {name}")


def rules(checks, page, what):
    page.frames()
    violations = Axe().run(page.page).response["violations"]
    found = "; ".join(f"{each['id']} ({len(each['nodes'])}): {each['nodes'][0]['html'][:140]}" for each in violations)
    checks.that(f"no violation in {what}", not violations, found)
