"""The read models of SFB 'n3D: the map, movement impulse by impulse, and damage notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from projections.model import Instant, ReadModel
from sits_es.game.events import GameStarted, SegmentClosed
from sits_es.rules.chapters import facts_of
from sits_es.rules.sfb.motion.facts import UnitMoved
from sits_es.rules.sfb.telling import Telling
from sits_es.rules.told import Told
from sits_es.sentences import one_line

__all__ = ["DAMAGE_NOTES", "MAP", "MOVEMENT", "PROJECTIONS"]


class MapRow(NamedTuple):
    """One unit when an exchange opened; segment: the first impulse of a run, 33 the turn break.

    x, y, z: kilometres. pitch, yaw, roll: ten-thousandths of a degree; speed: ten-thousandths; inertia_*:
    ten-millionths of a hex a turn. aboard: its carrier, None for a unit that is on the map.
    """

    turn: int
    segment: int
    unit: str
    side: str
    x: int
    y: int
    z: int
    pitch: int
    yaw: int
    roll: int
    speed: int
    inertia_x: int
    inertia_y: int
    inertia_z: int
    aboard: str | None


def map_rows(instant: Instant) -> Iterator[MapRow]:
    """All units in the game when an exchange opens."""
    board = instant.board
    for unit in board.units.values():
        if unit.gone is None:
            at, faces, drifts = unit.place, unit.facing, unit.inertia
            stands = (at.x, at.y, at.z, faces.pitch, faces.yaw, faces.roll, unit.speed, drifts.x, drifts.y, drifts.z)
            yield MapRow(board.turn, board.impulse, unit.name, unit.side, *stands, unit.aboard)


MAP = ReadModel(
    name="sfb.map", version=3, row=MapRow, keys=3, rows=map_rows, facts=(GameStarted, SegmentClosed), newest=2
)


class MoveRow(NamedTuple):
    """One unit in one impulse, 1 to 32. Places in kilometres; speed: the warp speed that moved it, ten-thousandths."""

    turn: int
    impulse: int
    unit: str
    from_x: int
    from_y: int
    from_z: int
    to_x: int
    to_y: int
    to_z: int
    speed: int


def move_rows(instant: Instant) -> tuple[MoveRow]:
    """The row of a move."""
    moved, board = instant.event, instant.board
    start, end = moved.place - moved.moved, moved.place
    here = (start.x, start.y, start.z, end.x, end.y, end.z)
    return (MoveRow(board.turn, board.now, moved.unit, *here, moved.speed),)


MOVEMENT = ReadModel(name="sfb.movement", version=4, row=MoveRow, keys=3, rows=move_rows, facts=(UnitMoved,))


class NoteRow(NamedTuple):
    """One note, numbered from 1 in the order of the record. unit: who takes it; impulse: of the last that happened.

    kind: fire, seeking, explosion, sphere, hazard, body, damage, lost. points: whole points where the rules or a player
    give them, None if the printed tables do; note: the fact as a sentence, or a player's own words.
    """

    number: int
    turn: int
    impulse: int
    unit: str
    kind: str
    points: int | None
    note: str


def note_rows(instant: Instant) -> tuple[NoteRow]:
    """The note of a fact that belongs among them."""
    event, board, told = instant.event, instant.board, Telling.of(instant.event)
    kind, who, points = told.noted or ("", "", "")
    note = getattr(event, "note", None)
    return (
        NoteRow(
            number=instant.number,
            turn=board.turn,
            impulse=board.now,
            unit=str(getattr(event, who)),
            kind=kind,
            points=getattr(event, points) if points else None,
            note=one_line(told.sentence()) if note is None else note,
        ),
    )


#: Facts that are among the notes.
NOTED: Final = frozenset(each for each in facts_of("sits_es.rules.sfb") if Told.row(each).noted is not None)

DAMAGE_NOTES = ReadModel(name="sfb.damage_notes", version=3, row=NoteRow, keys=1, rows=note_rows, facts=NOTED)

PROJECTIONS = (MAP, MOVEMENT, DAMAGE_NOTES)
