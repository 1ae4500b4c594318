"""Planets, rings, asteroids and black holes, each fact as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.sfb_n3d.board import Body
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.words import hexes, radius
from sits_es.rules.sfb_n3d.terrain.facts import (
    AtmosphereEntered,
    BodyLeft,
    FieldLaid,
    HazardMet,
    PlanetReached,
    TerrainPlaced,
)
from sits_es.sentences import article, counted

#: Kinds that are called otherwise in a sentence.
_CALLED: Final = {"hole": "black hole"}


def kind_in_words(kind: str, class_m: bool = False) -> str:
    """What a body is: `a planet of class M`, `an asteroid`, `a black hole`."""
    return article(_CALLED.get(kind, kind)) + (" of class M" if class_m else "")


def measures(fact: TerrainPlaced | Body) -> list[str]:
    """A body's measures: `radius 0.1 hexes`, `size 5`; none for a body that is a point."""
    said = []
    if fact.kind == "ring":
        said += [f"from {radius(fact.inner)} to {radius(fact.radius)} out", f"{radius(fact.thick)} up and down"]
    elif fact.radius:
        said.append(f"radius {radius(fact.radius)}")
    said += [f"atmosphere {radius(fact.atmosphere)}"] if fact.atmosphere else []
    said += [f"size {written(fact.size)}"] if fact.size else []
    return said


def _placed(fact: TerrainPlaced) -> str:
    what = f"{fact.name}, {kind_in_words(fact.kind, fact.class_m)}, is at {fact.place}"
    return ", ".join((what, *measures(fact))) + "."


def _field(fact: FieldLaid) -> str:
    return f"The asteroid field is laid: {counted(fact.number, 'asteroid')}."


def _reached(fact: PlanetReached) -> str:
    return f"{fact.unit} has collided with {fact.body} or landed: it is {hexes(fact.exact)} from its middle."


def _atmosphere(fact: AtmosphereEntered) -> str:
    return f"{fact.unit} is in the atmosphere of {fact.body}: it is {hexes(fact.exact)} from its middle."


def _left(fact: BodyLeft) -> str:
    return f"{fact.unit} is clear of {fact.body} again."


def _hazard(fact: HazardMet) -> str:
    return f"{fact.unit} is in {fact.body} in an impulse in which it is scheduled to move: the die is {fact.die}."


SENTENCES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    TerrainPlaced: _placed,
    FieldLaid: _field,
    PlanetReached: _reached,
    AtmosphereEntered: _atmosphere,
    BodyLeft: _left,
    HazardMet: _hazard,
}
