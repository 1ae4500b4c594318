"""Fire, defence and damage redone from an explanation's text alone; see `redone_on_paper`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction

from tests.shared import paper_avid as avid
from tests.shared.places_on_paper import added, arc, frames, hexes, nearest, ranged, sight, times, vectors
from tests.shared.redone_on_paper import (
    MissingError,
    Paper,
    charted,
    charted_total,
    in_force,
    same,
    summed,
    thrown,
    throws,
    varied,
)

Redone = Iterator[str]


def roll(paper: Paper) -> Redone:
    """A roll of its own: the faces from the seed, and what three of them count."""
    yield from throws(paper)
    faces = thrown(paper)
    if len(faces) == 3:
        first, second, third = faces
        zero = 10 if first == second else 0
        pair = paper.find(r"^The key pair shows (\d) and (\d): .* 0 counts as (\d+)\.$")
        yield same("key pair", [first, second, zero], [int(part) for part in pair.groups()])
        counts = [face or zero for face in (first, second, third)]
        total = paper.find(r"^(\d+) \+ (\d+) \+ (\d+) = (\d+)\.$")
        yield same("variance", [*counts, sum(counts)], [int(part) for part in total.groups()])
    else:
        read = paper.find(r"the face 0 being 10: ([\d, ]+)\.$")[1]
        yield same("read", [face or 10 for face in faces], [int(part) for part in read.split(", ")])


def salvo(paper: Paper) -> Redone:
    """A launch: bearing, arc, missiles, the missile quality level."""
    yield from (*sight(paper), *frames(paper), *arc(paper))
    found = paper.find(r"^(\d+) salvo(?:es)? x (\d+) tubes? = (\d+) missiles?\.")
    yield same("tubes", paper.value("tubes"), int(found[2]))
    ordered = re.match(r"as ordered, out of (\d+); ", paper.source("tubes"))
    yield in_force(paper.source("tubes"), int(ordered[1]) if ordered else paper.value("tubes"))
    yield same("no more than work", True, ordered is None or paper.value("tubes") < int(ordered[1]))
    yield in_force(paper.source("fire control"), paper.value("fire control"))
    yield same("missiles", int(found[1]) * int(found[2]), int(found[3]))
    row = paper.find(r"row (\d+) (?:to (\d+)|up): at most (\S+) salvo(?:es)? a turn .*, range modifier ([+-]\d+) ")
    far = int(paper.find(r"rounded down: (\d+) ")[1])
    yield same("in the row", True, int(row[1]) <= far <= int(row[2] or far))
    yield same("range modifier", int(row[4]), paper.value("range"))
    yield from summed(paper, ["class quality", "range", "fire control"])
    told = paper.find(
        r"launches (\d+) salvo.* of (\d+) from .*: range (\d+), .*, (\d+) .* of (\d+) points?, .* = (-?\d+)\.$"
    )
    printed = [int(part) for part in told.groups()]
    level = paper.number(r"^-?\d+ .* = (-?\d+): the missile")
    each = paper.value("damage of each")
    yield same("told", [int(found[1]), int(found[2]), far, int(found[3]), each, level], printed)
    yield same("row", re.findall(r"row (\d+)", paper.source("range")), [row[1]])


def arrival(paper: Paper) -> Redone:
    """An attack as it comes in: bearing, frame, wedge, slide, and what defends."""
    yield from (*sight(paper), *frames(paper))
    window = paper.find(r"; \S+ is (\S+) in its frame")[1]
    told = paper.find(r"Degrees from (\S+) to the markers of the facings: (.+?); (?:it slides to|the nearest is) (\w+)")
    degrees = {side: int(number) for side, number in re.findall(r"(\w+) (\d+)", told[2])}
    yield same("the window", window, told[1])
    yield same("degrees to the markers", nearest(window), degrees)
    yield same("facing", min(degrees, key=lambda side: degrees[side]), told[3])
    wedge = abs(avid.place(window)[1]) >= 60
    yield same("slid", wedge, "slides to" in told[0])
    held = paper.find(r"Mounts whose arc contains ([^:,]+)")[1]
    markers = {"port": "E/F", "starboard": "B/C", "forward": "A", "aft": "D"}
    yield same("window that defends", markers[told[3]] if wedge else window, held)
    for layer in ("Countermissiles", "Point defence", "Lasers"):
        yield same(f"{layer} that defend", *_systems(paper.find(rf"{layer} that defends?: ([^;]+)")[1].rstrip(".")))


def _systems(line: str) -> tuple[int, int]:
    """Systems of each mount added up, and their printed sum."""
    each, _, total = line.partition(" = ")
    count = sum(map(int, re.findall(r"(\d+)", each)))
    return count, int(total) if total else count


def layer(paper: Paper) -> Redone:
    """A layer of defence: terms, shots, chart, survivors."""
    yield from varied(paper)
    ecm = "ECM" in paper.sentence.split(":")[0]
    launch = re.search(
        r"launch: (-?\d+) class ([+-]) (\d+) range ([+-]) (\d+) fire control \(", paper.source("missile quality level")
    )
    if launch is None:
        raise MissingError("how the missile quality level was made at launch")
    level = int(launch[1]) + int(launch[2] + launch[3]) + int(launch[4] + launch[5])
    yield same("missile quality level", level, paper.value("missile quality level"))
    names = list(paper.rows)
    yield from summed(paper, names)
    if ecm:
        yield in_force(paper.source("base ECM"), paper.value("base ECM"))
        each = re.match(r"(\d+) active decoys? x (\d+)", paper.source("decoys"))
        if each is None:
            raise MissingError("decoys")
        yield same("decoys", int(each[1]) * int(each[2]), paper.value("decoys"))
        against = paper.number(r"ECM works on (\d+) incoming missile")
    else:
        count, total = _systems(paper.find(r"Systems that defend: ([^;]+)")[1].rstrip("."))
        shots = paper.find(r"(\d+) systems? x (\d+) salvo(?:es)? = (\d+) shot")
        yield same("systems", [count, total], [int(shots[1])] * 2)
        against = int(shots[1]) * int(shots[2])
        yield same("shots", against, int(shots[3]))
    yield from charted(paper, sum(paper.value(name) for name in names))
    yield same("looked up", against, paper.number(r"Kill chart \(flyer; rounding: house\), (\d+) "))
    killed = charted_total(paper)
    if doubled := paper.all(r"^(\d+) x 2 = (\d+): "):
        yield same("doubled", [killed, killed * 2], [int(part) for part in doubled[0].groups()])
        killed *= 2
    end = paper.find(r"^(\d+) missiles? in, (\d+) killed.*, (\d+) left\.")
    came = int(end[1])
    yield same("killed", min(killed, came), int(end[2]))
    yield same("left", came - min(killed, came), int(end[3]))
    told = paper.find(
        r"= (-?\d+)%(?:, limited to \d+% \(house\))?(?:, doubled)?: (\d+) missiles? in, (\d+) killed.*, (\d+) left\.$"
    )
    percent = str(sum(paper.value(name) for name in names))
    yield same("told", [percent, *end.groups()], [*told.groups()])
    terms = re.findall(r"(\d+)", paper.sentence.partition(": ")[2].partition(" = " + percent)[0])
    yield same("terms told", [str(abs(paper.value(name))) for name in names], terms[-len(names) :])


def wall(paper: Paper) -> Redone:
    """A sidewall: strength with box, bonus, variance, chart, what strikes."""
    yield from varied(paper)
    yield in_force(paper.source("strength"), paper.value("strength"))
    bonus = re.search(r"rolled_ship_bonus ([+-]\d+)", paper.source("rolled ship"))
    yield same("bonus", int(bonus[1]) if bonus else 0, paper.value("rolled ship"))
    yield from summed(paper, ["strength", "rolled ship", "variance"])
    points = paper.number(r"Kill chart \(flyer; rounding: house\), (\d+) points?")
    for left in paper.all(r"(\d+) missiles? left x (\d+) points? = (\d+)\."):
        yield same("damage", int(left[1]) * int(left[2]), int(left[3]))
        yield same("meets the wall", int(left[3]), points)
    yield from charted(paper, sum(paper.value(name) for name in ("strength", "rolled ship", "variance")))
    number = charted_total(paper)
    stopped = paper.all(r"The number is stopped .*: (\d+) - (\d+) = (\d+) strike")
    if stopped:
        yield same("stopped", [points, number, points - number], [int(part) for part in stopped[0].groups()])
        number = points - number
    else:
        yield same("strikes", number, paper.number(r"The number strikes the hull \(flyer.*\): (\d+)\."))
    yield same(
        "told", [points, number], [int(part) for part in paper.find(r"meets (\d+) points?.* (\d+) strike the").groups()]
    )


def beam(paper: Paper) -> Redone:
    """A battery of beams: bearing, arc, closure, cell of the damage table."""
    yield from (*sight(paper), *frames(paper), *arc(paper))
    yield in_force(paper.source("weapons"), paper.value("weapons"))
    found = paper.find(r"^Rate of closure: .+?'s (.+) less .+?'s (.+) is (.+), H (\d+) and V (\d+)\.")
    target, shooter, relative = (vectors(found[at]) for at in (1, 2, 3))
    difference = added(target, times(shooter, -1))
    yield same("relative vectors", difference, relative)
    yield same("H and V", (hexes(difference), abs(difference[2])), (int(found[4]), int(found[5])))
    worked = paper.find(
        r"^Range: the square root of .* in hexes a turn; / 8, rounded down to half a hex: (\d+\.\d) a segment"
    )
    yield from ranged(worked, hexes(difference), abs(difference[2]))
    halves = math.isqrt(hexes(difference) ** 2 + difference[2] ** 2) * 2 // 8
    yield same("closure", f"{halves // 2}.{halves % 2 * 5}", worked[1])
    band = paper.find(r"^(\d+\.\d) a segment is column (\d+), closure ([\d.]+) (?:to ([\d.]+)|up) \(")
    closing = Fraction(band[1])
    yield same("closure read", worked[1], band[1])
    yield same("in the column", True, Fraction(band[3]) <= closing <= Fraction(band[4] or closing))
    cell = paper.find(r"block of size (\d+) \(reach (\d+)\), row range (\d+): ([\d ]+)\. Column (\d+) is (\d+) \(")
    far = paper.number(r"rounded down: (\d+) \(range table: card\)\.$")
    yield same("size", paper.value("size"), int(cell[1]))
    yield same("row", (far, True), (int(cell[3]), far <= int(cell[2])))
    yield same("column", band[2], cell[5])
    yield same("cell", int(cell[4].split()[int(cell[5]) - 1]), int(cell[6]))
    yield same("damage of each", int(cell[6]), paper.value("damage of each"))
    end = paper.find(r"^(\d+) x (\d+) = (\d+) points?\.")
    yield same("weapons and damage", [paper.value("weapons"), int(cell[6])], [int(end[1]), int(end[2])])
    yield same("damage", int(end[1]) * int(end[2]), int(end[3]))
    told = paper.find(
        r"fires (\d+) .*: range (\d+), .* closure (\d+\.\d) .* \(band (\d+)\): (\d+) x (\d+) = (\d+) points?\.$"
    )
    yield same("told", [end[1], cell[3], worked[1], band[2], end[1], end[2], end[3]], [*told.groups()])


def torpedoes(paper: Paper) -> Redone:
    """Energy torpedoes by type."""
    yield same("launchers", in_force(paper.source("launchers"), paper.value("launchers")) != "", True)
    row = paper.find(r"^Energy torpedoes, (\S+): reach (\d+), damage (\d+) each \(card\)")
    yield same("damage of each", int(row[3]), paper.value("damage of each"))
    end = paper.find(r"^(\d+) x (\d+) = (\d+) points?\.")
    yield same("launchers and damage", [paper.value("launchers"), int(row[3])], [int(end[1]), int(end[2])])
    yield same("damage", int(end[1]) * int(end[2]), int(end[3]))
    far = re.search(r"range (\d+),", paper.sentence)
    if far is None:
        raise MissingError("the range")
    yield same("in reach", True, int(far[1]) <= int(row[2]))


def lance(paper: Paper) -> Redone:
    """A grav lance against the wall's number mirrored in its track."""
    yield from varied(paper)
    yield from summed(paper, ["quality", "variance"])
    total = paper.value("quality") + paper.value("variance")
    now = paper.find(r"-sidewall ((?:\[[^\]]+\])+), box (\d+) in force: (\d+)\.$")
    yield in_force(now[0], int(now[3]))
    found = paper.find(
        r"opposite box in the track, ((?:\[\d+\])+): for box (\d+) from one end, box (\d+) from the other: (\d+) "
    )
    boxes = [int(box) for box in re.findall(r"\d+", found[1])]
    yield same("box", [int(now[2])] * 2, [int(found[2]), int(found[3])])
    yield same("strength", boxes[-int(found[3])], int(found[4]))
    end = paper.find(r"= (\d+), (not )?greater than (\d+): the sidewall (goes down|stands)\.$")
    yield same("compared", [total, int(found[4])], [int(end[1]), int(end[3])])
    yield same("it goes down", total > int(found[4]), end[4] == "goes down")
    yield same("greater", total > int(found[4]), not end[2])


