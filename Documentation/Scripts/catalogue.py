"""The DocC catalogue: symbol graphs, a page for each product, and the pages of Documentation/ as articles."""

import json
import plistlib
import re
import shutil

from graphs import Failure

TOPIC = re.compile(r"^- ``([\w/]+)``$")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
NUMBERED_LINK = re.compile(r"\[([^\]]*)\]\[(\d+)\]")
NUMBER_OF_LINK = re.compile(r"^\[(\d+)\]: (\S+)$", re.MULTILINE)

# Pages about how Faraday is built, which are not in Documentation/.
INSIDE = {
    "HANDBOOK.md": "Handbook",
    "CONTRIBUTING.md": "Contributing",
    "CHANGELOG.md": "Changelog",
    "Benchmarks/README.md": "Benchmarks",
    "Interop/README.md": "InteropChecks",
    "Inspector/README.md": "Inspector",
    "Examples/Bugs/README.md": "Bugs",
    "Examples/Seams/README.md": "SeamExamples",
}


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


def brief(identifier):
    """What DocC tells symbols of one name apart by: FNV-1 of the precise identifier, 24 bits to the base of 36."""
    value = 2166136261
    for byte in identifier.encode():
        value = (value * 16777619 & 0xFFFFFFFF) ^ byte
    value = (value >> 24) ^ (value & 0xFFFFFF)
    digits = ""
    while value:
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[value % 36] + digits
        value //= 36
    return digits or "0"


