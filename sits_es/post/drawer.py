"""The drawer: what a program keeps of its games by mail beside the record, in a SQLite file that only its owner reads.

Entries of every log that was seen, packets, one's own seals with what is in them, addresses and bookmarks. Nothing is
judged here.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

import msgspec
from attrs import frozen

from sits_es.mail.sources import Mail
from sits_es.post.log.entries import Entry
from sits_es.post.log.packets import Opening, Signed, write_part
from sits_es.rules.moments import Moment
from sits_es.store.sqlite.faults import TROUBLES

#: Long rows stand in tables with row numbers: in others each takes a page of its own.
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS games (
    name TEXT PRIMARY KEY, me TEXT, key TEXT, invite BLOB NOT NULL, away INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS entries (
    name TEXT NOT NULL, n INTEGER NOT NULL, digest TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (name, n, digest)
);
CREATE TABLE IF NOT EXISTS packets (
    name TEXT NOT NULL, digest TEXT NOT NULL, content BLOB NOT NULL, at INTEGER NOT NULL, logged INTEGER NOT NULL,
    PRIMARY KEY (name, digest)
);
CREATE INDEX IF NOT EXISTS pool ON packets (name, logged);
CREATE TABLE IF NOT EXISTS seals (
    commitment TEXT PRIMARY KEY, opening BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS plots (
    name TEXT NOT NULL, seat TEXT NOT NULL, turn INTEGER NOT NULL, segment INTEGER NOT NULL, plot BLOB NOT NULL,
    PRIMARY KEY (name, seat, turn, segment)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS addresses (
    name TEXT NOT NULL, seat TEXT NOT NULL, address TEXT NOT NULL, PRIMARY KEY (name, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS parts (
    whole TEXT NOT NULL, number INTEGER NOT NULL, count INTEGER NOT NULL, content BLOB NOT NULL,
    PRIMARY KEY (whole, number, content)
);
CREATE TABLE IF NOT EXISTS queue (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, address TEXT NOT NULL, subject TEXT NOT NULL, words TEXT NOT NULL,
    answers TEXT
);
CREATE TABLE IF NOT EXISTS mails (mark TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sent (name TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (name, digest)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS own_letters (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS marks (
    name TEXT NOT NULL, mark TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (name, mark)
) WITHOUT ROWID;
"""
_ENTRIES: Final = msgspec.json.Decoder(Entry)
_PACKETS: Final = msgspec.json.Decoder(Signed)
_OPENINGS: Final = msgspec.json.Decoder(Opening)
Part = TypeVar("Part", Entry, Signed)
Kept = TypeVar("Kept")


@frozen(kw_only=True)
class Plot:
    """Orders that a person gave for an exchange. cast, branch, stream, version: of the game when they were given.

    branch: as seals name it; stream, version: of the record.
    """

    lines: tuple[str, ...]
    cast: str
    branch: str
    stream: str
    version: int


_PLOTS: Final = msgspec.json.Decoder(Plot)


def _decoded(decoder: msgspec.json.Decoder[Kept], content: bytes) -> Kept:
    """What was kept. Raises DatabaseError, as for any damage to the file."""
    try:
        return decoder.decode(content)
    except msgspec.MsgspecError as fault:
        raise sqlite3.DatabaseError(str(fault)) from fault


@frozen(kw_only=True)
class GameHere:
    """A game by mail in this folder. name: its root on record; me: one's own seat, None before one has joined.

    key: name of the identity that signs; invite: the invitation; away: put away by its owner.
    """

    name: str
    me: str | None
    key: str | None
    invite: Signed
    away: bool = False


def _known(part: Part, digest: str) -> Part:
    """A part whose digest was worked out when it was kept."""
    vars(part)["digest"] = digest
    return part


