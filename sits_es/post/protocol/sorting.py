"""Accepted packets sorted out into a ledger, whatever order they came in."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve
from msgspec import UNSET

from sits_es.mail.packet import Signed
from sits_es.post.protocol.bodies import Dispute, EventBundle
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.kinds import content_of, kind_of
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.rights import ALWAYS, ANYTIME
from sits_es.post.protocol.sealed_before import enter_what_was_sealed_before
from sits_es.post.protocol.witness import said_in

#: Kinds of packets that the ledger is made of.
ENTERED = ("seal", "reveal", "act", "record", "dispute", "deadline", "default", "ruling")
#: The same in games whose terms say what happens when people fail: every packet bears witness.
WITNESSED = (*ENTERED, "ack", "note", "bundle", "without", "share", "forfeit", "reseat", "readmit", "succession")
#: Kinds that go on to count whatever the turn.
LASTING = ("resign", "standing")
#: Kinds that count also where the game is played in another branch: who leaves, and what was sealed before it.
COUNTS_ASIDE = ("resign", "reveal")


def ledger_of(packets: Iterable[Signed], chain: Chain, since: int = 0) -> Ledger:
    """The ledger of a branch from accepted packets. One whose sender's record differs counts for nothing."""
    ledger = Ledger(since=since)
    ordered = sorted(packets, key=lambda each: (each.packet.sender, each.packet.number))
    enter_what_was_sealed_before(ledger, ordered, chain)
    for signed in ordered:
        packet = signed.packet
        head = packet.head
        ledger.witness.hear(packet)
        if packet.branch != chain.name or head is None:
            _resigned_before(ledger, signed, chain)
            continue
        body = content_of(signed)
        if counts_anywhere(body) or chain.holds(head):
            ledger.take(signed, body)
    return ledger


def counts_anywhere(body: Body) -> bool:
    """Whether a packet counts whatever record its sender had: words, receipts, and what is no part of the record."""
    if isinstance(body, EventBundle):
        return body.why == "compare"
    return kind_of(body) in (*ANYTIME, *ALWAYS, *LASTING) and not (
        isinstance(body, Dispute) and body.record is not UNSET
    )


def _resigned_before(ledger: Ledger, signed: Signed, chain: Chain) -> None:
    """Enter a resignation that was sent in a branch which the game has left: it is from the game."""
    packet = signed.packet
    forked = chain.forked.get(packet.branch)
    if packet.kind != "resign" or packet.head is None or forked is None:
        return
    said = said_in(signed, content_of(signed))
    back, head = chain.back_by(packet.sender, forked), min(packet.head.version, forked)
    if said is not None and not head < back:
        ledger.witness.resigned_before(evolve(said, head=head))
