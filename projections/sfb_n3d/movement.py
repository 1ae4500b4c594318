"""Movement: every impulse in which a unit moved, from where to where."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from projections.read_model import ReadModel, Table
from sits_es.events import Data
from sits_es.game.events import TurnClosed
from sits_es.rules.sfb_n3d.events.motion import ImpulseBegun, UnitMoved
from sits_es.store import Recorded


@frozen
class MoveRow:
    """One unit in one impulse, 1 to 32. Places in kilometres; speed: the warp speed that moved it, ten-thousandths."""

    stream: str
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


class MoveRows:
    """The rows of a game's movement at work: the turn and the impulse at hand."""

    def __init__(self, stream: str, kept: Data | None) -> None:
        self._stream = stream
        self._turn, self._impulse = (int(kept["turn"]), int(kept["impulse"])) if kept else (1, 0)

    def take(self, events: Sequence[Recorded]) -> list[MoveRow]:
        """A row for each unit that moved."""
        rows = []
        for recorded in events:
            match recorded.event:
                case ImpulseBegun(impulse=impulse):
                    self._impulse = impulse
                case TurnClosed(turn=turn):
                    self._turn = turn + 1
                case UnitMoved() as moved:
                    rows.append(self._row(moved))
        return rows

    def _row(self, moved: UnitMoved) -> MoveRow:
        start, end = moved.place - moved.moved, moved.place
        here = (start.x, start.y, start.z, end.x, end.y, end.z)
        return MoveRow(self._stream, self._turn, self._impulse, moved.unit, *here, moved.speed)

    def kept(self) -> Data:
        """The turn and the impulse at hand."""
        return {"turn": self._turn, "impulse": self._impulse}


MOVEMENT = ReadModel(
    name="sfb_n3d.movement",
    version=1,
    table=Table("sfb_movement", MoveRow, ("stream", "turn", "impulse", "unit")),
    rows=MoveRows,
)
