"""The course of a game: one row for each exchange of orders, with its events counted by stored name."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, field, frozen

from projections.place import SET_UP, Place, place_of
from projections.read_model import ReadModel, Table
from sits_es.events import REGISTRY
from sits_es.game.events import SeedMade
from sits_es.store import Recorded


@frozen
class TurnRow:
    """One exchange; set-up is turn 0, segment 0. first_version, last_version: of its events, both included.

    seed: of its dice, hexadecimal, None until it is made; kept: taken over from a parent; closed: all has happened.
    counts: events by stored name.
    """

    stream: str
    turn: int = 0
    segment: int = 0
    first_version: int = 0
    last_version: int = 0
    seed: str | None = None
    kept: bool = False
    closed: bool = False
    counts: dict[str, int] = field(factory=dict)


@frozen
class TurnState:
    """The row of the exchange at hand and the place of the last event; no row before the first."""

    stream: str
    row: TurnRow | None = None
    place: Place = SET_UP


def turn_row(before: TurnRow | None, place: Place, recorded: Recorded) -> TurnRow:
    """The row of an event's exchange with that event in it. before: the row of the event before, None for the first."""
    event, version = recorded.event, recorded.version
    row = before
    if row is None or (row.turn, row.segment) != (place.turn, place.segment):
        row = TurnRow(recorded.stream, place.turn, place.segment, version)
    if isinstance(event, SeedMade):
        row = evolve(row, seed=event.seed, kept=event.kept)
    name = REGISTRY.stored_name(type(event)).name
    counts = {**row.counts, name: row.counts.get(name, 0) + 1}
    return evolve(row, last_version=version, closed=place.closed, counts=counts)


def turns(steps: int) -> ReadModel[TurnState]:
    """The course of a game. steps: exchanges of a turn, 1 up."""

    def step(state: TurnState, recorded: Recorded) -> tuple[TurnState, Iterable[TurnRow]]:
        place = place_of(recorded.event, state.place, steps)
        row = turn_row(state.row, place, recorded)
        return TurnState(state.stream, row, place), (row,)

    return ReadModel(
        name="turns",
        version=1,
        table=Table("turns", TurnRow, ("stream", "turn", "segment")),
        new=TurnState,
        step=step,
        state=TurnState,
    )
