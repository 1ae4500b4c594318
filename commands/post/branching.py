"""The branch that a ruling makes the game: it leaves the old one before the exchange that was disputed."""

from __future__ import annotations

from commands.exchanges import exchanges
from commands.post.agreeing import forks, ruling_fact
from commands.post.chain import Chain
from commands.post.desk import Desk
from commands.post.ledger import Ledger
from commands.table import steps_of
from sits_es.game.events import GameForked
from sits_es.game.moments import Moment


def open_branch(desk: Desk, chain: Chain, ledger: Ledger) -> str | None:
    """Open the branch of a ruling that all signed, and give its name; None while there is none.

    It is sealed and seeded anew from there on: nobody shops for rolls.
    """
    for ruling, by in forks(chain, ledger):
        branch = ruling.branch or ""
        record = desk.table.record(chain.name)
        about = Moment(ruling.about_turn, ruling.about_segment)
        opened = next(each.opened for each in exchanges(record, steps_of(record)) if each.moment == about)
        forked = GameForked(
            turn=about.turn,
            segment=about.segment,
            branch=branch,
            parent=chain.name,
            at_version=opened,
            at_digest=chain.digests[opened],
            what_if=False,
        )
        facts = [forked, ruling_fact(ruling, by, about)]
        if desk.table.store.head(branch).version >= 0:
            own = list(desk.table.store.read(branch, after=opened, upto=opened + len(facts)))
            if [each.event for each in own] == facts:
                return branch  # opened before, and the program stopped before it could go over
            continue
        desk.table.store.fork(branch, chain.name, opened, facts, recorded_at=desk.clock())
        return branch
    return None
