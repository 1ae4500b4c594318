"""The AVID: where each of its fifty windows stands, what shapes and rings mean, drawn in characters and as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final, Literal

from msgspec import Struct
from rich.cells import cell_len
from rich.text import Text

from commands.render.columns import hung
from commands.render.pictures.canvas import Canvas, Piece, centred, printable
from commands.render.pictures.figures import around
from commands.render.pictures.svg import KeyRow, PictureParts, shape, svg_text, tag
from sits_es.report.scenes import AvidScene, Mark
from sits_es.space.avid import PLACES, Ring, Window, hemisphere, ring_of
from sits_es.space.hexes import DIRECTIONS

#: Where a window stands in its cell of the disc: the upper of a pair, alone in the amber ring, the lower of a pair.
Level = Literal["above", "level", "below"]
LEVELS: Final[dict[int, Level]] = {1: "above", 0: "level", -1: "below"}

#: What the shapes of the windows mean, in the order of the legend.
LEVEL_KEY: Final[dict[Level, str]] = {
    "above": "above the map plane",
    "level": "level with it",
    "below": "below the map plane",
}

#: Rings from the rim inward and the degrees that they stand for, above or below. Rule: flyer, "The AVID".
RING_KEY: Final[tuple[tuple[Ring, str], ...]] = (("amber", "0"), ("blue", "30"), ("green", "60"), ("purple", "90"))


#: How far each ring's windows stand from the centre, in a renderer's unit of length; purple is at the centre.
RingPlan = Mapping[Ring, float]


def place(window: Window, plan: RingPlan) -> tuple[float, float]:
    """Where the window's cell of the disc has its middle: to the right of and below the disc's own, A being up.

    The windows above and below the map plane share a cell, as they do on the AVID; `level` tells them apart.
    """
    return around(PLACES[window][0], plan[ring_of(window)])


def level(window: Window) -> Level:
    """Whether the window is above the map plane, level with it or below it."""
    return LEVELS[hemisphere(window)]


#: Distance of the rings from the centre, in rows of text.
ROWS: Final[RingPlan] = {"amber": 9.5, "blue": 7, "green": 3.5, "purple": 0}

#: Level of a window -> the brackets round it. Rule: flyer, "We circle it to show that it's angled down".
BRACKETS: Final[dict[Level, tuple[str, str]]] = {"above": ("[", "]"), "level": ("{", "}"), "below": ("(", ")")}

#: What lies in a window. Rule: flyer, "The AVID" (triangle, semicircle, angle brackets).
SIGNS: Final = {"nose": "▲", "stern": "◡", "port": "<", "starboard": ">", "top": "t", "bottom": "b"}

#: More in a window than it has room for.
MORE: Final = "*"

RING_STYLES: Final[dict[Ring, str]] = {
    "amber": "yellow",
    "blue": "bright_blue",
    "green": "green",
    "purple": "magenta",
}
END_STYLE: Final = "bold"
TARGET_STYLE: Final = "bold cyan"

#: The legend's width in columns, where it stands beside the disc.
BESIDE: Final = 26


class DiscPlan(Struct, frozen=True):
    """How the disc is laid out across: the rings' distances in columns, and columns inside a window's brackets."""

    columns: RingPlan
    inner: int

    @property
    def reach(self) -> int:
        """Columns from the middle of the disc to the far end of its outermost window."""
        return _nearest(self.columns["amber"]) + self.inner // 2 + 1


_WIDE: Final[RingPlan] = {"amber": 22, "blue": 14.4, "green": 7.5, "purple": 0}
_SLIM: Final[RingPlan] = {"amber": 14, "blue": 9.2, "green": 4.7, "purple": 0}

#: Plans by what is drawn: windows with marks, the names of the windows, marks where there is little room.
MARKS, NAMES, NARROW = DiscPlan(_WIDE, 3), DiscPlan(_WIDE, 4), DiscPlan(_SLIM, 1)


def avid_text(scene: AvidScene, width: int) -> Canvas:
    """The AVID and its legend, beside it where the width (columns, 40 up) allows, else below.

    Without a mark every window shows its name instead, where there is room.
    """
    plan = MARKS if scene.marks else NAMES
    if 2 * plan.reach + 1 > width:
        plan = NARROW
    across = 2 * plan.reach + 1
    beside = across + 2 + BESIDE <= width
    sheet = Canvas(width)
    middle = plan.reach + (0 if beside else (width - across) // 2)
    upper = 2 + int(ROWS["amber"])
    for window, marks in scene.cells.items():
        column, row = _spot(window, plan)
        left, right = BRACKETS[level(window)]
        start = middle + column - (plan.inner + 1) // 2
        sheet.put(start, upper + row, left + " " * plan.inner + right, RING_STYLES[ring_of(window)])
        text, style = _contents(window, marks, plan)
        sheet.put(start + 1, upper + row, text, style)
    for azimuth, side in enumerate(DIRECTIONS):
        column, row = _letter(60 * azimuth, plan)
        sheet.put(middle + column, upper + row, side, "bold")
    column, row = (across + 2, 0) if beside else (0, sheet.height + 1)
    legend = list(_text_legend(scene, plan))
    if beside:
        row = max(0, (sheet.height - sum(len(hung(Text.assemble(*line), width - column, 3)) for line in legend)) // 2)
    sheet.write(column, row, legend, indent=3)
    return sheet


def _nearest(value: float) -> int:
    """The nearest whole number, a half away from 0, so that left and right, above and below, come out alike."""
    return int(math.copysign(math.floor(abs(value) + 0.5), value))


def _spot(window: Window, plan: DiscPlan) -> tuple[int, int]:
    """The middle column of a window and its row, from the disc's middle; row 0 is just below the middle line."""
    column, (_, down) = _nearest(place(window, plan.columns)[0]), place(window, ROWS)
    half = hemisphere(window)
    if half:
        return column, _nearest(down) - (half > 0)
    return column, _nearest(down - 0.5) if down > 0 else -1 - _nearest(-down - 0.5)


