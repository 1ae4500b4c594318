"""Which connections to SQLite a test opens, and which of them nobody has closed."""

from __future__ import annotations

import sqlite3
from typing import Any

from attrs import Factory, define


@define
class Connections:
    """Opens connections as SQLite does, and remembers them."""

    opened: list[sqlite3.Connection] = Factory(list)

    def connect(self, *words: Any, **more: Any) -> sqlite3.Connection:
        self.opened.append(_CONNECT(*words, **more))
        return self.opened[-1]

    def still_open(self) -> list[str]:
        """The file of each connection that is open; empty for one in memory."""
        return [file for connection in self.opened for file in _file(connection)]


_CONNECT = sqlite3.connect


def _file(connection: sqlite3.Connection) -> list[str]:
    try:
        return [str(file) for _, _, file in connection.execute("PRAGMA database_list")]
    except sqlite3.ProgrammingError:
        # closed
        return []
