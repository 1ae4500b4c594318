"""Where a ship's ends point and where it sees a target: `bearing`, `range`, `attitude`, `pivot`, `roll`; the AVID."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from commands.calc import Answer, Rows, ShownBelow, drawn, within
from commands.sits.calc import (
    Nose,
    NoseOf,
    RollOfNose,
    RollStep,
    ShowPicture,
    SvgFile,
    read_attitude,
    vectors_of,
    written,
)
from commands.sits.tables import RuledBy, ruled
from sits_es.errors import UnreadableError
from sits_es.sentences import counted, listed, quoted

if TYPE_CHECKING:
    from sits_es.report.scenes import AvidScene
    from sits_es.space.arcs import Facing
    from sits_es.space.attitude import Attitude, PivotPath
    from sits_es.space.avid import Window
    from sits_es.space.bearing import Bearing
    from sits_es.space.hexes import HexVector


TargetWords = Annotated[
    list[str], typer.Argument(metavar="VECTORS", help="Where the target is, seen from the ship, such as 6B 3+.")
]
Hexes = Annotated[int, typer.Argument(metavar="H", help="Hexes apart on the map.")]
Levels = Annotated[int, typer.Argument(metavar="V", help="Difference of altitude in levels.")]

#: Mounts of a ship in the order in which they are named. Rule: sits rules 4.
MOUNTS: Final[tuple[Facing, ...]] = ("forward", "aft", "port", "starboard")

_SOURCE: Final = 'flyer, "Calculating Bearing and Range"'


@ruled
def bearing(
    by: RuledBy,
    words: TargetWords,
    nose: Nose = None,
    roll: RollOfNose = None,
    picture: ShowPicture = False,
    svg: SvgFile = None,
) -> Answer:
    """Find range, ring and window of a target; with a nose also the ship's own window, facing hit, wedge and mounts.

    The target's place is written as vectors from the ship: 6B 3+ is six hexes toward B and three levels up. A ship
    whose nose is not named is not turned: only the map's windows are given.

    sits calc bearing 6B 3+
    sits calc bearing "6B 3+" --nose A+ --roll 0
    sits calc bearing "2B 5-" --nose A/B+ --roll 2
    sits calc bearing 3D 7- --picture
    """
    from sits_es.space.avid import opposite
    from sits_es.space.bearing import bearing as bearing_to

    if nose is None and roll is not None:
        raise typer.BadParameter("--roll turns a ship about its nose: give the nose too, such as --nose A.")
    apart = vectors_of(words).net()
    attitude = None if nose is None else read_attitude(nose, roll or 0)
    seen = bearing_to(apart, by.tables.range_table)
    data: dict[str, Any] = {
        "range": seen.range,
        "ring": seen.ring,
        "window": seen.window,
        "opposite": None if seen.window is None else opposite(seen.window),
    }
    result = f"Range {seen.range}, seen through {seen.window}."
    if seen.window is None:
        result = "Range 0: both are in one hex at one altitude, and no window shows the target."
    steps, sources = list(_seen(apart, seen, by)), [_SOURCE]
    if own := own_cells(by, seen.hexes, abs(seen.levels)):
        sources.append(f"{by.own}, {' and '.join(own)}")
    if attitude is not None:
        more, found = _aboard(attitude, seen.window)
        data |= found
        steps += more
        result = f"{result[:-1]} ({found['ship_window']} of the ship's frame)." if seen.window else result
        sources[0] += ', "Weapon Firing Arcs"'
        sources.append("default arcs and facings are house rules")
    targets = {} if seen.window is None else {"target": seen.window}
    title = f"Target at {written(apart)}" + (f", ship with {attitude}" if attitude else "")
    show = avid(title, attitude, targets, picture=picture, svg=svg)
    return by.answer(result, steps, "; ".join(sources), data, show)


def _seen(apart: HexVector, seen: Bearing, by: RuledBy) -> Iterator[str]:
    """Range, ring and window as the flyer finds them."""
    from sits_es.space.avid import opposite

    if seen.window is None:
        return
    flat = " ".join(f"{number}{way}" for way, number in apart.horizontals()) or "the same hex"
    height = abs(seen.levels)
    where = "above" if seen.levels > 0 else "below"
    up = f"{counted(height, 'level')} {where}" if height else "the same altitude"
    yield f"H is {seen.hexes} ({flat}), V is {height} ({up})."
    yield range_step(by, seen.hexes, height, seen.range)
    yield ring_step(by, seen.hexes, height, str(seen.ring))
    yield _side_step(apart, seen, seen.window)
    yield f"The target sees the ship through the opposite window, {opposite(seen.window)}."


def own_cells(by: RuledBy, hexes: int, levels: int) -> list[str]:
    """Which cells of the range table are the game's own, of H hexes and V levels (0 up): ralt.ranges, ralt.rings."""
    table = by.tables.range_table
    return [
        f"ralt.{part}"
        for part, rows in (("ranges", table.ranges), ("rings", table.rings))
        # a row may end before H, and a point leaves a ring to the rule
        if by.owns("ralt", part, levels) and hexes < len(rows[levels]) and rows[levels][hexes] != "."
    ]


