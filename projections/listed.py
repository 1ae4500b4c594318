"""The list of games as the file of read models has it, for whoever would bring nothing up to date: most of the time."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import orjson

from projections.bookmarks import MADE
from sits_es.store import GameStore

#: What the list of games is called as a projection and as a table, and its version.
NAME: Final = "games"
VERSION: Final = 5


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
