"""What pictures hold, before anybody draws them: a map of hexes, a plot of a plane, and an AVID.

A scene knows no rule system: what things are called, and what is said of them, the system gives as words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from attrs import frozen

if TYPE_CHECKING:
    from sits_es.space.avid import Window


@frozen
class HexPlace:
    """A place on a ground of hexes: axial numbers as in `space.hexes`, any whole numbers; level: above or below 0."""

    q: int
    r: int
    level: int = 0


@frozen
class Pointer:
    """Where a thing on a map points. name: as the system writes it.

    azimuth: degrees clockwise from the top of the map; None straight up or down, and then `rising` says which.
    """

    name: str
    azimuth: float | None
    rising: bool = True


@frozen(kw_only=True)
class Marker:
    """A thing in a picture. label: one to three characters that stand for it; side: whose it is, or empty.

    facts: what the legend says of it.
    """

    label: str
    name: str
    side: str = ""
    pointer: Pointer | None = None
    facts: tuple[str, ...] = ()


@frozen(kw_only=True)
class MapMarker(Marker):
    """A thing on a map. future: where it will be next, if that is known; course: where it is heading."""

    place: HexPlace
    future: HexPlace | None = None
    course: HexPlace | None = None


@frozen
class PlanePoint:
    """A place on a plane, in whole units of the system's own: x to the right, y upward; any whole numbers."""

    x: int
    y: int


@frozen(kw_only=True)
class PlotMarker(Marker):
    """A thing on a plane. future: where it will be next, if that is known; course: where it is heading."""

    place: PlanePoint
    future: PlanePoint | None = None
    course: PlanePoint | None = None


@frozen(kw_only=True)
class MapWords:
    """What a system calls what its map shows. An empty word: the map has no such thing, and its key doesn't name it.

    unit: what markers are; measure: a plane's unit of length; level, level_in_short: how high a place is; pointer:
    where a thing points; future, future_in_short: where it will be; course, course_in_short: where it is heading.
    directions: names of the six hex sides, clockwise from the top; compass: more about the top of the map.
    """

    unit: str = "unit"
    measure: str = ""
    level: str = ""
    level_in_short: str = ""
    pointer: str = ""
    future: str = ""
    future_in_short: str = "next"
    course: str = ""
    course_in_short: str = ""
    directions: tuple[str, ...] = ()
    compass: str = ""


@frozen
class MapScene:
    """A map of hexes with flat tops, seen from above: its markers in the order of the legend."""

    markers: tuple[MapMarker, ...]
    words: MapWords = MapWords()


@frozen
class PlotScene:
    """A plane seen from above, for games without hexes: its markers in the order of the legend.

    corners: lower left and upper right of what is shown at the least, such as those of the table played on.
    """

    markers: tuple[PlotMarker, ...]
    words: MapWords = MapWords()
    corners: tuple[PlanePoint, PlanePoint] | None = None


#: What a mark on an AVID stands for: an end of what it is the AVID of, or something seen from there.
End = Literal["nose", "stern", "port", "starboard", "top", "bottom", "target"]


@frozen
class Mark:
    """One thing that lies in a window of an AVID.

    name: the word for it in the legend. label: one to three characters that stand for a target in the picture.
    """

    kind: End
    name: str
    window: Window
    label: str = ""


@frozen
class WindowCell:
    """One window of an AVID and what lies in it, the ends first, then targets in the order given."""

    window: Window
    marks: tuple[Mark, ...]


@frozen
class AvidScene:
    """An AVID: all fifty windows in their order, and every mark in the order of the legend."""

    cells: tuple[WindowCell, ...]
    marks: tuple[Mark, ...]


Scene = MapScene | PlotScene | AvidScene


def short_labels(names: Iterable[str]) -> dict[str, str]:
    """A short label for each name: its initial, or initial and number where names share one (S1, S2).

    Names that share an initial are numbered in the order given. A name without a letter or digit counts as X.
    """
    initials = {name: next((letter.upper() for letter in name if letter.isalnum()), "X")[:1] for name in names}
    shared = Counter(initials.values())
    given: Counter[str] = Counter()
    labels = {}
    for name, initial in initials.items():
        given[initial] += 1
        labels[name] = initial if shared[initial] == 1 else f"{initial}{given[initial]}"
    return labels
