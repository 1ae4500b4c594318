"""What is measured: `arc` and `range`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from commands.calc.page import Answer, Rows
from commands.xwing.calc.words import PlaceCalled, PlacesFile, PlaceWords, SvgFile, drawn, two_places

if TYPE_CHECKING:
    from sits_es.report.shapes import ShapeScene, Weight
    from sits_es.rules.xwing.sums.arcs import Sight


def arc(words: PlaceWords, places: PlacesFile = None, svg: SvgFile = None) -> Answer:
    """Which arcs of A hold B: how much of B's base is inside, and at what range.

    A touch alone is not inside, and what lies beneath A's base is in none of its arcs.
    """
    from sits_es.rules.xwing.cited import IN_ARC
    from sits_es.rules.xwing.sums.arcs import sight
    from sits_es.rules.xwing.sums.areas import in_words
    from sits_es.rules.xwing.sums.closest import corners_inside, touched
    from sits_es.sentences import listed

    one, other = two_places(words, places)
    seen = sight(one.placement, other.placement)
    corners = {name: list(corners_inside(one.placement, other.placement, name)) for name in seen.arcs}
    touches = touched(one.placement, other.placement, _outside(seen))
    data: dict[str, Any] = {
        "arcs": list(seen.arcs),
        "area": {name: round(size, 1) for name, size in seen.area.items()},
        "distance": round(seen.distance, 3),
        "range": seen.range,
        "arc_range": seen.arc_range,
        "corners": corners,
        "touched": touches,
    }
    steps: list[str | Rows] = list(how_far(one, other))
    steps += held(one, other, seen)
    if outside := [name for name in _outside(seen) if name not in touches]:
        nowhere = listed(map(in_words, outside)).replace(" and ", " or ")
        steps.append(f"No part of {other.name} is in {one.name}'s {nowhere}.")
    steps += only_touched(one, other, touches)
    arcs = listed(map(in_words, seen.arcs))
    where = f"{one.name}'s {arcs}" if seen.arcs else f"none of {one.name}'s arcs"
    inside = f"{other.name} is in {where}."
    title = f"What {one.name} sees of {other.name}"
    return Answer(inside, steps, IN_ARC, data, drawn(title, lambda: arcs_scene(one, other, seen), svg))


def range_(words: PlaceWords, places: PlacesFile = None, svg: SvgFile = None) -> Answer:
    """How far apart the closest points of two bases are, and the range band: 100, 200 and 300 mm, limits included."""
    from sits_es.rules.xwing.cited import RANGES
    from sits_es.rules.xwing.sums.arcs import distance
    from sits_es.rules.xwing.sums.drawn import table
    from sits_es.rules.xwing.sums.ranges import band

    one, other = two_places(words, places)
    gap = distance(one.placement, other.placement)
    number = band(gap)
    data = {"distance": round(gap, 3), "range": number}
    result = "Beyond range 3." if number is None else f"Range {number}."

    def scene() -> ShapeScene:
        return table(both_shown(one, other), bands=(one.name,), closest=((one.name, other.name),))

    title = f"Range from {one.name} to {other.name}"
    return Answer(result, list(how_far(one, other)), RANGES, data, drawn(title, scene, svg))


def only_touched(one: PlaceCalled, other: PlaceCalled, touches: dict[str, str]) -> Iterator[str]:
    """What of a base touches the edge of arcs that don't hold it."""
    from sits_es.rules.xwing.sums.areas import in_words

    for name, what in touches.items():
        yield f"{other.name}'s {what} touches {one.name}'s {in_words(name)}. A touch alone is not inside."


def how_far(one: PlaceCalled, other: PlaceCalled) -> Iterator[str]:
    """Where two bases are closest, and the range band that this gives."""
    from sits_es.rules.xwing.sums.closest import closest
    from sits_es.rules.xwing.sums.ranges import BANDS, FARTHEST_RANGE, NEAR, band, told

    found = closest(one.placement, other.placement)
    between = f"{one.name}'s {found.one} and {other.name}'s {found.other}"
    number, apart = band(found.distance), f"{told(found.distance)} mm apart"
    if found.overlap:
        yield f"The bases of {one.name} and {other.name} overlap: range 0. An overlap is answered, not refused."
    elif found.distance <= NEAR:
        yield f"The bases touch, {between}: range 0."
    elif number is None:
        yield f"The closest points, of {between}, are {apart}: more than {FARTHEST_RANGE} mm, beyond range 3."
    else:
        least = f"more than {BANDS[number - 2]} and " if number > 1 else ""
        limits = f"{least}at most {BANDS[number - 1]} mm"
        yield f"The closest points, of {between}, are {apart}: {limits}, range {number}."


def held(one: PlaceCalled, other: PlaceCalled, seen: Sight) -> Iterator[str | Rows]:
    """For each arc that holds a base: how much of it, which corners, how far its closest part is."""
    from sits_es.rules.xwing.sums.closest import corners_inside
    from sits_es.rules.xwing.sums.numbers import area_in_words
    from sits_es.rules.xwing.sums.ranges import told
    from sits_es.sentences import listed

    base = other.placement.base
    whole = float(base.width * base.length)
    rows = []
    for hold in seen.holds:
        corners = corners_inside(one.placement, other.placement, hold.arc)
        part = "all" if hold.area > whole - 0.05 else f"{100 * hold.area / whole:.1f} %"
        which = "all four" if len(corners) == 4 else listed(_short(corners), "none")
        rows.append(
            (hold.arc, area_in_words(hold.area), part, told(hold.distance), str(hold.range), which),
        )
    if rows:
        heads = ("arc", "mm2", f"of {other.name}", "mm away", "range", "corners inside")
        yield Rows(heads, rows, frozenset({1, 2, 3, 4}))


def _short(corners: tuple[str, ...]) -> list[str]:
    return [corner.removesuffix(" corner") for corner in corners]


def _outside(seen: Sight) -> list[str]:
    from sits_es.rules.xwing.sums.areas import ARCS

    return [name for name in ARCS if name not in seen.arcs]


def both_shown(one: PlaceCalled, other: PlaceCalled) -> tuple[Any, Any]:
    """The two bases of a question, to be drawn."""
    from sits_es.rules.xwing.sums.drawn import ShownShip

    sides = ("looking", "seen")
    first, second = (ShownShip(each.name, each.placement, side) for each, side in zip((one, other), sides, strict=True))
    return first, second


def arcs_scene(one: PlaceCalled, other: PlaceCalled, seen: Sight, arcs: tuple[str, ...] | None = None) -> ShapeScene:
    """The picture of a question about arcs: those of A, which of them hold B, and where the two are closest."""
    from sits_es.rules.xwing.sums.areas import ARCS, FULL
    from sits_es.rules.xwing.sums.drawn import ShownArc, table
    from sits_es.rules.xwing.sums.numbers import area_in_words

    holds = {hold.arc: hold for hold in seen.holds}
    full = FULL if arcs is None else ()
    shown = []
    for name in arcs if arcs is not None else ARCS:
        hold = holds.get(name)
        facts = () if hold is None else (f"holds {area_in_words(hold.area)} mm2 of {other.name}", f"range {hold.range}")
        weight: Weight = "open" if name in full else "plain" if hold is None else "strong"
        shown.append(ShownArc(one.name, name, weight, facts))
    inside = [(other.name, one.name, name) for name in holds if name not in full or len(holds) == 1]
    return table(
        both_shown(one, other),
        shown,
        inside=inside,
        midway=() if arcs is not None else (one.name,),
        closest=((one.name, other.name),),
    )
