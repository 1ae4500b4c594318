"""A packet of one's own in its place: what its sender had sent and taken before it, when, and to which turn it belongs.

Only in games whose terms say what happens when people fail.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sits_es.mail.packet import LastEvent
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.terms import terms_of


def in_its_place(desk: Desk, game: str, me: str, people: Sequence[str], body: Body) -> Body:
    """A body with what its sender had sent and taken before it, and the time, which never goes back."""
    last = {player: desk.journal.last(game, player) for player in people}
    own = last.pop(me)
    before = [own.packet.body["at"]] if own is not None and "at" in own.packet.body else []
    return msgspec.structs.replace(
        body,
        previous=own.digest if own is not None else "0" * 64,
        taken={player: (each.packet.number, each.digest) for player, each in last.items() if each is not None},
        at=max([write_time(read_time(desk.clock())), *before]),
    )


def turn_of(chain: Chain, head: LastEvent | None) -> int:
    """The turn that a packet belongs to which says none itself: that of its head, in games where each counts."""
    if head is None or terms_of(chain.game) is None:
        return 0
    owed = chain.owed.get(head.version)
    return owed.turn if owed is not None else 0
