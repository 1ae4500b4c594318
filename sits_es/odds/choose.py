"""The best of a player's plans: all are played a little and the better half more, on common dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec import Struct

from sits_es.rules.system import Plan

#: Plays that every plan gets, and how many plans are never halved.
FIRST = 2
LAST = 2


class Ranked(Struct, frozen=True):
    """A plan with its worth in each of its plays, by number from 0."""

    plan: Plan
    worth: tuple[Fraction, ...]

    @property
    def mean(self) -> Fraction:
        """Its worth on average."""
        return sum(self.worth, Fraction()) / len(self.worth)


def choose(plans: Sequence[Plan], worth: Callable[[Plan, int], Fraction], plays: int) -> list[Ranked]:
    """The plans, best first, by successive halving over about so many plays in all.

    worth: of a plan in the play of a number, from 0: the same number means the same dice. Those that stay in are played
    equally often. Of equals the one with fewer orders is better, then the one that comes first.
    """
    found = {at: Ranked(plan, ()) for at, plan in enumerate(plans)}
    out: list[Ranked] = []
    done, each = 0, FIRST
    while found:
        for at, ranked in found.items():
            more = tuple(worth(ranked.plan, number) for number in range(len(ranked.worth), each))
            found[at] = Ranked(ranked.plan, ranked.worth + more)
            done += len(more)
        order = sorted(found, key=lambda at: (-found[at].mean, found[at].plan.length, at))
        if len(order) <= LAST or done >= plays:
            return [found[at] for at in order] + out
        keep = order[: max((len(order) + 1) // 2, LAST)]
        out = [found[at] for at in order[len(keep) :]] + out
        found = {at: found[at] for at in sorted(keep)}
        each += max((plays - done) // (2 * len(found)), 1)
    return out
