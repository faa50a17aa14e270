"""What DocC's pages say, as HTML: text, lists, tables, code and declarations. Where a link leads is for who writes the pages."""

import html
import json
import re

from graphs import Failure

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
            return self.page.image(references[node["identifier"]])
        if kind in self.WRAPS:
            tag = self.WRAPS[kind]
            return f"<{tag}>{self.html(node['inlineContent'], references)}</{tag}>"
        raise Failure(f"the reference can't show a DocC node of the kind {kind}")

    def cited(self, match):
        """The rules of Behaviours.md and Regressions.md that a text names by number."""
        word, numbers = match.groups()

        def link(number):
            anchor = f"{word}-{number.group().replace(' ', '-')}"
            path = self.page.numbers.get(anchor)
            return self.page.link(f"{path}#{anchor}", number.group()) if path else number.group()

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
        raise Failure(f"the reference can't show a DocC block of the kind {node['type']}")

    def paragraph(self, node, references, level):
        return f"<p>{self.inline.html(node['inlineContent'], references)}</p>"

    def heading(self, node, references, level):
        depth = min(6, level + node["level"] - 1)
        anchor = self.inline.page.heading(node["anchor"])
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
            is_header = index == 0 and node["header"] in ("row", "both")
            texts = [self.cell(cell, references, level) for cell in row]
            # A heading without a word is none.
            tags = ["th" if is_header and text else "td" for text in texts]
            cells = [f"<{tag}>{text}</{tag}>" for tag, text in zip(tags, texts)]
            anchor = self.inline.page.number(self.inline.page.anchor, row)
            rows.append((f'<tr id="{anchor}">' if anchor else "<tr>") + "".join(cells) + "</tr>")
        return '<div class="wide"><table>' + "\n".join(rows) + "</table></div>"

    def cell(self, cell, references, level):
        text = self.html(cell, references, level)
        return text.removeprefix("<p>").removesuffix("</p>") if text.count("<p>") == 1 else text


class Rendering:
    """All pages of an archive.

    A subclass says where a link leads (`link`), what the anchor of a heading is (`heading`), how an image is shown (`image`),
    and takes a name into its contents (`enter`)."""

    def __init__(self, archive):
        self.archive = archive
        self.folder = archive / "data"
        self.inline = Inline(self)
        self.blocks = Blocks(self.inline)
        self.anchor = ""
        self.symbols, self.shown = 0, set()
        self.pages = {}
        for file in sorted(self.folder.rglob("*.json")):
            page = json.loads(file.read_text(encoding="utf-8"))
            self.pages[page["identifier"]["url"]] = page
        self.paths = {self.path(page): page for page in self.pages.values()}
        self.numbers = {self.number(self.anchor_of(page), row): path for path, page in self.paths.items()
                        for row in self.rows(page)}

    @staticmethod
    def path(page):
        return page["variants"][0]["paths"][0]

    @classmethod
    def anchor_of(cls, page):
        return cls.path(page).removeprefix("/documentation/")

    # Numbered rows

    def rows(self, page):
        """All rows of the tables of a page, if these are numbered."""
        if self.anchor_of(page) in NUMBERED:
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

    # Names

    def is_shown_here(self, page, other):
        """Whether all of a name is shown where the page is, which lists it."""
        return other["identifier"]["url"].startswith(page["identifier"]["url"] + "/")

    def listed(self, page, url, level, systems="", is_top=False):
        """A name of a topic: all of it on the page of its type or product, a link elsewhere."""
        other = self.pages.get(url)
        if other is None:
            return ""
        if other["metadata"].get("role") == "collectionGroup":
            inside = [inner for section in other.get("topicSections", []) for inner in section["identifiers"]]
            return "\n".join(self.listed(page, inner, level, systems, is_top) for inner in inside)
        if self.is_shown_here(page, other) and url not in self.shown:
            self.shown.add(url)
            return self.symbol(other, level, systems, is_top)
        about = self.inline.html(other.get("abstract", []), other.get("references", {}))
        return f"<p>{self.link(self.path(other), html.escape(other['metadata']['title']))}: {about}</p>"

    def symbol(self, page, level, systems="", is_top=False):
        """A name with all that it has. One that stands for itself has a heading, as a type has."""
        self.symbols += 1
        self.anchor = self.anchor_of(page)
        title = html.escape(page["metadata"]["title"], quote=False)
        is_type = page["metadata"].get("symbolKind") in TYPES
        if is_top:
            self.enter(page, title)
        parts = [f'<section class="{"type" if is_type else "member"}" id="{html.escape(self.anchor)}">']
        has_heading = is_type or is_top
        if has_heading:
            kind = html.escape(page["metadata"].get("roleHeading", "").lower())
            depth = min(level, 6)
            parts.append(f"<h{depth}>{self.link(self.path(page), title)} <small>{kind}</small></h{depth}>")
        own = self.systems(page)
        parts += [self.text(page, level if has_heading else level - 1), self.facts(page, own if own != systems else "")]
        sections, depth = page.get("topicSections", []), min(level + 1, 6)
        for section in sorted(sections, key=lambda section: section.get("generated", False) and section["title"] in LAST):
            inside = [self.listed(page, url, level + 2, own) for url in section["identifiers"]]
            if any(inside):
                parts += [f'<h{depth} class="topic">{html.escape(section["title"])}</h{depth}>', *inside]
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
                raise Failure(f"the reference can't show a DocC section of the kind {section['kind']}")
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
