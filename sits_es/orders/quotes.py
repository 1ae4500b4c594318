"""What a word processor makes of quotes, dashes and apostrophes: read as the signs that a keyboard has.

Each sign stands for one, so that places in a line stay what they are. Inside quotes a name stays as it is typed.
"""

from __future__ import annotations

import re
from typing import Final

_QUOTES: Final = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'))
_OTHERS: Final = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
)
_QUOTED: Final = re.compile(r'("[^"]*")')


def straighten(line: str) -> str:
    """A line with a keyboard's quotes, and outside of them with its dashes and apostrophes; as long as before."""
    if line.isascii():
        return line
    parts = _QUOTED.split(line.translate(_QUOTES))
    return "".join(part if number % 2 else part.translate(_OTHERS) for number, part in enumerate(parts))


def key_of(name: str) -> str:
    """A name as it is compared with others: upper and lower case, and how its signs were typed, make no difference."""
    return name.translate(_OTHERS).casefold()
