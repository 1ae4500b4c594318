"""Orders that a starship could be given now, for an order file to choose from. Rule: house."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from sits_es.rules.star_wars.orders.attack import lie_of
from sits_es.rules.star_wars.orders.forms import (
    AdvantageOrdered,
    CheckOrdered,
    FireOrdered,
    FlyOrdered,
    FlyStep,
    OfStarship,
    Source,
    SpeedOrdered,
    SpendOrdered,
)
from sits_es.rules.star_wars.orders.names import enemies
from sits_es.rules.star_wars.orders.problems import problems
from sits_es.rules.star_wars.orders.spending import attacked_with
from sits_es.rules.star_wars.play.attack import sides_on, target_names_side
from sits_es.rules.star_wars.play.spending import CRITICAL_HIT
from sits_es.rules.star_wars.state import Board, Starship


def what_to_do(board: Board, starship: Starship) -> Iterator[OfStarship]:
    """Manoeuvres and actions that nothing speaks against."""
    for order in (
        *_flights(board, starship),
        *_speeds(starship),
        *_attacks(board, starship),
        *_others(board, starship),
    ):
        if not any(problems(board, order, [order])):
            yield order


def what_to_spend(board: Board, starship: Starship, source: Source) -> Iterator[OfStarship]:
    """What can be spent of one of the slot's checks, on a critical hit too where one can be scored."""
    weapon, name = attacked_with(board), starship.name
    dear = 1 if weapon is None else weapon.critical
    for order in (
        SpendOrdered(starship=name, number=1, what="advantage", source=source, text="what it is spent on"),
        SpendOrdered(starship=name, number=dear, what="advantage", source=source, text=CRITICAL_HIT),
        SpendOrdered(starship=name, number=1, what="triumph", source=source, text="what it is spent on"),
        SpendOrdered(starship=name, number=1, what="triumph", source=source, text=CRITICAL_HIT),
    ):
        if not any(problems(board, order, [order])):
            yield order


def _flights(board: Board, starship: Starship) -> Iterator[OfStarship]:
    """As far ahead as it may go, and as far in a bend to either side; a turn in place."""
    for turn in ((), ("L",), ("R",)):
        for hexes in range(starship.speed, 0, -1):
            half = (hexes + 1) // 2
            steps = (*("F",) * half, *turn, *("F",) * (hexes - half))
            order = FlyOrdered(starship=starship.name, steps=cast("tuple[FlyStep, ...]", steps))
            if not any(problems(board, order, [order])):
                yield order
                break
    yield FlyOrdered(starship=starship.name, steps=("L",))
    yield FlyOrdered(starship=starship.name, steps=("R",))


def _speeds(starship: Starship) -> Iterator[OfStarship]:
    yield SpeedOrdered(starship=starship.name, change=1)
    yield SpeedOrdered(starship=starship.name, change=-1)


def _attacks(board: Board, starship: Starship) -> Iterator[OfStarship]:
    """Every weapon at every enemy and at each zone; in one hex toward the first side on which it bears."""
    for foe in enemies(board, starship):
        shared, theirs = foe.place == starship.place, target_names_side(starship, foe)
        for weapon in board.class_of(starship).weapons:
            sides = sides_on(weapon, starship, foe)[:1] if shared else [None]
            for toward in [None] if theirs else sides:
                order = FireOrdered(starship=starship.name, weapon=weapon.name, target=foe.name, toward=toward)
                yield order
                if not theirs:
                    yield from _by_zone(starship, foe, order)


def _by_zone(starship: Starship, foe: Starship, order: FireOrdered) -> Iterator[OfStarship]:
    found = lie_of(starship, foe, order.toward).zones
    for zone in found if len(found) > 1 else ():
        yield FireOrdered(starship=starship.name, weapon=order.weapon, target=foe.name, zone=zone, toward=order.toward)


def _others(board: Board, starship: Starship) -> Iterator[OfStarship]:
    for foe in enemies(board, starship):
        yield AdvantageOrdered(starship=starship.name, target=foe.name)
    yield CheckOrdered(starship=starship.name, skill="computers", difficulty=2, why="what it is for")
