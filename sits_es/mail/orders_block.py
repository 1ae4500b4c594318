"""The ORDERS block of a report: a player answers by editing it where it stands, whatever his mail program quotes.

Everything outside the marks is ignored; `>` and `|` before a line inside them fall away. Rule: house.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from attrs import frozen

from sits_es.mail.marks import ORDERS, cut, marked

#: Characters of a comment's line, so that quoting doesn't wrap it into something that is no comment.
WIDTH: Final = 64

_QUOTED: Final = re.compile(r"^(?:[ \t]*[>|])+ ?")
#: What mail programs make of plain quotes, apostrophes, dashes and spaces.
_PLAIN: Final = str.maketrans(
    {"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2018": "'", "\u2019": "'", "\u2013": "-", "\u2014": "-"}
    | dict.fromkeys("\u00a0\u2007\u202f\t", " ")
)


@frozen(kw_only=True)
class OrdersBlock:
    """Orders as a player mailed them. depth: how often they are quoted, 0 for orders that stand in his own text."""

    text: str
    depth: int = 0


def orders_block(text: str) -> str:
    """Orders ready to edit, between the marks that a reader looks for. Long comments become several lines."""
    return marked(ORDERS, "".join(f"{line}\n" for each in text.splitlines() for line in _fitted(each)))


def find_orders(text: str) -> tuple[tuple[OrdersBlock, ...], tuple[str, ...]]:
    """The ORDERS blocks of a text, each once, the least quoted first, and what is wrong with others.

    A player who wrote his orders above a quoted report means the first.
    """
    found: dict[OrdersBlock, None] = {}
    faults: dict[str, None] = {}
    for block in cut(ORDERS, text):
        if block.missing:
            faults[
                f"An ORDERS block has no {block.missing} line, so none of it counts. "
                "Leave both its marks, BEGIN and END, as they are."
            ] = None
        else:
            found[OrdersBlock(text=_unquoted(block.text), depth=block.depth)] = None
    return tuple(sorted(found, key=lambda each: each.depth)), tuple(faults)


def plain(text: str) -> str:
    """Orders with the quotes, dashes and spaces that a keyboard makes."""
    return text.translate(_PLAIN)


def _unquoted(text: str) -> str:
    lines = [_QUOTED.sub("", line).rstrip() for line in plain(text).splitlines()]
    return "\n".join(lines).strip("\n") + "\n"


def _fitted(line: str) -> Iterator[str]:
    """A line as it stands, or a long comment in several lines."""
    words = line.lstrip()
    if len(line) <= WIDTH or not words.startswith("#"):
        yield line
        return
    indent = line[: len(line) - len(words)] + "# "
    yield from wrap(words.lstrip("# "), WIDTH, initial_indent=indent, subsequent_indent=indent)
