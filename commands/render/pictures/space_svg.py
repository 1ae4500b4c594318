"""A space as SVG: its planes at one scale, each with its bar, and one legend for all."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from attrs import frozen

from commands.render.pictures.canvas import printable
from commands.render.pictures.figures import ON_END, around, legend_svg, signs_svg
from commands.render.pictures.plane import Drawing
from commands.render.pictures.plane_svg import SIZE, course_line, thing
from commands.render.pictures.space import Circle, Flat, Stroke, bar_of, crowds, flat, layouts, legend_of, titled, told
from commands.render.pictures.svg import PictureParts, letters_of, lines, svg_text, tag, with_key
from sits_es.report.scenes import PlanePoint, SpaceBall, SpaceLine, SpaceScene

#: The most room for all planes, space round them and between two, and room inside a frame so that no sign crosses it.
ROOM: Final = (1300.0, 1000.0)
LEFT: Final = 40.0
ABOVE: Final = 50.0
GAP: Final = 30.0
INSIDE: Final = 36.0
#: Above a frame for its title, below it for its bar; the least a frame is across and high.
HEAD: Final = 26.0
FOOT: Final = 34.0
LEAST: Final = (240.0, 160.0)
#: How far the middles of two signs are apart, and from the frame, at the least; rings of signs round a place at most.
APART: Final = 2.6 * SIZE
EDGE: Final = 1.6 * SIZE
RINGS: Final = 6
#: How a line is drawn.
LINE: Final = {"stroke_width": 3, "stroke_dasharray": "7 3"}


#: A place in the picture: to the right and down.
Spot = tuple[float, float]


@frozen(kw_only=True)
class Panel:
    """A plane in the picture. left, top: of its frame; unit: the length of one of the system's units."""

    plane: Flat
    left: float
    top: float
    unit: float

    @property
    def width(self) -> float:
        """Of the frame."""
        return _side(self.plane.across, self.unit, LEAST[0])

    @property
    def height(self) -> float:
        """Of the frame."""
        return _side(self.plane.high, self.unit, LEAST[1])

    def at(self, place: PlanePoint) -> Spot:
        """A place in the picture; what is to be seen is in the middle of the frame."""
        edges = self.plane.edges
        right, down = place.x - edges.left, edges.top - place.y
        spare = self.width - self.plane.across * self.unit, self.height - self.plane.high * self.unit
        return self.left + spare[0] / 2 + right * self.unit, self.top + spare[1] / 2 + down * self.unit

    def holds(self, place: Spot) -> bool:
        """Whether a sign at a place in the picture is inside the frame."""
        right, down = place[0] - self.left, place[1] - self.top
        return EDGE <= right <= self.width - EDGE and EDGE <= down <= self.height - EDGE


def _side(units: int, unit: float, least: float) -> float:
    return max(units * unit + 2 * INSIDE, least)


def draw_space(scene: SpaceScene, title: str) -> str:
    """The space with its legend as an SVG file."""
    return with_key(sheet_of(scene), title)


def sheet_of(scene: SpaceScene, letters: int | None = None) -> PictureParts:
    """The planes, and their legend beside. letters: of a line of the legend, by default as many as they are wide."""
    panels = list(_laid_out([flat(scene, view) for view in scene.views], scene))
    right = max((panel.left + panel.width for panel in panels), default=0.0)
    low = max((panel.top + panel.height + FOOT for panel in panels), default=ABOVE)
    width = right + LEFT
    spread = [_spread(panel) for panel in panels]
    said = [
        printable(line)
        for panel, (_, left_out) in zip(panels, spread, strict=True)
        for line in crowds(panel.plane.view, left_out)
    ]
    said += [signs_svg(scene.words), *_signs(scene)]
    letters = letters or letters_of(width)
    key = list(legend_svg(said, scene.markers, (LEFT, low + 24), letters))
    key += _more(scene, low + 24 + 22 * len(key), letters)
    room = min((int(panel.width / 3 / panel.unit) for panel in panels), default=1)
    length = bar_of(1, max(1, room), scene)
    parts = [
        part for panel, (placed, _) in zip(panels, spread, strict=True) for part in _plane(panel, placed, scene, length)
    ]
    return PictureParts(width=width, height=low + 40, parts=parts, key=key)


