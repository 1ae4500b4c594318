"""How each player's six-sided dice came out, by what they were rolled for."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.luck import Luck
from sits_es.rules.sfb_n3d.board import Board
from sits_es.rules.sfb_n3d.launching.facts import SeekerLaunched
from sits_es.rules.sfb_n3d.motion.facts import UnitPlaced

SIDES: Final = 6
#: Rolls of which no die is better than another.
NEUTRAL: Final = frozenset({"facing after breakdown"})
#: What a die shows on average, and the mean squared distance from that.
MEAN: Final = Fraction(7, 2)
SQUARE: Final = Fraction(35, 12)


def faces(roll: DiceRolled) -> tuple[int, ...]:
    """What six-sided dice showed, 1 to 6."""
    return tuple(face + 1 for face in roll.faces)


def luck(events: Iterable[Event], board: Board) -> list[Luck]:
    """Each player's dice by purpose and the average; those of no unit, and of directions, are left out."""
    del board
    players: dict[str, str] = {}
    rolls: dict[tuple[str, str], list[int]] = {}
    for event in events:
        match event:
            case UnitPlaced():
                players[event.unit] = event.player
            case SeekerLaunched() if event.unit in players:
                players[event.seeker] = players[event.unit]
            case DiceRolled(actor=actor, purpose=purpose, sides=sides, faces=faces) if sides == SIDES:
                if actor in players and purpose not in NEUTRAL:
                    rolls.setdefault((players[actor], purpose), []).extend(face + 1 for face in faces)
    return [
        Luck(
            player=player,
            kind=purpose,
            rolls=len(shown),
            observed=sum(shown),
            mean=MEAN * len(shown),
            square=SQUARE * len(shown),
            better=-1,
        )
        for (player, purpose), shown in sorted(rolls.items())
    ]
