"""What is counted of SFB 'n3D: units left, damage that was entered, and how far apart two units are."""

from __future__ import annotations

from fractions import Fraction

from sits_es.report.glance import Measure
from sits_es.report.graphs import Measured, Tally
from sits_es.rules.sfb.board import Board
from sits_es.rules.sfb.scenario.ending import COUNTED
from sits_es.rules.sfb.sums.numbers import WHOLE
from sits_es.rules.sfb.sums.places import exact


def measures(board: Board) -> tuple[Measure, ...]:
    """Ships, bases and shuttles that are in the game, and the damage that was entered for each side's.

    No points: S3D3 leaves the goals to the players.
    """
    counted_units = [unit for unit in board.units.values() if unit.kind in COUNTED]
    return (
        Measure.of_sides("units left", counted_units, lambda unit: unit.gone is None, lambda _: 1),
        Measure.of_sides("damage entered", counted_units, lambda unit: unit.damage, less=True),
    )


def tallies(board: Board) -> list[Tally]:
    """Damage entered, by unit; seeking weapons have none."""
    units = (board.units[name] for name in sorted(board.units))
    return [
        Tally(what="damage points entered", whose=unit.name, side=unit.side, number=unit.damage)
        for unit in units
        if unit.kind != "seeking"
    ]


def apart(board: Board, one: str, other: str) -> Measured | None:
    """The exact range between two units on the map. Rule: D1.4."""
    here, there = board.units.get(one), board.units.get(other)
    if here is None or there is None or not here.out or not there.out:
        return None
    return Measured(Fraction(exact(here.place, there.place), WHOLE), "hexes")
