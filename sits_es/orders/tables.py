"""Parse tables made beforehand: working them out of a grammar takes Lark ten times as long as reading them.

A rule system keeps them beside its grammar, under a stamp that says which grammar and which Lark they are of. Under any
other stamp they are left alone, and the grammar itself is read.
"""

from __future__ import annotations

import hashlib
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lark import Lark


def stamp_of(grammar: str) -> bytes:
    """The line over the tables of a grammar."""
    from lark import __version__

    return f"{hashlib.sha256(grammar.encode()).hexdigest()} lark {__version__}\n".encode()


def written(parser: Lark, grammar: str) -> bytes:
    """The tables of a parser that was made of a grammar, under their stamp."""
    tables = BytesIO()
    parser.save(tables)
    return stamp_of(grammar) + tables.getvalue()


def read(tables: bytes, grammar: str) -> Lark | None:
    """A parser from tables as `written`; None where they are of another grammar, or made by another Lark."""
    from lark import Lark

    stamp = stamp_of(grammar)
    return Lark.load(BytesIO(tables.removeprefix(stamp))) if tables.startswith(stamp) else None
