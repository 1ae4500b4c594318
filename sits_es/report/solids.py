"""Units as bodies in space: how they lie, and where their weapons bear. Degrees, and directions of length 1."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Literal

from msgspec import Struct

#: A direction in space, of length 1: to the right of the map, to its top, and up from its plane.
UnitVector = tuple[float, float, float]

#: A part of the sphere around a unit: from one azimuth clockwise to another, from one elevation up to another; degrees.
Patch = tuple[int, int, int, int]

#: What a body looks like: a hull, one between two plates, a small craft, what flies at a target, what lies in wait, a
#: base.
Build = Literal["dart", "plated", "craft", "needle", "mine", "base"]

#: A side of a body.
Face = Literal["port", "starboard", "forward", "aft"]


class FiringArc(Struct, frozen=True, kw_only=True):
    """Where weapons bear. reach: how far, in the map's unit of length, 0 for what nobody knows; told: more about them.

    own: whether azimuths count from the unit's own nose and elevations toward its own top, instead of the map's.
    """

    name: str
    patches: tuple[Patch, ...]
    own: bool = False
    reach: int = 0
    told: str = ""


class Solid(Struct, frozen=True, kw_only=True):
    """A unit as a body. ahead, top: where its nose and its top point, square to each other; walls: faces that have one.

    flies_to: what it flies at, the name of a unit, or empty.
    """

    build: Build
    ahead: UnitVector
    top: UnitVector
    walls: tuple[Face, ...] = ()
    arcs: tuple[FiringArc, ...] = ()
    flies_to: str = ""


def joined(cells: Iterable[Patch]) -> tuple[Patch, ...]:
    """Cells of the sphere as few larger ones that cover the same: side by side first, then one above the other."""
    wide: list[Patch] = []
    for (low, high), row in groupby(sorted(cells, key=lambda cell: (cell[2:], cell[:2])), lambda cell: cell[2:]):
        for left, right, *_ in row:
            if wide and wide[-1][1:] == (left, low, high):
                wide[-1] = (wide[-1][0], right, low, high)
            else:
                wide.append((left, right, low, high))
    found: list[Patch] = []
    for left, right, low, high in sorted(wide, key=lambda cell: (cell[:2], cell[2:])):
        if found and (*found[-1][:2], found[-1][3]) == (left, right, low):
            found[-1] = (left, right, found[-1][2], high)
        else:
            found.append((left, right, low, high))
    return tuple(found)
