"""Places on paper: vectors, hexes, windows and arcs worked out by hand from what `sits explain` prints of them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from tests.shared import paper_avid as avid
from tests.shared.redone_on_paper import MissingError, Paper, same

UNITS = {"A": (0, -1, 0), "B": (1, -1, 0), "C": (1, 0, 0), "D": (0, 1, 0), "E": (-1, 1, 0), "F": (-1, 0, 0)}
UNITS |= {"+": (0, 0, 1), "-": (0, 0, -1)}
Way = tuple[int, int, int]


def added(*ways: Way) -> Way:
    q, r, up = (sum(part) for part in zip((0, 0, 0), *ways, strict=True))
    return q, r, up


def times(way: Way, factor: int) -> Way:
    return way[0] * factor, way[1] * factor, way[2] * factor


def vectors(text: str) -> Way:
    return added(*(times(UNITS[word[-1]], int(word[:-1])) for word in text.split() if word not in ("still", "none")))


def position(text: str) -> Way:
    found = re.fullmatch(r"(-?\d+),(-?\d+) alt ([+-]?\d+)", text)
    if found is None:
        raise MissingError(text)
    return int(found[1]), int(found[2]), int(found[3])


def hexes(way: Way) -> int:
    return max(abs(way[0]), abs(way[1]), abs(way[0] + way[1]))


def components(way: Way) -> list[tuple[int, str]]:
    """The one or two adjacent directions of a way on the map, the larger first."""
    around = "ABCDEF"
    for at, side in enumerate(around):
        following = around[(at + 1) % 6]
        one, other = UNITS[side], UNITS[following]
        turn = one[0] * other[1] - one[1] * other[0]
        first = (way[0] * other[1] - way[1] * other[0]) // turn
        second = (one[0] * way[1] - one[1] * way[0]) // turn
        if first > 0 and second >= 0:
            return sorted(
                [(first, side), *([(second, following)] if second else [])], key=lambda part: (-part[0], part[1])
            )
    return []


def root(number: int) -> int:
    return math.isqrt(number)


def window_of(way: Way) -> str:
    """The window that shows what lies this way. Rule: sits rules 3."""
    flat, height = hexes(way), abs(way[2])
    smaller, larger = sorted((flat, height))
    middle = flat == height or 4 * smaller > larger
    ring = (1 if middle else 0) if height <= flat else (2 if middle else 3)
    signs = ("+" if way[2] > 0 else "-") * ring
    if ring == 3:
        return signs
    (first, side), (second, other) = (*components(way), (0, ""))[:2]
    around = "ABCDEF"
    if ring == 2:
        anticlockwise = side if around[(around.index(side) + 1) % 6] == other else other
        return (side if first > second else anticlockwise) + signs
    if first >= 3 * second:
        return side + signs
    corner = f"{side}/{other}" if around[(around.index(side) + 1) % 6] == other else f"{other}/{side}"
    return corner + signs


def sight(paper: Paper) -> Iterator[str]:
    """Bearing and range. Rule: sits rules 3."""
    found = paper.find(
        r" at (\S+ alt \S+), .+ at (\S+ alt [+-]?\d+): the way there is (.+), so H is (\d+) and V is (\d+)\."
    )
    way = added(position(found[2]), times(position(found[1]), -1))
    yield same("the way there", way, vectors(found[3]))
    yield same("H", hexes(way), int(found[4]))
    yield same("V", abs(way[2]), int(found[5]))
    yield from ranged(paper.find(r"^Range: the square root of .*"), hexes(way), abs(way[2]))
    yield from ring(paper, way)
    yield same("window on the map", window_of(way), paper.find(r"seen through (\S+) \(")[1])


def ring(paper: Paper, way: Way) -> Iterator[str]:
    """Why that ring, and that side or corner."""
    smaller, larger = sorted((hexes(way), abs(way[2])))
    if smaller == larger:
        yield same("H and V", smaller, paper.number(r"^H and V are equal, (\d+):"))
    else:
        told = paper.find(r"^([HV]) is the larger; 4 x (\d+) = (\d+) is (not )?more than (\d+): ")
        yield same("ring", [smaller, 4 * smaller, larger], [int(told[at]) for at in (2, 3, 5)])
        yield same("more", 4 * smaller > larger, not told[4])
        yield same("the larger", "H" if larger == hexes(way) else "V", told[1])
    if beside := paper.all(r"ring; (\d+)([A-F]) is (at least|less than) 3 x (\d+)([A-F]), so the (side|corner)"):
        (first, one), (second, other) = components(way)
        yield same("components", [str(first), one, str(second), other], [beside[0][at] for at in (1, 2, 4, 5)])
        yield same("side or corner", first >= 3 * second, beside[0][3] == "at least")
        yield same("told", beside[0][3] == "at least", beside[0][6] == "side")


def ranged(found: re.Match[str], flat: int, height: int) -> Iterator[str]:
    """A range by the formula, with its square written out."""
    read = re.search(
        r"the square root of (\d+)x(\d+) \+ (\d+)x(\d+) = (\d+), rounded down: (\d+) \(range table: card\)", found[0]
    )
    if read is None:
        raise MissingError(found[0])
    numbers = [int(read[at]) for at in range(1, 7)]
    yield same("sides of the root", [flat, flat, height, height], numbers[:4])
    yield same("square", flat**2 + height**2, numbers[4])
    yield same("range", root(flat**2 + height**2), numbers[5])


def frames(paper: Paper) -> Iterator[str]:
    """Windows of the map in a ship's own frame, and its markers. Rule: sits rules 4."""
    pattern = (
        r"attitude is nose (\S+), roll (\d+), with its markers at nose (\S+), stern (\S+), port (\S+), "
        r"starboard (\S+), top (\S+), bottom (\S+); (\S+) is (\S+) in its frame"
    )
    found = paper.all(pattern)
    if not found:
        raise MissingError(pattern)
    for each in found:
        nose, roll = each[1], int(each[2])
        ends = avid.markers(nose, roll)
        printed = dict(zip(("nose", "stern", "port", "starboard", "top", "bottom"), each.groups()[2:8], strict=True))
        yield same("markers", ends, {end: printed[end] for end in ends})
        yield same(f"{each[9]} on board", avid.framed(nose, roll, each[9]), each[10])


