"""Every view at four sizes, light and dark, as small pictures in Inspector/Pictures. A change that shows must renew them: --renew.

They are compared by the brightness of squares of 16 points, so that another machine's edges of letters do not count, but a
label that moves, a panel that lies over another one, or a view that is empty does.
"""

import base64
import pathlib
import struct
import zlib

from chromium import INSPECTOR, watched_file
from screenshots import details, prepare

KEPT = INSPECTOR / "Pictures"
SIZES = {"1400x900": (1400, 900), "1024x768": (1024, 768), "768x1024": (768, 1024), "390x844": (390, 844)}
VIEWS = ("story", "details", "air", "gatt", "numbers", "links", "compare")
SCALE, SQUARE = 0.5, 8           # of the page, and of the small picture
BRIGHTER, MOST = 14, 3           # of 255: by so much a square may differ; so many may differ by more
LIMIT = 1_500_000                # bytes of all pictures

# Both pictures, decoded by the browser: {width, height, colours, pixels} of a new one at the scale, and squares that differ.
SMALL = """async ([png, scale]) => {
    const picture = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
    const width = Math.round(picture.width * scale), height = Math.round(picture.height * scale);
    const canvas = new OffscreenCanvas(width, height), g = canvas.getContext("2d");
    g.imageSmoothingQuality = "high";
    g.drawImage(picture, 0, 0, width, height);
    const data = g.getImageData(0, 0, width, height).data, counts = new Map();
    const key = at => data[at] >> 3 << 10 | data[at + 1] >> 3 << 5 | data[at + 2] >> 3;
    for (let at = 0; at < data.length; at += 4) { const found = counts.get(key(at)) || [0, 0, 0, 0]; found[0]++; for (let k = 0; k < 3; k++) found[k + 1] += data[at + k]; counts.set(key(at), found); }
    // The most frequent colours, what is colourful before what is grey, and none twice.
    const all = [...counts].map(([, [count, ...sums]]) => ({ count, c: sums.map(sum => Math.round(sum / count)) })), colours = [];
    for (const each of all) each.weight = each.count * (1 + (Math.max(...each.c) - Math.min(...each.c)) / 16);
    for (const { c } of all.sort((a, b) => b.weight - a.weight)) if (colours.length < 48 && colours.every(d => Math.abs(c[0] - d[0]) + Math.abs(c[1] - d[1]) + Math.abs(c[2] - d[2]) > 20)) colours.push(c);
    const nearest = new Map(), pixels = new Uint8Array(width * height);
    const find = at => { let best = 0, least = Infinity; colours.forEach((c, k) => { const d = (c[0] - data[at]) ** 2 + (c[1] - data[at + 1]) ** 2 + (c[2] - data[at + 2]) ** 2; if (d < least) { least = d; best = k; } }); return best; };
    for (let at = 0; at < data.length; at += 4) { const k = key(at); if (!nearest.has(k)) nearest.set(k, find(at)); pixels[at / 4] = nearest.get(k); }
    let text = ""; for (let at = 0; at < pixels.length; at += 8192) text += String.fromCharCode(...pixels.subarray(at, at + 8192));
    return { width, height, colours, pixels: btoa(text) };
}"""
DIFFER = """async ([one, other, square]) => {
    const [a, b] = await Promise.all([one, other].map(async png => {
        const picture = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob()), canvas = new OffscreenCanvas(picture.width, picture.height), g = canvas.getContext("2d");
        g.drawImage(picture, 0, 0);
        return g.getImageData(0, 0, picture.width, picture.height);
    }));
    if (a.width !== b.width || a.height !== b.height) return null;
    const bright = (image, x, y) => { let sum = 0, count = 0;
        for (let v = y; v < Math.min(y + square, image.height); v++) for (let u = x; u < Math.min(x + square, image.width); u++) { const at = 4 * (v * image.width + u); sum += 0.299 * image.data[at] + 0.587 * image.data[at + 1] + 0.114 * image.data[at + 2]; count++; }
        return sum / count; };
    const found = [];
    for (let y = 0; y < a.height; y += square) for (let x = 0; x < a.width; x += square) found.push([x, y, Math.abs(bright(a, x, y) - bright(b, x, y))]);
    return found;
}"""