class Drawer:
    """The file. Use it in a `with` block; what is put in between two `save`s is there together or not at all."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
        path.chmod(0o600)
        self._db = sqlite3.connect(path.absolute(), timeout=30)
        self._invites: dict[bytes, Signed] = {}
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

    @property
    def version(self) -> int:
        """Another number once another program has written."""
        return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """All that is read inside stood there together, whatever another program writes meanwhile."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.rollback()

    def begin(self) -> int:
        """Take the file for oneself until `save`: two programs must not sign at once. Its `version`."""
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")
        return self.version

    def save(self) -> None:
        """Keep what was put in."""
        self._db.commit()

    # games

    def games(self) -> list[GameHere]:
        """All games by mail, by name."""
        rows = self._db.execute("SELECT name, me, key, invite, away FROM games ORDER BY name")
        return [
            GameHere(name=name, me=me, key=key, invite=self._invite(invite), away=bool(away))
            for name, me, key, invite, away in rows
        ]

    def _invite(self, content: bytes) -> Signed:
        """An invitation, read once: games are asked for again and again."""
        if content not in self._invites:
            self._invites[content] = _decoded(_PACKETS, content)
        return self._invites[content]

    def put_game(self, game: GameHere) -> None:
        """Keep a game, in place of what was known of it."""
        row = (game.name, game.me, game.key, write_part(game.invite), game.away)
        self._db.execute("REPLACE INTO games VALUES (?, ?, ?, ?, ?)", row)

    # the log and what stands beside it

    def entries(self, name: str) -> list[Entry]:
        """The entries of all logs of a game, the oldest first."""
        rows = self._db.execute("SELECT digest, content FROM entries WHERE name = ? ORDER BY n, digest", (name,))
        return [_known(_decoded(_ENTRIES, content), digest) for digest, content in rows]

    def put_entry(self, name: str, entry: Entry) -> None:
        """Keep an entry that belongs to a log."""
        row = (name, entry.order.n, entry.digest, write_part(entry))
        self._db.execute("INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?)", row)

    def pool(self, name: str) -> dict[str, Signed]:
        """The packets that the log does not hold, by digest."""
        rows = self._db.execute("SELECT digest, content FROM packets WHERE name = ? AND NOT logged", (name,))
        return {digest: _known(_decoded(_PACKETS, content), digest) for digest, content in rows}

    def put_packet(self, name: str, packet: Signed, at: int) -> bool:
        """Keep a packet. at: when it came, UTC minutes. Whether it is new."""
        row = (name, packet.digest, write_part(packet), at)
        return self._db.execute("INSERT OR IGNORE INTO packets VALUES (?, ?, ?, ?, 0)", row).rowcount > 0

    def drop_packet(self, name: str, digest: str) -> None:
        """Forget a packet that has no use any more."""
        self._db.execute("DELETE FROM packets WHERE name = ? AND digest = ?", (name, digest))

    def packet(self, digest: str) -> Signed | None:
        """A packet that came, whether logged or not."""
        row = self._db.execute("SELECT content FROM packets WHERE digest = ? LIMIT 1", (digest,)).fetchone()
        return None if row is None else _decoded(_PACKETS, row[0])

    def sent(self, name: str) -> set[str]:
        """Packets that letters from here carried."""
        return {digest for (digest,) in self._db.execute("SELECT digest FROM sent WHERE name = ?", (name,))}

    def note_sent(self, name: str, digests: Iterable[str]) -> None:
        """Note that a letter carried packets."""
        self._db.executemany("INSERT OR IGNORE INTO sent VALUES (?, ?)", [(name, digest) for digest in digests])

    def mark_logged(self, name: str, digests: Iterable[str], *, logged: bool) -> None:
        """Note which packets the log holds."""
        rows = [(logged, name, digest) for digest in digests]
        self._db.executemany("UPDATE packets SET logged = ? WHERE name = ? AND digest = ?", rows)

    # one's own

    def keep_seal(self, commitment: str, opening: Opening) -> None:
        """Keep what a seal holds, before it can travel."""
        self._db.execute("INSERT OR IGNORE INTO seals VALUES (?, ?)", (commitment, write_part(opening)))

    def opening(self, commitment: str) -> Opening | None:
        """What was sealed under a commitment; None where it wasn't sealed here."""
        row = self._db.execute("SELECT opening FROM seals WHERE commitment = ?", (commitment,)).fetchone()
        return None if row is None else _decoded(_OPENINGS, row[0])

    def plot(self, name: str, seat: str, moment: Moment, plot: Plot | None) -> None:
        """Keep the orders that a person gave for an exchange, until it is over; None takes them out."""
        key = (name, seat, moment.turn, moment.segment)
        self._db.execute("DELETE FROM plots WHERE name = ? AND seat = ? AND turn = ? AND segment = ?", key)
        if plot is not None:
            self._db.execute("INSERT INTO plots VALUES (?, ?, ?, ?, ?)", (*key, msgspec.json.encode(plot)))

    def plotted(self, name: str, seat: str) -> dict[Moment, Plot]:
        """The orders that a person gave, by exchange."""
        rows = self._db.execute(
            "SELECT turn, segment, plot FROM plots WHERE name = ? AND seat = ? ORDER BY turn, segment", (name, seat)
        )
        return {Moment(turn, segment): _decoded(_PLOTS, plot) for turn, segment, plot in rows}

    def drop_plots(self, name: str, before: Moment) -> None:
        """Forget the orders for exchanges that are over."""
        self._db.execute(
            "DELETE FROM plots WHERE name = ? AND (turn, segment) < (?, ?)", (name, before.turn, before.segment)
        )

    # addresses and bookmarks

    def addresses(self, name: str) -> Mapping[str, str]:
        """Where letters of a game go, by seat."""
        return dict(self._db.execute("SELECT seat, address FROM addresses WHERE name = ? ORDER BY seat", (name,)))

    def put_address(self, name: str, seat: str, address: str) -> None:
        """Keep an address."""
        self._db.execute("REPLACE INTO addresses VALUES (?, ?, ?)", (name, seat, address))

    def mark(self, name: str, mark: str) -> bytes | None:
        """What a bookmark says. name: of a game, or empty."""
        row = self._db.execute("SELECT value FROM marks WHERE name = ? AND mark = ?", (name, mark)).fetchone()
        return None if row is None else bytes(row[0])

    def marks(self, name: str, prefix: str) -> list[bytes]:
        """What all bookmarks say whose names begin so."""
        ask = "SELECT value FROM marks WHERE name = ? AND SUBSTR(mark, 1, ?) = ? ORDER BY mark"
        return [bytes(value) for (value,) in self._db.execute(ask, (name, len(prefix), prefix))]

    def drop_marks(self, name: str, prefix: str) -> None:
        """Forget all bookmarks whose names begin so."""
        ask = "DELETE FROM marks WHERE name = ? AND SUBSTR(mark, 1, ?) = ?"
        self._db.execute(ask, (name, len(prefix), prefix))

    def put_mark(self, name: str, mark: str, value: bytes) -> None:
        """Set a bookmark."""
        self._db.execute("REPLACE INTO marks VALUES (?, ?, ?)", (name, mark, value))

    # mails

    def read_mails(self) -> set[str]:
        """Marks of mails that were dealt with."""
        return {mark for (mark,) in self._db.execute("SELECT mark FROM mails")}

    def note_read(self, mails: Iterable[Mail]) -> None:
        """Note that mails were dealt with: each by its mark, or by the bookmark that moves past it."""
        for mail in mails:
            if mail.bookmark is None:
                self._db.execute("INSERT OR IGNORE INTO mails VALUES (?)", (mail.mark,))
            else:
                self.put_mark("", mail.bookmark[0], mail.bookmark[1].encode())

    def own_letters(self) -> set[str]:
        """Message-IDs of letters that went out from here."""
        return {each for (each,) in self._db.execute("SELECT id FROM own_letters")}

    def note_own(self, message_id: str) -> None:
        """Note a letter of one's own, so that it is noise when it comes back."""
        self._db.execute("INSERT OR IGNORE INTO own_letters VALUES (?)", (message_id,))

    def queue(self, name: str, address: str, subject: str, words: str, answers: str | None) -> None:
        """Put an answer to somebody's mail aside until letters go out. answers: the Message-ID it answers."""
        row = (name, address, subject, words, answers)
        self._db.execute("INSERT INTO queue (name, address, subject, words, answers) VALUES (?, ?, ?, ?, ?)", row)

    def queued(self) -> list[tuple[int, str, str, str, str, str | None]]:
        """Answers that wait: number, game, address, subject, words, the Message-ID answered."""
        return list(self._db.execute("SELECT id, name, address, subject, words, answers FROM queue ORDER BY id"))

    def unqueue(self, number: int) -> None:
        """An answer went out."""
        self._db.execute("DELETE FROM queue WHERE id = ?", (number,))

    def holds(self, name: str, digests: Iterable[str]) -> bool:
        """Whether a log of a game holds one of these entries."""
        ask = "SELECT 1 FROM entries WHERE name = ? AND digest = ? LIMIT 1"
        return any(self._db.execute(ask, (name, digest)).fetchone() for digest in digests if digest)

    def first_entry(self, name: str) -> str | None:
        """Digest of the entry with which a game began; None before that."""
        row = self._db.execute("SELECT digest FROM entries WHERE name = ? AND n = 0", (name,)).fetchone()
        return None if row is None else str(row[0])

    def came(self, name: str) -> dict[str, int]:
        """When each packet that the log does not hold came, in UTC minutes, by digest."""
        return dict(self._db.execute("SELECT digest, at FROM packets WHERE name = ? AND NOT logged", (name,)))
