"""Where one Fly manoeuvre can lead, on an empty map. Rule: rules.md, Fly."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from sits_es.rules.starwars.sums.flying import STEPS, most_turns, turned
from sits_es.space.hexes import STEPS as HEXES

if TYPE_CHECKING:
    from sits_es.rules.starwars.flying.facts import FlyStep
    from sits_es.rules.starwars.starship_class import HexSide

#: Hexes of a flight beyond which no further ends are worked out: faster starships than those of the samples.
FARTHEST: Final = 8


class FlightEnd(Struct, frozen=True):
    """Where a flight ends. a, c: hexes toward A and toward C from its start; path: each hex entered, alike."""

    steps: tuple[FlyStep, ...]
    a: int
    c: int
    facing: HexSide
    path: tuple[tuple[int, int], ...]


@lru_cache(maxsize=256)
def ends(silhouette: int, speed: int, facing: HexSide) -> tuple[FlightEnd, ...]:
    """Every hex and facing that a flight reaches, each by a shortest list of steps, the start left out."""
    begun = FlightEnd((), 0, 0, facing, ())
    turns, far = most_turns(silhouette), min(speed, FARTHEST)
    found, layer, seen = {(0, 0, facing): begun}, [begun], set[tuple[int, int, str, int]]()
    while layer:
        later = []
        for end in layer:
            made = len(end.steps) - len(end.path)
            for step in STEPS:
                after = _after(end, step)
                key = (after.a, after.c, after.facing, made + (step != "F"))
                if len(after.path) <= far and key[3] <= turns and key not in seen:
                    seen.add(key)
                    found.setdefault(key[:3], after)
                    later.append(after)
        layer = later
    return tuple(found.values())[1:]


def _after(end: FlightEnd, step: FlyStep) -> FlightEnd:
    """One step more."""
    if step == "F":
        toward_a, toward_c, _ = HEXES[end.facing]
        there = (end.a + toward_a, end.c + toward_c)
        return FlightEnd((*end.steps, step), *there, end.facing, (*end.path, there))
    return FlightEnd((*end.steps, step), end.a, end.c, turned(end.facing, step), end.path)
