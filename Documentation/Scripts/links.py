"""Whether every link of a folder of pages leads somewhere within it, or to the outside."""

from html.parser import HTMLParser
from pathlib import PurePosixPath
from urllib.parse import unquote
import posixpath


class Page(HTMLParser):
    """What a page links to, and what can be linked to in it."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.anchors, self.twice = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        known = dict(attributes)
        if anchor := known.get("id"):
            if anchor in self.anchors:
                self.twice.append(anchor)
            self.anchors.add(anchor)
        for name in ("href", "src"):
            if known.get(name):
                self.targets.append(known[name])


def problems(folder):
    """A line for each link that leads nowhere, and for each anchor that is on a page twice."""
    pages = {PurePosixPath(file.relative_to(folder).as_posix()): Page(file.read_text(encoding="utf-8"))
             for file in sorted(folder.rglob("*.html"))}
    found = []
    for name, page in pages.items():
        found += [f"{name}: the anchor {anchor} is there twice" for anchor in page.twice]
        for target in sorted(set(page.targets)):
            path, _, anchor = target.partition("#")
            if ":" in path.split("/")[0]:
                continue
            where = PurePosixPath(posixpath.normpath(posixpath.join(name.parent, unquote(path)))) if path else name
            if where not in pages and not (folder / where).is_file():
                found.append(f"{name}: there is no {where}")
            elif anchor and where in pages and unquote(anchor) not in pages[where].anchors:
                found.append(f"{name}: {where} has no anchor {unquote(anchor)}")
    return found
