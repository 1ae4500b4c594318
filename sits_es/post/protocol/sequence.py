"""A packet at its place in its sender's own sequence: what it follows, what had been taken before it, and when.

Only in games whose terms say what happens when people fail; in others no packet says such things.
Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from attrs import frozen
from msgspec import UNSET

from sits_es.mail.packet import Packet, Signed
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.failures import Reseat, Share
from sits_es.post.protocol.fate import Fate, Judgement, refused, unless_two
from sits_es.post.protocol.hours import later
from sits_es.post.protocol.kinds import body_of, is_a_time
from sits_es.sentences import listed, utc

#: Hours by which a packet's time may be ahead of the clock here.
AHEAD: Final = 24


@frozen(kw_only=True)
class Arrived:
    """What is here when a packet is judged.

    last: a sender's last packet that has its number; before: the last that counts; holds: whether a packet is here, by
    sender, number and digest, be it the second of its number; counts: whether a player's packet of a digest is one that
    counts; missed: whether a packet of a sender, named first, waits for what it has taken of a player; twice: whether
    two packets of a player are here under one number, up to a number; now: the clock, UTC; key: the public key with
    which a packet must be signed.
    """

    last: Callable[[str], Signed | None]
    before: Callable[[str], Signed | None]
    holds: Callable[[str, int, str], bool]
    counts: Callable[[str, str], bool]
    missed: Callable[[str, str], bool]
    twice: Callable[[str, int], bool]
    now: str
    key: Callable[[Packet], str]


def place_faults(signed: Signed, body: Body, chain: Chain, arrived: Arrived | None) -> Iterator[Judgement]:
    """Why a packet cannot be seen to be its sender's next one; nothing where it is."""
    packet = signed.packet
    said = [each is not UNSET for each in (body.previous, body.taken, body.at)]
    if chain.terms is None:
        if any(said):
            yield refused(f"The {packet.title} says what came before it, and in this game no packet does.")
        return
    if not all(said) or body.taken is UNSET or body.at is UNSET:
        yield refused(f"The {packet.title} does not say what came before it and when it was written.")
        return
    last = arrived.last(packet.sender) if arrived is not None else None
    if last is not None and last.digest != body.previous:
        yield _waits(f"The {packet.title} follows another packet {packet.number - 1} than the one that is here")


def sequence_faults(packet: Packet, body: Body, chain: Chain, arrived: Arrived | None) -> Iterator[Judgement]:
    """What is wrong with what a packet says of its place, or what it waits for; nothing where all is well."""
    if chain.terms is None or body.taken is UNSET or body.at is UNSET:
        return
    others = [player for player in chain.game.people if player != packet.sender]
    if strange := sorted(player for player in body.taken if player not in others):
        yield refused(f"The {packet.title} names packets of {listed(strange)}, who is nobody else in this game.")
    if not is_a_time(body.at):
        yield refused(f"The {packet.title} names a date or an hour that does not exist.")
    elif arrived is not None:  # one's own is written in its place
        yield from _backward(packet, body, arrived)
        yield from _waiting(packet, body, arrived)


def _waiting(packet: Packet, body: Body, arrived: Arrived) -> Iterator[Judgement]:
    """What a packet waits for."""
    taken = {} if body.taken is UNSET else body.taken
    if body.at is not UNSET and body.at > later(arrived.now, AHEAD):
        yield _waits(f"The {packet.title} is dated {utc(body.at)}, more than a day ahead of the clock here")
    for player, (number, digest) in sorted(taken.items()):
        if not arrived.holds(player, number, digest):
            if not arrived.missed(packet.sender, player):
                continue
            yield _waits(f"{packet.sender} has taken packet {number} of {player}, which is not here")
        elif player == _about(body) and not any(arrived.counts(player, each) for each in (digest, *_shared(body))):
            yield _waits(f"{packet.sender} has taken another packet {number} of {player} than the one that counts here")


def _about(body: Body) -> str | None:
    """By whose packets, as its sender took them, a packet is judged: the player whose seal or seat it is about."""
    if isinstance(body, Share):
        return body.of
    return body.player if isinstance(body, Reseat) else None


def _shared(body: Body) -> Iterator[str]:
    """The packet with the seal of which a body is a share: where it counts, what followed it does not matter."""
    if isinstance(body, Share):
        yield body.packet


def _backward(packet: Packet, body: Body, arrived: Arrived) -> Iterator[Judgement]:
    """A time, or a packet taken, that is before what the sender's last packet says.

    Who goes over to other packets of somebody's has taken fewer of them: that is seen where both are here.
    """
    before = body_of(arrived.before(packet.sender))
    if before is None or before.at is UNSET or before.taken is UNSET or body.at is UNSET or body.taken is UNSET:
        return
    if body.at < before.at:
        yield refused(
            f"The {packet.title} is dated {utc(body.at)}, before {packet.sender}'s last packet, {utc(before.at)}."
        )
    taken = body.taken
    for player, (number, _) in sorted(before.taken.items()):
        now = taken[player][0] if player in taken else 0
        if now < number and not arrived.twice(player, number):
            said = f"packet {now} of {player}" if now else f"nothing of {player}"
            said = f"The {packet.title} has taken {said}; {packet.sender} had taken packet {number} before"
            yield unless_two(said, player)


def _waits(why: str) -> Judgement:
    return Judgement(fate=Fate.WAITS, why=why)
