"""Tractor links: how much of their movement units make that a link holds together. Rule: house, after the flat game."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.rules.sfb.sums.places import Place


class Tether(Struct, frozen=True):
    """A link in an impulse. length: km, exactly; here, there: its ends before they move; one, other: their ways."""

    length: int
    here: Place
    there: Place
    one: Place
    other: Place


def part_of(way: Place, part: int) -> Place:
    """Ten-thousandths of a way, fractions of a kilometre dropped on each axis."""
    return Place(*(abs(km) * part // WHOLE * (1 if km >= 0 else -1) for km in (way.x, way.y, way.z)))


def part_made(tethers: Sequence[Tether]) -> int:
    """The largest part of their ways, in ten-thousandths, after which no link is longer than it may be.

    All make the same part. Ends that are farther apart already come no farther. Rule: house.
    """
    low, high = (WHOLE, WHOLE) if _holds(tethers, WHOLE) else (0, WHOLE)
    while high - low > 1:  # distances on straight ways are convex: what holds at some part holds before it
        middle = (low + high) // 2
        low, high = (middle, high) if _holds(tethers, middle) else (low, middle)
    while not _holds_dropped(tethers, low):
        low -= 1
    return low


def _most(tether: Tether) -> int:
    """The square of how far apart the ends of a link may come, in square kilometres."""
    return max(tether.length**2, (tether.there - tether.here).squared())


def _holds(tethers: Sequence[Tether], part: int) -> bool:
    """Whether all links hold after a part of all ways, exactly."""
    return all(
        (_times(tether.there - tether.here, WHOLE) + _times(tether.other - tether.one, part)).squared()
        <= WHOLE * WHOLE * _most(tether)
        for tether in tethers
    )


def _holds_dropped(tethers: Sequence[Tether], part: int) -> bool:
    """Whether they hold where that part ends with fractions of a kilometre dropped."""
    return all(
        (tether.there + part_of(tether.other, part) - tether.here - part_of(tether.one, part)).squared()
        <= _most(tether)
        for tether in tethers
    )


def _times(way: Place, number: int) -> Place:
    return Place(number * way.x, number * way.y, number * way.z)


def held_step(part: int, moved: Place) -> str:
    """What a tractor link leaves of a movement. Rule: house."""
    return f"A tractor link holds it to {written(part)} of that, rounded down to the kilometre: {moved}."
