"""Where a game stands in somebody's folder."""

from __future__ import annotations

from attrs import field, frozen

from sits_es.post.desk.desk import Desk
from sits_es.post.replica import replica_of
from sits_es.rules.moments import Moment


@frozen(kw_only=True)
class Where:
    """Where a replica stands. digests: of the record up to each event; end: words of the game's end, or None."""

    branch: str
    digests: tuple[str, ...] = field(repr=False)
    done: bool
    end: str | None

    @property
    def version(self) -> int:
        """The number of the last event, counted from nought."""
        return len(self.digests) - 1

    @property
    def head(self) -> str:
        """The digest of the whole record."""
        return self.digests[-1]

    def keeps(self, before: Where) -> bool:
        """Whether all that stood there before stands there now. After an end nothing more comes.

        On the same branch, or on one that left it later, as all had signed before their letters arrived.
        """
        if before.end is not None:
            return self == before
        return self.digests[: before.version + 1] == before.digests


def where(desk: Desk, goal: Moment) -> Where | None:
    """Where the game stands on a desk; None where it is not there. goal: the exchange from which on it is done."""
    if desk.journal.seat("duel") is None or not desk.started(desk.seat("duel")):
        return None
    chain = replica_of(desk, desk.seat("duel")).chain()
    over = chain.game.ended is not None
    done, end = over or chain.game.moment >= goal, str(chain.game.ended) if over else None
    return Where(branch=chain.name, digests=chain.digests, done=done, end=end)
