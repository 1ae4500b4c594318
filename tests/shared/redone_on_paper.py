"""An event redone on paper from what `sits explain` prints of it, and from nothing else: no module of the program.

Every number has to follow from those before it in the text. `redo` gives what was worked out again, and raises
`DoesNotFollowError` where a number is another one, `MissingError` where one that is needed is not in the text.
"""

from __future__ import annotations

import hashlib
import hmac
import math
import re
from collections.abc import Iterator
from fractions import Fraction

from tests.shared import paper_avid as avid


class DoesNotFollowError(Exception):
    """A number is not what those before it give."""


class MissingError(Exception):
    """A number that is needed is not in the text."""


def same(what: str, worked_out: object, printed: object) -> str:
    if worked_out != printed:
        message = f"{what}: {worked_out} by hand, {printed} in the text"
        raise DoesNotFollowError(message)
    return f"{what} = {worked_out}"


class Paper:
    """One explanation, printed on a wide page: its sentence, table, steps and rolls."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        self.text, self.sentence = text, lines[1]
        self.steps = [line.split(". ", 1)[1] for line in lines if re.match(r"\d+\. ", line)]
        self.rows: dict[str, tuple[str, str]] = {}
        for line in lines:
            cells = re.split(r" {3,}", line.strip())
            if len(cells) == 3 and cells[0] != "What":
                self.rows[cells[0]] = cells[1], cells[2]

    def find(self, pattern: str) -> re.Match[str]:
        """The first step, or the sentence, that reads so."""
        for line in (*self.steps, self.sentence):
            if found := re.search(pattern, line):
                return found
        message = f"no line reads {pattern}"
        raise MissingError(message)

    def all(self, pattern: str) -> list[re.Match[str]]:
        return [found for line in self.steps if (found := re.search(pattern, line))]

    def number(self, pattern: str) -> int:
        return int(self.find(pattern)[1])

    def value(self, name: str) -> int:
        if name not in self.rows:
            message = f"the table has no {name}"
            raise MissingError(message)
        return int(self.rows[name][0])

    def source(self, name: str) -> str:
        self.value(name)
        return self.rows[name][1]


# vectors and places

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


# what many events share


def sight(paper: Paper) -> Iterator[str]:
    """Bearing and range. Rule: sits rules 3."""
    found = paper.find(
        r" at (\S+ alt \S+), .+ at (\S+ alt [+-]?\d+): the way there is (.+), so H is (\d+) and V is (\d+)\."
    )
    way = added(position(found[2]), times(position(found[1]), -1))
    yield same("the way there", way, vectors(found[3]))
    yield same("H", hexes(way), int(found[4]))
    yield same("V", abs(way[2]), int(found[5]))
    yield from ranged(paper.find(r"^Range: the root of .*"), hexes(way), abs(way[2]))
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
    read = re.search(r"the root of (\d+)x(\d+) \+ (\d+)x(\d+) = (\d+), dropped: (\d+) \(range table: card\)", found[0])
    if read is None:
        raise MissingError(found[0])
    numbers = [int(read[at]) for at in range(1, 7)]
    yield same("sides of the root", [flat, flat, height, height], numbers[:4])
    yield same("square", flat**2 + height**2, numbers[4])
    yield same("range", root(flat**2 + height**2), numbers[5])


def frames(paper: Paper) -> Iterator[str]:
    """Windows of the map in a ship's own frame, and its markers. Rule: sits rules 4."""
    pattern = (
        r"lies nose (\S+), roll (\d+), its markers are nose (\S+), stern (\S+), port (\S+), starboard (\S+), "
        r"top (\S+), bottom (\S+); (\S+) is (\S+) of its frame"
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
    found = paper.find(r"The arc of \S+ holds (\S+): five columns by three rows round (\S+), the")
    (azimuth, elevation), (middle, _) = avid.place(found[1]), avid.place(found[2])
    columns = abs((azimuth - middle + 180) % 360 - 180) // 30
    yield same("in the arc", (True, True), (columns <= 2, abs(elevation) <= 30))
    yield same("the other way round", avid.opposite(paper.find(r"seen through (\S+) \(")[1]), opposite_of(paper))
    facing = paper.find(r"The marker nearest to (\S+) is the (\S+) one: it meets the (\S+) facing")
    degrees = nearest(facing[1])
    yield same("facing", min(degrees, key=lambda side: degrees[side]), facing[2])
    yield same("facing met", facing[2], facing[3])


def opposite_of(paper: Paper) -> str:
    return paper.find(r"the shot comes through (\S+) of the map")[1]


def throws(paper: Paper) -> Iterator[str]:
    """Every roll from the printed key and messages. Rule: the program's own dice, house."""
    rolls = re.split(r"(?m)^(?=#\d+ roll of )", paper.text)[1:]
    for roll in rolls:
        head = re.search(r": (\d+)d(\d+) = ([\d, ]+)$", roll.splitlines()[0])
        blocks = re.findall(r"block (\d+), message and digest:\n +(.+)\n +([0-9a-f]{64})\n +bytes ([\d, ]+)(.*)", roll)
        key = re.search(r"hexadecimal:\n +([0-9a-f]{64})\n", roll)
        if head is None or key is None or not blocks:
            raise MissingError(roll)
        sides, limit, faces = int(head[2]), 256 - 256 % int(head[2]), []
        for at, (number, message, digest, used, told) in enumerate(blocks):
            same("block", [at, at], [int(number), int(message.rsplit(",", 1)[1].rstrip("]"))])
            same("sides", sides, int(re.findall(r"each modulo (\d+):", told)[0]))
            worked_out = hmac.digest(bytes.fromhex(key[1]), message.encode(), hashlib.sha256)
            same("digest", worked_out.hex(), digest)
            count = len(re.findall(r"\d+", used))
            same("bytes", list(worked_out[:count]), [int(byte) for byte in re.findall(r"\d+", used)])
            here = [byte % sides for byte in worked_out[:count] if byte < limit]
            same("faces", here, [int(face) for face in re.findall(r"\d+", told.rsplit(":", 1)[1])])
            faces += here
        yield same("faces thrown", faces, [int(face) for face in head[3].split(", ")])
        same("number of dice", len(faces), int(head[1]))


def thrown(paper: Paper) -> list[int]:
    """The faces of the roll that decided the event."""
    found = re.search(r"(?m)^#\d+ roll of .+ = ([\d, ]+)$", paper.text)
    if found is None:
        raise MissingError("a roll")
    return [int(face) for face in found[1].split(", ")]


def varied(paper: Paper) -> Iterator[str]:
    """The variance of a roll, in the table and told beside it. Rule: flyer, 3d10v."""
    yield from throws(paper)
    first, second, third = thrown(paper)
    zero = 10 if first == second else 0
    counts = [face or zero for face in (first, second, third)]
    yield same("variance", sum(counts), paper.value("variance"))
    told = re.search(
        r"key pair (\d) and (\d), .+: a 0 counts (\d+); (\d+) \+ (\d+) \+ (\d+) ", paper.source("variance")
    )
    if told is None:
        raise MissingError("how the dice make the variance")
    yield same("how the dice count", [first, second, zero, *counts], [int(number) for number in told.groups()])


def summed(paper: Paper, names: list[str]) -> Iterator[str]:
    """A sum of the table's numbers, written out in a step, in percent."""
    values = [paper.value(name) for name in names]
    written = str(values[0]) + "".join(f" {'-' if value < 0 else '+'} {abs(value)}" for value in values[1:])
    total = paper.number(rf"^{re.escape(written)} = (-?\d+)%?")
    yield same(" + ".join(names), sum(values), total)


def charted(paper: Paper, percent: int) -> Iterator[str]:
    """The kill chart by its sum. Rule: sits rules 8."""
    held = min(max(percent, 0), 100)
    found = paper.find(r"Kill chart \(derived from the flyer\), (\d+) \w+: (.*)\.$")
    if held != percent:
        yield same("held", [percent, held], [int(part) for part in paper.find(r"(-?\d+)% is held to (\d+)%").groups()])
    count, parts = int(found[1]), []
    split = [part for part in (count // 100 * 100, count // 10 % 10 * 10, count % 10) if part]
    for part, at, exact, kills in re.findall(r"(\d+) at (\d+)% is ([\d.]+), so (\d+)", found[2]):
        product = Fraction(int(part) * held, 100)
        same("percent looked up", held, int(at))
        same("product", product, Fraction(exact))
        parts.append((int(part), same("rounded", math.floor(product + Fraction(1, 2)), int(kills)) and int(kills)))
    yield same("parts of the chart", split, [part for part, _ in parts])
    if len(parts) > 1:
        together = re.search(r"together ([\d +]+) = (\d+)", found[2])
        if together is None:
            raise MissingError("the chart's parts together")
        killed = [kills for _, kills in parts if kills]
        yield same("added", killed or [0], [int(part) for part in together[1].split(" + ")])
        yield same("together", sum(killed), int(together[2]))


def charted_total(paper: Paper) -> int:
    found = paper.find(r"Kill chart \(derived from the flyer\), (.*)\.$")[1]
    together = re.search(r"together [\d +]+ = (\d+)", found)
    return int(together[1]) if together else sum(map(int, re.findall(r"so (\d+)", found)))


def in_force(source: str, value: int) -> str:
    """A track's box in force, or the boxes left of one that counts down."""
    if left := re.search(r"of \d+ box(?:es)?, (\d+) left", source):
        return same("boxes left", int(left[1]), value)
    found = re.search(r"((?:\[[^\]]*\])+), box (\d+) in force", source)
    if found is None:
        raise MissingError(f"a track in {source}")
    boxes = re.findall(r"\[([^\]]*)\]", found[1])
    whole = next(at for at, box in enumerate(boxes) if box.strip().lstrip("-").isdigit())
    same("leftmost whole box", whole + 1, int(found[2]))
    return same("box in force", int(boxes[whole]), value)
