"""Thrust, grids, pivots and thrust breaks redone from an explanation's text alone; see `redone_on_paper`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from tests.shared import paper_avid as avid
from tests.shared.places_on_paper import Way, added, components, hexes, position, times, vectors
from tests.shared.redone_on_paper import MissingError, Paper, in_force, same

Redone = Iterator[str]


def _pulses(paper: Paper) -> list[int]:
    return [int(thrust) for thrust in paper.find(r"^Thrust of the pulses: ([\d, ]+)\.")[1].split(", ")]


def _way(paper: Paper) -> Iterator[str]:
    """The points before and after each pulse, their sum and the hexes of displacement."""
    gained, ways = 0, []
    for thrust in _pulses(paper):
        ways.append((gained, gained + thrust))
        gained += thrust
    found = paper.find(
        r"^Points before and after each pulse: (.+); together (\d+), / 128, rounded down: (\d+) hex\S*, (\d+) over"
    )
    printed = [(int(one), int(other)) for one, other in re.findall(r"(\d+) \+ (\d+)", found[1])]
    yield same("points of each pulse", ways, printed)
    together = sum(one + other for one, other in ways)
    yield same("together", [together, *divmod(together, 128)], [int(found[at]) for at in (2, 3, 4)])


def _points(paper: Paper) -> Iterator[str]:
    """Points and dots of the last pulse."""
    found = paper.find(r"^Pulse (\d+): points so far (\d+) \+ (\d+) = (\d+)\.")
    before, thrust, after = (int(found[at]) for at in (2, 3, 4))
    yield same("points", before + thrust, after)
    dots = paper.find(
        r"^Dots so far: (\d+) / 8, rounded down, is (\d+); before this pulse (\d+) / 8 is (\d+); "
        r"so the pulse gives (\d+)"
    )
    printed = [int(part) for part in dots.groups()]
    yield same("dots", [after, after // 8, before, before // 8, after // 8 - before // 8], printed)


def pulse(paper: Paper) -> Redone:
    """A pulse crossed off."""
    yield from (*_points(paper), *_way(paper))
    thrusts = _pulses(paper)
    found = paper.find(r"^Pulse (\d+): points so far (\d+) \+ (\d+) = (\d+)\.")
    printed = [int(part) for part in found.groups()]
    yield same("pulse", [len(thrusts), sum(thrusts[:-1]), thrusts[-1], sum(thrusts)], printed)
    told = paper.find(r"crosses off pulse (\d+) of its thrust chart: thrust (\d+), ")
    yield same("thrust", [paper.value("thrust")] * 2, [thrusts[-1], int(told[2])])
    yield same("told", len(thrusts), int(told[1]))


def dot(paper: Paper) -> Redone:
    """Dots that fall in the nose's window."""
    yield from _points(paper)
    found = paper.find(r"^In the nose's window, (\S+): (\d+) \+ (\d+) = (\d+)\.")
    yield same("new dots", paper.number(r"so the pulse gives (\d+)"), int(found[3]))
    yield same("dots there", int(found[2]) + int(found[3]), int(found[4]))
    told = paper.find(r"gains (\d+) acceleration dots? in (\S+), (\d+) there now")
    yield same("told", [found[3], found[1], found[4]], [*told.groups()])


