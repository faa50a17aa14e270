"""The whole reference as one HTML file, written from the pages that DocC made."""

import base64
import html
import json
import mimetypes
import re
from urllib.parse import quote

from graphs import Failure

STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --dim: #777; --link: #0a58ca; }
@media (prefers-color-scheme: dark) { :root { --link: #7ab8ff; --dim: #999; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 20rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line);
  font-size: .85rem; }
nav ul { list-style: none; margin: 0; padding-left: .8rem; }
nav b { display: block; margin-top: .8rem; }
nav i { display: block; font-style: normal; color: var(--dim); margin-top: .3rem; }
nav summary a { font-weight: 600; }
main { padding: 1rem 2rem 50vh; max-width: 62rem; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
code, pre { font: .86em/1.45 ui-monospace, Menlo, Consolas, monospace; }
pre { background: var(--soft); padding: .5rem .8rem; overflow: auto; border-radius: 4px; margin: .4rem 0; }
pre.declaration { white-space: pre-wrap; overflow-wrap: anywhere; }
h1 { border-bottom: 2px solid var(--line); margin-top: 4rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
h3, h4, h5, h6 { margin: 1.6rem 0 .3rem; }
h1 small, h2 small, h3 small, h4 small, h5 small { color: var(--dim); font-weight: normal; font-size: .7em; }
section.member { margin: .9rem 0 .9rem 1.2rem; }
section.member > p, section.type > p { margin: .2rem 0; }
h6.topic { color: var(--dim); font-size: .8rem; text-transform: uppercase; letter-spacing: .05em; }
p.facts { color: var(--dim); font-size: .85em; }
table { border-collapse: collapse; display: block; overflow: auto; }
td, th { border: 1px solid var(--line); padding: .2rem .5rem; vertical-align: top; text-align: left; }
img { max-width: 100%; }
blockquote { margin: .4rem 0; padding-left: .8rem; border-left: 3px solid var(--line); }
dt { margin-top: .2rem; }
dd { margin-left: 1.5rem; }
:target { background: #fc06; }
@media (max-width: 60rem) { body { display: block; } nav { position: static; height: auto; border: 0; } }
@media print { nav { display: none; } body { display: block; } }
"""

TYPES = {"class", "struct", "enum", "protocol", "extension", "module"}

# Nested types stand behind a type's own members.
LAST = ["Type Aliases", "Classes", "Structures", "Enumerations", "Protocols"]

# Pages whose tables have a number in the first column, and the word that the number is cited with.
NUMBERED = {"faraday/behaviours": "behaviour", "faraday/regressions": "regression"}
CITED = re.compile(r"\b(behaviour|regression)s? ((?:ATT |CB )?[\d.]*\d(?:(?:, | and | to |–)[\d.]*\d)*)")


class Inline:
    """Text with code, links and emphasis."""

    WRAPS = {"emphasis": "em", "strong": "strong", "newTerm": "em", "strikethrough": "del", "inlineHead": "strong",
             "subscript": "sub", "superscript": "sup"}

    def __init__(self, page):
        self.page = page

    def html(self, nodes, references):
        # DocC cuts text at the ends of the source's lines.
        joined = []
        for node in nodes:
            if node["type"] == "text" and joined and joined[-1]["type"] == "text":
                joined[-1] = dict(node, text=joined[-1]["text"] + node["text"])
            else:
                joined.append(node)
        return "".join(self.node(node, references) for node in joined)

    def node(self, node, references):
        kind = node["type"]
        if kind == "text":
            return CITED.sub(self.cited, html.escape(node["text"], quote=False))
        if kind == "codeVoice":
            return f"<code>{html.escape(node['code'], quote=False)}</code>"
        if kind == "reference":
            return self.reference(node, references)
        if kind == "image":
            return self.image(references[node["identifier"]])
        if kind in self.WRAPS:
            tag = self.WRAPS[kind]
            return f"<{tag}>{self.html(node['inlineContent'], references)}</{tag}>"
        raise Failure(f"the one-page reference can't show a DocC node of the kind {kind}")

    def image(self, known):
        """The image itself, so that the page stays one file."""
        file = self.page.archive / known["variants"][0]["url"].lstrip("/")
        data = base64.b64encode(file.read_bytes()).decode()
        kind = mimetypes.guess_type(file.name)[0]
        return f'<img alt="{html.escape(known.get("alt") or "")}" src="data:{kind};base64,{data}">'

    def cited(self, match):
        """The rules of Behaviours.md and Regressions.md that a text names by number."""
        word, numbers = match.groups()

        def link(number):
            anchor = f"{word}-{number.group().replace(' ', '-')}"
            return f'<a href="#{anchor}">{number.group()}</a>' if anchor in self.page.numbers else number.group()

        return match.group().replace(numbers, re.sub(r"(?:ATT |CB )?[\d.]*\d", link, numbers))

    def reference(self, node, references):
        known = references[node["identifier"]]
        title = node.get("overridingTitleInlineContent") or known.get("titleInlineContent")
        text = self.html(title, references) if title else html.escape(known["title"], quote=False)
        if not title and known.get("kind") == "symbol":
            text = f"<code>{text}</code>"
        return self.page.link(known.get("url"), text)


class Blocks:
    """Paragraphs, lists, tables and code."""

    def __init__(self, inline):
        self.inline = inline
        self.headings = set()

    def html(self, nodes, references, level):
        return "\n".join(getattr(self, node["type"], self.unknown)(node, references, level) for node in nodes)

    def unknown(self, node, references, level):
        raise Failure(f"the one-page reference can't show a DocC block of the kind {node['type']}")

    def paragraph(self, node, references, level):
        return f"<p>{self.inline.html(node['inlineContent'], references)}</p>"

    def heading(self, node, references, level):
        depth = min(6, level + node["level"] - 1)
        anchor = self.inline.page.anchor + "#" + node["anchor"]
        name = "" if anchor in self.headings else f' id="{html.escape(anchor)}"'
        self.headings.add(anchor)
        return f"<h{depth}{name}>{html.escape(node['text'], quote=False)}</h{depth}>"

    def codeListing(self, node, references, level):
        return "<pre><code>" + html.escape("\n".join(node["code"]), quote=False) + "</code></pre>"

    def aside(self, node, references, level):
        name = html.escape(node.get("name") or node["style"].capitalize())
        return f"<blockquote><strong>{name}</strong>{self.html(node['content'], references, level)}</blockquote>"

    def items(self, tag, node, references, level):
        rows = [f"<li>{self.html(item['content'], references, level)}</li>" for item in node["items"]]
        return f"<{tag}>" + "\n".join(rows) + f"</{tag}>"

    def unorderedList(self, node, references, level):
        return self.items("ul", node, references, level)

    def orderedList(self, node, references, level):
        return self.items("ol", node, references, level)

    def table(self, node, references, level):
        rows = []
        for index, row in enumerate(node["rows"]):
            tag = "th" if index == 0 and node["header"] in ("row", "both") else "td"
            cells = [f"<{tag}>{self.cell(cell, references, level)}</{tag}>" for cell in row]
            anchor = self.inline.page.number(self.inline.page.anchor, row)
            rows.append((f'<tr id="{anchor}">' if anchor else "<tr>") + "".join(cells) + "</tr>")
        return "<table>" + "\n".join(rows) + "</table>"

    def cell(self, cell, references, level):
        text = self.html(cell, references, level)
        return text.removeprefix("<p>").removesuffix("</p>") if text.count("<p>") == 1 else text


class OnePage:
    """Goes through the root page's topics: products with their types and members, then articles."""

    def __init__(self, archive):
        self.archive = archive
        self.folder = archive / "data"
        self.inline = Inline(self)
        self.blocks = Blocks(self.inline)
        self.anchor = ""
        self.pages = {}
        for file in sorted(self.folder.rglob("*.json")):
            page = json.loads(file.read_text(encoding="utf-8"))
            self.pages[page["identifier"]["url"]] = page
        self.anchors = {self.path(page): self.anchor_of(page) for page in self.pages.values()}
        self.numbers = {self.number(self.anchors[path], row) for path in self.anchors for row in self.rows(path)}
        self.products, self.symbols, self.articles = 0, 0, 0
        self.shown = set()
        self.contents = []

    # Numbered rows

    def rows(self, path):
        """All rows of the tables of a page, if these are numbered."""
        if self.anchors[path] in NUMBERED:
            page = next(page for page in self.pages.values() if self.path(page) == path)
            for section in page["primaryContentSections"]:
                for node in section.get("content", []):
                    yield from node.get("rows", []) if node["type"] == "table" else []

    @staticmethod
    def number(anchor, row):
        """The anchor of a row: `behaviour-3.25`; None if it has no number."""
        nodes = [node for block in row[0] for node in block.get("inlineContent", [])]
        text = "".join(node.get("text", "") for node in nodes)
        is_number = anchor in NUMBERED and re.fullmatch(r"(ATT |CB )?[\d.]*\d", text)
        return f"{NUMBERED[anchor]}-{text.replace(' ', '-')}" if is_number else None

    # Links

    @staticmethod
    def path(page):
        return page["variants"][0]["paths"][0]

    @classmethod
    def anchor_of(cls, page):
        return cls.path(page).removeprefix("/documentation/")

    def link(self, url, text):
        """A link within the page, or to the outside; plain text where neither is there."""
        if url is None:
            return text
        path, _, fragment = url.partition("#")
        if path in self.anchors:
            target = self.anchors[path] + ("#" + fragment if fragment else "")
            return f'<a href="#{quote(target, safe="/:()_,#")}">{text}</a>'
        return f'<a href="{html.escape(url)}">{text}</a>' if ":" in url else text

    # The page

    def html(self):
        root = self.pages["doc://faraday/documentation/Faraday"]
        main = [self.article(root, 1)]
        self.shown.add(root["identifier"]["url"])
        for section in root.get("topicSections", []):
            self.contents.append(f"<b>{html.escape(section['title'])}</b>")
            main += [self.top(self.pages[url]) for url in section["identifiers"] if url in self.pages]
        contents = "<ul>" + "\n".join(self.contents) + "</ul>"
        return (
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Faraday</title>\n'
            '<meta name="viewport" content="width=device-width">\n'
            f'<style>{STYLE}</style></head>\n<body><nav><a href="#faraday"><b>Faraday</b></a>{contents}</nav>\n'
            "<main>\n" + "\n".join(main) + "\n</main></body></html>\n"
        )

    def top(self, page):
        self.shown.add(page["identifier"]["url"])
        entry = self.link(self.path(page), html.escape(page["metadata"]["title"], quote=False))
        if page["kind"] == "article":
            self.articles += 1
            self.contents.append(f"<li>{entry}</li>")
            return self.article(page, 1)
        self.products += 1
        self.contents.append(f"<details><summary>{entry}</summary><ul>")
        text = self.product(page)
        self.contents.append("</ul></details>")
        return text

    def article(self, page, level):
        self.anchor = self.anchor_of(page)
        title = html.escape(page["metadata"]["title"], quote=False)
        return f'<h1 id="{html.escape(self.anchor)}">{title}</h1>\n' + self.text(page, level)

    def product(self, page):
        self.anchor = self.anchor_of(page)
        title = html.escape(page["metadata"]["title"], quote=False)
        parts = [f'<h1 id="{html.escape(self.anchor)}">{title} <small>product</small></h1>', self.text(page, 1)]
        for section in page.get("topicSections", []):
            self.contents.append(f"<i>{html.escape(section['title'])}</i>")
            anchor = f"{self.anchor_of(page)}#{section['anchor']}"
            parts.append(f'<h2 id="{html.escape(anchor)}">{html.escape(section["title"])}</h2>')
            parts += [self.listed(page, url, 3) for url in section["identifiers"]]
        return "\n".join(parts)

    def listed(self, page, url, level, systems=""):
        """A name of a topic: all of it on the page of its type or product, a link elsewhere."""
        other = self.pages.get(url)
        if other is None:
            return ""
        if other["metadata"].get("role") == "collectionGroup":
            inside = [inner for section in other.get("topicSections", []) for inner in section["identifiers"]]
            return "\n".join(self.listed(page, inner, level, systems) for inner in inside)
        if url.startswith(page["identifier"]["url"] + "/") and url not in self.shown:
            self.shown.add(url)
            return self.symbol(other, level, systems)
        about = self.inline.html(other.get("abstract", []), other.get("references", {}))
        return f"<p>{self.link(self.path(other), html.escape(other['metadata']['title']))}: {about}</p>"

    def symbol(self, page, level, systems=""):
        self.symbols += 1
        self.anchor = self.anchor_of(page)
        title = html.escape(page["metadata"]["title"], quote=False)
        is_type = page["metadata"].get("symbolKind") in TYPES
        if level == 3:
            self.contents.append(f"<li>{self.link(self.path(page), title)}</li>")
        parts = [f'<section class="{"type" if is_type else "member"}" id="{html.escape(self.anchor)}">']
        if is_type or level == 3:
            kind = html.escape(page["metadata"].get("roleHeading", "").lower())
            depth = min(level, 5)
            parts.append(f"<h{depth}>{self.link(self.path(page), title)} <small>{kind}</small></h{depth}>")
        own = self.systems(page)
        parts += [self.text(page, level), self.facts(page, own if own != systems else "")]
        sections = page.get("topicSections", [])
        for section in sorted(sections, key=lambda section: section.get("generated", False) and section["title"] in LAST):
            inside = [self.listed(page, url, level + 1, own) for url in section["identifiers"]]
            if any(inside):
                parts += [f'<h6 class="topic">{html.escape(section["title"])}</h6>', *inside]
        return "\n".join(part for part in parts if part) + "</section>"

    # What a page says

    def text(self, page, level):
        references = page.get("references", {})
        declared, said = [], []
        for section in page.get("primaryContentSections", []):
            if section["kind"] == "declarations":
                declared += [self.declaration(entry) for entry in section["declarations"]]
            elif section["kind"] == "parameters":
                said.append(self.parameters(section["parameters"], references, level))
            elif section["kind"] == "content":
                nodes = [node for node in section["content"] if node.get("text") not in ("Overview", "Discussion")]
                said.append(self.blocks.html(nodes, references, level))
            elif section["kind"] != "mentions":
                raise Failure(f"the one-page reference can't show a DocC section of the kind {section['kind']}")
        about = self.inline.html(page.get("abstract", []), references)
        return "\n".join(declared + ([f"<p>{about}</p>"] if about else []) + said)

    def declaration(self, entry):
        text = ""
        for token in entry["tokens"]:
            word = html.escape(token["text"], quote=False)
            target = self.pages.get(token.get("identifier"))
            text += self.link(self.path(target), word) if target else word
        return f'<pre class="declaration"><code>{text}</code></pre>'

    def parameters(self, parameters, references, level):
        rows = []
        for parameter in parameters:
            about = self.blocks.cell(parameter["content"], references, level)
            rows.append(f"<dt><code>{html.escape(parameter['name'])}</code></dt><dd>{about}</dd>")
        return "<dl>" + "\n".join(rows) + "</dl>"

    @staticmethod
    def systems(page):
        platforms = page["metadata"].get("platforms", [])
        names = [f"{one['name']} {one['introducedAt']}" for one in platforms if one.get("introducedAt")]
        return f"From {', '.join(names)} on." if names else ""

    def facts(self, page, systems):
        """What a type inherits from and conforms to, and the systems that have a name if its scope does not say."""
        references = page.get("references", {})
        facts = []
        for section in page.get("relationshipsSections", []):
            if section["type"] in ("inheritsFrom", "conformsTo"):
                names = {references[url]["title"].split(".")[-1] for url in section["identifiers"]}
                listed = sorted(names - {"SendableMetatype", "Copyable", "Escapable"})
                facts.append(f"{section['title'].capitalize()}: {', '.join(map(html.escape, listed))}.")
        facts += [systems] if systems else []
        return f'<p class="facts">{" ".join(facts)}</p>' if facts else ""
