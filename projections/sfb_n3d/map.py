"""The map: how every unit stood when each exchange opened."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from attrs import astuple, define

from projections.read_model import ReadModel, Table
from sits_es.events import Data, Event
from sits_es.game.events import GameStarted, SegmentClosed
from sits_es.rules.sfb_n3d.events import fire, motion
from sits_es.rules.sfb_n3d.orders.forms import LossEntered
from sits_es.rules.sfb_n3d.state import BREAK
from sits_es.rules.sfb_n3d.sums.facings import Facing
from sits_es.rules.sfb_n3d.sums.places import Inertia, Place
from sits_es.store import Recorded

#: Facts after which a unit is out of the game, with the field that names it.
GONE = {
    fire.SeekerStruck: "unit",
    fire.SeekerSpent: "unit",
    fire.UnitLost: "unit",
    LossEntered: "unit",
}


@define
class MapRow:
    """One unit when an exchange opened; segment: the first impulse of a run, 33 the turn break.

    x, y, z: kilometres. pitch, yaw, roll: ten-thousandths of a degree; speed: ten-thousandths; inertia_*:
    ten-millionths of a hex a turn. aboard: its carrier, None for a unit that is on the map.
    """

    stream: str
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
    inertia_x: int = 0
    inertia_y: int = 0
    inertia_z: int = 0
    aboard: str | None = None

    def stand(self, place: Place) -> None:
        """It is there now."""
        self.x, self.y, self.z = place.x, place.y, place.z

    def face(self, facing: Facing) -> None:
        """It points there now."""
        self.pitch, self.yaw, self.roll = facing.pitch, facing.yaw, facing.roll

    def drift(self, inertia: Inertia) -> None:
        """It has this inertia now."""
        self.inertia_x, self.inertia_y, self.inertia_z = inertia.x, inertia.y, inertia.z


#: What a row says of how a unit stands, whichever exchange it is for.
_standing = attrgetter(*(part.name for part in MapRow.__attrs_attrs__[4:]))


class MapRows:
    """The rows of a game's map at work: units as they stand, and the last impulse of which all has happened."""

    def __init__(self, stream: str, kept: Data | None) -> None:
        self._stream = stream
        self._now = {row[3]: MapRow(*row) for row in kept["now"]} if kept else {}
        self._passed = int(kept["passed"]) if kept else 0

    def take(self, events: Sequence[Recorded]) -> list[MapRow]:
        """The rows of all units when an exchange opens."""
        touched: list[MapRow] = []
        for recorded in events:
            event = recorded.event
            match event:
                case GameStarted():
                    touched += self._opened(1, 1)
                case SegmentClosed(turn=turn, segment=segment):
                    touched += self._opened(*self._next(turn, segment))
                case motion.RunEnded(impulse=impulse):
                    self._passed = impulse
                case _:
                    self._change(event)
        return touched

    def _next(self, turn: int, segment: int) -> tuple[int, int]:
        """The exchange that opens once one has closed: after the last impulse that happened, or the next turn."""
        return (turn + 1, 1) if segment == BREAK else (turn, max(self._passed, segment) + 1)

    def _opened(self, turn: int, segment: int) -> list[MapRow]:
        return [MapRow(self._stream, turn, segment, unit, *_standing(row)) for unit, row in self._now.items()]

    def _change(self, event: Event) -> None:
        """Let an event change how units stand; those out of the game are in no row."""
        handler = _CHANGES.get(type(event))
        if handler is not None:
            handler(self, event)
        elif (named := GONE.get(type(event))) is not None:
            self._now.pop(getattr(event, named), None)

    def placed(self, fact: motion.UnitPlaced) -> None:
        """A unit stands on the map, or aboard another."""
        row = self._now[fact.unit] = self._new(fact.unit, fact.side, fact.speed)
        row.aboard = fact.aboard
        row.stand(fact.place)
        row.face(fact.facing)
        row.drift(fact.inertia)

    def launched(self, fact: fire.SeekerLaunched) -> None:
        """A seeking weapon is of its launcher's side."""
        side = self._now[fact.unit].side if fact.unit in self._now else ""
        row = self._now[fact.seeker] = self._new(fact.seeker, side, fact.speed)
        row.stand(fact.place)
        row.face(fact.facing)

    def released(self, fact: motion.UnitReleased) -> None:
        """It is on the map now."""
        row = self._now[fact.unit]
        row.aboard, row.speed = None, fact.speed
        row.stand(fact.place)
        row.face(fact.facing)
        row.drift(fact.inertia)

    def bound(self, fact: motion.UnitsBound) -> None:
        """All of them have the mean inertia."""
        for unit in fact.units:
            self._now[unit].drift(fact.inertia)

    def went_off(self, fact: fire.MineTriggered) -> None:
        """A mine that goes off is gone."""
        if fact.detonated:
            self._now.pop(fact.unit, None)

    def moved(self, fact: motion.UnitMoved) -> None:
        """It is elsewhere."""
        self._now[fact.unit].stand(fact.place)

    def turned(self, fact: motion.UnitTurned | motion.HighEnergyTurned | motion.OrbitEntered) -> None:
        """It points elsewhere."""
        self._now[fact.unit].face(fact.facing)

    def sped(self, fact: motion.SpeedChanged) -> None:
        """It has another warp speed."""
        self._now[fact.unit].speed = fact.after

    def drifted(self, fact: motion.InertiaChanged) -> None:
        """It has another inertia."""
        self._now[fact.unit].drift(fact.inertia)

    def _new(self, unit: str, side: str, speed: int) -> MapRow:
        return MapRow(self._stream, 0, 0, unit, side, 0, 0, 0, 0, 0, 0, speed)

    def kept(self) -> Data:
        """Units as they stand, and the last impulse that happened."""
        return {"now": [astuple(row) for row in self._now.values()], "passed": self._passed}


_CHANGES: dict[type[Event], Any] = {
    motion.UnitPlaced: MapRows.placed,
    motion.UnitReleased: MapRows.released,
    motion.UnitsBound: MapRows.bound,
    motion.UnitMoved: MapRows.moved,
    motion.UnitTurned: MapRows.turned,
    motion.HighEnergyTurned: MapRows.turned,
    motion.OrbitEntered: MapRows.turned,
    motion.SpeedChanged: MapRows.sped,
    motion.InertiaChanged: MapRows.drifted,
    fire.SeekerLaunched: MapRows.launched,
    fire.MineTriggered: MapRows.went_off,
}


MAP = ReadModel(
    name="sfb_n3d.map",
    version=1,
    table=Table("sfb_map", MapRow, ("stream", "turn", "segment", "unit")),
    rows=MapRows,
    in_force=("turn", "segment"),
)
