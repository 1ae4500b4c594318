"""The AVID: a sphere of fifty windows fixed to the map, their names, what is seen in which, how far apart they are."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Final, Literal, NewType

from sits_es.errors import UnreadableError
from sits_es.space.hexes import DIRECTIONS
from sits_es.space.sphere import TOLERANCE, Direction, angle, azimuth_and_elevation, direction_at

#: One of the fifty windows, by name: `A`, `A/B`, `D-`, `B/C+`, `C++`, `+++`.
Window = NewType("Window", str)

Ring = Literal["amber", "blue", "green", "purple"]

#: Signs of a window's name -> its ring and its elevation in degrees. Rule: flyer, "The AVID"; sits rules 2.
RINGS: Final[dict[str, tuple[Ring, int]]] = {
    "": ("amber", 0),
    "+": ("blue", 30),
    "-": ("blue", -30),
    "++": ("green", 60),
    "--": ("green", -60),
    "+++": ("purple", 90),
    "---": ("purple", -90),
}

#: The six corners, each clockwise of the side that it names first: A/B, B/C ... F/A.
CORNERS: Final = tuple(f"{side}/{DIRECTIONS[(at + 1) % 6]}" for at, side in enumerate(DIRECTIONS))

#: Sides and corners in turn, 30 degrees apart clockwise from A: A, A/B, B ... F/A.
BEARINGS: Final = tuple(name for pair in zip(DIRECTIONS, CORNERS, strict=True) for name in pair)


def _places() -> Iterator[tuple[Window, tuple[int, int]]]:
    """Every window with the azimuth (clockwise from A) and the elevation of its centre, ring by ring, upper first."""
    for signs, (ring, elevation) in RINGS.items():
        names = {"green": tuple(DIRECTIONS), "purple": ("",)}.get(ring, BEARINGS)
        for at, name in enumerate(names):
            yield Window(name + signs), (at * 360 // len(names), elevation)


#: Every window's centre: azimuth (0 to 330 degrees clockwise from A; 0 for the purple two) and elevation (-90 to 90).
PLACES: Final = dict(_places())

#: The window whose centre is at an azimuth and an elevation.
WINDOW_AT: Final = {place: window for window, place in PLACES.items()}

#: The fifty windows in their fixed order: amber, blue, green, purple, the upper half of a ring before the lower.
WINDOWS: Final = tuple(PLACES)

_RING_OF: Final[dict[str, Ring]] = {window: RINGS[window.lstrip(DIRECTIONS + "/")][0] for window in WINDOWS}


def ring_of(window: Window) -> Ring:
    """The window's ring: amber, blue, green or purple. Rule: flyer, "The AVID"."""
    return _RING_OF[window]


def hemisphere(window: Window) -> int:
    """1 above the map plane, -1 below it, 0 for the amber ring."""
    elevation = PLACES[window][1]
    return (elevation > 0) - (elevation < 0)


def read_window(text: str, what: str = "window") -> Window:
    """Read a window's name: upper or lower case, the letters of a corner in either order (`B/A` is A/B).

    what: the word for it in a refusal, such as "nose". UnreadableError says what is wrong, at which column (1 up), and
    what would be right.
    """
    name = text.strip().translate(_CAPITALS)
    turned = name[2::-1] + name[3:]
    for spelling in (name, turned):
        if spelling in PLACES:
            return Window(spelling)
    if not name:
        raise UnreadableError(f"The {what} is empty. {_FORMS}")
    column, reason = _fault(text.strip(), name)
    column += len(text) - len(text.lstrip()) + 1
    raise UnreadableError(f'The {what} "{text.strip()}" is wrong at column {column}: {reason}')


#: Small letters of the six directions -> capitals; nothing else changes, so columns stay where they are.
_CAPITALS: Final = str.maketrans(DIRECTIONS.lower(), DIRECTIONS)

#: How windows are named, for a player who has got it wrong.
_FORMS: Final = (
    "Write a side such as A or a corner such as A/B, with +, - or neither; a side with ++ or --; or +++ or ---."
)


