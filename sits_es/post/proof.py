"""Proof that a game by mail was fair: every seal, reveal, act and record is in a packet that its player signed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import Factory, define, frozen

from sits_es.events import Event
from sits_es.game.events import FactsRecorded, OrdersGiven, OrdersRevealed, OrdersSealed
from sits_es.mail.packet import Packet, Signed, is_signed_by
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.facts import read_fact
from sits_es.post.desk.journal import Seat
from sits_es.post.desk.seat_keys import key_at
from sits_es.post.leaving import stated
from sits_es.post.protocol.bodies import Act, EventBundle, Record, Reveals, Seals
from sits_es.post.protocol.carried import carried_by
from sits_es.post.protocol.failures import Forfeit
from sits_es.post.protocol.kinds import content_of, said
from sits_es.post.protocol.terms import terms_of
from sits_es.post.protocol.witness import Witness
from sits_es.rules.moments import Moment
from sits_es.rules.system import System

#: Facts that somebody must have signed.
SIGNED = (OrdersSealed, OrdersRevealed, OrdersGiven, FactsRecorded)


@frozen(kw_only=True)
class Proof:
    """What was proved. packets: signatures checked; facts: seals, reveals, acts and records looked for in them.

    faults: what is not proved, in words; statements: forfeits that were offered, which prove what one of two signed and
    no more.
    """

    packets: int
    facts: int
    faults: tuple[str, ...]
    statements: tuple[str, ...] = ()


def prove(desk: Desk, seat: Seat) -> Proof:
    """Check every signature of a game by mail, and the record against what was signed."""
    opened = desk.session.open_game(seat.branch)
    fold = opened.fold()
    packets = desk.journal.accepted(seat.game)
    people, careful = fold.game.people, terms_of(fold.game) is not None
    if careful:
        packets = list({each.digest: each for each in (*packets, *carried_by(packets))}.values())
    faults = list(unsigned(packets, lambda each: key_at(desk, seat.game, people, each.sender, each.number)))
    told = [fact for fact in opened.facts() if isinstance(fact, SIGNED)]
    faults += unproved(told, signed_facts(packets, vouches=not careful), fold.system)
    statements = tuple(offers_of_the_end(packets, fold.system))
    return Proof(packets=len(packets), facts=len(told), faults=tuple(faults), statements=statements)


def offers_of_the_end(packets: Iterable[Signed], rules: System) -> Iterator[str]:
    """Forfeits as what they are: a statement signed by one of two, or by both. rules: of the game, to write moments."""
    witness = Witness()
    for signed in packets:
        if signed.packet.kind == "forfeit":
            witness.take(signed, content_of(signed))
    for moment in sorted(witness.forfeits):
        signed_here = [(each, each.body) for each in witness.forfeits[moment] if isinstance(each.body, Forfeit)]
        for offer, body in signed_here:
            if offer.player == body.player:
                continue
            both = any(each.player == body.player and said(other) == said(body) for each, other in signed_here)
            by = f"{body.player} signed it too" if both else f"It is a statement signed by {offer.player} alone"
            yield f"{stated(rules, offer, body)} {by}."


def unsigned(packets: Iterable[Signed], key: Callable[[Packet], str]) -> Iterator[str]:
    """Packets that are not signed with the key that counts for them. key: that one; empty for a stranger's."""
    for signed in packets:
        if not is_signed_by(signed, key(signed.packet)):
            yield f"The {signed.packet.title} is not signed with {signed.packet.sender}'s key."


@define
class Vouched:
    """What stands in packets, each with who vouches for it: its player, or an umpire for all.

    seals: commitments; nonces; acts: lines given in the open, by exchange; records: facts entered, by who signed them.
    """

    seals: set[tuple[str, str]] = Factory(set)
    nonces: set[tuple[str, str]] = Factory(set)
    acts: set[tuple[str, Moment, tuple[str, ...]]] = Factory(set)
    records: set[tuple[str, Moment, str, tuple[str, ...]]] = Factory(set)

    def take(self, fact: Event) -> None:
        """A fact that an umpire told, and signed with the bundle that tells it."""
        if isinstance(fact, OrdersSealed):
            self.seals.add((fact.player, fact.commitment))
        elif isinstance(fact, OrdersRevealed):
            self.nonces.add((fact.player, fact.nonce))
        elif isinstance(fact, OrdersGiven):
            self.acts.add((fact.player, Moment(fact.turn, fact.segment), fact.lines))
        elif isinstance(fact, FactsRecorded):
            at = Moment(fact.turn, fact.segment)
            self.records |= {(by, at, fact.player, fact.lines) for by in fact.by}


def signed_facts(packets: Iterable[Signed], *, vouches: bool = True) -> Vouched:
    """Everything in packets that stands on record as somebody's own.

    vouches: whether an umpire's word is enough for others' seals and open orders; in games whose bundles carry the
    packets of players it proves only what the players themselves never send, such as their nonces.
    """
    found = Vouched()
    for signed in packets:
        sender = signed.packet.sender
        if signed.packet.kind not in {"seal", "reveal", "act", "record", "bundle"}:
            continue
        match content_of(signed):
            case Seals(seals=seals):
                found.seals |= {(sender, seal) for seal in seals}
            case Reveals(orders=orders):
                found.nonces |= {(sender, opened.nonce) for opened in orders}
            case Act() as act:
                found.acts.add((sender, act.moment, act.lines))
                found.nonces |= {(sender, act.nonce)} if act.nonce is not None else set()
            case Record() as record:
                found.records.add((sender, record.moment, record.player, record.lines))
            case EventBundle(why="resolved", events=events):
                for fact in map(read_fact, events):
                    if vouches or not isinstance(fact, OrdersSealed | OrdersGiven):
                        found.take(fact)
    return found


def unproved(facts: Iterable[Event], vouched: Vouched, rules: System) -> Iterator[str]:
    """Seals, reveals, acts and records on record that nobody signed. rules: of the game, to write moments."""
    for fact in facts:
        if not isinstance(fact, SIGNED):
            continue
        moment = Moment(fact.turn, fact.segment)
        where = rules.label(moment)
        if isinstance(fact, OrdersSealed) and (fact.player, fact.commitment) not in vouched.seals:
            yield f"{where}: no packet holds the seal of {fact.player} that is on record."
        elif isinstance(fact, OrdersRevealed) and (fact.player, fact.nonce) not in vouched.nonces:
            yield f"{where}: no packet holds the reveal of {fact.player} that is on record."
        elif isinstance(fact, OrdersGiven):
            if (fact.player, moment, fact.lines) not in vouched.acts:
                said = f"{where}: no packet holds the orders of {fact.player}"
                yield f"{said} that are on record as given in the open."
        elif isinstance(fact, FactsRecorded):
            for by in fact.by:
                if (by, moment, fact.player, fact.lines) not in vouched.records:
                    said = f"{where}: no packet of {by} holds the record of {fact.player}"
                    yield f"{said} that {by} is said to have signed."
