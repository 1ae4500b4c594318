"""The umpire's part: opening what was encrypted to the umpire, and telling players what was resolved, to be checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from msgspec import UNSET

from sits_es.errors import GameError, UnreadableError
from sits_es.game.seals import Sealed, commitment
from sits_es.mail.packet import LastEvent, Packet, Signed
from sits_es.post.protocol.acting import nonce_alone, seal_packets, upcoming
from sits_es.post.protocol.bodies import EventBundle, Note, Seals
from sits_es.post.protocol.boxes import Unbox
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.commitments import seals_in
from sits_es.post.protocol.content import Opened, Written
from sits_es.post.protocol.errands import Errand, Post
from sits_es.post.protocol.fate import Fate, Judgement, refused
from sits_es.post.protocol.kinds import content_of
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.seals import Find, from_box, line_faults, open_seal, umpire_of, unsealed_by

#: What a receipt of an umpire says to everybody.
TAKEN = "came"
NOT_TAKEN = "came and was not taken"


def opened_by_umpire(chain: Chain, ledger: Ledger, me: str, player: str, find: Find, unbox: Unbox) -> Opened | None:
    """A player's orders for the exchange owed, the umpire's own among them; None while there are none."""
    seal = ledger.seal(player, chain.game.moment, chain)
    if seal is None:
        return None
    if player == me:
        kept = find(seal.commitment)
        return kept.opened() if kept else None
    try:
        return open_seal(seal, unbox)
    except UnreadableError:
        return None


def box_faults(chain: Chain, signed: Signed, body: Seals, unbox: Unbox, version: int | None = None) -> Iterator[str]:
    """What is wrong with the orders that came encrypted with a player's seals; only the umpire can see it.

    version: of the last event that the player knew, by default the record's own. What is refused here counts
    as never sealed, so that a deadline takes care of it.
    """
    player = signed.packet.sender
    for moment, seal in seals_in(signed, body):
        where = chain.rules.label(moment)
        try:
            orders = open_seal(seal, unbox)
            promise = Sealed(player=player, lines=orders.lines, nonce=bytes.fromhex(orders.nonce))
        except (GameError, ValueError) as fault:
            yield f"What {player} sends the umpire for {where} cannot be used: {fault}"
            continue
        if commitment(chain.game.root, chain.name, moment, promise) != seal.commitment:
            yield f"What {player} sends the umpire for {where} does not fit the seal."
        yield from line_faults(chain, player, moment, orders.lines, version)
        if not orders.lines:
            continue
        # as the game stood for its sender: an exchange that is over here by now was still to come there
        owed = upcoming(chain.game if version is None else chain.game_at(version), moment)
        if owed is None or nonce_alone(owed, player):
            yield f"What {player} sends the umpire for {where} holds orders, and a nonce is all that is sealed there."


def standing_orders(notes: Iterable[Signed], unbox: Unbox) -> dict[str, tuple[str, ...]]:
    """Standing orders that players gave the umpire, the latest of each."""
    found: dict[str, tuple[str, ...]] = {}
    for signed in notes:
        body = content_of(signed)
        if isinstance(body, Note) and body.box is not None:
            try:
                inside = from_box(body.box, unbox)
            except UnreadableError:
                continue
            if isinstance(inside, list):
                found[signed.packet.sender] = tuple(str(line) for line in inside)
    return found


def report_and_seal(
    chain: Chain,
    ledger: Ledger,
    me: str,
    told: int,
    record: Callable[[int], Sequence[Written]],
    carry: Callable[[int], tuple[str, ...]] = lambda _: (),
) -> list[Errand]:
    """An umpire sends what is resolved, and seals what comes next, before anybody orders it.

    told: the last event that players were told of; record: facts after an event, as packets carry them; carry: players'
    packets that such a bundle carries.
    """
    if told < chain.head.version:
        body = bundle(chain, told, "resolved", record(told), carry(told))
        return [Post(body=body, head=LastEvent(told, chain.digests[told]))]
    if chain.game.ended is not None:
        return []
    return seal_packets(chain, unsealed_by(chain, ledger, me))


def bundle(
    chain: Chain,
    after: int,
    why: Literal["resolved", "compare"],
    facts: Sequence[Written],
    packets: tuple[str, ...] = (),
) -> EventBundle:
    """The record after an event, to be sent. facts: all of them; packets: in which players signed what is in them."""
    return EventBundle(after=after, digest=chain.digests[after], events=tuple(facts), why=why, packets=packets)


def told_upto(chain: Chain, own: Iterable[Signed]) -> int:
    """The last event that the umpire has told players of on this branch. own: the umpire's bundles."""
    ends = [
        signed.packet.body["after"] + len(signed.packet.body["events"])
        for signed in own
        if signed.packet.branch == chain.name and signed.packet.body["why"] == "resolved"
    ]
    return max(ends, default=chain.shared)


def before_the_umpire(packet: Packet, body: Seals, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """A player's seals for exchanges whose umpire's seal their sender did not have: the umpire seals first.

    Whoever opens all seals could otherwise choose the dice. version: of the event that the packet names.
    """
    umpire, sender = umpire_of(chain), packet.sender
    if umpire is None or umpire == sender or chain.terms is None:
        return
    number, _ = body.taken.get(umpire, (0, "")) if body.taken is not UNSET else (0, "")
    if number > ledger.numbers.get(umpire, 0):
        yield Judgement(fate=Fate.WAITS, why=f"{sender} has packets of {umpire} up to {number}, which are not here")
        return
    for moment in body.moments:
        if ledger.seal_known(umpire, moment, chain, version, number) is None:
            where = chain.rules.label(moment)
            yield refused(f"{sender} seals {where} without having the seal of {umpire} for it, which comes first.")
