"""The facts of an exchange one by one, each with the dice thrown right before it and the board as it stood then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.rules.star_wars.fold import HANDLERS
from sits_es.rules.star_wars.state import Board, copied


@frozen
class FactContext:
    """A fact of Star Wars hex combat. dice: those thrown right before it; earlier: facts of the exchange before it.

    board: a board at work as it stood right before the fact: look at it before the next fact is asked for.
    """

    fact: Event
    dice: tuple[DiceRolled, ...]
    earlier: tuple[Event, ...]
    board: Board


def fact_contexts(before: Board, facts: Sequence[Event]) -> Iterator[FactContext]:
    """Every fact of the rules in order, without the dice, which come with the fact that follows them."""
    board, dice = copied(before), list[DiceRolled]()
    for at, fact in enumerate(facts):
        if isinstance(fact, DiceRolled):
            dice.append(fact)
            continue
        handler = HANDLERS.get(type(fact))
        if handler is None:
            continue
        yield FactContext(fact, tuple(dice), tuple(facts[:at]), board)
        dice.clear()
        handler(board, fact)
