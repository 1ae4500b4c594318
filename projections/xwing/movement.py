"""Movement: every place that a ship came to, how far from the one before."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from projections.read_model import ReadModel, Table
from sits_es.events import Data
from sits_es.rules.xwing.events.entered import ShipMoved, ShipPlaced
from sits_es.rules.xwing.events.followed import EntryCounted
from sits_es.rules.xwing.state import Stand
from sits_es.store import Recorded


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


class MoveRows:
    """The rows of a game's movement at work: the entry at hand, how many rows there are, and where ships stand."""

    def __init__(self, stream: str, kept: Data | None) -> None:
        self._stream = stream
        self._turn, self._segment = (int(kept["turn"]), int(kept["segment"])) if kept else (1, 1)
        self._number = int(kept["number"]) if kept else 0
        self._stood = {name: Stand(*stand) for name, stand in kept["stood"].items()} if kept else {}

    def take(self, events: Sequence[Recorded]) -> list[MoveRow]:
        """A row for each place that a ship came to."""
        rows = []
        for recorded in events:
            match recorded.event:
                case EntryCounted(turn=turn, entry=entry, last=last):
                    self._turn, self._segment = (turn + 1, 1) if last else (turn, entry + 1)
                case ShipPlaced() | ShipMoved() as fact:
                    rows.append(self._row(fact))
        return rows

    def _row(self, fact: ShipPlaced | ShipMoved) -> MoveRow:
        before, after = self._stood.get(fact.ship), Stand(fact.x, fact.y, fact.facing)
        self._number += 1
        self._stood[fact.ship] = after
        return MoveRow(
            stream=self._stream,
            number=self._number,
            turn=self._turn,
            segment=self._segment,
            unit=fact.ship,
            template=fact.template if isinstance(fact, ShipMoved) else "",
            from_x=None if before is None else before.x,
            from_y=None if before is None else before.y,
            from_facing=None if before is None else before.facing,
            to_x=after.x,
            to_y=after.y,
            to_facing=after.facing,
            distance=None if before is None else after.away_from(before),
        )

    def kept(self) -> Data:
        """The entry at hand, how many rows there are, and where ships stand."""
        stood = {name: [each.x, each.y, each.facing] for name, each in self._stood.items()}
        return {"turn": self._turn, "segment": self._segment, "number": self._number, "stood": stood}


MOVEMENT = ReadModel(
    name="xwing.movement",
    version=1,
    table=Table("xwing_movement", MoveRow, ("stream", "number")),
    rows=MoveRows,
)
