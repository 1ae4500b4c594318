"""Shapes on a table as SVG: areas, things with their fronts, what lies inside, lines, labels, the scale, the legend.

All shapes stand in one group whose units are those of the table, X to the right and Y up, so that whoever reads the
file finds the very places: `data-kind` says what a shape is, `data-of` whose, `data-name` which.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from commands.render.pictures.canvas import printable
from commands.render.pictures.figures import HALO, badge_svg, legend_svg, told_of
from commands.render.pictures.shapes import Extent, area_said, extent_of, figure, lines_said, middle, owner
from commands.render.pictures.svg import PictureParts, letters_of, lines, svg_text, tag, with_key
from sits_es.report.scenes import Area, Corner, Outline, Overlap, ShapeLine, ShapeScene

#: The most room for the table, space round it, and room inside the frame.
ROOM: Final = (1000.0, 900.0)
LEFT, ABOVE, INSIDE = 40.0, 60.0, 20.0

#: How strongly areas are filled and drawn: in parts of their colour, and how wide their line is in the picture.
WEIGHTS: Final = {"open": (0.0, 0.5, 1.0), "plain": (0.1, 0.7, 1.2), "strong": (0.3, 1.0, 2.0)}


class ShapePaper:
    """Where spots of the table stand in the picture."""

    def __init__(self, extent: Extent) -> None:
        self.extent = extent
        self.unit = min((ROOM[0] - 2 * INSIDE) / extent.across, (ROOM[1] - 2 * INSIDE) / extent.up)
        self.width = extent.across * self.unit + 2 * INSIDE
        self.height = extent.up * self.unit + 2 * INSIDE

    @property
    def origin(self) -> Corner:
        """Where the table's place 0, 0 is in the picture."""
        return LEFT + INSIDE - self.extent.left * self.unit, ABOVE + INSIDE + self.extent.top * self.unit

    def at(self, spot: Corner) -> Corner:
        """A spot in the picture."""
        x, y = self.origin
        return x + spot[0] * self.unit, y - spot[1] * self.unit


def draw_shapes(scene: ShapeScene, title: str) -> str:
    """The table with its legend as an SVG file."""
    return with_key(sheet_of(scene), title)


def sheet_of(scene: ShapeScene, letters: int | None = None) -> PictureParts:
    """The table, and its legend beside. letters: of a line of the legend, by default as many as the table is wide."""
    sheet = ShapePaper(extent_of(scene))
    width = sheet.width + 2 * LEFT
    frame = {"x": LEFT, "y": ABOVE, "width": sheet.width, "height": sheet.height}
    x, y = sheet.origin
    placed = f"translate({x:.6f} {y:.6f}) scale({sheet.unit:.9f} {-sheet.unit:.9f})"
    table = tag("g", "\n".join(_on_the_table(scene, sheet)) or " ", transform=placed, data_kind="table")
    key = list(_key(scene, (LEFT, ABOVE + sheet.height + 54), letters or letters_of(width)))
    height = ABOVE + sheet.height + 70
    parts = [tag("rect", **frame, class_="sx-hex", stroke_width=1.5), *_ruler(scene, sheet), table]
    parts += [_area_label(area, sheet) for area in scene.areas if area.label]
    parts += [_badge(scene, thing, sheet) for thing in scene.things]
    return PictureParts(width=width, height=height, parts=parts, key=key)


def _on_the_table(scene: ShapeScene, sheet: ShapePaper) -> Iterator[str]:
    """Everything that has a shape of its own, what is to be seen best last."""
    for area in scene.areas:
        yield _area(scene, area, sheet)
    for thing in scene.things:
        class_ = _class(scene, thing.name)
        yield _polygon(thing.corners, class_, sheet, 1.5, "thing", thing.name, thing.name, fill_opacity=0.45)
    for overlap in scene.overlaps:
        yield from _overlap(scene, overlap, sheet)
    for thing in scene.things:
        if thing.front:
            yield _polygon(thing.front, "sx-on", sheet, 0, "front", thing.name, thing.name)
    for stroke in scene.strokes:
        yield _stroke(scene, stroke, sheet)


def _area(scene: ShapeScene, area: Area, sheet: ShapePaper) -> str:
    fill, line, wide = WEIGHTS[area.weight]
    dashes = {} if area.weight == "strong" else {"stroke_dasharray": f"{4 / sheet.unit:.3f} {3 / sheet.unit:.3f}"}
    opacity = {"fill_opacity": str(fill), "stroke_opacity": str(line)}
    class_ = _class(scene, area.of)
    return _polygon(area.corners, class_, sheet, wide, "area", area.of, area.name, **opacity, **dashes)


