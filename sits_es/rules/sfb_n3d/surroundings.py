"""What facts of bodies and webs do to the board, in place."""

from __future__ import annotations

from sits_es.rules.sfb_n3d.events import terrain, webs
from sits_es.rules.sfb_n3d.handlers import HandlerTable
from sits_es.rules.sfb_n3d.state import Board, Body, Unit, Web

#: What each of these facts does.
SURROUNDINGS = HandlerTable()


@SURROUNDINGS.does(terrain.TerrainPlaced)
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


@SURROUNDINGS.does(terrain.FieldLaid)
def _field(board: Board, fact: terrain.FieldLaid) -> None:
    del fact
    board.field = ""


@SURROUNDINGS.does(terrain.PlanetReached)
def _reached(board: Board, fact: terrain.PlanetReached) -> None:
    _inside(board.units[fact.unit], fact.body)


@SURROUNDINGS.does(terrain.AtmosphereEntered)
def _in_air(board: Board, fact: terrain.AtmosphereEntered) -> None:
    _inside(board.units[fact.unit], fact.body)


def _inside(unit: Unit, body: str) -> None:
    unit.inside = tuple(sorted({*unit.inside, body}))


@SURROUNDINGS.does(terrain.BodyLeft)
def _outside(board: Board, fact: terrain.BodyLeft) -> None:
    unit = board.units[fact.unit]
    unit.inside = tuple(body for body in unit.inside if body != fact.body)


@SURROUNDINGS.does(webs.WebPlaced)
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


@SURROUNDINGS.does(webs.StrandLaid)
def _strand(board: Board, fact: webs.StrandLaid) -> None:
    web = board.webs[fact.web]
    ends = {fact.one, fact.other}
    others = tuple(strand for strand in web.strands if {strand.one, strand.other} != ends)
    web.strands = (*others, webs.Strand(fact.one, fact.other, fact.length))


@SURROUNDINGS.does(webs.PointLaid)
def _point(board: Board, fact: webs.PointLaid) -> None:
    web = board.webs[fact.web]
    web.points = {**web.points, fact.point: fact.place}
    web.strands = (*web.strands, webs.Strand(fact.start, fact.point, fact.length))
    board.units[fact.unit].point = (fact.web, fact.point)


@SURROUNDINGS.does(webs.PointMoved)
def _point_moved(board: Board, fact: webs.PointMoved) -> None:
    web = board.webs[fact.web]
    web.points = {**web.points, fact.point: fact.place}


@SURROUNDINGS.does(webs.WebPowered)
def _powered(board: Board, fact: webs.WebPowered) -> None:
    board.webs[fact.web].strength = fact.strength


@SURROUNDINGS.does(webs.PointsLost)
def _points_lost(board: Board, fact: webs.PointsLost) -> None:
    web = board.webs[fact.web]
    web.points = {name: place for name, place in web.points.items() if name not in fact.points}
    web.strands = tuple(strand for strand in web.strands if not {strand.one, strand.other} & {*fact.points})
    for unit in board.units.values():
        if unit.point is not None and unit.point[0] == fact.web and unit.point[1] in fact.points:
            unit.point = None


@SURROUNDINGS.does(webs.AnchorLost)
def _anchor_lost(board: Board, fact: webs.AnchorLost) -> None:
    board.webs[fact.web].strands = fact.strands


@SURROUNDINGS.does(webs.WebDissolved)
def _dissolved(board: Board, fact: webs.WebDissolved) -> None:
    del board.webs[fact.web]
    for unit in board.units.values():
        if unit.point is not None and unit.point[0] == fact.web:
            unit.point = None


@SURROUNDINGS.does(webs.UnitTrapped)
def _trapped(board: Board, fact: webs.UnitTrapped) -> None:
    board.units[fact.unit].trapped = fact.web


@SURROUNDINGS.does(webs.UnitFreed)
def _freed(board: Board, fact: webs.UnitFreed) -> None:
    board.units[fact.unit].trapped = None
