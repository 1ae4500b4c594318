"""Accepted packets sorted out into a ledger, whatever order they came in."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve
from msgspec import UNSET

from sits_es.mail.packet import Signed
from sits_es.post.protocol.bodies import Act, Dispute, EventBundle, Reveals
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.commitments import seal_of_list
from sits_es.post.protocol.content import Body
from sits_es.post.protocol.failures import Without
from sits_es.post.protocol.kinds import kind_of, read_body
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.rights import ALWAYS, ANYTIME
from sits_es.post.protocol.witness import said_in

#: Kinds of packets that the ledger is made of.
ENTERED = ("seal", "reveal", "act", "record", "dispute", "deadline", "default", "ruling")
#: The same in games whose terms say what happens when people fail: every packet bears witness.
WITNESSED = (*ENTERED, "ack", "note", "bundle", "without", "share", "forfeit", "reseat", "readmit", "succession")
#: Kinds that go on to count whatever the turn.
LASTING = ("resign", "standing")


def ledger_of(packets: Iterable[Signed], chain: Chain, since: int = 0) -> Ledger:
    """The ledger of a branch from accepted packets. One whose sender's record differs counts for nothing."""
    ledger = Ledger(since=since)
    ordered = sorted(packets, key=lambda each: (each.packet.sender, each.packet.number))
    for signed in ordered:
        _sealed_before(ledger, signed, chain)
    for signed in ordered:
        packet = signed.packet
        head = packet.head
        ledger.witness.hear(packet)
        if packet.branch != chain.name or head is None:
            _resigned_before(ledger, signed, chain)
            continue
        body = read_body(packet.kind, packet.body)
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
    said = said_in(signed, read_body(packet.kind, packet.body))
    back, head = chain.back_by(packet.sender, forked), min(packet.head.version, forked)
    if said is not None and not head < back:
        ledger.witness.resigned_before(evolve(said, head=head))


def _sealed_before(ledger: Ledger, signed: Signed, chain: Chain) -> None:
    """Enter what a packet of the parent says for a branch that plays an exchange again without some players.

    Who signed that had revealed, or opens their seal in the signature: the lines stay as they are, and the new seal
    stands in it.
    """
    packet, put_out = signed.packet, chain.put_out
    if put_out is None or packet.branch != put_out.parent or packet.sender not in put_out.by:
        return
    body, moment = read_body(packet.kind, packet.body), put_out.moment
    if packet.head is None or not isinstance(body, Without | Reveals | Act) or moment not in body.moments:
        return
    if packet.head.version < put_out.before and not isinstance(body, Reveals):
        return
    if isinstance(body, Reveals):
        lines = body.orders[body.moments.index(moment)].lines
        if lines or (packet.sender, moment) not in ledger.bound:
            ledger.bound[packet.sender, moment] = lines
    elif isinstance(body, Act):
        ledger.bound[packet.sender, moment] = body.lines
    elif body.what == "reveal" and tuple(sorted(body.players)) == put_out.players and isinstance(body.seal, str):
        seal = seal_of_list(signed, body, body.seal, chain.name, put_out.version)
        ledger.seals.setdefault((packet.sender, moment), []).append(seal)
        if body.opened is not UNSET:
            ledger.bound.setdefault((packet.sender, moment), body.opened.lines)
