"""Chromium, and pages in it that are watched: what they print, and what they ask the network for."""

import contextlib
import os
import pathlib
import subprocess
import sys

from playwright.sync_api import sync_playwright

INSPECTOR = pathlib.Path(__file__).resolve().parent.parent
WIDE, NARROW = {"width": 1400, "height": 900}, {"width": 480, "height": 800}
READY = "html[data-ready=true]"


@contextlib.contextmanager
def browser():
    """Debian's Chromium, or the program that FARADAY_CHROMIUM names."""
    program = os.environ.get("FARADAY_CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage"])
        try:
            yield chromium
        finally:
            chromium.close()


def assemble(feed, out, second=None):
    """A report of a feed, in one file."""
    subprocess.run([sys.executable, INSPECTOR / "assemble", feed, out] + ([second] if second else []), check=True)
    return out


class Watched:
    """A page in a context of its own. Every request that leaves `allowed` is aborted and remembered."""

    def __init__(self, chromium, address, size=WIDE, scheme="light", allowed=None, **options):
        self.address = address
        self.problems, self.requests = [], []
        self.context = chromium.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce", **options)
        self.context.set_default_timeout(120_000)
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.problems.append(f"{message.type}: {message.text}") if message.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.problems.append(f"exception: {error}"))
        self.allowed = allowed or (lambda url: url == address)
        self.context.route("**/*", self.filter)

    def filter(self, route):
        if self.allowed(route.request.url):
            route.continue_()
            return
        self.requests.append(route.request.url)
        route.abort()

    def open(self, until=READY):
        self.page.goto(self.address)
        if until:
            self.page.wait_for_selector(until)
        return self

    def evaluate(self, script, argument=None):
        return self.page.evaluate(script, argument)

    def wait(self, script, argument=None):
        """Waits until a script is true in the page."""
        self.page.wait_for_function(script, arg=argument)

    def frames(self):
        """Waits until the page has drawn what it was told."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")

    def show(self, view):
        self.page.click(f"#tab-{view}")
        self.page.wait_for_selector(f"#view-{view}:visible")
        self.frames()

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.context.close()


def watched_file(chromium, path, **options):
    """A report, opened as a file: no network at all."""
    return Watched(chromium, pathlib.Path(path).resolve().as_uri(), **options).open()
