"""The BEGIN and END lines that mark a block in a mail, and the search for them, whatever a mail program did to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from attrs import frozen

_DASHES: Final = r"[-\u2010-\u2015]{1,10}"
_GAP: Final = r"[\s>|]{1,40}"
_NO_GAP: Final = r"[\s>|]{0,40}"
_UNSEEN: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))

PACKET: Final = "PACKET"
ORDERS: Final = "ORDERS"
_MARKS: Final = {
    word: re.compile(rf"{_DASHES}{_NO_GAP}(BEGIN|END){_GAP}SITS{_GAP}{word}{_NO_GAP}{_DASHES}")
    for word in (PACKET, ORDERS)
}


@frozen(kw_only=True)
class Cut:
    """A block as it was found. depth: how often its first line is quoted; missing: the mark that should be there."""

    text: str
    depth: int
    missing: Literal["", "beginning", "end"] = ""


def marked(word: str, text: str) -> str:
    """A text between its marks, on lines of their own. word: PACKET or ORDERS."""
    return f"-----BEGIN SITS {word}-----\n{text}-----END SITS {word}-----\n"


def cut(word: str, text: str) -> Iterator[Cut]:
    """What stands between each BEGIN and its END, and what half blocks there are. word: PACKET or ORDERS."""
    text = text.translate(_UNSEEN)
    begun: re.Match[str] | None = None
    for mark in _MARKS[word].finditer(text):
        if mark[1] == "BEGIN":
            if begun is not None:
                yield Cut(text=text[begun.end() : mark.start()], depth=_depth(text, begun), missing="end")
            begun = mark
        elif begun is None:
            yield Cut(text="", depth=_depth(text, mark), missing="beginning")
        else:
            yield Cut(text=text[begun.end() : mark.start()], depth=_depth(text, begun))
            begun = None
    if begun is not None:
        yield Cut(text=text[begun.end() :], depth=_depth(text, begun), missing="end")


def _depth(text: str, mark: re.Match[str]) -> int:
    line = text[text.rfind("\n", 0, mark.start()) + 1 : mark.start()]
    return line.count(">") + line.count("|")
