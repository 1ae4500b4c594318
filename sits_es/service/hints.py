"""What single orders are worth: each is played alone, while everybody else orders nothing."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from sits_es.events import Event
from sits_es.game.fold import Fold
from sits_es.odds.outlook import Outlook
from sits_es.orders.normal import comments
from sits_es.report import report_of
from sits_es.report.graphs import Spread, tenths
from sits_es.rules.moments import Moment
from sits_es.sentences import listed
from sits_es.service.bot import require_plans

#: Plays of each order; those that change nothing in the first few are left out.
PLAYS: Final = 24
TRIED: Final = 4


def hints(fold: Fold, player: str) -> Iterator[str]:
    """Comments for an order file: the orders of the player's plans that change anything alone, with their worth.

    Raises NotAllowedError for a rule system that has no plans.
    """
    game, rules = fold.game, fold.system
    require_plans(rules, "so leave out --hints")
    measures = [measure.name for measure in report_of(rules.name).measures(game.board)]
    yield ""
    said = (
        f"The worth of each order alone, if nobody else orders anything: average points (the mean of "
        f"{listed(measures)}), then the range of 90% of {PLAYS} plays."
    )
    yield from comments([said])
    worths = [
        (step, order, found) for step, order in _orders(fold, player) if (found := _worth(fold, player, step, order))
    ]
    for step, order, found in worths:
        name = rules.language.step_names[step - 1] if not rules.language.stepless else ""
        said = f"{rules.language.unit_of(order)}: {rules.language.write(order)}"
        numbers = f"{tenths(found.mean)}, {tenths(found.low)} to {tenths(found.high)}"
        yield from comments([f"  {name}  {said}  # {numbers}" if name else f"  {said}  # {numbers}"])
    if not worths:
        yield from comments(["  No order changes anything by itself."])


def _orders(fold: Fold, player: str) -> list[tuple[int, Event]]:
    """Every order of the player's plans, with its step, each once."""
    found = {
        (step, order): None
        for plan in fold.system.plans(fold.game.board, player)
        for step, orders in plan.orders.items()
        for order in orders
    }
    return sorted(found, key=lambda each: each[0])


def _worth(fold: Fold, player: str, step: int, order: Event) -> Spread | None:
    """What an order brings the player's side, on the same dice; None for nothing."""
    game, rules = fold.game, fold.system
    upcoming = [owed for owed in game.upcoming if owed.moment.turn == game.moment.turn]
    nothing = {each: () for owed in upcoming for each in owed.steps}
    last = max(
        (owed.moment for owed in upcoming if step in owed.steps and player in owed.orders_by), default=game.moment
    )
    asked = Outlook.of(
        rules, game.board, game.sides, dict.fromkeys(game.sides, nothing), Moment(last.turn, last.segment), "hints"
    )
    ordered = asked.instead(player, {**nothing, step: (order,)})

    def apart(first: int, last: int) -> list[Fraction]:
        return [ordered.worth(player, each) - asked.worth(player, each) for each in range(first, last)]

    found = apart(0, TRIED)
    spread = Spread.of(found + apart(TRIED, PLAYS)) if any(found) else None
    return spread if spread is not None and tenths(spread.mean) != tenths(Fraction()) else None
