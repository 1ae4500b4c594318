"""Each measure step by step, as it is taken again at the table: for `sits explain` and for `sits calc xwing`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from sits_es.rules.xwing.sums.arcs import Sight
from sits_es.rules.xwing.sums.numbers import area_in_words
from sits_es.rules.xwing.sums.ranges import band, range_in_words, told
from sits_es.sentences import listed

#: Whence a firing arc is, in words.
_WHENCE: Final = {
    "shaded": "it is shaded on the token",
    "turret": "the turret points toward it",
    "upgrade": "an upgrade's primary weapon states it",
}


def range_step(distance: float) -> str:
    """How far apart two bases are, in mm, and the range band."""
    return f"The closest points of their bases are apart by {told(distance)} mm: {range_in_words(band(distance))}."


def holding_steps(ship: str, target: str, seen: Sight) -> Iterator[str]:
    """For each arc that holds a target: how much of its base, and how far the closest part is."""
    for hold in seen.holds:
        part = f"{area_in_words(hold.area)} mm2 of its base, the closest part {told(hold.distance)} mm away"
        yield f"{target} is in {ship}'s {hold.arc} arc with {part}: range {hold.range}."
    if not seen.holds:
        yield f"{target} is in no arc of {ship}."


def sight_values(seen: Sight) -> dict[str, Any]:
    """What one ship sees of another, for programs; mm and mm2."""
    return {
        "arcs": [*seen.arcs],
        "area": {arc: round(size, 1) for arc, size in seen.area.items()},
        "distance": round(seen.distance, 3),
        "range": seen.range,
        "arc_range": seen.arc_range,
    }


def firing_steps(whence: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Why each firing arc is one."""
    for arc, sources in whence.items():
        yield f"{arc.capitalize()} is a firing arc: {listed(_WHENCE[why] for why in sources)}."


def turret_step(ship: str, points: Sequence[str]) -> str:
    """Where a turret points now."""
    arcs = ("a firing arc", "a standard arc") if len(points) == 1 else ("firing arcs", "standard arcs")
    return f"Now it points to {listed(points)}: {arcs[0]} of {ship}, and still {arcs[1]}."
