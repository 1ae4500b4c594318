"""Step 4: thrust changed, pivots and rolls begun, decoys in answer to launches. Rule: card, "Reveal Long Orders"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sits_es.events import Coded
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.missiles.facts import DecoyOrdered, DecoysDeployed
from sits_es.rules.sits.motion.facts import PlotOrdered, PlotsNamed, ThrustChanged, ThrustOrdered
from sits_es.rules.sits.play.miracles import ready, spend
from sits_es.rules.sits.ship.tracks import has_bridge, rating, strength
from sits_es.rules.sits.tables.charts import pivot_row, roll_row
from sits_es.rules.sits.tables.values import PaceRow
from sits_es.rules.sits.turns.facts import PivotBegun, PivotOrdered, RollBegun, RollOrdered
from sits_es.space.attitude import ROLL_STEPS, pivot

if TYPE_CHECKING:
    from sits_es.rules.sits.play.resolution import Resolution


def bridge_problems(ship: Ship) -> Iterator[Coded]:
    """Say that nobody can steer; silent with a bridge, or where the class has none. Rule: house, sits rules 9."""
    if not has_bridge(ship):
        yield Coded("no-bridge")


def thrust_problems(board: Board, ship: Ship, order: ThrustOrdered) -> Iterator[Coded]:
    """Say what is wrong with a plotted thrust and what is allowed; silent when legal."""
    yield from bridge_problems(ship)
    most = strength(board.class_of(ship), ship, "thrust")
    if order.thrust > most:
        yield Coded("thrust-too-high", (order.thrust, most))


def pivot_problems(board: Board, ship: Ship, order: PivotOrdered) -> Iterator[Coded]:
    """Say why the ship can't pivot so; silent when it can."""
    yield from bridge_problems(ship)
    if rating(board.class_of(ship), ship, "pivot") is None:
        yield Coded("pivot-destroyed")
    if order.to == ship.attitude.nose:
        yield Coded("nose-there-already", (order.to,))


def roll_problems(board: Board, ship: Ship, order: RollOrdered) -> Iterator[Coded]:
    """Say why the ship can't roll so; silent when it can."""
    yield from bridge_problems(ship)
    if rating(board.class_of(ship), ship, "roll") is None:
        yield Coded("roll-destroyed")
    if not 1 <= order.steps < ROLL_STEPS:
        yield Coded("roll-too-far", (order.steps,))


def decoy_problems(board: Board, ship: Ship, order: DecoyOrdered) -> Iterator[Coded]:
    """Say why the ship can't deploy so many decoys; silent when it can."""
    left = decoys_left(board, ship)
    if order.count > left:
        yield Coded("too-many-decoys", (order.count, left))


def decoys_left(board: Board, ship: Ship) -> int:
    """Decoys that can still be deployed: the rating in force less those used, 0 up."""
    return max(strength(board.class_of(ship), ship, "decoys") - ship.decoys_spent, 0)


def change_thrust(work: Resolution) -> None:
    """Set thrusts and name plots."""
    for ship, order in list(work.ordered(ThrustOrdered)):
        if found := list(thrust_problems(work.board, ship, order)):
            work.void(order, found)
        else:
            work.record(ThrustChanged(ship=ship.name, before=ship.thrust, after=order.thrust))
    for ship, named in list(work.ordered(PlotOrdered)):
        work.record(PlotsNamed(ship=ship.name, plots=named.plots))


def begin_turns(work: Resolution) -> None:
    """Begin pivots and rolls; a new order takes the place of one under way, and its spent segments are lost."""
    tables = work.board.tables
    for ship, order in list(work.ordered(PivotOrdered)):
        if found := list(pivot_problems(work.board, ship, order)):
            work.void(order, found)
            continue
        pace = rating(work.board.class_of(ship), ship, "pivot") or 0
        path = pivot(ship.attitude, order.to).path
        due = segments_due(pace, len(path), pivot_row(tables, pace))
        work.record(PivotBegun(ship=ship.name, to=order.to, path=path, due=due))
    for ship, rolled in list(work.ordered(RollOrdered)):
        if found := list(roll_problems(work.board, ship, rolled)):
            work.void(rolled, found)
            continue
        pace = rating(work.board.class_of(ship), ship, "roll") or 0
        due = segments_due(pace, rolled.steps, roll_row(tables, pace))
        work.record(RollBegun(ship=ship.name, side=rolled.side, due=due))


def segments_due(pace: int, windows: int, row: PaceRow | None) -> tuple[int, ...]:
    """Segments until each window of a pivot or roll is done.

    pace: the rating in force; row: of it in the game's own chart; without one it is segments for each window.
    Rule: sits rules 2 (house), 12.
    """
    return tuple(pace * window for window in range(1, windows + 1)) if row is None else row.due[:windows]


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
