"""`sits calc xwing`: arcs, ranges, relations, turrets, moves, each with the steps of `sits explain` and a picture.

A place is BASE@X,Y,FACING, or a name from a file of places, as `sums.named_places` tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from commands.calc import Answer, Asked, all_read, drawn, words
from sits_es.errors import UnreadableError
from sits_es.report.scenes import ShapeScene, Weight
from sits_es.rules.xwing import words as citations
from sits_es.rules.xwing.sums.arcs import Sight, distance, sight
from sits_es.rules.xwing.sums.areas import ARCS, FULL, in_words, read_arcs
from sits_es.rules.xwing.sums.bases import Placement, read_placement
from sits_es.rules.xwing.sums.closest import closest, corners_inside, touched
from sits_es.rules.xwing.sums.drawn import ShownArc, ShownShip, table
from sits_es.rules.xwing.sums.firing_arcs import firing_arcs, firing_steps, turret_step
from sits_es.rules.xwing.sums.firing_arcs import rotate as rotated
from sits_es.rules.xwing.sums.numbers import area_in_words, plainly
from sits_es.rules.xwing.sums.ranges import apart as step
from sits_es.rules.xwing.sums.ranges import band, range_in_words
from sits_es.rules.xwing.sums.relations import FLANKING, SAID
from sits_es.rules.xwing.sums.relations import relation as stands
from sits_es.rules.xwing.sums.stops import fly, outline
from sits_es.rules.xwing.sums.template_moves import Template, read_template, steps_of
from sits_es.sentences import listed, unknown


def two(text: str, needed: str, allowed: str) -> list[str]:
    """The two words of a text. Raises UnreadableError."""
    if len(given := text.split()) != 2:
        is_or_are = "is" if len(given) == 1 else "are"
        raise UnreadableError(f"Two {needed} are needed, but {len(given)} {is_or_are} given. Write {allowed}.")
    return given


def read_spots(text: str) -> list[Placement | str]:
    """Two places, or names of places. Raises UnreadableError."""
    given = two(text, "places", "two of the form BASE@X,Y,FACING, or names from a file given by --places")
    return all_read(partial(_spot, word) for word in given)


def _spot(word: str) -> Placement | str:
    return read_placement(word) if "@" in word else word


def read_rotation(text: str) -> list[tuple[str, ...]]:
    """Where a turret points, and where it shall. Raises UnreadableError."""
    allowed = "where the turret points and where it is to point, such as left,right front,rear"
    given = two(re.sub(r"\s*,\s*", ",", text.lower()), "directions", allowed)
    return [tuple(filter(None, each.split(","))) for each in given]


def read_file(path: Path) -> dict[str, Placement]:
    """The places of a file by name. Raises GameError with every fault."""
    from sits_es.disk import read_text
    from sits_es.rules.xwing.sums.named_places import read_places

    return read_places(read_text(path), str(path))


def arcs_option(name: str, says: str) -> Any:
    """An option that is some arcs, and may be given again."""
    return Asked(typer.Option(name, metavar="ARCS", help=says), lambda typed: read_arcs(" ".join(typed)), list[str])


Spots = Annotated[
    list[Placement | str],
    words("A B", "Two places: BASE@X,Y,FACING, or names from the file given by --places.", read_spots),
]
PlacesFile = Annotated[
    dict[str, Placement] | None,
    Asked(
        typer.Option(
            "--places",
            metavar="FILE",
            help="A TOML file of places: a table for each name, with base, at = [X, Y] and facing.",
        ),
        read_file,
        Path,
    ),
]
SvgFile = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Draw the picture as an SVG file.")
]


def one_ship(spot: Placement | str, known: dict[str, Placement] | None, name: str = "A", side: str = "") -> ShownShip:
    """The ship of a question, by another name where its place has none. Raises GameError."""
    if isinstance(spot, Placement) or known is None:
        return ShownShip(name, spot if isinstance(spot, Placement) else read_placement(spot), side)
    if spot not in known:
        raise UnreadableError(f"{unknown('place', spot, known)} Or write BASE@X,Y,FACING.")
    return ShownShip(spot, known[spot], side)


def two_ships(
    spots: list[Placement | str], known: dict[str, Placement] | None, sides: tuple[str, str] = ("looking", "seen")
) -> tuple[ShownShip, ShownShip]:
    """The ships of a question, A and B where their places have no name. GameError with everything that is wrong."""
    one, other = all_read(
        partial(one_ship, spot, known, name, side) for spot, name, side in zip(spots, "AB", sides, strict=True)
    )
    return one, other if other.name != one.name else ShownShip("the other", other.placement, sides[1])


def apart(one: ShownShip, other: ShownShip) -> Iterator[str]:
    """How far apart two bases are, and where they are closest."""
    found = closest(one.placement, other.placement)
    yield step(found.distance)
    if found.overlap:
        yield f"The bases of {one.name} and {other.name} overlap. The answer is valid for overlapping bases too."
    else:
        yield f"They are on {one.name}'s {found.one} and {other.name}'s {found.other}."


def only_touched(one: ShownShip, other: ShownShip, touches: dict[str, str]) -> Iterator[str]:
    """What of a base touches the edge of arcs that don't hold it."""
    for name, what in touches.items():
        yield f"{other.name}'s {what} touches {one.name}'s {in_words(name)}. Touching an edge does not count."


