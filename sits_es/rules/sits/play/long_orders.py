"""Step 4, decoys in answer to launches. Rule: card, "Reveal Long Orders"."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.events import Coded
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.miracles.rules import ready, spend
from sits_es.rules.sits.missiles.facts import DecoyOrdered, DecoysDeployed
from sits_es.rules.sits.play.resolution import Resolution
from sits_es.rules.sits.ship.tracks import strength


def decoy_problems(board: Board, ship: Ship, order: DecoyOrdered) -> Iterator[Coded]:
    """Say why the ship can't deploy so many decoys; silent when it can."""
    left = decoys_left(board, ship)
    if order.count > left:
        yield Coded("too-many-decoys", (order.count, left))


def decoys_left(board: Board, ship: Ship) -> int:
    """Decoys that can still be deployed: the rating in force less those used, 0 up."""
    return max(strength(board.class_of(ship), ship, "decoys") - ship.decoys_spent, 0)


def launched_at(board: Board, ship: Ship, order: DecoyOrdered) -> bool:
    """Whether the launch that decoys wait for has come in this segment: of so many missiles, from so near.

    missiles: all that are launched at the ship count together, whoever launches them; within: of these only those from
    at most so far. Rule: card, step 4.
    """
    at_ship = [each.launched for each in board.attacks.values() if each.launched.target == ship.name]
    near = [launch for launch in at_ship if order.within is None or launch.aim.range <= order.within]
    return sum(launch.missiles for launch in near) >= (order.missiles or 1)


def deploy_decoys(work: Resolution) -> None:
    """Deploy decoys; those that wait for a launch stay aboard, without a word, when it doesn't come."""
    for ship, order in list(work.ordered(DecoyOrdered)):
        if order.if_launched_at and not launched_at(work.board, ship, order):
            continue
        if found := list(decoy_problems(work.board, ship, order)):
            work.void(order, found)
        else:
            value = work.board.class_of(ship).decoy_value
            work.record(DecoysDeployed(ship=ship.name, count=order.count, value=value))
            if ready(work, ship, "save decoy"):
                spend(work, ship, "save decoy")
