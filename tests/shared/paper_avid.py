"""The AVID by geometry, for whoever redoes an explanation on paper: from the rules alone, no module of the program.

Directions are north (A), east and up. Rule: sits rules 2 and 4.
"""

from __future__ import annotations

import math

SIDES = ("A", "A/B", "B", "B/C", "C", "C/D", "D", "D/E", "E", "E/F", "F", "F/A")
Direction = tuple[float, float, float]
SLACK = 1e-6


def place(window: str) -> tuple[int, int]:
    """Azimuth and elevation of a window's middle."""
    bearing = window.rstrip("+-")
    signs = window[len(bearing) :]
    height = 30 * len(signs) * (-1 if "-" in signs else 1)
    return (30 * SIDES.index(bearing) if bearing else 0), height


def toward(window: str) -> Direction:
    azimuth, elevation = (math.radians(part) for part in place(window))
    return math.cos(elevation) * math.cos(azimuth), math.cos(elevation) * math.sin(azimuth), math.sin(elevation)


def named(azimuth: float, elevation: float) -> str:
    """The window of a direction in degrees: a limit belongs to the flatter ring, midway goes anticlockwise."""
    height = abs(elevation)
    ring = sum(height > limit + SLACK for limit in (15, 45, 75))
    signs = ("+" if elevation > 0 else "-") * ring
    if ring == 3:
        return signs
    width = 60 if ring == 2 else 30
    return SIDES[math.ceil((azimuth - SLACK) / width - 0.5) * width // 30 % 12] + signs


def read(way: Direction) -> str:
    north, east, up = way
    return named(math.degrees(math.atan2(east, north)) % 360, math.degrees(math.atan2(up, math.hypot(north, east))))


def dot(one: Direction, other: Direction) -> float:
    return sum(mine * its for mine, its in zip(one, other, strict=True))


def cross(one: Direction, other: Direction) -> Direction:
    return (
        one[1] * other[2] - one[2] * other[1],
        one[2] * other[0] - one[0] * other[2],
        one[0] * other[1] - one[1] * other[0],
    )


def mixed(one: Direction, part: float, other: Direction, rest: float) -> Direction:
    north, east, up = (mine * part + its * rest for mine, its in zip(one, other, strict=True))
    return north, east, up


def unit(way: Direction) -> Direction:
    length = math.sqrt(dot(way, way))
    return way[0] / length, way[1] / length, way[2] / length


def apart(one: Direction, other: Direction) -> float:
    """Degrees between two directions."""
    return math.degrees(math.atan2(math.sqrt(dot(cross(one, other), cross(one, other))), dot(one, other)))


def axes(nose: str, roll: int) -> dict[str, Direction]:
    """Where the six ends of a ship point."""
    ahead = toward(nose)
    if nose.strip("+-"):
        top = unit(mixed((0.0, 0.0, 1.0), 1, ahead, -ahead[2]))
    else:
        top = toward("D" if nose == "+++" else "A")
    right = cross(top, ahead)
    right = right if dot(cross(right, ahead), top) < 0 else mixed(right, -1, right, 0)
    turned = mixed(top, math.cos(math.radians(30 * roll)), right, math.sin(math.radians(30 * roll)))
    side = mixed(right, math.cos(math.radians(30 * roll)), top, -math.sin(math.radians(30 * roll)))
    away = {"nose": ahead, "starboard": side, "top": turned}
    opposite = {"stern": "nose", "port": "starboard", "bottom": "top"}
    return away | {end: mixed(away[other], -1, away[other], 0) for end, other in opposite.items()}


def markers(nose: str, roll: int) -> dict[str, str]:
    """The windows in which the six ends stand; the last three are the opposites of the first."""
    ends = axes(nose, roll)
    found = {end: read(ends[end]) for end in ("nose", "starboard", "top")}
    return found | {
        "stern": opposite(found["nose"]),
        "port": opposite(found["starboard"]),
        "bottom": opposite(found["top"]),
    }


def opposite(window: str) -> str:
    azimuth, elevation = place(window)
    return named((azimuth + 180) % 360, -elevation)


#: The markers of a ship's own frame.
OWN = {"nose": "A", "stern": "D", "port": "E/F", "starboard": "B/C", "top": "+++", "bottom": "---"}


def framed(nose: str, roll: int, window: str) -> str:
    """A window of the map in a ship's own frame, counted from the nearest marker; a marker's own reads as it."""
    for end, marked in markers(nose, roll).items():
        if marked == window:
            return OWN[end]
    ends, way = axes(nose, roll), toward(window)
    forward, right, up = (dot(way, ends[end]) for end in ("nose", "starboard", "top"))
    limit = math.tan(math.radians(15 + SLACK))
    sign = "+" if up > 0 else "-"
    if abs(up) > math.sin(math.radians(75 + SLACK)):
        return sign * 3
    if abs(up) > math.sin(math.radians(45 + SLACK)):
        steps = math.ceil((math.degrees(math.atan2(abs(right), forward)) - SLACK) / 60 - 0.5)
        return SIDES[(2 * steps if right > 0 else -2 * steps) % 12] + sign * 2
    main, other = max(abs(forward), abs(right)), min(abs(forward), abs(right))
    column, row = other > limit * main, abs(up) > limit * main
    from_nose = column if abs(forward) > abs(right) else 3 - column
    from_nose = from_nose if forward > 0 else 6 - from_nose
    return SIDES[(from_nose if right > 0 else -from_nose) % 12] + sign * row
