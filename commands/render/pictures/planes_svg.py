"""Planes as SVG: each in its frame at one scale, with what has a shape of its own, signs of things, and its bar.

All shapes of a plane stand in one group whose units are those of the plane, x to the right and y upward, so that
whoever reads the file finds the very places: `data-kind` says what a shape is, `data-of` whose, `data-name` which.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from attrs import evolve, frozen

from commands.render.pictures.canvas import printable
from commands.render.pictures.figures import (
    HALO,
    ON_END,
    around,
    arrow_svg,
    badge_svg,
    course_svg,
    key_of,
    pointed,
    signs_in_words,
)
from commands.render.pictures.planes import Plane, PlaneForm, PlanePicture, Spot, Thing, crowds, layouts, plane_picture
from commands.render.pictures.svg import KeyRow, PictureParts, svg_text, tag
from sits_es.report.scenes import ShapeScene, SpaceScene

#: Space left of everything and between two planes; above a frame for its title, below it for its bar.
LEFT: Final = 40.0
GAP: Final = 30.0
HEAD: Final = 26.0
FOOT: Final = 34.0

#: How large a sign is; how far the middles of two are apart, and from the frame, at the least; rings round a place.
SIZE: Final = 13.0
APART: Final = 2.6 * SIZE
EDGE: Final = 1.6 * SIZE
RINGS: Final = 6

#: How forms are filled and drawn: parts of their colour, and how wide and how dashed their line is in the picture.
FORMS: Final[dict[tuple[str, str], tuple[float, float, float, tuple[float, float] | None]]] = {
    ("area", "open"): (0.0, 0.5, 1.0, (4, 3)),
    ("area", "plain"): (0.1, 0.7, 1.2, (4, 3)),
    ("area", "strong"): (0.3, 1.0, 2.0, None),
    ("thing", "plain"): (0.45, 1.0, 1.5, None),
    ("overlap", "plain"): (0.6, 1.0, 1.0, None),
    ("front", "plain"): (1.0, 1.0, 0, None),
    ("line", "plain"): (1.0, 1.0, 1.6, (7, 4)),
    ("ball", "open"): (0.0, 1.0, 1.5, None),
    ("ball", "strong"): (0.3, 1.0, 1.5, None),
    ("strand", "plain"): (1.0, 1.0, 3.0, (7, 3)),
}
#: A ball is seen however small it is.
LEAST_RADIUS: Final = 1.5


@frozen
class Layout:
    """How planes lie in a picture. room: for all; inside: room inside a frame; least: a frame is across and high.

    above: the first title.
    """

    room: tuple[float, float]
    inside: float
    least: tuple[float, float]
    above: float


OF_A_SPACE: Final = Layout((1300.0, 1000.0), 36.0, (240.0, 160.0), 50.0 + HEAD)
OF_A_TABLE: Final = Layout((1000.0, 900.0), 20.0, (0.0, 0.0), 60.0)


@frozen(kw_only=True)
class Panel:
    """A plane in the picture. left, top: of its frame; unit: the length of one of the scene's units."""

    plane: Plane
    layout: Layout
    left: float
    top: float
    unit: float

    @property
    def width(self) -> float:
        """Of the frame."""
        return max(self.plane.edges.across * self.unit + 2 * self.layout.inside, self.layout.least[0])

    @property
    def height(self) -> float:
        """Of the frame."""
        return max(self.plane.edges.high * self.unit + 2 * self.layout.inside, self.layout.least[1])

    @property
    def origin(self) -> Spot:
        """Where the plane's place 0, 0 is in the picture; what is to be seen is in the middle of the frame."""
        edges = self.plane.edges
        right, up = (edges.left + edges.right) / 2 * self.unit, (edges.bottom + edges.top) / 2 * self.unit
        return self.left + self.width / 2 - right, self.top + self.height / 2 + up

    def at(self, spot: Spot) -> Spot:
        """A place in the picture."""
        x, y = self.origin
        return x + spot[0] * self.unit, y - spot[1] * self.unit

    def holds(self, place: Spot) -> bool:
        """Whether a sign at a place in the picture is inside the frame."""
        right, down = place[0] - self.left, place[1] - self.top
        return EDGE <= right <= self.width - EDGE and EDGE <= down <= self.height - EDGE


def planes_svg(scene: SpaceScene | ShapeScene) -> PictureParts:
    """The planes, and their legend beside."""
    picture = plane_picture(scene)
    panels = list(_laid_out(picture))
    placed = [_placed(panel) for panel in panels]
    room = min((panel.width / 3 / panel.unit for panel in panels), default=1.0)
    length = picture.ruler or picture.bar(1, max(1.0, math.floor(room)))
    parts = [
        part
        for panel, (things, _) in zip(panels, placed, strict=True)
        for part in _plane(panel, things, picture, length)
    ]
    crowded = [
        line
        for panel, (_, left_out) in zip(panels, placed, strict=True)
        if panel.plane.view is not None
        for line in crowds(panel.plane.view, left_out)
    ]
    right = max((panel.left + panel.width for panel in panels), default=0.0)
    low = max((panel.top + panel.height for panel in panels), default=OF_A_SPACE.above - HEAD - FOOT)
    key = [*key_of((*crowded, *_sentences(picture)), picture.markers), *_rows(picture)]
    return PictureParts(width=right + LEFT, height=low + FOOT + 40, parts=parts, key=key)


