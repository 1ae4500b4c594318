"""SVG pictures: elements, colours for white paper and dark screens, the page around them, several on a sheet."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from msgspec import Struct

from commands.render.pictures.canvas import printable

#: Class -> what it sets, on paper and on a dark screen. Every class begins with `sx-`: a page may hold many pictures.
COLOURS: Final[dict[str, tuple[str, str]]] = {
    "paper": ("fill:#ffffff", "fill:#14171c"),
    "ink": ("fill:#1a1a1a", "fill:#f0f0f0"),
    "faint": ("fill:#6b6b6b", "fill:#a3a9b3"),
    "line": ("fill:none;stroke:#1a1a1a", "fill:none;stroke:#f0f0f0"),
    "solid": ("fill:#1a1a1a;stroke:#1a1a1a", "fill:#f0f0f0;stroke:#f0f0f0"),
    "frame": ("fill:none;stroke:#4c8a57", "fill:none;stroke:#6fbf7d"),
    "hex": ("fill:#fbfcfd;stroke:#c3cad3", "fill:#1a1f26;stroke:#3d4652"),
    "halo": ("stroke:#fbfcfd;stroke-width:5;paint-order:stroke", "stroke:#1a1f26"),
    "ball": ("fill:#6b6b6b;stroke:#1a1a1a", "fill:#a3a9b3;stroke:#f0f0f0"),
    "target": ("fill:#b3001b", "fill:#ff9d8f"),
    "amber": ("fill:#ffe9b8;stroke:#a86f00", "fill:#4b3708;stroke:#e6ad3c"),
    "blue": ("fill:#d8e6fb;stroke:#2c62b0", "fill:#16305a;stroke:#7fb0f5"),
    "green": ("fill:#d6f0d8;stroke:#2a7a3b", "fill:#123f1d;stroke:#74cc86"),
    "purple": ("fill:#ecdcf8;stroke:#743aa8", "fill:#3a1c57;stroke:#c596f0"),
    "empty": ("fill:#ffffff;fill-opacity:.45", "fill:#000000;fill-opacity:.22"),
    "held": ("fill:#ffffff", "fill:#05070a"),
    "red-side": ("fill:#b3261e;stroke:#b3261e", "fill:#ff8a80;stroke:#ff8a80"),
    "blue-side": ("fill:#1f5fb8;stroke:#1f5fb8", "fill:#82b1ff;stroke:#82b1ff"),
    "green-side": ("fill:#1f7a3a;stroke:#1f7a3a", "fill:#7fd897;stroke:#7fd897"),
    "yellow-side": ("fill:#8a5a00;stroke:#8a5a00", "fill:#f0b84a;stroke:#f0b84a"),
    "on": ("fill:#ffffff", "fill:#14171c"),
    "hollow": ("fill:#ffffff", "fill:#14171c"),
}

#: Letters that are surely there, or something like them.
FONT: Final = "font-family:'DejaVu Sans',Verdana,Arial,sans-serif"


def tag(name: str, inside: str = "", /, **attributes: object) -> str:
    """An element. Attributes: `_` stands for `-`, and one at the end is dropped (`class_`); numbers are rounded."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_value(value))}"' for key, value in attributes.items()
    )
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def _value(value: object) -> str:
    return f"{round(value, 1) + 0.0:g}" if isinstance(value, float) else str(value)


def svg_text(x: float, y: float, words: str, size: float, class_: str = "sx-ink", **attributes: object) -> str:
    """Words with their middle at a place (x, y of the picture); text_anchor="start" begins there instead."""
    attributes = {"text_anchor": "middle", **attributes}
    return tag("text", escape(words), x=x, y=y + 0.36 * size, font_size=float(size), class_=class_, **attributes)


def shape(points: Iterable[tuple[float, float]], class_: str, /, **attributes: object) -> str:
    """A closed shape with these corners."""
    corners = " ".join(f"{_value(float(x))},{_value(float(y))}" for x, y in points)
    return tag("polygon", points=corners, class_=class_, **attributes)


def lines(words: str, width: int) -> list[str]:
    """Words broken into lines of at most so many letters."""
    return textwrap.wrap(words, width) or [""]


#: A heading's letters are so large at the most and at the least; one that is longer takes further lines, so high each.
LARGE, SMALL, HEADING_LINE = 18, 12, 17


def _heading(words: str, room: float) -> tuple[float, list[str]]:
    """How large a heading's letters are, so that it ends on the page, and its lines."""
    size = round(room / (0.62 * max(1, len(words))), 1)
    if size >= SMALL:
        return min(LARGE, size), [words]
    return SMALL, lines(words, int(room / (0.62 * SMALL)))