def _laid_out(planes: Sequence[Flat], scene: SpaceScene) -> Iterator[Panel]:
    """The planes at the largest scale at which they go into the room, in rows."""
    ways = [(_unit(way, scene), way) for way in layouts(planes)]
    unit, rows = max(ways, key=lambda each: each[0])
    top = ABOVE + HEAD
    for row in rows:
        left, below = LEFT, top
        for plane in row:
            panel = Panel(plane=plane, left=left, top=top, unit=unit)
            yield panel
            left, below = left + panel.width + GAP, max(below, top + panel.height + FOOT + HEAD)
        top = below


def _unit(rows: Sequence[Sequence[Flat]], scene: SpaceScene) -> float:
    """The length of a unit at which rows of planes go into the room; at most as if a gauge were a fourth of it."""
    most = ROOM[0] / 4 / scene.gauge.length
    for row in rows:
        across = sum(plane.across for plane in row)
        most = min(most, (ROOM[0] - len(row) * (2 * INSIDE + GAP)) / max(1, across))
    high = sum(max(plane.high for plane in row) for row in rows)
    return min(most, (ROOM[1] - len(rows) * (2 * INSIDE + HEAD + FOOT)) / max(1, high))


def _plane(panel: Panel, things: Sequence[tuple[Drawing, Spot]], scene: SpaceScene, length: int) -> Iterator[str]:
    """One plane in its frame. things: with where their signs are drawn; length: of the bar."""
    plane, box = panel.plane, f"{panel.left:.1f} {panel.top:.1f} {panel.width:.1f} {panel.height:.1f}"
    frame = {"x": panel.left, "y": panel.top, "width": panel.width, "height": panel.height}
    title = titled(scene, plane.view, ("\N{UPWARDS ARROW}", "\N{RIGHTWARDS ARROW}"))
    yield svg_text(panel.left, panel.top - 12, title, 15, text_anchor="start", font_weight="bold")
    yield tag("rect", **frame, class_="sx-hex", stroke_width=1.5)
    ground = [_round(panel, circle) for circle in plane.circles] + [_stroke(panel, stroke) for stroke in plane.strokes]
    ground += [course_line(each, place, panel.at(each.course)) for each, place in things if each.course is not None]
    yield tag("svg", "".join(ground) or " ", viewBox=box, **frame)
    yield from (_leader(each, panel.at(each.place), place) for each, place in things)
    for each, place in things:
        pointer = each.figure.marker.pointer
        end = "" if pointer is None else ON_END[pointer.rising][0]
        yield thing(each, place, scene.words.future, end)
    yield from _bar(panel, scene, length)


def _bar(panel: Panel, scene: SpaceScene, length: int) -> Iterator[str]:
    y, end = panel.top + panel.height + 14, panel.left + length * panel.unit
    yield tag("line", x1=panel.left, y1=y, x2=end, y2=y, class_="sx-line", stroke_width=3)
    yield svg_text(end + 8, y, told(length, scene), 13, "sx-faint", text_anchor="start")


def _round(panel: Panel, circle: Circle) -> str:
    """A circle, filled where it is solid, and seen however small it is."""
    x, y = panel.at(circle.place)
    radius = max(circle.ball.radius * panel.unit, 1.5)
    parts = [tag("title", escape(printable(circle.ball.name)))]
    if circle.ball.solid:
        parts.append(tag("circle", cx=x, cy=y, r=radius, class_="sx-faint", fill_opacity=0.3))
    parts.append(tag("circle", cx=x, cy=y, r=radius, class_="sx-line", stroke_width=1.5))
    if circle.ball.label:
        parts.append(svg_text(x, y, printable(circle.ball.label), 13, "sx-ink sx-halo", font_weight="bold"))
    return tag("g", "".join(parts), class_="ball")


