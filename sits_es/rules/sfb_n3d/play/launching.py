"""Launches: seeking weapons are placed, units that were carried go out. Rule: A3.4, F1.24, F4, FP3.1, D2.34, D2.35."""

from __future__ import annotations

from itertools import count
from typing import Final

from sits_es.rules.sfb_n3d.board import Board, Unit
from sits_es.rules.sfb_n3d.cards.unit_class import Launcher
from sits_es.rules.sfb_n3d.launching.facts import LaunchOrdered, ReleaseOrdered, SeekerLaunched, UnitReleased
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.sums.bearing import absolute, bearing
from sits_es.rules.sfb_n3d.sums.facings import Facing, facing
from sits_es.rules.sfb_n3d.sums.places import Inertia, Place
from sits_es.rules.sfb_n3d.sums.seeking import placed_facing
from sits_es.rules.sfb_n3d.sums.tubes import launch_yaw
from sits_es.rules.sfb_n3d.sums.weapons import Weapon, bears

#: What a seeking weapon has its target in when it is placed. Rule: F1.24.
AHEAD: Final = Weapon(("FA",), "centre")


def launch(work: Resolution) -> None:
    """Release what is carried, then place seeking weapons, by the unit's name and for one unit as written."""
    for released in sorted(work.given(ReleaseOrdered), key=lambda order: order.unit):
        _release(work, released)
    for launched in sorted(work.given(LaunchOrdered), key=lambda order: order.unit):
        _launch(work, launched)


def _release(work: Resolution, order: ReleaseOrdered) -> None:
    carrier, carried = work.board.units[order.unit], work.board.units.get(order.carried)
    if carried is None or carried.gone is not None or carried.aboard != carrier.name:
        work.void(order, "not-aboard", order.carried)
        return
    work.record(
        UnitReleased(
            unit=carried.name,
            carrier=carrier.name,
            place=carrier.place,
            facing=carrier.facing,
            speed=carried.speed,
            inertia=Inertia() if carried.kind == "mine" else carrier.inertia,  # mines lie where they are laid (house)
        )
    )


def _launch(work: Resolution, order: LaunchOrdered) -> None:
    board, unit = work.board, work.board.units[order.unit]
    launcher = board.class_of(unit).launcher(order.launcher)
    made = unit.launched.get(order.launcher, 0)
    if launcher is None or (launcher.shots and made >= launcher.shots):
        work.void(order, "no-shots", order.launcher)
        return
    target = None if order.target is None else work.unit(order.target)
    at = order.aim if target is None else target.place
    if at is None:
        work.void(order, "target-gone", order.target or "")
        return
    if launcher.placing == "swivel":
        seen = bearing(unit.place, unit.facing, at)
        if seen is not None and not bears(Weapon((launcher.swivel,), "swivel"), seen):
            work.void(order, "does-not-bear", launcher.name, seen.yaw, seen.pitch)
            return
    placed = placed_towards(launcher, unit.place, unit.facing, at)
    seen = bearing(unit.place, placed, at)
    if seen is not None and not bears(AHEAD, seen):
        work.void(order, "outside-fa", launcher.name, seen.yaw, seen.pitch)
        return
    work.record(
        SeekerLaunched(
            unit=unit.name,
            launcher=launcher.name,
            seeker=_name(board, unit, launcher.name, made),
            unit_class=launcher.launches,
            target=order.target,
            aim=order.aim,
            place=unit.place,
            facing=placed,
            speed=board.classes[launcher.launches].speed,
        )
    )


def placed_towards(launcher: Launcher, place: Place, faces: Facing, at: Place) -> Facing:
    """The facing of what a launcher of a unit at a place launches at another place.

    free: straight at it, without roll [house]; fixed: as the unit faces, turned by the tube; swivel: as the unit
    faces, turned towards it as far as the mount allows. Rule: F1.24, FP3.1, D2.34, D2.35.
    """
    if launcher.placing == "free":
        return placed_facing(place, Facing(faces.pitch, faces.yaw), at)
    if launcher.placing == "fixed":
        return facing(faces.pitch, faces.yaw + launcher.yaw, faces.roll)
    yaw = launch_yaw(Weapon((launcher.swivel,), "swivel"), faces, absolute(place, at))
    return facing(faces.pitch, yaw or 0, faces.roll)


def _name(board: Board, unit: Unit, launcher: str, made: int) -> str:
    """A name that no unit has: the ship's, the launcher's and the number of the shot."""
    names = (f"{unit.name}-{launcher}-{shot}" for shot in count(made + 1))
    return next(name for name in names if name not in board.units)
