"""How a ship moves and what it has left, in a few words each."""

from __future__ import annotations

from sits_es.rules.sits.play.long_orders import decoys_left
from sits_es.rules.sits.play.thrust_chart import ThrustChart, dots
from sits_es.rules.sits.state import Board, Pivot, Roll, Ship
from sits_es.sentences import counted
from sits_es.space.vectors import vectors_in_words


def dots_text(chart: ThrustChart) -> str:
    """Dots by window since the last thrust break: "A+ 2, B/C 1", or "none"."""
    return ", ".join(f"{window} {number}" for window, number in dots(chart)) or "none"


def pivot_text(pivot: Pivot) -> str:
    """How far a pivot has come and how many segments it still takes."""
    done = pivot.spent // pivot.segments_per_window
    left = len(pivot.path) * pivot.segments_per_window - pivot.spent
    return (
        f"to {pivot.to}: {done} of {counted(len(pivot.path), 'window')} done, "
        f"{counted(left, 'segment')} to go ({pivot.segments_per_window} a window)"
    )


def roll_text(roll: Roll) -> str:
    """How far a roll has come and how many segments it still takes."""
    done = roll.spent // roll.segments_per_window
    left = roll.steps * roll.segments_per_window - roll.spent
    return (
        f"to {roll.side}: {done} of {counted(roll.steps, 'window')} done, "
        f"{counted(left, 'segment')} to go ({roll.segments_per_window} a window)"
    )


def plots_text(ship: Ship) -> str:
    """Plots named for the ship's next thrust break."""
    return "; ".join(f"{window}: {vectors_in_words(vector)}" for window, vector in ship.plots.items())


def decoys_text(board: Board, ship: Ship) -> str:
    """Decoys left, and those at work in this segment."""
    active = f", {ship.decoys_active} at work in this segment" if ship.decoys_active else ""
    return f"{decoys_left(board, ship)} left, {board.class_of(ship).decoy_value}% each{active}"
