"""The kill chart: how many missiles, or how much damage, a percentage takes out of a number."""

from __future__ import annotations

from attrs import frozen


@frozen
class Kills:
    """What the chart gives, with the sum that a player can redo by hand.

    total: missiles or points, 0 up. percent: as read on the chart, 0 to 100.
    parts: (part, kills) for the hundreds, the tens and the ones, such as (100, 28), (30, 8), (6, 2).
    """

    total: int
    percent: int
    parts: tuple[tuple[int, int], ...]


def kills(count: int, percent: int) -> Kills:
    """Look up hundreds, tens and ones apart, each rounded half up, and add them.

    count: missiles, shots or points of damage, 0 up (ValueError below); thousands stay in the part of the hundreds.
    percent: any whole number, held to 0..100. Rule: flyer, "The kill chart"; card text, by tables.toml, kill_chart.
    """
    if count < 0:
        message = f"the kill chart starts at 0: {count}"
        raise ValueError(message)
    held = min(max(percent, 0), 100)
    split = (count // 100 * 100, count // 10 % 10 * 10, count % 10)
    parts = tuple((part, (part * held + 50) // 100) for part in split)
    return Kills(total=sum(killed for _, killed in parts), percent=held, parts=parts)
