"""Sidewalls: what damage does when it meets one. Rule: sits rules 8.5."""

from __future__ import annotations

from sits_es.rules.sits.board import Ship
from sits_es.rules.sits.order_rules import OrderRules
from sits_es.rules.sits.resolution import Resolution
from sits_es.rules.sits.sums.tracks import rating
from sits_es.rules.sits.sums.walls import met
from sits_es.rules.sits.walls.facts import PresentOrdered, SlideOrdered, WallMet
from sits_es.space.arcs import Facing


class NameSlide(OrderRules[SlideOrdered]):
    """The facing that meets missiles which slide off the wedge."""

    kind = "slide"


class NamePresent(OrderRules[PresentOrdered]):
    """The facing that meets a shot from the ship's own place."""

    kind = "present"


def meet_wall(work: Resolution, shot: str, ship: Ship, side: Facing, damage: int, *, rolled: bool) -> int:
    """Points that go on to the hull: all of them where no sidewall stands, else by the kill chart and the reading.

    shot: the name of the shot or attack; rolled: whether part or all of the wedge is in its way, so that the
    rolled-ship bonus is added.
    """
    card = work.board.class_of(ship)
    wall = rating(card, ship, f"{side}-sidewall")
    if wall is None or not damage:
        return damage
    bonus = card.rolled_ship_bonus if rolled else 0
    varied = work.vary(ship.name, "sidewall variance", shot)
    reading = work.board.options.sidewall
    done = met(work.board.tables.kill_chart, reading, damage, wall, bonus, varied)
    work.record(
        WallMet(
            shot=shot,
            ship=ship.name,
            facing=side,
            damage=damage,
            strength=wall,
            bonus=bonus,
            variance=varied,
            percent=done.charted.percent,
            parts=done.charted.kills,
            charted=done.charted.total,
            reading=reading,
            strikes=done.strikes,
        )
    )
    return done.strikes
