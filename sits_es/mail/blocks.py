"""Blocks of mails between BEGIN and END marks, whatever mail programs did to them; ORDERS to edit. Rule: house."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice, pairwise
from textwrap import wrap
from typing import Final, Literal

from attrs import field, frozen
from msgspec import Struct

from sits_es.sentences import one_line
from sits_es.values import Value

BUNDLE: Final = "BUNDLE"
ORDERS: Final = "ORDERS"

_DASHES: Final = r"[-\u2010-\u2015]{1,10}"
_GAP: Final = r"[\s>|]{1,40}"
_NO_GAP: Final = r"[\s>|]{0,40}"
#: Characters before a mark's first word that may belong to it, and of a line that may quote it.
_WIDEST, _LINE = 50, 1000
_UNSEEN: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
#: A mark from its first word on, and what is before it: sought by its dashes, a long line of them takes a minute.
_MARKS: Final = {word: re.compile(rf"(BEGIN|END){_GAP}SITS{_GAP}{word}{_NO_GAP}{_DASHES}") for word in (BUNDLE, ORDERS)}
_BEFORE: Final = re.compile(rf"{_DASHES}{_NO_GAP}\Z")
#: Blocks of one kind in a text that are looked at.
MOST_BLOCKS: Final = 64


@frozen(kw_only=True)
class BlockFault(Value):
    """A block that can't be used. text: why; name: its bundle's, if known; size: bytes unpacked to see that."""

    text: str
    name: str | None = None
    size: int = field(default=0, eq=False)


class Cut(Struct, frozen=True, kw_only=True):
    """A block as it was found. depth: how often its first line is quoted; missing: the mark that should be there."""

    text: str
    depth: int
    missing: Literal["", "beginning", "end"] = ""


def marked(word: str, text: str) -> str:
    """A text between its marks, on lines of their own. word: BUNDLE or ORDERS."""
    return f"-----BEGIN SITS {word}-----\n{text}-----END SITS {word}-----\n"


def unmarked(text: str) -> str:
    """Somebody's words for a line inside a block, on one line and without what would end it."""
    return re.sub(r"(BEGIN|END)(?=[\s>|]+SITS)", lambda word: word[0].lower(), one_line(text))


def cut(word: str, text: str) -> Iterator[Cut]:
    """What is between each BEGIN and its END, and what half blocks there are. word: as of `marked`."""
    text = text.translate(_UNSEEN)
    # each mark: where it begins, where it ends, and what it says
    marks = (
        (dashes.start(), found.end(), found[1])
        for found in _MARKS[word].finditer(text)
        if (dashes := _BEFORE.search(text, max(0, found.start() - _WIDEST), found.start()))
    )
    for mark, after in islice(pairwise(chain([None], marks, [None])), 2 * MOST_BLOCKS):
        ends = after is not None and after[2] == "END"
        if mark is not None and mark[2] == "BEGIN":
            inside = text[mark[1] : after[0] if after else len(text)]
            yield Cut(text=inside, depth=_depth(text, mark[0]), missing="" if ends else "end")
        elif after is not None and ends:
            yield Cut(text="", depth=_depth(text, after[0]), missing="beginning")


def _depth(text: str, at: int) -> int:
    begin = text.rfind("\n", 0, at) + 1
    line = text[begin : min(at, begin + _LINE)]
    return line.count(">") + line.count("|")


#: Characters of a comment's line, so that quoting doesn't wrap it into something that is not a comment.
WIDTH: Final = 64

_QUOTED: Final = re.compile(r"^(?:[ \t]*[>|])+ ?")
#: What mail programs make of plain quotes and spaces; the reader of orders knows other signs.
_PLAIN: Final = str.maketrans(
    dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"') | dict.fromkeys("\u00a0\u2007\u2009\u202f\t", " ")
)


class OrdersBlock(Struct, frozen=True, kw_only=True):
    """Orders as a player mailed them. depth: how often they are quoted, 0 for orders in the player's own text."""

    text: str
    depth: int = 0


def orders_block(text: str) -> str:
    """Orders ready to edit, between the marks that a reader looks for. Long comments become several lines."""
    return marked(ORDERS, "".join(f"{line}\n" for each in text.splitlines() for line in _fitted(each)))


def find_orders(text: str) -> Iterator[OrdersBlock | BlockFault]:
    """The ORDERS blocks of a text, and what is wrong with others."""
    for block in cut(ORDERS, text):
        if block.missing:
            wrong = f"An ORDERS block has no {block.missing} line, so none of it counts."
            yield BlockFault(text=f"{wrong} Leave both its marks, BEGIN and END, as they are.")
        else:
            lines = [_QUOTED.sub("", line).rstrip() for line in plain(block.text).splitlines()]
            yield OrdersBlock(text="\n".join(lines).strip("\n") + "\n", depth=block.depth)


def plain(text: str) -> str:
    """Orders with the quotes and spaces that a keyboard makes."""
    return text.translate(_PLAIN)


def _fitted(line: str) -> Iterator[str]:
    """A line as it is, or a long comment in several lines, as far in; what a suggested order would do goes below it."""
    words = line.lstrip()
    if len(line) <= WIDTH or not words.startswith("#"):
        yield line
        return
    said = words.lstrip("#")
    inside = " " * max(len(said) - len(said.lstrip()), 1)
    indent = f"{line[: len(line) - len(words)]}#{inside}"
    first, _, why = said.strip().partition("  # ")
    yield from wrap(first, WIDTH, initial_indent=indent, subsequent_indent=indent)
    yield from wrap(why, WIDTH, initial_indent=f"{indent}  ", subsequent_indent=f"{indent}  ")
