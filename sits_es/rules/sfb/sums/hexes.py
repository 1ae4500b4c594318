"""Hex numbers and facings of the flat game's scenarios, in three dimensions. Rule: S3D1.

As printed, the translation mirrors the hex map: what is clockwise on the map is to the left in space. Columns, which
number to the right, become x, to the north, and rows, which number downward, become z, to the west. Facings A to F,
which go clockwise, turn to the left likewise. They are printed 30 degrees further left than the columns give: on the
map, A points along a column to lower rows, which would be yaw 270.
"""

from __future__ import annotations

import re
from typing import Final

from sits_es.errors import UnreadableError
from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.numbers import WHOLE
from sits_es.rules.sfb.sums.places import Place
from sits_es.sentences import quoted

#: The yaw of each facing of the hex map, in degrees. Rule: S3D1.2.
YAWS: Final = {"A": 300, "B": 0, "C": 60, "D": 120, "E": 180, "F": 240}

_NUMBER = re.compile(r"[0-9]{4}")


def place_of(number: str) -> Place:
    """The place of a hex: 2215 is 22 hexes along x and 15 along z, level. Rule: S3D1.1.

    Raises UnreadableError unless the number has four digits.
    """
    if not _NUMBER.fullmatch(number):
        raise UnreadableError(f"{quoted(number)} is not a hex number. Write four digits, such as 2215 (S3D1.1).")
    return Place(int(number[:2]) * WHOLE, 0, int(number[2:]) * WHOLE)


def facing_of(letter: str) -> Facing:
    """The facing that a letter, A to F in either case, means: level, with its yaw. Rule: S3D1.2.

    Raises UnreadableError for anything else.
    """
    yaw = YAWS.get(letter.upper()) if letter.isascii() else None
    if yaw is None:
        raise UnreadableError(f"{quoted(letter)} is not a facing. Write A, B, C, D, E or F (S3D1.2).")
    return Facing(yaw=yaw * WHOLE)
