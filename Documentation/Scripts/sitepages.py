"""The site: a page for each article, each product and each type of a product, with contents and search, without a server."""

import html
import json
import os
import re
import shutil
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from rendering import NUMBERED, TYPES, Rendering

ASSETS = Path(__file__).resolve().parent / "site"
ROOT = "/documentation/faraday"

# How good a find each kind is, best first; the script of the page has the same order.
KINDS = ("page", "section", "product", "type", "member", "rule")

FRAME = """<!DOCTYPE html>
<html lang="en" data-root="{root}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="{about}">
<link rel="icon" href="{root}icon.svg">
<link rel="stylesheet" href="{root}style.css">
<script src="{root}page.js" defer></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="home" href="{root}index.html">Faraday</a>
<form role="search" action="{root}index.html">
<label for="words" class="unseen">Search</label>
<input id="words" type="search" placeholder="Search" autocomplete="off" spellcheck="false">
</form>
</header>
<div id="found" hidden><p role="status"></p><ul></ul></div>
<div class="columns">
<nav aria-label="Contents">
<details><summary>Contents</summary>
{contents}
</details>
</nav>
<main id="content" tabindex="-1">
{main}
</main>
</div>
</body>
</html>
"""


class Site(Rendering):
    """Goes through the first page's topics, and writes a file for each product, type and article."""

    def __init__(self, archive, folder):
        super().__init__(archive)
        self.output = folder
        self.file = PurePosixPath("index.html")
        self.is_article = False
        self.index = []
        self.count = 0

    # Where things are

    def home(self, path):
        """The file of a path of DocC's, and the anchor there; no anchor if the file is all about it."""
        parts = path.removeprefix("/documentation/").split("/")
        if path == ROOT:
            return PurePosixPath("index.html"), ""
        if parts[0] == "faraday":
            return PurePosixPath(f"{parts[1]}.html"), ""
        kind = self.paths.get("/".join(["/documentation", *parts[:2]]), {}).get("metadata", {}).get("symbolKind")
        if len(parts) > 1 and kind in TYPES:
            return PurePosixPath(parts[0], f"{parts[1]}.html"), "/".join(parts) if len(parts) > 2 else ""
        return PurePosixPath(parts[0], "index.html"), "/".join(parts) if len(parts) > 1 else ""

    def to(self, file):
        return os.path.relpath(file, self.file.parent)

    def link(self, url, text):
        if url is None:
            return text
        path, _, fragment = url.partition("#")
        if path not in self.paths:
            return f'<a href="{html.escape(url)}">{text}</a>' if ":" in url else text
        file, anchor = self.home(path)
        anchor = fragment or anchor
        # A member that is listed nowhere has no place of its own.
        target = self.to(file) + ("#" + quote(anchor, safe="/:()_,") if anchor else "")
        return f'<a href="{html.escape(target)}">{text}</a>'

    def heading(self, anchor):
        return anchor if self.is_article else self.anchor + "#" + anchor

    def image(self, known):
        url = known["variants"][0]["url"].lstrip("/")
        file = self.archive / url
        target = self.output / "images" / file.name
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
        return f'<img alt="{html.escape(known.get("alt") or "")}" src="{self.to(PurePosixPath("images", file.name))}" loading="lazy">'

    def is_shown_here(self, page, other):
        return self.home(self.path(other))[0] == self.file

    # Search

    def enter(self, page, title):
        """Names are found by what `note` has noted."""

    def note(self, kind, title, path, scope="", anchor=None, text=""):
        file, own = self.home(path)
        self.index.append([KINDS.index(kind), title, scope, str(file), own if anchor is None else anchor, text])

    def plain(self, markup):
        return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]+>", " ", markup))).strip()

    def sections(self, page):
        """The text of an article, cut at its headings: heading or None, and what is below it."""
        heading, blocks = None, []
        for section in page.get("primaryContentSections", []):
            for node in section.get("content", []):
                if node["type"] == "heading":
                    if node["text"] in ("Overview", "Discussion"):
                        continue
                    yield heading, blocks
                    heading, blocks = node, []
                else:
                    blocks.append(node)
        yield heading, blocks

    def symbol(self, page, level, systems="", is_top=False):
        path = self.path(page)
        is_type = page["metadata"].get("symbolKind") in TYPES
        names = list(page.get("hierarchy", {}).get("paths", [[]])[0])[1:]
        # A nested type's title has its scope already.
        scope = self.pages[names[-1]]["metadata"]["title"] if names and names[-1] in self.pages else ""
        self.note("type" if is_type else "member", page["metadata"]["title"], path, scope)
        return super().symbol(page, level, systems, is_top)

    # Pages

    def write(self):
        root = self.pages["doc://faraday/documentation/Faraday"]
        groups = [(section["title"], [self.pages[url] for url in section["identifiers"] if url in self.pages])
                  for section in root["topicSections"]]
        self.output.mkdir(parents=True, exist_ok=True)
        for name in ("style.css", "page.js", "icon.svg"):
            shutil.copyfile(ASSETS / name, self.output / name)
        self.groups = groups
        self.article(root)
        for _, pages in groups:
            for page in pages:
                self.article(page) if page["kind"] == "article" else self.product(page)
        entries = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in sorted(self.index))
        (self.output / "search.js").write_text(f"window.faradayIndex=[\n{entries}\n]\n", encoding="utf-8")
        return self

    def article(self, page):
        path = self.path(page)
        self.file, self.is_article = self.home(path)[0], True
        self.anchor = self.anchor_of(page)
        title = page["metadata"]["title"]
        for heading, blocks in self.sections(page):
            # The rows of numbered tables are entries of their own.
            said = [node for node in blocks if not (node["type"] == "table" and self.anchor in NUMBERED)]
            text = self.plain(self.blocks.html(said, page["references"], 1))
            if heading:
                self.note("section", heading["text"], path, title, heading["anchor"], text)
            else:
                about = self.plain(self.inline.html(page.get("abstract", []), page["references"]))
                self.note("page", title, path, text=f"{about} {text}".strip())
        for row in self.rows(page):
            if anchor := self.number(self.anchor, row):
                text = self.plain(self.blocks.cell(row[1], page["references"], 1))
                self.note("rule", f"{anchor.replace('-', ' ', 1)}: {text}"[:160], path, title, anchor)
        self.save(page, f"<h1>{html.escape(title, quote=False)}</h1>\n" + self.text(page, 1))

    def product(self, page):
        path = self.path(page)
        self.file, self.is_article = self.home(path)[0], False
        self.shown = set()
        title = page["metadata"]["title"]
        self.note("product", title, path)
        self.anchor = self.anchor_of(page)
        parts = [f"<h1>{html.escape(title, quote=False)} <small>product</small></h1>", self.text(page, 1)]
        for section in page.get("topicSections", []):
            parts.append(f"<h2>{html.escape(section['title'], quote=False)}</h2>")
            for url in section["identifiers"]:
                parts.append(self.listed(page, url, 3, is_top=True))
        self.save(page, "\n".join(parts))
        folder = self.file.parent
        for path, other in self.paths.items():
            file, anchor = self.home(path)
            if file.parent == folder and not anchor and other is not page:
                self.type(other, page)

    def type(self, page, product):
        self.file, self.is_article = self.home(self.path(page))[0], False
        self.shown = {page["identifier"]["url"]}
        back = self.link(self.path(product), html.escape(product["metadata"]["title"]))
        self.save(page, f'<p class="where">{back}</p>\n' + self.symbol(page, 1, is_top=True))

    def save(self, page, main):
        about = self.plain(self.inline.html(page.get("abstract", []), page.get("references", {})))
        title = page["metadata"]["title"]
        depth = len(self.file.parts) - 1
        text = FRAME.format(
            root="../" * depth, title=html.escape(title if title == "Faraday" else f"{title} – Faraday"),
            about=html.escape(about[:300]), contents=self.contents(), main=main)
        target = self.output / self.file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        self.count += 1

    def contents(self):
        parts = []
        for title, pages in self.groups:
            entries = []
            for page in pages:
                file = self.home(self.path(page))[0]
                is_here = file == self.file or file.name == "index.html" and file.parent == self.file.parent
                current = ' aria-current="page"' if file == self.file else ' aria-current="true"' if is_here else ""
                name = html.escape(page["metadata"]["title"], quote=False)
                entries.append(f'<li><a href="{self.to(file)}"{current}>{name}</a></li>')
            is_open = " open" if title in ("Start", "Recipes, one by one", "Guides") or any("aria-current" in entry for entry in entries) else ""
            parts.append(f"<details{is_open}><summary>{html.escape(title)}</summary><ul>{''.join(entries)}</ul></details>")
        return "\n".join(parts)
