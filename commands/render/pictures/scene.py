"""What a picture holds, before anybody decides how it is drawn: the same scene goes to terminal, plain text and SVG."""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector, Position

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


#: The colours that sides have on a map.
Colour = Literal["red", "blue", "green", "yellow"]
COLOURS: Final[tuple[Colour, ...]] = ("red", "blue", "green", "yellow")


@frozen
class MapMarker:
    """A ship (or anything else that moves) on the map.

    label: one to three characters that stand for it. nose: None for a thing without one. future: where it will be at
    the end of this segment, or None. vectors: hexes per turn. side: whose it is.
    """

    label: str
    name: str
    position: Position
    altitude: int
    nose: Window | None
    future: Position | None
    vectors: HexVector
    side: str


@frozen
class MapScene:
    """A map: the markers in the order of the legend, and the sides in the order in which they first appear.

    colours: one for each side, by name.
    """

    markers: tuple[MapMarker, ...]
    sides: tuple[str, ...]
    colours: tuple[Colour, ...]


Scene = AvidScene | MapScene
