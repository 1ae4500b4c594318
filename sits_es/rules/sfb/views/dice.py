"""Six-sided dice: how a roll comes about, and how each player's came out by what they were rolled for."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.report.luck import Luck, Throw, lucks
from sits_es.report.working import Context, Working
from sits_es.rules.sfb.board import Board
from sits_es.rules.sfb.fact import Fact
from sits_es.rules.sfb.launching.facts import SeekerLaunched
from sits_es.rules.sfb.motion.facts import UnitPlaced
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.sfb.telling import Telling, faces
from sits_es.sentences import counted

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


def explain(context: Context) -> Working:
    """How an event comes about; of one that isn't of SFB 'n3D, nothing."""
    event = context.event
    if isinstance(event, DiceRolled):
        return _roll(event)
    return Telling.of(event).working(context) if isinstance(event, Fact) else Working(rule="")


def _roll(roll: DiceRolled) -> Working:
    keyed = "dice are computed from the run's seed and the roll's own name (house)"
    if roll.sides != SIDES:
        return Working(rule=keyed, steps=(f"{counted(len(roll.faces), 'die')} with {roll.sides} sides.",))
    shown = faces(roll)
    about = f" for {roll.object}" if roll.object else ""
    return Working(
        rule=keyed,
        steps=(
            f"{roll.actor or 'The field'} rolls {roll.purpose}{about}.",
            f"Faces 0 to 5 are read as 1 to 6: {', '.join(map(str, shown))}.",
        ),
        expected=f"{written(len(shown) * 35, 1)} in all, 3.5 a die; here {sum(shown)}.",
        values={"dice": list(shown)},
    )
