"""Numbers and names of SFB 'n3D as they are said: hexes, points, radii of bodies, kinds, ends of strands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from sits_es.rules.sfb.sums.numbers import WHOLE, nearest, written
from sits_es.sentences import listed


def hexes(km: int) -> str:
    """A distance: `1 hex`, `0.5 hexes`."""
    return f"{written(km)} {'hex' if km == WHOLE else 'hexes'}"


def points(number: int) -> str:
    """Ten-thousandths of a point: `1 point`, `6.6 points`."""
    return f"{written(number)} {'point' if number == WHOLE else 'points'}"


def radius(thirds: int) -> str:
    """A radius in thirds of a kilometre as hexes, to the nearest kilometre."""
    return hexes(nearest(Fraction(thirds, 3)))


def end(name: str) -> str:
    """An end of a strand: a unit or a body by its name, a point as `point 3`."""
    return f"point {name}" if name.isdecimal() else name


def range_of(exact: int) -> str:
    """A range as the rules count it, and exactly: `range 3 (3.4567 hexes)`. Rule: D1.4."""
    return f"range {exact // WHOLE} ({hexes(exact)})"


def seen(yaw: int | None, pitch: int | None) -> str:
    """Where a target is seen: `seen at yaw 12.3 pitch -4`, or in exactly the same place."""
    if yaw is None or pitch is None:
        return "in exactly the same place"
    return f"seen at yaw {written(yaw)} pitch {written(pitch)}"


def mounts(each: Iterable[str]) -> str:
    """The mounts of weapons that fire: `top and bottom`, `2 top and 2 bottom`."""
    many = Counter(each)
    return listed(mount if number == 1 else f"{number} {mount}" for mount, number in many.items())


def in_order(numbered: Iterable[str]) -> tuple[str, ...]:
    """Names that end in numbers, 2 before 10."""
    return tuple(sorted(numbered, key=lambda name: (len(name), name)))


def shields(numbers: Iterable[int | str]) -> str:
    """Shields by number: `shield #3`, `shields #1 and #6`."""
    each = [f"#{number}" for number in numbers]
    return f"shield{'' if len(each) == 1 else 's'} {listed(each)}"


def kind_of(kind: str) -> str:
    """What a kind of unit or body is called in a sentence: `ship`, `seeking weapon`, `black hole`."""
    return {"hole": "black hole", "seeking": "seeking weapon"}.get(kind, kind)
