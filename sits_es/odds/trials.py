"""One play: everybody's plans on a copy of the board, exchange after exchange, with dice made for it alone."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from sits_es.dice import Dice, KeyedDice
from sits_es.events import Event
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed, System

#: What a player orders in an exchange, by the board as it is then. Each play has its own: it knows what was ordered.
Conduct = Callable[[Any, Owed], Sequence[Event]]


class Void(Struct, frozen=True, kw_only=True):
    """An order that failed in a play. order: as written; fact: which says why."""

    unit: str
    moment: Moment
    order: str
    fact: Event


class Played(Struct, frozen=True, kw_only=True):
    """A play. board: at its end; facts: all that came of it, in order; voids: the orders that failed.

    stopped: a `stop if` was met, and ended it early: what its player would order then nobody knows.
    """

    board: Any
    facts: tuple[Event, ...]
    voids: tuple[Void, ...]
    stopped: bool


def following(rules: System, player: str, orders: Mapping[int, Sequence[Event]]) -> Conduct:
    """What a player does who gives these orders, each step's once, and where they end the usual plan of the moment."""
    left = dict(orders)

    def conduct(board: Any, owed: Owed) -> Sequence[Event]:
        if not left.keys() & {*owed.steps}:
            left.update(next((plan.orders for plan in rules.plans(board, player)), {}))
        return tuple(order for step in owed.steps for order in left.pop(step, ()))

    return conduct


def dice_of(seed: str, number: int) -> Callable[[Moment], Dice]:
    """The dice of one play, by exchange. number: of the play; plays of one number throw alike whatever is ordered."""
    made = hashlib.sha256(f"{seed} {number}".encode()).digest()
    return lambda at: KeyedDice(made, "odds", at.turn, at.segment)


def play(
    rules: System,
    board: Any,
    conducts: Mapping[str, Conduct],
    dice: Callable[[Moment], Dice],
    until: Moment,
) -> Played:
    """Play from the exchange at hand through that of `until`, or until the game ends or a `stop if` is met.

    The board stays as it is. conducts: of every player, by id.
    """
    work, players = rules.thaw(board), tuple(sorted(conducts))
    every, failed, stopped = list[Event](), list[Void](), False
    voids, stops, applied = rules.voids, rules.stops, rules.facts
    while (owed := rules.owed(work, players)) is not None and owed.moment <= until:
        given = {
            player: tuple(conducts[player](work, owed)) if player in owed.orders_by else ()
            for player in owed.takes_part
        }
        for orders in given.values():
            for order in orders:
                applied[type(order)](order, work)
        facts = rules.resolve(work, given, dice(owed.moment))
        for fact in facts:
            if (order_failed := voids(fact)) is not None:
                unit = rules.unit_of(fact) or ""
                failed.append(Void(unit=unit, moment=owed.moment, order=order_failed, fact=fact))
            stopped = stopped or stops(fact)
        every += facts
        over = rules.outcome(work) is not None
        rules.advance(work)
        if over:
            break
        for fact in rules.opening(work):
            applied[type(fact)](fact, work)
        if stopped:
            break
    return Played(board=work, facts=tuple(every), voids=tuple(failed), stopped=stopped)