def hit(paper: Paper) -> Redone:
    """A hit: the die, the boxes left and those taken."""
    yield from throws(paper)
    (face,) = thrown(paper)
    head = paper.find(r"^Hit \d+ on .*, (\d+) points?: row (\d+), ")
    yield same("told", [str(face or 10), paper.find(r"^(\d+) points?: one box")[1]], [head[2], head[1]])
    roll = paper.find(r"^1d10 reads (\d+): row (\d+) of .*'s card: (.+)\.$")
    yield same("1d10", [face or 10] * 2, [int(roll[1]), int(roll[2])])
    points = paper.number(r"^(\d+) points?: one box")
    left = {track: int(number) for track, number in re.findall(r"(\S+) (\d+)", paper.find(r"^Boxes left: (.+)\.$")[1])}
    taken: list[str] = []
    count = 0
    for track in re.split(r", | and ", roll[3]):
        if count < points and left.get(track, 0):
            left[track] -= 1
            count += 1
            taken.append(track)
            if track == "impellers" and left["thrust"]:
                left["thrust"] -= 1
                taken.append("thrust")
    for track in ("hull", "structure"):
        while count < points and left[track]:
            left[track] -= 1
            count += 1
            taken.append(track)
    boxes = paper.find(r"^Taken: (.+?)(?:;.*)?\.$")[1]
    printed = [re.sub(r" box \d+$", "", each) for each in re.split(r", | and ", boxes)]
    yield same("boxes taken", taken, printed)


def box(paper: Paper) -> Redone:
    """A box taken: the leftmost that is not destroyed; the rating before and after, which structure has not."""
    found = paper.find(r"before: ((?:\[[^\]]*\])+); box (\d+) is the leftmost")
    boxes = re.findall(r"\[([^\]]*)\]", found[1])
    whole = [at for at, held in enumerate(boxes) if not held.startswith(("x", "t", "#"))]
    yield same("box", whole[0] + 1, int(found[2]))
    told = paper.find(r"loses box (\d+) of (\S+?)(?:: (.+?))? \(")
    yield same("box told", found[2], told[1])
    change = paper.find(r"rating in force: (.+?) \(")[1]
    if told[2] != "structure":
        values = [boxes[at] for at in whole[:2]]
        becomes = f"{values[0]} becomes {values[1]}" if len(values) > 1 else f"{values[0]} is lost, no box is left"
        yield same("rating", [becomes, becomes], [change, told[3]])
