"""The picture of SFB 'n3D: units, bodies and webs from above, from the side and from behind, in kilometres."""

from __future__ import annotations

from typing import Final

from attrs import astuple, evolve, frozen

from sits_es.report.scenes import (
    Gauge,
    MapWords,
    Marker,
    SceneForm,
    SpacePoint,
    SpaceScene,
    SpaceView,
    short_labels,
)
from sits_es.rules.sfb_n3d.board import Board, Body, Unit
from sits_es.rules.sfb_n3d.sums.facings import Facing
from sits_es.rules.sfb_n3d.sums.motion import step
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, written
from sits_es.rules.sfb_n3d.sums.places import Inertia, Place
from sits_es.rules.sfb_n3d.terrain.facts import SOLID

#: Three views: x is to the north, y up, z to the west. Rule: C1.12.
VIEWS: Final = (
    SpaceView("From above", "-z", "x", "y"),
    SpaceView("From the east", "x", "y", "-z"),
    SpaceView("From the south", "-z", "y", "-x"),
)


@frozen
class Box:
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
    sides = tuple(dict.fromkeys(unit.side for _, unit in sorted(board.units.items())))
    stay = [name for name in sorted(board.units) if board.units[name].kind not in LAUNCHED]
    launched = sorted((unit for unit in units if unit.kind in LAUNCHED), key=lambda unit: (unit.since, unit.name))
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
    way = step(unit.facing, 32 * unit.speed, Inertia(32 * unit.inertia.x, 32 * unit.inertia.y, 32 * unit.inertia.z))
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
        return [evolve(ball, name="asteroids")]
    kind = "black hole" if body.kind == "hole" else body.kind
    ball = evolve(ball, label=label, facts=(f"{kind} at {body.place}",), what=kind)
    edge = body.atmosphere or body.inner
    around = [evolve(ball, radius=edge // 3)] if edge else []
    return [evolve(ball, weight="strong") if body.kind in SOLID else ball, *around]


#: How far round a unit its surroundings are seen on each axis, in km.
NEAR: Final = 12 * WHOLE


def around(board: Board, name: str) -> SpaceScene | None:
    """All that is near a unit, which is in the middle; None for one that is not on the map."""
    unit = board.units.get(name)
    if unit is None or not unit.out:
        return None
    low, high = (Place(unit.place.x + far, unit.place.y + far, unit.place.z + far) for far in (-NEAR, NEAR))
    return space(board, box=Box(low, high))
