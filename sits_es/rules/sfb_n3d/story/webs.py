"""Webs: laid, powered, moved and lost, and who is in one, each fact as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.sfb_n3d.points.facts import PointLaid, PointMoved, PointsLost
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.words import hexes, points
from sits_es.rules.sfb_n3d.webs.facts import (
    AnchorLost,
    Strand,
    StrandLaid,
    UnitFreed,
    UnitTrapped,
    WebDissolved,
    WebPlaced,
    WebPowered,
)
from sits_es.sentences import article, listed


def end(name: str) -> str:
    """An end of a strand: a unit or a body by its name, a point as `point 3`."""
    return f"point {name}" if name.isdecimal() else name


def strands(each: Iterable[Strand]) -> str:
    """Strands in words: `Weaver to Spinner, Spinner to point 2`; `none`."""
    return ", ".join(f"{end(strand.one)} to {end(strand.other)}" for strand in each) or "none"


def _placed(fact: WebPlaced) -> str:
    more = [f"strands {strands(fact.strands)}"] if fact.strands else []
    more += [f"{end(point.name)} at {point.place}" for point in fact.points]
    more.append(f"strength {written(fact.strength)}")
    return f"{fact.web} is there, {article(fact.kind)} web of player {fact.player}: {', '.join(more)}."


def _strand(fact: StrandLaid) -> str:
    paid = listed(f"{name} {written(power)}" for name, power in fact.by)
    long = f"The strand of {fact.web} from {end(fact.one)} to {end(fact.other)} is {hexes(fact.length)} long"
    return f"{long}; it took {points(fact.cost)} of power ({paid})."


def _point(fact: PointLaid) -> str:
    how = f"{hexes(fact.length)} from {end(fact.start)}, for {points(fact.cost)} of power"
    return f"{fact.unit} lays {end(fact.point)} of {fact.web} at {fact.place}, {how}."


def _point_moved(fact: PointMoved) -> str:
    return f"{fact.unit} draws {end(fact.point)} of {fact.web} inward to {fact.place}."


def _powered(fact: WebPowered) -> str:
    given = f"{written(fact.traditional)} by the printed rules"
    return f"{fact.by} gives {fact.web} its strength: {given} counts as {written(fact.strength)}."


def _points_lost(fact: PointsLost) -> str:
    return f"{fact.web} loses {listed(map(end, fact.points))}: each was held by fewer than two others."


def _anchor(fact: AnchorLost) -> str:
    return f"{fact.anchor} is no anchor of {fact.web} any more; its strands are {strands(fact.strands)}."


def _dissolved(fact: WebDissolved) -> str:
    why = {
        "anchors": "fewer than two anchors are left",
        "parted": "its anchors parted before it had power",
        "points": "no point is held by two others",
    }
    return f"{fact.web} dissolves: {why[fact.cause]}."


def _trapped(fact: UnitTrapped) -> str:
    return f"{fact.unit} is in {fact.web}, {hexes(fact.exact)} from its line."


def _freed(fact: UnitFreed) -> str:
    return f"{fact.unit} is in no web any more."


SENTENCES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
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
