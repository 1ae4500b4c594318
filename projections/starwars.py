"""The read models of Star Wars: the map, every flight, and damage notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from projections.model import Instant, ReadModel
from sits_es.game.events import GameStarted, SegmentClosed
from sits_es.rules.chapters import facts_of
from sits_es.rules.starwars.flying.facts import StarshipFlew
from sits_es.rules.told import Told
from sits_es.sentences import one_line

__all__ = ["DAMAGE_NOTES", "MAP", "MOVEMENT", "PROJECTIONS"]


class MapRow(NamedTuple):
    """One starship on the map after an exchange; turn and segment are 0 for how it began. Lost ones are in no row.

    q, r: its hex, as in space.hexes; facing: side A to F; speed: 0 up.
    """

    turn: int
    segment: int
    starship: str
    side: str
    q: int
    r: int
    facing: str
    speed: int


def map_rows(instant: Instant) -> Iterator[MapRow]:
    """All starships when an exchange is over."""
    walk = instant.walk
    for each in instant.board.out():
        here = (each.side, each.place.q, each.place.r, each.facing, each.speed)
        yield MapRow(walk.turn, walk.segment, each.name, *here)


MAP = ReadModel(
    name="starwars.map", version=3, row=MapRow, keys=3, rows=map_rows, facts=(GameStarted, SegmentClosed), newest=2
)


class FlightRow(NamedTuple):
    """One Fly manoeuvre, in the exchange in which it was carried out. Hexes by q and r, as in space.hexes.

    steps: as ordered, such as `F F R F L`; facing: at its end, side A to F; hexes: entered; movement: that they took.
    """

    turn: int
    segment: int
    starship: str
    steps: str
    from_q: int
    from_r: int
    to_q: int
    to_r: int
    facing: str
    hexes: int
    movement: int


def flight_rows(instant: Instant) -> tuple[FlightRow]:
    """The row of a flight, which the board does not know yet."""
    flew, walk, start = instant.event, instant.walk, instant.board.starships[instant.event.starship].place
    ends = (start.q, start.r, flew.q, flew.r, flew.facing)
    steps = " ".join(flew.steps)
    return (FlightRow(walk.turn, walk.segment, flew.starship, steps, *ends, len(flew.path), flew.movement),)


MOVEMENT = ReadModel(
    name="starwars.movement",
    version=3,
    row=FlightRow,
    keys=3,
    rows=flight_rows,
    facts=(StarshipFlew,),
    before=True,
)


class NoteRow(NamedTuple):
    """One note, numbered from 1 in the order of the record. starship: who it is about.

    turn, segment: of the exchange, or of the entry. kind: trauma, strain, shields, critical, mended, lost, shut-down,
    restored, note. points: of trauma or strain, more or less; of shields, what they are now; None for all else.
    critical: its number in the game, None if there is none. note: the fact as a sentence, or a player's own words.
    """

    number: int
    turn: int
    segment: int
    starship: str
    kind: str
    points: int | None
    critical: int | None
    note: str


def note_rows(instant: Instant) -> tuple[NoteRow]:
    """The note of a fact that belongs among them."""
    event, walk, told = instant.event, instant.walk, Told.of(instant.event)
    points, critical = (getattr(event, each, None) for each in (getattr(told, "points", ""), "critical"))
    note = getattr(event, "text", None) or one_line(told.sentence())
    at = (instant.number, walk.turn, walk.segment, event.starship)
    return (NoteRow(*at, str(told.note), points, critical, note),)


#: Facts that are among the notes.
NOTED: Final = frozenset(each for each in facts_of("sits_es.rules.starwars") if Told.row(each).note is not None)

DAMAGE_NOTES = ReadModel(name="starwars.damage_notes", version=3, row=NoteRow, keys=1, rows=note_rows, facts=NOTED)

PROJECTIONS = (MAP, MOVEMENT, DAMAGE_NOTES)
