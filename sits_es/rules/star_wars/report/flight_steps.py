"""A flight step by step: where it began, each hex entered and each turn. Rule: rules.md, Fly."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sits_es.rules.star_wars.events.motion import StarshipFlew
from sits_es.rules.star_wars.state import Board
from sits_es.rules.star_wars.sums.flying import TURNS, turned
from sits_es.rules.star_wars.sums.paper import flight_steps
from sits_es.rules.star_wars.sums.words import hex_name, kind_in_words
from sits_es.sentences import listed
from sits_es.space.hexes import DIRECTIONS, HexVector, Position


def start_of(flew: StarshipFlew) -> tuple[Position, str]:
    """The hex and the facing in which a flight began, worked out backwards from its end."""
    turns = sum(TURNS.get(step, 0) for step in flew.steps)
    facing = DIRECTIONS[(DIRECTIONS.index(flew.facing) - turns) % len(DIRECTIONS)]
    at, heading = Position(flew.q, flew.r), facing
    for step in flew.steps:
        if step in TURNS:
            heading = turned(heading, step)
        else:
            at += -HexVector.unit(heading)
    return at, facing


def met_by(flew: StarshipFlew) -> tuple[Position, ...]:
    """The hex in which a flight began, and those that it entered, in order."""
    return start_of(flew)[0], *(Position(q, r) for q, r in flew.path)


def steps_of(board: Board, flew: StarshipFlew) -> Iterator[str]:
    """Each step in words, the start first: `F to 0,-1 (Shoals, asteroid field), movement 1`."""
    at, facing = start_of(flew)
    return flight_steps(flew.steps, at, facing, board.wells(), partial(_hex, board))


def _hex(board: Board, at: Position) -> str:
    """A hex, and what lies there."""
    lies = [f"{field.name}, {kind_in_words(field.kind)}" for field in board.terrain_at(at)]
    return hex_name(at.q, at.r) + (f" ({listed(lies)})" if lies else "")
