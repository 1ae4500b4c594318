"""What is spent of a roll: advantage and triumph, on what the players agree or on a critical hit. Rule: base game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sits_es.events import Coded
from sits_es.rules.refusals import Refusal
from sits_es.rules.star_wars.board import Board, Starship
from sits_es.rules.star_wars.fact import OfStarship
from sits_es.rules.star_wars.harm.facts import CriticalSuffered
from sits_es.rules.star_wars.harm.rules import critical_hit
from sits_es.rules.star_wars.order_rules import OrderRules, refuse
from sits_es.rules.star_wars.resolution import Resolution
from sits_es.rules.star_wars.spending.facts import ResultSpent, SpendOrdered
from sits_es.rules.star_wars.words import OF

#: The words that are carried out; all others are kept as they are said.
CRITICAL_HIT: Final = "critical hit"


class Spend(OrderRules[SpendOrdered]):
    """Spend what a roll of this slot came to, in the order written, as far as it goes."""

    stage = "spend"

    def why_not(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[Refusal]:
        """How much of it is left once the lines above have spent what they say, and what a critical hit takes."""
        order, left = self.fact, self._left(board, above)
        if left is None:
            others = (check.source for check in board.checks)
            yield refuse(starship, "no-such-check", order.source, next(others, order.source))
            return
        if not 1 <= order.number <= left:
            yield refuse(starship, "not-so-much", max(left, 0), order.what, order.source, order.number)
        if self._is_critical_hit():
            yield from self._no_critical(board, starship)

    def _left(self, board: Board, above: Sequence[OfStarship]) -> int | None:
        """What is left of the check, None where it was not made. Below 0 where the lines above spend too much."""
        order, check = self.fact, board.check_of(self.fact.source)
        return (
            None
            if check is None
            else board.left_of(check)[order.what]
            - sum(
                each.number
                for each in above
                if isinstance(each, SpendOrdered) and (each.source, each.what) == (order.source, order.what)
            )
        )

    def _is_critical_hit(self) -> bool:
        return self.fact.text.strip().casefold() == CRITICAL_HIT

    def _no_critical(self, board: Board, starship: Starship) -> Iterator[Refusal]:
        """A critical hit takes an attack that did hull trauma, and its weapon's price. Rule: base game."""
        order, weapon = self.fact, board.attacked_with()
        if weapon is None or board.aimed is None or order.source != "action":
            yield refuse(starship, "no-critical")
        elif board.on_map(board.aimed[1]) is None:
            yield refuse(starship, "critical-on-lost", board.aimed[1])
        elif order.what == "advantage" and order.number < weapon.critical:
            yield refuse(starship, "critical-costs-more", weapon.name, weapon.critical, order.number)

    def carry_out(self, work: Resolution, starship: Starship) -> None:
        """Spend it; a critical hit is on the target of the slot's attack."""
        order, board = self.fact, work.board
        work.record(
            ResultSpent(
                starship=starship.name, number=order.number, what=order.what, source=order.source, text=order.text
            )
        )
        if self._is_critical_hit() and board.aimed is not None:
            weapon, target = board.aimed
            nth = sum(isinstance(fact, CriticalSuffered) for fact in work.facts)
            why = Coded("weapon", (starship.name, weapon))
            critical_hit(work, starship.name, board.starships[target], why, target, nth)

    def foreseen(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[str]:
        """What is left of a check with this line and those above it."""
        order, left = self.fact, self._left(board, above) or 0
        what = f"{order.number} {order.what} of its check {OF[order.source]}"
        yield f"{starship.name} spends {what}: {order.text}; {left - order.number} left"

    @classmethod
    def suggested(cls, board: Board, starship: Starship) -> Iterator[OfStarship]:
        """Of each of the slot's checks one of everything, and a critical hit where one can be scored."""
        weapon, name = board.attacked_with(), starship.name
        dear, some = 1 if weapon is None else weapon.critical, "what it is spent on"
        for source in (check.source for check in board.checks):
            yield SpendOrdered(starship=name, number=1, what="advantage", source=source, text=some)
            yield SpendOrdered(starship=name, number=dear, what="advantage", source=source, text=CRITICAL_HIT)
            yield SpendOrdered(starship=name, number=1, what="triumph", source=source, text=some)
            yield SpendOrdered(starship=name, number=1, what="triumph", source=source, text=CRITICAL_HIT)
