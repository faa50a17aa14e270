"""The whole reference as one HTML file, written from the pages that DocC made."""

import base64
import html
import mimetypes
from urllib.parse import quote

from rendering import Rendering

STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --dim: #666; --link: #0a58ca; }
@media (prefers-color-scheme: dark) { :root { --link: #7ab8ff; --dim: #aaa; } }
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
h4.topic, h6.topic { color: var(--dim); font-size: .8rem; text-transform: uppercase; letter-spacing: .05em; }
p.facts { color: var(--dim); font-size: .85em; }
div.wide { overflow: auto; }
table { border-collapse: collapse; }
td, th { border: 1px solid var(--line); padding: .2rem .5rem; vertical-align: top; text-align: left; }
img { max-width: 100%; }
blockquote { margin: .4rem 0; padding-left: .8rem; border-left: 3px solid var(--line); }
dt { margin-top: .2rem; }
dd { margin-left: 1.5rem; }
:target { background: #fc06; }
@media (max-width: 60rem) { body { display: block; } nav { position: static; height: auto; border: 0; } }
@media print { nav { display: none; } body { display: block; } }
"""


class OnePage(Rendering):
    """Goes through the root page's topics: products with their types and members, then articles."""

    def __init__(self, archive):
        super().__init__(archive)
        self.products, self.articles = 0, 0
        self.contents = []

    # Links

    def link(self, url, text):
        """A link within the page, or to the outside; plain text where neither is there."""
        if url is None:
            return text
        path, _, fragment = url.partition("#")
        if path in self.paths:
            anchor = self.anchor_of(self.paths[path])
            target = fragment if fragment in self.numbers else anchor + ("#" + fragment if fragment else "")
            return f'<a href="#{quote(target, safe="/:()_,#")}">{text}</a>'
        return f'<a href="{html.escape(url)}">{text}</a>' if ":" in url else text

    def image(self, known):
        """The image itself, so that the page stays one file."""
        file = self.archive / known["variants"][0]["url"].lstrip("/")
        data = base64.b64encode(file.read_bytes()).decode()
        kind = mimetypes.guess_type(file.name)[0]
        return f'<img alt="{html.escape(known.get("alt") or "")}" src="data:{kind};base64,{data}">'

    def heading(self, anchor):
        return self.anchor + "#" + anchor

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
            parts += [self.listed(page, url, 3, is_top=True) for url in section["identifiers"]]
        return "\n".join(parts)

    def enter(self, page, title):
        self.contents.append(f"<li>{self.link(self.path(page), title)}</li>")
