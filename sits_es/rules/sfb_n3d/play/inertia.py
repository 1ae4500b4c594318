"""How inertia grows and goes in an impulse. Rule: C2.111, C5.3, C8.41, G10.511, P4.11."""

from __future__ import annotations

from typing import Literal

from sits_es.rules.sfb_n3d.board import Body, Unit
from sits_es.rules.sfb_n3d.motion.facts import InertiaChanged
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.play.trapped import lose_inertia
from sits_es.rules.sfb_n3d.sums.holes import MOST_PULL, pull
from sits_es.rules.sfb_n3d.sums.motion import thrust_gain
from sits_es.rules.sfb_n3d.sums.places import Inertia


def gather(work: Resolution) -> None:
    """Thrust along the new heading, then the pull of every black hole; whoever is in a web has no inertia.

    In a web thrust moves a unit without adding up, and a black hole's pull is inertia too (house).
    """
    holes = [work.board.bodies[name] for name in sorted(work.board.bodies) if work.board.bodies[name].kind == "hole"]
    for unit in work.board.out():
        if unit.trapped is not None:
            lose_inertia(work, unit)
            continue
        if thrust := working_thrust(work, unit):
            _add(work, unit, "thrust", thrust_gain(unit.facing, thrust))
        for hole in holes:
            _pull(work, unit, hole)


def working_thrust(work: Resolution, unit: Unit) -> int:
    """The impulse energy that moves a unit in this impulse, in ten-thousandths of a point.

    None while tactical manoeuvres are under way: they take all energy there is for movement (C5.3, note). None in the
    impulse of a deceleration, and in the waiting period after an emergency one (C8.41).
    """
    if not unit.thrust or unit.name in work.stilled or under_tac(work, unit) or work.clock <= unit.waits:
        return 0
    return unit.thrust


def under_tac(work: Resolution, unit: Unit) -> bool:
    """Whether a unit performs tactical manoeuvres in the impulse at hand. Rule: C5."""
    return max(unit.tac_warp, unit.tac_sublight) >= work.now > 0


def _pull(work: Resolution, unit: Unit, hole: Body) -> None:
    """The pull from the place before moving; in the very same place there is none, as it has no direction (house)."""
    if unit.place != hole.place:
        _add(work, unit, "pull", pull(hole.size, hole.place, unit.place, MOST_PULL).change, hole.name)


def _add(work: Resolution, unit: Unit, cause: Literal["thrust", "pull"], change: Inertia, by: str = "") -> None:
    if change:
        now = unit.inertia + change
        work.record(InertiaChanged(unit=unit.name, cause=cause, change=change, inertia=now, by=by))
