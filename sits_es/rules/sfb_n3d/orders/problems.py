"""Every reason why an order can't be given: whose it is, what it contradicts, and what its own form asks for.

Whether a target bears or a strand is paid for is only known once everybody has moved: such orders are taken, and come
to nothing where it is not so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb_n3d.board import BREAK, Board, Unit
from sits_es.rules.sfb_n3d.fact import Entry, OfUnit
from sits_es.rules.sfb_n3d.launching.facts import ReleaseOrdered
from sits_es.rules.sfb_n3d.motion.facts import BindOrdered, DecelerationOrdered, SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb_n3d.orbits.facts import OrbitEndOrdered, OrbitOrdered
from sits_es.rules.sfb_n3d.orders.shooting import shooting_problems
from sits_es.rules.sfb_n3d.orders.steering import steering_problems
from sits_es.rules.sfb_n3d.orders.weaving import weaving_problems
from sits_es.rules.sfb_n3d.spheres.facts import SphereEndOrdered, SphereOrdered
from sits_es.rules.sfb_n3d.turns.facts import HetOrdered, TacOrdered, TurnOrdered
from sits_es.sentences import unknown

#: Orders that a unit has only one of in an impulse, and what they are called.
ONCE: dict[type[OfUnit], str] = {
    SpeedOrdered: "speed",
    ThrustOrdered: "thrust",
    TurnOrdered: "turn",
    TacOrdered: "tac",
    HetOrdered: "het",
    DecelerationOrdered: "deceleration",
    OrbitOrdered: "orbit",
    OrbitEndOrdered: "leave orbit",
    BindOrdered: "bind",
    SphereOrdered: "sphere",
    SphereEndOrdered: "sphere off",
}


def problems(board: Board, step: int, order: OfUnit, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    """Every reason why an order can't be given; silent when it can.

    step: its impulse, or the turn break. given: the player's orders of the turn from the exchange at hand on, this one
    among them: what an order of a later impulse finds depends on those before it.
    """
    unit = board.units.get(order.unit)
    if unit is None:
        yield Refusal(unknown("unit", order.unit, sorted(board.units)), "unit")
        return
    if isinstance(order, Entry):
        yield Refusal(f"{unit.name}: this is entered from your own displays and is no order. Enter it: sits record.")
        return
    if (said := _no_orders(unit, order, given)) is not None:
        yield Refusal(said, "unit")
        return
    yield from _contradictions(unit, step, order, given)
    yield from steering_problems(board, unit, order, given)
    yield from shooting_problems(board, unit, order, given)
    yield from weaving_problems(board, unit, order, given)


def _no_orders(unit: Unit, order: OfUnit, given: Sequence[OfUnit]) -> str | None:
    """Why a unit takes no orders at all."""
    if unit.gone is not None:
        return f"{unit.name} is out of the game. Leave its orders out."
    if unit.kind == "seeking":
        return f"{unit.name} guides itself. Seeking weapons take no orders (F2.21)."
    if unit.kind == "mine":
        return f"{unit.name} is a mine. Mines take no orders (M2.40)."
    if unit.aboard is not None and not _released_before(unit, order, given):
        return f"{unit.name} is aboard {unit.aboard}. It takes orders from the impulse after its release on (A3.4)."
    return None


def _released_before(unit: Unit, order: OfUnit, given: Sequence[OfUnit]) -> bool:
    return any(
        isinstance(other, ReleaseOrdered)
        and other.carried == unit.name
        and other.unit == unit.aboard
        and other.impulse < order.impulse
        for other in given
    )


def _contradictions(unit: Unit, step: int, order: OfUnit, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    """Orders of one impulse that can't both be carried out."""
    same = [other for other in given if other.unit == unit.name and other.impulse == order.impulse]
    when = "the turn break" if step == BREAK else f"impulse {step}"
    kind = ONCE.get(type(order))
    alike = [other for other in same if type(other) is type(order)]
    if kind is not None and len(alike) > 1 and (alike[0] != order or alike.count(order) > 1):
        # in the same words for every impulse: a line that counts in each run is then one fault, and names them
        same_when = when if step == BREAK else "the same impulse"
        yield Refusal(f"{unit.name} has {len(alike)} {kind} orders for {same_when}. Leave one.")
    if isinstance(order, HetOrdered) and any(isinstance(other, TurnOrdered) for other in same):
        yield Refusal(f"{unit.name} has a turn and a high-energy turn for {when}. Leave one (C6.0).")
    if isinstance(order, DecelerationOrdered) and not order.inertia_only:
        for other in same:
            if isinstance(other, SpeedOrdered) and other.speed:
                yield Refusal(f"{unit.name} has a speed and an emergency deceleration for {when}. Leave one (C8.0).")
            if isinstance(other, ThrustOrdered) and other.thrust:
                yield Refusal(f"{unit.name} has thrust and an emergency deceleration for {when}. Leave one (C8.41).")
