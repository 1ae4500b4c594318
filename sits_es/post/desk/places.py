"""Packets at their places in the journal: the last of each sender, and two that claim one number."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

import msgspec

from sits_es.mail.packet import LastEvent, Packet, Signed, is_signed_by
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.given_up import need_not_come
from sits_es.post.desk.made_again import is_made_again
from sits_es.post.desk.seat_keys import key_at
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.kinds import taken_by
from sits_es.post.protocol.sequence import Arrived
from sits_es.post.protocol.terms import Terms

#: How long one waits for packets that others have, or say they have, at most.
PATIENCE: Final = timedelta(days=3)


def doubles_of(desk: Desk, chain: Chain, game: str) -> list[tuple[Signed, Signed]]:
    """Two packets under one number, both signed by their sender for this very game: the one first that counts.

    Or that is to count, and waits for what it follows from. None in games whose terms do not say what happens when
    people fail.
    """
    waiting = desk.journal.doubles_that_wait(game) if chain.terms is not None else []
    theirs = [pair for pair in waiting if all(_is_theirs(desk, chain, each) for each in pair)]
    return [*counted_doubles_of(desk, chain, game), *theirs]


def counted_doubles_of(desk: Desk, chain: Chain, game: str) -> list[tuple[Signed, Signed]]:
    """Those of them of which the first one counts."""
    if chain.terms is None:
        return []
    return [pair for pair in desk.journal.doubles(game) if _is_theirs(desk, chain, pair[1])]


def _is_theirs(desk: Desk, chain: Chain, signed: Signed) -> bool:
    """Whether a packet is signed by one of the people of a game, for this very game."""
    packet, people = signed.packet, chain.game.people
    if packet.sender not in people or packet.body.get("mark") != chain.mark:
        return False
    return is_signed_by(signed, key_at(desk, packet.game, people, packet.sender, packet.number))


def arrived_at(desk: Desk, chain: Chain, game: str) -> Arrived:
    """What a packet's place among others is judged by."""
    journal, me = desk.journal, desk.seat(game).player

    def counts(player: str, digest: str) -> bool:
        return chain.game.play != "peers" or journal.has_its_number(game, player, digest)

    def holds(player: str, number: int, digest: str) -> bool:
        # with an umpire players have none of each other's packets, and an umpire's folder is rebuilt letter by letter
        unseen = chain.game.play != "peers" and player != me
        return unseen or is_here(desk, chain, game, player, number, digest)

    def twice(player: str, number: int) -> bool:
        return has_two(desk, chain, game, player, number)

    def key(packet: Packet) -> str:
        return key_at(desk, game, chain.game.people, packet.sender, packet.number)

    def missed(sender: str, player: str) -> bool:
        return player != me or not is_lost(desk, chain, game, me, sender)

    now = write_time(read_time(desk.clock()))
    return Arrived(
        last=lambda player: journal.last(game, player),
        before=lambda player: journal.newest(game, player),
        holds=holds,
        counts=counts,
        missed=missed,
        twice=twice,
        now=now,
        key=key,
    )


def is_lost(desk: Desk, chain: Chain, game: str, me: str | None, sender: str) -> bool:
    """Whether packets of one's own that somebody says they had are gone for good, so that nothing waits for them."""
    terms = chain.terms
    if need_not_come(desk, game, me, sender):
        return True
    return terms is not None and sender in chain.game.umpires and is_made_again(desk, game, me, sender, how_long(terms))


def is_here(desk: Desk, chain: Chain, game: str, player: str, number: int, digest: str) -> bool:
    """Whether a player's packet of a number and digest has come here, be it the second one under its number."""
    found = desk.journal.at(game, player, number)
    if found is not None and found.digest == digest:
        return True
    key = key_at(desk, game, chain.game.people, player, number)
    aside = desk.journal.set_aside(game, player, number, digest)
    if has_two(desk, chain, game, player, number):  # it may follow the other of the two, and wait for ever
        aside += [each for each in desk.journal.parked(game, player, number) if each.digest == digest]
    return any(each.packet.body.get("mark") == chain.mark and is_signed_by(each, key) for each in aside)


def has_two(desk: Desk, chain: Chain, game: str, player: str, number: int) -> bool:
    """Whether two packets of a player are here under one number, up to a number."""
    doubles = doubles_of(desk, chain, game)
    return any(first.packet.sender == player and first.packet.number <= number for first, _ in doubles)


