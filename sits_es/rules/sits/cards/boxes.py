"""Tracks and arcs as a class file writes them: values from left to right, or a number of boxes that count down."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Final, cast

from sits_es.errors import UnreadableError
from sits_es.space.arcs import FACINGS, Facing, behind_wedge, default_arc
from sits_es.space.avid import WINDOWS, Window, read_window

if TYPE_CHECKING:  # whoever reads a game has its cards on record, and reads no file
    from sits_es.toml import KeyPath, Sheet

#: Tracks whose values grow as boxes are lost: segments per window, and the penalty to missile quality.
GROWING = frozenset({"pivot", "roll", "fire-control"})
#: Tracks of sidewalls, in the order of a card.
WALLS: Final = ("port-sidewall", "starboard-sidewall", "forward-sidewall", "aft-sidewall")

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


def read_boxes(sheet: Sheet, path: KeyPath, system: str) -> tuple[int, ...]:
    """The boxes of a track of a system, left to right; what is wrong with them is noted on the sheet.

    A whole number n is n boxes that count down: n, n - 1 ... 1.
    """
    from sits_es.toml import ABSENT, shown

    least, most = VALUES.get(system, LIMITS)
    found = sheet.get(path)
    if isinstance(found, int) and not isinstance(found, bool) and system not in GROWING | EITHER_WAY | {"structure"}:
        highest = min(most, MOST_BOXES)
        if not 1 <= found <= highest:
            how = f"Write how many boxes, 1 to {highest}, or a list of their values."
            sheet.fault(path, f"{shown(found)} is out of range. {how}")
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


def read_of_mount(sheet: Sheet, path: KeyPath, besides: tuple[str, ...]) -> tuple[int, ...]:
    """The boxes of a system of a mount: its own value, or a key of its table that may have others besides."""
    system, found = str(path[-1]), sheet.get(path)
    if system == "magazine" and isinstance(found, Mapping):
        sheet.table(path, ("rows",))
        return read_boxes(sheet, (*path, "rows"), system)
    if not besides:
        return read_boxes(sheet, path, system)
    keys = ("boxes", *besides)
    if not isinstance(found, Mapping):
        written = ", ".join(f"{key} = ..." for key in keys)
        sheet.fault(path, f"a weapon is a table in braces. Write {{ {written} }}.")
        return ()
    sheet.table(path, keys)
    return read_boxes(sheet, (*path, "boxes"), system)


def _order(sheet: Sheet, path: KeyPath, system: str, boxes: tuple[int, ...]) -> None:
    """Values go one way from left to right: a damaged system does not get better. Rule: house, sits rules 9."""
    if system == "structure":
        _structure(sheet, path, boxes)
        return
    rise = next((pair for pair in pairwise(boxes) if pair[0] < pair[1]), None)
    fall = next((pair for pair in pairwise(boxes) if pair[0] > pair[1]), None)
    if system in EITHER_WAY:
        if rise and fall:
            sheet.fault(
                path, "the boxes rise and fall. A track's values must rise or fall from left to right, not both."
            )
    elif system in GROWING:
        if fall:
            sheet.fault(
                path,
                f"the boxes fall from {fall[0]} to {fall[1]}. "
                "This track's values must rise or stay the same from left to right.",
            )
    elif rise:
        sheet.fault(
            path,
            f"the boxes rise from {rise[0]} to {rise[1]}. "
            "A track's values must fall or stay the same from left to right.",
        )


def _structure(sheet: Sheet, path: KeyPath, boxes: tuple[int, ...]) -> None:
    """Marks of structure boxes: 0 plain, n explodes below n on 1d10; the last one destroys the ship anyway."""
    for place, mark in enumerate(boxes):
        if mark == 1:
            sheet.fault(
                (*path, place), "1d10 never rolls below 1. Write 0 for a plain box, 2 to 10 for a numbered one."
            )
    if boxes and boxes[-1]:
        sheet.fault(path, f"the last box is numbered {boxes[-1]}, but it destroys the ship. Write 0 for it.")


def read_arc(sheet: Sheet, path: KeyPath) -> tuple[Window, ...]:
    """The ship-frame windows of a mount in their fixed order; its facing's own when none are written."""
    from sits_es.toml import ABSENT

    mount = sheet.get(path[:-1])
    facing = mount.get("facing", path[-2]) if isinstance(mount, Mapping) else path[-2]
    windows = default_arc(cast("Facing", facing if facing in FACINGS else FACINGS[0]))
    if sheet.get(path) is not ABSENT:
        windows = frozenset(_windows(sheet, path))
    return tuple(window for window in WINDOWS if window in windows)


def _windows(sheet: Sheet, path: KeyPath) -> list[Window]:
    found = []
    entries = sheet.many(path, '["A", "A/B", "A+"]')
    if sheet.get(path) in ([], ()):
        sheet.fault(
            path, "the arc has no window. Name at least one window, or leave the arc out to use the facing's own arc."
        )
    for place, entry in enumerate(entries):
        at = (*path, place)
        if not isinstance(entry, str):
            sheet.text(at, "A/B+")
            continue
        try:
            window = read_window(entry, "arc window")
        except UnreadableError as error:
            sheet.fault(at, str(error))
            continue
        if behind_wedge(window):
            reason = f"{window} is behind the ship's own wedge. Name windows with one sign or none."
            sheet.fault(at, reason)
        found.append(window)
    return found
