"""The list of games: one row for each stream, as it stands after its last event."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from projections.model import MADE, Instant, ReadModel
from sits_es.rules import system
from sits_es.store import GameStore


class GameRow(NamedTuple):
    """One game. game: its first name, which all branches share.

    turn, segment, step: the exchange whose orders are owed, 0 and "set-up" before the first. players: by id,
    name, side and role; a player who takes no side has the role there. status: set-up, playing or over;
    owed: by id, who owes orders for it. outcome: in words once it is over. parent and at_version: where a fork leaves
    it. version, digest, recorded_at: of the last event.
    """

    game: str = ""
    system: str = ""
    title: str = ""
    scenario: str = ""
    turn: int = 0
    segment: int = 0
    step: str = "set-up"
    players: dict[str, dict[str, str]] = {}  # noqa: RUF012 -- nobody changes a row
    status: str = "set-up"
    owed: list[str] = []  # noqa: RUF012 -- nobody changes a row
    outcome: str | None = None
    parent: str | None = None
    at_version: int | None = None
    version: int = -1
    digest: str = ""
    recorded_at: str | None = None


def game_row(instant: Instant) -> tuple[GameRow]:
    """The row of a game as it stands."""
    game, last = instant.game, instant.recorded
    at = instant.walk.place if game.ended is not None else game.moment if game.started else None
    row = GameRow(
        game=game.root,
        system=game.system,
        title=game.title,
        scenario=game.scenario,
        turn=at.turn if at else 0,
        segment=at.segment if at else 0,
        step=system(game.system).label(at).partition(".")[2] if at else "set-up",
        players={
            player: {"name": who.name, "side": who.side or who.role, "role": who.role}
            for player, who in game.people.items()
        },
        status="over" if game.ended is not None else "playing" if game.started else "set-up",
        owed=list(game.asked),
        outcome=game.ended,
        parent=game.parent,
        at_version=game.at_version,
        version=last.version,
        digest=last.digest,
        recorded_at=last.recorded_at,
    )
    return (row,)


GAMES: Final = ReadModel(name="games", version=8, row=GameRow, keys=0, rows=game_row, last=True)


def named(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row for people and programs: its branch as `name`, and what the file has as JSON as it is."""
    found = {"name": row["stream"], **{key: value for key, value in row.items() if key != "stream"}}
    read = {key: orjson.loads(found[key]) for key in ("players", "owed") if isinstance(found[key], str)}
    return found | read


def to_come(branch: str, status: str) -> dict[str, Any]:
    """A game's row, as the list has it, of which only its state is known: it has not begun here."""
    return {"name": branch, **GameRow(status=status)._asdict()}


def listed_games(path: Path, store: GameStore) -> list[dict[str, Any]] | None:
    """Rows of all games in order of name, as `named` gives them.

    They are read without sqlite-utils, whose import takes longer than all else here. path: the file of read models.
    None if a row is missing or is not that of its game's last event, and where the file cannot be read: whoever
    opens the read models then brings them up to date, or says what is wrong.
    """
    if not path.is_file():
        return None
    try:
        with closing(sqlite3.connect(path.absolute())) as db:
            db.row_factory = sqlite3.Row
            # one transaction: all that is read belongs together
            db.execute("BEGIN")
            made = db.execute(f"SELECT version FROM {MADE} WHERE name = 'games'").fetchone()  # noqa: S608 -- our own
            if made is None or made["version"] != GAMES.version:
                return None
            rows = [named(dict(row)) for row in db.execute("SELECT * FROM games ORDER BY stream")]
    except (sqlite3.Error, orjson.JSONDecodeError):
        return None
    standing = {row["name"]: (row["version"], row["digest"]) for row in rows}
    heads = {stream: (head.version, head.digest) for stream, head in store.heads().items()}
    return rows if standing == heads else None
