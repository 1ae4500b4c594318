"""What nobody else may see before its time: a player's own sealed orders, nonces and standing orders, mode 0600."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from sits_es.mail.private import private_folder
from sits_es.post.protocol.bodies import Seals
from sits_es.post.protocol.boxes import Random
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.seals import Kept, sealed
from sits_es.rules.moments import Moment
from sits_es.store.sqlite.faults import TROUBLES

_TABLES = """
CREATE TABLE IF NOT EXISTS orders (
    commitment TEXT PRIMARY KEY, branch TEXT NOT NULL, player TEXT NOT NULL, turn INTEGER NOT NULL,
    segment INTEGER NOT NULL, lines TEXT NOT NULL, nonce BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS standing (
    game TEXT NOT NULL, player TEXT NOT NULL, lines TEXT NOT NULL, PRIMARY KEY (game, player)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tickets (name TEXT PRIMARY KEY, secret BLOB NOT NULL) WITHOUT ROWID;
"""


class Secrets:
    """The store of secrets. Use it in a `with` block."""

    def __init__(self, folder: Path) -> None:
        path = private_folder(folder) / "secrets.db"
        if not path.exists():
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
        path.chmod(0o600)
        self._db = sqlite3.connect(path.absolute())
        try:
            self._db.executescript(_TABLES)
        except TROUBLES:
            self._db.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def keep(self, branch: str, sealed: Sequence[tuple[str, Kept]]) -> None:
        """Keep sealed orders, all or none, each under its commitment."""
        with self._db:
            self._db.executemany(
                "INSERT OR IGNORE INTO orders VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (
                        seal,
                        branch,
                        kept.player,
                        kept.moment.turn,
                        kept.moment.segment,
                        json.dumps(kept.lines),
                        kept.nonce,
                    )
                    for seal, kept in sealed
                ],
            )

    def find(self, commitment: str) -> Kept | None:
        """What was sealed under a commitment; None when it was not sealed here."""
        row = self._db.execute(
            "SELECT player, turn, segment, lines, nonce FROM orders WHERE commitment = ?", (commitment,)
        ).fetchone()
        if row is None:
            return None
        return Kept(player=row[0], moment=Moment(row[1], row[2]), lines=tuple(json.loads(row[3])), nonce=row[4])

    def set_standing(self, game: str, player: str, lines: Sequence[str]) -> None:
        """Keep a player's standing orders for one game: lines as they are sealed."""
        with self._db:
            self._db.execute("REPLACE INTO standing VALUES (?, ?, ?)", (game, player, json.dumps(list(lines))))

    def standing(self, game: str, player: str) -> tuple[str, ...] | None:
        """A player's standing orders; empty: their units drift; None: none were given, and nothing is sealed."""
        row = self._db.execute("SELECT lines FROM standing WHERE game = ? AND player = ?", (game, player)).fetchone()
        return tuple(json.loads(row[0])) if row else None

    def ticket(self) -> bytes:
        """A secret of this folder, made once: by it a program knows its own order blocks again."""
        with self._db:
            self._db.execute("INSERT OR IGNORE INTO tickets VALUES ('orders', ?)", (os.urandom(32),))
        found: bytes = self._db.execute("SELECT secret FROM tickets WHERE name = 'orders'").fetchone()[0]
        return found


def seal_orders(
    chain: Chain, me: str, orders: Mapping[Moment, Sequence[str]], secrets: Secrets, random: Random, number: int = 0
) -> Seals:
    """Seal lines for exchanges of one turn. The secrets are kept before anything can travel.

    random: gives as many unguessable bytes as it is asked for, such as os.urandom; number: of the packet, to which
    its boxes are bound. Raises NotAllowedError for orders that do not fit into one, and nothing is kept.
    """
    body, kept = sealed(chain, me, orders, random, number)
    secrets.keep(chain.name, kept)
    return body
