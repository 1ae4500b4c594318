"""A plane as SVG: a frame, every thing at its place with its label, its arrow and its course, and the legend."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from commands.render.pictures.canvas import printable
from commands.render.pictures.figures import arrow_svg, arrowhead, badge_svg, legend_svg, pointed, signs_svg
from commands.render.pictures.plane import Drawing, drawings, frame_of, measured, scale_for
from commands.render.pictures.svg import PictureParts, letters_of, svg_text, tag, with_key
from sits_es.report.scenes import PlanePoint, PlotScene

#: The most room for the plane, space round it, and room inside the frame so that no sign crosses it.
ROOM: Final = (1000.0, 900.0)
LEFT, ABOVE, INSIDE = 40.0, 60.0, 40.0

#: How large a sign is.
SIZE: Final = 13.0


class Paper:
    """Where places stand in the picture."""

    def __init__(self, scene: PlotScene) -> None:
        self._edges = frame_of(scene)
        self._across = max(1, self._edges.right - self._edges.left)
        self._up = max(1, self._edges.top - self._edges.bottom)
        self.unit = min((ROOM[0] - 2 * INSIDE) / self._across, (ROOM[1] - 2 * INSIDE) / self._up)
        self.width = self._across * self.unit + 2 * INSIDE
        self.height = self._up * self.unit + 2 * INSIDE

    def at(self, place: PlanePoint) -> tuple[float, float]:
        """The place in the picture."""
        right, down = place.x - self._edges.left, self._edges.top - place.y
        return LEFT + INSIDE + right * self.unit, ABOVE + INSIDE + down * self.unit

    @property
    def ruler(self) -> int:
        """A round length, in the system's units, that is a tenth of the wider side or a little more."""
        return scale_for(max(self._across, self._up), 11)


def draw_plot(scene: PlotScene, title: str) -> str:
    """The plane with its legend as an SVG file."""
    return with_key(sheet_of(scene), title)


def sheet_of(scene: PlotScene, letters: int | None = None) -> PictureParts:
    """The plane, and its legend beside. letters: of a line of the legend, by default as many as the plane is wide."""
    paper = Paper(scene)
    width = paper.width + 2 * LEFT
    told = f"The line below the frame is {measured(paper.ruler, scene)} long.", signs_svg(scene.words)
    key = list(legend_svg(told, scene.markers, (LEFT, ABOVE + paper.height + 54), letters or letters_of(width)))
    height = ABOVE + paper.height + 70
    frame = {"x": LEFT, "y": ABOVE, "width": paper.width, "height": paper.height}
    parts = [tag("rect", **frame, class_="sx-hex", stroke_width=1.5), *_ruler(paper)]
    shown = list(drawings(scene))
    courses = "".join(
        course_line(each, paper.at(each.place), paper.at(each.course)) for each in shown if each.course is not None
    )
    box = f"{LEFT:.1f} {ABOVE:.1f} {paper.width:.1f} {paper.height:.1f}"
    parts.append(tag("svg", courses or " ", viewBox=box, **frame))
    parts += [thing(each, paper.at(each.place), scene.words.future) for each in shown]
    return PictureParts(width=width, height=height, parts=parts, key=key)


def _ruler(paper: Paper) -> Iterator[str]:
    y, end = ABOVE + paper.height + 18, LEFT + paper.ruler * paper.unit
    yield tag("line", x1=LEFT, y1=y, x2=end, y2=y, class_="sx-line", stroke_width=3)


def course_line(drawing: Drawing, place: tuple[float, float], end: tuple[float, float]) -> str:
    """The dotted line from where a thing stands in the picture to where its course leads."""
    (x, y), (to_x, to_y) = place, end
    if place == end:
        return ""
    class_ = f"sx-{drawing.figure.colour}-side"
    line = tag("line", x1=x, y1=y, x2=to_x, y2=to_y, class_=class_, stroke_width=2, stroke_dasharray="2 6")
    return line + arrowhead(to_x, to_y, math.atan2(to_y - y, to_x - x), 10.0, class_)


def thing(drawing: Drawing, place: tuple[float, float], future: str, end: str = "") -> str:
    """A thing at its place in the picture, with its words for a reader who points at it.

    future: what is said of where it will be; end: what stands above one that points out of the picture or into it, by
    default the pointer's name.
    """
    figure, (x, y) = drawing.figure, place
    marker, later = figure.marker, figure.later
    parts = [tag("title", escape(printable(f"{marker.name} {future}" if later else marker.name)))]
    if marker.pointer is not None and not later:
        toward = pointed(marker.pointer)
        if toward is None:
            parts.append(svg_text(x, y - 1.7 * SIZE, printable(end or marker.pointer.name), 11, font_weight="bold"))
        else:
            parts.append(arrow_svg(x, y, toward, 2.4 * SIZE, f"sx-{figure.colour}-side"))
    return tag("g", "".join([*parts, badge_svg(figure, x, y, SIZE)]), class_="future" if later else "unit")
