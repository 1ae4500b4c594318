"""A plan chosen on some dice and judged on others: how much better than the usual plan it really is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from sits_es.odds.choose import Ranked, choose
from sits_es.odds.outlook import Outlook
from sits_es.odds.spread import mean_and_error
from sits_es.rules.system import Plan

#: Plays in which the plan that was chosen is held against the usual one.
JUDGED = 40


class Judgement(Struct, frozen=True, kw_only=True):
    """What was decided. plan: the one to follow; table: the plans it was chosen from, best first.

    gain: by how many points it is better than the usual plan; error: the standard error of that. Both on fresh dice.
    """

    plan: Plan
    table: tuple[Ranked, ...]
    gain: Fraction
    error: Fraction


def decide(outlook: Outlook, player: str, plans: Sequence[Plan], plays: int) -> Judgement:
    """The best of a player's plans; the usual one, the first, where it is no better beyond the error on fresh dice."""
    table = tuple(choose(plans, outlook.of_plan(player), plays if len(plans) > 1 else 0))
    best, usual = table[0].plan, plans[0]
    if best is usual:
        return Judgement(plan=usual, table=table, gain=Fraction(), error=Fraction())
    fresh = outlook.on_fresh_dice()
    one, other = (fresh.instead(player, plan.orders) for plan in (best, usual))
    gain, error = mean_and_error([one.worth(player, each) - other.worth(player, each) for each in range(JUDGED)])
    if gain <= error:
        return Judgement(plan=usual, table=table, gain=Fraction(), error=Fraction())
    return Judgement(plan=best, table=table, gain=gain, error=error)
