"""Facts of an exchange told under headings: those of facts of any game, and dice with the fact that they decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from sits_es.dice import DiceRolled
from sits_es.events import REGISTRY, Event
from sits_es.report.blocks import Block, Heading, ReportLine

AGREED: Final = "What was agreed"
ORDERS: Final = "Orders"
RESULT: Final = "What happens"
AFTER: Final = "What follows"

#: The heading of facts of any game, by their stored names: rules know no game, and the names never change.
OF_ANY_GAME: Final[Mapping[str, str]] = {
    "game.OrdersDefaulted": AGREED,
    "game.RulingMade": AGREED,
    "game.PlayersPutOut": AGREED,
    "game.PlayerResigned": AGREED,
    "game.PlayerReadmitted": AGREED,
    "game.SeatTaken": AGREED,
    "game.OrdersSealed": ORDERS,
    "game.OrdersRevealed": ORDERS,
    "game.SeedMade": ORDERS,
    "game.SegmentClosed": AFTER,
    "game.TurnClosed": AFTER,
    "game.Ended": AFTER,
}


def stored_name(fact: Event) -> str:
    """By which a fact is found in `OF_ANY_GAME`."""
    return REGISTRY.stored_name(type(fact)).name


def under_headings(
    facts: Sequence[Event], heading_of: Callable[[Event, str], str]
) -> Iterator[tuple[str, list[Event]]]:
    """Facts under their heading, in the order recorded; dice go with the fact that they decide, which comes next.

    heading_of: the heading of a fact after one of another, or of the same; empty before the first.
    """
    heading, found, waiting = "", list[Event](), list[Event]()
    for fact in facts:
        if isinstance(fact, DiceRolled):
            waiting.append(fact)
            continue
        new = heading_of(fact, heading)
        if new != heading and found:
            yield heading, found
            found = []
        heading = new
        found += [*waiting, fact]
        waiting.clear()
    if found or waiting:
        yield heading or RESULT, [*found, *waiting]


def told_under(steps: Iterable[tuple[str, Sequence[Event]]], telling: Callable[[Event], str | None]) -> Iterator[Block]:
    """Facts under their headings, one line each; a heading with nothing to tell is left out.

    telling: a fact as one line, or None to leave it out.
    """
    for heading, facts in steps:
        told = [line for fact in facts if (line := telling(fact)) is not None]
        if told:
            yield Heading(heading, major=True)
            yield from (ReportLine(line, 2) for line in told)