def waits_for_own(desk: Desk, chain: Chain, game: str, me: str) -> bool:
    """Whether packets of one's own came back that cannot be judged yet, as others are missing.

    Where those are one's own, only for a while: they may be lost, or somebody keeps them back.
    """
    terms = chain.terms
    waiting = [each for each in desk.journal.entries(game, ("parked",)) if each.signed.packet.sender == me]
    if terms is None or not waiting:
        return False
    last = desk.journal.last(game, me)
    if last is None or any(each.signed.packet.body.get("previous") == last.digest for each in waiting):
        return True
    since = min(read_time(each.arrived_at or desk.clock()) for each in waiting)
    return read_time(desk.clock()) < since + how_long(terms)


def told_of(desk: Desk, chain: Chain, game: str, me: str) -> Iterator[tuple[str, int]]:
    """Whose packets say that they had taken a packet of one's own that is not here, with its number.

    Only for a while: nobody can keep another silent by saying so.
    """
    terms = chain.terms
    if terms is None:
        return
    arrived, now = arrived_at(desk, chain, game), read_time(desk.clock())
    patience = how_long(terms)
    stale: set[str] = set()
    for entry in desk.journal.entries(game, ("parked",)):
        packet = entry.signed.packet
        named = taken_by(entry.signed, me)
        if packet.sender in (me, *stale) or packet.sender not in chain.game.people or not named:
            continue
        if not arrived.missed(packet.sender, me):
            continue
        if packet.body.get("mark") != chain.mark or arrived.holds(me, named[0], named[1]):
            continue
        if not is_signed_by(entry.signed, arrived.key(packet)):
            continue
        if entry.arrived_at is None or now < read_time(entry.arrived_at) + patience:
            yield packet.sender, named[0]
        else:
            stale.add(packet.sender)


def how_long(terms: Terms) -> timedelta:
    """How long one waits for packets that others say they have."""
    return min(PATIENCE, timedelta(hours=terms.hours) / 2)


def lacked_by(desk: Desk, chain: Chain, game: str, me: str) -> dict[str, tuple[int, str]]:
    """Others' packets that one's own last one says were taken, and that are not here: the last of each.

    So it is in a folder that is an older copy, whose own packets came back. Only with an umpire: among peers those wait
    for what they name.
    """
    own = desk.journal.last(game, me)
    taken = own.packet.body.get("taken") if own is not None and chain.game.play == "umpired" else None
    if chain.terms is None or not isinstance(taken, dict):
        return {}
    return {
        player: (number, digest)
        for player, (number, digest) in sorted(taken.items())
        if desk.journal.last_number(game, player) < number and not has_two(desk, chain, game, player, number)
    }


def in_its_place(desk: Desk, chain: Chain, game: str, me: str, body: Body) -> Body:
    """A body with the game's mark, and with what its sender had sent and taken before it, and the time.

    The time never goes back, nor does what was taken, where what came back of one's own names it. Only the mark in
    games whose terms do not say what happens when people fail.
    """
    body = msgspec.structs.replace(body, mark=chain.mark)
    if chain.terms is None:
        return body
    last = {player: desk.journal.last(game, player) for player in chain.game.people}
    own = last.pop(me)
    taken = {player: (each.packet.number, each.digest) for player, each in last.items() if each is not None}
    before = [own.packet.body["at"]] if own is not None and "at" in own.packet.body else []
    return msgspec.structs.replace(
        body,
        previous=own.digest if own is not None else "0" * 64,
        taken=taken | lacked_by(desk, chain, game, me),
        at=max([write_time(read_time(desk.clock())), *before]),
    )


def turn_of(chain: Chain, head: LastEvent | None) -> int:
    """The turn that a packet belongs to which says none itself: that of its head, in games where each counts."""
    if head is None or chain.terms is None:
        return 0
    if head.version > chain.head.version:
        return chain.game.moment.turn + 1  # its sender has come further: it is looked at in the turn after this one too
    owed = chain.owed.get(head.version)
    return owed.turn if owed is not None else chain.game.moment.turn


def digest_at(desk: Desk, name: str, version: int) -> str | None:
    """The digest of a branch's record up to an event; None where it has none, or there is no such branch."""
    opened = desk.session.open_game(name) if desk.session.has(name) else None
    return opened.events(version, version)[0].digest if opened is not None and opened.head.version >= version else None