def nearest(window: str) -> dict[str, int]:
    """Degrees from a window of a ship's frame to the markers of its facings."""
    facings = {"port": "E/F", "starboard": "B/C", "forward": "A", "aft": "D"}
    return {
        facing: math.floor(avid.apart(avid.toward(window), avid.toward(marker)) + 0.5)
        for facing, marker in facings.items()
    }


def arc(paper: Paper) -> Iterator[str]:
    """That the mount bears, and the facing that the shot meets."""
    found = paper.find(r"The arc of \S+ contains (\S+): five columns by three rows round (\S+), the")
    (azimuth, elevation), (middle, _) = avid.place(found[1]), avid.place(found[2])
    columns = abs((azimuth - middle + 180) % 360 - 180) // 30
    yield same("in the arc", (True, True), (columns <= 2, abs(elevation) <= 30))
    yield same("the other way round", avid.opposite(paper.find(r"seen through (\S+) \(")[1]), opposite_of(paper))
    told = paper.find(r"Degrees from (\S+) to the markers of the facings: (.+?); the nearest is (\w+)")
    degrees = {side: int(number) for side, number in re.findall(r"(\w+) (\d+)", told[2])}
    yield same("degrees to the markers", nearest(told[1]), degrees)
    yield same("facing met", min(degrees, key=lambda side: degrees[side]), told[3])


def opposite_of(paper: Paper) -> str:
    return paper.find(r"the shot comes through (\S+) \(map\)")[1]
