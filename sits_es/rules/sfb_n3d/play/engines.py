"""Speed, thrust, tactical manoeuvres and decelerations as they are ordered. Rule: C1.4, C2.111, C5, C8."""

from __future__ import annotations

from sits_es.rules.sfb_n3d import IMPULSES
from sits_es.rules.sfb_n3d.board import Unit
from sits_es.rules.sfb_n3d.motion.facts import (
    Decelerated,
    DecelerationOrdered,
    InertiaChanged,
    SpeedChanged,
    SpeedOrdered,
    ThrustChanged,
    ThrustOrdered,
)
from sits_es.rules.sfb_n3d.play.binding import part
from sits_es.rules.sfb_n3d.play.inertia import under_tac
from sits_es.rules.sfb_n3d.play.lawful import QUARTER
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.sums.places import Inertia
from sits_es.rules.sfb_n3d.turns.facts import TacBegun, TacEnded, TacOrdered


def set_speed(work: Resolution, unit: Unit, order: SpeedOrdered, tac: bool = True) -> None:
    """The warp speed from now on; tac: whether manoeuvres under way matter, which end with the turn.

    In orbit the speed is the orbit's: leave it first. Ships that are bound part when one of them gets power to move
    (C14.20). While tactical manoeuvres last there is no speed but 0 (C5.3, note). Rule: C1.4, house.
    """
    if unit.orbits is not None:
        work.void(order, "in-orbit", unit.orbits[0])
    elif order.speed and tac and under_tac(work, unit):
        work.void(order, "tac-under-way", max(unit.tac_warp, unit.tac_sublight))
    elif order.speed != unit.speed:
        if order.speed:
            part(work, unit)
        work.record(SpeedChanged(unit=unit.name, before=unit.speed, after=order.speed))


def set_thrust(work: Resolution, unit: Unit, order: ThrustOrdered, clock: int) -> None:
    """The impulse energy for movement from now on. clock: the first impulse in which it works, from the game's first.

    Under tactical manoeuvres it waits until they are over (C5.3, note). Rule: C2.111, C8.41, house.
    """
    if unit.orbits is not None:
        work.void(order, "in-orbit", unit.orbits[0])
    elif order.thrust and clock <= unit.waits:
        work.void(order, "no-thrust-yet", unit.waits - clock + 1)
    elif order.thrust != unit.thrust:
        if order.thrust:
            part(work, unit)
        work.record(ThrustChanged(unit=unit.name, before=unit.thrust, after=order.thrust))


def end_tac(work: Resolution, unit: Unit) -> None:
    """Tactical manoeuvres end before their time; nothing happens where none are under way."""
    if under_tac(work, unit):
        work.record(TacEnded(unit=unit.name))


def begin_tac(work: Resolution, unit: Unit, order: TacOrdered) -> None:
    """Manoeuvres by warp until the quarter of the turn is over, sublight ones until the turn is. Rule: C5.

    They take warp speed 0. Sublight ones take impulse energy, of which there is none in the waiting period after an
    emergency deceleration (C8.41).
    """
    if unit.orbits is not None:
        work.void(order, "in-orbit", unit.orbits[0])
    elif unit.bound:
        work.void(order, "is-bound")
    elif unit.speed:
        work.void(order, "speed-not-zero", unit.speed)
    elif order.tac != "warp" and work.clock <= unit.waits:
        work.void(order, "no-thrust-yet", unit.waits - work.clock + 1)
    else:
        quarter = -(-work.now // QUARTER) * QUARTER
        if order.tac != "sublight" and unit.tac_warp != quarter:
            work.record(TacBegun(unit=unit.name, tac="warp", until=quarter))
        if order.tac != "warp" and unit.tac_sublight != IMPULSES:
            work.record(TacBegun(unit=unit.name, tac="sublight", until=IMPULSES))


def decelerate(work: Resolution, unit: Unit, order: DecelerationOrdered) -> None:
    """All inertia is lost; in an emergency deceleration speed and thrust too, with a wait before thrust works again.

    After one of inertia only, inertia adds up again from the next impulse on. In an orbit only inertia can be lost:
    leave it for more. Rule: C8, C8.41, house.
    """
    if unit.bound:
        work.void(order, "is-bound")
        return
    if unit.orbits is not None and not order.inertia_only:
        work.void(order, "in-orbit", unit.orbits[0])
        return
    period = 0
    if not order.inertia_only:
        period = IMPULSES - work.now if order.period is None else order.period
    work.record(Decelerated(unit=unit.name, inertia_only=order.inertia_only, period=period))
    work.stilled.add(unit.name)
    if not order.inertia_only:
        if unit.speed:
            work.record(SpeedChanged(unit=unit.name, before=unit.speed, after=0, cause="deceleration"))
        if unit.thrust:
            work.record(ThrustChanged(unit=unit.name, before=unit.thrust, after=0, cause="deceleration"))
    if unit.inertia:
        lost = Inertia(-unit.inertia.x, -unit.inertia.y, -unit.inertia.z)
        work.record(InertiaChanged(unit=unit.name, cause="deceleration", change=lost, inertia=Inertia()))
