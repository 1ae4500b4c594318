"""How curves lie on a page: rows by number, columns by moment, and what is said of each; the same for text and SVG."""

from __future__ import annotations

import math
from fractions import Fraction

from attrs import frozen

from commands.render.pictures.labels import printable
from commands.render.pictures.map import Colour, side_colours
from sits_es.report.graphs import Curve, CurveScene, as_decimal


@frozen
class Reach:
    """The numbers from the lowest row to the highest."""

    low: Fraction
    high: Fraction

    def part(self, number: Fraction) -> Fraction:
        """How far up a number is, 0 to 1."""
        return (number - self.low) / (self.high - self.low)


def span_of(scene: CurveScene) -> Reach:
    """From 0 to the highest number; from the lowest where that is far from 0 and never 0."""
    numbers = [number for curve in scene.curves for number in curve.numbers if number is not None]
    low, high = min(numbers, default=Fraction(0)), max(numbers, default=Fraction(0))
    low = min(low, Fraction(0)) if 2 * low <= high else Fraction(math.floor(low))
    high = Fraction(math.ceil(high))
    return Reach(low, high if high > low else low + 1)


def sides_of(scene: CurveScene) -> tuple[str, ...]:
    """The sides in the order in which they take colours."""
    return scene.sides or tuple(dict.fromkeys(curve.side for curve in scene.curves))


def colour_of(scene: CurveScene, curve: Curve) -> Colour:
    """The colour of a curve: its side's."""
    sides = sides_of(scene)
    return side_colours(sides)[sides.index(curve.side)]


def sign_of(at: int) -> str:
    """The letter of a curve, by its number, 0 up; after 26 they begin again."""
    return chr(ord("a") + at % 26)


def told_of(curve: Curve, *, ascii_only: bool = False) -> str:
    """A curve in words: whose it is, and from which number to which it went."""
    numbers = [number for number in curve.numbers if number is not None]
    whose = curve.name if curve.side in ("", curve.name) else f"{curve.name} ({curve.side})"
    if not numbers:
        return printable(f"{whose}: nothing", ascii_only=ascii_only)
    first, last, low, high = numbers[0], numbers[-1], min(numbers), max(numbers)
    said = as_decimal(first) if low == high else f"{as_decimal(first)} to {as_decimal(last)}"
    said += f", at least {as_decimal(low)}" if low < min(first, last) else ""
    said += f", at most {as_decimal(high)}" if high > max(first, last) else ""
    return printable(f"{whose}: {said}", ascii_only=ascii_only)


def still_of(scene: CurveScene, *, ascii_only: bool = False) -> str:
    """Those whose number was 0 all the time, in words; empty for none."""
    return printable(f"0 all the time: {', '.join(scene.still)}", ascii_only=ascii_only) if scene.still else ""
