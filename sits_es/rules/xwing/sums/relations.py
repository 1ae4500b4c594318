"""How one ship stands to another: behind it, in front of it, or flanking it. Rule: the printed page, "Full Arcs"."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from sits_es.rules.xwing.sums.arcs import distance, seen_from, sight
from sits_es.rules.xwing.sums.areas import FULL, TOUCHING, outline
from sits_es.rules.xwing.sums.bases import Placement
from sits_es.rules.xwing.sums.ranges import band
from sits_es.rules.xwing.sums.rims import area_within

BEHIND: Final = "behind"
IN_FRONT: Final = "in front"
FLANKING: Final = "flanking"
#: Each as it is said of a ship, before the name of the other.
SAID: Final = {BEHIND: "behind", IN_FRONT: "in front of", FLANKING: "flanking"}


class Relation(Struct, frozen=True):
    """How a ship stands to another. name: behind, in front or flanking; None beyond 300 mm, or wholly beneath it.

    ahead, astern: mm2 of its base within 300 mm on either side of the other's midway line, what lies beneath included;
    arcs: the full arcs of the other that hold it. distance: of the bases, in mm; range: its band or None.
    """

    name: str | None
    ahead: float
    astern: float
    arcs: tuple[str, ...]
    distance: float
    range: int | None


@lru_cache(maxsize=256)
def relation(one: Placement, other: Placement) -> Relation:
    """How `one` stands to `other`. Rule: rules.md, Relations.

    Who crosses the midway line has more than a touch of its base on both sides of it, beneath the other base too: there
    the line is printed. Rule: house.
    """
    import shapely

    arcs = sight(other, one, FULL).arcs
    shape = seen_from(other, one)
    ahead, astern = (
        area_within(shapely.intersection(shapely.Polygon(outline(arc, other.base)), shape), other.base) for arc in FULL
    )
    if ahead > TOUCHING and astern > TOUCHING:
        name: str | None = FLANKING
    else:
        name = None if not arcs else IN_FRONT if ahead > TOUCHING else BEHIND
    gap = distance(one, other)
    return Relation(name, ahead, astern, arcs, gap, band(gap))
