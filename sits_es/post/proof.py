"""Proof that a game by mail was fair: every seal and reveal on record is in a packet that its player signed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from sits_es.events import Event
from sits_es.game.events import OrdersRevealed, OrdersSealed
from sits_es.game.state import Player
from sits_es.mail.packet import Signed, is_signed_by
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.facts import read_fact
from sits_es.post.desk.journal import Seat
from sits_es.post.protocol.bodies import EventBundle, Reveals, Seals, read_body


@frozen(kw_only=True)
class Proof:
    """What was proved. packets: signatures checked; facts: seals and reveals found in them; faults: what is not."""

    packets: int
    facts: int
    faults: tuple[str, ...]


def prove(desk: Desk, seat: Seat) -> Proof:
    """Check every signature of a game by mail, and the record against what was signed."""
    people = desk.session.fold(seat.branch).game.people
    packets = desk.journal.accepted(seat.game)
    faults = list(unsigned(packets, people))
    seals, nonces = signed_facts(packets)
    record = desk.session.facts(seat.branch)
    told = [fact for fact in record if isinstance(fact, OrdersSealed | OrdersRevealed)]
    faults += unproved(told, seals, nonces)
    return Proof(packets=len(packets), facts=len(told), faults=tuple(faults))


def unsigned(packets: Iterable[Signed], people: Mapping[str, Player]) -> Iterator[str]:
    """Packets that are not signed with the key on record."""
    for signed in packets:
        who = people.get(signed.packet.sender)
        if who is None or not is_signed_by(signed, who.key or ""):
            yield f"The {signed.packet.title} is not signed with {signed.packet.sender}'s key."


def signed_facts(packets: Iterable[Signed]) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Commitments and nonces in packets, each with who vouches for it: its player, or an umpire for all."""
    seals: set[tuple[str, str]] = set()
    nonces: set[tuple[str, str]] = set()
    for signed in packets:
        sender = signed.packet.sender
        if signed.packet.kind not in {"seal", "reveal", "bundle"}:
            continue
        body = read_body(signed.packet.kind, signed.packet.body)
        if isinstance(body, Seals):
            seals |= {(sender, seal) for seal in body.seals}
        elif isinstance(body, Reveals):
            nonces |= {(sender, opened.nonce) for opened in body.orders}
        elif isinstance(body, EventBundle) and body.why == "resolved":
            for fact in map(read_fact, body.events):
                if isinstance(fact, OrdersSealed):
                    seals.add((fact.player, fact.commitment))
                elif isinstance(fact, OrdersRevealed):
                    nonces.add((fact.player, fact.nonce))
    return seals, nonces


def unproved(facts: Iterable[Event], seals: set[tuple[str, str]], nonces: set[tuple[str, str]]) -> Iterator[str]:
    """Seals and reveals on record that nobody signed."""
    for fact in facts:
        if isinstance(fact, OrdersSealed) and (fact.player, fact.commitment) not in seals:
            yield f"{fact.turn}.{fact.segment}: no packet holds the seal of {fact.player} that is on record."
        elif isinstance(fact, OrdersRevealed) and (fact.player, fact.nonce) not in nonces:
            yield f"{fact.turn}.{fact.segment}: no packet holds the reveal of {fact.player} that is on record."
