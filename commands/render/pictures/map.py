"""What every rendering of a map says alike: colours of sides, levels, the scale, and what points where."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal

from sits_es.report.scenes import MapScene, Marker, Pointer

#: The colours that sides have on a map.
Colour = Literal["red", "blue", "green", "yellow"]
COLOURS: Final[tuple[Colour, ...]] = ("red", "blue", "green", "yellow")


def side_colours(sides: Sequence[str]) -> tuple[Colour, ...]:
    """A colour for each side: the one it is named after, if any, else the next that no side is named after."""
    named = {side: colour for side in sides for colour in COLOURS if side.strip().lower() == colour}
    free = [colour for colour in COLOURS if colour not in named.values()] or list(COLOURS)
    unnamed = [side for side in sides if side not in named]
    named |= {side: free[at % len(free)] for at, side in enumerate(unnamed)}
    return tuple(named[side] for side in sides)


def level_text(level: int) -> str:
    """A level as it is written on the map: +4, -3, 0."""
    return f"{level:+}" if level else "0"


def scale_text(scene: MapScene, scale: int) -> str:
    """What a drawn hex stands for."""
    if scale == 1:
        return "Each hex drawn is one hex."
    return f"Each hex drawn is {scale} hexes across; a {scene.words.unit} stands in the nearest."


def around(azimuth: float, radius: float) -> tuple[float, float]:
    """The place so many degrees clockwise from the top and so far from the centre: to the right of and below it."""
    angle = math.radians(azimuth)
    return round(radius * math.sin(angle), 6), round(-radius * math.cos(angle), 6)


def pointed(pointer: Pointer) -> tuple[float, float] | None:
    """Where a thing points on the map: to the right and down, together of length 1; None straight up and down."""
    return None if pointer.azimuth is None else around(pointer.azimuth, 1.0)


def whose(marker: Marker) -> str:
    """A thing's name, and its side in brackets."""
    return f"{marker.name} ({marker.side})" if marker.side else marker.name
