"""The sequence of an impulse, part by part, and of the turn break. Rule: house where the rules are silent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sits_es.dice import Dice
from sits_es.events import Event
from sits_es.rules.sfb.board import BREAK, Board
from sits_es.rules.sfb.ending.facts import RunEnded
from sits_es.rules.sfb.ending.rules import heed, set_out
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.fire.rules import fire
from sits_es.rules.sfb.launching.rules import expire, launch, seek, strike
from sits_es.rules.sfb.links.rules import link
from sits_es.rules.sfb.motion.facts import BindOrdered, DecelerationOrdered, SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb.motion.rules import gather, move, part_lost
from sits_es.rules.sfb.orbits.facts import OrbitEndOrdered, OrbitOrdered
from sits_es.rules.sfb.orbits.rules import keep
from sits_es.rules.sfb.points.rules import lay_points
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.spheres.rules import cross, detonate, form
from sits_es.rules.sfb.terrain.rules import lay_field, reach, risk
from sits_es.rules.sfb.turns.facts import HetOrdered, TacOrdered, TurnOrdered
from sits_es.rules.sfb.turns.rules import rotate
from sits_es.rules.sfb.webs.facts import AnchorDropOrdered, CastOrdered
from sits_es.rules.sfb.webs.rules import hold, lay, lose_gone, part, power

ImpulsePart = Callable[[Resolution], None]


def change(work: Resolution) -> None:
    """Carry out what changes units' status, always in this order, whatever the order in which it was written.

    An orbit left, manoeuvres ended, speed, thrust, deceleration, manoeuvres begun, an orbit entered, ships bound: so
    that what clears the way for another comes before it. Rule: house.
    """
    part_lost(work)
    work.carry_out(OrbitEndOrdered)
    work.carry_out(TacOrdered, only=lambda order: order.tac == "none")
    work.carry_out(SpeedOrdered)
    work.carry_out(ThrustOrdered)
    work.carry_out(DecelerationOrdered)
    work.carry_out(TacOrdered, only=lambda order: order.tac != "none")
    work.carry_out(OrbitOrdered)
    work.carry_out(BindOrdered)


def turn(work: Resolution) -> None:
    """Ordered turns, high-energy turns, then bases' rotation and the turn of every orbit. Rule: C3, C6, P8.413.

    Webs hold units with the power that they have by now: it counts in what a turn may be (C3.31, G10.511).
    """
    hold(work)
    work.carry_out(TurnOrdered)
    work.carry_out(HetOrdered)
    for unit in work.board.out():
        rotate(work, unit)
        keep(work, unit)


def meet(work: Resolution) -> None:
    """Everything that comes of where units are now that all have moved, always in this order. Rule: house.

    Webs, bodies, impacts, spheres, rings and asteroids, mines; then the time of seeking weapons that met nothing.
    A planet in the way comes before the target behind it.
    """
    for step in (hold, part_lost, reach, strike, cross, risk, detonate, expire):
        step(work)


def weave(work: Resolution) -> None:
    """Lose anchors that are gone or dropped, lay strands, part what nobody paid for, lay, join and move points, cast.

    Anchors have moved already, and have taken their webs with them: a strand runs from where they are. Rule: G10; the
    order by house.
    """
    if work.board.webs:
        lose_gone(work.board, work.record)
    work.carry_out(AnchorDropOrdered, by=lambda order: (order.web, order.unit))
    lay(work)
    part(work)
    lay_points(work)
    work.carry_out(CastOrdered, by=lambda order: order.unit)


#: An impulse, in order. Who is in a web is seen again once webs have been laid.
IMPULSE: tuple[ImpulsePart, ...] = (
    *(change, form, power, turn, gather, move),
    *(seek, meet, weave, hold, link, launch, fire),
)


def carry_out(board: Board, orders: Mapping[str, Sequence[OfUnit]], dice: Dice) -> list[Event]:
    """Everything that comes of the exchange at hand, on a working board, which every fact has changed in the end."""
    work = Resolution(board, orders, dice)
    if board.impulse == BREAK:
        set_out(work)
        return work.facts
    steps = board.steps(board.impulse)  # before the field is there: nobody knew it when these orders were sealed
    lay_field(work)
    for impulse in steps:
        since = len(work.facts)
        work.begin(impulse)
        for step in IMPULSE:
            step(work)
        if heed(work, since):
            work.now = 0
            work.record(RunEnded(impulse=impulse, stopped=True))
            break
    else:
        work.now = 0
        work.record(RunEnded(impulse=impulse))
    return work.facts
