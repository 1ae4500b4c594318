"""The text of a mail as its reader sees it: flowed lines put together (RFC 3676), and HTML without what can't be seen.

The library's parser takes minutes over some hostile texts of a few hundred thousand characters, so tags are found
here, in one pass: a tag ends at the first `>` and never holds a `<`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

_TAG: Final = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,20})(?![A-Za-z0-9])[^<>]*>|<[!?/][^<>]*>")
_LINES: Final = frozenset({
    *("address", "article", "aside", "blockquote", "br", "center", "dd", "div", "dl", "dt", "footer", "form"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "ol", "p", "pre", "section", "table", "td"),
    *("th", "tr", "ul"),
})  # fmt: skip
_UNSEEN: Final = frozenset({"head", "script", "style", "title", "template"})
_MOST_QUOTES: Final = 20


def unflowed(text: str, *, joined: bool = False) -> str:
    """A flowed text with its paragraphs on one line each. joined: the space at a line's end falls away (DelSp)."""
    paragraphs: list[list[str]] = []
    open_depth: int | None = None
    for raw in text.splitlines():
        line = raw.lstrip(">")
        depth, line = len(raw) - len(line), line.removeprefix(" ")  # the space before a line is stuffed
        flows = line.endswith(" ") and line != "-- "
        if depth != open_depth:
            paragraphs.append([">" * depth + (" " if depth else "")])
        paragraphs[-1].append(line[:-1] if flows and joined else line)
        open_depth = depth if flows else None
    return "\n".join(map("".join, paragraphs)) + "\n"


def text_of_html(text: str) -> str:
    """What an HTML text shows, with `> ` before the lines of quoted parts."""
    text = "".join(_without_comments(text))
    pieces: list[str] = []
    shown = quotes = preformatted = unseen = 0
    for tag in chain(_TAG.finditer(text), [None]):
        if not unseen:
            said = html.unescape(text[shown : tag.start() if tag else len(text)])
            if not preformatted:
                said = said.replace("\r", " ").replace("\n", " ")
            pieces.append(said.replace("\n", "\n" + "> " * quotes))
        if tag is None:
            break
        shown = tag.end()
        name, by = (tag[2] or "").lower(), -1 if tag[1] else 1
        if name == "blockquote":
            quotes = min(max(0, quotes + by), _MOST_QUOTES)
        elif name == "pre":
            preformatted = max(0, preformatted + by)
        elif name in _UNSEEN and not tag[0].endswith("/>"):
            # in a picture a title may end where it begins, and hides nothing of what follows
            unseen = max(0, unseen + by)
        if name in _LINES:
            pieces.append("\n" + "> " * quotes)
    return "".join(pieces).replace("\u00a0", " ")


def _without_comments(text: str) -> Iterator[str]:
    """A text without its comments; one that never ends hides nothing."""
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        yield text[at:start]
        at = end + 3
    yield text[at:]
