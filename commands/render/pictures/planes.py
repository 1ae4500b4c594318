"""A space or a table as a list of marks on planes, worked out once: text, SVG and the page of a replay draw that list.

Places on a plane are in the scene's own units: x to the right, y upward.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import partial
from itertools import takewhile
from typing import Any, Final, Literal, TypeVar

from attrs import field, frozen
from msgspec import Struct
from msgspec.structs import replace

from commands.render.pictures.canvas import printable
from commands.render.pictures.figures import Colour, Figure, figure_of, scales
from sits_es.report.scenes import (
    Axis,
    Gauge,
    MapScene,
    MapWords,
    Marker,
    Pointer,
    SceneForm,
    ShapeScene,
    SpacePoint,
    SpaceScene,
    SpaceView,
)
from sits_es.values import Value

T = TypeVar("T")

#: A place on a plane: to the right and upward.
Spot = tuple[float, float]

#: What points so little sideways, in parts of its length, points at whoever looks, or away: the sine of 22.5 degrees.
ON_END: Final = math.sin(math.radians(22.5))


class Thing(Struct, frozen=True, kw_only=True):
    """A thing where it stands, or where it will be; the same size at every scale. course: where it is heading.

    base: the shortest side of its own shape, which is a `SceneForm`; None: it has none.
    """

    figure: Figure
    at: Spot
    course: Spot | None = None
    base: float | None = None


class Edges(Struct, frozen=True):
    """The part of a plane that is to be seen."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def across(self) -> float:
        """From the left edge to the right one."""
        return self.right - self.left

    @property
    def high(self) -> float:
        """From the lower edge to the upper one."""
        return self.top - self.bottom


#: How hexes are seen: a hex is one unit from side to side, and so high are levels. Below, to a corner.
TO_CORNER: Final = 1 / math.sqrt(3)
#: So much is seen of a map of hexes at the least, and free round whatever stands there.
LEAST_HEXES, HEX_MARGIN = 6.0, 1.0


@frozen(kw_only=True)
class Plane(Value):
    """A plane and what is on it, in the order in which it is drawn. ways: what lies upward and to the right.

    kind: what its ground is: bare, hexes seen from above, or their levels seen from the side.
    """

    things: tuple[Thing, ...]
    forms: tuple[SceneForm, ...] = ()
    wanted: tuple[Spot, ...] = ()
    title: str = ""
    ways: tuple[str, ...] = ()
    kind: Literal["flat", "hexes", "levels"] = "flat"
    edges: Edges = field(init=False)

    @edges.default
    def _edges(self) -> Edges:
        """Those of all that stands or reaches somewhere, and of what is `wanted`; a course may leave them."""
        spots = [*self.wanted, *(thing.at for thing in self.things)]
        for form in self.forms:
            spots += form.spots
            if form.radius:
                spots += ((x + off, y + off) for x, y in form.spots for off in (-form.radius, form.radius))
        across, up = [x for x, _ in spots] or [0], [y for _, y in spots] or [0]
        wide, high = (
            (max(0.0, LEAST_HEXES - max(span) + min(span)) / 2 + HEX_MARGIN if self.kind == "hexes" else 0)
            for span in (across, up)
        )
        return Edges(min(across) - wide, min(up) - high, max(across) + wide, max(up) + high)

    def titled(self, arrows: tuple[str, str]) -> str:
        """Its title, and what lies where. arrows: up, and to the right."""
        ways = ", ".join(f"{arrow} {way}" for arrow, way in zip(arrows, self.ways, strict=False))
        return printable(": ".join(filter(None, (self.title, ways))))