def _letter(azimuth: int, plan: DiscPlan) -> tuple[int, int]:
    """Where a direction's letter stands: above, below or beside its amber window."""
    right, down = around(azimuth, plan.columns["amber"])[0], around(azimuth, ROWS["amber"])[1]
    row = _nearest(down - 0.5) if down > 0 else -1 - _nearest(-down - 0.5)
    if not right:
        return 0, row + (1 if down > 0 else -1)
    left_end = _nearest(right) - (plan.inner + 1) // 2
    return left_end + (plan.inner + 3 if right > 0 else -2), row


def sign(mark: Mark) -> str:
    """The character, or few, that stand for a mark."""
    return SIGNS[mark.kind] if mark.kind != "target" else printable(mark.label)


def _contents(window: Window, marks: Sequence[Mark], plan: DiscPlan) -> tuple[str, str]:
    """What is written inside a window's brackets, and its style."""
    if not marks:
        name = window if plan is NAMES else ""
        return centred(name, plan.inner), RING_STYLES[ring_of(window)]
    signs = [sign(mark) for mark in marks]
    text = "".join(signs)
    if cell_len(text) > plan.inner:
        kept = signs[0] if cell_len(signs[0]) < plan.inner else ""
        text = kept + MORE
    style = TARGET_STYLE if all(mark.kind == "target" for mark in marks) else END_STYLE
    return centred(text, plan.inner), style


def _text_legend(scene: AvidScene, plan: DiscPlan) -> Iterator[list[Piece]]:
    """The legend, line by line: every mark with its window, then what the shapes and rings mean."""
    names = {mark: printable(mark.name) for mark in scene.marks}
    signs = {mark: sign(mark) for mark in scene.marks}
    wide = min(12, max((cell_len(name) for name in names.values()), default=0))
    for mark in scene.marks:
        style = TARGET_STYLE if mark.kind == "target" else END_STYLE
        gap = " " * max(1, wide - cell_len(names[mark]) + 1)
        window = (mark.window, RING_STYLES[ring_of(mark.window)])
        yield [(f"{signs[mark]:<2} ", style), (names[mark] + gap, ""), window]
    if any(sum(cell_len(signs[mark]) for mark in marks) > plan.inner for marks in scene.cells.values()):
        yield [(f"{MORE}  more: see the list", "")]
    if scene.marks:
        yield [("", "")]
    for height, meaning in LEVEL_KEY.items():
        left, right = BRACKETS[height]
        yield [(f"{left}{right} {meaning}", "")]
    yield [("rings from the rim inward:", "")]
    for ring, degrees in RING_KEY:
        yield [(f"   {ring} {degrees} degrees", RING_STYLES[ring])]


#: The size of a window; every other length is a multiple of it.
SIZE: Final = 40.0

#: Middles of the rings, and their outer edges.
MIDDLES: Final[RingPlan] = {"amber": 6.85 * SIZE, "blue": 4.82 * SIZE, "green": 2.45 * SIZE, "purple": 0}
EDGES: Final[RingPlan] = {"amber": 7.6 * SIZE, "blue": 6.1 * SIZE, "green": 3.6 * SIZE, "purple": 1.25 * SIZE}

#: The middle of the disc; from there to the middle of a side of the map hex that is drawn round it.
CENTRE: Final = (392.0, 400.0)
SIDE: Final = 7.85 * SIZE

#: The size of the picture.
PICTURE: Final = (784.0, 800.0)

