"""A turn at a glance: who is ahead, how each unit fares, what happened, what is owed; made to fit one screen.

Everything in it says how much it matters, so that whoever draws it can leave the least out where the screen is small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
from attrs import field, frozen
from msgspec import Struct

from sits_es.report.blocks import Phrase, ReportLine, Tone, phrases_of
from sits_es.report.scenes import OfSide
from sits_es.sentences import listed
from sits_es.values import Value

if TYPE_CHECKING:
    from sits_es.report.scenes import Scene

#: How much something matters: a detail that may be left out first, what is usual, what nobody may miss.
DETAIL, USUAL, VITAL = 1, 2, 3


@frozen
class Glimpse(Value):
    """Something that happened, or something about a unit. weight: DETAIL, USUAL or VITAL; place: when, such as 1.8.

    short: the same in fewer words, for where there is little room; empty if there are none.
    """

    phrases: tuple[Phrase, ...] = field(converter=phrases_of)
    weight: int = USUAL
    place: str = ""
    short: tuple[Phrase, ...] = field(converter=phrases_of, default=())

    @property
    def text(self) -> str:
        """What it says."""
        return "".join(phrase.text for phrase in self.phrases)


def _told(told: Iterable[Glimpse]) -> tuple[Glimpse, ...]:
    return tuple(told)


class UnitLine(Struct, kw_only=True):
    """A unit that is about to be told of. told: to be read before its board goes on.

    values: what its sheet, its part in what is measured and all that is vital in its line are made from: while they
    are equal, so are those. By default they never are.
    """

    name: str
    side: str
    told: Iterable[Glimpse]
    values: object = msgspec.field(default_factory=object)


@frozen(kw_only=True)
class UnitGlance(Value):
    """One unit in a few words, one thing after the other; in the picture it is found by its name."""

    name: str
    side: str
    told: tuple[Glimpse, ...] = field(converter=_told, default=())

    @classmethod
    def of(cls, line: UnitLine) -> UnitGlance:
        """A unit as it is told of now."""
        return cls(name=line.name, side=line.side, told=line.told)


U = TypeVar("U", bound=OfSide)


class Measure(Struct, frozen=True, kw_only=True):
    """Something by which a side can be ahead. name: such as `hull`; sides: each with what it has, 0 up.

    most: what each side began with, in the order of the sides, or none. less: whether less of it is better.
    """

    name: str
    sides: tuple[tuple[str, int], ...]
    most: tuple[int, ...] = ()
    less: bool = False

    @classmethod
    def of_sides(
        cls,
        name: str,
        units: Iterable[U],
        left: Callable[[U], int],
        most: Callable[[U], int] | None = None,
        *,
        less: bool = False,
    ) -> Measure:
        """What the units of each side have left, and what they began with: both of one unit, added up by side."""
        found = sorted(units, key=lambda unit: unit.side)
        of_side = {side: list(each) for side, each in groupby(found, key=lambda unit: unit.side)}
        return cls(
            name=name,
            sides=tuple((side, sum(map(left, each))) for side, each in of_side.items()),
            most=() if most is None else tuple(sum(map(most, each)) for each in of_side.values()),
            less=less,
        )

    @property
    def text(self) -> str:
        """`hull 26 : 25 of 26`; what all had at the beginning is said once."""
        now = [number for _, number in self.sides]
        if len(set(self.most)) == 1:
            return f"{self.name} {' : '.join(map(str, now))} of {self.most[0]}"
        told = [f"{number}/{most}" for number, most in zip(now, self.most, strict=True)] if self.most else now
        return f"{self.name} {' : '.join(map(str, told))}"

    @property
    def ahead(self) -> str:
        """Who is ahead in it: `points: blue 3 : 0 red, blue is ahead`; `hull: blue 9, green 9, red 9, level`.

        Of sides that did not begin with as much, what each has of it, and who has the larger part, or the smaller one
        where less is better: `ships: blue 3/3 : 4/4 red, level`.
        """
        alike = len(set(self.most)) <= 1
        of_it = [""] * len(self.sides) if alike else [f"/{most}" for most in self.most]
        has = [f"{number}{of}" for (_, number), of in zip(self.sides, of_it, strict=True)]
        names = [side for side, _ in self.sides]
        if len(names) == len(("one", "other")):
            told = f"{names[0]} {has[0]} : {has[1]} {names[1]}"
        else:
            told = ", ".join(f"{side} {number}" for side, number in zip(names, has, strict=True))
        if len(names) == 1 or not (alike or all(self.most)):
            return f"{self.name}: {told}"
        parts = [number if alike else Fraction(number, self.most[at]) for at, (_, number) in enumerate(self.sides)]
        best = (min if self.less else max)(parts)
        leaders = [side for side, part in zip(names, parts, strict=True) if part == best]
        end = (
            "level" if len(leaders) == len(self.sides) else f"{listed(leaders)} {'are' if leaders[1:] else 'is'} ahead"
        )
        return f"{self.name}: {told}, {end}"


def _measures(measures: Iterable[Measure]) -> tuple[Measure, ...]:
    return tuple(measures)


@frozen(kw_only=True)
class Glance(Value):
    """What a run of exchanges brought, and how things stand after it.

    title: of which run; measures: the first decides who is ahead, such as the scenario's points; scene: None where
    there is nothing to draw; units: in the order of the picture's labels; happened: in order; to_settle: what is left
    to the players' own displays, or empty; head, foot: lines above and below all. more: what to type for what is left
    out, or empty.
    """

    title: str
    measures: tuple[Measure, ...] = field(converter=_measures, default=())
    scene: Scene | None = None
    units: tuple[UnitGlance, ...] = ()
    happened: tuple[Glimpse, ...] = field(converter=_told, default=())
    to_settle: str = ""
    head: tuple[ReportLine, ...] = ()
    foot: tuple[ReportLine, ...] = ()
    more: str = ""

    @property
    def ahead(self) -> str:
        """Who is ahead by what comes first; empty if nothing is measured."""
        return self.measures[0].ahead if self.measures and self.measures[0].sides else ""

    @property
    def besides(self) -> str:
        """What else the sides have, each in the order of the sides."""
        return "   ".join(measure.text for measure in self.measures[1:] if measure.sides)


#: What stands before what is lost, so that it is seen without its colour.
LOST: Final = "LOST"

#: Losses that are named where there is little room.
FEW: Final = 2


def lost(things: Sequence[str], tone: Tone = "bad") -> Glimpse | None:
    """What a unit lost, marked with a word and in colour; None for nothing."""
    if not things:
        return None
    few = list(things[:FEW]) if len(things) > FEW + 1 else list(things)
    few += [f"{len(things) - len(few)} more"] if len(few) < len(things) else []
    whole, short = f"{LOST} {', '.join(things)}", f"{LOST} {listed(few)}"
    return Glimpse([Phrase(whole, tone)], VITAL, short=[Phrase(short, tone)])


def changed(name: str, now: int, most: int | None = None, before: int | None = None) -> list[Phrase]:
    """A number with the most that it can be and how it changed: `hull 25/26 -1`; a fall stands out."""
    told = f"{name} {now}" + (f"/{most}" if most is not None else "")
    if before is None or before == now:
        return [Phrase(told)]
    return [Phrase(f"{told} "), Phrase(f"{now - before:+}", "bad" if now < before else "good")]
