"""Where fleets, stars and stations are placed at the start. Rule: S3D2, S3D3.

Fleets look about towards the middle: how nearly isn't checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from sits_es.rules.sfb_n3d.sums.numbers import RADIUS_WHOLE, WHOLE, written
from sits_es.rules.sfb_n3d.sums.places import Place, exact

#: What the two fleets of a pickup game are placed around, and how near, in kilometres. Rule: S3D2.1.
FLEETS: Final = (Place(100 * WHOLE), Place(-100 * WHOLE))
FLEET_REACH: Final = 30 * WHOLE

#: A solar system's star, the radius of one like our sun in thirds of a kilometre, and how far outside an attacker
#: enters in kilometres, about. Rule: S3D3.2.
STAR: Final = Place()
SUN: Final = 70 * RADIUS_WHOLE
ENTRY: Final = 10_000 * WHOLE

#: The star bases of the two sides of a border, the border's x, how far a side's battle stations are from each other
#: in kilometres, and the BPV of each fleet. Rule: S3D3.3.
STAR_BASES: Final = (Place(-1_000 * WHOLE), Place(1_000 * WHOLE))
BORDER: Final = 0
STATIONS_APART: Final = 1_000 * WHOLE
FLEET_BPV: Final = 1_500


def fleet_problems(name: str, place: Place, middle: Place) -> Iterator[str]:
    """Say why a unit cannot be placed with its fleet: within thirty hexes of the fleet's middle. Rule: S3D2.1."""
    if (apart := exact(place, middle)) > FLEET_REACH:
        yield f"{name}: {place} is {written(apart)} hexes from {middle}. Place it within 30 hexes (S3D2.1)."


def star_problems(place: Place, radius: int) -> Iterator[str]:
    """Say what is wrong with a solar system's star: it is in the middle and has a radius. Rule: S3D3.2."""
    if place != STAR:
        yield f"The star is at {place}. Place it at {STAR} (S3D3.2)."
    if radius <= 0:
        yield "The star has no radius. Give it one above 0; our sun's is about 70 (S3D3.2)."


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
            yield (
                f"{one} and {other} are {written(apart)} hexes apart. Place them 1000 or more from each other (S3D3.3)."
            )
