"""The missile range table and what a missile does that gets through."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from sits_es.rules.sits.tables.values import MissileRow, Tables

__all__ = ["MissileRow", "damage_each", "missile_row", "salvoes_allowed"]

MissileSize = Literal["light", "medium", "heavy"]
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
    before it. Rule: card, "Max Salvos"; rules/sits.md 8.1.
    """
    most = Fraction(row.max_salvoes)
    first = turn + 1 - most.denominator
    recent = sum(salvoes for when, salvoes in launched if first <= when <= turn)
    return max(most.numerator - recent, 0)


def damage_each(tables: Tables, size: MissileSize, warhead: Warhead) -> int:
    """Points of damage of one missile. KeyError for a size that the card does not have. Rule: card, "Damage"."""
    row = {row.size: row for row in tables.missile_damage}[size]
    return row.nuke if warhead == "nuke" else row.laser_head