def page(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """A whole SVG file: its own paper below, its title above, colours that follow a dark screen, light in print."""
    heading = printable(title)
    paper = "".join(f".sx-{name}{{{light}}}" for name, (light, _) in COLOURS.items())
    dark = "".join(f".sx-{name}{{{colour}}}" for name, (_, colour) in COLOURS.items())
    style = f"text{{{FONT};stroke:none}}{paper}@media screen and (prefers-color-scheme:dark){{{dark}}}"
    letters, told = _heading(heading, width - 40)
    further = HEADING_LINE * (len(told) - 1)
    inside = [
        tag("title", escape(heading)),
        tag("style", style),
        tag("rect", x=0, y=0, width="100%", height="100%", class_="sx-paper"),
        *(
            svg_text(20, 26 + HEADING_LINE * number, line, letters, text_anchor="start", font_weight="bold")
            for number, line in enumerate(told)
        ),
        *([tag("g", "\n".join(parts), transform=f"translate(0 {further})")] if further else parts),
    ]
    across, down = round(width), round(height) + further
    size = {"width": across, "height": down, "viewBox": f"0 0 {across} {down}"}
    body = "\n".join(inside)
    return tag("svg", f"\n{body}\n", xmlns="http://www.w3.org/2000/svg", role="img", **size) + "\n"


class KeyRow(Struct, frozen=True):
    """A line of a legend. sign: as SVG about 0, 0, or nothing; faint: said of the whole picture."""

    words: str
    sign: str = ""
    faint: bool = False


class PictureParts(Struct, frozen=True):
    """A picture and its legend, not yet put together. width, height: of the picture without the legend."""

    width: float
    height: float
    parts: Sequence[str]
    key: Sequence[KeyRow]


#: How far from the left edge a legend stands, how high a line is, and the least a picture with one is across.
KEY_LEFT: Final = 40.0
KEY_LINE: Final = 22
LEAST_ACROSS: Final = 900.0


def below(sheet: PictureParts) -> tuple[float, float, list[str]]:
    """How large a picture is with its legend below it, and both."""
    width, y, key = max(sheet.width, LEAST_ACROSS), sheet.height - 16, []
    for row in sheet.key:
        if row.sign:
            key.append(tag("g", row.sign, transform=f"translate({KEY_LEFT + 10:g} {y:g})"))
        for line in lines(row.words, round((width - 100) / 7.6)):
            x, class_ = (KEY_LEFT, "sx-faint") if row.faint else (KEY_LEFT + 32, "sx-ink")
            key.append(svg_text(x, y, line, 14, class_, text_anchor="start"))
            y += KEY_LINE
    return width, y + 16, [*sheet.parts, *key]


def apart(sheet: PictureParts, title: str) -> tuple[str, list[tuple[str, str]]]:
    """A picture without its legend, and the legend's lines: an SVG of the sign, or nothing, and the escaped words."""
    box = {"class_": "lt-sign", "aria_hidden": "true", "viewBox": "-12 -12 24 24", "width": 24, "height": 24}
    key = [(row.sign and tag("svg", row.sign, **box), escape(row.words)) for row in sheet.key]
    return page(sheet.width, sheet.height - KEY_LINE, title, sheet.parts), key


#: Space left of everything and above the first picture; between two parts; the room for a picture.
SHEET_LEFT, SHEET_ABOVE, GAP, ROOM = 20.0, 44.0, 16.0, 900.0
#: The size of letters, how high a line is, and how wide a letter.
LETTER, LINE, WIDE = 13.0, 17.0, 7.9
#: Letters of one width.
_FONT: Final = "font-family:'DejaVu Sans Mono',Consolas,Menlo,monospace;white-space:pre"


def sheet(title: str, pictures: Sequence[tuple[str, PictureParts]], text: str) -> str:
    """A sheet with pictures one below the other, each with its heading, and then lines of text as they are."""
    y, parts = SHEET_ABOVE, []
    for heading, picture in pictures:
        width, height, inside = below(picture)
        head = svg_text(20, 26, printable(heading), LARGE, text_anchor="start", font_weight="bold")
        scale, box = min(1.0, ROOM / width), f"0 0 {width:g} {height:g}"
        place = {"x": SHEET_LEFT, "y": y, "width": width * scale, "height": height * scale, "viewBox": box}
        parts.append(tag("svg", "\n".join([head, *inside]), **place))
        y += height * scale + GAP
    for line in text.split("\n"):
        y += LINE
        if line.strip():
            # blanks at the edges of a line would be lost otherwise
            kept = {"xml:space": "preserve", "style": _FONT, "font_size": LETTER, "class_": "sx-ink"}
            indent = len(line) - len(line.lstrip())
            words = re.sub(r"[^ ]+", lambda found: printable(found[0]) or "?", line[indent:])
            parts.append(tag("text", escape(words), x=SHEET_LEFT + WIDE * indent, y=y, **kept))
    longest = max((len(line) for line in text.split("\n")), default=0)
    return page(max(ROOM + 2 * SHEET_LEFT, 2 * SHEET_LEFT + WIDE * longest), y + LINE, title, parts)
