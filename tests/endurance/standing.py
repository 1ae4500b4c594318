"""Where a game stands in somebody's folder."""

from __future__ import annotations

from attrs import frozen

from sits_es.post.desk.desk import Desk
from sits_es.post.replica import replica_of
from sits_es.rules.moments import Moment


@frozen(kw_only=True)
class Where:
    """Where a replica stands. end: words of the game's end, or None."""

    branch: str
    version: int
    head: str
    done: bool
    end: str | None


def where(desk: Desk, goal: Moment) -> Where | None:
    """Where the game stands on a desk; None where it is not there. goal: the exchange from which on it is done.

    Where programs go on by themselves, nobody having orders to give, it is not done yet.
    """
    if desk.journal.seat("duel") is None or not desk.started(desk.seat("duel")):
        return None
    chain = replica_of(desk, desk.seat("duel")).chain()
    over = chain.game.ended is not None
    owed, end = chain.game.owed, str(chain.game.ended) if over else None
    done = over or (chain.game.moment >= goal and owed is not None and bool(owed.orders_by))
    return Where(branch=chain.name, version=chain.head.version, head=chain.head.digest, done=done, end=end)


def holds(desk: Desk, found: Where) -> bool:
    """Whether the record on a desk holds all that one held that stood somewhere: it goes on from there, if at all."""
    chain = replica_of(desk, desk.seat("duel")).chain()
    return chain.name == found.branch and chain.digests[found.version : found.version + 1] == (found.head,)
