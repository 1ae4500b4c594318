"""Why a unit can't be steered as ordered: speed, thrust, turns, manoeuvres, decelerations, orbits and binding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import evolve

from sits_es.errors import NotAllowedError
from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb_n3d import IMPULSES
from sits_es.rules.sfb_n3d.board import BREAK, Board, Unit
from sits_es.rules.sfb_n3d.fact import OfUnit, Steering
from sits_es.rules.sfb_n3d.motion.facts import BindOrdered, DecelerationOrdered, SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb_n3d.orbits.facts import OrbitEndOrdered, OrbitOrdered
from sits_es.rules.sfb_n3d.orders.expected import Expected, expect
from sits_es.rules.sfb_n3d.orders.names import others, planets
from sits_es.rules.sfb_n3d.play.lawful import BEGINNINGS
from sits_es.rules.sfb_n3d.sums.binding import APART
from sits_es.rules.sfb_n3d.sums.motion import refuse_beyond_limits
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.orbits import orbit
from sits_es.rules.sfb_n3d.sums.places import exact
from sits_es.rules.sfb_n3d.sums.turn_modes import limit, limit_with, over
from sits_es.rules.sfb_n3d.turns.facts import HetOrdered, TacOrdered, TurnOrdered
from sits_es.sentences import listed, unknown

#: What a tactical manoeuvre is called, and the rule of its limit.
TACS: Final = {
    "sublight": ("in sublight manoeuvres", "C5.11"),
    "warp": ("in warp manoeuvres", "C5.21"),
    "both": ("in sublight and warp manoeuvres", "C5.32"),
}


def steering_problems(board: Board, unit: Unit, order: OfUnit, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    """Why an order of this kind can't be given; silent for every other order. given: as in `problems`."""
    if not isinstance(order, Steering):
        return
    if unit.kind == "base":
        yield from _of_base(unit, order)
    elif isinstance(order, BindOrdered):
        yield from _bind(board, unit, order, given)
    else:
        yield from _steered(board, unit, order, expect(board, unit, order, given))


def _steered(board: Board, unit: Unit, order: OfUnit, found: Expected) -> Iterator[Refusal]:
    match order:
        case SpeedOrdered():
            yield from _speed(unit, order, found)
        case ThrustOrdered():
            yield from _thrust(unit, order, found)
        case TurnOrdered():
            yield from _held(unit, found) or _turn(board, unit, order, found)
        case HetOrdered():
            if unit.kind != "ship":
                yield Refusal(f"{unit.name} is a {unit.kind}. High-energy turns are for ships (C6.0).")
            yield from _held(unit, found)
        case TacOrdered() if order.tac != "none":
            yield from _tac(unit, order, found)
        case DecelerationOrdered():
            yield from _bound(unit, found) if order.inertia_only else _held(unit, found)
        case OrbitOrdered():
            yield from _orbit(board, unit, order, found)
        case OrbitEndOrdered() if found.orbit is None:
            yield Refusal(f"{unit.name} is in no orbit that it could leave in impulse {order.impulse} (P8.41).")


def _refused(unit: Unit, field: str, check: Callable[[], object]) -> list[Refusal]:
    """What a sum says against an order."""
    try:
        check()
    except NotAllowedError as refusal:
        return [Refusal(f"{unit.name}: {said}", field) for said in refusal.problems]
    return []


def _of_base(unit: Unit, order: OfUnit) -> Iterator[Refusal]:
    moves = isinstance(order, TurnOrdered | HetOrdered | TacOrdered)
    if moves:
        yield Refusal(
            f"{unit.name} is a base. It rotates as it was set to before the game, and never by order (C3.71)."
        )
    elif not (isinstance(order, SpeedOrdered) and not order.speed):
        yield Refusal(f"{unit.name} is a base. It stays where it is: leave this order out (C3.7).")


def _speed(unit: Unit, order: SpeedOrdered, found: Expected) -> Iterator[Refusal]:
    yield from _refused(unit, "speed", lambda: refuse_beyond_limits(speed=order.speed))
    yield from _in_orbit(unit, found)
    if order.speed > 0 and order.impulse != BREAK:
        yield from _in_tac(unit, order, found, "Order speed from there on, or `tac none` first")


def _thrust(unit: Unit, order: ThrustOrdered, found: Expected) -> Iterator[Refusal]:
    yield from _refused(unit, "thrust", lambda: refuse_beyond_limits(thrust=order.thrust))
    yield from _in_orbit(unit, found)
    if order.thrust > 0:
        yield from _waits(unit, order, found)


def _turn(board: Board, unit: Unit, order: TurnOrdered, found: Expected) -> list[Refusal]:
    turn_class = board.class_of(unit).turn_class
    tac = None if found.speed else found.tac(order.impulse)
    most = limit_with(turn_class, found.speed, tac, unit.outstanding)
    how, rule = f"for turn mode {turn_class} at speed {written(found.speed)}", "C3.31"
    if tac is not None and most > limit(turn_class, found.speed):
        how, rule = TACS[tac]
        if unit.outstanding and tac != "sublight":
            how, rule = f"{how} with an outstanding crew", "G21.224"
    return [
        Refusal(
            f"{unit.name}: {axis} {written(getattr(order.turn, axis))} is over the limit of {written(most)} degrees "
            f"{how} ({rule}).",
            axis,
        )
        for axis in over(order.turn, most)
    ]


