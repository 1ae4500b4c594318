"""The read models of X-Wing: the map, every place that a ship came to, damage notes with what was said of attacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import define, evolve, field, frozen

from projections.model import OneGame, ReadModel, Table
from sits_es.events import Event
from sits_es.game.events import GameStarted
from sits_es.rules.xwing.events import entered, followed, setup
from sits_es.rules.xwing.state import Stand
from sits_es.rules.xwing.story import tell, unit_of

__all__ = ["DAMAGE_NOTES", "MAP", "MOVEMENT", "PROJECTIONS", "unit_of"]


@define
class MapRow:
    """One ship when an entry could be made; segment: the entry of the round, 1 up.

    x, y: decimals in mm, facing in degrees, as text; None before the ship is placed, and such a row is not kept.
    turret: the standard arcs that it points toward, with commas; shields, hull: left.
    """

    stream: str
    turn: int
    segment: int
    unit: str
    side: str
    x: str | None
    y: str | None
    facing: str | None
    turret: str
    shields: int
    hull: int


@define
class MapRows(OneGame):
    """The rows of a game's map at work: ships as they stand, and which of them are out of the game."""

    now: dict[str, MapRow] = field(factory=dict)
    out: set[str] = field(factory=set)

    def rows_of(self, event: Event) -> list[MapRow]:
        """The rows of all ships on the table whenever another entry can be made."""
        match event:
            case GameStarted():
                return self._opened(1, 1)
            case followed.EntryCounted():
                return self._opened(*_after(event))
            case setup.ShipListed():
                # it takes part, and is not on the table yet
                stands = (event.side, None, None, None, ",".join(event.points), event.shields, event.hull)
                self.now[event.ship] = MapRow(self.stream, 0, 0, event.ship, *stands)
            case entered.ShipPlaced() | entered.ShipMoved():
                row = self.now[event.ship]
                row.x, row.y, row.facing = event.x, event.y, event.facing
            case entered.TurretRotated():
                self.now[event.ship].turret = ",".join(event.points)
            case entered.DamageEntered():
                row = self.now[event.ship]
                row.shields, row.hull = row.shields - event.shields, row.hull - event.hull
            case entered.DamageRegained():
                row = self.now[event.ship]
                row.shields, row.hull = row.shields + event.shields, row.hull + event.hull
                if row.hull > 0:  # who regains hull after a ruling is back in the game
                    self.out.discard(event.ship)
            case entered.ShipRemoved() | followed.ShipLost():
                self.out.add(event.ship)
        return []

    def _opened(self, turn: int, segment: int) -> list[MapRow]:
        there = (row for row in self.now.values() if row.x is not None and row.unit not in self.out)
        return [evolve(row, turn=turn, segment=segment) for row in there]


def _after(counted: followed.EntryCounted) -> tuple[int, int]:
    """The round and the entry that come after one that is counted."""
    return (counted.turn + 1, 1) if counted.last else (counted.turn, counted.entry + 1)


MAP = ReadModel(
    name="xwing.map",
    version=2,
    table=Table("xwing_map", MapRow, ("stream", "turn", "segment", "unit")),
    rows=MapRows,
    in_force=("turn", "segment"),
)


@frozen
class MoveRow:
    """One place that a ship came to, numbered from 1 in the order of the record. segment: the entry of the round.

    template: the players' word, empty for a ship that was placed. Places in mm and facings in degrees are decimals as
    text, from_* None for a ship that was placed; distance: of the middles in mm, to three decimals, None as well.
    """

    stream: str
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


@define
class _OfEntries(OneGame):
    """Numbered rows that name their entry: the round and the entry at hand, and how many rows there are."""

    turn: int = 1
    segment: int = 1
    number: int = 0

    def rows_of(self, event: Event) -> Iterator[Any]:
        """The row of an event, if there is one."""
        if isinstance(event, followed.EntryCounted):
            self.turn, self.segment = _after(event)
        elif (row := self._row(event)) is not None:
            self.number += 1
            yield row

    def _row(self, event: Event) -> Any | None:
        """The next row, in the entry at hand."""
        raise NotImplementedError


@define
class MoveRows(_OfEntries):
    """The rows of a game's movement at work: also where ships stand."""

    stood: dict[str, Stand] = field(factory=dict)

    def _row(self, event: Event) -> MoveRow | None:
        if not isinstance(event, entered.ShipPlaced | entered.ShipMoved):
            return None
        before, after = self.stood.get(event.ship), Stand(event.x, event.y, event.facing)
        self.stood[event.ship] = after
        return MoveRow(
            stream=self.stream,
            number=self.number + 1,
            turn=self.turn,
            segment=self.segment,
            unit=event.ship,
            template=event.template if isinstance(event, entered.ShipMoved) else "",
            from_x=None if before is None else before.x,
            from_y=None if before is None else before.y,
            from_facing=None if before is None else before.facing,
            to_x=after.x,
            to_y=after.y,
            to_facing=after.facing,
            distance=None if before is None else after.away_from(before),
        )


MOVEMENT = ReadModel(
    name="xwing.movement",
    version=2,
    table=Table("xwing_movement", MoveRow, ("stream", "number")),
    rows=MoveRows,
)


@frozen
class NoteRow:
    """One note, numbered from 1 in the order of the record. unit: the ship; segment: the entry of the round.

    kind: attack, dispute, ruling, damage, regained, critical, note, removed, lost. shields, hull: what was lost or
    regained; attack: its number; each None where there is none. note: the fact as a sentence.
    """

    stream: str
    number: int
    turn: int
    segment: int
    unit: str
    kind: str
    shields: int | None
    hull: int | None
    attack: int | None
    note: str


#: Kind of note by the class of the fact.
KINDS: Final[Mapping[type[Event], str]] = {
    followed.AttackDeclared: "attack",
    entered.DisputeEntered: "dispute",
    entered.RulingEntered: "ruling",
    entered.DamageEntered: "damage",
    entered.DamageRegained: "regained",
    entered.CriticalEntered: "critical",
    entered.NoteEntered: "note",
    entered.ShipRemoved: "removed",
    followed.ShipLost: "lost",
}


@define
class NoteRows(_OfEntries):
    """The rows of a game's damage notes at work."""

    def _row(self, event: Event) -> NoteRow | None:
        kind = KINDS.get(type(event))
        if kind is None:
            return None
        return NoteRow(
            stream=self.stream,
            number=self.number + 1,
            turn=self.turn,
            segment=self.segment,
            unit=str(getattr(event, "ship", "")),
            kind=kind,
            shields=getattr(event, "shields", None),
            hull=getattr(event, "hull", None),
            attack=getattr(event, "attack", None),
            note=tell(event),
        )


DAMAGE_NOTES = ReadModel(
    name="xwing.damage_notes",
    version=2,
    table=Table("xwing_damage_notes", NoteRow, ("stream", "number")),
    rows=NoteRows,
)

PROJECTIONS = (MAP, MOVEMENT, DAMAGE_NOTES)
