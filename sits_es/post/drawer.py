"""The drawer: what a program keeps of games by mail beside the record, in a private SQLite file; it judges nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from sits_es.disk import is_blank, private_file
from sits_es.errors import UnreadableError
from sits_es.mail.letters import read_address
from sits_es.mail.sources import Mail
from sits_es.post.log.entries import Entry
from sits_es.post.log.packets import Invite, Opening, Signed, write_part
from sits_es.store.sqlite.faults import TROUBLES

#: Long rows stand in tables with row numbers: in others each takes a page of its own.
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS packets (
    name TEXT NOT NULL, digest TEXT NOT NULL, content BLOB NOT NULL, at INTEGER NOT NULL, logged INTEGER NOT NULL,
    PRIMARY KEY (name, digest)
);
CREATE INDEX IF NOT EXISTS pool ON packets (name, logged);
CREATE INDEX IF NOT EXISTS carried ON packets (digest);
CREATE TABLE IF NOT EXISTS kept (
    kind TEXT NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (kind, name, key)
);
"""
#: What is kept of a game, or of none, and by which key: where a seat's letters go; an answer that waits until letters
#: go out; an entry of a log, by its digest; the game itself; a mail that was dealt with; a bookmark; orders that a
#: person gave; what a seal holds, by its commitment; a packet that letters carried; the state at the end of the log.
#: Bookmarks: "sent", "sent to SEAT", "sent again", "sent up to" an entry; "told" of the record, "told to SEAT";
#: "shown", "notified" to a person; "notes SEAT" has seen; "heard SEAT"; "wrote SEAT", "mail SEAT": its last orders;
#: "ticket SEAT", "confirmed SEAT"; "branch" of the record, "sealed as"; "bared": what was opened, with sets of other
#: logs; "asked" since, "claimed": who says that this folder held more, "answers" since then; of no game "reports": the
#: secret of their tickets.
KeptAs = Literal["address", "answer", "entry", "game", "mail", "mark", "plot", "seal", "sent", "state"]
Kept = TypeVar("Kept")


def decoded(kind: type[Kept], content: bytes, digest: str | None = None) -> Kept:
    """A value that was kept. digest: as it was worked out then. Raises DatabaseError, as for any damage to the file."""
    try:
        found = msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, UnicodeError) as fault:
        raise sqlite3.DatabaseError(str(fault)) from fault
    if digest is not None:
        vars(found)["digest"] = digest
    return found


class GameHere(Struct, frozen=True, kw_only=True):
    """A game by mail here. name: its root on record; me: one's seat, once joined; key: name of one's identity in it.

    first: digest of the entry with which it began.
    """

    name: str
    me: str | None
    key: str | None
    invite: Signed
    first: str | None = None
    away: bool = False

    @property
    def begun(self) -> bool:
        """Whether it has begun here, and one has a seat in it."""
        return self.me is not None and self.first is not None

    @property
    def offer(self) -> Invite:
        """What the invitation offers."""
        if not isinstance(self.invite.body, Invite):
            raise TypeError("a game is kept with its invitation")
        return self.invite.body


@lru_cache
def _game(content: bytes) -> GameHere:
    """A game, read once: games are asked for again and again."""
    return decoded(GameHere, content)


