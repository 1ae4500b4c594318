"""What the journal keeps beside packets: addresses, what was sent and read, letters to write, lines worth telling."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

#: Everything that the journal holds.
TABLES = """
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


class Notebook:
    """The half of the journal that is not packets."""

    _db: sqlite3.Connection

    def sent(self, game: str, player: str) -> int:
        """The number of one's last packet that was mailed to a player."""
        row = self._db.execute("SELECT number FROM sent WHERE game = ? AND player = ?", (game, player)).fetchone()
        return int(row[0]) if row else 0

    def note_sent(self, game: str, player: str, number: int) -> None:
        """Write down how far one's packets were mailed to a player."""
        with self._db:
            self._db.execute("REPLACE INTO sent VALUES (?, ?, ?)", (game, player, number))

    def left(self, game: str) -> int:
        """The number of one's last packet in a letter that is marked as out, whether it was written or not."""
        return int(self.kept(f"left {game}") or 0)

    def note_leaving(self, game: str, number: int) -> None:
        """Mark one's packets up to a number as out, before a letter with them is written."""
        if number > self.left(game):
            self.keep(f"left {game}", str(number))

    def reported(self, game: str, player: str) -> int:
        """The last event of which a reader was told; -1 for none."""
        row = self._db.execute("SELECT version FROM reported WHERE game = ? AND player = ?", (game, player)).fetchone()
        return int(row[0]) if row else -1

    def note_reported(self, game: str, player: str, version: int) -> None:
        """Write down how far a reader was told."""
        with self._db:
            self._db.execute("REPLACE INTO reported VALUES (?, ?, ?)", (game, player, version))

    def tell_again(self, game: str, after: int) -> None:
        """Let readers be told again what comes after an event: another branch is the game, and leaves it there."""
        with self._db:
            # counts of what was shown stand there too, under longer names
            self._db.execute(
                "UPDATE reported SET version = ? WHERE game = ? AND version > ? AND player NOT LIKE '(shown)_%'",
                (after, game, after),
            )

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
        """Keep a letter without packets until it is written: a receipt, a reminder, a report.

        The very same answer to a mail is kept once: the mail may be taken in again.
        """
        with self._db:
            self._db.execute(
                "INSERT INTO letters (game, address, subject, report, in_reply_to) SELECT ?1, ?2, ?3, ?4, ?5 "
                "WHERE NOT EXISTS (SELECT 1 FROM letters WHERE in_reply_to = ?5 AND game = ?1 AND address = ?2 "
                "AND subject = ?3 AND report = ?4)",
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

    def whole_packets(self) -> list[str]:
        """Packets all of whose parts are kept."""
        rows = self._db.execute(
            "SELECT DISTINCT packet FROM (SELECT packet FROM parts GROUP BY packet, parts "
            "HAVING COUNT(DISTINCT place) >= parts) ORDER BY packet"
        )
        return [packet for (packet,) in rows]

    def parts(self, packet: str) -> list[tuple[int, int, bytes]]:
        """Kept parts of a packet: place, how many there are, content."""
        return self._db.execute(
            "SELECT place, parts, content FROM parts WHERE packet = ? ORDER BY place, rowid", (packet,)
        ).fetchall()

    def held_in_parts(self) -> int:
        """Bytes of all kept parts."""
        (held,) = self._db.execute("SELECT IFNULL(SUM(LENGTH(content)), 0) FROM parts").fetchone()
        return int(held)

    def forget_parts(self, before: str, most: int) -> None:
        """Forget parts that came before a time, and the oldest of those that hold more than so many bytes."""
        with self._db:
            self._db.execute("DELETE FROM parts WHERE seen_at < ?", (before,))
            if self.held_in_parts() > most:
                self._db.execute(
                    "DELETE FROM parts WHERE rowid IN (SELECT rowid FROM (SELECT rowid, SUM(LENGTH(content)) "
                    "OVER (ORDER BY rowid DESC) AS held FROM parts) WHERE held > ?)",
                    (most,),
                )

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

    def count_kept(self, beginning: str) -> int:
        """How many values are kept under names that begin so."""
        (count,) = self._db.execute(
            "SELECT COUNT(*) FROM kept WHERE substr(name, 1, ?) = ?", (len(beginning), beginning)
        ).fetchone()
        return int(count)

    def write_address(self, game: str, player: str, address: str) -> None:
        """Keep where a player's mail goes."""
        with self._db:
            self._db.execute("REPLACE INTO addresses VALUES (?, ?, ?)", (game, player, address))

    def addresses(self, game: str) -> dict[str, str]:
        """Where mail goes, by player."""
        return dict(
            self._db.execute("SELECT player, address FROM addresses WHERE game = ? ORDER BY player", (game,)).fetchall()
        )

    def archive(self, game: str, *, away: bool = True) -> None:
        """Put a game away, or take it out again: nobody is told of it any more, and its packets still count."""
        with self._db:
            if away:
                self._db.execute("REPLACE INTO kept VALUES (?, 'archived')", (f"archived {game}",))
            else:
                self._db.execute("DELETE FROM kept WHERE name = ?", (f"archived {game}",))

    def archived(self, game: str) -> bool:
        """Whether a game is put away."""
        return self.kept(f"archived {game}") is not None
