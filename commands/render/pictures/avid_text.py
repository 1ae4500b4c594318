"""The AVID in character cells: brackets [ ] above the map plane, ( ) below it, { } level with it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from attrs import frozen
from rich.cells import cell_len

from commands.render.pictures.avid import LEVEL_KEY, RING_KEY, Level, RingPlan, level, place
from commands.render.pictures.canvas import Canvas, Piece, centred, wrapped
from commands.render.pictures.labels import printable
from commands.render.pictures.map import around
from sits_es.report.scenes import AvidScene, Mark, WindowCell
from sits_es.space.avid import Ring, Window, hemisphere, ring_of
from sits_es.space.hexes import DIRECTIONS

#: Distance of the rings from the centre, in rows of text.
ROWS: Final = RingPlan(amber=9.5, blue=7, green=3.5)

#: Level of a window -> the brackets round it. Rule: flyer, "We circle it to show that it's angled down".
BRACKETS: Final[dict[Level, tuple[str, str]]] = {"above": ("[", "]"), "level": ("{", "}"), "below": ("(", ")")}

#: What lies in a window: Unicode and ASCII. Rule: flyer, "The AVID" (triangle, semicircle, angle brackets).
SIGNS: Final = {
    "nose": ("▲", "^"),
    "stern": ("◡", "u"),
    "port": ("<", "<"),
    "starboard": (">", ">"),
    "top": ("t", "t"),
    "bottom": ("b", "b"),
}

#: More in a window than it has room for: Unicode and ASCII.
MORE: Final = ("…", "*")

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


@frozen
class DiscPlan:
    """How the disc is laid out across: the rings' distances in columns, and columns inside a window's brackets."""

    columns: RingPlan
    inner: int

    @property
    def reach(self) -> int:
        """Columns from the middle of the disc to the far end of its outermost window."""
        return _nearest(self.columns.amber) + self.inner // 2 + 1


_WIDE: Final = RingPlan(amber=22, blue=14.4, green=7.5)
_SLIM: Final = RingPlan(amber=14, blue=9.2, green=4.7)

#: Plans by what is drawn: windows with marks, the names of the windows, marks where there is little room.
MARKS, NAMES, NARROW = DiscPlan(_WIDE, 3), DiscPlan(_WIDE, 4), DiscPlan(_SLIM, 1)


def draw_avid(scene: AvidScene, width: int, *, ascii_only: bool) -> Canvas:
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
    upper = 2 + int(ROWS.amber)
    for cell in scene.cells:
        column, row = _spot(cell.window, plan)
        left, right = BRACKETS[level(cell.window)]
        start = middle + column - (plan.inner + 1) // 2
        sheet.put(start, upper + row, left + " " * plan.inner + right, RING_STYLES[ring_of(cell.window)])
        text, style = _contents(cell, plan, ascii_only=ascii_only)
        sheet.put(start + 1, upper + row, text, style)
    for azimuth, side in enumerate(DIRECTIONS):
        column, row = _letter(60 * azimuth, plan)
        sheet.put(middle + column, upper + row, side, "bold")
    column, row = (across + 2, 0) if beside else (0, sheet.height + 1)
    legend = list(_legend(scene, plan, ascii_only=ascii_only))
    if beside:
        row = max(0, (sheet.height - sum(len(wrapped(line, width - column, 3)) for line in legend)) // 2)
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
    right, down = around(azimuth, plan.columns.amber)[0], around(azimuth, ROWS.amber)[1]
    row = _nearest(down - 0.5) if down > 0 else -1 - _nearest(-down - 0.5)
    if not right:
        return 0, row + (1 if down > 0 else -1)
    left_end = _nearest(right) - (plan.inner + 1) // 2
    return left_end + (plan.inner + 3 if right > 0 else -2), row


def sign(mark: Mark, *, ascii_only: bool) -> str:
    """The character, or few, that stand for a mark."""
    return SIGNS[mark.kind][ascii_only] if mark.kind != "target" else printable(mark.label, ascii_only=ascii_only)


def _contents(cell: WindowCell, plan: DiscPlan, *, ascii_only: bool) -> tuple[str, str]:
    """What is written inside a window's brackets, and its style."""
    if not cell.marks:
        name = cell.window if plan is NAMES else ""
        return centred(name, plan.inner), RING_STYLES[ring_of(cell.window)]
    signs = [sign(mark, ascii_only=ascii_only) for mark in cell.marks]
    text = "".join(signs)
    if cell_len(text) > plan.inner:
        kept = signs[0] if cell_len(signs[0]) < plan.inner else ""
        text = kept + MORE[ascii_only]
    style = TARGET_STYLE if all(mark.kind == "target" for mark in cell.marks) else END_STYLE
    return centred(text, plan.inner), style


def _legend(scene: AvidScene, plan: DiscPlan, *, ascii_only: bool) -> Iterator[list[Piece]]:
    """The legend, line by line: every mark with its window, then what the shapes and rings mean."""
    names = {mark: printable(mark.name, ascii_only=ascii_only) for mark in scene.marks}
    signs = {mark: sign(mark, ascii_only=ascii_only) for mark in scene.marks}
    wide = min(12, max((cell_len(name) for name in names.values()), default=0))
    for mark in scene.marks:
        style = TARGET_STYLE if mark.kind == "target" else END_STYLE
        gap = " " * max(1, wide - cell_len(names[mark]) + 1)
        window = (mark.window, RING_STYLES[ring_of(mark.window)])
        yield [(f"{signs[mark]:<2} ", style), (names[mark] + gap, ""), window]
    if any(sum(cell_len(signs[mark]) for mark in cell.marks) > plan.inner for cell in scene.cells):
        yield [(f"{MORE[ascii_only]}  more: see the list", "")]
    if scene.marks:
        yield [("", "")]
    for height, meaning in LEVEL_KEY.items():
        left, right = BRACKETS[height]
        yield [(f"{left}{right} {meaning}", "")]
    yield [("rings from the rim inward:", "")]
    for ring, degrees in RING_KEY:
        yield [(f"   {ring} {degrees} degrees", RING_STYLES[ring])]