def _laid_out(picture: PlanePicture) -> Iterator[Panel]:
    """The planes at the largest scale at which they go into the room, in rows."""
    layout = OF_A_TABLE if picture.is_table else OF_A_SPACE
    ways = [(_unit(way, picture, layout), way) for way in layouts(picture.planes)]
    unit, rows = max(ways, key=lambda each: each[0])
    top = layout.above
    for row in rows:
        left, below = LEFT, top
        for plane in row:
            panel = Panel(plane=plane, layout=layout, left=left, top=top, unit=unit)
            yield panel
            left, below = left + panel.width + GAP, max(below, top + panel.height + FOOT + HEAD)
        top = below


def _unit(rows: Sequence[Sequence[Plane]], picture: PlanePicture, layout: Layout) -> float:
    """The length of a unit at which rows of planes go into the room; in a space at most as if a gauge were a fourth."""
    most = math.inf if picture.is_table else layout.room[0] / 4 / picture.gauge.length
    gap, besides = (0.0, 0.0) if picture.is_table else (GAP, HEAD + FOOT)
    for row in rows:
        across = sum(plane.edges.across for plane in row)
        most = min(most, (layout.room[0] - len(row) * (2 * layout.inside + gap)) / max(1, across))
    high = sum(max(plane.edges.high for plane in row) for row in rows)
    return min(most, (layout.room[1] - len(rows) * (2 * layout.inside + besides)) / max(1, high))


def _plane(panel: Panel, things: Sequence[tuple[Thing, Spot]], picture: PlanePicture, length: int) -> Iterator[str]:
    """One plane in its frame. things: with where their signs are drawn; length: of the bar."""
    plane, unit = panel.plane, panel.unit
    if plane.view is not None:
        title = picture.titled(plane.view, ("\N{UPWARDS ARROW}", "\N{RIGHTWARDS ARROW}"))
        yield svg_text(panel.left, panel.top - 12, title, 15, text_anchor="start", font_weight="bold")
    frame = {"x": panel.left, "y": panel.top, "width": panel.width, "height": panel.height}
    yield tag("rect", **frame, class_="sx-hex", stroke_width=1.5)
    x, y = panel.origin
    placed = f"translate({x:.6f} {y:.6f}) scale({unit:.12g} {-unit:.12g})"
    yield tag("g", "\n".join(_form(form, unit) for form in plane.forms) or " ", transform=placed, data_kind="table")
    for form in plane.forms:
        if form.label:
            weight = "normal" if form.kind == "area" else "bold"
            yield svg_text(*panel.at(form.middle), printable(form.label), 13, HALO, font_weight=weight)
    # courses are cut off at the edge of the frame
    courses = "".join(
        course_svg(thing.figure.colour, place, panel.at(thing.course), 10.0)
        for thing, place in things
        if thing.course is not None and panel.at(thing.course) != place
    )
    box = f"{panel.left:.1f} {panel.top:.1f} {panel.width:.1f} {panel.height:.1f}"
    yield tag("svg", courses or " ", viewBox=box, **frame)
    for thing, place in things:
        (from_x, from_y), (to_x, to_y), class_ = panel.at(thing.at), place, f"sx-{thing.figure.colour}-side"
        if (from_x, from_y) != place:
            yield tag("line", x1=from_x, y1=from_y, x2=to_x, y2=to_y, class_=class_, stroke_width=1)
    for thing, place in things:
        yield _thing(thing, place, unit, picture.words.future)
    low, end = panel.top + panel.height + 14, panel.left + length * unit
    yield tag("line", x1=panel.left, y1=low, x2=end, y2=low, class_="sx-line", stroke_width=3)
    yield svg_text(end + 8, low, picture.told(length), 13, "sx-faint", text_anchor="start")


