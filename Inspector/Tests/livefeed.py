"""A live page without a server: the test gives it the lines of its feed, and hears what it tells."""

import contextlib
import json

from chromium import Watched
from served import source_page

ADDRESS = "http://127.0.0.1:9/00/"
FAKE = """
window.told = [];
window.EventSource = class { constructor() { window.feedSource = this; this.listeners = {}; } addEventListener(name, act) { this.listeners[name] = act; } close() {} };
window.fetch = (address, options) => { window.told.push(options.body); return Promise.resolve({ json: () => ({ ok: true, text: window.answer || "done", swift: "world." + options.body }) }); };
"""
HEADER = {"faraday": "trace", "version": 1, "origin": "world", "title": "A world", "seed": "5"}
PRESENT = {"type": "present"}


class LivePage(Watched):
    def connect(self):
        self.evaluate("() => feedSource.onopen()")
        self.settle()

    def disconnect(self):
        self.evaluate("() => feedSource.onerror()")
        self.settle()

    def feed(self, *lines):
        self.evaluate("data => feedSource.onmessage({ data })", "\n".join(json.dumps(line) for line in lines))
        self.settle()

    def settle(self):
        """The page draws while it reads only some times a second."""
        self.frames()
        self.evaluate("() => Faraday.app.refresh()")
        self.frames()

    def status(self, **facts):
        self.feed({"type": "status", "t": 0, "paused": False, "pace": None, **facts})


@contextlib.contextmanager
def live_page(chromium, **options):
    page = LivePage(chromium, ADDRESS, **options)
    page.context.add_init_script(FAKE)
    page.context.route(ADDRESS, lambda route: route.fulfill(body=source_page(), content_type="text/html"))
    with page:
        yield page.open(until="#livebar:not([hidden])")
