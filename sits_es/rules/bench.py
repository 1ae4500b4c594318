"""The work bench of an exchange: the board, the orders, the dice, and the facts as they come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic

from attrs import Factory, define, field

from sits_es.dice import Dice, DiceRolled, RollKey
from sits_es.events import Event
from sits_es.generics import Board, Order


@define
class Bench(Generic[Board, Order]):
    """One exchange at work. orders: each player's, as written; facts: so far, each has changed the board."""

    board: Board
    orders: Mapping[str, Sequence[Order]]
    dice: Dice = field(repr=False)
    facts: list[Event] = Factory(list)

    def record(self, fact: Any) -> None:
        """Keep a fact and let it change the board; dice are told, and change nothing."""
        if not isinstance(fact, DiceRolled):
            fact.apply(self.board)
        self.facts.append(fact)

    def throw(self, key: RollKey, number: int, sides: int = 10) -> tuple[int, ...]:
        """Throw dice and record them. Faces 0 to sides - 1."""
        faces = self.dice.throw(key, number, sides)
        self.record(
            DiceRolled(
                actor=key.actor, purpose=key.purpose, object=key.object, index=key.index, sides=sides, faces=faces
            )
        )
        return faces
