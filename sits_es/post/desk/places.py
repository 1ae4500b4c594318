"""Packets at their places in the journal: the last of each sender, and two that claim one number."""

from __future__ import annotations

import msgspec

from sits_es.mail.packet import Signed, is_signed_by
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Journal
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.sequence import Arrived
from sits_es.post.protocol.terms import terms_of


def doubles_of(journal: Journal, chain: Chain, game: str) -> list[tuple[Signed, Signed]]:
    """Two packets under one number, both signed by their sender for this very game: the one that counts first.

    None in games whose terms do not say what happens when people fail.
    """
    if terms_of(chain.game) is None:
        return []
    return [
        (first, second)
        for first, second in journal.doubles(game)
        if (who := chain.game.people.get(second.packet.sender)) is not None
        and second.packet.body.get("mark") == chain.mark
        and is_signed_by(second, who.key or "")
    ]


def arrived_at(desk: Desk, chain: Chain, game: str) -> Arrived:
    """What a packet's place among others is judged by."""
    journal = desk.journal

    def holds(player: str, number: int, digest: str) -> bool:
        found = journal.at(game, player, number)
        if found is not None and found.digest == digest:
            return True
        return any(second.digest == digest for _, second in doubles_of(journal, chain, game))

    now = write_time(read_time(desk.clock()))
    return Arrived(last=lambda player: journal.last(game, player), holds=holds, now=now)


def in_its_place(desk: Desk, chain: Chain, game: str, me: str, body: Body) -> Body:
    """A body of one's next packet, with what one had sent and taken before it, and the time."""
    last = {player: desk.journal.last(game, player) for player in chain.game.people}
    own = last.pop(me)
    before = [own.packet.body["at"]] if own is not None and "at" in own.packet.body else []
    return msgspec.structs.replace(
        body,
        previous=own.digest if own is not None else "0" * 64,
        taken={player: (each.packet.number, each.digest) for player, each in last.items() if each is not None},
        at=max([write_time(read_time(desk.clock())), *before]),
    )
