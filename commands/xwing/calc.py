"""`sits calc xwing`: arcs, ranges, relations and turrets, each with why it is so and a picture.

A place is BASE@X,Y,FACING, or a name from a file of places, as `sums.named_places` tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from commands.calc import Answer, Rows, all_read, drawn
from commands.verbs import Verb
from sits_es.errors import UnreadableError
from sits_es.sentences import listed, unknown

if TYPE_CHECKING:
    from sits_es.report.scenes import ShapeScene, Weight
    from sits_es.rules.xwing.sums.arcs import Sight
    from sits_es.rules.xwing.sums.bases import Placement


__all__ = ["VERBS"]


#: What each is for in a line of the group's help, and lines to type.
VERBS: Final = (
    Verb("arc", "commands.xwing.calc:arc", "Which arcs of a base hold another, how much of it, at what range."),
    Verb("range", "commands.xwing.calc:range_", "How far apart two bases are, and the range band."),
    Verb(
        "relation", "commands.xwing.calc:relation", "Whether a base is behind another, in front of it, or flanking it."
    ),
    Verb("firing", "commands.xwing.calc:firing", "Which firing arcs there are, and which of them hold a target."),
    Verb("rotate", "commands.xwing.calc:rotate", "Where a turret may be rotated to."),
)


PlaceWords = Annotated[
    list[str],
    typer.Argument(metavar="A B", help="Two places: BASE@X,Y,FACING, or names from the file given by --places."),
]
PlacesFile = Annotated[
    Path | None,
    typer.Option("--places", metavar="FILE", help="TOML: a table for each name, with base, at = [X, Y] and facing."),
]
SvgFile = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the picture into an SVG file.")]


class NamedPlace(NamedTuple):
    """A place and what to call it in an answer."""

    name: str
    placement: Placement


def two_places(words: list[str], file: Path | None) -> tuple[NamedPlace, NamedPlace]:
    """The places of a command line, A and B where they have no name. GameError with everything that is wrong."""
    from sits_es.rules.xwing.sums.named_places import read_places
    from sits_es.service.files import read_text

    known = {} if file is None else read_places(read_text(file), str(file))
    given = words if len(words) == 2 else " ".join(words).split()
    if len(given) != 2:
        raise UnreadableError(
            f"Two places are needed, and {len(given)} {'is' if len(given) == 1 else 'are'} given. Write two of the "
            "form BASE@X,Y,FACING, or names from a file given by --places."
        )
    first, second = (word.strip() for word in given)
    read = all_read(
        {
            "one": lambda: _place(first, "A", known, named=file is not None),
            "other": lambda: _place(second, "B", known, named=file is not None),
        }
    )
    one, other = read["one"], read["other"]
    return one, other if other.name != one.name else NamedPlace("the other", other.placement)


def _place(word: str, letter: str, known: dict[str, Placement], *, named: bool) -> NamedPlace:
    from sits_es.rules.xwing.sums.bases import read_placement

    if word in known:
        return NamedPlace(word, known[word])
    if named and "@" not in word:
        raise UnreadableError(f"{unknown('place', word, known)} Or write BASE@X,Y,FACING.")
    return NamedPlace(letter, read_placement(word))


def arcs_of(words: list[str] | None) -> tuple[str, ...]:
    """Arcs of an option, or of several of it. Raises UnreadableError."""
    from sits_es.rules.xwing.sums.areas import read_arcs

    return read_arcs(" ".join(words or ()))


def arc(words: PlaceWords, places: PlacesFile = None, svg: SvgFile = None) -> Answer:
    """Which arcs of A hold B: how much of B's base is inside, and at what range.

    A touch alone is not inside, and what lies beneath A's base is in none of its arcs.

    sits calc xwing arc small@0,0,0 medium@-60,140.5,30
    sits calc xwing arc Red Blue --places table.toml --svg arcs.svg
    """
    from sits_es.rules.xwing.citations import IN_ARC
    from sits_es.rules.xwing.sums.arcs import sight
    from sits_es.rules.xwing.sums.areas import in_words
    from sits_es.rules.xwing.sums.closest import corners_inside, touched

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
    """How far apart the closest points of two bases are, and the range band: 100, 200 and 300 mm, limits included.

    sits calc xwing range small@0,0,0 large@150,150,45
    """
    from sits_es.rules.xwing.citations import RANGES
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


def only_touched(one: NamedPlace, other: NamedPlace, touches: dict[str, str]) -> Iterator[str]:
    """What of a base touches the edge of arcs that don't hold it."""
    from sits_es.rules.xwing.sums.areas import in_words

    for name, what in touches.items():
        yield f"{other.name}'s {what} touches {one.name}'s {in_words(name)}. A touch alone is not inside."


