"""The list of games: one row for each stream, as it stands after its last event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve, field, frozen

from projections.place import SET_UP, Place, place_of
from projections.read_model import ReadModel, Table
from sits_es.events import Event
from sits_es.game.events import GameCreated, GameEnded, GameForked, GameStarted, PlayerJoined
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


@frozen
class GameState:
    """A game's row and the place of its last event."""

    row: GameRow
    place: Place = SET_UP


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


def games(steps: Sequence[str]) -> ReadModel[GameState]:
    """The list of games. steps: names of the exchanges of a turn, in order."""

    def step(state: GameState, recorded: Recorded) -> tuple[GameState, Iterable[GameRow]]:
        place = place_of(recorded.event, state.place, len(steps))
        row = told_of(state.row, recorded.event)
        owed = place if row.status == "over" else place.owed(len(steps))
        row = evolve(
            row,
            turn=owed.turn,
            segment=owed.segment,
            step=steps[owed.segment - 1] if owed.turn else "set-up",
            version=recorded.version,
            digest=recorded.digest,
            recorded_at=recorded.recorded_at,
        )
        return GameState(row, place), (row,)

    return ReadModel(
        name="games",
        version=3,
        table=Table("games", GameRow, ("stream",)),
        new=lambda stream: GameState(GameRow(stream)),
        step=step,
        state=GameState,
    )