def _tac(unit: Unit, order: TacOrdered, found: Expected) -> Iterator[Refusal]:
    yield from _held(unit, found)
    if found.speed and found.orbit is None:
        yield Refusal(
            f"{unit.name} moves at speed {written(found.speed)} in impulse {order.impulse}. "
            "A tactical manoeuvre takes warp speed 0 (C5.3).",
            "tac",
        )
    if order.tac != "sublight" and order.impulse not in BEGINNINGS:
        yield Refusal(
            f"{unit.name}: a manoeuvre by warp lasts a quarter of a turn. Begin it in impulse "
            f"{', '.join(map(str, BEGINNINGS[:-1]))} or {BEGINNINGS[-1]} (C5.21).",
            "tac",
        )
    if order.tac != "warp":
        yield from _waits(unit, order, found)


def _orbit(board: Board, unit: Unit, order: OrbitOrdered, found: Expected) -> Iterator[Refusal]:
    known = planets(board)
    if order.planet not in known:
        yield Refusal(f"{unit.name}: {unknown('planet', order.planet, known)}", "planet")
    yield from _held(unit, found)
    if found.speed and found.orbit is None:
        yield Refusal(
            f"{unit.name} moves at speed {written(found.speed)} in impulse {order.impulse}. "
            "Stop all warp movement to enter an orbit (P8.41).",
        )
    yield from _in_tac(unit, order, found, "Enter the orbit after it, or order `tac none` first")
    # nothing moves before the first impulse at hand
    if order.planet in known and order.impulse == board.impulse:
        at = board.bodies[order.planet].place
        yield from _refused(unit, "planet", lambda: orbit(at, unit.place, order.side))


def _bind(board: Board, unit: Unit, order: BindOrdered, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    trio = [unit]
    for field in ("first", "second"):
        name = getattr(order, field)
        ship = board.units.get(name)
        if ship is None:
            yield Refusal(f"{unit.name}: {unknown('unit', name, others(board, unit))}", field)
        elif ship in trio:
            yield Refusal(f"{unit.name}: {name} is named twice. A web binds three ships together (C14.20).", field)
        elif not ship.out:
            yield Refusal(f"{unit.name}: {name} is not on the map, and cannot be bound (C14.20).", field)
        elif ship.side != unit.side:
            yield Refusal(f"{unit.name}: {name} is not of your side. Bind ships of one side (C14.20).", field)
        else:
            trio.append(ship)
    for ship in trio:
        if ship.kind != "ship":
            kind = "seeking weapon" if ship.kind == "seeking" else ship.kind
            yield Refusal(f"{ship.name} is a {kind}. Web energy binds ships (C14.20).")
        elif ship.player == unit.player:
            yield from _may_be_bound(board, ship, order, given)
    if order.impulse == board.impulse:
        yield from _apart(trio)


def _may_be_bound(board: Board, ship: Unit, order: BindOrdered, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    found = expect(board, ship, evolve(order, unit=ship.name), given)
    yield from _bound(ship, found)
    if found.speed or found.thrust:
        yield Refusal(
            f"{ship.name} moves at speed {written(found.speed)} with thrust {written(found.thrust)} in impulse "
            f"{order.impulse}. Set both to 0 before it is bound (C14.20)."
        )


def _apart(trio: Sequence[Unit]) -> Iterator[Refusal]:
    """Ships that are too far from one another in the first impulse at hand, before anything moves."""
    for at, one in enumerate(trio):
        for other in trio[at + 1 :]:
            if (far := exact(one.place, other.place)) >= APART:
                yield Refusal(
                    f"{one.name} and {other.name} are {written(far)} hexes apart. "
                    f"Bring them nearer than {written(APART)} to bind them (C14.20)."
                )


def _held(unit: Unit, found: Expected) -> list[Refusal]:
    """What keeps a unit from turning: its orbit turns it, web energy binds it."""
    return [*_in_orbit(unit, found), *_bound(unit, found)]


def _in_orbit(unit: Unit, found: Expected) -> list[Refusal]:
    if found.orbit is None:
        return []
    return [Refusal(f"{unit.name} is in orbit of {found.orbit}, which moves and turns it. Leave orbit first (P8.413).")]


def _bound(unit: Unit, found: Expected) -> list[Refusal]:
    if not found.bound:
        return []
    by = listed(unit.bound)
    return [Refusal(f"{unit.name} is bound to {by}. Order speed or thrust, and they part (C14.20).")]


def _in_tac(unit: Unit, order: OfUnit, found: Expected, instead: str) -> Iterator[Refusal]:
    if found.tac(order.impulse):
        last = max(found.tac_warp, found.tac_sublight)
        yield Refusal(f"{unit.name} is in tactical manoeuvres up to impulse {last}. {instead} (C5.3).")


def _waits(unit: Unit, order: OfUnit, found: Expected) -> Iterator[Refusal]:
    if order.impulse <= found.waits:
        last = f"impulse {found.waits}" if found.waits <= IMPULSES else f"impulse {found.waits - IMPULSES} of next turn"
        yield Refusal(f"{unit.name} uses no impulse energy up to {last}, after an emergency deceleration (C8.41).")
