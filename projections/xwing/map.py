"""The map: how every ship on the table stood when each entry could be made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import astuple, define

from projections.read_model import ReadModel, Table
from sits_es.events import Data, Event
from sits_es.game.events import GameStarted
from sits_es.rules.xwing.events import entered, followed, setup
from sits_es.store import Recorded


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


class MapRows:
    """The rows of a game's map at work: ships as they stand, and which of them are out of the game."""

    def __init__(self, stream: str, kept: Data | None) -> None:
        self._stream = stream
        self._now = {row[3]: MapRow(*row) for row in kept["now"]} if kept else {}
        self._out = {*kept["out"]} if kept else set[str]()

    def take(self, events: Sequence[Recorded]) -> list[MapRow]:
        """The rows of all ships on the table whenever another entry can be made."""
        touched: list[MapRow] = []
        for recorded in events:
            match recorded.event:
                case GameStarted():
                    touched += self._opened(1, 1)
                case followed.EntryCounted(turn=turn, entry=entry, last=last):
                    touched += self._opened(*((turn + 1, 1) if last else (turn, entry + 1)))
                case event:
                    self._change(event)
        return touched

    def _opened(self, turn: int, segment: int) -> list[MapRow]:
        there = (row for row in self._now.values() if row.x is not None and row.unit not in self._out)
        placed = (astuple(row)[3:] for row in there)
        return [MapRow(self._stream, turn, segment, *row) for row in placed]

    def _change(self, event: Event) -> None:
        handler = _CHANGES.get(type(event))
        if handler is not None:
            handler(self, event)

    def listed(self, fact: setup.ShipListed) -> None:
        """It takes part, and is not on the table yet."""
        turret = ",".join(fact.points)
        self._now[fact.ship] = MapRow(
            self._stream, 0, 0, fact.ship, fact.side, None, None, None, turret, fact.shields, fact.hull
        )

    def stands(self, fact: entered.ShipPlaced | entered.ShipMoved) -> None:
        """It is there now."""
        row = self._now[fact.ship]
        row.x, row.y, row.facing = fact.x, fact.y, fact.facing

    def rotated(self, fact: entered.TurretRotated) -> None:
        """Its turret points elsewhere."""
        self._now[fact.ship].turret = ",".join(fact.points)

    def damaged(self, fact: entered.DamageEntered) -> None:
        """Its display has less on it."""
        row = self._now[fact.ship]
        row.shields, row.hull = row.shields - fact.shields, row.hull - fact.hull

    def regained(self, fact: entered.DamageRegained) -> None:
        """Its display has more on it; who regains hull after a ruling is back in the game."""
        row = self._now[fact.ship]
        row.shields, row.hull = row.shields + fact.shields, row.hull + fact.hull
        if row.hull > 0:
            self._out.discard(fact.ship)

    def gone(self, fact: entered.ShipRemoved | followed.ShipLost) -> None:
        """It is out of the game."""
        self._out.add(fact.ship)

    def kept(self) -> Data:
        """Ships as they stand, and which of them are out of the game."""
        return {"now": [astuple(row) for row in self._now.values()], "out": sorted(self._out)}


_CHANGES: dict[type[Event], Any] = {
    setup.ShipListed: MapRows.listed,
    entered.ShipPlaced: MapRows.stands,
    entered.ShipMoved: MapRows.stands,
    entered.TurretRotated: MapRows.rotated,
    entered.DamageEntered: MapRows.damaged,
    entered.DamageRegained: MapRows.regained,
    entered.ShipRemoved: MapRows.gone,
    followed.ShipLost: MapRows.gone,
}


MAP = ReadModel(
    name="xwing.map",
    version=1,
    table=Table("xwing_map", MapRow, ("stream", "turn", "segment", "unit")),
    rows=MapRows,
    in_force=("turn", "segment"),
)
