"""Packets at their places in the journal: the last of each sender, and two that claim one number."""

from __future__ import annotations

import msgspec

from sits_es.mail.packet import LastEvent, Packet, Signed, is_signed_by
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.seat_keys import key_at
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.sequence import Arrived
from sits_es.post.protocol.terms import terms_of


def doubles_of(desk: Desk, chain: Chain, game: str) -> list[tuple[Signed, Signed]]:
    """Two packets under one number, both signed by their sender for this very game: the one that counts first.

    None in games whose terms do not say what happens when people fail.
    """
    if terms_of(chain.game) is None:
        return []
    return [
        (first, second)
        for first, second in desk.journal.doubles(game)
        if second.packet.sender in chain.game.people
        and second.packet.body.get("mark") == chain.mark
        and is_signed_by(second, key_at(desk, game, chain.game.people, second.packet.sender, second.packet.number))
    ]


def arrived_at(desk: Desk, chain: Chain, game: str) -> Arrived:
    """What a packet's place among others is judged by."""
    journal = desk.journal

    def holds(player: str, number: int, digest: str) -> bool:
        found = journal.at(game, player, number)
        if found is not None and found.digest == digest:
            return True
        return any(second.digest == digest for _, second in doubles_of(desk, chain, game))

    def key(packet: Packet) -> str:
        return key_at(desk, game, chain.game.people, packet.sender, packet.number)

    now = write_time(read_time(desk.clock()))
    return Arrived(
        last=lambda player: journal.last(game, player),
        before=lambda player: journal.newest(game, player),
        holds=holds,
        now=now,
        key=key,
    )


def in_its_place(desk: Desk, chain: Chain, game: str, me: str, body: Body) -> Body:
    """A body with the game's mark, and with what its sender had sent and taken before it, and the time.

    The time never goes back. Only the mark in games whose terms do not say what happens when people fail.
    """
    body = msgspec.structs.replace(body, mark=chain.mark)
    if terms_of(chain.game) is None:
        return body
    last = {player: desk.journal.last(game, player) for player in chain.game.people}
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
    if head.version > chain.head.version:
        return chain.game.moment.turn + 1  # its sender has come further: it is looked at in the turn after this one too
    owed = chain.owed.get(head.version)
    return owed.turn if owed is not None else 0


def digest_at(desk: Desk, name: str, version: int) -> str | None:
    """The digest of a branch's record up to an event; None where it has none, or there is no such branch."""
    session = desk.session
    if not session.has(name) or session.head(name).version < version:
        return None
    return session.events(name, version, version)[0].digest
