"""How bases stand to each other, and what may be fired or rotated: `relation`, `firing` and `rotate`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from commands.calc.page import Answer, Rows
from commands.calc.shell import all_read
from commands.xwing.calc.measured import arcs_scene, both_shown, held, how_far, only_touched
from commands.xwing.calc.words import PlacesFile, PlaceWords, SvgFile, arcs_of, drawn, two_places

if TYPE_CHECKING:
    from sits_es.report.shapes import ShapeScene

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
    """Whether A is behind B, in front of B, or flanking B: by B's full arcs and its midway line as far as range 3."""
    from sits_es.rules.xwing.cited import RELATIONS
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
    """
    from sits_es.rules.xwing.cited import FIRING
    from sits_es.rules.xwing.sums.areas import in_words
    from sits_es.rules.xwing.sums.closest import touched
    from sits_es.rules.xwing.sums.firing_arcs import firing as fires
    from sits_es.sentences import listed

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
        result, steps, FIRING, data, drawn(title, lambda: arcs_scene(one, other, found.sight, found.firing_arcs), svg)
    )


def rotate(
    arcs: Annotated[list[str], typer.Argument(metavar="NOW TO", help="Arcs before and after, such as front left.")],
) -> Answer:
    """Where a turret's indicator points after the rotate action, if it may point there."""
    from sits_es.errors import UnreadableError
    from sits_es.rules.xwing.cited import ROTATE
    from sits_es.rules.xwing.sums.turrets import rotate as rotated
    from sits_es.sentences import listed

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
