"""Numbers in pictures: curves over a game, bars to both sides of what is usual, spreads over many plays.

What is counted, and by what measure, the rule system says in words of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from attrs import field, frozen
from msgspec import Struct

from sits_es.values import Value


def tenths(number: Fraction) -> str:
    """A number to a tenth, halves away from 0: 14.3."""
    sign = "-" if number < 0 else ""
    rounded = (abs(number) * 20 + 1) // 2
    return f"{sign if rounded else ''}{rounded // 10}.{rounded % 10}"


def signed(number: Fraction) -> str:
    """The same with its sign: +14.3, -2.0."""
    told = tenths(number)
    return told if told.startswith("-") else f"+{told}"


class Tally(Struct, frozen=True, kw_only=True):
    """A number that a board comes to. what: what is counted, such as "hull boxes lost"; whose: a unit, or a side.

    side: whose side that is on; number: 0 up.
    """

    what: str
    whose: str
    side: str
    number: int


class Measured(Struct, frozen=True):
    """How far apart two units are. measure: of what, such as "hexes"."""

    number: Fraction
    measure: str


def _numbers(numbers: Iterable[int | Fraction | None]) -> tuple[Fraction | None, ...]:
    return tuple(None if number is None else Fraction(number) for number in numbers)


@frozen(kw_only=True)
class Curve(Value):
    """A number by moment. name: whose; side: or empty; numbers: one for each moment, None if there is none."""

    name: str
    side: str = ""
    numbers: tuple[Fraction | None, ...] = field(converter=_numbers)


class CurveScene(Struct, frozen=True, kw_only=True):
    """Curves over the same moments. measure: what the numbers count; sides: in the order in which they take colours.

    still: who has no curve, since their number was 0 all the time.
    """

    title: str
    measure: str
    moments: tuple[str, ...]
    curves: tuple[Curve, ...]
    sides: tuple[str, ...] = ()
    still: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        """What is drawn, and in what it is counted."""
        return f"{self.title}, in {self.measure}" if self.measure else self.title


class Bar(Struct, frozen=True, kw_only=True):
    """A number to one side of the middle or the other. name, whose: what it is of; said: the same in words."""

    name: str
    whose: str
    number: float
    said: str


class BarScene(Struct, frozen=True, kw_only=True):
    """Bars to both sides of a middle. low, high: what the sides mean; whose: in the order of their colours."""

    title: str
    low: str
    high: str
    bars: tuple[Bar, ...]
    whose: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        """What is drawn."""
        return self.title


#: A spread leaves out this part of the plays at either end.
TAIL = Fraction(1, 20)


class Spread(Struct, frozen=True, kw_only=True):
    """Numbers of many plays. low, high: 5% of the plays are below and above; middle: as many below as above."""

    low: Fraction
    middle: Fraction
    high: Fraction
    mean: Fraction

    @classmethod
    def of(cls, numbers: Sequence[int | Fraction]) -> Spread:
        """Of one number a play, at least one."""
        ordered = sorted(map(Fraction, numbers))
        last = len(ordered) - 1

        def at(part: Fraction) -> Fraction:
            return ordered[round(part * last)]

        mean = sum(ordered, Fraction()) / len(ordered)
        return cls(low=at(TAIL), middle=at(Fraction(1, 2)), high=at(1 - TAIL), mean=mean)


class SpreadBar(Struct, frozen=True, kw_only=True):
    """A number that plays come to. what: such as hull; whose: a side, or the player who rolled.

    came: what it really came to, None if nobody knows.
    """

    what: str
    whose: str
    spread: Spread
    came: int | None = None


class SpreadScene(Struct, frozen=True, kw_only=True):
    """Spreads one below the other, all of one number at one scale from 0 up. title: may be empty."""

    title: str
    bars: tuple[SpreadBar, ...]

    @property
    def heading(self) -> str:
        """What is drawn."""
        return self.title


def as_decimal(number: Fraction) -> str:
    """A number with two decimals at most, and none that say nothing: 12, 3.5, 0.67."""
    hundredths = round(number * 100)
    whole, rest = divmod(abs(hundredths), 100)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{whole}" if not rest else f"{sign}{whole}.{rest:02}".rstrip("0")