def arcs_scene(one: ShownShip, other: ShownShip, seen: Sight, arcs: tuple[str, ...] | None = None) -> ShapeScene:
    """The picture of a question about arcs: those of A, which of them hold B, and where the two are closest."""
    holds = {hold.arc: hold for hold in seen.holds}
    full = FULL if arcs is None else ()
    shown = []
    for name in arcs if arcs is not None else ARCS:
        hold = holds.get(name)
        facts = () if hold is None else (f"holds {area_in_words(hold.area)} mm2 of {other.name}", f"range {hold.range}")
        weight: Weight = "open" if name in full else "plain" if hold is None else "strong"
        shown.append(ShownArc(one.name, name, weight, facts))
    inside = [(other.name, one.name, name) for name in holds if name not in full or len(holds) == 1]
    midway = () if arcs is not None else (one.name,)
    return table((one, other), shown, inside=inside, midway=midway, closest=((one.name, other.name),))


def arc(spots: Spots, places: PlacesFile = None, svg: SvgFile = None) -> Answer:
    """Which of A's arcs hold B: how much of B's base is inside, and at what range.

    A touch alone is not inside, and what lies beneath A's base is in none of its arcs.

    sits calc xwing arc small@0,0,0 medium@-60,140.5,30
    sits calc xwing arc Red Blue --places table.toml -o arcs.svg
    """
    one, other = two_ships(spots, places)
    seen = sight(one.placement, other.placement)
    corners = {name: list(corners_inside(one.placement, other.placement, name)) for name in seen.arcs}
    outside = [name for name in ARCS if name not in seen.arcs]
    touches = touched(one.placement, other.placement, outside)
    steps = [*apart(one, other), *seen.held(one.name, other.name)]
    base = other.placement.base
    for name, inside in corners.items():
        part = 100 * seen.area[name] / float(base.width * base.length)
        steps.append(f"In the {in_words(name)}: {part:.1f}% of {other.name}'s base, {listed(inside, 'no corner')}.")
    if nowhere := [in_words(name) for name in outside if name not in touches]:
        steps.append(f"No part of {other.name} is in {one.name}'s {listed(nowhere).replace(' and ', ' or ')}.")
    steps += only_touched(one, other, touches)
    where = f"{one.name}'s {listed(map(in_words, seen.arcs))}" if seen.arcs else f"none of {one.name}'s arcs"
    data = {**seen.values(), "corners": corners, "touched": touches}
    title = f"What {one.name} sees of {other.name}"
    picture = drawn(title, lambda: arcs_scene(one, other, seen), svg)
    return Answer(f"{other.name} is in {where}.", steps, citations.IN_ARC, data, picture)