def displacement(paper: Paper) -> Redone:
    """The marker displaced: pulses, hexes, plots, places."""
    yield from _way(paper)
    thrusts = _pulses(paper)
    ways = [
        sum(2 * sum(thrusts[:at]) + thrusts[at] for at in range(count)) for count in (len(thrusts) - 1, len(thrusts))
    ]
    found = paper.find(r"^Hexes of displacement: (\d+) before this pulse, (\d+) with it\.")
    before, after = (way // 128 for way in ways)
    yield same("hexes", [before, after], [int(part) for part in found.groups()])
    after += len(paper.all(r"^Two half hexes in"))
    plots = paper.find(r"^Default plots in .*: (\d+) is (.+), (\d+) is (.+?) \(plots: ")
    yield same("plots of", [before, after], [int(plots[1]), int(plots[3])])
    moved = paper.find(r"^The marker moves by (.+), from (\S+ alt \S+) to (\S+ alt [+-]?\d+)\.")
    way = added(vectors(plots[4]), times(vectors(plots[2]), -1))
    yield same("moves by", way, vectors(moved[1]))
    yield same("to", added(position(moved[2]), way), position(moved[3]))


def grid(paper: Paper) -> Redone:
    """A movement grid: eighths and remainders, the cells, the move of every segment."""
    written = paper.find(r"^Vectors .*: (.+) a turn\.")[1]
    rows: dict[str, tuple[int, int]] = {}
    for each in paper.all(r"^(\d+)([A-F+-]): (\d+) / 8 = (\d+) in every segment, remainder (\d+)\."):
        speed = int(each[1])
        yield same(each[2], [speed, *divmod(speed, 8)], [int(each[at]) for at in (3, 4, 5)])
        rows[each[2]] = divmod(speed, 8)
    yield same("vectors", written.split(), [each[1] + each[2] for each in paper.all(r"^(\d+)([A-F+-]): ")])
    flat = [rest for way, (_, rest) in rows.items() if way in "ABCDEF"]
    larger, smaller = (*flat, 0, 0)[:2]
    more: dict[str, list[int]] = {}
    for each in paper.all(r"^Horizontal grid, (\d)\|(\d) \(larger \| smaller\): (.+) \("):
        yield same("horizontal cell", [larger, smaller], [int(each[1]), int(each[2])])
        more |= {way: _segments(told) for way, told in re.findall(r"([A-F]) in ([^;]+)", each[3])}
    for each in paper.all(
        r"^Vertical grid, (\d)\|(\d) \((\d) \+ (\d) = (\d+)(?:, less 8)? \| vertical\): ([+-]) in (.+) \("
    ):
        added_up = larger + smaller
        printed = [int(each[at]) for at in range(1, 6)]
        yield same("vertical cell", [added_up % 8, rows[each[6]][1], larger, smaller, added_up], printed)
        more[each[6]] = _segments(each[7])
    yield same("cells for all vectors", sorted(rows), sorted(more))
    yield same("moves of the cells", [rest for _, rest in rows.values()], [len(more[way]) for way in rows])
    moves = [vectors(move) for move in paper.find(r"^Moves in segments 1 to 8: (.+)\.$")[1].split(", ")]
    worked_out = [
        added(*(vectors(f"{whole + (segment in more[way])}{way}") for way, (whole, _) in rows.items()))
        for segment in range(1, 9)
    ]
    yield same("moves", worked_out, moves)
    yield same("in the turn", vectors(written), added(*moves))
    for each in re.findall(r"new movement grid for vectors (.+)\.$", paper.sentence):
        yield same("told", written, each)
    for each in paper.all(r"^Segment (\d): (.+), so the marker goes from (\S+ alt \S+) to (\S+ alt [+-]?\d+)\."):
        here = worked_out[int(each[1]) - 1]
        told = paper.find(r"future marker goes to (\S+ alt [+-]?\d+): this segment's move is (.+)\.$")
        yield same("told", [each[4], here], [told[1], vectors(told[2])])
        yield same("this segment", here, vectors(each[2]))
        yield same("to", added(position(each[3]), here), position(each[4]))


def _segments(told: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d", told)]


def pivot(paper: Paper) -> Redone:
    """A pivot: arc, windows on the way, segments."""
    found = paper.find(r"attitude is nose (\S+), roll (\d+); the nose goes from (\S+) \((.+?)\) to (\S+) \((.+?)\)\.")
    start, roll, to = found[1], int(found[2]), found[5]
    yield same("starts", start, found[3])
    yield same("stands at", [avid.place(start), avid.place(to)], [_places(found[at]) for at in (4, 6)])
    degrees = avid.apart(avid.toward(start), avid.toward(to))
    arc_line = paper.find(r"is (\d+) degrees; / 30, rounded, at least 1: (\d+) window")
    windows = max(1, math.floor(degrees / 30 + 0.5))
    yield same("arc", [math.floor(degrees + 0.5 + 1e-6), windows], [int(part) for part in arc_line.groups()])
    ahead = avid.toward(start)
    away = avid.toward(to)
    along = (
        avid.unit(avid.mixed(away, 1, ahead, -avid.dot(away, ahead)))
        if degrees < 179
        else avid.axes(start, roll)["starboard"]
    )
    stands = paper.all(
        r"^At (?:its end|(\d+) degrees) \((.*)\) the nose is in (\S+); .* is (\d+) degrees .*: roll step (\d+)\."
    )
    yield same("windows on the way", windows, len(stands))
    for step, each in enumerate(stands, start=1):
        angle = math.radians(30 * step)
        point = avid.read(avid.mixed(ahead, math.cos(angle), along, math.sin(angle))) if step < windows else to
        yield same(f"window {step}", point, each[3])
        if step < windows:
            yield same("degrees", 30 * step, int(each[1]))
        stands_at = avid.mixed(ahead, math.cos(angle), along, math.sin(angle)) if step < windows else away
        yield same("point of the arc", _whole(stands_at), _places(each[2]))
        top = _top(start, roll, point)
        yield same("top", math.floor(top + 0.5 + 1e-6) % 360, int(each[4]))
        yield same("roll step", math.ceil((top - 1e-6) / 30 - 0.5) % 12, int(each[5]))
    yield in_force(paper.source("pivot rating"), paper.value("pivot rating"))
    pace = paper.find(r"^(\d+) segments? for each window: done after (.+) segments? \(house\)\.$")
    done = [int(number) for number in re.findall(r"\d+", pace[2])]
    yield same("pace", paper.value("pivot rating"), int(pace[1]))
    told = paper.find(r": (\d+) windows?, (\d+) segments? each\.$")
    yield same("told", [windows, int(pace[1])], [int(part) for part in told.groups()])
    yield same("done after", [int(pace[1]) * step for step in range(1, windows + 1)], done)


def _places(told: str) -> tuple[int, int]:
    """Azimuth and elevation as printed; straight up and down have no azimuth."""
    azimuth = re.search(r"azimuth (\d+)", told)
    elevation = re.search(r"elevation (-?\d+)", told)
    if elevation is None:
        raise MissingError(f"elevation in {told}")
    return int(azimuth[1]) if azimuth else 0, int(elevation[1])


def _whole(way: avid.Direction) -> tuple[int, int]:
    north, east, up = way
    elevation = math.floor(math.degrees(math.atan2(up, math.hypot(north, east))) + 0.5 + 1e-6)
    azimuth = math.floor(math.degrees(math.atan2(east, north)) % 360 + 0.5 + 1e-6) % 360
    return 0 if abs(elevation) == 90 else azimuth, elevation


def _top(start: str, roll: int, to: str) -> float:
    """Degrees between the top carried straight to a window and that of an unrolled ship there."""
    if start == to:
        return 30 * roll
    ends, away = avid.axes(start, roll), avid.toward(to)
    ahead, top = ends["nose"], ends["top"]
    if avid.dot(ahead, away) < -1 + 1e-9:
        along = ends["starboard"]
    else:
        along = avid.unit(avid.mixed(away, 1, ahead, -avid.dot(away, ahead)))
    swing = math.radians(avid.apart(ahead, away))
    part = avid.dot(top, along)
    carried = avid.mixed(along, math.cos(swing), ahead, -math.sin(swing))
    now = avid.mixed(avid.mixed(top, 1, along, -part), 1, carried, part)
    level = avid.axes(to, 0)
    return math.degrees(math.atan2(avid.dot(now, level["starboard"]), avid.dot(now, level["top"]))) % 360


def consolidated(paper: Paper, ways: list[Way]) -> Iterator[str]:
    """The steps of a consolidation, each from the vectors that the one before it left. Rule: sits rules 1."""
    counts = dict.fromkeys("ABCDEF+-", 0)
    for way in ways:
        for count, direction in (*components(way), (max(way[2], 0), "+"), (max(-way[2], 0), "-")):
            counts[direction] += count
    for step in paper.all(r"^1[28]0 degrees: .*"):
        third = re.fullmatch(
            r"120 degrees: (\d+)([A-F]) and (\d+)([A-F]) make (\d+)([A-F])(?: \((\d+)[A-F] in all\))? and leave (.+)\.",
            step[0],
        )
        opposite = re.fullmatch(r"180 degrees: (\d+)([A-F+-]) and (\d+)([A-F+-]) leave (.+)\.", step[0])
        found = third or opposite
        if found is None:
            raise MissingError(step[0])
        one, other = found[2], found[4]
        yield same("vectors", [counts[one], counts[other]], [int(found[1]), int(found[3])])
        smaller = min(counts[one], counts[other])
        counts[one], counts[other] = counts[one] - smaller, counts[other] - smaller
        left = " ".join(f"{counts[way]}{way}" for way in (one, other) if counts[way]) or "nothing"
        yield same("leave", left, found[found.re.groups])
        if third:
            yield same(
                "made", added(vectors(f"{smaller}{one}"), vectors(f"{smaller}{other}")), vectors(third[5] + third[6])
            )
            counts[third[6]] += smaller
            yield same("in all", counts[third[6]], int(third[7] or third[5]))


def thrust_break(paper: Paper) -> Redone:
    """A thrust break: plots added to the vectors and consolidated."""
    before = vectors(paper.find(r"Vectors so far: (.+)\.$")[1])
    dots = paper.all(r"^(\d+) dots? in (\S+): (.+?), (?:as its|the default)")
    told = re.findall(r"(\d+) dots? in (\S+) give", paper.sentence)
    yield same("dots", told, [(each[1], each[2]) for each in dots])
    for each in dots:
        plot = vectors(each[3])
        yield same("range of the plot", int(each[1]), math.isqrt(hexes(plot) ** 2 + plot[2] ** 2))
    yield from consolidated(paper, [before, *(vectors(each[3]) for each in dots)])
    total = added(before, *(vectors(each[3]) for each in dots))
    now = paper.find(r"^Vectors now: (.+)\.$")[1]
    yield same("vectors", total, vectors(now))
    gone = paper.find(r"; vectors (.+) become (.+)\.$")
    yield same("told", [before, total], [vectors(gone[1]), vectors(gone[2])])
    flat = [f"{count}{way}" for count, way in components(total)]
    height = [f"{abs(total[2])}{'+' if total[2] > 0 else '-'}"] if total[2] else []
    yield same("written", " ".join([*flat, *height]) or "still", now)
