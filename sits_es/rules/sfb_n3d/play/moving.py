"""Everything moves: units by warp speed and inertia, then seeking weapons, which turn towards their targets first."""

from __future__ import annotations

from sits_es.rules.sfb_n3d.board import Board, Unit
from sits_es.rules.sfb_n3d.launching.facts import SeekerSpent
from sits_es.rules.sfb_n3d.motion.facts import UnitMoved
from sits_es.rules.sfb_n3d.play.inertia import working_thrust
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.play.trapped import strength
from sits_es.rules.sfb_n3d.sums.motion import step, webbed_speed
from sits_es.rules.sfb_n3d.sums.places import Place
from sits_es.rules.sfb_n3d.sums.seeking import towards
from sits_es.rules.sfb_n3d.sums.turn_modes import limit
from sits_es.rules.sfb_n3d.turns.facts import UnitTurned

_NOWHERE = Place()


def move(work: Resolution) -> None:
    """Every unit but seeking weapons moves. Units aboard have no place of their own until they are released.

    Rule: C1.11, C1.43.
    """
    for unit in work.board.out():
        if unit.kind != "seeking":
            _move(work, unit)


def seek(work: Resolution) -> None:
    """Every seeking weapon turns towards where its target is now, then moves. Rule: F2.123, F2.21, F4.

    A weapon launched at the end of an impulse turns and moves in the next for the first time (house). A target that is
    itself a seeking weapon is where it stands before any of them has moved (house). One whose target is gone is spent
    (house); a ballistic one flies straight on.
    """
    seekers = [unit for unit in work.board.out() if unit.kind == "seeking"]
    targets = {unit.name: work.unit(unit.target) for unit in seekers if unit.target is not None}
    places = {name: target.place for name, target in targets.items() if target is not None}
    for unit in seekers:
        if unit.target is not None and unit.name not in places:
            work.record(SeekerSpent(unit=unit.name, cause="target"))
            continue
        if unit.target is not None:
            _turn(work, unit, places[unit.name])
        _move(work, unit)


def speed_left(board: Board, unit: Unit) -> int:
    """The warp speed that a web leaves to a unit, in ten-thousandths. Rule: G10.511."""
    return webbed_speed(unit.speed, strength(board, unit))


def _turn(work: Resolution, unit: Unit, target: Place) -> None:
    most = limit(work.board.class_of(unit).turn_class, speed_left(work.board, unit))
    if turn := towards(unit.place, unit.facing, target, most):
        facing = unit.facing.turned(turn)
        work.record(UnitTurned(unit=unit.name, cause="seek", turn=turn, facing=facing, limit=most))


def _move(work: Resolution, unit: Unit) -> None:
    """A movement of no kilometre at all is none. In a web thrust moves a unit in this impulse alone."""
    speed = speed_left(work.board, unit)
    thrust = working_thrust(work, unit) if unit.trapped is not None else 0
    if not (speed or thrust or unit.inertia):
        return
    moved = step(unit.facing, speed + thrust, unit.inertia)
    if moved != _NOWHERE:
        work.record(UnitMoved(unit=unit.name, moved=moved, place=unit.place + moved, speed=speed))
