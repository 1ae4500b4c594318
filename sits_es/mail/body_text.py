"""The text of a mail as its reader sees it: flowed lines put together (RFC 3676), and HTML without what can't be seen.

The library's parser takes minutes over some hostile texts of a few hundred thousand characters, so tags are found
here, in one pass: a tag ends at the first `>` and never holds a `<`.
"""

from __future__ import annotations

import html
import re
from typing import Final

from attrs import Factory, define


def unflowed(text: str, *, joined: bool = False) -> str:
    """A flowed text with its paragraphs on one line each. joined: the space at a line's end falls away (DelSp)."""
    lines: list[str] = []
    open_depth: int | None = None
    pieces: list[str] = []
    for raw in text.splitlines():
        depth, line = _taken_apart(raw)
        if open_depth is not None and open_depth != depth:
            lines.append("".join(pieces))
            open_depth = None
        if open_depth is None:
            pieces = [">" * depth + (" " if depth else "")]
        flows = line.endswith(" ") and line != "-- "
        pieces.append(line[:-1] if flows and joined else line)
        open_depth = depth if flows else None
        if not flows:
            lines.append("".join(pieces))
    if open_depth is not None:
        lines.append("".join(pieces))
    return "\n".join(lines) + "\n"


def _taken_apart(raw: str) -> tuple[int, str]:
    """How often a line is quoted, and what it says without the space that was stuffed before it."""
    line = raw.lstrip(">")
    return len(raw) - len(line), line.removeprefix(" ")


_TAG: Final = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,20})(?![A-Za-z0-9])[^<>]*>|<[!?/][^<>]*>")
_LINES: Final = frozenset({
    *("address", "article", "aside", "blockquote", "br", "center", "dd", "div", "dl", "dt", "footer", "form"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "ol", "p", "pre", "section", "table", "td"),
    *("th", "tr", "ul"),
})  # fmt: skip
_UNSEEN: Final = frozenset({"head", "script", "style", "title", "template"})
_MOST_QUOTES: Final = 20


@define
class _Reader:
    """Collects text; keeps count of quotes, preformatted text and what isn't shown."""

    pieces: list[str] = Factory(list)
    _quotes: int = 0
    _preformatted: int = 0
    _unseen: int = 0

    def show(self, text: str) -> None:
        if self._unseen:
            return
        text = html.unescape(text)
        if not self._preformatted:
            text = text.replace("\r", " ").replace("\n", " ")
        self.pieces.append(text.replace("\n", self._break()))

    def step(self, tag: str, by: int) -> None:
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen + by)
        elif tag == "blockquote":
            self._quotes = min(max(0, self._quotes + by), _MOST_QUOTES)
        elif tag == "pre":
            self._preformatted = max(0, self._preformatted + by)
        if tag in _LINES:
            self.pieces.append(self._break())

    def _break(self) -> str:
        return "\n" + "> " * self._quotes


def text_of_html(text: str) -> str:
    """What an HTML text shows, with `> ` before the lines of quoted parts."""
    reader = _Reader()
    text = _without_comments(text)
    shown = 0
    for tag in _TAG.finditer(text):
        reader.show(text[shown : tag.start()])
        shown = tag.end()
        # in a picture a title may end where it begins, and hides nothing of what follows
        if tag[2] and not (tag[0].endswith("/>") and tag[2].lower() in _UNSEEN):
            reader.step(tag[2].lower(), -1 if tag[1] else 1)
    reader.show(text[shown:])
    return "".join(reader.pieces).replace("\u00a0", " ")


def _without_comments(text: str) -> str:
    """A text without its comments; one that never ends hides nothing."""
    kept: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        kept.append(text[at:start])
        at = end + 3
    return "".join([*kept, text[at:]])
