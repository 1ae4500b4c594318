"""The journal of the post: every packet that came or went and what became of it; not part of the game's record."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from attrs import field, frozen

from sits_es.mail.packet import Signed, read_packet
from sits_es.post.desk.notebook import TABLES
from sits_es.post.desk.same_number import SameNumber
from sits_es.store.sqlite.faults import TROUBLES

#: What became of a packet. void: refused, and it has its number; withdrawn: one's own, taken back unseen.
State = Literal["parked", "accepted", "refused", "void", "withdrawn"]

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


class Journal(SameNumber):
    """The journal of one folder. Use it in a `with` block; each method is one transaction."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            # receipts, which repeat a player's orders, wait here until they are written
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
        path.chmod(0o600)
        self._settled: Counter[str] = Counter()
        self._db = sqlite3.connect(path.absolute())
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.executescript(TABLES)
        except TROUBLES:
            self._db.close()
            raise

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
        turn: int = 0,
    ) -> bool:
        """Enter a packet. False, and nothing entered, when these very bytes are there already.

        turn: that it belongs to, where it says none itself.
        """
        packet = signed.packet
        named = packet.body.get("turn")
        said = named if isinstance(named, int) and named > 0 else turn  # one below 1 is none that there is
        with self._db:
            done = self._db.execute(
                "INSERT OR IGNORE INTO packets (mark, digest, game, branch, sender, number, kind, turn, state, why, "
                "against, mine, bytes, source, arrived_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    hashlib.sha256(signed.bytes).hexdigest(), signed.digest, packet.game, packet.branch, packet.sender,
                    packet.number, packet.kind, said, state, why, against, mine,
                    signed.bytes, source, at,
                ),
            )  # fmt: skip
        self._settled[packet.game] += state != "parked" and done.rowcount > 0
        return done.rowcount > 0

    def settle(self, signed: Signed, state: State, why: str = "", against: str | None = None, turn: int = 0) -> None:
        """Write down what became of a packet that was parked. turn: that it belongs to, where it says none itself."""
        mark = hashlib.sha256(signed.bytes).hexdigest()
        with self._db:
            self._db.execute(
                "UPDATE packets SET state = ?, why = ?, against = ?, turn = MAX(turn, ?) "
                "WHERE mark = ? AND state IN ('parked', 'withdrawn')",
                (state, why, against, turn, mark),
            )
        self._settled[signed.packet.game] += state != "parked"

    def park_again(self, signed: Signed) -> None:
        """Let a packet that was refused be judged again: the key that it is signed with counts now."""
        mark = hashlib.sha256(signed.bytes).hexdigest()
        with self._db:
            self._db.execute(
                "UPDATE packets SET state = 'parked', why = '', against = NULL WHERE mark = ? AND state = 'refused'",
                (mark,),
            )

    def withdraw(self, game: str, sender: str, number: int, why: str = "") -> None:
        """Take back what a sender's packets said from a number on; they are kept."""
        with self._db:
            self._db.execute(
                "UPDATE packets SET state = 'withdrawn', why = ? "
                "WHERE game = ? AND sender = ? AND number >= ? AND state IN ('accepted', 'void')",
                (why, game, sender, number),
            )
        self._settled[game] += 1

    def holds(self, signed: Signed) -> bool:
        """Whether these very bytes are here, whatever became of them."""
        mark = hashlib.sha256(signed.bytes).hexdigest()
        return self._db.execute("SELECT 1 FROM packets WHERE mark = ?", (mark,)).fetchone() is not None

    def seen(self, game: str) -> tuple[int, int]:
        """What tells whether packets were settled meanwhile: by other programs, and in a game through this journal."""
        (others,) = self._db.execute("PRAGMA data_version").fetchone()
        return others, self._settled[game]

    def find(self, digest: str) -> Signed | None:
        """The packet of a digest; an accepted one before any other."""
        row = self._db.execute(
            "SELECT bytes FROM packets WHERE digest = ? ORDER BY state <> 'accepted', arrival LIMIT 1", (digest,)
        ).fetchone()
        return read_packet(row[0]) if row else None

    def accepted(
        self,
        game: str,
        *,
        turn: int = 0,
        kinds: Sequence[str] = (),
        sender: str | None = None,
        after: int = 0,
        void: bool = False,
    ) -> list[Signed]:
        """Accepted packets of a game by sender and number.

        turn: only of this turn or later; kinds, sender: only these; after: only higher numbers; void: void ones too.
        """
        query = "SELECT bytes FROM packets WHERE game = ? AND state IN ('accepted', ?) AND turn >= ? AND number > ?"
        values: list[str | int] = [game, "void" if void else "accepted", turn, after, *kinds]
        if kinds:
            query += f" AND kind IN ({', '.join('?' * len(kinds))})"
        if sender is not None:
            query, values = query + " AND sender = ?", [*values, sender]
        found = self._db.execute(query + " ORDER BY sender, number", values).fetchall()
        return [read_packet(row[0]) for row in found]

    def is_void(self, signed: Signed) -> bool:
        """Whether a packet has its number, and was refused."""
        row = self._db.execute(
            "SELECT 1 FROM packets WHERE mark = ? AND state = 'void'", (hashlib.sha256(signed.bytes).hexdigest(),)
        ).fetchone()
        return row is not None

    def has_its_number(self, game: str, sender: str, digest: str) -> bool:
        """Whether a sender's packet of a digest has its number, accepted or void."""
        row = self._db.execute(
            "SELECT 1 FROM packets WHERE game = ? AND sender = ? AND digest = ? AND state IN ('accepted', 'void')",
            (game, sender, digest),
        ).fetchone()
        return row is not None

    def at(self, game: str, sender: str, number: int) -> Signed | None:
        """The packet that has a sender's number, accepted or void."""
        row = self._db.execute(
            "SELECT bytes FROM packets WHERE game = ? AND sender = ? AND number = ? AND state IN ('accepted', 'void')",
            (game, sender, number),
        ).fetchone()
        return read_packet(row[0]) if row else None

    def last_number(self, game: str, sender: str) -> int:
        """The number of a sender's last packet that has its number, 0 for none: there are no gaps."""
        row = self._db.execute(
            "SELECT MAX(number) FROM packets WHERE game = ? AND sender = ? AND state IN ('accepted', 'void')",
            (game, sender),
        ).fetchone()
        return int(row[0] or 0)

    def last(self, game: str, sender: str) -> Signed | None:
        """A sender's last packet that has its number."""
        return self.at(game, sender, self.last_number(game, sender))

    def newest(self, game: str, sender: str, without: str = "") -> Signed | None:
        """A sender's last accepted packet. without: that is not of this kind."""
        row = self._db.execute(
            "SELECT bytes FROM packets WHERE game = ? AND sender = ? AND state = 'accepted' AND kind <> ? "
            "ORDER BY number DESC LIMIT 1",
            (game, sender, without),
        ).fetchone()
        return read_packet(row[0]) if row else None

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

    def entries(
        self,
        game: str,
        states: Sequence[State] = ("accepted", "parked", "refused", "void"),
        *,
        kind: str | None = None,
        turn: int = 0,
    ) -> list[Entry]:
        """Packets of a game with what became of them, in order of arrival. kind, turn: only these; later turns too."""
        marks = ", ".join("?" * len(states))
        rows = self._db.execute(
            f"SELECT {_ROW} FROM packets WHERE game = ? AND state IN ({marks}) "  # noqa: S608 -- marks
            "AND (? IS NULL OR kind = ?) AND turn >= ? ORDER BY arrival",
            (game, *states, kind, kind, turn),
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

    def at_hand(self) -> list[Seat]:
        """Every game that is played by mail here and not put away."""
        return [seat for seat in self.seats() if not self.archived(seat.game)]

    def sit(self, seat: Seat) -> None:
        """Take a place, or change it."""
        with self._db:
            self._db.execute(
                "REPLACE INTO seats VALUES (?, ?, ?, ?, ?)",
                (seat.game, seat.player, seat.identity, seat.invite, seat.branch),
            )