def range_step(by: RuledBy, hexes: int, levels: int, found: int) -> str:
    """How the range table's number comes about."""
    if "ralt.ranges" in own_cells(by, hexes, levels):
        return f"Range: {by.own} has {found} at H {hexes}, V {levels}."
    total = hexes * hexes + levels * levels
    exact = "" if found * found == total else ", dropped to the whole hex"
    return f"Range: {hexes} x {hexes} + {levels} x {levels} = {total}, its root is {found}{exact}."


def ring_step(by: RuledBy, hexes: int, levels: int, ring: str) -> str:
    """Which ring the comparison of H and V gives."""
    if "ralt.rings" in own_cells(by, hexes, levels):
        return f"Ring: {by.own} has {ring} at H {hexes}, V {levels}."
    if hexes == levels:
        return f"Ring: H and V are equal: {ring}."
    less, choice = ("V is less than H", "amber or blue") if levels < hexes else ("H is less than V", "green or purple")
    smaller, larger = sorted((hexes, levels))
    compared = "more than" if 4 * smaller > larger else "not more than"
    return f"Ring: {less}, so {choice}; 4 x {smaller} = {4 * smaller} is {compared} {larger}: {ring}."


def _side_step(apart: HexVector, seen: Bearing, window: Window) -> str:
    """Side or corner, and the window that it makes with the ring."""
    if seen.ring == "purple":
        return f"Straight {'up' if seen.levels > 0 else 'down'}, neither side nor corner: {window}."
    (side, larger), *rest = apart.horizontals()
    shown = window.rstrip("+-")
    if not rest:
        return f"Side or corner: {larger}{side} alone, so side {shown}: {window}."
    other, smaller = rest[0]
    pair = f"{larger}{side} and {smaller}{other}"
    if seen.ring == "green":
        why = "the larger" if larger > smaller else "of equal ones the anticlockwise (house)"
        return f"Side: the green ring has no corners; of {pair} {why}, side {shown}: {window}."
    if "/" in shown:
        return f"Side or corner: {larger}{side} is less than 3 x {smaller}{other}, so corner {shown}: {window}."
    return f"Side or corner: {larger}{side} is at least 3 x {smaller}{other}, so side {shown}: {window}."


def _aboard(attitude: Attitude, window: Window | None) -> tuple[list[str], dict[str, Any]]:
    """The target as the ship has it: steps, and the four answers that need an attitude."""
    from sits_es.space.arcs import behind_wedge, default_arc, facing, ship_window

    if window is None:
        open_to_all = "Every mount bears; the defender chooses the facing hit (house)."
        return [open_to_all], {"ship_window": None, "facing": None, "wedge": False, "mounts": list(MOUNTS)}
    aboard = ship_window(attitude, window)
    side, wedge = facing(aboard), behind_wedge(aboard)
    mounts = [mount for mount in MOUNTS if aboard in default_arc(mount)]
    steps = [f"For a ship with {attitude}: {counted_off(aboard)}."]
    steps += _in_the_way(aboard)
    steps.append(f"Facing hit by a shot from there: {side}.")
    steps.append(f"Mounts that bear, by the default arcs: {listed(mounts)}.")
    return steps, {"ship_window": aboard, "facing": side, "wedge": wedge, "mounts": mounts}


def _in_the_way(aboard: Window) -> Iterator[str]:
    """What the wedge does to a shot that comes in through a window of the ship's frame."""
    from sits_es.space.arcs import behind_wedge, in_blue_row, slide

    if behind_wedge(aboard):
        missiles = listed(slide(aboard)).replace(" and ", " or ")
        yield (
            f"That is behind the wedge: no beam goes in or out; a missile slides to {missiles}, which adds the "
            "rolled-ship bonus."
        )
    elif in_blue_row(aboard):
        yield "Part of the wedge is in the way of a shot from there: the rolled-ship bonus is added."
    else:
        yield "None of the wedge is in the way of a shot from there: no rolled-ship bonus."