class Catalogue:
    """Written into a folder. Most pages keep the numbers of their lines, so that a complaint names the right one."""

    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        self.sources = {}
        documentation = root / "Documentation"
        self.articles = {file: file.stem for file in sorted(documentation.glob("*.md"))}
        self.recipes = self._named("Documentation/Recipes/*.md", "Recipe-{stem}", {"README": "Recipes"})
        self.inside = {
            **{root / file: name for file, name in INSIDE.items()},
            **self._named("Documentation/Inside/*.md", "Inside-{stem}"),
            **self._named("Sources/*/README.md", "Target-{folder}"),
        }
        self.articles |= self.recipes | self.inside | {root / "README.md": "Faraday"}
        self.pages = sorted((documentation / "Products").glob("*.md"))
        self.types = sorted((documentation / "Products/Types").glob("*.md"))

    def _named(self, pattern, name, others={}):
        """The pages that fit a pattern, and what they are called here."""
        found = sorted(self.root.glob(pattern))
        return {file: others.get(file.stem) or name.format(stem=file.stem, folder=file.parent.name) for file in found}

    def write(self, graphs):
        self.folder.mkdir(parents=True)
        plist = {"CFBundleDisplayName": "Faraday", "CFBundleIdentifier": "faraday", "CDDefaultModuleKind": "Product"}
        (self.folder / "Info.plist").write_bytes(plistlib.dumps(plist))
        for name, graph in graphs.items():
            (self.folder / f"{name}.symbols.json").write_text(json.dumps(graph), encoding="utf-8")
        for file in self.pages:
            if file.stem != "Faraday":
                if file.stem not in graphs:
                    self._add_empty(file.stem)
                self._add(file, file.stem, self._with_members(self._rewritten(file), graphs))
        for file in self.types:
            self._add(file, f"Type-{file.stem}", self._with_members(self._rewritten(file), graphs))
        for file, name in self.articles.items():
            self._add(file, name, self._rewritten(file) + (self._root_topics() if name == "Faraday" else ""))

    def _add_empty(self, module):
        """A product that is another module on this platform: `CoreBluetooth` on a Mac."""
        empty = {
            "metadata": {"formatVersion": {"major": 0, "minor": 6, "patch": 0}, "generator": "Faraday"},
            "module": {"name": module, "platform": {}},
            "symbols": [],
            "relationships": [],
        }
        (self.folder / f"{module}.symbols.json").write_text(json.dumps(empty), encoding="utf-8")

    def _add(self, file, name, text):
        target = self.folder / f"{name}.md"
        if target.exists():
            raise Failure(f"two pages are called {name}.md: one of them is {file.relative_to(self.root)}")
        target.write_text(text, encoding="utf-8")
        self.sources[str(target)] = str(file.relative_to(self.root))

    def _with_members(self, text, graphs):
        """A page of a product or a type, in whose topics a name stands for everything that is called so.

        `run` in the page of `World` is all of its methods of that name, whatever their parameters are.
        """
        product, *scope = re.match(r"# ``([\w/]+)``", text).group(1).split("/")
        members = {}
        for name, graph in graphs.items():
            outside = name.split("@")[1:]
            for symbol in graph["symbols"] if name.split("@")[0] == product else []:
                path = outside + symbol["pathComponents"]
                plain = (*path[:-1], path[-1].split("(")[0])
                members.setdefault(plain, []).append(("/".join(path), symbol["identifier"]["precise"]))
        lines = []
        for line in text.splitlines():
            match = TOPIC.match(line)
            found = sorted(members.get((*scope, *match.group(1).split("/")), [])) if match else []
            names = [name for name, _ in found]
            for name, precise in found:
                suffix = f"-{brief(precise)}" if names.count(name) > 1 else ""
                lines.append(f"- ``{product}/{name}{suffix}``")
            lines += [] if found else [line]
        return "\n".join(lines) + "\n"

    def _root_topics(self):
        """What makes the README the first page: the list of products and articles, those that it forgets at its end."""
        topics = (self.root / "Documentation/Products/Faraday.md").read_text(encoding="utf-8")
        inside = list(self.inside.values())
        recipes = sorted(self.recipes.values(), key=lambda name: name != "Recipes")
        others = [name for name in self.articles.values() if name != "Faraday" and name not in inside]
        for title, names in (("Recipes, one by one", recipes), ("More", others), ("How Faraday is built", inside)):
            missing = [name for name in names if f"<doc:{name}>" not in topics]
            if missing:
                topics += f"\n### {title}\n\n" + "".join(f"- <doc:{name}>\n" for name in missing)
        return "\n@Metadata {\n  @TechnologyRoot\n}\n\n" + topics

    def _rewritten(self, file):
        """A page with links between pages as DocC has them; code stays as it is."""
        lines, is_code = [], False
        text = file.read_text(encoding="utf-8")
        targets = dict(NUMBER_OF_LINK.findall(text))
        for line in NUMBER_OF_LINK.sub("", text).splitlines():
            if line.startswith("```"):
                is_code = not is_code
            if not is_code and not line.startswith("    "):
                line = NUMBERED_LINK.sub(lambda match: f"[{match[1]}]({targets[match[2]]})", line)
                line = LINK.sub(lambda match: self._link(file, *match.groups()), line)
            lines.append(line)
        return "\n".join(lines) + "\n"

    def _link(self, file, mark, text, target):
        if re.match(r"[a-z]+:", target):
            return f"{mark}[{text}]({target})"
        if mark:
            return self._image(file, text, target)
        path, _, anchor = target.partition("#")
        linked = (file.parent / path).resolve() if path else file
        if not linked.exists():
            raise Failure(f"{file.relative_to(self.root)} links to {target}, which is not there")
        name = self.articles.get(linked)
        if name is None:
            return f"{text} (`{linked.relative_to(self.root)}`)"
        # DocC finds no heading of its first page.
        if not anchor or name == "Faraday":
            return f"[{text}](doc:{name})"
        found = [heading for heading in headings(linked.read_text(encoding="utf-8")) if slug(heading) == anchor]
        if not found:
            raise Failure(f"{file.relative_to(self.root)} links to {target}, which has no such heading")
        return f"[{text}](doc:{name}#{found[0].replace('`', '').replace(' ', '-')})"

    def _image(self, file, text, target):
        """DocC finds an image by its name, wherever it is in the catalogue."""
        image = file.parent / target
        if not image.exists():
            raise Failure(f"{file.relative_to(self.root)} shows {target}, which is not there")
        shutil.copyfile(image, self.folder / image.name)
        return f"![{text}]({image.name})"
