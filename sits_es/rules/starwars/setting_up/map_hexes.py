"""Hexes of the map as a scenario writes them: by the way there from the middle, `3A 2C`. Rule: house."""

from __future__ import annotations

from typing import Final

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted
from sits_es.space.hexes import HexVector, Position
from sits_es.space.vectors import read_flat_vector

#: How far from the middle anything can be put, in hexes.
FARTHEST: Final = 99
#: The middle of the map.
MIDDLE: Final = Position()


def read_hex(text: str) -> Position:
    """The hex that a way from the middle leads to: `3A 2C`, any order; nothing or `0A` is the middle itself.

    UnreadableError names every fault: words that are no vectors, levels, a place too far off.
    """
    way = read_flat_vector(text)
    if way.hexes > FARTHEST:
        raise UnreadableError(
            f"{quoted(text)} is {way.hexes} hexes from the middle. Choose a hex at most {FARTHEST} away."
        )
    return MIDDLE + way


def hex_in_words(place: Position) -> str:
    """A hex as `read_hex` reads it: `3A 2C`, and `0A` for the middle."""
    return str(place - MIDDLE) or "0A"


def disc(middle: Position, radius: int) -> tuple[Position, ...]:
    """Every hex up to `radius` hexes from `middle`, 0 up; from top to bottom, each column from left to right."""
    reach = range(-radius, radius + 1)
    ways = (HexVector(a, c) for a in reach for c in reach)
    found = (middle + way for way in ways if way.hexes <= radius)
    return tuple(sorted(found, key=lambda place: (place.r, place.q)))
