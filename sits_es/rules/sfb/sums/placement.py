"""Where fleets, stars and stations are placed at the start. Rule: S3D2, S3D3.

Fleets look about towards the middle: how nearly isn't checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.rules.sfb.sums.places import Place, exact

#: How far a unit of a pickup game may be from the middle of its fleet, in kilometres. Rule: S3D2.1.
FLEET_REACH: Final = 30 * WHOLE

#: Where a solar system's star is. Rule: S3D3.2.
STAR: Final = Place()

#: The x of a border, and how far a side's battle stations are from each other in kilometres. Rule: S3D3.3.
BORDER: Final = 0
STATIONS_APART: Final = 1_000 * WHOLE


def star_problems(place: Place, radius: int) -> Iterator[str]:
    """Say what is wrong with a solar system's star: it is in the middle and has a radius. Rule: S3D3.2."""
    if place != STAR:
        yield f"The star is at {place}. Place it at {STAR} (S3D3.2)."
    if radius <= 0:
        yield "The star has no radius. Give it a radius above 0; our sun's is about 70 (S3D3.2)."


def station_problems(stations: Mapping[str, Place], base: Place) -> Iterator[str]:
    """Say what is wrong with the battle stations of the side that has its star base at `base`, by name.

    Each lies on its own side of the border, and no nearer than 1,000 hexes to the next. Rule: S3D3.3; house: so the
    distances of its example are read.
    """
    side = "above" if base.x > BORDER else "below"
    for name, place in stations.items():
        if place.x * base.x <= BORDER:
            yield f"{name}: {place} is not on its side of the border. Give it an X {side} {BORDER} (S3D3.3)."
    for (one, at), (other, there) in combinations(stations.items(), 2):
        if (apart := exact(at, there)) < STATIONS_APART:
            yield f"{one} and {other} are {written(apart)} hexes apart. Place them at least 1000 hexes apart (S3D3.3)."