def _overlap(scene: ShapeScene, overlap: Overlap, sheet: ShapePaper) -> Iterator[str]:
    """What lies inside an area, in the colour of the thing that lies there."""
    for part in overlap.parts:
        class_ = _class(scene, overlap.thing)
        more = {"data_thing": printable(overlap.thing), "fill_opacity": "0.6"}
        yield _polygon(part, class_, sheet, 1.0, "overlap", overlap.of, overlap.area, **more)


def _stroke(scene: ShapeScene, stroke: ShapeLine, sheet: ShapePaper) -> str:
    (x, y), (to_x, to_y) = stroke.ends
    ends = {"x1": _exact(x), "y1": _exact(y), "x2": _exact(to_x), "y2": _exact(to_y)}
    told = {"data_kind": "line", "data_of": printable(stroke.of), "data_name": printable(stroke.name)}
    dashes = f"{7 / sheet.unit:.3f} {4 / sheet.unit:.3f}"
    class_ = _class(scene, stroke.of) if stroke.of else "sx-line"
    name = tag("title", escape(printable(f"{stroke.of}: {stroke.name}" if stroke.of else stroke.name)))
    wide = f"{1.6 / sheet.unit:.4f}"
    return tag("line", name, **ends, **told, class_=class_, stroke_width=wide, stroke_dasharray=dashes)


def _polygon(
    corners: tuple[Corner, ...],
    class_: str,
    sheet: ShapePaper,
    wide: float,
    kind: str,
    of: str,
    name: str,
    /,
    **attributes: object,
) -> str:
    """A shape in the table's own units. wide: of its line, in the picture's units."""
    points = " ".join(f"{_exact(x)},{_exact(y)}" for x, y in corners)
    told = {"data_kind": kind, "data_of": printable(of), "data_name": printable(name)}
    title = tag("title", escape(printable(name if of == name else f"{of}: {name}")))
    wide_there = f"{wide / sheet.unit:.4f}"
    return tag("polygon", title, points=points, class_=class_, stroke_width=wide_there, **told, **attributes)


def _exact(number: float) -> str:
    """A coordinate to the millionth."""
    return f"{round(number, 6) + 0.0:.6f}".rstrip("0").rstrip(".")


def _class(scene: ShapeScene, name: str) -> str:
    found = owner(scene, name)
    return "sx-line" if found is None else f"sx-{figure(scene, found).colour}-side"


def _area_label(area: Area, sheet: ShapePaper) -> str:
    x, y = sheet.at(middle(area.corners))
    return svg_text(x, y, printable(area.label), 13, HALO)


def _badge(scene: ShapeScene, thing: Outline, sheet: ShapePaper) -> str:
    """A thing's label in the shape of its side, in its middle, no larger than the thing."""
    x, y = sheet.at(middle(thing.corners))
    size = max(5.0, min(11.0, 0.2 * _smallest_side(thing) * sheet.unit))
    return tag("g", badge_svg(figure(scene, thing), x, y, size), class_="unit", data_name=printable(thing.name))


def _smallest_side(thing: Outline) -> float:
    corners = thing.corners
    ends = zip(corners, (*corners[1:], corners[0]), strict=True)
    return min(math.hypot(to_x - x, to_y - y) for (x, y), (to_x, to_y) in ends)


def _ruler(scene: ShapeScene, sheet: ShapePaper) -> Iterator[str]:
    y, end = ABOVE + sheet.height + 18, LEFT + scene.ruler * sheet.unit
    yield tag("line", x1=LEFT, y1=y, x2=end, y2=y, class_="sx-line", stroke_width=3)


def _key(scene: ShapeScene, place: Corner, width: int) -> Iterator[str]:
    """The legend: the scale, the signs, the things, then areas and lines that something is said of."""
    words = scene.words
    told = [f"The line below the frame is {scene.ruler} {words.measure}".rstrip() + " long."]
    if any(thing.front for thing in scene.things) and words.pointer:
        told.append(f"The light triangle in a {words.unit} is its {words.pointer}.")
    yield from legend_svg(told, scene.things, place, width)
    x, y = place[0], place[1] + 22 * (sum(len(lines(each, width)) for each in told) + _lines_of_things(scene, width))
    for said in (*(area_said(area) for area in scene.areas if area.facts), *lines_said(scene)):
        for line in lines(printable(said), width):
            yield svg_text(x, y, line, 14, text_anchor="start")
            y += 22


def _lines_of_things(scene: ShapeScene, width: int) -> int:
    return sum(len(lines(told_of(thing), width)) for thing in scene.things)
