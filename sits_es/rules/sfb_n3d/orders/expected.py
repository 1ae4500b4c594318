"""What a unit's own orders make of it by an impulse: speed, thrust, manoeuvres, orbit and sphere, as far as is known.

What others do to it, and what webs do, is only known at the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import define

from sits_es.rules.sfb_n3d import IMPULSES
from sits_es.rules.sfb_n3d.board import Board, Unit
from sits_es.rules.sfb_n3d.fact import OfUnit
from sits_es.rules.sfb_n3d.motion.facts import BindOrdered, DecelerationOrdered, SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb_n3d.orbits.facts import OrbitEndOrdered, OrbitOrdered
from sits_es.rules.sfb_n3d.play.lawful import QUARTER
from sits_es.rules.sfb_n3d.spheres.facts import SphereEndOrdered, SphereOrdered
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE
from sits_es.rules.sfb_n3d.sums.turn_modes import Tac
from sits_es.rules.sfb_n3d.turns.facts import TacOrdered

#: What an impulse begins with, in order: what clears the way for another comes before it. Rule: house.
ORDER: Final = (
    "leave orbit",
    "end tac",
    "speed",
    "thrust",
    "deceleration",
    "begin tac",
    "orbit",
    "bind",
    "sphere off",
    "sphere",
    "rest",
)

_FORMS: Final[dict[type[OfUnit], str]] = {
    OrbitEndOrdered: "leave orbit",
    SpeedOrdered: "speed",
    ThrustOrdered: "thrust",
    DecelerationOrdered: "deceleration",
    OrbitOrdered: "orbit",
    BindOrdered: "bind",
    SphereEndOrdered: "sphere off",
    SphereOrdered: "sphere",
}


@define
class Expected:
    """A unit in an impulse. speed, thrust: ten-thousandths. orbit: the planet. tac_warp, tac_sublight: as of a Unit.

    waits: the last impulse of this turn without thrust, 0 for none. bound: to others. sphere: whether one is up.
    """

    speed: int
    thrust: int
    orbit: str | None
    tac_warp: int
    tac_sublight: int
    waits: int
    bound: bool
    sphere: bool

    def tac(self, impulse: int) -> Tac | None:
        """Tactical manoeuvres under way in an impulse."""
        return tac_under_way(self, impulse)


def tac_under_way(unit: Unit | Expected, impulse: int) -> Tac | None:
    """A unit's tactical manoeuvres in an impulse of this turn. Rule: C5."""
    warp, sublight = unit.tac_warp >= impulse, unit.tac_sublight >= impulse
    if warp and sublight:
        return "both"
    return "warp" if warp else "sublight" if sublight else None


def expect(board: Board, unit: Unit, order: OfUnit, given: Sequence[OfUnit]) -> Expected:
    """The unit as one of its orders finds it. given: orders of the turn, from the exchange at hand on."""
    this = _turn_before(board)
    known = Expected(
        speed=unit.speed,
        thrust=unit.thrust,
        orbit=None if unit.orbits is None else unit.orbits[0],
        tac_warp=unit.tac_warp,
        tac_sublight=unit.tac_sublight,
        waits=max(0, unit.waits - this),
        bound=bool(unit.bound),
        sphere=unit.sphere is not None,
    )
    until = _when(order)
    mine = [each for each in given if each.unit == unit.name and board.impulse <= each.impulse <= order.impulse]
    for each in sorted((each for each in mine if _when(each) < until), key=_when):
        _do(known, each)
    return known


def _turn_before(board: Board) -> int:
    """Impulses since the game began, before this turn."""
    return (board.turn - 1) * IMPULSES


def _when(order: OfUnit) -> tuple[int, int]:
    """When an order is carried out: its impulse, and which of the impulse's parts, 0 up."""
    part = _FORMS.get(type(order), "rest")
    if isinstance(order, TacOrdered):
        part = "end tac" if order.tac == "none" else "begin tac"
    return order.impulse, ORDER.index(part)


def _do(known: Expected, order: OfUnit) -> None:
    """What an order changes; one that comes to nothing changes nothing."""
    if isinstance(order, SphereOrdered | SphereEndOrdered):
        known.sphere = isinstance(order, SphereOrdered)
    elif isinstance(order, OrbitEndOrdered):
        if known.orbit is not None:
            known.orbit, known.speed = None, 0
    elif known.orbit is None:
        _steer(known, order)


def _steer(known: Expected, order: OfUnit) -> None:
    """What an order changes of a unit that is in no orbit."""
    may_begin = not (known.bound or known.speed)
    match order:
        case SpeedOrdered() if not (order.speed and known.tac(order.impulse)):
            known.speed, known.bound = max(0, order.speed), known.bound and not order.speed
        case ThrustOrdered() if not (order.thrust and known.waits >= order.impulse):
            known.thrust, known.bound = order.thrust, known.bound and not order.thrust
        case DecelerationOrdered(inertia_only=False) if not known.bound:
            known.speed = known.thrust = 0
            known.waits = IMPULSES if order.period is None else order.impulse + order.period
        case TacOrdered(tac="none"):
            known.tac_warp = known.tac_sublight = 0
        case TacOrdered() if may_begin:
            known.tac_warp = known.tac_warp if order.tac == "sublight" else last_of_quarter(order.impulse)
            known.tac_sublight = known.tac_sublight if order.tac == "warp" else IMPULSES
        case OrbitOrdered() if may_begin and not known.tac(order.impulse):
            known.orbit, known.speed, known.thrust = order.planet, WHOLE, 0


def last_of_quarter(impulse: int) -> int:
    """The last impulse of the quarter of the turn in which an impulse lies: 8, 16, 24 or 32. Rule: C5.21."""
    return -(-impulse // QUARTER) * QUARTER
