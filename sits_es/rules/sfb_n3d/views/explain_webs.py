"""Webs as a person would redo them on paper: costs, strengths, who is in one, and what is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sfb_n3d.board import Board
from sits_es.rules.sfb_n3d.points.facts import PointLaid, PointMoved, PointsLost
from sits_es.rules.sfb_n3d.story import tell
from sits_es.rules.sfb_n3d.story.webs import end, strands
from sits_es.rules.sfb_n3d.sums import webs as sums
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.paper import line_step, power_step, range_step, strand_steps
from sits_es.rules.sfb_n3d.webs.facts import (
    AnchorLost,
    StrandLaid,
    UnitFreed,
    UnitTrapped,
    WebDissolved,
    WebPlaced,
    WebPowered,
)
from sits_es.sentences import listed


def _placed(context: Context) -> Working:
    fact: WebPlaced = context.event
    worth = written(sums.bpv(fact.strength))
    how = {
        "linear": "A linear web is the straight line between its anchors.",
        "globular": "A globular web is strands between anchors and points.",
        "cast": "A cast web has the strength on the caster's own chart, which its player gives.",
    }
    return Working(
        rule="G10.11, G10.12, G10.115; G10.82 for its worth; the note on web casters",
        steps=(how[fact.kind], f"Strength {written(fact.strength)} x 0.125 = {worth} BPV."),
        values={"strength": written(fact.strength), "bpv": worth},
    )


def _strand(context: Context) -> Working:
    fact: StrandLaid = context.event
    board: Board = context.board
    web = board.webs.get(fact.web)
    ends = {fact.one, fact.other}
    paid = next((strand.paid for strand in web.strands if {strand.one, strand.other} == ends), 0) if web else 0
    # what was paid for stands on the board only before the fact that says so
    paid = paid if sums.POWER_A_HEX * (fact.length - paid) == fact.cost else fact.length - fact.cost // sums.POWER_A_HEX
    given = listed(f"{name} {written(power)}" for name, power in fact.by)
    return Working(
        rule="G10.211; that kilometres are dropped is house",
        modifiers=tuple(
            Modifier(name=f"power of {name}", value=written(power), rule="as ordered") for name, power in fact.by
        ),
        steps=(*strand_steps(fact.length, paid), f"Paid by {given}."),
        values={"length": written(fact.length), "cost": written(fact.cost)},
    )


def _point(context: Context) -> Working:
    fact: PointLaid = context.event
    return Working(
        rule="G10.12, G10.211",
        steps=(
            f"The point is where {fact.unit} is: {fact.place}; the strand to it begins at {end(fact.start)}.",
            f"6 x {written(fact.length)} = {written(fact.cost)} points of power.",
        ),
        values={"length": written(fact.length), "cost": written(fact.cost)},
    )


def _point_moved(context: Context) -> Working:
    fact: PointMoved = context.event
    web = context.board.webs.get(fact.web)
    was = None if web is None else web.points.get(fact.point)
    steps = [] if was is None else [range_step(fact.unit, fact.place, end(fact.point), was)]
    steps.append("Less than 0.5 hexes away and nearer to the web's middle, the ship draws it to its own place.")
    steps.append("It takes six points of power, which don't count to the web's strength.")
    return Working(rule="G10.12", steps=tuple(steps), values={"place": str(fact.place)})


def _powered(context: Context) -> Working:
    fact: WebPowered = context.event
    worth = written(sums.bpv(fact.strength))
    board: Board | None = context.board
    web = None if board is None else board.webs.get(fact.web)
    times = 1 if web is not None and web.kind == "cast" else sums.TIMES
    return Working(
        rule="G10.3; G10.82 for its worth",
        modifiers=(
            Modifier(name="strength by the printed rules", value=written(fact.traditional), rule="the players' own"),
        ),
        steps=(
            power_step(fact.traditional, fact.strength, times),
            f"{written(fact.strength)} x 0.125 = {worth} BPV.",
        ),
        values={"strength": written(fact.strength), "bpv": worth},
    )


def _points_lost(context: Context) -> Working:
    fact: PointsLost = context.event
    web = context.board.webs.get(fact.web)
    steps = [] if web is None else [f"Strands: {strands(web.strands)}."]
    steps.append("A point that strands join to fewer than two others is lost, and then whatever hung on it alone.")
    steps.append(f"Lost: {listed(map(end, fact.points))}.")
    return Working(rule="G10.12; that it is repeated is house", steps=tuple(steps))


def _anchor(context: Context) -> Working:
    fact: AnchorLost = context.event
    web = context.board.webs.get(fact.web)
    steps = [] if web is None else [f"Strands were {strands(web.strands)}."]
    steps.append(f"Without {fact.anchor} its neighbours are joined by a straight line: {strands(fact.strands)}.")
    steps.append("The strength is reckoned again by the printed rules, and entered.")
    return Working(rule="G10.117", steps=tuple(steps))


def _dissolved(context: Context) -> Working:
    fact: WebDissolved = context.event
    why = {
        "anchors": ("G10.117", "A web needs two anchors at the least."),
        "parted": ("G10.211", "Its anchors came two hexes apart, or farther, before it was powered."),
        "points": ("G10.12", "No point is held by two others any more."),
    }
    rule, step = why[fact.cause]
    return Working(rule=rule, steps=(step, tell(fact)))


def _trapped(context: Context) -> Working:
    fact: UnitTrapped = context.event
    board: Board = context.board
    place, web = board.units[fact.unit].place, board.webs[fact.web]
    steps = []
    for strand in web.strands:
        one, other = board.place_of(web, strand.one), board.place_of(web, strand.other)
        if one is not None and other is not None:
            steps.append(line_step(end(strand.one), one, end(strand.other), other, place))
    steps.append(f"{written(fact.exact)} is less than 2: it is in the web, of strength {written(web.strength)}.")
    steps.append("It loses its inertia, and the web's strength is taken from its warp speed.")
    return Working(
        rule="G10.51, G10.511",
        steps=tuple(steps),
        values={"exact": written(fact.exact), "strength": written(web.strength)},
    )


def _freed(context: Context) -> Working:
    fact: UnitFreed = context.event
    step = f"{fact.unit} is two hexes or more from every web that has power, or the web is gone."
    return Working(rule="G10.51", steps=(step,))


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    WebPlaced: _placed,
    StrandLaid: _strand,
    PointLaid: _point,
    PointMoved: _point_moved,
    WebPowered: _powered,
    PointsLost: _points_lost,
    AnchorLost: _anchor,
    WebDissolved: _dissolved,
    UnitTrapped: _trapped,
    UnitFreed: _freed,
}
