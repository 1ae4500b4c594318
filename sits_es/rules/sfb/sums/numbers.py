"""Numbers of SFB 'n3D: whole numbers of small units, and the decimals that people read and write.

Whatever people write with up to four decimals is kept in ten-thousandths: hexes as kilometres, degrees, speeds, points
of energy and of strength. Inertia has seven decimals. Rule: A3.4 for hexes; the others by house.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted

#: Ten-thousandths in one: kilometres in a hex, parts of a degree, of a speed, of a point.
WHOLE: Final = 10_000
#: Decimals of inertia, and parts in one hex a turn.
INERTIA_PLACES: Final = 7
INERTIA_WHOLE: Final = 10**INERTIA_PLACES
#: Thirds of a kilometre in a hex: an asteroid's radius is a die's third of a hex, exactly (P3.11).
RADIUS_WHOLE: Final = 30_000
#: A full turn in ten-thousandths of a degree.
FULL_TURN: Final = 360 * WHOLE
#: The most that a number before the decimal point may have, in digits: more map than a solar system has (S3D3.2).
MOST_DIGITS: Final = 7

_DECIMAL = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?")


def read_decimal(text: str, what: str, places: int = 4, rule: str = "A3.4") -> int:
    """A decimal such as `8.2`, in parts of 10 to the power of `places`. what: what it is, for a refusal.

    Raises UnreadableError for anything else, and for more decimals than `places`.
    """
    found = _DECIMAL.fullmatch(text.strip())
    if found is None or not (found[2] or found[3]) or len(found[2].lstrip("0")) > MOST_DIGITS:
        allowed = f"a number such as 8.2, with up to {MOST_DIGITS} digits before the point"
        raise UnreadableError(f"{quoted(text)} is not {what}. Write {allowed} and {places} after it ({rule}).")
    after = (found[3] or "").rstrip("0")
    if len(after) > places:
        raise UnreadableError(
            f"{quoted(text)} has more than {places} decimals. {what[:1].upper()}{what[1:]} has up to {places} ({rule})."
        )
    number = int((found[2] or "0") + after.ljust(places, "0"))
    return -number if found[1] == "-" else number


def written(number: int, places: int = 4) -> str:
    """A whole number of parts as a decimal without zeros that say nothing: 82000 is `8.2`."""
    digits = str(abs(number)).rjust(places + 1, "0")
    before, after = digits[:-places], digits[-places:].rstrip("0")
    sign = "-" if number < 0 else ""
    return f"{sign}{before}.{after}" if after else f"{sign}{before}"


def nearest(number: Fraction) -> int:
    """The whole number nearest to it; from the middle away from zero. Rule: house."""
    twice = 2 * abs(number)
    rounded = (twice.numerator // twice.denominator + 1) // 2
    return -rounded if number < 0 else rounded


def decimal(number: float | Fraction, places: int = 6) -> str:
    """A number for reading, without zeros that say nothing: `0.984808`. Nothing is decided by it."""
    text = f"{float(number):.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
