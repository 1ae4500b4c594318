"""Packets of the journal that claim one number: which count, which were set aside, and a change of that."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence

from sits_es.mail.packet import Signed, read_packet
from sits_es.post.desk.counts import Counts


class SameNumber(Counts):
    """What the journal knows of several packets under one number."""

    _settled: Counter[str]

    def doubles(self, game: str) -> list[tuple[Signed, Signed]]:
        """Packets under one number of one sender: the one that counts, and others that were refused, maybe forged."""
        return self._pairs(game, "accepted", "void")

    def doubles_that_wait(self, game: str) -> list[tuple[Signed, Signed]]:
        """The same where the first waits, as it is to count instead of what was refused; both may be forged."""
        return self._pairs(game, "parked", "parked")

    def _pairs(self, game: str, *states: str) -> list[tuple[Signed, Signed]]:
        """Packets under one number. states: the two in which the one is that was not refused."""
        rows = self._db.execute(
            "SELECT one.bytes, other.bytes FROM packets one JOIN packets other "
            "ON other.game = one.game AND other.sender = one.sender AND other.number = one.number "
            "WHERE one.game = ? AND one.state IN (?, ?) AND other.state = 'refused' AND other.digest <> one.digest "
            "ORDER BY one.sender, one.number, one.digest, other.digest",
            (game, *states),
        ).fetchall()
        return [(read_packet(one), read_packet(other)) for one, other in rows]

    def is_contested(self, signed: Signed) -> bool:
        """Whether another packet under the number of one was refused."""
        packet = signed.packet
        row = self._db.execute(
            "SELECT 1 FROM packets WHERE game = ? AND sender = ? AND number = ? AND state = 'refused' AND digest <> ?",
            (packet.game, packet.sender, packet.number, signed.digest),
        ).fetchone()
        return row is not None

    def go_over(self, counts: Signed, other: Sequence[Signed], why: str, again: Sequence[Signed] = ()) -> None:
        """Refuse a sender's packets from a number on after all, and look at others again. why: in words.

        again: packets of others that are to be judged again.
        """
        packet = counts.packet
        with self._db:
            self._db.execute(
                "UPDATE packets SET state = 'refused', why = ?, against = ? "
                "WHERE game = ? AND sender = ? AND number >= ? AND state IN ('accepted', 'void')",
                (why, other[0].digest, packet.game, packet.sender, packet.number),
            )
            self._park((*other, *again))
        self._settled[packet.game] += 1

    def judge_again(self, packets: Sequence[Signed]) -> None:
        """Let packets of others be judged again, as other packets than before count."""
        with self._db:
            self._park(packets)
        self._settled.update(signed.packet.game for signed in packets)

    def _park(self, packets: Iterable[Signed]) -> None:
        self._db.executemany(
            "UPDATE packets SET state = 'parked', why = '', against = NULL WHERE mark = ?",
            [(hashlib.sha256(signed.bytes).hexdigest(),) for signed in packets],
        )

    def kept_of(self, game: str, sender: str, number: int) -> list[Signed]:
        """A sender's packets from a number on, whatever became of them."""
        rows = self._db.execute(
            "SELECT bytes FROM packets WHERE game = ? AND sender = ? AND number >= ? ORDER BY number, arrival",
            (game, sender, number),
        ).fetchall()
        return [read_packet(row[0]) for row in rows]

    def not_counting(self, game: str, sender: str) -> list[Signed]:
        """Packets of one's own that don't count here, in order of number: withdrawn, or refused as they came back."""
        rows = self._db.execute(
            "SELECT bytes FROM packets WHERE game = ? AND sender = ? AND state IN ('refused', 'withdrawn') "
            "ORDER BY number, arrival",
            (game, sender),
        ).fetchall()
        return [read_packet(row[0]) for row in rows]

    def made_here(self, game: str, sender: str, number: int) -> bool:
        """Whether all packets of a sender that count, from a number on, were made in this folder."""
        row = self._db.execute(
            "SELECT 1 FROM packets WHERE game = ? AND sender = ? AND number >= ? AND state = 'accepted' "
            "AND source <> ''",
            (game, sender, number),
        ).fetchone()
        return row is None

    def has_set_aside(self, game: str, sender: str) -> bool:
        """Whether any packets of a sender don't count here: refused, or one's own that were withdrawn."""
        row = self._db.execute(
            "SELECT 1 FROM packets WHERE game = ? AND sender = ? AND state IN ('refused', 'withdrawn')", (game, sender)
        ).fetchone()
        return row is not None

    def set_aside(self, game: str, sender: str, number: int, digest: str) -> list[Signed]:
        """Packets of a place and digest that don't count: refused, or one's own that were withdrawn."""
        rows = self._db.execute(
            "SELECT bytes FROM packets WHERE game = ? AND sender = ? AND number = ? AND digest = ? "
            "AND state IN ('refused', 'withdrawn')",
            (game, sender, number, digest),
        ).fetchall()
        return [read_packet(row[0]) for row in rows]
