"""The journal of the post: every packet that came or went and what became of it; no part of the game's record."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from attrs import field, frozen

from sits_es.mail.packet import Signed, read_packet

State = Literal["parked", "accepted", "refused"]

_TABLES = """
CREATE TABLE IF NOT EXISTS packets (
    arrival INTEGER PRIMARY KEY, mark TEXT NOT NULL UNIQUE, digest TEXT NOT NULL, game TEXT NOT NULL,
    branch TEXT NOT NULL, sender TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, turn INTEGER NOT NULL,
    state TEXT NOT NULL, why TEXT NOT NULL DEFAULT '', against TEXT, mine INTEGER NOT NULL, bytes BLOB NOT NULL,
    source TEXT, arrived_at TEXT
);
CREATE INDEX IF NOT EXISTS packets_place ON packets (game, sender, number);
CREATE UNIQUE INDEX IF NOT EXISTS packets_once ON packets (game, sender, number) WHERE state = 'accepted';
CREATE INDEX IF NOT EXISTS packets_state ON packets (game, state, turn);
CREATE TABLE IF NOT EXISTS seats (
    game TEXT PRIMARY KEY, player TEXT, identity TEXT, invite TEXT NOT NULL, branch TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS addresses (
    game TEXT NOT NULL, player TEXT NOT NULL, address TEXT NOT NULL, PRIMARY KEY (game, player)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sent (
    game TEXT NOT NULL, player TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (game, player)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reported (
    game TEXT NOT NULL, player TEXT NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (game, player)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mails (source TEXT PRIMARY KEY, seen_at TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS letters (
    number INTEGER PRIMARY KEY, game TEXT NOT NULL, address TEXT NOT NULL, subject TEXT NOT NULL, report TEXT NOT NULL,
    in_reply_to TEXT, written INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS own (message_id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS parts (
    packet TEXT NOT NULL, place INTEGER NOT NULL, parts INTEGER NOT NULL, content BLOB NOT NULL, seen_at TEXT,
    UNIQUE (packet, place, content)
);
CREATE TABLE IF NOT EXISTS lines (
    number INTEGER PRIMARY KEY, game TEXT NOT NULL, kind TEXT NOT NULL, words TEXT NOT NULL, written_at TEXT
);
CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""

_ROW = "digest, game, sender, number, kind, state, why, against, mine, bytes, arrived_at"


@frozen(kw_only=True)
class Entry:
    """A packet in the journal. why: it is parked or refused, in words; against: digest of what it contradicts."""

    signed: Signed = field(repr=False)
    state: State
    why: str
    against: str | None
    mine: bool
    arrived_at: str | None


@frozen(kw_only=True)
class Seat:
    """One's own place in a game. player: None while an invitation is not answered; branch: the one that is the game."""

    game: str
    player: str | None
    identity: str | None
    invite: str
    branch: str


class Journal:
    """The journal of one folder. Use it in a `with` block; each method is one transaction."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            # receipts, which repeat a player's orders, wait here until they are written
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
        self._db = sqlite3.connect(path)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.executescript(_TABLES)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    # packets

    def put(
        self,
        signed: Signed,
        state: State,
        *,
        why: str = "",
        against: str | None = None,
        mine: bool = False,
        source: str = "",
        at: str | None = None,
    ) -> bool:
        """Enter a packet. False, and nothing entered, when these very bytes are there already."""
        packet = signed.packet
        turn = packet.body.get("turn")
        with self._db:
            done = self._db.execute(
                "INSERT OR IGNORE INTO packets (mark, digest, game, branch, sender, number, kind, turn, state, why, "
                "against, mine, bytes, source, arrived_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    hashlib.sha256(signed.bytes).hexdigest(), signed.digest, packet.game, packet.branch, packet.sender,
                    packet.number, packet.kind, turn if isinstance(turn, int) else 0, state, why, against, mine,
                    signed.bytes, source, at,
                ),
            )  # fmt: skip
        return done.rowcount > 0

    def settle(self, signed: Signed, state: State, why: str = "", against: str | None = None) -> None:
        """Write down what became of a packet that was parked."""
        mark = hashlib.sha256(signed.bytes).hexdigest()
        with self._db:
            self._db.execute(
                "UPDATE packets SET state = ?, why = ?, against = ? WHERE mark = ? AND state = 'parked'",
                (state, why, against, mark),
            )

    def find(self, digest: str) -> Signed | None:
        """The packet of a digest; an accepted one before any other."""
        row = self._db.execute(
            "SELECT bytes FROM packets WHERE digest = ? ORDER BY state <> 'accepted', arrival LIMIT 1", (digest,)
        ).fetchone()
        return read_packet(row[0]) if row else None

    def accepted(self, game: str, *, turn: int = 0, kinds: Sequence[str] = ()) -> list[Signed]:
        """Accepted packets of a game by sender and number. turn: only those of this turn or later, 0 for all."""
        query = "SELECT bytes FROM packets WHERE game = ? AND state = 'accepted' AND turn >= ?"
        if kinds:
            query += f" AND kind IN ({', '.join('?' * len(kinds))})"
        found = self._db.execute(query + " ORDER BY sender, number", (game, turn, *kinds)).fetchall()
        return [read_packet(row[0]) for row in found]

    def at(self, game: str, sender: str, number: int) -> Signed | None:
        """The accepted packet of a sender's number."""
        row = self._db.execute(
            "SELECT bytes FROM packets WHERE game = ? AND sender = ? AND number = ? AND state = 'accepted'",
            (game, sender, number),
        ).fetchone()
        return read_packet(row[0]) if row else None

    def last_number(self, game: str, sender: str) -> int:
        """The number of a sender's last accepted packet, 0 for none: they are accepted without gaps."""
        row = self._db.execute(
            "SELECT MAX(number) FROM packets WHERE game = ? AND sender = ? AND state = 'accepted'", (game, sender)
        ).fetchone()
        return int(row[0] or 0)

    def parked(self, game: str, sender: str | None = None, number: int | None = None) -> list[Signed]:
        """Parked packets of a game, in order of arrival."""
        query, values = "SELECT bytes FROM packets WHERE game = ? AND state = 'parked'", [game]
        if sender is not None:
            query, values = query + " AND sender = ?", [*values, sender]
        if number is not None:
            query, values = query + " AND number = ?", [*values, str(number)]
        return [read_packet(row[0]) for row in self._db.execute(query + " ORDER BY arrival", values).fetchall()]

    def parked_places(self, game: str) -> list[tuple[str, int]]:
        """Senders and numbers of parked packets, in order."""
        return self._db.execute(
            "SELECT DISTINCT sender, number FROM packets WHERE game = ? AND state = 'parked' ORDER BY 1, 2", (game,)
        ).fetchall()

    def note_why(self, signed: Signed, why: str) -> None:
        """Say what a parked packet waits for."""
        self.settle(signed, "parked", why)

    def entries(self, game: str, states: Sequence[State] = ("accepted", "parked", "refused")) -> list[Entry]:
        """Packets of a game with what became of them, in order of arrival."""
        marks = ", ".join("?" * len(states))
        rows = self._db.execute(
            f"SELECT {_ROW} FROM packets WHERE game = ? AND state IN ({marks}) ORDER BY arrival",  # noqa: S608 -- marks
            (game, *states),
        ).fetchall()
        return [
            Entry(
                signed=read_packet(row[9]),
                state=row[5],
                why=row[6],
                against=row[7],
                mine=bool(row[8]),
                arrived_at=row[10],
            )
            for row in rows
        ]

    # seats

    def seat(self, game: str) -> Seat | None:
        """One's own place in a game; None for a game that is not played by mail here."""
        row = self._db.execute(
            "SELECT game, player, identity, invite, branch FROM seats WHERE game = ?", (game,)
        ).fetchone()
        return Seat(game=row[0], player=row[1], identity=row[2], invite=row[3], branch=row[4]) if row else None

    def seats(self) -> list[Seat]:
        """Every game that is played by mail here."""
        names = self._db.execute("SELECT game FROM seats ORDER BY game").fetchall()
        return [seat for (name,) in names if (seat := self.seat(name)) is not None]

    def sit(self, seat: Seat) -> None:
        """Take a place, or change it."""
        with self._db:
            self._db.execute(
                "REPLACE INTO seats VALUES (?, ?, ?, ?, ?)",
                (seat.game, seat.player, seat.identity, seat.invite, seat.branch),
            )

    def write_address(self, game: str, player: str, address: str) -> None:
        """Keep where a player's mail goes."""
        with self._db:
            self._db.execute("REPLACE INTO addresses VALUES (?, ?, ?)", (game, player, address))

    def addresses(self, game: str) -> dict[str, str]:
        """Where mail goes, by player."""
        return dict(
            self._db.execute("SELECT player, address FROM addresses WHERE game = ? ORDER BY player", (game,)).fetchall()
        )

    # what went out, what was read, and what is worth telling

    def sent(self, game: str, player: str) -> int:
        """The number of one's last packet that was mailed to a player."""
        row = self._db.execute("SELECT number FROM sent WHERE game = ? AND player = ?", (game, player)).fetchone()
        return int(row[0]) if row else 0

    def note_sent(self, game: str, player: str, number: int) -> None:
        """Write down how far one's packets were mailed to a player."""
        with self._db:
            self._db.execute("REPLACE INTO sent VALUES (?, ?, ?)", (game, player, number))

    def reported(self, game: str, player: str) -> int:
        """The last event of which a reader was told; -1 for none."""
        row = self._db.execute("SELECT version FROM reported WHERE game = ? AND player = ?", (game, player)).fetchone()
        return int(row[0]) if row else -1

    def note_reported(self, game: str, player: str, version: int) -> None:
        """Write down how far a reader was told."""
        with self._db:
            self._db.execute("REPLACE INTO reported VALUES (?, ?, ?)", (game, player, version))

    def read_sources(self) -> frozenset[str]:
        """Sources of mails that were read."""
        return frozenset(source for (source,) in self._db.execute("SELECT source FROM mails"))

    def note_read(self, sources: Iterable[str], at: str) -> None:
        """Write down that mails were read."""
        with self._db:
            self._db.executemany("INSERT OR IGNORE INTO mails VALUES (?, ?)", [(source, at) for source in sources])

    def own_letters(self) -> frozenset[str]:
        """Message-IDs of letters that were written here."""
        return frozenset(name for (name,) in self._db.execute("SELECT message_id FROM own"))

    def note_own(self, message_id: str) -> None:
        """Write down the Message-ID of a letter before it leaves."""
        with self._db:
            self._db.execute("INSERT OR IGNORE INTO own VALUES (?)", (message_id,))

    def queue(self, game: str, address: str, subject: str, report: str, in_reply_to: str | None = None) -> None:
        """Keep a letter without packets until it is written: a receipt, a reminder, a report."""
        with self._db:
            self._db.execute(
                "INSERT INTO letters (game, address, subject, report, in_reply_to) VALUES (?, ?, ?, ?, ?)",
                (game, address, subject, report, in_reply_to),
            )

    def queued(self) -> list[tuple[int, str, str, str, str, str | None]]:
        """Letters to write: number, game, address, subject, report, what they answer."""
        return self._db.execute(
            "SELECT number, game, address, subject, report, in_reply_to FROM letters WHERE NOT written ORDER BY number"
        ).fetchall()

    def note_written(self, number: int) -> None:
        """Write down that a queued letter was written."""
        with self._db:
            self._db.execute("UPDATE letters SET written = 1 WHERE number = ?", (number,))

    def keep_part(self, packet: str, place: int, parts: int, content: bytes, at: str) -> None:
        """Keep a part of a long packet until the others are here."""
        with self._db:
            self._db.execute("INSERT OR IGNORE INTO parts VALUES (?, ?, ?, ?, ?)", (packet, place, parts, content, at))

    def parts(self) -> list[tuple[str, int, int, bytes]]:
        """Kept parts: packet, place, how many there are, content."""
        return self._db.execute("SELECT packet, place, parts, content FROM parts ORDER BY packet, place").fetchall()

    def drop_parts(self, packet: str) -> None:
        """Forget the parts of a packet that is complete."""
        with self._db:
            self._db.execute("DELETE FROM parts WHERE packet = ?", (packet,))

    def tell(self, game: str, kind: str, words: str, at: str) -> None:
        """Write a line: a note, a refusal, a receipt, a reminder."""
        with self._db:
            self._db.execute(
                "INSERT INTO lines (game, kind, words, written_at) VALUES (?, ?, ?, ?)", (game, kind, words, at)
            )

    def told(self, game: str, kinds: Sequence[str] = ()) -> list[tuple[str, str, str]]:
        """Lines about a game: kind, words, when. kinds: only these."""
        rows = self._db.execute(
            "SELECT kind, words, written_at FROM lines WHERE game = ? ORDER BY number", (game,)
        ).fetchall()
        return [row for row in rows if not kinds or row[0] in kinds]

    def keep(self, name: str, value: str) -> None:
        """Keep a value under a name, such as when mail was last read."""
        with self._db:
            self._db.execute("REPLACE INTO kept VALUES (?, ?)", (name, value))

    def kept(self, name: str) -> str | None:
        """The value kept under a name, or None."""
        row = self._db.execute("SELECT value FROM kept WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None