def how_far(one: NamedPlace, other: NamedPlace) -> Iterator[str]:
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


def held(one: NamedPlace, other: NamedPlace, seen: Sight) -> Iterator[str | Rows]:
    """For each arc that holds a base: how much of it, which corners, how far its closest part is."""
    from sits_es.rules.xwing.sums.closest import corners_inside
    from sits_es.rules.xwing.sums.numbers import area_in_words
    from sits_es.rules.xwing.sums.ranges import told

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


def both_shown(one: NamedPlace, other: NamedPlace) -> tuple[Any, Any]:
    """The two bases of a question, to be drawn."""
    from sits_es.rules.xwing.sums.drawn import ShownShip

    sides = ("looking", "seen")
    first, second = (ShownShip(each.name, each.placement, side) for each, side in zip((one, other), sides, strict=True))
    return first, second


def arcs_scene(one: NamedPlace, other: NamedPlace, seen: Sight, arcs: tuple[str, ...] | None = None) -> ShapeScene:
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


ShadedArcs = Annotated[
    list[str] | None,
    typer.Option("--shaded", metavar="ARCS", help="Arcs shaded on the token, such as front or front,rear."),
]
TurretArcs = Annotated[
    list[str] | None,
    typer.Option("--turret", metavar="ARCS", help="Where the turret points: one arc, or two opposite ones."),
]
UpgradeArcs = Annotated[
    list[str] | None,
    typer.Option(
        "--upgrade", metavar="ARCS", help="A turret arc or a primary weapon's arc of an upgrade; may be given again."
    ),
]


def relation(words: PlaceWords, places: PlacesFile = None, svg: SvgFile = None) -> Answer:
    """Whether A is behind B, in front of B, or flanking B: by B's full arcs and its midway line as far as range 3.

    sits calc xwing relation small@200,10,0 medium@0,0,0
    """
    from sits_es.rules.xwing.citations import RELATIONS
    from sits_es.rules.xwing.sums.areas import FULL, in_words
    from sits_es.rules.xwing.sums.closest import touched
    from sits_es.rules.xwing.sums.drawn import ShownArc, table
    from sits_es.rules.xwing.sums.numbers import area_in_words
    from sits_es.rules.xwing.sums.relations import FLANKING, SAID
    from sits_es.rules.xwing.sums.relations import relation as stands

    one, other = two_places(words, places)
    found = stands(one.placement, other.placement)
    data: dict[str, Any] = {
        "relation": found.name,
        "distance": round(found.distance, 3),
        "range": found.range,
        "ahead": round(found.ahead, 1),
        "astern": round(found.astern, 1),
    }
    steps = list(how_far(other, one))
    if found.range is not None:
        ahead, astern = area_in_words(found.ahead), area_in_words(found.astern)
        sides = f"{ahead} mm2 of its base ahead of {other.name}'s midway line and {astern} astern"
        steps.append(f"As far as range 3 {one.name} has {sides}.")
    full = [name for name in FULL if name not in found.arcs]
    steps += only_touched(other, one, touched(other.placement, one.placement, full))
    if found.name == FLANKING:
        steps.append(f"{one.name} crosses the midway line: it has part of its base on both sides.")
        result = f"{one.name} is {SAID[found.name]} {other.name}."
    elif found.name is not None:
        steps.append(f"It is in {other.name}'s {in_words(found.arcs[0])} and does not cross the midway line.")
        result = f"{one.name} is {SAID[found.name]} {other.name}."
    else:
        steps.append(f"It is in neither of {other.name}'s full arcs and does not cross the midway line.")
        result = f"{one.name} is neither behind {other.name} nor in front of it, and is not flanking it."

    def scene() -> ShapeScene:
        first, second = both_shown(other, one)
        shown = [
            ShownArc(other.name, name, "strong", (f"holds {one.name}",))
            if name in found.arcs
            else ShownArc(other.name, name)
            for name in FULL
        ]
        inside = [(one.name, other.name, name) for name in found.arcs]
        return table((first, second), shown, inside=inside, midway=(other.name,))

    return Answer(result, steps, RELATIONS, data, drawn(f"How {one.name} stands to {other.name}", scene, svg))