class PlanePicture(Struct, frozen=True, kw_only=True):
    """Planes that are seen at one scale, and what is told of them. legend: forms, one of all that are told of as one.

    ruler: the length of the bar that shows the scale; None: one that fits.
    """

    planes: tuple[Plane, ...]
    markers: tuple[Marker, ...]
    words: MapWords
    gauge: Gauge
    legend: tuple[SceneForm, ...]
    ruler: int | None = None

    @property
    def colours(self) -> dict[str, Colour]:
        """The colour of each thing by its name, the first of several."""
        return {each.name: figure_of(self.markers, each).colour for each in reversed(self.markers)}

    @property
    def is_table(self) -> bool:
        """Whether it is one plane without a title, seen from above."""
        return self.ruler is not None

    def told(self, length: float) -> str:
        """A length in what the scene tells lengths in, with up to four decimals: 0.5 hexes, 1 hex."""
        number = (Decimal(length) / self.gauge.length).quantize(Decimal("0.0001")).normalize()
        return printable(f"{number:f} {self.gauge.one if number == 1 else self.gauge.several}".strip())

    def bar(self, step: int, room: float) -> int:
        """A round length for the bar that shows the scale: the longest of whole steps that goes into the room.

        step, room: in the scene's units, 1 up. Where there is none, a step.
        """
        one = self.gauge.length
        parts = (one // scale for scale in takewhile(lambda scale: scale <= one, scales()) if one % scale == 0)
        many = takewhile(lambda length: length <= room, (one * scale for scale in scales()))
        return max((length for length in (*parts, *many) if length <= room and length % step == 0), default=step)


def plane_picture(scene: SpaceScene | ShapeScene | MapScene) -> PlanePicture:
    """The marks of a scene."""
    words = scene.words
    if isinstance(scene, ShapeScene):
        table = _table(scene)
        legend = tuple(form for form in table.forms if form.kind == "area" or (form.kind == "line" and form.facts))
        gauge = Gauge(1, words.measure, words.measure)
        return PlanePicture(
            planes=(table,), markers=scene.markers, words=words, gauge=gauge, legend=legend, ruler=scene.ruler
        )
    if isinstance(scene, MapScene):
        planes, legend, gauge = tuple(_of_hexes(scene)), _regions(scene), Gauge(1, "hex", "hexes")
    else:
        planes = tuple(_seen(scene, view) for view in scene.views)
        legend, gauge = tuple(_grouped(scene)), scene.gauge
    return PlanePicture(planes=planes, markers=scene.markers, words=words, gauge=gauge, legend=legend)


# a map of hexes


def hex_middle(q: int, r: int) -> Spot:
    """Where a hex has its middle."""
    return 1.5 * TO_CORNER * q, -(r + q / 2)


def _things(
    markers: Sequence[Marker], spot: Callable[[Any], Spot], pointer: Callable[[Marker], Pointer | None]
) -> tuple[Thing, ...]:
    """Things first, then the places where they will be, unless they are seen where they are."""
    now, later = [], []
    for each in markers:
        figure, at = replace(figure_of(markers, each), pointer=pointer(each)), spot(each.place)
        now.append(Thing(figure=figure, at=at, course=None if each.course is None else spot(each.course)))
        if each.future is not None and spot(each.future) != at:
            later.append(Thing(figure=figure_of(markers, each, later=True), at=spot(each.future)))
    return (*now, *later)


def _of_hexes(scene: MapScene) -> Iterator[Plane]:
    """The map from above, and where things have levels from the side: to the right as on the map, levels upward."""
    words = scene.words
    north = tuple(f"{name} ({words.compass})" if words.compass else name for name in words.directions[:1])
    seen = _things(scene.markers, lambda at: hex_middle(at.q, at.r), lambda marker: marker.pointer)
    map_ = Plane(things=seen, forms=_regions(scene), title="From above", ways=north, kind="hexes")
    yield map_
    if words.level:
        seen = _things(scene.markers, lambda at: (hex_middle(at.q, at.r)[0], at.level), lambda _: None)
        wanted = (map_.edges.left, 0), (map_.edges.right, 0)
        yield Plane(things=seen, wanted=wanted, title="From the side", ways=(words.level,), kind="levels")


def _regions(scene: MapScene) -> tuple[SceneForm, ...]:
    return tuple(
        replace(each, spots=tuple(hex_middle(place.q, place.r) for place in each.spots)) for each in scene.regions
    )


# a table with shapes


#: What is drawn first where things lie upon each other.
ORDER: Final = ("region", "area", "ball", "strand", "thing", "overlap", "front", "line")


def _table(scene: ShapeScene) -> Plane:
    forms = [*scene.forms]
    for each in scene.markers:
        forms.append(SceneForm(kind="thing", spots=each.corners, name=each.name, of=each.name))
        if each.front:
            forms.append(SceneForm(kind="front", spots=each.front, name=each.name, of=each.name))
    things = [
        Thing(
            figure=replace(figure_of(scene.markers, each), pointer=_toward_front(each)),
            at=middle(each.corners),
            base=min(math.dist(*ends) for ends in zip(each.corners, (*each.corners[1:], each.corners[0]), strict=True)),
        )
        for each in scene.markers
    ]
    return Plane(things=tuple(things), forms=_ordered(forms), wanted=scene.edges or ())


def _ordered(forms: Iterable[SceneForm]) -> tuple[SceneForm, ...]:
    return tuple(sorted(forms, key=lambda form: ORDER.index(form.kind)))


def _toward_front(thing: Marker) -> Pointer | None:
    """Where a thing's front lies from its middle."""
    if not thing.front:
        return None
    (x, y), (to_x, to_y) = middle(thing.corners), middle(thing.front)
    return None if (x, y) == (to_x, to_y) else Pointer("", math.degrees(math.atan2(to_x - x, to_y - y)) % 360)


def middle(corners: Sequence[Spot]) -> Spot:
    """The middle of a shape, by its area; of a line's length of corners, their mean."""
    twice = x = y = 0.0
    before_x, before_y = corners[-1]
    for corner_x, corner_y in corners:
        part = before_x * corner_y - corner_x * before_y
        twice += part
        x += part * (before_x + corner_x)
        y += part * (before_y + corner_y)
        before_x, before_y = corner_x, corner_y
    if abs(twice) < 1e-9:
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
    return x / (3 * twice), y / (3 * twice)


# a space on the planes that it is seen on


def _seen(scene: SpaceScene, view: SpaceView) -> Plane:
    """A space as it is seen from one side."""

    def on(point: SpacePoint) -> Spot:
        return along(point, view.right), along(point, view.up)

    things = _things(scene.markers, on, partial(_pointer, view))
    forms = _ordered(replace(form, spots=tuple(map(on, form.spots))) for form in scene.forms)
    ways = tuple(scene.axes.get(axis, axis) for axis in (view.up, view.right))
    return Plane(things=things, forms=forms, title=view.title, ways=ways)


def _grouped(scene: SpaceScene) -> Iterator[SceneForm]:
    """One form of each kind for the legend, with how many there are, in the order of the scene.

    Balls about the same middle are one: a planet and its atmosphere.
    """
    found: dict[tuple[object, ...], dict[object, SceneForm]] = {}
    for form in _ordered(scene.forms):
        found.setdefault((form.kind, form.label, form.name, form.facts), {}).setdefault(form.spots, form)
    for same in found.values():
        first = next(iter(same.values()))
        yield first if len(same) == 1 else replace(first, name=f"{first.name} ({len(same)})")


def along(point: SpacePoint, axis: Axis) -> int:
    """How far a place is along an axis."""
    far: int = getattr(point, axis[-1])
    return -far if axis.startswith("-") else far


def _pointer(view: SpaceView, marker: Marker) -> Pointer | None:
    """Where a thing points as it is seen: azimuths go clockwise from the top of the picture."""
    if marker.heading is None:
        return None
    right, up, near = (along(marker.heading, axis) for axis in (view.right, view.up, view.near))
    if not (right or up or near):
        return None
    if math.hypot(right, up) < ON_END * math.hypot(right, up, near):
        return Pointer("towards you" if near > 0 else "away from you", None, near > 0)
    return Pointer("", math.degrees(math.atan2(right, up)) % 360)


# layout


def crowds(title: str, beside: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What a plane has no room for, in a sentence if there is such. beside: what stands there, and what does so too."""
    found: dict[str, list[str]] = {}
    for first, other in beside:
        found.setdefault(first, []).append(other)
    if found:
        told_of = "; ".join(f"with {first} also {', '.join(others)}" for first, others in found.items())
        yield f"{title}: {told_of}."


def layouts(planes: Sequence[T]) -> list[tuple[tuple[T, ...], ...]]:
    """Every way to put planes into rows, in their order: the fewest rows first."""
    return sorted(_rows(tuple(planes)), key=len)


def _rows(planes: tuple[T, ...]) -> Iterator[tuple[tuple[T, ...], ...]]:
    if not planes:
        yield ()
    for first in range(len(planes), 0, -1):
        yield from ((planes[:first], *rest) for rest in _rows(planes[first:]))
