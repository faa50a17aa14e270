"""A world that the command line tool runs, its page, and raw requests to its server."""

import contextlib
import http.client
import importlib.machinery
import importlib.util
import re
import subprocess
import threading
from urllib.parse import urlsplit

from chromium import INSPECTOR, Watched

PATIENCE = 120  # seconds until a tool that says nothing is ended


class Served:
    """`faraday serve --inspect`, or another command that prints the address of a page."""

    def __init__(self, program, *arguments, environment=None):
        self.process = subprocess.Popen([program, *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.said = []
        watchdog = threading.Timer(PATIENCE, self.process.kill)
        watchdog.start()
        self.address = None
        for line in self.process.stdout:
            self.said.append(line.rstrip())
            found = re.search(r"http://127\.0\.0\.1:\d+/[0-9a-f]+/", line)
            if found:
                self.address = found.group(0)
                break
        watchdog.cancel()
        if not self.address:
            self.stop()
            raise RuntimeError("the tool printed no address: " + " / ".join(self.said[-5:]))
        # A pipe that nobody reads would stop the tool.
        self.reader = threading.Thread(target=lambda: [self.said.append(line.rstrip()) for line in self.process.stdout], daemon=True)
        self.reader.start()

    @property
    def port(self):
        return urlsplit(self.address).port

    @property
    def path(self):
        return urlsplit(self.address).path

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def request(self, method, path, body=None, **headers):
        """A request without a browser's rules: (status, body). The status is None when the connection just ends."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.putrequest(method, path, skip_host="Host" in headers)
            for name, value in headers.items():
                connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body.encode() if body else None)
            answer = connection.getresponse()
            return answer.status, answer.read(4096)
        except (http.client.HTTPException, ConnectionError, TimeoutError):
            return None, b""
        finally:
            connection.close()


@contextlib.contextmanager
def served(program, *arguments, environment=None):
    world = Served(program, *arguments, environment=environment)
    try:
        yield world
    finally:
        world.stop()


def page_of(chromium, world, from_source, **options):
    """The world's page. With `from_source` it has the scripts of Inspector/Page, whatever the tool contains."""
    page = Watched(chromium, world.address, allowed=lambda url: url.startswith(world.address), **options)
    if from_source:
        page.context.route(world.address, lambda route: route.fulfill(response=route.fetch(), body=source_page()))
    return page.open()


def source_page():
    loader = importlib.machinery.SourceFileLoader("assemble", str(INSPECTOR / "assemble"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("assemble", loader))
    loader.exec_module(module)
    return module.live()
