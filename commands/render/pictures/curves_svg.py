"""Curves as SVG: steps from moment to moment, each curve with its own colour, dashes and letter."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import Final

from commands.render.pictures.curves import Reach, colour_of, sign_of, span_of, still_of, told_of
from commands.render.pictures.labels import printable
from commands.render.pictures.svg_parts import lines, page, tag, text
from sits_es.report.graphs import Curve, CurveScene

#: The frame: its place and size.
LEFT, ABOVE, WIDE, HIGH = 70.0, 60.0, 900.0, 320.0
#: Dashes by curve, so that two of one side differ without letters too.
DASHES: Final = ("none", "8 4", "2 3", "10 3 2 3")
#: Lines across the frame, and moments below it, at the most.
LINES, LABELS = 5, 16
#: Height of a letter.
SIGN = 14.0


def draw_curves(scene: CurveScene, title: str) -> str:
    """The curves with their legend as an SVG file."""
    span = span_of(scene)
    heading = title or scene.heading
    parts = [tag("rect", x=LEFT, y=ABOVE, width=WIDE, height=HIGH, class_="sx-hex", stroke_width=1.5)]
    parts += _ticks(span)
    parts += _moments(scene)
    for at, curve in enumerate(scene.curves):
        parts += _curve(scene, span, at, curve)
    parts += _signs(scene, span)
    key = list(_legend(scene))
    return page(LEFT + WIDE + 50, ABOVE + HIGH + 70 + 22 * len(key), heading, [*parts, *key])


def _y(span: Reach, number: Fraction) -> float:
    return ABOVE + HIGH - 12 - float(span.part(number)) * (HIGH - 24)


def _x(scene: CurveScene, at: int) -> float:
    return LEFT + WIDE * at / max(len(scene.moments), 1)


def _ticks(span: Reach) -> Iterator[str]:
    """Round numbers to the left of the frame, with a line each."""
    step = next(step for step in _steps() if span.high - span.low <= step * LINES)
    for number in range(-step * (-math.ceil(span.low) // step), math.floor(span.high) + 1, step):
        y = _y(span, Fraction(number))
        yield tag("line", x1=LEFT, y1=y, x2=LEFT + WIDE, y2=y, class_="sx-hex", stroke_width=0.8)
        yield text(LEFT - 8, y, str(number), 14, text_anchor="end")


def _moments(scene: CurveScene) -> Iterator[str]:
    """As many moments below the frame as there is room for."""
    every = -(-len(scene.moments) // LABELS)
    for at in range(0, len(scene.moments), max(every, 1)):
        label = printable(scene.moments[at])
        yield text(_x(scene, at) + 2, ABOVE + HIGH + 16, label, 13, "sx-faint", text_anchor="start")


def _curve(scene: CurveScene, span: Reach, at: int, curve: Curve) -> Iterator[str]:
    class_ = f"sx-{colour_of(scene, curve)}-side"
    style = {"fill": "none", "stroke_width": 2.5, "stroke_dasharray": DASHES[at % len(DASHES)], "style": "fill:none"}
    runs: list[list[tuple[float, float]]] = [[]]
    for moment, number in enumerate(curve.numbers):
        if number is None:
            runs.append([])
            continue
        y = _height(span, at, number)
        runs[-1] += [(_x(scene, moment), y), (_x(scene, moment + 1), y)]
    for run in runs:
        if run:
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in run)
            yield tag("polyline", points=points, class_=class_, **style)


def _height(span: Reach, at: int, number: Fraction) -> float:
    """Where a curve runs: those that are the same for a while lie beside each other, not on each other."""
    return _y(span, number) - 1.5 * (at % len(DASHES))


def _signs(scene: CurveScene, span: Reach) -> Iterator[str]:
    """The letter of each curve behind its end; those that end at the right edge apart from each other."""
    ends: list[tuple[float, int]] = []
    for at, curve in enumerate(scene.curves):
        there = [(moment, number) for moment, number in enumerate(curve.numbers) if number is not None]
        if not there:
            continue
        (moment, number), last = there[-1], len(scene.moments) - 1
        y = _height(span, at, number)
        if moment == last:
            ends.append((y, at))
        else:
            yield text(_x(scene, moment + 1) + 10, y, sign_of(at), 14, font_weight="bold")
    gap = min(SIGN, HIGH / max(len(ends), 1))
    ends.sort()
    heights = [y for y, _ in ends]
    for place in range(1, len(heights)):
        heights[place] = max(heights[place], heights[place - 1] + gap)
    lowest = ABOVE + HIGH
    for place in reversed(range(len(heights))):
        heights[place] = min(heights[place], lowest)
        lowest = heights[place] - gap
    for (_, at), y in zip(ends, heights, strict=True):
        yield text(LEFT + WIDE + 12, y, sign_of(at), 14, font_weight="bold")


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on."""
    return (digit * 10**power for power in count() for digit in (1, 2, 5))


def _legend(scene: CurveScene) -> Iterator[str]:
    y = ABOVE + HIGH + 48
    for at, curve in enumerate(scene.curves):
        dashes = DASHES[at % len(DASHES)]
        class_ = f"sx-{colour_of(scene, curve)}-side"
        line = tag("line", x1=LEFT, y1=y, x2=LEFT + 40, y2=y, class_=class_, stroke_width=2.5, stroke_dasharray=dashes)
        yield line + text(LEFT + 52, y, f"{sign_of(at)}  {told_of(curve)}", 14, text_anchor="start")
        y += 22
    for line in lines(still_of(scene), 110) if scene.still else ():
        yield text(LEFT + 52, y, line, 14, "sx-faint", text_anchor="start")
        y += 22
