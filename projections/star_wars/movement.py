"""Movement: every flight, from where to where."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import astuple, frozen

from projections.read_model import ReadModel, Table
from sits_es.events import Data
from sits_es.game.exchanges import Walk
from sits_es.rules.star_wars.events.motion import StarshipFlew, StarshipPlaced
from sits_es.store import Recorded


@frozen
class FlightRow:
    """One Fly manoeuvre, in the exchange in which it was carried out. Hexes by q and r, as in space.hexes.

    steps: as ordered, such as `F F R F L`; facing: at its end, side A to F; hexes: entered; movement: that they took.
    """

    stream: str
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


class FlightRows:
    """The rows of a game's flights at work: the exchange at hand, and where every starship is."""

    def __init__(self, stream: str, kept: Data | None) -> None:
        self._stream = stream
        self._walk = Walk(*kept["walk"]) if kept else Walk()
        self._at: dict[str, tuple[int, int]] = (
            {name: (int(q), int(r)) for name, (q, r) in kept["at"].items()} if kept else {}
        )

    def take(self, events: Sequence[Recorded]) -> list[FlightRow]:
        """A row for each flight."""
        rows = []
        for recorded in events:
            self._walk = self._walk.past(recorded.event)
            match recorded.event:
                case StarshipPlaced(starship=name, q=q, r=r):
                    self._at[name] = (q, r)
                case StarshipFlew() as flew:
                    rows.append(self._row(flew))
                    self._at[flew.starship] = (flew.q, flew.r)
        return rows

    def _row(self, flew: StarshipFlew) -> FlightRow:
        from_q, from_r = self._at[flew.starship]
        return FlightRow(
            stream=self._stream,
            turn=self._walk.turn,
            segment=self._walk.segment,
            starship=flew.starship,
            steps=" ".join(flew.steps),
            from_q=from_q,
            from_r=from_r,
            to_q=flew.q,
            to_r=flew.r,
            facing=flew.facing,
            hexes=len(flew.path),
            movement=flew.movement,
        )

    def kept(self) -> Data:
        """The exchange at hand, and where every starship is."""
        return {"walk": list(astuple(self._walk)), "at": {name: list(place) for name, place in self._at.items()}}


MOVEMENT = ReadModel(
    name="star_wars.movement",
    version=1,
    table=Table("star_wars_movement", FlightRow, ("stream", "turn", "segment", "starship")),
    rows=FlightRows,
)