def range_(spots: Spots, places: PlacesFile = None, svg: SvgFile = None) -> Answer:
    """How far apart the closest points of two bases are, and the range band: up to 100, 200 or 300 mm.

    sits calc xwing range small@0,0,0 large@150,150,45
    """
    one, other = two_ships(spots, places)
    gap = distance(one.placement, other.placement)
    data = {"distance": round(gap, 3), "range": band(gap)}

    def scene() -> ShapeScene:
        return table((one, other), bands=(one.name,), closest=((one.name, other.name),))

    picture = drawn(f"Range from {one.name} to {other.name}", scene, svg)
    return Answer(f"{range_in_words(band(gap)).capitalize()}.", [*apart(one, other)], citations.RANGES, data, picture)


def relation(spots: Spots, places: PlacesFile = None, svg: SvgFile = None) -> Answer:
    """Whether A is behind B, in front of B, or flanking B: by B's full arcs and its midway line, up to range 3.

    sits calc xwing relation small@200,10,0 medium@0,0,0
    """
    one, other = two_ships(spots, places, ("seen", "looking"))
    found = stands(one.placement, other.placement)
    steps = [*apart(other, one)]
    ahead, astern = area_in_words(found.ahead), area_in_words(found.astern)
    if found.range is not None:
        sides = f"{ahead} mm2 of its base ahead of {other.name}'s midway line and {astern} astern"
        steps.append(f"Within range 3, {one.name} has {sides}.")
    full = [name for name in FULL if name not in found.arcs]
    steps += only_touched(other, one, touched(other.placement, one.placement, full))
    if found.name == FLANKING:
        steps.append(f"{one.name} crosses the midway line: it has part of its base on each side.")
    else:
        where = f"{other.name}'s {in_words(found.arcs[0])}" if found.name else f"neither of {other.name}'s full arcs"
        steps.append(f"{one.name} is in {where} and does not cross the midway line.")
    how = f"neither behind {other.name} nor in front of it, nor flanking it"
    data = {
        "relation": found.name,
        "distance": round(found.distance, 3),
        "range": found.range,
        "ahead": round(found.ahead, 1),
        "astern": round(found.astern, 1),
    }

    def scene() -> ShapeScene:
        facts = dict.fromkeys(found.arcs, ("strong", (f"holds {one.name}",)))
        shown = [ShownArc(other.name, name, *facts.get(name, ())) for name in FULL]
        inside = [(one.name, other.name, name) for name in found.arcs]
        return table((other, one), shown, inside=inside, midway=(other.name,))

    picture = drawn(f"Where {one.name} is relative to {other.name}", scene, svg)
    said = f"{one.name} is {f'{SAID[found.name]} {other.name}' if found.name else how}."
    return Answer(said, steps, citations.RELATIONS, data, picture)


def firing(
    spots: Spots,
    shaded: Annotated[
        Iterable[str], arcs_option("--shaded", "Arcs shaded on the token, such as front or front,rear.")
    ] = (),
    turret: Annotated[
        Iterable[str], arcs_option("--turret", "Where the turret points: one arc, or two opposite ones.")
    ] = (),
    upgrades: Annotated[
        Iterable[str],
        arcs_option("--upgrade", "An upgrade's turret arc or primary-weapon arc; can be repeated."),
    ] = (),
    places: PlacesFile = None,
    svg: SvgFile = None,
) -> Answer:
    """A's firing arcs (shaded, turret and upgrade arcs), which of them hold B, and at what range.

    sits calc xwing firing small@0,0,0 medium@-60,140.5,30 --shaded front --turret left,right
    sits calc xwing firing small@0,0,0 small@0,-90,0 --shaded front --upgrade rear
    """
    one, other = two_ships(spots, places)
    whence = firing_arcs(shaded=shaded, turret=turret, upgrades=upgrades)
    seen = sight(one.placement, other.placement, whence)
    missed = [name for name in whence if name not in seen.arcs]
    steps = [
        *firing_steps(whence),
        *apart(one, other),
        *seen.held(one.name, other.name),
        *only_touched(one, other, touched(one.placement, other.placement, missed)),
    ]
    values = seen.values()
    data = {"firing_arcs": list(whence), "in": values.pop("arcs"), **values}
    data["why"] = {name: list(sources) for name, sources in whence.items()}
    ranges = [f"{in_words(name)} at range {number}" for name, number in seen.arc_range.items()]
    where = f"{one.name}'s firing arcs: {listed(ranges)}" if ranges else f"none of {one.name}'s firing arcs"
    title = f"Firing arcs of {one.name} at {other.name}"
    picture = drawn(title, lambda: arcs_scene(one, other, seen, tuple(whence)), svg)
    return Answer(f"{other.name} is in {where}.", steps, citations.FIRING, data, picture)


