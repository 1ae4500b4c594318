"""Pictures and lines of text on one sheet, as an SVG file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final

from commands.render.pictures.labels import printable
from commands.render.pictures.svg_parts import page, tag

#: Space left of everything and above the first picture; between two parts; the room for a picture.
LEFT, ABOVE, GAP, ROOM = 20.0, 44.0, 16.0, 900.0
#: The size of letters, how high a line is, and how wide a letter.
LETTER, LINE, WIDE = 13.0, 17.0, 7.9
#: Letters of one width.
_FONT: Final = "font-family:'DejaVu Sans Mono',Consolas,Menlo,monospace;white-space:pre"
#: How a picture begins, and what it says of its size.
_BEGINNING: Final = re.compile(r'<svg [^>]*?width="(\d+)" height="(\d+)" viewBox="([^"]*)">')


def sheet(title: str, pictures: Sequence[str], text: str) -> str:
    """A sheet with pictures one below the other, made by `render_svg`, and then lines of text as they are."""
    y, parts = ABOVE, []
    for picture in pictures:
        placed, height = _placed(picture, y)
        parts.append(placed)
        y += height + GAP
    for line in text.split("\n"):
        y += LINE
        if line.strip():
            # blanks at the edges of a line would be lost otherwise
            kept = {"xml:space": "preserve", "style": _FONT, "font_size": LETTER, "class_": "sx-ink"}
            indent = len(line) - len(line.lstrip())
            words = escape(printable_line(line[indent:]), quote=False)
            parts.append(tag("text", words, x=LEFT + WIDE * indent, y=y, **kept))
    longest = max((len(line) for line in text.split("\n")), default=0)
    return page(max(ROOM + 2 * LEFT, 2 * LEFT + WIDE * longest), y + LINE, title, parts)


def printable_line(line: str) -> str:
    """A line with its blanks as they are, and nothing in it that could upset a reader."""
    return re.sub(r"[^ ]+", lambda words: printable(words[0]) or "?", line)


def _placed(picture: str, y: float) -> tuple[str, float]:
    """A picture so far down on the sheet, no wider than there is room, and how high it is there."""
    found = _BEGINNING.search(picture)
    if found is None:
        raise ValueError("a picture does not say how large it is")
    width, height = int(found[1]), int(found[2])
    scale = min(1.0, ROOM / width)
    size = f'width="{width * scale:.0f}" height="{height * scale:.0f}"'
    begins = f'<svg x="{LEFT:g}" y="{y:g}" {size} viewBox="{found[3]}">'
    return begins + picture[found.end() :].rstrip("\n"), height * scale
