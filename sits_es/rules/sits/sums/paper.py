"""How sums are written down: numbers added with their names, percentages held to what they can be, decimals."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sits_es.sentences import counted

#: A number of a sum, after what it is called.
NamedNumber = tuple[str, int]


def decimal(number: Fraction) -> str:
    """A number to two places, rounded half up: 13.95."""
    hundredths = (200 * number.numerator + number.denominator) // (2 * number.denominator)
    sign, hundredths = ("-", -hundredths) if hundredths < 0 else ("", hundredths)
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}"


def added(terms: Iterable[NamedNumber]) -> str:
    """A sum as it is written down, each number with its name: `12 base ECM + 4 decoys - 1 missile quality level`."""
    signed = " ".join(f"{'-' if value < 0 else '+'} {abs(value)} {name}".rstrip() for name, value in terms)
    return f"-{signed[2:]}" if signed.startswith("- ") else signed[2:]


def percentage(terms: Iterable[NamedNumber], percent: int) -> str:
    """A sum in percent, and what it is held to where it lies beyond 0 to 100."""
    numbers = tuple(terms)
    total = sum(value for _, value in numbers)
    return f"{added(numbers)} = {total}%" + (f", {held(percent)}" if percent != total else "")


def held(percent: int) -> str:
    """What a percentage beyond 0 to 100 is held to, and whose that limit is. Rule: sits rules 8.3 (house)."""
    return f"limited to {percent}% (house)"


def multiplied(one: int, what: str, other: int, each: str, unit: str) -> str:
    """So many things of so many: 40 systems x 3 salvoes = 120 shots."""
    return f"{counted(one, what)} x {counted(other, each)} = {counted(one * other, unit)}."
