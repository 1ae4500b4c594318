"""The map: how every starship stood when the game began and after each exchange."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import astuple, define, evolve

from projections.read_model import ReadModel, Table
from sits_es.events import Data, Event
from sits_es.game.events import GameStarted, SegmentClosed
from sits_es.rules.star_wars.events import harm, motion
from sits_es.store import Recorded


@define
class MapRow:
    """One starship on the map after an exchange; turn and segment are 0 for how it began. Lost ones are in no row.

    q, r: its hex, as in space.hexes; facing: side A to F; speed: 0 up.
    """

    stream: str
    turn: int
    segment: int
    starship: str
    side: str
    q: int
    r: int
    facing: str
    speed: int


class MapRows:
    """The rows of a game's map at work: starships as they stand."""

    def __init__(self, stream: str, kept: Data | None) -> None:
        self._stream = stream
        self._now = {row[3]: MapRow(*row) for row in kept["now"]} if kept else {}

    def take(self, events: Sequence[Recorded]) -> list[MapRow]:
        """The rows of all starships when an exchange is over."""
        touched: list[MapRow] = []
        for recorded in events:
            match recorded.event:
                case GameStarted():
                    touched += self._rows(0, 0)
                case SegmentClosed(turn=turn, segment=segment):
                    touched += self._rows(turn, segment)
                case event:
                    self._change(event)
        return touched

    def _rows(self, turn: int, segment: int) -> list[MapRow]:
        return [evolve(row, turn=turn, segment=segment) for row in self._now.values()]

    def _change(self, event: Event) -> None:
        """Let an event change how starships stand."""
        match event:
            case motion.StarshipPlaced(starship=name):
                stands = (event.side, event.q, event.r, event.facing, event.speed)
                self._now[name] = MapRow(self._stream, 0, 0, name, *stands)
            case motion.StarshipFlew(starship=name):
                row = self._now[name]
                row.q, row.r, row.facing = event.q, event.r, event.facing
            case motion.SpeedChanged(starship=name, speed=speed):
                self._now[name].speed = speed
            case harm.StarshipShutDown(starship=name):
                self._now[name].speed = 0
            case harm.StarshipLost(starship=name):
                self._now.pop(name, None)

    def kept(self) -> Data:
        """Starships as they stand."""
        return {"now": [astuple(row) for row in self._now.values()]}


MAP = ReadModel(
    name="star_wars.map",
    version=1,
    table=Table("star_wars_map", MapRow, ("stream", "turn", "segment", "starship")),
    rows=MapRows,
    in_force=("turn", "segment"),
)
