"""A board and everybody's plans, and what playing them comes to: again and again, on common dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sits_es.events import Event
from sits_es.odds.trials import Played, dice_of, following, play
from sits_es.odds.worth import worth
from sits_es.report import report_of
from sits_es.rules.moments import Moment
from sits_es.rules.system import Plan, System

#: What a player orders, by step of the turn.
OrdersByStep = Mapping[int, Sequence[Event]]


class Outlook(Struct, frozen=True, kw_only=True):
    """A board and everybody's plans. sides: player -> side; orders: player -> what they order.

    until: the last exchange that is played; seed: of the dice, which are those of no game. Outlooks with one seed are
    played on the same dice.
    """

    rules: System
    board: Any
    sides: Mapping[str, str]
    orders: Mapping[str, OrdersByStep]
    until: Moment
    seed: str

    @classmethod
    def of(
        cls,
        rules: System,
        board: Any,
        sides: Mapping[str, str],
        given: Mapping[str, OrdersByStep],
        until: Moment,
        seed: str,
    ) -> Outlook:
        """The outlook if players who give no orders follow their usual plans."""
        orders = {player: given[player] if player in given else usual(rules, board, player) for player in sorted(sides)}
        return cls(rules=rules, board=board, sides=sides, orders=orders, until=until, seed=seed)

    def instead(self, player: str, orders: OrdersByStep) -> Outlook:
        """The same with other orders of one player."""
        return replace(self, orders={**self.orders, player: orders})

    def on_fresh_dice(self) -> Outlook:
        """The same on other dice: the best of many plans is flattered by those it was chosen on."""
        return replace(self, seed=f"{self.seed} again")

    def played(self, number: int) -> Played:
        """The play of a number, 0 up."""
        conducts = {player: following(self.rules, player, orders) for player, orders in self.orders.items()}
        return play(self.rules, self.board, conducts, dice_of(self.seed, number), self.until)

    def worth(self, player: str, number: int) -> Fraction:
        """What the play of a number comes to for a player's side."""
        return self.worth_of(self.played(number).board, player)

    def worth_of(self, board: Any, player: str) -> Fraction:
        """What a board of the game is worth to a player's side."""
        return worth(tuple(report_of(self.rules.name).measures(board)), self.sides[player])

    @property
    def measures(self) -> tuple[str, ...]:
        """What worth is the mean of, by name."""
        return tuple(measure.name for measure in report_of(self.rules.name).measures(self.board))

    def of_plan(self, player: str) -> Callable[[Plan, int], Fraction]:
        """What the play of a number comes to for a player's side, by the plan that the player follows."""
        return lambda plan, number: self.instead(player, plan.orders).worth(player, number)


def usual(rules: System, board: Any, player: str) -> OrdersByStep:
    """What a player usually orders; nothing if the rule system has no plans, or none for this player now."""
    return next((plan.orders for plan in rules.plans(board, player)), {})
