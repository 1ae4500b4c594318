"""Boxes of a damage track as text; the state of a box is told by its shape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sits_es.rules.sits.ship.ship_class import ShipClass
from sits_es.rules.sits.state import DISABLED, HIT, LOST, TRIED, WHOLE

#: What stands before a box's value, by its mark, and what it means, in the order of the legend.
SHAPES: Final = {
    WHOLE: ("", "whole"),
    HIT: ("x", "destroyed"),
    TRIED: ("t", "a repair failed"),
    LOST: ("#", "lost"),
    DISABLED: ("~", "down"),
}


def box(mark: str, value: str) -> str:
    """One box, such as `[4]` whole or `[x4]` destroyed."""
    sign, _ = SHAPES[mark]
    return f"[{sign}{value.strip() if sign else value}]"


def row(ship_class: ShipClass, track: str, marks: str) -> tuple[str, ...]:
    """All boxes of a track, from left to right, as the marks have them."""
    values = _printed(track, ship_class.tracks[track])
    return tuple(box(mark, value) for mark, value in zip(marks, values, strict=True))


def _printed(track: str, values: tuple[int, ...]) -> Iterator[str]:
    """Values as the card shows them. A structure box is plain, numbered, or the last, marked `!`. Rule: sits.md 9."""
    if track != "structure":
        yield from map(str, values)
        return
    for value in values[:-1]:
        yield str(value) if value else " "
    yield from ["!"] * bool(values)
