"""X-Wing's table as a scene: bases with their bows, arcs without what lies beneath the base, what is inside, lines.

Rule: rules.md, Answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from sits_es.report.scenes import Corner, MapWords, Marker, SceneForm, ShapeScene, Weight, short_labels
from sits_es.rules.xwing.sums.arcs import parts_inside
from sits_es.rules.xwing.sums.areas import area, in_words, own
from sits_es.rules.xwing.sums.bases import Placement, Point
from sits_es.rules.xwing.sums.numbers import plainly
from sits_es.rules.xwing.sums.objects import Lying
from sits_es.rules.xwing.sums.ranges import BANDS, FARTHEST_RANGE, NEAR, told
from sits_es.rules.xwing.sums.rims import SIDES, rim

WORDS: Final = MapWords(unit="base", measure="mm", pointer="bow")


class ShownShip(Struct, frozen=True):
    """A ship to be drawn. side: whose it is, or empty; facts: what the legend says besides its base and place."""

    name: str
    placement: Placement
    side: str = ""
    facts: tuple[str, ...] = ()


class ShownArc(Struct, frozen=True):
    """An arc to be drawn. of: the name of its ship; facts: what the legend says of it; sign: as in `SceneForm`."""

    of: str
    arc: str
    weight: Weight = "plain"
    facts: tuple[str, ...] = ()
    sign: int | None = None


class ShownObject(Struct, frozen=True):
    """What lies on the table. kind: such as asteroid; sign: as in `SceneForm`."""

    name: str
    kind: str
    lying: Lying
    sign: int


def table(
    standing: Iterable[ShownShip],
    arcs: Iterable[ShownArc] = (),
    *,
    lying: Iterable[ShownObject] = (),
    inside: Iterable[tuple[str, str, str]] = (),
    midway: Iterable[str] = (),
    bands: Iterable[str] = (),
    closest: Iterable[tuple[str, str]] = (),
    line: tuple[Point, ...] = (),
    ways: Iterable[tuple[str, tuple[Point, ...]]] = (),
    edges: tuple[Corner, Corner] | None = None,
    sides: tuple[str, ...] = (),
    named: Iterable[str] = (),
) -> ShapeScene:
    """The scene of some ships on the table. named: those among which labels differ, where they are more than these.

    inside: target, ship and arc, to show what of the target is inside; midway: ships whose midway line is drawn; bands:
    ships whose range bands are; closest: pairs of ships to be joined where they are closest; line: of an attack,
    by its ends; ways: templates, each with its outline. edges: of the table.
    """
    ships = {each.name: each for each in standing}
    labels = short_labels(tuple(named) or ships)
    things = tuple(_outline(each, labels[each.name], sides) for each in ships.values())
    rocks = [_object(each) for each in lying]
    areas = [each for name in bands for each in _bands(ships[name])]
    areas += [SceneForm(kind="area", spots=spots, name=name, label=name) for name, spots in ways]
    wanted = tuple(arcs)
    several = len({shown.of for shown in wanted}) > 1
    areas += [_area(ships[shown.of], shown, f"{labels[shown.of]} " if several else "") for shown in wanted]
    overlaps = (
        SceneForm(kind="overlap", spots=part, name=in_words(arc), of=ship, inside=target)
        for target, ship, arc in inside
        for part in parts_inside(ships[ship].placement, ships[target].placement, arc)
    )
    strokes = [each for name in midway for each in midway_line(name, ships[name].placement)]
    strokes += [line for one, other in closest for line in _closest(ships[one], ships[other])]
    strokes += [SceneForm(kind="line", spots=line, name="line of the attack")] if line else []
    return ShapeScene(markers=things, forms=(*areas, *rocks, *overlaps, *strokes), words=WORDS, edges=edges)


def _outline(ship: ShownShip, label: str, sides: tuple[str, ...]) -> Marker:
    placement = ship.placement
    width, length = float(placement.base.width), float(placement.base.length)
    bow = ((0.0, length * 0.48), (width * 0.16, length * 0.32), (-width * 0.16, length * 0.32))
    x, y, facing = (plainly(number) for number in (placement.x, placement.y, placement.facing))
    return Marker(
        label=label,
        name=ship.name,
        side=ship.side,
        sides=sides,
        facts=(f"{placement.base.name} base at {x}, {y} facing {facing}", *ship.facts),
        corners=placement.corners,
        front=tuple(map(placement.on_table, bow)),
    )


def _object(shown: ShownObject) -> SceneForm:
    return SceneForm(
        kind="area",
        name=shown.name,
        spots=shown.lying.outline,
        label=shown.name,
        facts=(shown.kind,),
        weight="strong",
        sign=shown.sign,
    )


@lru_cache(maxsize=256)
def arc_corners(placement: Placement, arc: str) -> tuple[Point, ...]:
    """An arc on the table as far as range 3, without what lies beneath the base. Raises NotAllowedError as `area`."""
    import shapely

    drawn = shapely.intersection(area(arc, placement.base), rim(placement.base))
    return tuple(map(placement.on_table, drawn.exterior.coords[:-1]))


def _area(ship: ShownShip, shown: ShownArc, whose: str) -> SceneForm:
    corners = arc_corners(ship.placement, shown.arc)
    return SceneForm(
        kind="area",
        name=in_words(shown.arc),
        of=shown.of,
        spots=corners,
        label="" if shown.weight == "open" or shown.arc == "bullseye" else whose + shown.arc.replace("-", " "),
        weight=shown.weight,
        facts=shown.facts,
        sign=shown.sign,
    )


def _bands(ship: ShownShip) -> Iterable[SceneForm]:
    """All within each range band's end, the widest first."""
    import shapely

    for number, limit in reversed(tuple(enumerate(BANDS, 1))):
        reach = shapely.buffer(own(ship.placement.base), limit, quad_segs=SIDES)
        corners = tuple(map(ship.placement.on_table, reach.exterior.coords[:-1]))
        yield SceneForm(kind="area", spots=corners, name=f"range {number}", of=ship.name, facts=(f"up to {limit} mm",))


def midway_line(name: str, placement: Placement) -> tuple[SceneForm, SceneForm]:
    """A ship's midway line as far as range 3, on either side of its base."""
    near = float(placement.base.width / 2)
    far = near + FARTHEST_RANGE

    def half(way: int, *facts: str) -> SceneForm:
        ends = placement.on_table((way * near, 0)), placement.on_table((way * far, 0))
        return SceneForm(kind="line", spots=ends, name="midway line", of=name, facts=facts)

    return half(1, "ends at range 3"), half(-1)


def _closest(one: ShownShip, other: ShownShip) -> Iterator[SceneForm]:
    """The line between the closest points of two bases, where there is anything between them."""
    from sits_es.rules.xwing.sums.closest import closest

    found = closest(one.placement, other.placement)
    if found.distance > NEAR:
        apart = f"{told(found.distance)} mm apart"
        yield SceneForm(kind="line", spots=found.points, name=f"{one.name} to {other.name}", facts=(apart,))
