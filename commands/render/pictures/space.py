"""A space on the planes that it is seen on: what is flat in each, where it ends, and how planes stand by each other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import chain, takewhile
from typing import Final, TypeVar

from attrs import frozen

from commands.render.pictures.canvas import printable
from commands.render.pictures.hex_map import scales
from commands.render.pictures.plane import Drawing, Edges, drawings
from sits_es.report.scenes import (
    Axis,
    PlanePoint,
    PlotMarker,
    PlotScene,
    Pointer,
    SpaceBall,
    SpaceLine,
    SpaceMarker,
    SpacePoint,
    SpaceScene,
    SpaceView,
)

T = TypeVar("T")

#: What points so little sideways, in parts of its length, points at whoever looks, or away: the sine of 22.5 degrees.
ON_END: Final = math.sin(math.radians(22.5))


@frozen
class Circle:
    """A ball as it is seen."""

    ball: SpaceBall
    place: PlanePoint


@frozen
class Stroke:
    """A line as it is seen."""

    line: SpaceLine
    start: PlanePoint
    end: PlanePoint

    @property
    def middle(self) -> PlanePoint:
        """Where its label stands."""
        return PlanePoint((self.start.x + self.end.x) // 2, (self.start.y + self.end.y) // 2)


@frozen(kw_only=True)
class Flat:
    """A space as it is seen on one plane. edges: of all that is to be seen, in the system's units."""

    view: SpaceView
    drawings: tuple[Drawing, ...]
    circles: tuple[Circle, ...]
    strokes: tuple[Stroke, ...]
    edges: Edges

    @property
    def across(self) -> int:
        """Units from the left edge to the right one."""
        return self.edges.right - self.edges.left

    @property
    def high(self) -> int:
        """Units from the lower edge to the upper one."""
        return self.edges.top - self.edges.bottom


def flat(scene: SpaceScene, view: SpaceView) -> Flat:
    """The space as it is seen on a plane."""
    shown = tuple(drawings(PlotScene(tuple(_seen(marker, view) for marker in scene.markers), scene.words)))
    circles = tuple(Circle(ball, place_on(ball.place, view)) for ball in scene.balls)
    strokes = tuple(Stroke(line, *(place_on(end, view) for end in line.ends)) for line in scene.lines)
    points = [drawing.place for drawing in shown]
    points += [end for stroke in strokes for end in (stroke.start, stroke.end)]
    for circle in circles:
        reach = circle.ball.radius
        points += [PlanePoint(circle.place.x + off, circle.place.y + off) for off in (-reach, reach)]
    across, up = [point.x for point in points] or [0], [point.y for point in points] or [0]
    edges = Edges(min(across), min(up), max(across), max(up))
    return Flat(view=view, drawings=shown, circles=circles, strokes=strokes, edges=edges)


def along(point: SpacePoint, axis: Axis) -> int:
    """How far a place is along an axis."""
    far: int = getattr(point, axis[-1])
    return -far if axis.startswith("-") else far


def place_on(point: SpacePoint, view: SpaceView) -> PlanePoint:
    """A place as it is seen."""
    return PlanePoint(along(point, view.right), along(point, view.up))


def _seen(marker: SpaceMarker, view: SpaceView) -> PlotMarker:
    future, course = (None if each is None else place_on(each, view) for each in (marker.future, marker.course))
    return PlotMarker(
        label=marker.label,
        name=marker.name,
        side=marker.side,
        pointer=None if marker.heading is None else _pointer(marker.heading, view),
        facts=marker.facts,
        sides=marker.sides,
        place=place_on(marker.place, view),
        future=future,
        course=course,
    )


def _pointer(heading: SpacePoint, view: SpaceView) -> Pointer | None:
    """Where a thing points as it is seen: azimuths go clockwise from the top of the picture."""
    right, up, near = along(heading, view.right), along(heading, view.up), along(heading, view.near)
    if not (right or up or near):
        return None
    if math.hypot(right, up) < ON_END * math.hypot(right, up, near):
        return Pointer("towards you" if near > 0 else "away from you", None, near > 0)
    return Pointer("", math.degrees(math.atan2(right, up)) % 360)


def titled(scene: SpaceScene, view: SpaceView, arrows: tuple[str, str], *, ascii_only: bool = False) -> str:
    """The title of a plane: its own, and what lies where. arrows: up, and to the right."""
    names = [view.title, *(scene.axes.get(axis, axis) for axis in (view.up, view.right))]
    title, *ways = (printable(name, ascii_only=ascii_only) for name in names)
    return f"{title}: {', '.join(f'{arrow} {way}' for arrow, way in zip(arrows, ways, strict=True))}"


def told(length: int, scene: SpaceScene) -> str:
    """A length in what the scene tells lengths in, with up to four decimals: 0.5 hexes, 1 hex."""
    number = (Decimal(length) / scene.gauge.length).quantize(Decimal("0.0001")).normalize()
    return printable(f"{number:f} {scene.gauge.one if number == 1 else scene.gauge.several}")


def bar_of(step: int, room: int, scene: SpaceScene) -> int:
    """A round length for the bar that shows the scale: the longest of whole steps that goes into the room.

    step, room: in the system's units, 1 up. Where there is none, a step.
    """
    one = scene.gauge.length
    parts = (one // scale for scale in takewhile(lambda scale: scale <= one, scales()) if one % scale == 0)
    many = takewhile(lambda length: length <= room, (one * scale for scale in scales()))
    return max((length for length in (*parts, *many) if length <= room and length % step == 0), default=step)


def grouped(things: Iterable[SpaceBall] | Iterable[SpaceLine]) -> Iterator[tuple[SpaceBall | SpaceLine, int]]:
    """One of each kind for the legend, with how many there are, in the order of the scene.

    Balls about the same middle are one: a planet and its atmosphere.
    """
    found: dict[tuple[str, str, tuple[str, ...]], dict[object, SpaceBall | SpaceLine]] = {}
    for thing in things:
        where = thing.place if isinstance(thing, SpaceBall) else thing.ends
        found.setdefault((thing.label, thing.name, thing.facts), {}).setdefault(where, thing)
    yield from ((next(iter(same.values())), len(same)) for same in found.values())


def legend_of(scene: SpaceScene) -> Iterator[tuple[SpaceBall | SpaceLine, str, str]]:
    """Balls and lines, each with its name and with what the legend says of it, which may be nothing."""
    for thing, number in chain(grouped(scene.balls), grouped(scene.lines)):
        yield thing, thing.name if number == 1 else f"{thing.name} ({number})", ", ".join(thing.facts)


def crowds(view: SpaceView, beside: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What a plane has no room for, in a sentence if there is such. beside: what stands there, and what does so too."""
    found: dict[str, list[str]] = {}
    for first, other in beside:
        found.setdefault(first, []).append(other)
    if found:
        told_of = "; ".join(f"with {first} also {', '.join(others)}" for first, others in found.items())
        yield f"{view.title}: {told_of}."


def layouts(planes: Sequence[T]) -> list[tuple[tuple[T, ...], ...]]:
    """Every way to put planes into rows, in their order: the fewest rows first."""
    return sorted(_rows(tuple(planes)), key=len)


def _rows(planes: tuple[T, ...]) -> Iterator[tuple[tuple[T, ...], ...]]:
    if not planes:
        yield ()
    for first in range(len(planes), 0, -1):
        yield from ((planes[:first], *rest) for rest in _rows(planes[first:]))
