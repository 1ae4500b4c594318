"""Sidewalls and the reading that they are made for. Rule: sits rules 8.5."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal

from sits_es.rules.sits.cards.boxes import WALLS
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.sentences import listed

#: Whether the kill chart's number strikes the hull or is stopped.
WallReading = Literal["strikes", "stops"]

#: How the numbers of a wall made for a reading go as its boxes go: the wall gets weaker.
GOES: Final[Mapping[str, str]] = {"strikes": "rise", "stops": "fall"}


def made_for(boxes: tuple[int, ...]) -> WallReading | None:
    """The reading that a wall's boxes, from left to right, are made for; None for one number, which fits both."""
    if not boxes or boxes[0] == boxes[-1]:
        return None
    return "strikes" if boxes[0] < boxes[-1] else "stops"


def walls_made_for(card: ShipClass) -> dict[WallReading, tuple[str, ...]]:
    """The class's walls that are made for one reading only, by that reading."""
    found = {wall: made_for(card.tracks.get(wall, ())) for wall in WALLS}
    readings: tuple[WallReading, ...] = ("strikes", "stops")
    sorted_out = {reading: tuple(wall for wall in WALLS if found[wall] == reading) for reading in readings}
    return {reading: walls for reading, walls in sorted_out.items() if walls}


def wall_problems(classes: Iterable[ShipClass], reading: WallReading) -> Iterator[str]:
    """Say of each class whose walls run against the reading of a game what it is, and the two ways out."""
    for card in classes:
        for other, walls in walls_made_for(card).items():
            if other != reading:
                is_, whose = ("is", "its") if len(walls) == 1 else ("are", "their")
                yield (
                    f"{listed(walls)} of {card.name} {is_} made for {other}: {whose} numbers {GOES[other]} as boxes "
                    f"are lost, so under {reading}, a damaged wall would protect better. "
                    f"Choose sidewall {other}, or set mixed_walls to true."
                )
