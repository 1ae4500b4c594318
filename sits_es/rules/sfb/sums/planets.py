"""Planets, moons and rings: who has met them, who is in their air, and what they hide. Rule: P2.1, P2.223, P2.231."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sits_es.rules.sfb.sums.numbers import RADIUS_WHOLE, written
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.sums.segments import squared_to_place

#: The radius of a class M planet's atmosphere is below this, in thirds of a kilometre: two tenths of a hex. Rule: P2.1.
CLASS_M_ATMOSPHERE: Final = RADIUS_WHOLE // 5


def inside(place: Place, centre: Place, radius: int) -> bool:
    """Whether a place is nearer to a centre than a radius in thirds of a kilometre.

    So a unit collides with a planet or a moon or lands on it, and so it is in an atmosphere; at exactly the radius it
    is not. Rule: P2.1, P2.231.
    """
    return 9 * (place - centre).squared() < radius * radius


def within(place: Place, centre: Place, radius: int) -> bool:
    """Whether a place is no farther from a centre than a radius in thirds of a kilometre: so in an asteroid hex.

    The rules say "less than" of planets and "within" of asteroid hexes, as of orbits. Rule: P3.12; the end by house.
    """
    return 9 * (place - centre).squared() <= radius * radius


def in_ring(place: Place, centre: Place, inner: int, outer: int, thick: int) -> bool:
    """Whether a place is in a ring, level around its planet's centre; its bounds belong to it.

    inner, outer: its radii; thick: how far it reaches above the centre and below; all in thirds of a kilometre.
    Rule: P2.223; its shape by house.
    """
    way = place - centre
    return 3 * abs(way.y) <= thick and inner * inner <= 9 * (way.x * way.x + way.z * way.z) <= outer * outer


def passes(one: Place, other: Place, centre: Place, radius: int) -> bool:
    """Whether the line between two places passes nearer to a centre than a radius, in thirds of a kilometre.

    So a planet or a moon is in the way of a line of sight. A line that touches passes by. A place inside sees nothing
    outside. Rule: P2.1; touching by house.
    """
    return 9 * squared_to_place(one, other, centre) < radius * radius


def atmosphere_problems(name: str, radius: int, atmosphere: int, class_m: bool) -> Iterator[str]:
    """Say what is wrong with a planet's atmosphere, both radii in thirds of a kilometre from its centre.

    An atmosphere reaches beyond its planet (house), and one of class M is below two tenths of a hex in radius (P2.1).
    An Earth's own radius is 0.64 hex: as printed, no planet as large as that is of class M.
    """
    if atmosphere <= radius:
        yield (
            f"{name}: an atmosphere of radius {_hexes(atmosphere)} does not reach beyond the planet. "
            f"Give it more than {_hexes(radius)} (P2.1)."
        )
    if class_m and atmosphere >= CLASS_M_ATMOSPHERE:
        yield (
            f"{name}: an atmosphere of radius {_hexes(atmosphere)} is too large for class M. "
            "Give it less than 0.2 (P2.1)."
        )


def _hexes(radius: int) -> str:
    """A radius in hexes, its fractions beyond four decimals dropped."""
    return written(radius // 3)
