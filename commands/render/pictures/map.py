"""The scene of a map: what stands on it, and the words about it that every rendering uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from attrs import frozen

from commands.render.pictures.avid import around
from sits_es.space.avid import PLACES, Window
from sits_es.space.hexes import HexVector, Position

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


def map_scene(markers: Sequence[MapMarker]) -> MapScene:
    """The map as seen from above, A being up, with these ships on it; the legend lists them in this order."""
    sides = tuple(dict.fromkeys(marker.side for marker in markers))
    return MapScene(tuple(markers), sides, side_colours(sides))


def side_colours(sides: Sequence[str]) -> tuple[Colour, ...]:
    """A colour for each side: the one it is named after, if any, else the next that no side is named after."""
    named = {side: colour for side in sides for colour in COLOURS if side.strip().lower() == colour}
    free = [colour for colour in COLOURS if colour not in named.values()] or list(COLOURS)
    unnamed = [side for side in sides if side not in named]
    named |= {side: free[at % len(free)] for at, side in enumerate(unnamed)}
    return tuple(named[side] for side in sides)


def altitude_text(altitude: int) -> str:
    """An altitude as it is written on the map: +4, -3, 0."""
    return f"{altitude:+}" if altitude else "0"


def scale_text(scale: int) -> str:
    """What a drawn hex stands for."""
    if scale == 1:
        return "Each hex drawn is one hex."
    return f"Each hex drawn is {scale} hexes across; a ship stands in the nearest."


def nose_place(nose: Window) -> tuple[float, float] | None:
    """Where a nose points on the map: to the right and down, together of length 1; None straight up and down."""
    azimuth, elevation = PLACES[nose]
    return None if abs(elevation) == 90 else around(azimuth, 1.0)


#: What stands for one fact about a ship in the legend, where there is nothing to tell.
NOTHING: Final = "still"


def facts(marker: MapMarker) -> tuple[str, ...]:
    """A ship in words, one fact to a text: name and side, place, nose, vectors, where it will be next."""
    place = f"{marker.position.q},{marker.position.r} alt {altitude_text(marker.altitude)}"
    told = [f"{marker.name} ({marker.side})" if marker.side else marker.name, f"at {place}"]
    if marker.nose is not None:
        told.append(f"nose {marker.nose}")
    told.append(f"vectors {marker.vectors}" if marker.vectors else NOTHING)
    if marker.future is not None:
        told.append(f"next {marker.future}")
    return tuple(told)
