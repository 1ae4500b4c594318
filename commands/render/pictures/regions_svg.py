"""Regions of a map as SVG: hexes filled by colour and signs with a label, and their lines in the legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from commands.render.pictures.labels import printable
from commands.render.pictures.map import around
from commands.render.pictures.svg_parts import lines, shape, tag, text
from sits_es.report.scenes import Region, Texture

#: The colour of a texture, by its class; its sign alone tells as much.
COLOURS: Final[dict[Texture, str]] = {"stones": "sx-amber", "waves": "sx-blue", "rings": "sx-purple"}

#: The corner of a hex that has its label, and those that have the signs of its texture: things there point to sides.
LABELLED: Final = 4
SIGNED: Final = (0, 1, 2, 3, 5)


def region(regions: Sequence[Region], x: float, y: float, size: float) -> Iterator[str]:
    """What lies in a hex, from its middle and of this size to a corner: the first region's colour, signs of each."""
    corners = [around(60 * corner + 30, size) for corner in range(6)]
    yield _filled(regions[0].texture, x, y, size)
    for number, corner in enumerate(SIGNED):
        right, down = corners[corner]
        yield _sign(regions[number % len(regions)].texture, x + 0.76 * right, y + 0.76 * down, 0.1 * size)
    right, down = corners[LABELLED]
    words = "+".join(printable(each.label)[:3] for each in regions[:2])
    letters = 0.2 if len(words) < 3 else 0.16
    yield text(x + 0.72 * right, y + 0.72 * down, words, letters * size, font_weight="bold")


def _filled(texture: Texture, x: float, y: float, size: float) -> str:
    """A hex in the colour of a texture."""
    corners = (around(60 * corner + 30, size) for corner in range(6))
    return shape(((x + right, y + down) for right, down in corners), COLOURS[texture], stroke_width=1.2)


def _sign(texture: Texture, x: float, y: float, size: float) -> str:
    """One sign of a texture: a stone, a wave, or a ring in a ring."""
    if texture == "stones":
        edge = (around(72 * step, size) for step in range(5))
        return shape(((x + right, y + down) for right, down in edge), "sx-line", stroke_width=1.2)
    if texture == "waves":
        way = f"M{x - size:.1f} {y:.1f}q{size / 2:.1f} {-size:.1f} {size:.1f} 0t{size:.1f} 0"
        return tag("path", d=way, class_="sx-line", stroke_width=1.2)
    return "".join(tag("circle", cx=x, cy=y, r=part * size, class_="sx-line", stroke_width=1.2) for part in (1.0, 0.5))


def legend(regions: Sequence[Region], place: tuple[float, float], width: int) -> Iterator[str]:
    """Each region in words from a place on down, line by line. width: letters of a line."""
    x, y = place
    for each in regions:
        told = f"{each.label[:3]} {each.name}" + (f": {', '.join(each.facts)}" if each.facts else "")
        for at, line in enumerate(lines(printable(told), width)):
            sign = "" if at else _filled(each.texture, x + 10, y, 10.0) + _sign(each.texture, x + 10, y, 5.0)
            yield sign + text(x + 32, y, line, 14, text_anchor="start")
            y += 22