def counted_off(aboard: Window) -> str:
    """A ship-frame window as it is counted off from the nearest marker.

    Rule: flyer, "Now we find what weapons bear on the target".
    """
    from sits_es.space.arcs import MARKERS, facing
    from sits_es.space.avid import PLACES, ring_of

    azimuth, elevation = PLACES[aboard]
    if ring_of(aboard) in ("green", "purple"):
        return f"{'above' if elevation > 0 else 'below'}, in {aboard} of the ship's frame"
    marker = facing(aboard)
    turn = (azimuth - PLACES[MARKERS[marker]][0] + 180) % 360 - 180
    counts = [f"one window {_WAYS[marker][turn > 0]}"] if turn else []
    if elevation:
        counts.append("one window above" if elevation > 0 else "one window below")
    if not counts:
        return f"on the {marker} marker, so none counted off: {aboard} of the ship's frame"
    return f"{' and '.join(counts)}, counted from the {marker} marker, is {aboard} of the ship's frame"


#: Marker -> what a window anticlockwise and one clockwise of it is called, seen from above.
_WAYS: Final = {
    "forward": ("to port", "to starboard"),
    "starboard": ("forward", "aft"),
    "aft": ("to starboard", "to port"),
    "port": ("aft", "forward"),
}


@ruled
def range_(by: RuledBy, hexes: Hexes, levels: Levels) -> Answer:
    """Read the Range Angle Lookup Table: range and ring of a target H hexes away and V levels above or below.

    sits calc range 6 3
    sits calc range 4 21
    """
    from sits_es.space.bearing import RALT_MISPRINTS

    within("H", hexes, 0)
    height = abs(levels)
    table = by.tables.range_table
    found = table.range(hexes, height)
    ring = table.ring(hexes, height) if hexes or height else None
    steps = [range_step(by, hexes, height, found)]
    steps.append(ring_step(by, hexes, height, ring) if ring else "Both are in one place: no ring shows the target.")
    own = own_cells(by, hexes, height)
    rules = [f"{by.own}, {' and '.join(own)}"] if own else []
    if "ralt.ranges" not in own:
        rules.append(f'{_printed(hexes, height)}, "Range Angle Lookup Table"')
        if printed := RALT_MISPRINTS.get((hexes, height)):
            steps.append(f"The card prints {printed} there. That is a misprint.")
    named = f", {ring} ring" if ring else ""
    return by.answer(f"Range {found}{named}.", steps, "; ".join((*rules, _SOURCE)), {"range": found, "ring": ring})


def _printed(hexes: int, levels: int) -> str:
    """Where a cell of the bundled range table comes from."""
    from sits_es.rules.sits.tables.sources import source
    from sits_es.rules.sits.tables.tables import card_tables

    found = source(card_tables(), "ralt", "ranges", levels, hexes)
    return "card" if found.startswith("card") else found


To = Annotated[str, typer.Option("--to", metavar="WINDOW", help="The window that the nose is to point to.")]
Rating = Annotated[
    int | None,
    typer.Option("--rating", metavar="NUMBER", help="The ship's rating: says when each window is done."),
]

#: The highest rating that is reckoned with.
MOST_RATING: Final = 99

#: The six ends of a ship, as they are listed, and what the flyer marks each with on the AVID.
ENDS = {
    "nose": "triangle",
    "stern": "semicircle",
    "port": "angle bracket",
    "starboard": "angle bracket",
    "top": "",
    "bottom": "",
}


def attitude(nose: NoseOf, roll: RollStep = 0, picture: ShowPicture = False, svg: SvgFile = None) -> Answer:
    """Find the windows of a ship's six ends: nose, stern, port, starboard, top and bottom.

    sits calc attitude --nose A- --roll 1
    sits calc attitude --nose --- --picture
    """
    from sits_es.space.attitude import markers

    ship = read_attitude(nose, roll)
    found = markers(ship)
    data = {end: str(getattr(found, end)) for end in ENDS}
    rows = [(end, data[end], f"({mark})" if mark else "") for end, mark in ENDS.items()]
    return Answer(
        f"A ship with {ship}:",
        [Rows(("Marker", "Window", ""), rows)],
        'flyer, "The AVID"; how each end is read into a window is a house rule',
        data,
        avid(f"A ship with {ship}", ship, {}, picture=picture, svg=svg),
    )


@ruled
def pivot(
    by: RuledBy,
    nose: NoseOf,
    to: To,
    roll: RollStep = 0,
    rating: Rating = None,
) -> Answer:
    """Pivot the nose to another window: how many windows it takes, where the nose is after each, and the last roll.

    With the ship's pivot rating it also says after how many segments each window is done.

    sits calc pivot --nose A --roll 0 --to B+
    sits calc pivot --nose A+ --to D- --rating 2
    """
    from sits_es.space.attitude import pivot as swung
    from sits_es.space.avid import opposite, read_window

    start = read_attitude(nose, roll)
    goal = read_window(to, "window to pivot to")
    found = swung(start, goal)
    steps: list[str | Rows] = [
        f"The angle between {start.nose} and {goal}, in steps of 30 degrees and rounded, is {found.windows}."
    ]
    if goal == opposite(start.nose):
        steps.append("An about-face swings to starboard, about the ship's own top.")
    due = () if rating is None else _due(by, within("The rating", rating, 1, MOST_RATING), len(found.path))
    steps.append(_path(found, due))
    data: dict[str, Any] = {
        "windows": found.windows,
        "path": [step.nose for step in found.path],
        "roll": found.end.roll,
    }
    rule = 'flyer, "The AVID" (180 degrees are six windows); the path and the roll left are house rules'
    when = ""
    if rating is not None:
        data["segments"] = list(due)
        when = f" after {counted(due[-1], 'segment')}"
        rule += f"; {_timed(by, 'pivot_chart', rating)}"
    return by.answer(
        f"From {start.nose} to {goal}: {counted(found.windows, 'window')}, ending with roll {found.end.roll}{when}.",
        steps,
        rule,
        data,
    )


