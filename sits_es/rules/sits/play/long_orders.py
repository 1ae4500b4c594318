"""Step 4: thrust changed, pivots and rolls begun, decoys in answer to launches. Rule: card, "Reveal Long Orders"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sits_es.rules.sits.events.defence import DecoysDeployed
from sits_es.rules.sits.events.motion import PivotBegun, PlotsNamed, RollBegun, ThrustChanged
from sits_es.rules.sits.orders.forms import DecoyOrdered, PivotOrdered, PlotOrdered, RollOrdered, ThrustOrdered
from sits_es.rules.sits.play.miracles import ready, spend
from sits_es.rules.sits.ship.tracks import has_bridge, rating, strength
from sits_es.rules.sits.state import Board, Ship
from sits_es.rules.system import Problem
from sits_es.sentences import counted
from sits_es.space.attitude import ROLL_STEPS, pivot

if TYPE_CHECKING:
    from sits_es.rules.sits.play.resolution import Resolution


def bridge_problems(ship: Ship) -> Iterator[Problem]:
    """Say that nobody can steer; silent with a bridge, or where the class has none. Rule: house, rules section 9."""
    if not has_bridge(ship):
        steers = "It takes no thrust, pivot or roll until damage control mends a box of bridge"
        yield Problem(f"{ship.name} has no bridge left. {steers}; its weapons fire under local control.")


def thrust_problems(board: Board, ship: Ship, order: ThrustOrdered) -> Iterator[Problem]:
    """Say what is wrong with a plotted thrust and what is allowed; silent when legal."""
    yield from bridge_problems(ship)
    most = strength(board.class_of(ship), ship, "thrust")
    if order.thrust > most:
        allowed = f"Plot 0 to {most}" if most else "Plot 0"
        yield Problem(f"{ship.name}: thrust {order.thrust} is plotted, its rating is {most}. {allowed}.", "thrust")


def pivot_problems(board: Board, ship: Ship, order: PivotOrdered) -> Iterator[Problem]:
    """Say why the ship can't pivot so; silent when it can."""
    yield from bridge_problems(ship)
    if rating(board.class_of(ship), ship, "pivot") is None:
        yield Problem(f"{ship.name} cannot pivot any more: its pivot track is destroyed.")
    if order.to == ship.attitude.nose:
        yield Problem(f"{ship.name}: its nose is in {order.to} already. Pivot to another window.", "to")


def roll_problems(board: Board, ship: Ship, order: RollOrdered) -> Iterator[Problem]:
    """Say why the ship can't roll so; silent when it can."""
    yield from bridge_problems(ship)
    if rating(board.class_of(ship), ship, "roll") is None:
        yield Problem(f"{ship.name} cannot roll any more: its roll track is destroyed.")
    if not 1 <= order.steps < ROLL_STEPS:
        yield Problem(f"{ship.name}: a roll of {order.steps} windows is ordered. Roll 1 to {ROLL_STEPS - 1}.", "steps")


def decoy_problems(board: Board, ship: Ship, order: DecoyOrdered) -> Iterator[Problem]:
    """Say why the ship can't deploy so many decoys; silent when it can."""
    left = decoys_left(board, ship)
    if order.count > left:
        asked = f"{counted(order.count, 'decoy')} {'is' if order.count == 1 else 'are'}"
        yield Problem(f"{ship.name}: {asked} ordered, it has {left} left.", "count")


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
    for ship, order in list(work.ordered(PivotOrdered)):
        if found := list(pivot_problems(work.board, ship, order)):
            work.void(order, found)
            continue
        pace = rating(work.board.class_of(ship), ship, "pivot") or 0
        path = pivot(ship.attitude, order.to).path
        work.record(PivotBegun(ship=ship.name, to=order.to, path=path, segments_per_window=pace))
    for ship, rolled in list(work.ordered(RollOrdered)):
        if found := list(roll_problems(work.board, ship, rolled)):
            work.void(rolled, found)
            continue
        pace = rating(work.board.class_of(ship), ship, "roll") or 0
        work.record(RollBegun(ship=ship.name, side=rolled.side, steps=rolled.steps, segments_per_window=pace))


def deploy_decoys(work: Resolution) -> None:
    """Deploy decoys; one that waits for a launch stays aboard, without a word, when nobody launches at the ship."""
    aimed_at = {attack.launched.target for attack in work.board.attacks.values()}
    for ship, order in list(work.ordered(DecoyOrdered)):
        if order.if_launched_at and ship.name not in aimed_at:
            continue
        if found := list(decoy_problems(work.board, ship, order)):
            work.void(order, found)
        else:
            value = work.board.class_of(ship).decoy_value
            work.record(DecoysDeployed(ship=ship.name, count=order.count, value=value))
            if ready(work, ship, "save decoy"):
                spend(work, ship, "save decoy")
