"""A board for programs, and what differs between two boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sits_es.report.differences import Contrast, differing, unlike_games
from sits_es.rules.sfb.board import Board, Unit, Web
from sits_es.rules.sfb.scenario.ending import outcome
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.sfb.sums.places import exact
from sits_es.rules.sfb.sums.words import shields
from sits_es.rules.sfb.webs.told import strands
from sits_es.sentences import listed

#: Why a unit is out of the game, in words.
GONE = {
    "impact": "it struck",
    "endurance": "its endurance is used up",
    "target": "its target is gone",
    "planet": "it hit a planet",
    "detonated": "it went off",
    "lost": "it is lost",
}


def gone_as(cause: str) -> str:
    """Why a unit is out of the game, to stand within a sentence."""
    return GONE.get(cause, cause)


def standing(board: Board) -> dict[str, Any]:
    """Every unit's place, facing and state, every web and body; the impulse at hand, unless the game is over.

    Decimals are texts, places lists of three, in hexes.
    """
    now = {"turn": board.turn, "impulse": board.impulse, "passed": board.passed}
    return ({"now": now} if outcome(board) is None else {}) | {
        "units": {name: _unit(board.units[name]) for name in sorted(board.units)},
        "webs": {name: _web(board, board.webs[name]) for name in sorted(board.webs)},
        "bodies": {
            name: {"kind": body.kind, "place": [*body.place.hexes()]} for name, body in sorted(board.bodies.items())
        },
    }


def _unit(unit: Unit) -> dict[str, Any]:
    found: dict[str, Any] = {
        "class": unit.unit_class,
        "side": unit.side,
        "place": [*unit.place.hexes()],
        "facing": unit.facing.decimals(),
        "speed": written(unit.speed),
        "thrust": written(unit.thrust),
        "inertia": [*unit.inertia.decimals()],
        "damage": unit.damage,
    }
    found |= {"aboard": unit.aboard} if unit.aboard is not None else {}
    found |= {"gone": gone_as(unit.gone)} if unit.gone is not None else {}
    found |= {"target": unit.target or str(unit.aim)} if unit.kind == "seeking" else {}
    return found | {"state": conditions(unit)}


def conditions(unit: Unit) -> list[str]:
    """What holds of a unit besides where it is and how it moves, each in a few words; none for most."""
    return [*_under_way(unit), *_held(unit)]


def _under_way(unit: Unit) -> Iterator[str]:
    """What it does besides moving ahead."""
    if unit.outstanding:
        yield "outstanding crew"
    if unit.tac_warp or unit.tac_sublight:
        kinds = [("warp", unit.tac_warp), ("sublight", unit.tac_sublight)]
        under_way = [f"{kind} to impulse {until}" for kind, until in kinds if until]
        yield f"tactical manoeuvres: {listed(under_way)}"
    if unit.waits:
        last = "{}.{}".format(*unit.waits_until)
        yield f"no impulse energy up to {last}, after its emergency deceleration"
    if unit.orbits is not None:
        orbits = unit.orbits
        turn = f"yaw {written(orbits.turn)} each impulse{orbits.away}"
        yield f"in orbit around {orbits.planet}, which is to the {orbits.side}: {turn}"
    if unit.rotation:
        yield f"rotating {unit.rotation} each impulse"


def ties(unit: Unit) -> Iterator[str]:
    """Its tractor links and those that hold it, and shields entered as up."""
    for name, link in sorted(unit.tractors.items()):
        yield f"tractor link to {name}: {link}"
    if unit.held_by:
        yield f"in the tractor link of {listed(unit.held_by)}"
    if unit.shields:
        yield f"{shields(unit.shields)} up"


def _held(unit: Unit) -> Iterator[str]:
    """What holds it, what is around it, and its damage."""
    if unit.bound:
        yield f"bound to {listed(unit.bound)}"
    yield from ties(unit)
    if unit.trapped is not None:
        yield f"in {unit.trapped}"
    if unit.sphere is not None:
        radius, energy = unit.sphere
        yield f"expanding sphere of radius {written(radius)}, energy {written(energy)}"
    if unit.inside:
        yield f"at {listed(unit.inside)}"
    if unit.damage or unit.notes:
        notes = f" ({'; '.join(unit.notes)})" if unit.notes else ""
        yield f"{unit.damage} damage{notes}"


def _web(board: Board, web: Web) -> dict[str, Any]:
    return {
        "player": web.player,
        "kind": web.kind,
        "strength": written(web.strength),
        "points": {name: [*place.hexes()] for name, place in sorted(web.points.items())},
        "strands": [
            {"from": one, "to": other, "length": None if length is None else written(length)}
            for one, other, length in lengths(board, web)
        ],
    }


def lengths(board: Board, web: Web) -> Iterator[tuple[str, str, int | None]]:
    """The ends and the length in km of each strand, None if an end is gone."""
    for strand in web.strands:
        one, other = board.place_of(web, strand.one), board.place_of(web, strand.other)
        yield strand.one, strand.other, None if one is None or other is None else exact(one, other)


# what differs


def differences(one: Board, other: Board) -> list[Contrast]:
    """(unit, web or body, what, in the one, in the other) for everything that differs, units first."""
    units = differing(one.units, other.units, "unit", _facts, lambda unit: _fate(unit, "on the board"))
    webs = differing(one.webs, other.webs, "web", _of_web)
    bodies = differing(one.bodies, other.bodies, "body", lambda body: [("place", str(body.place))])
    told = {"units", "webs", "bodies", "turn", "impulse", "now", "passed"}
    return [*units, *webs, *bodies, *unlike_games(one, other, told)]


def _facts(unit: Unit) -> Iterable[tuple[str, str]]:
    yield "fate", _fate(unit, "in the game")
    yield "aboard", unit.aboard or ""
    yield "place", str(unit.place)
    yield "facing", str(unit.facing)
    yield "speed", written(unit.speed)
    yield "thrust", written(unit.thrust)
    yield "inertia", str(unit.inertia)
    yield "target", unit.target or ("" if unit.aim is None else str(unit.aim))
    yield "damage", str(unit.damage)
    yield "notes", "; ".join(unit.notes)
    yield "state", "; ".join(said for said in conditions(unit) if not said.startswith(f"{unit.damage} damage"))


def _fate(unit: Unit, otherwise: str) -> str:
    return otherwise if unit.gone is None else f"out: {gone_as(unit.gone)}"


def _of_web(web: Web) -> Iterable[tuple[str, str]]:
    yield "kind", web.kind
    yield "strength", written(web.strength)
    yield "strands", strands(web.strands)
    yield "points", ", ".join(f"{name} at {place}" for name, place in sorted(web.points.items()))
