"""What follows, without dice, from what a player enters: attacks with their proof, ships that are lost, the entry."""

from __future__ import annotations

from collections.abc import Sequence

from sits_es.events import Event
from sits_es.rules.xwing.events.entered import AttackEntered, DamageEntered, OfShip
from sits_es.rules.xwing.events.followed import AttackDeclared, EntryCounted, ShipLost
from sits_es.rules.xwing.fold import HANDLERS
from sits_es.rules.xwing.play.proofs import proof
from sits_es.rules.xwing.state import Attack, Board


def follow(board: Board, entered: Sequence[OfShip]) -> list[Event]:
    """Every consequence in order; each has changed the board, which the facts entered have changed already."""
    followed: list[Event] = []

    def happens(fact: Event) -> None:
        HANDLERS[type(fact)](board, fact)
        followed.append(fact)

    attacks = sum(isinstance(fact, AttackEntered) for fact in entered)
    for attack in board.attacks[len(board.attacks) - attacks :]:
        happens(declared(board, attack))
    for name in dict.fromkeys(fact.ship for fact in entered if isinstance(fact, DamageEntered)):
        ship = board.ships[name]
        if ship.hull == 0 and ship.gone is None:
            happens(ShipLost(ship=name))
    happens(EntryCounted(turn=board.turn, entry=board.entry, last=board.ending))
    return followed


def declared(board: Board, attack: Attack) -> AttackDeclared:
    """An attack with its proof; one by a ruling needs none, and says all the same in which arcs the target is."""
    found = proof(board, attack)
    hold = None if attack.ruling else found.hold
    return AttackDeclared(
        attack=attack.number,
        ship=attack.ship,
        target=attack.target,
        weapon=attack.weapon,
        arcs=found.sight.arcs,
        arc=None if hold is None else hold.arc,
        range=found.sight.range if hold is None else hold.range,
    )
