"""The read models of X-Wing: the map, every place that a ship came to, damage notes with what was said of attacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from projections.model import Instant, ReadModel
from sits_es.game.events import GameStarted
from sits_es.rules.chapters import facts_of
from sits_es.rules.told import Told
from sits_es.rules.xwing.entries.facts import EntryCounted
from sits_es.rules.xwing.moves.facts import ShipMoved, ShipPlaced
from sits_es.sentences import one_line

__all__ = ["DAMAGE_NOTES", "MAP", "MOVEMENT", "PROJECTIONS"]


class MapRow(NamedTuple):
    """One ship on the table when an entry could be made; segment: the entry of the round, 1 up.

    x, y: decimals in mm, facing in degrees, as text. turret: the standard arcs that it points toward, with commas;
    shields, hull: left.
    """

    turn: int
    segment: int
    unit: str
    side: str
    x: str
    y: str
    facing: str
    turret: str
    shields: int
    hull: int


def map_rows(instant: Instant) -> Iterator[MapRow]:
    """All ships on the table whenever another entry can be made."""
    board = instant.board
    for ship in board.placed():
        stand = (ship.stand.x, ship.stand.y, ship.stand.facing, ",".join(ship.points))
        yield MapRow(board.turn, board.entry, ship.name, ship.side, *stand, ship.shields, ship.hull)


MAP = ReadModel(
    name="xwing.map",
    version=3,
    row=MapRow,
    keys=3,
    rows=map_rows,
    facts=(GameStarted, EntryCounted),
    newest=2,
)


class MoveRow(NamedTuple):
    """One place that a ship came to, numbered from 1 in the order of the record. segment: the entry of the round.

    template: the players' word, empty for a ship that was placed. Places in mm and facings in degrees are decimals as
    text, from_* None for a ship that was placed; distance: of the middles in mm, to three decimals, None as well.
    """

    number: int
    turn: int
    segment: int
    unit: str
    template: str
    from_x: str | None
    from_y: str | None
    from_facing: str | None
    to_x: str
    to_y: str
    to_facing: str
    distance: str | None


def move_rows(instant: Instant) -> tuple[MoveRow]:
    """The row of a place that the board does not know yet."""
    board, event = instant.board, instant.event
    before, after = board.ships[event.ship].stand, event.stand
    here = (instant.number, board.turn, board.entry, event.ship, getattr(event, "template", ""))
    there = (after.x, after.y, after.facing)
    if before is None:
        return (MoveRow(*here, None, None, None, *there, None),)
    return (MoveRow(*here, before.x, before.y, before.facing, *there, after.away_from(before)),)


MOVEMENT = ReadModel(
    name="xwing.movement",
    version=3,
    row=MoveRow,
    keys=1,
    rows=move_rows,
    facts=(ShipPlaced, ShipMoved),
    before=True,
)


class NoteRow(NamedTuple):
    """One note, numbered from 1 in the order of the record. unit: the ship; segment: the entry of the round.

    kind: attack, dispute, ruling, damage, regained, critical, note, removed, lost. shields, hull: what was lost or
    regained; attack: its number; each None if there is none. note: the fact as a sentence.
    """

    number: int
    turn: int
    segment: int
    unit: str
    kind: str
    shields: int | None
    hull: int | None
    attack: int | None
    note: str


def note_rows(instant: Instant) -> tuple[NoteRow]:
    """The note of a fact that belongs among them."""
    board, event = instant.board, instant.event
    numbers = (getattr(event, "shields", None), getattr(event, "hull", None), getattr(event, "attack", None))
    unit, kind = str(getattr(event, "ship", "")), str(Told.of(event).note)
    return (
        NoteRow(instant.number, board.turn, board.entry, unit, kind, *numbers, one_line(Told.of(event).sentence())),
    )


#: Facts that are among the notes.
NOTED: Final = frozenset(each for each in facts_of("sits_es.rules.xwing") if Told.row(each).note is not None)

DAMAGE_NOTES = ReadModel(name="xwing.damage_notes", version=3, row=NoteRow, keys=1, rows=note_rows, facts=NOTED)

PROJECTIONS = (MAP, MOVEMENT, DAMAGE_NOTES)