def _due(by: RuledBy, rating: int, windows: int) -> tuple[int, ...]:
    from sits_es.rules.sits.play.long_orders import segments_due
    from sits_es.rules.sits.tables.charts import pivot_row

    return segments_due(rating, windows, pivot_row(by.tables, rating))


def _timed(by: RuledBy, chart: str, rating: int) -> str:
    """Where the segments of a turn come from. chart: pivot_chart or roll_chart."""
    return f"segments: {by.cited('house, as many as the rating for each window', chart, rating)}"


def _path(found: PivotPath, due: tuple[int, ...]) -> Rows:
    """Nose and roll after each window, and when it is done where that is known."""
    rows = [(counted(at, "window"), step.nose, str(step.roll)) for at, step in enumerate(found.path, 1)]
    if not due:
        return Rows(("After", "Nose", "Roll"), rows)
    return Rows(("After", "Nose", "Roll", "Segments"), [(*row, str(when)) for row, when in zip(rows, due, strict=True)])


SideOf = Annotated[str, typer.Argument(metavar="SIDE", help="port or starboard, clockwise from astern.")]
Steps = Annotated[int, typer.Argument(metavar="STEPS", help="Steps of 30 degrees, 1 to 11.")]


@ruled
def roll_(
    by: RuledBy,
    side: SideOf,
    steps: Steps,
    nose: NoseOf,
    roll: RollStep = 0,
    rating: Rating = None,
) -> Answer:
    """Roll to port or starboard: the roll after each step, and the windows of the sides and the top then.

    With the ship's roll rating it also says after how many segments each step is done.

    sits calc roll starboard 3 --nose A
    sits calc roll port 2 --nose A+ --roll 5 --rating 1
    """
    from sits_es.rules.sits.play.long_orders import segments_due
    from sits_es.rules.sits.tables.charts import roll_row
    from sits_es.space.attitude import ROLL_STEPS, markers
    from sits_es.space.attitude import roll as rolled

    way = _side(side)
    within("The number of steps", steps, 1, ROLL_STEPS - 1)
    start = read_attitude(nose, roll)
    path = [rolled(start, way, step) for step in range(1, steps + 1)]
    heads: tuple[str, ...] = ("After", "Roll", "Port", "Starboard", "Top")
    rows = [
        (counted(step, "step"), str(then.roll), *(getattr(markers(then), end) for end in ("port", "starboard", "top")))
        for step, then in enumerate(path, 1)
    ]
    data: dict[str, Any] = {"path": [then.roll for then in path], "roll": path[-1].roll}
    rule, when = 'flyer, "The AVID"; how each end is read into a window is a house rule', ""
    if rating is not None:
        due = segments_due(within("The rating", rating, 1, MOST_RATING), steps, roll_row(by.tables, rating))
        data["segments"] = list(due)
        when = f" after {counted(due[-1], 'segment')}"
        rule += f"; {_timed(by, 'roll_chart', rating)}"
        heads, rows = (*heads, "Segments"), [(*row, str(done)) for row, done in zip(rows, due, strict=True)]
    return by.answer(
        f"{counted(steps, 'step')} to {way} from roll {start.roll}: roll {path[-1].roll}{when}.",
        [f"The nose stays in {start.nose}; a roll to starboard is clockwise, seen from astern.", Rows(heads, rows)],
        rule,
        data,
    )


def _side(text: str) -> Literal["port", "starboard"]:

    if text == "port":
        return "port"
    if text == "starboard":
        return "starboard"
    raise UnreadableError(f"{quoted(text)} is not a side to roll to. Write port or starboard.")


def avid(
    title: str, attitude: Attitude | None, targets: Mapping[str, Window], *, picture: bool, svg: Path | None
) -> ShownBelow | None:
    """The AVID, if it is asked for. title: of the SVG file. targets: names -> the map's windows that show them."""

    def scene() -> AvidScene:
        from sits_es.rules.sits.report.scenes import avid_scene

        return avid_scene(attitude, targets)

    return drawn(title, scene, svg, "AVID", below=picture)
