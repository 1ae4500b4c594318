"""Packets of the journal counted and dated: how many wait here of whom, and when each came."""

from __future__ import annotations

from sits_es.mail.packet import Signed, read_packet
from sits_es.post.desk.notebook import Notebook


class Counts(Notebook):
    """What the journal says of packets besides what became of them."""

    def count_parked(self, game: str, sender: str, number: int | None = None) -> int:
        """How many packets of a sender are parked; number: only under this one."""
        query = (
            "SELECT COUNT(*) FROM packets WHERE game = ? AND state = 'parked' AND sender = ? "
            "AND number = IFNULL(?, number)"
        )
        return int(self._db.execute(query, (game, sender, number)).fetchone()[0])

    def count_parked_uninvited(self) -> int:
        """How many packets are parked of games to which no invitation is here."""
        query = "SELECT COUNT(*) FROM packets WHERE state = 'parked' AND game NOT IN (SELECT game FROM seats)"
        return int(self._db.execute(query).fetchone()[0])

    def forget_uninvited(self, keep: int) -> None:
        """Forget the oldest parked packets of games to which no invitation is here. keep: so many stay."""
        with self._db:
            self._db.execute(
                "DELETE FROM packets WHERE arrival IN (SELECT arrival FROM packets WHERE state = 'parked' "
                "AND game NOT IN (SELECT game FROM seats) ORDER BY arrival DESC LIMIT -1 OFFSET ?)",
                (keep,),
            )

    def came(self, game: str, sender: str, after: int) -> list[tuple[Signed, str | None]]:
        """Packets of a sender that have their higher numbers, accepted or void, and when each came."""
        query = (
            "SELECT bytes, arrived_at FROM packets WHERE game = ? AND sender = ? AND number > ? "
            "AND state IN ('accepted', 'void')"
        )
        rows = self._db.execute(query + " ORDER BY number", (game, sender, after)).fetchall()
        return [(read_packet(content), at) for content, at in rows]