def _stroke(panel: Panel, stroke: Stroke) -> str:
    (x, y), (to_x, to_y) = panel.at(stroke.start), panel.at(stroke.end)
    parts = [
        tag("title", escape(printable(stroke.line.name))),
        tag("line", x1=x, y1=y, x2=to_x, y2=to_y, class_="sx-line", **LINE),
    ]
    if stroke.line.label:
        middle = panel.at(stroke.middle)
        parts.append(svg_text(*middle, printable(stroke.line.label), 13, "sx-ink sx-halo", font_weight="bold"))
    return tag("g", "".join(parts), class_="line")


def _spread(panel: Panel) -> tuple[list[tuple[Drawing, Spot]], list[tuple[str, str]]]:
    """Things with the places where their signs are drawn: their own, or as near as no other sign is.

    And the labels of what there is no room for, each after that of the nearest thing that is drawn.
    """
    placed: list[tuple[Drawing, Spot]] = []
    left_out: list[tuple[str, str]] = []
    for drawing in panel.plane.drawings:
        own = panel.at(drawing.place)
        inside = filter(panel.holds, _near(own))
        place = next((each for each in inside if all(math.dist(each, other) >= APART for _, other in placed)), None)
        if place is not None:
            placed.append((drawing, place))
        else:
            here = min(placed, key=lambda each: math.dist(panel.at(each[0].place), own))[0]
            left_out.append((here.figure.marker.label, drawing.figure.marker.label))
    return placed, left_out


def _near(place: Spot) -> Iterator[Spot]:
    """The place itself and places round it, from near to far."""
    yield place
    for ring in range(1, RINGS + 1):
        for step in range(6 * ring):
            right, down = around(360 * step / (6 * ring) + 90, ring * APART)
            yield place[0] + right, place[1] + down


def _leader(drawing: Drawing, own: Spot, place: Spot) -> str:
    """The line to a thing's own place from its sign, where that stands beside it."""
    if place == own:
        return ""
    class_ = f"sx-{drawing.figure.colour}-side"
    return tag("line", x1=own[0], y1=own[1], x2=place[0], y2=place[1], class_=class_, stroke_width=1)


def _signs(scene: SpaceScene) -> Iterator[str]:
    """What circles, lines and pointers at whoever looks mean, a sentence each."""
    if scene.words.pointer:
        towards, away = (ON_END[rising][0] for rising in (True, False))
        yield f"{towards}: {scene.words.pointer} towards you. {away}: away from you."
    if scene.words.ball and scene.balls:
        yield f"Circle: {scene.words.ball}."
    if scene.words.line and scene.lines:
        yield f"Dashed: {scene.words.line}."


def _more(scene: SpaceScene, y: float, width: int) -> Iterator[str]:
    """Balls and lines in words, a line each and more where they are long."""
    for each, name, facts in legend_of(scene):
        said = printable(f"{name}: {facts}" if facts else name)
        for at, line in enumerate(lines(said, width)):
            yield ("" if at else _sample(each, LEFT + 10, y)) + svg_text(LEFT + 32, y, line, 14, text_anchor="start")
            y += 22


def _sample(each: SpaceBall | SpaceLine, x: float, y: float) -> str:
    label = svg_text(x, y, printable(each.label), 11, "sx-ink sx-halo", font_weight="bold") if each.label else ""
    if isinstance(each, SpaceLine):
        return tag("line", x1=x - 12, y1=y, x2=x + 12, y2=y, class_="sx-line", **LINE) + label
    solid = tag("circle", cx=x, cy=y, r=9, class_="sx-faint", fill_opacity=0.3) if each.solid else ""
    return solid + tag("circle", cx=x, cy=y, r=9, class_="sx-line", stroke_width=1.5) + label
