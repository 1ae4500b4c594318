"""What each fact does to the board, in place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sits_es.events import Event
from sits_es.rules.sfb_n3d.events import fire, motion, terrain
from sits_es.rules.sfb_n3d.handlers import BoardHandler, HandlerTable
from sits_es.rules.sfb_n3d.orders import forms
from sits_es.rules.sfb_n3d.state import Board, Unit
from sits_es.rules.sfb_n3d.surroundings import SURROUNDINGS

#: What facts of units do.
UNITS: Final = HandlerTable()


def _nothing(_board: Board, _fact: Event) -> None:
    """A fact that is told and kept, and moves nothing on the board."""


for _told in (
    *forms.IMPULSE_ORDERS,
    fire.OrderVoided,
    fire.RunStopped,
    fire.WeaponFired,
    fire.ExplosionMade,
    fire.ExplosionFelt,
    fire.SphereStruck,
    terrain.HazardMet,
):
    UNITS[_told] = _nothing


@UNITS.does(motion.UnitPlaced)
def _placed(board: Board, fact: motion.UnitPlaced) -> None:
    board.units[fact.unit] = Unit(
        name=fact.unit,
        unit_class=fact.unit_class,
        kind=board.classes[fact.unit_class].kind,
        player=fact.player,
        side=fact.side,
        place=fact.place,
        facing=fact.facing,
        speed=fact.speed,
        thrust=fact.thrust,
        inertia=fact.inertia,
        outstanding=fact.outstanding,
        rotation=fact.rotation,
        aboard=fact.aboard,
    )


@UNITS.does(motion.ImpulseBegun)
def _impulse(board: Board, fact: motion.ImpulseBegun) -> None:
    board.now = fact.impulse


@UNITS.does(motion.RunEnded)
def _run(board: Board, fact: motion.RunEnded) -> None:
    board.now = board.passed = fact.impulse


@UNITS.does(motion.TimeRanOut)
def _time(board: Board, fact: motion.TimeRanOut) -> None:
    del fact
    board.over = True


@UNITS.does(motion.SpeedChanged)
def _speed(board: Board, fact: motion.SpeedChanged) -> None:
    board.units[fact.unit].speed = fact.after


@UNITS.does(motion.ThrustChanged)
def _thrust(board: Board, fact: motion.ThrustChanged) -> None:
    board.units[fact.unit].thrust = fact.after


@UNITS.does(motion.TacBegun)
def _tac(board: Board, fact: motion.TacBegun) -> None:
    unit = board.units[fact.unit]
    if fact.tac == "warp":
        unit.tac_warp = fact.until
    else:
        unit.tac_sublight = fact.until


@UNITS.does(motion.TacEnded)
def _no_tac(board: Board, fact: motion.TacEnded) -> None:
    unit = board.units[fact.unit]
    unit.tac_warp = unit.tac_sublight = 0


@UNITS.does(motion.UnitTurned)
def _turned(board: Board, fact: motion.UnitTurned) -> None:
    board.units[fact.unit].facing = fact.facing


@UNITS.does(motion.HighEnergyTurned)
def _het(board: Board, fact: motion.HighEnergyTurned) -> None:
    unit = board.units[fact.unit]
    unit.facing = fact.facing
    unit.high_energy_turns += 1


@UNITS.does(motion.Decelerated)
def _decelerated(board: Board, fact: motion.Decelerated) -> None:
    if not fact.inertia_only:
        board.units[fact.unit].waits = board.clock + fact.period if fact.period else 0


@UNITS.does(motion.OrbitEntered)
def _orbit(board: Board, fact: motion.OrbitEntered) -> None:
    unit = board.units[fact.unit]
    unit.facing, unit.orbits = fact.facing, (fact.planet, fact.side, fact.turn)


@UNITS.does(motion.OrbitLeft)
def _no_orbit(board: Board, fact: motion.OrbitLeft) -> None:
    board.units[fact.unit].orbits = None


@UNITS.does(motion.InertiaChanged)
def _inertia(board: Board, fact: motion.InertiaChanged) -> None:
    board.units[fact.unit].inertia = fact.inertia


@UNITS.does(motion.UnitMoved)
def _moved(board: Board, fact: motion.UnitMoved) -> None:
    board.units[fact.unit].place = fact.place


@UNITS.does(motion.UnitsBound)
def _bound(board: Board, fact: motion.UnitsBound) -> None:
    for name in fact.units:
        unit = board.units[name]
        unit.bound, unit.inertia = tuple(other for other in fact.units if other != name), fact.inertia


@UNITS.does(motion.UnitsParted)
def _parted(board: Board, fact: motion.UnitsParted) -> None:
    for name in fact.units:
        board.units[name].bound = ()


@UNITS.does(motion.UnitReleased)
def _released(board: Board, fact: motion.UnitReleased) -> None:
    unit = board.units[fact.unit]
    unit.aboard, unit.place, unit.facing = None, fact.place, fact.facing
    unit.speed, unit.inertia = fact.speed, fact.inertia


@UNITS.does(fire.SeekerLaunched)
def _launched(board: Board, fact: fire.SeekerLaunched) -> None:
    ship = board.units[fact.unit]
    ship.launched = {**ship.launched, fact.launcher: ship.launched.get(fact.launcher, 0) + 1}
    board.units[fact.seeker] = Unit(
        name=fact.seeker,
        unit_class=fact.unit_class,
        kind=board.classes[fact.unit_class].kind,
        player=ship.player,
        side=ship.side,
        place=fact.place,
        facing=fact.facing,
        speed=fact.speed,
        target=fact.target,
        aim=fact.aim,
        since=board.clock,
    )


@UNITS.does(fire.SeekerStruck)
def _struck(board: Board, fact: fire.SeekerStruck) -> None:
    board.units[fact.unit].gone = "impact"


@UNITS.does(fire.SeekerSpent)
def _spent(board: Board, fact: fire.SeekerSpent) -> None:
    board.units[fact.unit].gone = fact.cause


@UNITS.does(fire.UnitLost)
def _lost_with(board: Board, fact: fire.UnitLost) -> None:
    board.units[fact.unit].gone = "lost"


@UNITS.does(fire.MineTriggered)
def _mine(board: Board, fact: fire.MineTriggered) -> None:
    if fact.detonated:
        board.units[fact.unit].gone = "detonated"


@UNITS.does(fire.SphereFormed)
def _sphere(board: Board, fact: fire.SphereFormed) -> None:
    board.units[fact.unit].sphere = (fact.radius, fact.energy)


@UNITS.does(fire.SphereEnded)
def _no_sphere(board: Board, fact: fire.SphereEnded) -> None:
    board.units[fact.unit].sphere = None


@UNITS.does(forms.DamageEntered)
def _damage(board: Board, fact: forms.DamageEntered) -> None:
    unit = board.units[fact.unit]
    unit.damage += fact.points
    if fact.note:
        unit.notes = (*unit.notes, fact.note)


@UNITS.does(forms.LossEntered)
def _lost(board: Board, fact: forms.LossEntered) -> None:
    board.units[fact.unit].gone = "lost"


@UNITS.does(forms.SphereEntered)
def _sphere_left(board: Board, fact: forms.SphereEntered) -> None:
    unit = board.units[fact.unit]
    radius = 0 if unit.sphere is None else unit.sphere[0]
    unit.sphere = (radius, fact.energy) if fact.energy else None


@UNITS.does(forms.WebEntered)
def _web_left(board: Board, fact: forms.WebEntered) -> None:
    """What it comes to is a consequence of its own: WebPowered."""
    del board, fact


#: Handlers by class of event. An event without one is not a fact of SFB 'n3D.
HANDLERS: Final[Mapping[type[Event], BoardHandler]] = {**UNITS, **SURROUNDINGS}
