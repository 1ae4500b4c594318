"""What each fact does to the board, in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sits_es.events import Event
from sits_es.rules.sfb_n3d.events import fire, motion, terrain, webs
from sits_es.rules.sfb_n3d.orders import forms
from sits_es.rules.sfb_n3d.state import Board, Body, Unit, Web

E = TypeVar("E", bound=Event)
BoardHandler = Callable[[Board, Any], None]

#: Handlers by class of event. An event without one is not a fact of SFB 'n3D.
HANDLERS: dict[type[Event], BoardHandler] = {}


def _does(cls: type[E]) -> Callable[[Callable[[Board, E], None]], Callable[[Board, E], None]]:
    def register(handler: Callable[[Board, E], None]) -> Callable[[Board, E], None]:
        HANDLERS[cls] = handler
        return handler

    return register


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
    HANDLERS[_told] = _nothing


@_does(motion.UnitPlaced)
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


@_does(motion.ImpulseBegun)
def _impulse(board: Board, fact: motion.ImpulseBegun) -> None:
    board.now = fact.impulse


@_does(motion.RunEnded)
def _run(board: Board, fact: motion.RunEnded) -> None:
    board.now = board.passed = fact.impulse


@_does(motion.TimeRanOut)
def _time(board: Board, fact: motion.TimeRanOut) -> None:
    del fact
    board.over = True


@_does(motion.SpeedChanged)
def _speed(board: Board, fact: motion.SpeedChanged) -> None:
    board.units[fact.unit].speed = fact.after


@_does(motion.ThrustChanged)
def _thrust(board: Board, fact: motion.ThrustChanged) -> None:
    board.units[fact.unit].thrust = fact.after


@_does(motion.TacBegun)
def _tac(board: Board, fact: motion.TacBegun) -> None:
    unit = board.units[fact.unit]
    if fact.tac == "warp":
        unit.tac_warp = fact.until
    else:
        unit.tac_sublight = fact.until


@_does(motion.TacEnded)
def _no_tac(board: Board, fact: motion.TacEnded) -> None:
    unit = board.units[fact.unit]
    unit.tac_warp = unit.tac_sublight = 0


@_does(motion.UnitTurned)
def _turned(board: Board, fact: motion.UnitTurned) -> None:
    board.units[fact.unit].facing = fact.facing


@_does(motion.HighEnergyTurned)
def _het(board: Board, fact: motion.HighEnergyTurned) -> None:
    unit = board.units[fact.unit]
    unit.facing = fact.facing
    unit.high_energy_turns += 1


@_does(motion.Decelerated)
def _decelerated(board: Board, fact: motion.Decelerated) -> None:
    if not fact.inertia_only:
        board.units[fact.unit].waits = board.clock + fact.period if fact.period else 0


@_does(motion.OrbitEntered)
def _orbit(board: Board, fact: motion.OrbitEntered) -> None:
    unit = board.units[fact.unit]
    unit.facing, unit.orbits = fact.facing, (fact.planet, fact.side, fact.turn)


@_does(motion.OrbitLeft)
def _no_orbit(board: Board, fact: motion.OrbitLeft) -> None:
    board.units[fact.unit].orbits = None


@_does(motion.InertiaChanged)
def _inertia(board: Board, fact: motion.InertiaChanged) -> None:
    board.units[fact.unit].inertia = fact.inertia


@_does(motion.UnitMoved)
def _moved(board: Board, fact: motion.UnitMoved) -> None:
    board.units[fact.unit].place = fact.place


@_does(motion.UnitsBound)
def _bound(board: Board, fact: motion.UnitsBound) -> None:
    for name in fact.units:
        unit = board.units[name]
        unit.bound, unit.inertia = tuple(other for other in fact.units if other != name), fact.inertia


@_does(motion.UnitsParted)
def _parted(board: Board, fact: motion.UnitsParted) -> None:
    for name in fact.units:
        board.units[name].bound = ()


@_does(motion.UnitReleased)
def _released(board: Board, fact: motion.UnitReleased) -> None:
    unit = board.units[fact.unit]
    unit.aboard, unit.place, unit.facing = None, fact.place, fact.facing
    unit.speed, unit.inertia = fact.speed, fact.inertia


@_does(fire.SeekerLaunched)
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


@_does(fire.SeekerStruck)
def _struck(board: Board, fact: fire.SeekerStruck) -> None:
    board.units[fact.unit].gone = "impact"


@_does(fire.SeekerSpent)
def _spent(board: Board, fact: fire.SeekerSpent) -> None:
    board.units[fact.unit].gone = fact.cause


@_does(fire.UnitLost)
def _lost_with(board: Board, fact: fire.UnitLost) -> None:
    board.units[fact.unit].gone = "lost"


@_does(fire.MineTriggered)
def _mine(board: Board, fact: fire.MineTriggered) -> None:
    if fact.detonated:
        board.units[fact.unit].gone = "detonated"


@_does(fire.SphereFormed)
def _sphere(board: Board, fact: fire.SphereFormed) -> None:
    board.units[fact.unit].sphere = (fact.radius, fact.energy)


@_does(fire.SphereEnded)
def _no_sphere(board: Board, fact: fire.SphereEnded) -> None:
    board.units[fact.unit].sphere = None


@_does(terrain.TerrainPlaced)
def _terrain(board: Board, fact: terrain.TerrainPlaced) -> None:
    board.bodies[fact.name] = Body(
        name=fact.name,
        kind=fact.kind,
        place=fact.place,
        radius=fact.radius,
        atmosphere=fact.atmosphere,
        inner=fact.inner,
        thick=fact.thick,
        size=fact.size,
        class_m=fact.class_m,
    )


@_does(terrain.FieldLaid)
def _field(board: Board, fact: terrain.FieldLaid) -> None:
    del fact
    board.field = ""


@_does(terrain.PlanetReached)
def _reached(board: Board, fact: terrain.PlanetReached) -> None:
    _inside(board.units[fact.unit], fact.body)


@_does(terrain.AtmosphereEntered)
def _in_air(board: Board, fact: terrain.AtmosphereEntered) -> None:
    _inside(board.units[fact.unit], fact.body)


def _inside(unit: Unit, body: str) -> None:
    unit.inside = tuple(sorted({*unit.inside, body}))


@_does(terrain.BodyLeft)
def _outside(board: Board, fact: terrain.BodyLeft) -> None:
    unit = board.units[fact.unit]
    unit.inside = tuple(body for body in unit.inside if body != fact.body)


@_does(webs.WebPlaced)
def _web(board: Board, fact: webs.WebPlaced) -> None:
    points = {point.name: point.place for point in fact.points}
    board.webs[fact.web] = Web(
        name=fact.web,
        player=fact.player,
        kind=fact.kind,
        points=points,
        strands=fact.strands,
        strength=fact.strength,
    )
    board.webs_made += 1


@_does(webs.StrandLaid)
def _strand(board: Board, fact: webs.StrandLaid) -> None:
    web = board.webs[fact.web]
    ends = {fact.one, fact.other}
    others = tuple(strand for strand in web.strands if {strand.one, strand.other} != ends)
    web.strands = (*others, webs.Strand(fact.one, fact.other, fact.length))


@_does(webs.PointLaid)
def _point(board: Board, fact: webs.PointLaid) -> None:
    web = board.webs[fact.web]
    web.points = {**web.points, fact.point: fact.place}
    web.strands = (*web.strands, webs.Strand(fact.start, fact.point, fact.length))
    board.units[fact.unit].point = (fact.web, fact.point)


@_does(webs.PointMoved)
def _point_moved(board: Board, fact: webs.PointMoved) -> None:
    web = board.webs[fact.web]
    web.points = {**web.points, fact.point: fact.place}


@_does(webs.WebPowered)
def _powered(board: Board, fact: webs.WebPowered) -> None:
    board.webs[fact.web].strength = fact.strength


@_does(webs.PointsLost)
def _points_lost(board: Board, fact: webs.PointsLost) -> None:
    web = board.webs[fact.web]
    web.points = {name: place for name, place in web.points.items() if name not in fact.points}
    web.strands = tuple(strand for strand in web.strands if not {strand.one, strand.other} & {*fact.points})
    for unit in board.units.values():
        if unit.point is not None and unit.point[0] == fact.web and unit.point[1] in fact.points:
            unit.point = None


@_does(webs.AnchorLost)
def _anchor_lost(board: Board, fact: webs.AnchorLost) -> None:
    board.webs[fact.web].strands = fact.strands


@_does(webs.WebDissolved)
def _dissolved(board: Board, fact: webs.WebDissolved) -> None:
    del board.webs[fact.web]
    for unit in board.units.values():
        if unit.point is not None and unit.point[0] == fact.web:
            unit.point = None


@_does(webs.UnitTrapped)
def _trapped(board: Board, fact: webs.UnitTrapped) -> None:
    board.units[fact.unit].trapped = fact.web


@_does(webs.UnitFreed)
def _freed(board: Board, fact: webs.UnitFreed) -> None:
    board.units[fact.unit].trapped = None


@_does(forms.DamageEntered)
def _damage(board: Board, fact: forms.DamageEntered) -> None:
    unit = board.units[fact.unit]
    unit.damage += fact.points
    if fact.note:
        unit.notes = (*unit.notes, fact.note)


@_does(forms.LossEntered)
def _lost(board: Board, fact: forms.LossEntered) -> None:
    board.units[fact.unit].gone = "lost"


@_does(forms.SphereEntered)
def _sphere_left(board: Board, fact: forms.SphereEntered) -> None:
    unit = board.units[fact.unit]
    radius = 0 if unit.sphere is None else unit.sphere[0]
    unit.sphere = (radius, fact.energy) if fact.energy else None


@_does(forms.WebEntered)
def _web_left(board: Board, fact: forms.WebEntered) -> None:
    """What it comes to is a consequence of its own: WebPowered."""
    del board, fact
