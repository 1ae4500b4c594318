"""Tracks as a class file writes them: a list of values, or a number of boxes that count down."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from sits_es.rules.sits.ship.ship_class import GROWING
from sits_es.rules.sits.ship.walls import WALLS
from sits_es.toml import ABSENT, KeyPath, Sheet, shown

#: Least and most value of a box, by system; LIMITS for every other.
VALUES: Final = {
    "pivot": (1, 99),
    "roll": (1, 99),
    "magazine": (0, 9999),
    "hull": (0, 200),
    "port-sidewall": (0, 100),
    "starboard-sidewall": (0, 100),
    "forward-sidewall": (0, 100),
    "aft-sidewall": (0, 100),
    "ecm": (-100, 100),
    "fire-control": (-100, 100),
    "structure": (0, 10),
}
LIMITS: Final = (0, 99)

#: The most boxes of a track.
MOST_BOXES: Final = 200

#: Tracks whose values may fall or rise: which of them is worse depends on the reading of the sidewall, or on a pivot or
#: roll chart of the game's own. Rule: sits rules 8.5 and 12.
EITHER_WAY: Final = frozenset({*WALLS, "pivot", "roll"})


def boxes_at(sheet: Sheet, path: KeyPath, system: str) -> tuple[int, ...]:
    """The boxes of a track of a system, left to right; what is wrong with them is noted on the sheet.

    A whole number n is n boxes that count down: n, n - 1 ... 1.
    """
    least, most = VALUES.get(system, LIMITS)
    found = sheet.get(path)
    if isinstance(found, int) and not isinstance(found, bool) and system not in GROWING | EITHER_WAY | {"structure"}:
        highest = min(most, MOST_BOXES)
        if not 1 <= found <= highest:
            sheet.fault(path, f"{shown(found)} is out of range. Write 1 to {highest} boxes, or a list of their values.")
            return ()
        return tuple(range(found, 0, -1))
    values = sheet.many(path, "[0, 0, 4, 0]" if system == "structure" else "[6, 5, 4]")
    if found is not ABSENT and isinstance(found, list | tuple) and not 1 <= len(values) <= MOST_BOXES:
        sheet.fault(path, f"the track has {len(values)} boxes. Write 1 to {MOST_BOXES}.")
    boxes = values
    if not all(type(value) is int and least <= value <= most for value in values):
        boxes = tuple(sheet.whole((*path, place), least, most) for place in range(len(values)))
    if boxes == values:
        _order(sheet, path, system, boxes)
    return boxes


def _order(sheet: Sheet, path: KeyPath, system: str, boxes: tuple[int, ...]) -> None:
    """Values go one way from left to right: a damaged system does not get better. Rule: house, sits rules 9."""
    if system == "structure":
        _structure(sheet, path, boxes)
        return
    rise = next((pair for pair in pairwise(boxes) if pair[0] < pair[1]), None)
    fall = next((pair for pair in pairwise(boxes) if pair[0] > pair[1]), None)
    if system in EITHER_WAY:
        if rise and fall:
            sheet.fault(path, "the boxes rise and fall. This track's values go one way from left to right.")
    elif system in GROWING:
        if fall:
            sheet.fault(
                path,
                f"the boxes fall from {fall[0]} to {fall[1]}. This track's values rise or stay from left to right.",
            )
    elif rise:
        sheet.fault(
            path, f"the boxes rise from {rise[0]} to {rise[1]}. A track's values fall or stay from left to right."
        )


def _structure(sheet: Sheet, path: KeyPath, boxes: tuple[int, ...]) -> None:
    """Marks of structure boxes: 0 plain, n explodes below n on 1d10; the last one destroys the ship anyway."""
    for place, mark in enumerate(boxes):
        if mark == 1:
            sheet.fault(
                (*path, place), "no roll of 1d10 is below 1. Write 0 for a plain box, 2 to 10 for a numbered one."
            )
    if boxes and boxes[-1]:
        sheet.fault(path, f"the last box is numbered {boxes[-1]}, but it destroys the ship. Write 0 for it.")
