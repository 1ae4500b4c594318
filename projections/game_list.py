"""The list of games: one row for each stream, as it stands after its last event."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import orjson
from attrs import asdict, define, evolve, field, frozen

from projections.catch_up import MADE
from projections.model import OneGame, ReadModel, Table
from sits_es.events import Event
from sits_es.game.events import GameCreated, GameEnded, GameForked, GameStarted, PlayerJoined
from sits_es.game.exchanges import Walk
from sits_es.game.story import outcome_in_words
from sits_es.rules import system
from sits_es.store import GameStore, Recorded

#: What the list of games is called as a projection and as a table, and its version.
NAME: Final = "games"
VERSION: Final = 6


def named(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row for people and programs: its branch as `name`, and players as they are instead of their JSON."""
    found = {"name": row["stream"], **{key: value for key, value in row.items() if key != "stream"}}
    if isinstance(found["players"], str):
        found["players"] = orjson.loads(found["players"])
    return found


def listed_games(path: Path, store: GameStore) -> list[dict[str, Any]] | None:
    """Rows of all games in order of name, as `named` gives them.

    They are read without sqlite-utils, whose import takes longer than all else here. path: the file of read models.
    None where a row is missing or is not that of its game's last event, and where the file cannot be read: whoever
    opens the read models then brings them up to date, or says what is wrong.
    """
    if not path.is_file():
        return None
    try:
        with closing(sqlite3.connect(path.absolute())) as db:
            db.row_factory = sqlite3.Row
            # one transaction: all that is read belongs together
            db.execute("BEGIN")
            made = db.execute(f"SELECT version FROM {MADE} WHERE name = ?", (NAME,)).fetchone()  # noqa: S608 -- our own
            if made is None or made["version"] != VERSION:
                return None
            rows = [named(dict(row)) for row in db.execute(f"SELECT * FROM {NAME} ORDER BY stream")]  # noqa: S608 -- our own
    except (sqlite3.Error, orjson.JSONDecodeError):
        return None
    standing = {row["name"]: (row["version"], row["digest"]) for row in rows}
    heads = {stream: (head.version, head.digest) for stream, head in store.heads().items()}
    return rows if standing == heads else None


@frozen
class GameRow:
    """One game. stream: its branch; game: its first name, which all branches share.

    turn, segment, step: the exchange whose orders are owed, 0 and "set-up" before the first. players: by id,
    name, side and role; a player who takes no side has the role there. status: set-up, playing or over;
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
            return evolve(row, status="over", outcome=outcome_in_words(event, system(row.system)))
    return row


@define
class GameRows(OneGame):
    """The row of a game at work, and where its last event is."""

    row: GameRow = GameRow("")
    walk: Walk = field(factory=Walk)

    def take(self, events: Sequence[Recorded]) -> tuple[GameRow]:
        """The row as it stands after the last of these events."""
        row, walk = evolve(self.row, stream=self.stream), self.walk
        for recorded in events:
            event = recorded.event
            walk = walk.past(event)
            row = told_of(row, event)
        owed, last = walk.place if row.status == "over" else walk.owed, events[-1]
        self.walk = walk
        self.row = evolve(
            row,
            turn=owed.turn if owed else 0,
            segment=owed.segment if owed else 0,
            step=system(row.system).label(owed).partition(".")[2] if owed else "set-up",
            version=last.version,
            digest=last.digest,
            recorded_at=last.recorded_at,
        )
        return (self.row,)


def to_come(branch: str, status: str) -> dict[str, Any]:
    """A game's row, as the list has it, of which only its state is known: it has not begun here."""
    return named(asdict(GameRow(branch, status=status)))


GAMES: Final = ReadModel(name=NAME, version=VERSION, table=Table(NAME, GameRow, ("stream",)), rows=GameRows)
