"""Numbers of X-Wing's sums: exact decimals of millimetres and degrees as people write them."""

from __future__ import annotations

import re
from decimal import Context, Decimal
from typing import TYPE_CHECKING, Final

from sits_es.errors import UnreadableError
from sits_es.sentences import article, quoted

if TYPE_CHECKING:
    from attrs import Attribute

#: Digits that the sums keep of a decimal: more than anybody writes.
DIGITS: Final = Context(prec=60)
#: The most characters of a written number.
LONGEST: Final = 40
#: No place is farther from the middle of the table than this, in mm, and no angle is greater, in degrees. Rule: house.
FARTHEST: Final = 100_000
#: On record no place is farther than this, in mm, nor has a place or an angle more decimal places. Rule: house.
ON_RECORD, PLACES = Decimal(99_999), 3

_DECIMAL: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]{1,2})?", re.IGNORECASE)


def read_number(given: str | int | Decimal, what: str) -> Decimal:
    """A decimal such as `12.5`, exactly as it is written. what: what it is, with its article, for a refusal.

    Raises UnreadableError for anything else, and beyond 100,000 to either side.
    """
    text = str(given).strip()
    if len(text) > LONGEST or _DECIMAL.fullmatch(text) is None:
        raise UnreadableError(
            f"{quoted(text)} is not {what}. Write a number such as 12.5, with at most {LONGEST} characters."
        )
    number = Decimal(text)
    if abs(number) > FARTHEST:
        raise UnreadableError(f"{quoted(text)} is not {what}. Write a number from -{FARTHEST} to {FARTHEST}.")
    return number


def is_number(_fact: object, field: Attribute[str], text: str) -> None:
    """12.5 or another decimal number, as text. Raises UnreadableError as `read_number` does."""
    read_number(text, article(field.name))


def plainly(number: Decimal) -> str:
    """A decimal without an exponent and without zeros that say nothing: `140.50` is `140.5`."""
    text = f"{number:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in {"-0", ""} else text


def shortened(number: float, places: int) -> str:
    """A measured number with so many decimals at most: 84.649, 100."""
    return plainly(Decimal(f"{number:.{places}f}"))


def area_in_words(size: float) -> str:
    """An area above 0, or 0 itself, to one decimal: `1600.0`; `less than 0.1` where it would be told as nothing."""
    return "less than 0.1" if 0 < size < 0.05 else f"{size:.1f}"
