"""What a player could have done better: plans that are clearly better on fresh dice, against each enemy.

A loss against random enemies would blame good turns too. So each choice is tried against the enemy's usual plan, the
plan that is best against what was ordered, and what the enemy really ordered; and the gain must last turns later.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from sits_es.odds.choose import choose
from sits_es.odds.outlook import Outlook
from sits_es.odds.spread import mean_and_error
from sits_es.odds.trials import Played
from sits_es.rules.moments import Moment
from sits_es.rules.system import Plan

#: Plays in all for choosing the better plan and each enemy's answer; plays that judge it, against each enemy.
PLAYS: Final = 150
JUDGED: Final = 24
#: How many turns later a loss must still be there, and the errors that it must exceed.
TURNS: Final = 2
ERRORS: Final = 2


class Better(Struct, frozen=True, kw_only=True):
    """A better plan. gain: in points, on average over the enemies; error: the standard error of that."""

    plan: Plan
    gain: Fraction
    error: Fraction


class TurnLuck(Struct, frozen=True, kw_only=True):
    """How a turn went for a player. came: by how many points the side got ahead; mean: the same orders on other dice.

    error: the standard error of the mean.
    """

    came: Fraction
    mean: Fraction
    error: Fraction

    @property
    def luck(self) -> Fraction:
        """What the dice did."""
        return self.came - self.mean


def better(asked: Outlook, player: str) -> Better | None:
    """A plan that would have been better than what a player ordered; None if no plan was clearly better.

    asked: with what everybody ordered.
    """
    plans = [*asked.rules.plans(asked.board, player)]
    if len(plans) < 2:  # nothing to choose from
        return None
    enemies = _enemies(asked, player)
    values = [each.of_plan(player) for each in enemies]
    best = choose(plans, lambda plan, number: values[number % len(values)](plan, number), PLAYS)[0].plan
    if best.orders == asked.orders[player]:
        return None
    gains = [_gains(each.on_fresh_dice(), player, best) for each in enemies]
    gain, error = mean_and_error([gain for each in gains for gain in each])
    if gain <= ERRORS * error or any(mean_and_error(each)[0] <= 0 for each in gains):
        return None
    turns_later = Moment(asked.until.turn + TURNS, asked.until.segment)
    later = [
        gain for each in enemies for gain in _gains(replace(each, until=turns_later).on_fresh_dice(), player, best)
    ]
    then, error_then = mean_and_error(later)
    return None if then <= error_then else Better(plan=best, gain=gain, error=error)


def _enemies(asked: Outlook, player: str) -> list[Outlook]:
    """The outlook with each enemy as they really were, as usual, and at their best against what the player ordered."""
    found = [asked]
    for enemy, side in asked.sides.items():
        plans = [] if side == asked.sides[player] else [*asked.rules.plans(asked.board, enemy)]
        if plans:
            found.append(asked.instead(enemy, plans[0].orders))
            best = choose(plans, asked.of_plan(enemy), PLAYS)[0].plan
            found.append(asked.instead(enemy, best.orders))
    return found


def _gains(asked: Outlook, player: str, plan: Plan) -> list[Fraction]:
    """By how much a plan is better than what was ordered, play by play."""
    instead = asked.instead(player, plan.orders)
    return [instead.worth(player, number) - asked.worth(player, number) for number in range(JUDGED)]


def luck(asked: Outlook, player: str, came: Fraction, before: Fraction, every: Sequence[Played]) -> TurnLuck:
    """How a turn went, beside plays of the same orders of everybody. came, before: what the board was worth."""
    mean, error = mean_and_error([asked.worth_of(each.board, player) for each in every])
    return TurnLuck(came=came - before, mean=mean - before, error=error)
