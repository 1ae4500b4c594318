"""What stands in a picture of any ground, as SVG: the shape of its side with its label, its arrow, and the legend."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from commands.render.pictures.figures import Figure, figure_of
from commands.render.pictures.labels import printable
from commands.render.pictures.map import around, whose
from commands.render.pictures.svg_parts import lines, shape, tag, text
from sits_es.report.scenes import MapWords, Marker

#: Numbers that can be read where a course runs through them.
HALO: Final = "sx-ink sx-halo"


@frozen
class Badge:
    """The shape of a side, its lengths in parts of the badge's size.

    corners: 0 for a circle. turned: degrees from the top to the first of them. reach: from the middle to a corner.
    clear: how far from the middle a number is written above or below it.
    """

    corners: int
    turned: int
    reach: float
    clear: float


#: Circle, square, diamond and triangle, as in the text picture; a fifth side begins again.
BADGES: Final = (Badge(0, 0, 1, 1.62), Badge(4, 45, 1.3, 1.62), Badge(4, 0, 1.5, 2.05), Badge(3, 0, 1.5, 2.05))


def arrow(x: float, y: float, toward: tuple[float, float], length: float, class_: str) -> str:
    """An arrow from a thing to where it points."""
    right, down = toward[0] * length, toward[1] * length
    line = tag("line", x1=x, y1=y, x2=x + 0.8 * right, y2=y + 0.8 * down, class_=class_, stroke_width=3)
    return line + arrowhead(x + right, y + down, math.atan2(down, right), 0.36 * length, class_)


def badge(figure: Figure, x: float, y: float, size: float) -> str:
    """The shape of a side with a thing's label in it: filled where the thing is, hollow where it will be."""
    class_ = f"sx-{figure.colour}-side" + (" sx-hollow" if figure.later else "")
    dashes = "4 2" if figure.later else "none"
    form = BADGES[figure.side % len(BADGES)]
    if form.corners:
        ring = (around(360 * step / form.corners + form.turned, form.reach * size) for step in range(form.corners))
        corners = ((x + right, y + down) for right, down in ring)
        drawn = shape(corners, class_, stroke_width=2, stroke_dasharray=dashes)
    else:
        drawn = tag("circle", cx=x, cy=y, r=size, class_=class_, stroke_width=2, stroke_dasharray=dashes)
    words = printable(figure.marker.label)
    letter = size * min(1.15, 2.2 / max(1, len(words)))
    return drawn + text(x, y, words, letter, "sx-ink" if figure.later else "sx-on", font_weight="bold")


def arrowhead(x: float, y: float, angle: float, size: float, class_: str) -> str:
    """A filled head with its point at a place; angle: where it points, in radians clockwise from the right."""
    back = ((x - size * math.cos(angle + turn), y - size * math.sin(angle + turn)) for turn in (0.45, -0.45))
    return shape(((x, y), *back), class_)


def legend(
    sentences: Sequence[str], markers: Sequence[Marker], place: tuple[float, float], width: int
) -> Iterator[str]:
    """The legend from a place on down, line by line: sentences, then each thing in words. width: letters of a line."""
    x, y = place
    for words in sentences:
        for line in lines(words, width):
            yield text(x, y, line, 14, "sx-faint", text_anchor="start")
            y += 22
    for marker in markers:
        for at, line in enumerate(lines(told_of(marker), width)):
            sign = "" if at else badge(figure_of(markers, marker), x + 10, y, 7.5)
            yield sign + text(x + 32, y, line, 14, text_anchor="start")
            y += 22


def told_of(marker: Marker) -> str:
    """What the legend says of a thing."""
    return printable(f"{whose(marker)}: {', '.join(marker.facts)}" if marker.facts else whose(marker))


def signs(words: MapWords) -> str:
    """What the signs mean."""
    return " ".join(_signs(words))


def _signs(words: MapWords) -> Iterator[str]:
    """What the signs mean, a sentence each."""
    arrow = f", its arrow the {words.pointer}" if words.pointer else ""
    number = f", its number the {words.level}" if words.level else ""
    yield f"Filled: a {words.unit}{arrow}{number}."
    if words.future:
        yield f"Hollow: where it is {words.future}."
    if words.course:
        yield f"Dotted: {words.course}."
