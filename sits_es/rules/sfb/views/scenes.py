"""The picture of SFB 'n3D: units, bodies and webs from above, from the side and from behind, in kilometres."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import astuple
from msgspec import Struct
from msgspec.structs import replace

from sits_es.report.blocks import Block, Heading, Picture, ReportLine
from sits_es.report.scenes import (
    Gauge,
    MapWords,
    Marker,
    SceneForm,
    SpacePoint,
    SpaceScene,
    SpaceView,
    short_labels,
    sides_by_name,
)
from sits_es.rules.sfb.board import Board, Body, Unit
from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.motion import step
from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.rules.sfb.sums.places import Inertia, Place
from sits_es.rules.sfb.sums.words import kind_of
from sits_es.rules.sfb.terrain.facts import SOLID
from sits_es.sentences import counted, listed

#: Three views: x is to the north, y up, z to the west. Rule: C1.12.
VIEWS: Final = (
    SpaceView("From above", "-z", "x", "y"),
    SpaceView("From the east", "x", "y", "-z"),
    SpaceView("From the south", "-z", "y", "-x"),
)


class Box(Struct, frozen=True):
    """A part of space: from one corner to the other, both included."""

    low: Place
    high: Place

    def holds(self, place: Place) -> bool:
        """Whether a place is in it."""
        corners = zip(astuple(self.low), astuple(place), astuple(self.high), strict=True)
        return all(low <= at <= high for low, at, high in corners)


_WORDS: Final = MapWords(
    unit="unit",
    pointer="heading",
    course="in a turn",
    ball="body",
    line="web",
)

#: Kinds of units that come and go while a game is played.
LAUNCHED: Final = frozenset({"seeking", "mine"})


def space(board: Board, *, box: Box | None = None, facts: bool = True) -> SpaceScene:
    """Every unit on the map, every body and every strand of a web.

    box: only what has its middle or both its ends in there, under the same labels; facts: whether the legend tells
    where units are and how they face.
    """
    units = board.out()
    bodies = [body for _, body in sorted(board.bodies.items())]
    named = [body.name for body in bodies if body.kind != "asteroid"]
    stay = {name: unit for name, unit in sorted(board.units.items()) if unit.kind not in LAUNCHED}
    every = (unit for unit in board.units.values() if unit.kind in LAUNCHED)
    launched = sorted(every, key=lambda unit: (unit.since, unit.name))
    sides = sides_by_name(stay)
    labels = short_labels([*stay, *named], [unit.name for unit in launched])
    balls = (ball for body in bodies if _within(box, body.place) for ball in _balls(body, labels.get(body.name, "")))
    strands = (
        SceneForm(
            kind="strand",
            spots=(_point(one), _point(other)),
            name=name,
            facts=(f"strength {written(web.strength)}",),
        )
        for name, web in sorted(board.webs.items())
        for one, other in board.lines(web)
        if _within(box, one, other)
    )
    return SpaceScene(
        markers=tuple(_unit(unit, labels[unit.name], sides, told=facts) for unit in units if _within(box, unit.place)),
        forms=(*balls, *strands),
        words=_WORDS,
        axes={"x": "north", "-x": "south", "y": "up", "-y": "down", "z": "west", "-z": "east"},
        gauge=Gauge(WHOLE, "hex", "hexes"),
        views=VIEWS,
    )


def _within(box: Box | None, *places: Place) -> bool:
    return box is None or all(map(box.holds, places))


def _point(place: Place) -> SpacePoint:
    return SpacePoint(place.x, place.y, place.z)


def _unit(unit: Unit, label: str, sides: tuple[str, ...], *, told: bool) -> Marker:
    # a turn of straight flight is 32 steps; their rounding is made once here, a picture shows no kilometres
    way = step(unit.heading, 32 * unit.speed, Inertia(32 * unit.inertia.x, 32 * unit.inertia.y, 32 * unit.inertia.z))
    course = unit.place + way
    facts = [f"at {unit.place}", str(unit.facing), f"speed {written(unit.speed)}"]
    return Marker(
        label=label,
        name=unit.name,
        side=unit.side,
        place=_point(unit.place),
        heading=_heading(unit.facing),
        course=None if course == unit.place else _point(course),
        facts=tuple(facts) if told else (),
        sides=sides,
    )


def _heading(facing: Facing) -> SpacePoint:
    """A way ahead, long enough that its direction is that of the facing."""
    return _point(step(facing, 32 * 100 * WHOLE))


def _balls(body: Body, label: str) -> list[SceneForm]:
    """A body; its atmosphere, and the inner edge of a ring, as circles of their own."""
    ball = SceneForm(kind="ball", spots=(_point(body.place),), radius=body.radius // 3, name=body.name, weight="open")
    if body.kind == "asteroid":
        return [replace(ball, name="asteroids")]
    kind = kind_of(body.kind)
    ball = replace(ball, label=label, facts=(f"{kind} at {body.place}",), what=kind)
    edge = body.atmosphere or body.inner
    around = [replace(ball, radius=edge // 3)] if edge else []
    return [replace(ball, weight="strong") if body.kind in SOLID else ball, *around]


#: How far round a unit its surroundings are seen on each axis, in km.
NEAR: Final = 12 * WHOLE


def around(board: Board, name: str) -> SpaceScene | None:
    """All that is near a unit, which is in the middle; None for one that is not on the map."""
    unit = board.units.get(name)
    if unit is None or not unit.out:
        return None
    low, high = (Place(unit.place.x + far, unit.place.y + far, unit.place.z + far) for far in (-NEAR, NEAR))
    return space(board, box=Box(low, high))


# pictures of a board: all of it, and where units stand in heaps, the heaps once more

#: A board no wider than this is seen well in one picture, in km.
WIDE: Final = 200 * WHOLE

#: Units are in one group when each is nearer to another of it than this part of the board's width.
PART: Final = 64

#: Groups of which there is a picture unless in detail, the largest first; how far round a group is seen, in km.
MOST_PICTURES: Final = 1
ROUND: Final = 2 * WHOLE

#: Units that a heading names.
MOST_NAMES: Final = 3


def pictures(board: Board, *, facts: bool, detail: bool = False) -> Iterator[Block]:
    """The whole board, then its groups from near by; in detail all of them, otherwise the largest.

    facts: whether the first legend tells where units are.
    """
    yield Picture(space(board, facts=facts))
    found = groups(board)
    drawn = len(found) if detail else MOST_PICTURES
    for group in found[:drawn]:
        yield Heading(f"{_named(group)} from near by")
        yield Picture(space(board, box=_box(group, ROUND), facts=False))
    for group in found[drawn:]:
        across = written(max(_sides([unit.place for unit in group])))
        yield ReportLine(f"Close together, within {across} hexes: {listed(unit.name for unit in group)}.", 2)


def groups(board: Board) -> list[list[Unit]]:
    """Units that stand in one heap on a wide board, the largest group first; none where one picture shows all well."""
    units = board.out()
    width = max(_sides([*(unit.place for unit in units), *(body.place for body in board.bodies.values())]))
    if width <= WIDE:
        return []
    found: list[list[Unit]] = []
    for unit in units:
        near = [group for group in found if any(_apart(unit, other) < width // PART for other in group)]
        found = [group for group in found if group not in near]
        found.append([*(each for group in near for each in group), unit])
    several = [sorted(group, key=lambda unit: unit.name) for group in found if len(group) > 1]
    return sorted(several, key=lambda group: (-len(group), group[0].name))


def _apart(one: Unit, other: Unit) -> int:
    return max(_sides([one.place, other.place]))


def _sides(places: Sequence[Place]) -> tuple[int, int, int]:
    """How far places lie apart on each axis, km."""
    if not places:
        return 0, 0, 0
    one, two, three = (max(axis) - min(axis) for axis in _axes(places))
    return one, two, three


def _box(group: Sequence[Unit], margin: int) -> Box:
    places = [unit.place for unit in group]
    low = Place(*(min(axis) - margin for axis in _axes(places)))
    return Box(low, Place(*(max(axis) + margin for axis in _axes(places))))


def _axes(places: Sequence[Place]) -> tuple[list[int], list[int], list[int]]:
    return [place.x for place in places], [place.y for place in places], [place.z for place in places]


def _named(group: Sequence[Unit]) -> str:
    names = [unit.name for unit in group]
    if len(names) <= MOST_NAMES + 1:
        return listed(names)
    return f"{', '.join(names[:MOST_NAMES])} and {counted(len(names) - MOST_NAMES, 'other')}"
