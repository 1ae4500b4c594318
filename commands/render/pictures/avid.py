"""The scene of an AVID: what lies in its fifty windows, and where each of them stands in the picture."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, Literal

from attrs import frozen

from commands.render.pictures.labels import short_labels
from sits_es.space.attitude import Attitude, markers
from sits_es.space.avid import PLACES, WINDOWS, Ring, Window, hemisphere, ring_of

#: What a mark on the AVID stands for.
End = Literal["nose", "stern", "port", "starboard", "top", "bottom", "target"]

#: The six ends of a ship in the order in which they are listed. Rule: flyer, "The AVID".
ENDS: Final[tuple[End, ...]] = ("nose", "stern", "port", "starboard", "top", "bottom")


@frozen
class Mark:
    """One thing that lies in a window: an end of the ship, or a target.

    name: the word for it in the legend. label: one to three characters that stand for a target in the picture.
    """

    kind: End
    name: str
    window: Window
    label: str = ""


@frozen
class WindowCell:
    """One window of the AVID and what lies in it, the ship's ends first, then targets in the order given."""

    window: Window
    marks: tuple[Mark, ...]


@frozen
class AvidScene:
    """An AVID: all fifty windows in the order of WINDOWS, and every mark in the order of the legend."""

    cells: tuple[WindowCell, ...]
    marks: tuple[Mark, ...]


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


def avid_scene(attitude: Attitude | None, bearings: Mapping[str, Window] | None = None) -> AvidScene:
    """The AVID as seen from above: a ship's six ends (none without an attitude) and the windows that show its targets.

    bearings: target names -> the windows of the map they are seen through, in the order in which they are listed.
    Rule: flyer, "The AVID", "Calculating Bearing and Range".
    """
    bearings = bearings or {}
    ends = markers(attitude) if attitude else None
    marks = [Mark(end, end, getattr(ends, end)) for end in ENDS] if ends else []
    labels = short_labels(bearings)
    marks += [Mark("target", name, window, labels[name]) for name, window in bearings.items()]
    cells = (WindowCell(window, tuple(mark for mark in marks if mark.window == window)) for window in WINDOWS)
    return AvidScene(tuple(cells), tuple(marks))


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


def around(azimuth: float, radius: float) -> tuple[float, float]:
    """The place so many degrees clockwise from A and so far from the centre: to the right of and below it."""
    angle = math.radians(azimuth)
    return round(radius * math.sin(angle), 6), round(-radius * math.cos(angle), 6)


def level(window: Window) -> Level:
    """Whether the window is above the map plane, level with it or below it."""
    return LEVELS[hemisphere(window)]
