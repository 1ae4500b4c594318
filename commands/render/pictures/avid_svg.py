"""The AVID as SVG: squares above the map plane, circles below it, hexagons level with it, in their rings' colours."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from commands.render.pictures.avid import LEVEL_KEY, RING_KEY, Level, RingPlan, level, place
from commands.render.pictures.labels import printable
from commands.render.pictures.map import around
from commands.render.pictures.svg_parts import lines, page, shape, tag, text
from sits_es.report.scenes import AvidScene, Mark, WindowCell
from sits_es.space.avid import Ring, hemisphere, ring_of
from sits_es.space.hexes import DIRECTIONS

#: The size of a window; every other length is a multiple of it.
SIZE: Final = 40.0

#: Middles of the rings, and their outer edges.
MIDDLES: Final = RingPlan(amber=6.85 * SIZE, blue=4.82 * SIZE, green=2.45 * SIZE)
EDGES: Final = RingPlan(amber=7.6 * SIZE, blue=6.1 * SIZE, green=3.6 * SIZE, purple=1.25 * SIZE)

#: The middle of the disc; from there to the middle of a side of the map hex that is drawn round it.
CENTRE: Final = (392.0, 400.0)
SIDE: Final = 7.85 * SIZE

#: Where the legend begins; the size of the picture.
LEGEND: Final = (780.0, 84.0)
PICTURE: Final = (1080.0, 760.0)

#: Windows of a ring side by side, from the ring's edge inward.
WINDOWS_ROUND: Final[dict[Ring, int]] = {"amber": 12, "blue": 12, "green": 6}

#: How marks share a window: how many -> the place of each and their size, in parts of the window.
SHARES: Final[dict[int, tuple[tuple[tuple[float, float], ...], float]]] = {
    1: (((0, -0.08),), 0.5),
    2: (((-0.2, -0.08), (0.2, -0.08)), 0.36),
    3: (((-0.2, -0.2), (0.2, -0.2), (0, 0.1)), 0.28),
    4: (((-0.2, -0.2), (0.2, -0.2), (-0.2, 0.1), (0.2, 0.1)), 0.28),
}


def draw_avid(scene: AvidScene, title: str) -> str:
    """The AVID with its legend as an SVG file."""
    return page(*PICTURE, title, [*_map_hex(), *_rings(), *(_window(cell) for cell in scene.cells), *_legend(scene)])


def _at(right: float, down: float) -> tuple[float, float]:
    return CENTRE[0] + right, CENTRE[1] + down


def _map_hex() -> Iterator[str]:
    """The map hex that the AVID is of, enlarged, its sides named. Rule: flyer, "The green hexagon"."""
    corner = SIDE / math.cos(math.pi / 6)
    yield shape((_at(*around(60 * step + 30, corner)) for step in range(6)), "sx-frame", stroke_width=3)
    for step, side in enumerate(DIRECTIONS):
        yield text(*_at(*around(60 * step, SIDE + 17)), side, 22, font_weight="bold")


def _rings() -> Iterator[str]:
    """The rings in their colours, from the rim inward, and the lines between their windows."""
    for ring, _ in RING_KEY:
        edge = EDGES.radius(ring)
        yield tag("circle", cx=CENTRE[0], cy=CENTRE[1], r=edge, class_=f"sx-{ring}", stroke_width=1.5)
        for step in range(round_about := WINDOWS_ROUND.get(ring, 0)):
            (x, y), (to_x, to_y) = ((_at(*around((step + 0.5) * 360 / round_about, end))) for end in (0.0, edge))
            yield tag("line", x1=x, y1=y, x2=to_x, y2=to_y, class_=f"sx-{ring}", stroke_width=0.8)


def _window(cell: WindowCell) -> str:
    """A window: its shape, its name, what lies in it, and the same in words for a reader who points at it."""
    right, down = place(cell.window, MIDDLES)
    x, y = _at(right, down - 0.53 * SIZE * hemisphere(cell.window))
    words = f"{cell.window}: {', '.join(printable(mark.name) for mark in cell.marks)}" if cell.marks else cell.window
    parts = [
        tag("title", escape(words)),
        outline(level(cell.window), ring_of(cell.window), x, y, held=bool(cell.marks)),
    ]
    if cell.marks:
        parts += [*_marks(cell.marks, x, y), text(x, y + 0.3 * SIZE, cell.window, 8.5, "sx-faint")]
    else:
        parts.append(text(x, y, cell.window, 10.5, "sx-faint"))
    return tag("g", "".join(parts), class_="window", data_window=cell.window)


def outline(height: Level, ring: Ring, x: float, y: float, *, held: bool, size: float = SIZE) -> str:
    """The shape of a window: a square above, a circle below, a hexagon level with the map plane."""
    tint, wide = f"sx-{ring} sx-{'held' if held else 'empty'}", 2.6 if held else 1.0
    half = 0.47 * size
    if height == "above":
        return tag(
            "rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=3, class_=tint, stroke_width=wide
        )
    if height == "below":
        return tag("circle", cx=x, cy=y, r=0.49 * size, class_=tint, stroke_width=wide)
    corners = (around(60 * step + 30, 0.56 * size) for step in range(6))
    return shape(((x + right, y + down) for right, down in corners), tint, stroke_width=wide)


def _marks(marks: tuple[Mark, ...], x: float, y: float) -> Iterator[str]:
    """The marks in a window; of more than four, three and a sign for more."""
    places, size = SHARES[min(len(marks), 4)]
    shown = marks if len(marks) <= 4 else marks[:3]
    for mark, (right, down) in zip(shown, places, strict=False):
        yield draw_mark(mark, x + right * SIZE, y + down * SIZE, size * SIZE)
    if len(shown) < len(marks):
        right, down = places[3]
        yield text(x + right * SIZE, y + down * SIZE, f"+{len(marks) - 3}", size * SIZE, font_weight="bold")


def draw_mark(mark: Mark, x: float, y: float, size: float) -> str:
    """A mark, so high: triangle, semicircle, angle brackets, letters. Rule: flyer, "The AVID"."""
    half = size / 2
    match mark.kind:
        case "nose":
            return shape(((x, y - half), (x + half, y + half), (x - half, y + half)), "sx-solid")
        case "stern":
            left = x - half
            curve = f"M{left:.1f} {y - half / 2:.1f}a{half:.1f} {half:.1f} 0 0 0 {size:.1f} 0z"
            return tag("path", d=curve, class_="sx-solid")
        case "port" | "starboard":
            way = -half if mark.kind == "port" else half
            corners = ((x - way / 2, y - half), (x + way / 2, y), (x - way / 2, y + half))
            points = " ".join(f"{right:.1f},{down:.1f}" for right, down in corners)
            return tag("polyline", points=points, class_="sx-line", stroke_width=size / 6)
        case "target":
            words = printable(mark.label)
            return text(x, y, words, size * min(1.0, 1.9 / max(1, len(words))) * 1.1, "sx-target", font_weight="bold")
    return text(x, y, mark.kind[0], size * 1.15, font_weight="bold")


def _legend(scene: AvidScene) -> Iterator[str]:
    """The marks with their windows, then what shapes and colours mean."""
    x, y = LEGEND
    for mark in scene.marks:
        yield draw_mark(mark, x + 10, y, 18)
        yield text(x + 200, y, mark.window, 15, text_anchor="start", font_weight="bold")
        for line in lines(printable(mark.name), 20):
            yield text(x + 32, y, line, 15, text_anchor="start")
            y += 22
        y += 4
    y += 22 if scene.marks else 0
    for height, meaning in LEVEL_KEY.items():
        yield outline(height, "amber" if height == "level" else "blue", x + 10, y, held=False, size=24)
        yield text(x + 32, y, meaning, 15, text_anchor="start")
        y += 30
    y += 14
    for ring, degrees in RING_KEY:
        yield tag("rect", x=x, y=y - 9, width=20, height=18, class_=f"sx-{ring}", stroke_width=1.5)
        yield text(x + 32, y, f"{ring}, {degrees} degrees", 15, text_anchor="start")
        y += 26
    yield text(x, y + 6, "Seen from above. A is north.", 13, "sx-faint", text_anchor="start")