class Drawer:
    """The file, until it is closed; what is put in between two `save`s is there together or not at all.

    The first that is put in makes it: till then nothing is in memory in its place.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._is_new = is_blank(path)
        self._db = self._connected(":memory:" if self._is_new else path.absolute())

    def _connected(self, path: Path | str) -> sqlite3.Connection:
        db = sqlite3.connect(path, timeout=30)
        try:
            # a commit is over once no power cut can bring its journal back
            db.execute("PRAGMA synchronous=EXTRA")
            db.executescript(_TABLES)
        except TROUBLES:
            db.close()
            raise
        return db

    @property
    def _file(self) -> sqlite3.Connection:
        """The file, to be written to."""
        if self._is_new:
            self.close()
            private_file(self._path)
            self._db, self._is_new = self._connected(self._path.absolute()), False
        return self._db

    def close(self) -> None:
        """Close the file."""
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
        if not self._file.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")
        return self.version

    def save(self) -> None:
        """Keep what was put in."""
        self._db.commit()

    # games

    def games(self) -> list[GameHere]:
        """All games by mail, by name."""
        rows = self._db.execute("SELECT value FROM kept WHERE kind = 'game' ORDER BY name")
        return [_game(value) for (value,) in rows]

    def put_game(self, game: GameHere) -> None:
        """Keep a game, in place of what was known of it."""
        self.keep(game.name, "game", "", msgspec.json.encode(game))

    # the log and what stands beside it

    def entries(self, name: str) -> list[Entry]:
        """The entries of all logs of a game, the oldest first."""
        found = (decoded(Entry, content, digest) for digest, content in self.kept(name, "entry").items())
        return sorted(found, key=lambda entry: (entry.order.n, entry.digest))

    def pool(self, name: str) -> dict[str, Signed]:
        """The packets that the log does not hold, by digest."""
        rows = self._db.execute("SELECT content, digest FROM packets WHERE name = ? AND NOT logged", (name,))
        return {packet.digest: packet for packet in (decoded(Signed, *row) for row in rows)}

    def came(self, name: str) -> dict[str, int]:
        """When each of these came, in UTC minutes, by digest."""
        return dict(self._db.execute("SELECT digest, at FROM packets WHERE name = ? AND NOT logged", (name,)))

    def packet(self, digest: str) -> Signed | None:
        """A packet that came, whether logged or not."""
        row = self._db.execute("SELECT content FROM packets WHERE digest = ? LIMIT 1", (digest,)).fetchone()
        return None if row is None else decoded(Signed, *row)

    def put_packet(self, name: str, packet: Signed, at: int) -> bool:
        """Keep a packet. at: when it came, UTC minutes. Whether it is new."""
        row = (name, packet.digest, write_part(packet), at)
        return self._file.execute("INSERT OR IGNORE INTO packets VALUES (?, ?, ?, ?, 0)", row).rowcount > 0

    def drop_packet(self, name: str, digest: str) -> None:
        """Forget a packet that has no use any more."""
        self._file.execute("DELETE FROM packets WHERE name = ? AND digest = ?", (name, digest))

    def mark_logged(self, name: str, digests: Iterable[str], *, logged: bool) -> None:
        """Note which packets the log holds."""
        rows = [(logged, name, digest) for digest in digests]
        self._file.executemany("UPDATE packets SET logged = ? WHERE name = ? AND digest = ?", rows)

    # whatever else is kept. name: of a game, or empty

    def keep(self, name: str, kind: KeptAs, key: str, value: bytes = b"") -> None:
        """Keep something, in place of what was kept by that key."""
        self._file.execute("REPLACE INTO kept VALUES (?, ?, ?, ?)", (kind, name, key, value))

    def found(self, name: str, kind: KeptAs, key: str) -> bytes | None:
        """What is kept by a key, or None."""
        ask = "SELECT value FROM kept WHERE name = ? AND kind = ? AND key = ?"
        row = self._db.execute(ask, (name, kind, key)).fetchone()
        return None if row is None else bytes(row[0])

    def kept(self, name: str, kind: KeptAs) -> dict[str, bytes]:
        """All that is kept of a kind, by key, in the order in which it came."""
        return dict(
            self._db.execute("SELECT key, value FROM kept WHERE name = ? AND kind = ? ORDER BY rowid", (name, kind))
        )

    def drop(self, name: str, kind: KeptAs, *keys: str) -> None:
        """Forget what is kept by these keys."""
        rows = [(name, kind, key) for key in keys]
        self._file.executemany("DELETE FROM kept WHERE name = ? AND kind = ? AND key = ?", rows)

    def mark(self, name: str, mark: str) -> str:
        """What a bookmark says; empty if it was never set."""
        return (self.found(name, "mark", mark) or b"").decode()

    def value(self, name: str, mark: str, kind: type[Kept], usual: bytes) -> Kept:
        """What a bookmark says as JSON, as a value. usual: what it says where it was never set."""
        return decoded(kind, self.found(name, "mark", mark) or usual)

    def put_mark(self, name: str, mark: str, value: str) -> None:
        """Set a bookmark."""
        self.keep(name, "mark", mark, value.encode())

    def addresses(self, name: str) -> dict[str, str]:
        """Where letters of a game go, by seat."""
        return {seat: address.decode() for seat, address in sorted(self.kept(name, "address").items())}

    def put_address(self, name: str, seat: str, address: str) -> None:
        """Keep an address, where it is one: a letter to nowhere would hold up all the others."""
        with suppress(UnreadableError):
            self.keep(name, "address", seat, read_address(address).encode())

    def opening(self, commitment: str) -> Opening | None:
        """What was sealed under a commitment; None if it wasn't sealed here."""
        kept = self.found("", "seal", commitment)
        return None if kept is None else decoded(Opening, kept)

    def note_read(self, mail: Mail) -> None:
        """Note that a mail was dealt with: by its mark, or by the bookmark that moves past it."""
        if mail.bookmark is None:
            self.keep("", "mail", mail.mark)
        else:
            self.put_mark("", *mail.bookmark)
