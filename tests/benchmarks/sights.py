"""What every ship of a large battle sees of every other: by the game's look-ups, and by plain trigonometry.

40 ships, 1,560 ordered pairs: range, map window, ship-frame window, and which of four mounts bear. The baseline reckons
the same answers from the same positions and attitudes, angle by angle, with nothing kept from one pair to the next.
"""

from __future__ import annotations

import math
from random import Random

from sits_es.space.arcs import FACINGS, Facing, default_arc, ship_windows
from sits_es.space.attitude import Attitude
from sits_es.space.avid import BEARINGS, PLACES, WINDOWS
from sits_es.space.bearing import bearing_between
from sits_es.space.hexes import DIRECTIONS, Position

Ship = tuple[Position, Attitude]
Sight = tuple[int, str, str, list[Facing]]

SHIPS = 40
ARCS = tuple((mount, default_arc(mount)) for mount in FACINGS)
AZIMUTHS: dict[Facing, int] = {"port": 270, "starboard": 90, "forward": 0, "aft": 180}


def fleet(number: int) -> list[Ship]:
    """Forty ships in forty places of a battle some sixty hexes across; another battle for another number."""
    random = Random(number)  # noqa: S311 - a battle, not a secret
    places: dict[tuple[int, int, int], None] = {}
    while len(places) < SHIPS:
        places[random.randint(-30, 30), random.randint(-30, 30), random.randint(-15, 15)] = None
    return [(Position(*place), Attitude(random.choice(WINDOWS), random.randrange(12))) for place in places]


def looked_up(ships: list[Ship]) -> list[Sight]:
    """Every ordered pair by the game's own tables."""
    sights: list[Sight] = []
    for here, attitude in ships:
        on_board = ship_windows(attitude.nose, attitude.roll)
        for there, _ in ships:
            if there is not here:
                seen = bearing_between(here, there)
                window = seen.window
                if window is not None:
                    own = on_board[window]
                    mounts = [mount for mount, arc in ARCS if own in arc]
                    sights.append((seen.range, window, own, mounts))
    return sights


def reckoned(ships: list[Ship]) -> list[Sight]:
    """Every ordered pair by plain trigonometry: one set of axes for each observer, everything else pair by pair."""
    sights: list[Sight] = []
    for here, attitude in ships:
        axes = axes_of(attitude)
        marked = markers_of(axes)
        for there, _ in ships:
            if there is not here:
                far, place = reckon_place(here, there)
                own = marked[place] if place in marked else reckon_on_board(axes, place)
                sights.append((far, name_of(place), name_of(own), reckon_mounts(own)))
    return sights


Place = tuple[int, int]
Axes = tuple[tuple[float, float, float], ...]


def axes_of(attitude: Attitude) -> Axes:
    """Forward, starboard and top from the nose's azimuth and elevation and the roll."""
    around, above, rolled = (math.radians(part) for part in (*PLACES[attitude.nose], 30 * attitude.roll))
    if attitude.nose == "---":
        around = 0.0
    ahead = (math.cos(above) * math.cos(around), math.cos(above) * math.sin(around), math.sin(above))
    upward = (-math.sin(above) * math.cos(around), -math.sin(above) * math.sin(around), math.cos(above))
    right = (-math.sin(around), math.cos(around), 0.0)
    cos, sin = math.cos(rolled), math.sin(rolled)
    top = tuple(u * cos + r * sin for u, r in zip(upward, right, strict=True))
    starboard = tuple(r * cos - u * sin for u, r in zip(upward, right, strict=True))
    return ahead, (starboard[0], starboard[1], starboard[2]), (top[0], top[1], top[2])


def reckon_place(here: Position, there: Position) -> tuple[int, Place]:
    """Range and the azimuth and elevation of the map window, by the angle to the target's hex."""
    q, r, levels = there.q - here.q, there.r - here.r, there.altitude - here.altitude
    hexes = (abs(q) + abs(r) + abs(q + r)) // 2
    height, half = abs(levels), 1 if levels > 0 else -1
    far = math.floor(math.sqrt(hexes * hexes + height * height))
    if 4 * hexes <= height:
        return far, (0, 90 * half)
    azimuth = math.degrees(math.atan2(q * math.sqrt(3) / 2, -r - q / 2)) % 360
    if height > hexes:
        return far, (math.ceil((azimuth - 1e-6) / 60 - 0.5) * 60 % 360, 60 * half)
    # three parts to one lie atan(sqrt(3) / 7) from the side
    off = (azimuth + 30) % 60 - 30
    side = round((azimuth - off) / 60) * 60
    corner = abs(off) > math.degrees(math.atan2(math.sqrt(3), 7)) + 1e-6
    place = (side + (30 if off > 0 else -30) * corner) % 360
    return far, (place, 30 * half if 4 * height > hexes else 0)


def reckon_on_board(axes: Axes, place: Place) -> Place:
    """The ship-frame window by angles from the nearest side marker."""
    around, above = math.radians(place[0]), math.radians(place[1])
    seen = (math.cos(above) * math.cos(around), math.cos(above) * math.sin(around), math.sin(above))
    f, s, t = (sum(part * other for part, other in zip(seen, axis, strict=True)) for axis in axes)
    elevation = math.degrees(math.asin(max(-1.0, min(1.0, t))))
    half = 1 if t > 0 else -1
    if abs(elevation) > 75 + 1e-6:
        return 0, 90 * half
    if abs(elevation) > 45 + 1e-6:
        azimuth = math.ceil((math.degrees(math.atan2(abs(s), f)) - 1e-6) / 60 - 0.5) * 60
        return (azimuth if s > 0 else -azimuth) % 360, 60 * half
    azimuth = math.floor(math.degrees(math.atan2(s, f)) / 30 + 0.5) * 30 % 360
    up = math.degrees(math.atan2(abs(t), max(abs(f), abs(s)))) > 15 + 1e-6
    return azimuth, 30 * half * up


def markers_of(axes: Axes) -> dict[Place, Place]:
    """The places on the map where the six markers stand, and on board: each axis and its opposite, read by angles."""
    ends = ((0, 0), (0, 90), (90, 0))  # nose, top and starboard as azimuth and elevation on board
    marked: dict[Place, Place] = {}
    for (north, east, up), (azimuth, elevation) in zip((axes[0], axes[2], axes[1]), ends, strict=True):
        above = math.degrees(math.atan2(up, math.hypot(north, east)))
        row = sum(abs(above) > limit + 1e-6 for limit in (15, 45, 75))
        around, wide = math.degrees(math.atan2(east, north)), (30, 30, 60, 360)[row]
        place = math.ceil((around - 1e-6) / wide - 0.5) * wide % 360, (30 if above > 0 else -30) * row
        marked[place] = azimuth, elevation
        opposite = (place[0] + 180) % 360 if row < 3 else 0, -place[1]
        marked[opposite] = (azimuth + 180) % 360 if elevation == 0 else 0, -elevation
    return marked


def reckon_mounts(own: Place) -> list[Facing]:
    """The mounts within 60 degrees of whose markers the window lies, but for the green and purple rows."""
    if abs(own[1]) > 30:
        return []
    return [mount for mount, middle in AZIMUTHS.items() if abs((own[0] - middle + 180) % 360 - 180) <= 60]


def name_of(place: Place) -> str:
    azimuth, elevation = place
    signs = ("+" if elevation > 0 else "-") * (abs(elevation) // 30)
    if abs(elevation) == 90:
        return signs
    return (DIRECTIONS[azimuth // 60] if abs(elevation) == 60 else BEARINGS[azimuth // 30]) + signs
