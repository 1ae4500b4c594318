"""The drawer: what a program keeps of games by mail beside the record, in a private SQLite file. It judges nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, TypeVar, cast

import msgspec
from msgspec import Struct

from sits_es.disk import is_blank, private_file
from sits_es.errors import UnreadableError
from sits_es.mail.letters import read_address
from sits_es.mail.sources import Mail
from sits_es.post.log.entries import Entry
from sits_es.post.log.packets import Invite, Opening, Signed, write_part
from sits_es.store.sqlite.faults import TROUBLES

#: Tables with long rows have row numbers; without them each row would take a page of its own.
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
    """A stored value. digest: as it was then. Raises DatabaseError, like any damage to the file."""
    try:
        found = msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, UnicodeError) as fault:
        raise sqlite3.DatabaseError(str(fault)) from fault
    if digest is not None:
        vars(found)["digest"] = digest
    return found


class GameHere(Struct, frozen=True, kw_only=True):
    """A game by mail here. name: its root on record; me, key: seat and identity; first: its first entry's digest."""

    name: str
    me: str | None
    key: str | None
    invite: Signed
    first: str | None = None
    away: bool = False

    @property
    def begun(self) -> bool:
        """Whether it has begun here and the player has a seat in it."""
        return self.me is not None and self.first is not None

    @property
    def offer(self) -> Invite:
        """What the invitation offers."""
        return cast("Invite", self.invite.body)


@lru_cache
def _game(content: bytes) -> GameHere:
    """A game, read once: commands ask for it again and again."""
    return decoded(GameHere, content)


class Drawer:
    """The file, until it is closed. Everything written between two `save`s is stored together or not at all.

    The first write creates it; until then nothing is stored in memory instead.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._is_new = is_blank(path)
        self._db = self._connected(":memory:" if self._is_new else path.absolute())

    def _connected(self, path: Path | str) -> sqlite3.Connection:
        db = sqlite3.connect(path, timeout=30)
        try:
            # a commit is final only if no power cut can bring its journal back
            db.execute("PRAGMA synchronous=EXTRA")
            db.executescript(_TABLES)
        except TROUBLES:
            db.close()
            raise
        return db

    @property
    def _file(self) -> sqlite3.Connection:
        """The file, to write to."""
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
        """Changes once another program has written."""
        return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Everything read inside is of one moment, whatever another program writes meanwhile."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.rollback()

    def begin(self) -> int:
        """Lock the file until `save`, as two programs must not sign at once. Its `version`."""
        if not self._file.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")
        return self.version

    def save(self) -> None:
        """Store what was written."""
        self._db.commit()

    # games

    def games(self) -> list[GameHere]:
        """All games by mail, by name."""
        rows = self._db.execute("SELECT value FROM kept WHERE kind = 'game' ORDER BY name")
        return [_game(value) for (value,) in rows]

    def put_game(self, game: GameHere) -> None:
        """Store a game in place of what was known of it."""
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
        """When each of them came, in UTC minutes, by digest."""
        return dict(self._db.execute("SELECT digest, at FROM packets WHERE name = ? AND NOT logged", (name,)))

    def packet(self, digest: str) -> Signed | None:
        """A packet that came, logged or not."""
        row = self._db.execute("SELECT content FROM packets WHERE digest = ? LIMIT 1", (digest,)).fetchone()
        return None if row is None else decoded(Signed, *row)

    def put_packet(self, name: str, packet: Signed, at: int) -> bool:
        """Store a packet. at: when it came, in UTC minutes. Whether it is new."""
        row = (name, packet.digest, write_part(packet), at)
        return self._file.execute("INSERT OR IGNORE INTO packets VALUES (?, ?, ?, ?, 0)", row).rowcount > 0

    def drop_packet(self, name: str, digest: str) -> None:
        """Forget a packet that is of no use any more."""
        self._file.execute("DELETE FROM packets WHERE name = ? AND digest = ?", (name, digest))

    def mark_logged(self, name: str, digests: Iterable[str], *, logged: bool) -> None:
        """Note which packets the log holds."""
        rows = [(logged, name, digest) for digest in digests]
        self._file.executemany("UPDATE packets SET logged = ? WHERE name = ? AND digest = ?", rows)

    # everything else that is stored. name: a game's, or empty

    def keep(self, name: str, kind: KeptAs, key: str, value: bytes = b"") -> None:
        """Store something in place of what that key held."""
        self._file.execute("REPLACE INTO kept VALUES (?, ?, ?, ?)", (kind, name, key, value))

    def found(self, name: str, kind: KeptAs, key: str) -> bytes | None:
        """What a key holds, or None."""
        ask = "SELECT value FROM kept WHERE name = ? AND kind = ? AND key = ?"
        row = self._db.execute(ask, (name, kind, key)).fetchone()
        return None if row is None else bytes(row[0])

    def kept(self, name: str, kind: KeptAs) -> dict[str, bytes]:
        """Everything of a kind, by key, in the order in which it came."""
        return dict(
            self._db.execute("SELECT key, value FROM kept WHERE name = ? AND kind = ? ORDER BY rowid", (name, kind))
        )

    def drop(self, name: str, kind: KeptAs, *keys: str) -> None:
        """Forget what these keys hold."""
        rows = [(name, kind, key) for key in keys]
        self._file.executemany("DELETE FROM kept WHERE name = ? AND kind = ? AND key = ?", rows)

    def mark(self, name: str, mark: str) -> str:
        """What a bookmark says; empty if it was never set."""
        return (self.found(name, "mark", mark) or b"").decode()

    def value(self, name: str, mark: str, kind: type[Kept], usual: bytes) -> Kept:
        """What a bookmark says in JSON, as a value. usual: what it says before it is set."""
        return decoded(kind, self.found(name, "mark", mark) or usual)

    def put_mark(self, name: str, mark: str, value: str) -> None:
        """Set a bookmark."""
        self.keep(name, "mark", mark, value.encode())

    def addresses(self, name: str) -> dict[str, str]:
        """Where letters of a game go, by seat."""
        return {seat: address.decode() for seat, address in sorted(self.kept(name, "address").items())}

    def put_address(self, name: str, seat: str, address: str) -> None:
        """Store an address if it is valid: one bad address would hold up all letters."""
        with suppress(UnreadableError):
            self.keep(name, "address", seat, read_address(address).encode())

    def opening(self, commitment: str) -> Opening | None:
        """What was sealed under a commitment; None if it was not sealed here."""
        kept = self.found("", "seal", commitment)
        return None if kept is None else decoded(Opening, kept)

    def note_read(self, mail: Mail) -> None:
        """Note that a mail was dealt with: by its mark, or by the bookmark that moves past it."""
        if mail.bookmark is None:
            self.keep("", "mail", mail.mark)
        else:
            self.put_mark("", *mail.bookmark)