def read_move(text: str) -> tuple[Placement | str, Template]:
    """A place, or the name of one, and a template. Raises UnreadableError."""
    spot, *template = text.split(maxsplit=1)
    read: list[Any] = all_read((partial(_spot, spot), partial(read_template, " ".join(template))))
    return read[0], read[1]


def move(
    way: Annotated[
        tuple[Placement | str, Template],
        words("A TEMPLATE", "A place (BASE@X,Y,FACING or a name from --places) and a template.", read_move),
    ],
    among: Annotated[
        Iterable[Placement],
        Asked(
            typer.Option("--among", metavar="B", help="Another base, BASE@X,Y,FACING; can be repeated."),
            lambda typed: all_read(partial(read_placement, word) for word in typed),
            list[str],
        ),
    ] = (),
    places: PlacesFile = None,
    svg: SvgFile = None,
) -> Answer:
    """Where A ends up after a template, and which way it faces there. Bases given by --among or --places stop it.

    Templates: 1 to 5 straight or kt; 1 to 3 bank, turn, segnor's loop or talon roll, left or right.

    sits calc xwing move small@0,0,0 2 bank left
    sits calc xwing move small@0,0,0 2 straight --among small@0,140,0
    sits calc xwing move Red 3 talon roll right --places table.toml -o move.svg
    """
    spot, template = way
    ship = one_ship(spot, places)
    others = {name: place for name, place in (places or {}).items() if name != ship.name}
    others |= {f"B{number}": place for number, place in enumerate(among, 1)}
    found = fly(ship.placement, template, others)
    steps = [*steps_of(ship.placement.base, template, stopped=bool(found.stopped))]
    if found.stopped:
        is_are = "is" if len(found.stopped) == 1 else "are"
        steps.append(f"{listed(found.stopped)} {is_are} in its way. The ship stops at the last place where it fits.")
    x, y, facing = (plainly(number) for number in (found.to.x, found.to.y, found.to.facing))

    def scene() -> ShapeScene:
        shown = [ship, ShownShip(f"{ship.name} then", found.to), *(ShownShip(*each) for each in others.items())]
        return table(shown, ways=((str(template), outline(ship.placement, template)),))

    data = {"template": str(template), "place": [x, y], "facing": facing, "stopped": [*found.stopped]}
    picture = drawn(f"{ship.name} by {template}", scene, svg)
    return Answer(f"{ship.name} ends at {x},{y} facing {facing}.", steps, citations.TEMPLATES, data, picture)


def rotate(
    arcs: Annotated[
        list[tuple[str, ...]],
        words("NOW TO", "Where the turret points now, then where it is to point, such as: front left.", read_rotation),
    ],
) -> Answer:
    """Where a turret's indicator points after the rotate action, if it may point there.

    sits calc xwing rotate left,right front,rear
    sits calc xwing rotate front left
    """
    found = rotated(*arcs)
    steps = [f"Before, it pointed to {listed(arcs[0])}.", turret_step("its ship", found)]
    return Answer(f"The turret points to {listed(found)}.", steps, citations.ROTATE, {"turret": list(found)})