def _fault(text: str, name: str) -> tuple[int, str]:
    """Where a spelling goes wrong (0 up), and how, with what would be right. name: the text in upper case."""
    sides = name.rstrip("+-")
    signs = name[len(sides) :]
    stray = next((at for at, letter in enumerate(sides) if letter not in DIRECTIONS + "/"), None)
    if stray is not None:
        return stray, f"{text[stray]} belongs to no window. {_FORMS}"
    if len(set(signs)) > 1:
        turn = next(at for at, sign in enumerate(signs) if sign != signs[0])
        return len(sides) + turn, "+ and - do not go together. Write only + or only -, or neither for the level ring."
    if not sides:
        right = f"+++ or a side with {signs}".replace("+++", signs[0] * 3) if len(signs) < 3 else signs[:3]
        return 0, f"{signs} names no window. Write {right}."
    if sides in CORNERS or sides[::-1] in CORNERS:
        return _fault_of_a_corner(sides, signs)
    if sides in tuple(DIRECTIONS):
        return 1, f"{signs} is too long after a side. Write {sides}{signs[:2]}, or {signs[:3]} without a side."
    return _fault_of_two_sides(sides)


def _fault_of_a_corner(corner: str, signs: str) -> tuple[int, str]:
    """A good corner with too many signs."""
    if len(signs) == 2:
        return 3, f"there are no corners in the green ring. Write {corner[0]}{signs} or {corner[2]}{signs}."
    return 3, f"{signs} is too long for a corner. Write {corner}{signs[0]}, or {signs[:3]} without a corner."


def _fault_of_two_sides(sides: str) -> tuple[int, str]:
    """Sides that do not make a corner."""
    one, other = sides[0], sides[-1]
    if len(sides) != 3 or sides[1] != "/" or "/" in (one, other):
        return 0, f'"{sides}" is neither a side nor a corner. {_FORMS}'
    if one == other:
        return 2, f"a corner is between two different sides. Write {one}, {_corners_of(one)}."
    corners = f"Write a corner of {one}, {_corners_of(one)}, or of {other}, {_corners_of(other)}."
    return 2, f"{one} and {other} are not next to each other. {corners}"


def _corners_of(side: str) -> str:
    return " or ".join(corner for corner in CORNERS if side in corner)


#: The highest elevation, in degrees, of the amber, blue and green rings; a limit belongs to the flatter ring.
#: Rule: sits rules 2.
LIMITS: Final = (15.0, 45.0, 75.0)

_CENTRES: Final[dict[str, Direction]] = {window: direction_at(*place) for window, place in PLACES.items()}


def centre(window: Window) -> Direction:
    """The direction of the window's centre, of length 1."""
    return _CENTRES[window]


def nearest_step(degrees: float, width: int) -> int:
    """The multiple of `width` degrees nearest to an azimuth, counted in steps; midway, the anticlockwise one."""
    return math.ceil((degrees - TOLERANCE) / width - 0.5)


def window_of(direction: Direction) -> Window:
    """The window that a direction of any length but 0 is read into.

    Elevation names the ring, a limit belonging to the flatter one; azimuth the window, a direction midway taking the
    anticlockwise one. Rule: sits rules 2, which speaks of midway in the green ring only (house for the others).
    """
    azimuth, elevation = azimuth_and_elevation(direction)
    ring = sum(abs(elevation) > limit + TOLERANCE for limit in LIMITS)
    if ring == len(LIMITS):
        return Window("+++" if elevation > 0 else "---")
    width = 60 if ring == 2 else 30
    return WINDOW_AT[nearest_step(azimuth, width) * width % 360, ring * (30 if elevation > 0 else -30)]


@cache
def distance(one: Window, other: Window) -> int:
    """Windows from one to the other, 0 to 6: the angle between their centres in units of 30 degrees, rounded.

    Rule: flyer, "180 degrees (six windows) away"; sits rules 2.
    """
    return math.floor(angle(_CENTRES[one], _CENTRES[other]) / 30 + 0.5)


_OPPOSITES: Final = {
    window: WINDOW_AT[(azimuth + 180) % 360 if abs(elevation) < 90 else 0, -elevation]
    for window, (azimuth, elevation) in PLACES.items()
}


def opposite(window: Window) -> Window:
    """The window 180 degrees away. Rule: flyer, "The stern"."""
    return _OPPOSITES[window]
