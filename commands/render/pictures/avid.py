"""Where each of the fifty windows of an AVID stands in its picture, and what shapes and rings mean."""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

from commands.render.pictures.map import around
from sits_es.space.avid import PLACES, Ring, Window, hemisphere, ring_of

#: Where a window stands in its cell of the disc: the upper of a pair, alone in the amber ring, the lower of a pair.
Level = Literal["above", "level", "below"]
LEVELS: Final[dict[int, Level]] = {1: "above", 0: "level", -1: "below"}

#: What the shapes of the windows mean, in the order of the legend.
LEVEL_KEY: Final[dict[Level, str]] = {
    "above": "above the map plane",
    "level": "level with it",
    "below": "below the map plane",
}

#: Rings from the rim inward and the degrees that they stand for, above or below. Rule: flyer, "The AVID".
RING_KEY: Final[tuple[tuple[Ring, str], ...]] = (("amber", "0"), ("blue", "30"), ("green", "60"), ("purple", "90"))


@frozen
class RingPlan:
    """How far each ring's windows stand from the centre, in a renderer's unit of length; purple is at the centre."""

    amber: float
    blue: float
    green: float
    purple: float = 0.0

    def radius(self, ring: Ring) -> float:
        """The ring's distance from the centre."""
        return float(getattr(self, ring))


def place(window: Window, plan: RingPlan) -> tuple[float, float]:
    """Where the window's cell of the disc has its middle: to the right of and below the disc's own, A being up.

    The windows above and below the map plane share a cell, as they do on the AVID; `level` tells them apart.
    """
    return around(PLACES[window][0], plan.radius(ring_of(window)))


def level(window: Window) -> Level:
    """Whether the window is above the map plane, level with it or below it."""
    return LEVELS[hemisphere(window)]
