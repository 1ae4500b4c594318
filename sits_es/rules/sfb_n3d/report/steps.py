"""A run told impulse by impulse, fact by fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import REGISTRY, Event
from sits_es.report.blocks import Block, Heading, ReportLine
from sits_es.rules.sfb_n3d.events.motion import ImpulseBegun, RunEnded, UnitPlaced
from sits_es.rules.sfb_n3d.events.terrain import TerrainPlaced
from sits_es.rules.sfb_n3d.orders.forms import ENTRIES, IMPULSE_ORDERS

#: Headings of what happens in no impulse.
AGREED: Final = "What was agreed"
OPENING: Final = "Set-up"
ORDERS: Final = "Orders"
ENTERED: Final = "From the displays"
RESULT: Final = "What happens"
AFTER: Final = "What follows"

#: The heading of facts that have one of their own.
_OWN: Final[Mapping[type[Event], str]] = {
    UnitPlaced: OPENING,
    RunEnded: AFTER,
    **dict.fromkeys(IMPULSE_ORDERS, ORDERS),
    **dict.fromkeys(ENTRIES, ENTERED),
}

#: The heading of facts of any game, by their stored names: rules know no game, and the names never change.
_ANY_GAME: Final = {
    "game.DeadlineSet": AGREED,
    "game.AbsenceGranted": AGREED,
    "game.OrdersDefaulted": AGREED,
    "game.RulingMade": AGREED,
    "game.ExchangeVoided": AGREED,
    "game.Claimed": AGREED,
    "game.PlayersPutOut": AGREED,
    "game.PlayerResigned": AGREED,
    "game.PlayerReadmitted": AGREED,
    "game.SeatTaken": AGREED,
    "game.UmpireReplaced": AGREED,
    "game.OrdersSealed": ORDERS,
    "game.OrdersRevealed": ORDERS,
    "game.SeedMade": ORDERS,
    "game.SegmentClosed": AFTER,
    "game.TurnClosed": AFTER,
    "game.Ended": AFTER,
}


def steps(facts: Sequence[Event]) -> Iterator[tuple[str, list[Event]]]:
    """Facts under their heading, in the order recorded; dice go with the fact that they decide, which comes next."""
    heading, found, waiting = "", list[Event](), list[Event]()
    for fact in facts:
        if isinstance(fact, DiceRolled):
            waiting.append(fact)
            continue
        new = _heading(fact, heading)
        if new != heading and found:
            yield heading, found
            found = []
        heading = new
        found += [*waiting, fact]
        waiting.clear()
    if found or waiting:
        yield heading or RESULT, [*found, *waiting]


def _heading(fact: Event, here: str) -> str:
    if isinstance(fact, ImpulseBegun):
        return f"Impulse {fact.impulse}"
    known = _OWN.get(type(fact)) or _ANY_GAME.get(REGISTRY.stored_name(type(fact)).name)
    if known is not None:
        return known
    if isinstance(fact, TerrainPlaced) and not here:
        return OPENING
    return RESULT if here in ("", AGREED, ORDERS) else here


def step_view(facts: Sequence[Event], telling: Callable[[Event], str | None]) -> Iterator[Block]:
    """Facts under the heading of their impulse, one line each. telling: a fact as one line, or None to leave it out."""
    for heading, found in steps(facts):
        told = [line for fact in found if (line := telling(fact)) is not None]
        if told:
            yield Heading(heading, major=True)
            yield from (ReportLine(line, 2) for line in told)