def _form(form: PlaneForm, unit: float, *, sample: bool = False) -> str:
    """A form in the plane's own units. sample: for the legend, without its words for a reader who points at it."""
    fill, line, wide, dashes = FORMS[form.kind, form.weight]
    owner = "sx-line" if form.colour is None else f"sx-{form.colour}-side"
    class_ = {"front": "sx-on", "ball": "sx-ball"}.get(form.kind, owner)
    told: dict[str, str] = {}
    if not sample:
        told = {"data_kind": form.kind, "data_of": printable(form.of), "data_name": printable(form.name)}
        told |= {"data_thing": printable(form.inside)} if form.inside else {}
    told |= {"fill_opacity": str(fill)} if fill != 1 else {}
    told |= {"stroke_opacity": str(line)} if line != 1 else {}
    told |= {"stroke_dasharray": " ".join(_exact(length / unit) for length in dashes)} if dashes else {}
    told |= {"class_": class_, "stroke_width": _exact(wide / unit)}
    title = "" if sample else tag("title", escape(printable(form.title)))
    match form.spots:
        case ((x, y),):
            radius = max(form.radius, LEAST_RADIUS / unit)
            return tag("circle", title, cx=_exact(x), cy=_exact(y), r=_exact(radius), **told)
        case ((x, y), (to_x, to_y)):
            return tag("line", title, x1=_exact(x), y1=_exact(y), x2=_exact(to_x), y2=_exact(to_y), **told)
    return tag("polygon", title, points=" ".join(f"{_exact(x)},{_exact(y)}" for x, y in form.spots), **told)


def _exact(number: float) -> str:
    """A number to the millionth."""
    return f"{round(number, 6) + 0.0:.6f}".rstrip("0").rstrip(".")


def _thing(thing: Thing, place: Spot, unit: float, future: str) -> str:
    """A thing at its place in the picture, with its words for a reader who points at it.

    Above one that points out of the picture or into it stands the sign for that; a shape shows its front by itself.
    """
    figure, (x, y), size = thing.figure, place, SIZE
    name = printable(figure.marker.name)
    parts = [tag("title", escape(printable(f"{figure.marker.name} {future}") if figure.later else name))]
    if thing.base is not None:
        size = max(5.0, min(11.0, 0.2 * thing.base * unit))
    elif figure.pointer is not None:
        if toward := pointed(figure.pointer):
            parts.append(arrow_svg(x, y, toward, 2.4 * SIZE, f"sx-{figure.colour}-side"))
        else:
            parts.append(svg_text(x, y - 1.7 * SIZE, ON_END[figure.pointer.rising][0], 11, font_weight="bold"))
    parts.append(badge_svg(figure, x, y, size))
    return tag("g", "".join(parts), class_="future" if figure.later else "unit", data_name=name)


def _placed(panel: Panel) -> tuple[list[tuple[Thing, Spot]], list[tuple[str, str]]]:
    """Things with the places where their signs are drawn: their own, or as near as no other sign is.

    And the labels of what there is no room for, each after that of the nearest thing that is drawn.
    """
    placed: list[tuple[Thing, Spot]] = []
    left_out: list[tuple[str, str]] = []
    for thing in panel.plane.things:
        own = panel.at(thing.at)
        inside = filter(panel.holds, _near(own))
        place = next((each for each in inside if all(math.dist(each, other) >= APART for _, other in placed)), None)
        if thing.base is not None:
            placed.append((thing, own))
        elif place is not None:
            placed.append((thing, place))
        else:
            here = min(placed, key=lambda each: math.dist(panel.at(each[0].at), own))[0]
            left_out.append((here.figure.marker.label, thing.figure.marker.label))
    return placed, left_out


def _near(place: Spot) -> Iterator[Spot]:
    """The place itself and places round it, from near to far."""
    yield place
    for ring in range(1, RINGS + 1):
        for step in range(6 * ring):
            right, down = around(360 * step / (6 * ring) + 90, ring * APART)
            yield place[0] + right, place[1] + down


def _sentences(picture: PlanePicture) -> Iterator[str]:
    """What the signs mean, a sentence each."""
    words, kinds = picture.words, {form.kind for plane in picture.planes for form in plane.forms}
    if picture.is_table:
        if "front" in kinds and words.pointer:
            yield f"The light triangle in a {words.unit} is its {words.pointer}."
        return
    yield signs_in_words(words)
    if words.pointer:
        towards, away = (ON_END[rising][0] for rising in (True, False))
        yield f"{towards}: {words.pointer} towards you. {away}: away from you."
    if words.ball and "ball" in kinds:
        yield f"Circle: {words.ball}."
    if words.line and "strand" in kinds:
        yield f"Dashed: {words.line}."


def _rows(picture: PlanePicture) -> Iterator[KeyRow]:
    """What is said of forms, those of a space with a sample."""
    for form in picture.legend:
        if form.kind in ("area", "line"):
            yield from [KeyRow(printable(form.told))] if form.said else []
            continue
        spots = ((-12.0, 0.0), (12.0, 0.0)) if form.kind == "strand" else ((0.0, 0.0),)
        sample = _form(evolve(form, spots=spots, radius=9), 1.0, sample=True)
        label = svg_text(0, 0, printable(form.label), 11, HALO, font_weight="bold") if form.label else ""
        yield KeyRow(printable(form.told), sample + label)
