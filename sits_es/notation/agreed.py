"""Which facts a notation gives, since people decided them, and which follow from what it gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sits_es.events import Event
from sits_es.game.departures import OPENING, SEATS, PlayerResigned
from sits_es.game.events import (
    AGREED,
    BETWEEN,
    CLAIM,
    RESIGNED,
    FactsRecorded,
    GameEnded,
    OrdersDefaulted,
    OrdersGiven,
    OrdersRevealed,
    OrdersSealed,
    RulingMade,
    SeedMade,
)

#: Within an exchange, between its seals and its reveals.
AGREEABLE: Final[tuple[type[Event], ...]] = (*AGREED, *SEATS)
#: Right after a fork.
FORKING: Final[tuple[type[Event], ...]] = (*OPENING, RulingMade)
#: Facts that are lines of a player: what each line says follows as a fact of its own.
LINES: Final[tuple[type[Event], ...]] = (OrdersRevealed, OrdersGiven, OrdersDefaulted, FactsRecorded)


def may_decide(fact: Event) -> bool:
    """Whether players may decide a fact after an exchange: the end of a game only by a claim, or as they resign."""
    if isinstance(fact, GameEnded):
        return bool(fact.outcome) and all(why.fits(CLAIM) or why.fits(RESIGNED) for why in fact.outcome)
    return isinstance(fact, (*BETWEEN, PlayerResigned))


def results(facts: Sequence[Event], order_types: tuple[type[Event], ...]) -> list[int]:
    """Which facts of an exchange, 0 up, came of it, and were neither given nor follow from a player's lines alone."""
    found, of_a_player = [], False
    for at, fact in enumerate(facts):
        if of_a_player and isinstance(fact, order_types):
            continue
        of_a_player = isinstance(fact, LINES)
        if not isinstance(fact, (*LINES, *AGREEABLE, OrdersSealed, SeedMade)):
            found.append(at)
    return found
