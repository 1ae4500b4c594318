"""Mines: who sets them off, and when. Rule: M2.40, M2.50."""

from __future__ import annotations

from math import isqrt

from sits_es.rules.sfb_n3d.board import Unit
from sits_es.rules.sfb_n3d.play.explosions import explode
from sits_es.rules.sfb_n3d.play.moving import speed_left
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.spheres.facts import MineTriggered
from sits_es.rules.sfb_n3d.sums.schedule import scheduled

#: A mine that goes off on every die rolls none.
EVERY_DIE = 6


def detonate(work: Resolution) -> None:
    """Set off every mine that a unit of another side is near to in an impulse in which that unit is scheduled to move.

    Near to is within the mine's zone, its end included. Where a card says a die, each of these units rolls one, by
    name, until the mine goes off. A web's strength is taken from a unit's speed. Rule: M2.40; whose unit, the order and
    the end of the zone by house.
    """
    for mine in work.board.out():
        if mine.kind == "mine":
            _trigger(work, mine)


def _trigger(work: Resolution, mine: Unit) -> None:
    board, card = work.board, work.board.class_of(mine)
    for unit in board.out():
        far = (mine.place - unit.place).squared()
        if unit.side == mine.side or far > card.zone**2 or not scheduled(speed_left(board, unit), work.now):
            continue
        die = 0 if card.detonates >= EVERY_DIE else work.roll(mine.name, "detonation", unit.name)[0]
        off = die <= card.detonates
        work.record(MineTriggered(unit=mine.name, by=unit.name, exact=isqrt(far), die=die, detonated=off))
        if off:
            if card.strength:
                explode(work, mine.name, mine.place, card.strength, "mine")
            return
