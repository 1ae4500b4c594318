"""The list of games: one row for each stream, as it stands after its last event."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from attrs import asdict, astuple, evolve, field, frozen

from projections.listed import NAME, VERSION
from projections.read_model import ReadModel, Table
from sits_es.events import Data, Event
from sits_es.game.events import GameCreated, GameEnded, GameForked, GameStarted, PlayerJoined
from sits_es.game.exchanges import Walk
from sits_es.rules.system import Exchanges
from sits_es.store import Recorded


@frozen
class GameRow:
    """One game. stream: its branch; game: its first name, which all branches share.

    turn, segment, step: the exchange whose orders are owed, 0 and "set-up" before the first. players: by id,
    name, side and role, the role also standing for the side of one who takes none. status: set-up, playing or over;
    outcome: in words once it is over. parent and at_version: where a fork leaves it. version, digest, recorded_at: of
    the last event.
    """

    stream: str
    game: str = ""
    system: str = ""
    title: str = ""
    scenario: str = ""
    turn: int = 0
    segment: int = 0
    step: str = "set-up"
    players: dict[str, dict[str, str]] = field(factory=dict)
    status: str = "set-up"
    outcome: str | None = None
    parent: str | None = None
    at_version: int | None = None
    version: int = -1
    digest: str = ""
    recorded_at: str | None = None


#: The facts that say something about their game as a whole.
TELLING = frozenset({GameCreated, PlayerJoined, GameStarted, GameForked, GameEnded})


def told_of(row: GameRow, event: Event) -> GameRow:
    """The row after an event, as far as the event itself says."""
    match event:
        case GameCreated():
            return evolve(row, game=event.game, system=event.system, title=event.title, scenario=event.scenario)
        case PlayerJoined():
            who = {"name": event.name, "side": event.side or event.role, "role": event.role}
            return evolve(row, players={**row.players, event.player: who})
        case GameStarted():
            return evolve(row, status="playing")
        case GameForked():
            return evolve(row, status="playing", outcome=None, parent=event.parent, at_version=event.at_version)
        case GameEnded():
            return evolve(row, status="over", outcome=event.outcome)
    return row


class GameRows:
    """The row of a game at work. rules: say how moments are written."""

    def __init__(self, rules: Exchanges, stream: str, kept: Data | None) -> None:
        self._rules = rules
        self._row = GameRow(**kept["row"]) if kept else GameRow(stream)
        self._walk = Walk(*kept["walk"]) if kept else Walk()

    def take(self, events: Sequence[Recorded]) -> tuple[GameRow]:
        """The row as it stands after the last of these events."""
        row, walk = self._row, self._walk
        for recorded in events:
            event = recorded.event
            walk = walk.past(event)
            if type(event) in TELLING:
                row = told_of(row, event)
        owed, last = walk.place if row.status == "over" else walk.owed, events[-1]
        self._walk = walk
        self._row = evolve(
            row,
            turn=owed.turn if owed else 0,
            segment=owed.segment if owed else 0,
            step=self._rules.written(owed).partition(".")[2] if owed else "set-up",
            version=last.version,
            digest=last.digest,
            recorded_at=last.recorded_at,
        )
        return (self._row,)

    def kept(self) -> Data:
        """The row itself, and where its last event is."""
        return {"row": asdict(self._row), "walk": astuple(self._walk)}


#: The table of the games.
LIST: Final = Table(NAME, GameRow, ("stream",))


def to_come(branch: str, status: str) -> dict[str, Any]:
    """The row of a game that has not begun here, of which only its state is known; its branch is its `name`."""
    return _named(asdict(GameRow(branch, status=status)))


def _named(row: dict[str, Any]) -> dict[str, Any]:
    return {"name": row["stream"], **{key: value for key, value in row.items() if key != "stream"}}


def games(rules: Exchanges) -> ReadModel:
    """The list of games. rules: say how moments are written."""
    return ReadModel(name=NAME, version=VERSION, table=LIST, rows=partial(GameRows, rules))
