"""What a player could order in the exchange at hand: every lawful choice of the starship that acts. Rule: house.

In a slot that is a manoeuvre, an action, or both in either order; after it, whatever a roll can be spent on. The usual
plan fires at the nearest enemy on which a weapon bears, and scores a critical hit if it can.
"""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.rules.starwars.attacks.facts import FireOrdered
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.checks.facts import CheckOrdered
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.starwars.order_rules import OrderRules, member_of, unable
from sits_es.rules.starwars.orders.language import LANGUAGE
from sits_es.rules.starwars.orders.template import offered
from sits_es.rules.starwars.slots.course import due
from sits_es.rules.starwars.slots.rules import ACTED, MANOEUVRED, expect, in_slot, problems_at
from sits_es.rules.starwars.spending.facts import SpendOrdered
from sits_es.rules.starwars.spending.rules import CRITICAL_HIT
from sits_es.rules.system import Plan

#: Orders name no step: each is for the exchange at hand.
STEP = 1

_Choice = tuple[OfStarship, ...]


def plans(board: Board, player: str) -> Iterator[Plan]:
    """Plans of a player for the exchange at hand, the usual one first; nothing for who doesn't act in it."""
    ready = [each for each in due(board) if each.player == player and unable(board, each) is None]
    if not ready:
        return
    alone = [(order,) for starship in ready for order in _offered(board, starship)]
    usual: _Choice = min(alone, key=lambda each: _rank(board, each), default=())
    yield Plan(_in_words(usual, len(ready) > 1), {STEP: usual})
    found: dict[_Choice, None] = dict.fromkeys(((), *alone))
    if board.stage == "act":
        found |= dict.fromkeys(choice for starship in ready for choice in _together(board, starship))
    for choice in found:
        if choice != usual:
            yield Plan(_in_words(choice, len(ready) > 1), {STEP: choice})


def _in_words(choice: _Choice, several: bool) -> str:
    said = ", then ".join(map(LANGUAGE.write, choice)) or "do nothing"
    return f"{choice[0].starship}: {said}" if several and choice else said


def _together(board: Board, starship: Starship) -> Iterator[_Choice]:
    """A manoeuvre and an action of one slot, whichever comes first."""
    first = [*_offered(board, starship)]
    actions = [each for each in first if _once(each) == ACTED]
    for manoeuvre in (each for each in first if _once(each) == MANOEUVRED):
        there = in_slot(board, (manoeuvre,)).copy()
        expect(there, there.starships[starship.name], manoeuvre)
        then = [each for each in _offered(there, there.starships[starship.name]) if _once(each) == ACTED]
        for pair in (*((manoeuvre, each) for each in then), *((each, manoeuvre) for each in actions)):
            if not any(True for order in pair for _ in problems_at(board, STEP, order, pair)):
                yield pair


def _offered(board: Board, starship: Starship) -> Iterator[OfStarship]:
    """Orders of the pilot that do something by themselves: what only the players can agree on is left out."""
    for order in offered(board, starship):
        spent = isinstance(order, SpendOrdered) and order.text != CRITICAL_HIT
        if not (spent or isinstance(order, CheckOrdered) or member_of(order)):
            yield order


def _once(order: OfStarship) -> str | None:
    return OrderRules.of(order).once


def _rank(board: Board, choice: _Choice) -> tuple[int, int]:
    """How usual a single order is: fire at the nearest, a critical hit, or the flight that ends nearest to an enemy."""
    (order,) = choice
    if isinstance(order, FireOrdered):
        return 0, _hexes(board.starships[order.starship], board.starships[order.target])
    if OrderRules.of(order).stage != "act":
        return 1, 0
    there = in_slot(board, choice).copy()
    expect(there, there.starships[order.starship], order)
    starship = there.starships[order.starship]
    return 2, min((_hexes(starship, foe) for foe in there.enemies(starship)), default=0)


def _hexes(one: Starship, other: Starship) -> int:
    return (other.place - one.place).hexes
