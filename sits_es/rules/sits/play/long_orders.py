"""Step 4, decoys in answer to launches. Rule: card, "Reveal Long Orders"."""

from __future__ import annotations

from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.miracles.rules import ready, spend
from sits_es.rules.sits.missiles.facts import DecoyOrdered, DecoysDeployed
from sits_es.rules.sits.play.resolution import Resolution


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

    def due(order: DecoyOrdered) -> bool:
        ship = work.board.ships[order.ship]
        return not order.if_launched_at or ship.destroyed is not None or launched_at(work.board, ship, order)

    for ship, order in work.able(DecoyOrdered, due):
        value = work.board.class_of(ship).decoy_value
        work.record(DecoysDeployed(ship=ship.name, count=order.count, value=value))
        if ready(work, ship, "save decoy"):
            spend(work, ship, "save decoy")
