"""The DocC catalogue: symbol graphs, a page for each product, and the pages of Documentation/ as articles."""

import json
import plistlib
import re

from graphs import Failure

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def slug(heading):
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def headings(text):
    """The headings of a page, without those in code."""
    is_code = False
    for line in text.splitlines():
        if line.startswith("```"):
            is_code = not is_code
        elif line.startswith("#") and not is_code:
            yield line.lstrip("#").strip()


class Catalogue:
    """Written into a folder: pages keep the numbers of their lines, so that a complaint names the right one."""

    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        self.sources = {}
        documentation = root / "Documentation"
        self.articles = {file: file.stem for file in sorted(documentation.glob("*.md"))}
        self.articles[root / "README.md"] = "Faraday"
        self.pages = sorted((documentation / "Products").glob("*.md"))

    def write(self, graphs):
        self.folder.mkdir(parents=True)
        plist = {"CFBundleDisplayName": "Faraday", "CFBundleIdentifier": "faraday"}
        (self.folder / "Info.plist").write_bytes(plistlib.dumps(plist))
        for name, graph in graphs.items():
            (self.folder / f"{name}.symbols.json").write_text(json.dumps(graph), encoding="utf-8")
        for file in self.pages:
            if file.stem != "Faraday":
                self._add(file, file.stem, self._rewritten(file))
        for file, name in self.articles.items():
            self._add(file, name, self._rewritten(file) + (self._root_topics() if name == "Faraday" else ""))

    def _add(self, file, name, text):
        target = self.folder / f"{name}.md"
        if target.exists():
            raise Failure(f"two pages are called {name}.md: one of them is {file.relative_to(self.root)}")
        target.write_text(text, encoding="utf-8")
        self.sources[str(target)] = str(file.relative_to(self.root))

    def _root_topics(self):
        return "\n@Metadata {\n  @TechnologyRoot\n}\n\n" + (self.root / "Documentation/Products/Faraday.md").read_text(encoding="utf-8")

    def _rewritten(self, file):
        """A page with links between pages as DocC has them; code stays as it is."""
        lines, is_code = [], False
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("```"):
                is_code = not is_code
            if not is_code and not line.startswith("    "):
                line = LINK.sub(lambda match: self._link(file, *match.groups()), line)
            lines.append(line)
        return "\n".join(lines) + "\n"

    def _link(self, file, mark, text, target):
        if mark or re.match(r"[a-z]+:", target):
            return f"{mark}[{text}]({target})"
        path, _, anchor = target.partition("#")
        linked = (file.parent / path).resolve() if path else file
        if not linked.exists():
            raise Failure(f"{file.relative_to(self.root)} links to {target}, which is not there")
        name = self.articles.get(linked)
        if name is None:
            return f"{text} (`{linked.relative_to(self.root)}`)"
        if not anchor:
            return f"[{text}](doc:{name})"
        found = [heading for heading in headings(linked.read_text(encoding="utf-8")) if slug(heading) == anchor]
        if not found:
            raise Failure(f"{file.relative_to(self.root)} links to {target}, which has no such heading")
        return f"[{text}](doc:{name}#{found[0].replace('`', '').replace(' ', '-')})"
