"""The facts of a run one by one, each with the impulse, the dice that decided it, and the board right before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.rules.sfb_n3d.board import Board, copied
from sits_es.rules.sfb_n3d.ending.facts import ImpulseBegun
from sits_es.rules.sfb_n3d.fact import Fact


@frozen
class FactContext:
    """A fact of SFB 'n3D. impulse: 0 before the first; dice: those thrown right before it.

    board: a board at work as it stood right before the fact: look at it before the next fact is asked for.
    """

    fact: Event
    impulse: int
    dice: tuple[DiceRolled, ...]
    board: Board


def fact_contexts(before: Board, facts: Sequence[Event]) -> Iterator[FactContext]:
    """Every fact of the rules in order, without the dice, which come with the fact that follows them."""
    board, impulse, dice = copied(before), 0, list[DiceRolled]()
    for fact in facts:
        if isinstance(fact, DiceRolled):
            dice.append(fact)
            continue
        if not isinstance(fact, Fact):
            continue
        if isinstance(fact, ImpulseBegun):
            impulse = fact.impulse
        yield FactContext(fact, impulse, tuple(dice), board)
        dice.clear()
        fact.apply(board)


def dice_text(rolls: Sequence[DiceRolled]) -> str:
    """What dice showed, `dice 3, 5`; empty where none were thrown."""
    faces = [str(face + 1) for roll in rolls for face in roll.faces]
    return f"{'die' if len(faces) == 1 else 'dice'} {', '.join(faces)}" if faces else ""
