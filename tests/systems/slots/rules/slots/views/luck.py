"""How many successes everybody rolled, by kind of roll."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.luck import Luck, Throw, lucks

from ..board import Board
from ..dice_shown import counts

#: Successes of a die on average, and the mean squared distance from that: three faces of eight are one, and one is two.
MEAN, SQUARE = Fraction(5, 8), Fraction(31, 64)


def luck(events: Iterable[Event], board: Board) -> list[Luck]:
    """Successes by player and kind of roll."""
    return lucks(
        Throw(
            player=board.starships[event.actor].player,
            kind=event.purpose,
            observed=counts((face,))[0],
            mean=MEAN,
            square=SQUARE,
        )
        for event in events
        if isinstance(event, DiceRolled)
        for face in event.faces
    )
