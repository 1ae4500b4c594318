"""The branch that a ruling makes the game: it leaves the old one before the exchange that was disputed."""

from __future__ import annotations

from sits_es.game.events import GameForked
from sits_es.game.moments import Moment
from sits_es.post.desk.desk import Desk
from sits_es.post.protocol.agreements import forks, ruling_fact
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.ledger import Ledger


def open_branch(desk: Desk, chain: Chain, ledger: Ledger) -> str | None:
    """Open the branch of a ruling that all signed, and give its name; None while there is none.

    It is sealed and seeded anew from there on: nobody shops for rolls.
    """
    for ruling, by in forks(chain, ledger):
        branch = ruling.branch or ""
        about = Moment(ruling.about_turn, ruling.about_segment)
        opened = desk.session.course(chain.name).at(about).opened
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
        if desk.session.store.head(branch).version >= 0:
            own = list(desk.session.store.read(branch, after=opened, upto=opened + len(facts)))
            if [each.event for each in own] == facts:
                return branch  # opened before, and the program stopped before it could go over
            continue
        desk.session.store.fork(branch, chain.name, opened, facts, recorded_at=desk.clock())
        return branch
    return None