def firing(
    words: PlaceWords,
    shaded: ShadedArcs = None,
    turret: TurretArcs = None,
    upgrade: UpgradeArcs = None,
    places: PlacesFile = None,
    svg: SvgFile = None,
) -> Answer:
    """A's firing arcs, and which of them hold B at what range: shaded arcs, turret arcs and those of upgrades.

    Of upgrades only a turret arc counts, and the arc that a primary weapon states.

    sits calc xwing firing small@0,0,0 medium@-60,140.5,30 --shaded front --turret left,right
    sits calc xwing firing small@0,0,0 small@0,-90,0 --shaded front --upgrade rear
    """
    from sits_es.rules.xwing.citations import FIRING
    from sits_es.rules.xwing.sums.areas import in_words
    from sits_es.rules.xwing.sums.closest import touched
    from sits_es.rules.xwing.sums.firing_arcs import firing as fires

    readers: dict[str, Any] = {
        "places": lambda: two_places(words, places),
        "shaded": lambda: arcs_of(shaded),
        "turret": lambda: arcs_of(turret),
        "upgrades": lambda: arcs_of(upgrade),
    }
    given: dict[str, Any] = all_read(readers)
    one, other = given.pop("places")
    found = fires(one.placement, other.placement, **given)
    data: dict[str, Any] = {
        "firing_arcs": list(found.firing_arcs),
        "in": list(found.holding),
        "arc_range": found.arc_range,
        "area": {name: round(size, 1) for name, size in found.sight.area.items()},
        "distance": round(found.sight.distance, 3),
        "range": found.sight.range,
        "why": {name: list(whence) for name, whence in found.why.items()},
    }
    named = [f"{name} ({', '.join(whence)})" for name, whence in found.why.items()]
    steps: list[str | Rows] = [f"{one.name}'s firing arcs: {listed(named)}."]
    steps += how_far(one, other)
    steps += held(one, other, found.sight)
    missed = [name for name in found.firing_arcs if name not in found.holding]
    steps += only_touched(one, other, touched(one.placement, other.placement, missed))
    if found.holding:
        ranges = [f"{in_words(name)} at range {number}" for name, number in found.arc_range.items()]
        result = f"{other.name} is in {one.name}'s firing arcs: {listed(ranges)}."
    else:
        result = f"{other.name} is in none of {one.name}'s firing arcs."
    title = f"Firing arcs of {one.name} at {other.name}"
    return Answer(
        result,
        steps,
        FIRING,
        data,
        drawn(title, lambda: arcs_scene(one, other, found.sight, found.firing_arcs), svg),
    )


def rotate(
    arcs: Annotated[list[str], typer.Argument(metavar="NOW TO", help="Arcs before and after, such as front left.")],
) -> Answer:
    """Where a turret's indicator points after the rotate action, if it may point there.

    sits calc xwing rotate left,right front,rear
    sits calc xwing rotate front left
    """
    from sits_es.rules.xwing.citations import ROTATE
    from sits_es.rules.xwing.sums.turrets import rotate as rotated

    given = re.sub(r"\s*,\s*", ",", " ".join(arcs)).split()
    if len(given) != 2:
        raise UnreadableError(
            f"Two directions are needed, and {len(given)} {'is' if len(given) == 1 else 'are'} given. Write where the "
            "turret points and where it shall, such as left,right front,rear."
        )
    now, to = (tuple(word for word in text.lower().split(",") if word) for text in given)
    found = rotated(now, to)
    steps = [f"It pointed to {listed(now)}; each arc that it points to is a turret arc and stays a standard arc."]
    return Answer(f"The turret points to {listed(found)}.", steps, ROTATE, {"turret": list(found)})