#: Windows of a ring side by side, from the ring's edge inward.
WINDOWS_ROUND: Final[dict[Ring, int]] = {"amber": 12, "blue": 12, "green": 6}

#: How marks share a window: how many -> the place of each and their size, in parts of the window.
SHARES: Final[dict[int, tuple[tuple[tuple[float, float], ...], float]]] = {
    1: (((0, -0.08),), 0.5),
    2: (((-0.2, -0.08), (0.2, -0.08)), 0.36),
    3: (((-0.2, -0.2), (0.2, -0.2), (0, 0.1)), 0.28),
    4: (((-0.2, -0.2), (0.2, -0.2), (-0.2, 0.1), (0.2, 0.1)), 0.28),
}


def avid_svg(scene: AvidScene) -> PictureParts:
    """The AVID and its legend."""
    parts = [*_rings(), *(_window(*cell) for cell in scene.cells.items())]
    return PictureParts(width=PICTURE[0], height=PICTURE[1], parts=parts, key=list(_svg_legend(scene)))


def _at(right: float, down: float) -> tuple[float, float]:
    return CENTRE[0] + right, CENTRE[1] + down


def _rings() -> Iterator[str]:
    """The map hex that the AVID is of, enlarged, and in it the rings from the rim inward with the lines of windows.

    Rule: flyer, "The green hexagon".
    """
    corner = SIDE / math.cos(math.pi / 6)
    yield shape((_at(*around(60 * step + 30, corner)) for step in range(6)), "sx-frame", stroke_width=3)
    for step, side in enumerate(DIRECTIONS):
        yield svg_text(*_at(*around(60 * step, SIDE + 17)), side, 22, font_weight="bold")
    for ring, _ in RING_KEY:
        edge = EDGES[ring]
        yield tag("circle", cx=CENTRE[0], cy=CENTRE[1], r=edge, class_=f"sx-{ring}", stroke_width=1.5)
        for step in range(round_about := WINDOWS_ROUND.get(ring, 0)):
            (x, y), (to_x, to_y) = ((_at(*around((step + 0.5) * 360 / round_about, end))) for end in (0.0, edge))
            yield tag("line", x1=x, y1=y, x2=to_x, y2=to_y, class_=f"sx-{ring}", stroke_width=0.8)


def _window(window: Window, marks: Sequence[Mark]) -> str:
    """A window: its shape, its name, what lies in it, and the same in words for a reader who points at it."""
    right, down = place(window, MIDDLES)
    x, y = _at(right, down - 0.53 * SIZE * hemisphere(window))
    words = f"{window}: {', '.join(printable(mark.name) for mark in marks)}" if marks else window
    parts = [
        tag("title", escape(words)),
        outline(level(window), ring_of(window), x, y, held=bool(marks)),
    ]
    if marks:
        parts += [*_marks(marks, x, y), svg_text(x, y + 0.3 * SIZE, window, 8.5, "sx-faint")]
    else:
        parts.append(svg_text(x, y, window, 10.5, "sx-faint"))
    return tag("g", "".join(parts), class_="window", data_window=window)


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


def _marks(marks: Sequence[Mark], x: float, y: float) -> Iterator[str]:
    """The marks in a window; of more than four, three and a sign for more."""
    places, size = SHARES[min(len(marks), 4)]
    shown = marks if len(marks) <= 4 else marks[:3]
    for mark, (right, down) in zip(shown, places, strict=False):
        yield draw_mark(mark, x + right * SIZE, y + down * SIZE, size * SIZE)
    if len(shown) < len(marks):
        right, down = places[3]
        yield svg_text(x + right * SIZE, y + down * SIZE, f"+{len(marks) - 3}", size * SIZE, font_weight="bold")


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
            letters = size * min(1.0, 1.9 / max(1, len(words))) * 1.1
            return svg_text(x, y, words, letters, "sx-target", font_weight="bold")
    return svg_text(x, y, mark.kind[0], size * 1.15, font_weight="bold")


def _svg_legend(scene: AvidScene) -> Iterator[KeyRow]:
    """The marks with their windows, then what shapes and colours mean."""
    for mark in scene.marks:
        yield KeyRow(f"{printable(mark.name)}: {mark.window}", draw_mark(mark, 0, 0, 16))
    for height, meaning in LEVEL_KEY.items():
        ring: Ring = "amber" if height == "level" else "blue"
        yield KeyRow(meaning, outline(height, ring, 0, 0, held=False, size=20))
    for ring, degrees in RING_KEY:
        sample = tag("rect", x=-9, y=-9, width=18, height=18, class_=f"sx-{ring}", stroke_width=1.5)
        yield KeyRow(f"{ring}, {degrees} degrees", sample)
    yield KeyRow("Seen from above. A is north.", faint=True)