def check(checks, chromium, compared, renews):
    """The pictures as they are now, beside those that are kept."""
    KEPT.mkdir(exist_ok=True)
    sizes, desk = 0, chromium.new_page()
    desk.goto("about:blank")
    for scheme in ("light", "dark"):
        for size, (width, height) in SIZES.items():
            with watched_file(chromium, compared, size={"width": width, "height": height}, scheme=scheme) as page:
                for view in VIEWS:
                    turn(page, view)
                    sizes += kept(checks, desk, page, f"{view}-{size}-{scheme}", renews)
                if scheme == "light" and size == "1400x900":
                    sees(checks, desk, page)
                checks.equal(f"{size}, {scheme}: nothing is written to the console", page.problems, [])
    names = {f"{view}-{size}-{scheme}.png" for view in VIEWS for size in SIZES for scheme in ("light", "dark")}
    for path in KEPT.glob("*.png"):
        if path.name not in names and renews:
            path.unlink()
        elif path.name not in names:
            checks.that(f"{path.name} is a picture of a view", False)
    checks.that(f"all pictures have at most {LIMIT / 1e6} MB", sizes <= LIMIT, sizes)
    desk.close()


def turn(page, view):
    if view == "details":
        details(page)
    else:
        page.evaluate("() => Faraday.detailPane.close()")
        prepare(page, view)
        if view == "story":
            page.evaluate("() => { Faraday.story.setLevel('story'); Faraday.story.showFailure(0); }")
    page.page.evaluate("() => document.activeElement && document.activeElement.blur()")
    page.page.mouse.move(0, 0)
    page.page.wait_for_timeout(150)
    page.frames()


def small(desk, page):
    shot = base64.b64encode(page.page.screenshot(animations="disabled")).decode()
    return png(desk.evaluate(SMALL, [shot, SCALE]))


def png(picture):
    """A PNG with a palette of 8 bits."""
    width, height, pixels = picture["width"], picture["height"], base64.b64decode(picture["pixels"])
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + pixels[row * width:(row + 1) * width] for row in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)) + chunk(b"PLTE", bytes(part for colour in picture["colours"] for part in colour))
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def differences(desk, one, other):
    """The squares that differ, in points of the page; None if the pictures have other sizes."""
    found = desk.evaluate(DIFFER, [base64.b64encode(each).decode() for each in (one, other)] + [SQUARE])
    return None if found is None else [(round(x / SCALE), round(y / SCALE), round(by)) for x, y, by in found if by > BRIGHTER]


def kept(checks, desk, page, name, renews):
    path, now = KEPT / f"{name}.png", small(desk, page)
    if renews:
        # A picture that shows the same stays as it is.
        if not path.exists() or differences(desk, path.read_bytes(), now) != []:
            path.write_bytes(now)
        return path.stat().st_size
    if not checks.that(f"{name} has a picture", path.exists(), "renew them: Inspector/Tests/run pictures --renew"):
        return 0
    found = differences(desk, path.read_bytes(), now)
    checks.that(f"{name} looks as its picture", found is not None and len(found) <= MOST, f"{'another size' if found is None else found[:6]}; is it right? then renew it: Inspector/Tests/run pictures --renew")
    return path.stat().st_size


# What the comparison must see, and what not.
CHANGES = {
    "a label that moves": ("#view-story .levels { margin-left: 60px; }", True),
    "a panel over another one": ("#search { margin-bottom: -30px; }", True),
    "an empty view": (".rows, .lanes { visibility: hidden; }", True),
    "text without contrast": (".row .text { opacity: .15; }", True),
    "letters with other edges": ("* { text-rendering: geometricPrecision; -webkit-font-smoothing: antialiased; }", False),
}


def sees(checks, desk, page):
    turn(page, "story")
    before = small(desk, page)
    checks.equal("the same page twice is the same", differences(desk, before, small(desk, page)), [])
    for what, (style, shows) in CHANGES.items():
        page.evaluate("text => { const style = document.createElement('style'); style.id = 'changed'; style.textContent = text; document.head.append(style); }", style)
        page.page.wait_for_timeout(150)
        page.frames()
        found = differences(desk, before, small(desk, page))
        page.evaluate("() => document.getElementById('changed').remove()")
        checks.that(f"{what} {'is seen' if shows else 'does not count'}", (len(found) > MOST) == shows, found[:6])
