"""The play-aid card on missiles: ranges, salvoes and damage, the kill chart, and the variance roll 3d10v."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final, Literal

from attrs import frozen

if TYPE_CHECKING:
    from sits_es.rules.sits.tables.values import KillChart, MissileRow, Tables

Warhead = Literal["laser-head", "nuke"]


def missile_row(tables: Tables, hexes: int) -> MissileRow:
    """The row of a range at launch in hexes, 0 up; ValueError below. Rule: card, "Missile Range Table"."""
    if hexes < 0:
        message = f"ranges start at 0: {hexes}"
        raise ValueError(message)
    return next(row for row in reversed(tables.missile_rows) if row.first <= hexes)


def salvoes_allowed(row: MissileRow, turn: int, launched: Iterable[tuple[int, int]]) -> int:
    """Salvoes that a ship may still launch at one target in this turn, 0 up.

    launched: (turn, salvoes) of every earlier launch of this ship at that target, those of this turn included, at
    whatever range. Where the row says 1/n, one salvo may follow when none was launched in this turn or the n - 1 turns
    before it. Rule: card, "Max Salvos"; sits rules 8.1.
    """
    most = Fraction(row.max_salvoes)
    first = turn + 1 - most.denominator
    recent = sum(salvoes for when, salvoes in launched if first <= when <= turn)
    return max(most.numerator - recent, 0)


def damage_each(tables: Tables, size: str, warhead: Warhead) -> int:
    """Points of damage of one missile of a type. KeyError for one that is not in the table. Rule: card, "Damage"."""
    row = {row.size: row for row in tables.missile_damage}[size]
    return row.nuke if warhead == "nuke" else row.laser_head


@frozen
class Kills:
    """What the chart gives, with the sum that a player can redo by hand.

    total: missiles or points, 0 up. percent: as read on the chart, 0 to 100.
    parts: (part, kills) for the hundreds, the tens and the ones, such as (100, 28), (30, 8), (6, 2).
    """

    total: int
    percent: int
    parts: tuple[tuple[int, int], ...]


def kills(count: int, percent: int, chart: KillChart | None = None) -> Kills:
    """Look up hundreds, tens and ones apart, each rounded half up, and add them.

    count: missiles, shots or points of damage, 0 up (ValueError below); thousands stay in the part of the hundreds.
    percent: any whole number, held to 0..100. chart: the game's own, read in place of the sum; of several hundreds each
    is looked up as one (house). Rule: flyer, "The kill chart"; card text, by tables.toml, kill_chart.
    """
    if count < 0:
        message = f"the kill chart starts at 0: {count}"
        raise ValueError(message)
    held = min(max(percent, 0), 100)
    split = (count // 100 * 100, count // 10 % 10 * 10, count % 10)
    if chart is None:
        parts = tuple((part, (part * held + 50) // 100) for part in split)
    else:
        parts = tuple((part, _charted(chart, part, held)) for part in split)
    return Kills(total=sum(killed for _, killed in parts), percent=held, parts=parts)


def _charted(chart: KillChart, part: int, percent: int) -> int:
    """What a chart of the game's own gives for one part."""
    from sits_es.rules.sits.tables.values import PARTS

    row = chart.row(percent)
    if part > PARTS[-1]:
        return part // PARTS[-1] * row[-1]
    return row[PARTS.index(part)] if part else 0


#: Dice of one variance roll, the key pair first.
DICE: Final = 3


def variance(faces: tuple[int, int, int]) -> int:
    """Add up one roll: 0 to 30.

    faces: 0 to 9 each, the key pair first; ValueError otherwise. Every 0 counts 0, unless the key pair shows
    equal numbers: then every 0 counts 10. Rule: flyer, "3d10v"; sits rules 8.2.
    """
    if len(faces) != DICE or not all(0 <= face <= 9 for face in faces):
        message = f"a variance roll is {DICE} faces, 0 to 9 each: {faces}"
        raise ValueError(message)
    zero = 10 if faces[0] == faces[1] else 0
    return sum(face or zero for face in faces)


def distribution() -> dict[int, int]:
    """How many of the 1000 rolls give each sum, lowest sum first."""
    counts = dict.fromkeys(range(31), 0)
    for first, second, third in product(range(10), repeat=DICE):
        counts[variance((first, second, third))] += 1
    return {total: count for total, count in counts.items() if count}
