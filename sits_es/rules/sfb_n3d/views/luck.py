"""How each player's six-sided dice came out, by what they were rolled for."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.luck import Luck, Throw, lucks
from sits_es.rules.sfb_n3d.board import Board
from sits_es.rules.sfb_n3d.launching.facts import SeekerLaunched
from sits_es.rules.sfb_n3d.motion.facts import UnitPlaced
from sits_es.rules.sfb_n3d.telling import faces

SIDES: Final = 6
#: Rolls of which no die is better than another.
NEUTRAL: Final = frozenset({"facing after breakdown"})
#: What a die shows on average, and the mean squared distance from that.
MEAN: Final = Fraction(7, 2)
SQUARE: Final = Fraction(35, 12)


def luck(events: Iterable[Event], board: Board) -> list[Luck]:
    """Each player's dice by purpose and the average; those of no unit, and of directions, are left out."""
    del board
    players: dict[str, str] = {}
    throws: list[Throw] = []
    for event in events:
        match event:
            case UnitPlaced():
                players[event.unit] = event.player
            case SeekerLaunched() if event.unit in players:
                players[event.seeker] = players[event.unit]
            case DiceRolled(actor=actor, purpose=purpose, sides=sides) if sides == SIDES:
                if actor in players and purpose not in NEUTRAL:
                    throws += (
                        Throw(player=players[actor], kind=purpose, observed=face, mean=MEAN, square=SQUARE, better=-1)
                        for face in faces(event)
                    )
    return lucks(throws)
