"""The umpire's part: opening what was encrypted to the umpire, and telling players what was resolved, to be checked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from sits_es.errors import GameError, UnreadableError
from sits_es.events import Event
from sits_es.game.events import FactsRecorded, OrdersDefaulted, OrdersGiven, OrdersSealed
from sits_es.game.exchanges import Walk
from sits_es.game.fold import Fold
from sits_es.game.seals import Sealed, commitment
from sits_es.game.verify import STUMBLES, check_exchange
from sits_es.mail.packet import LastEvent, Packet, Signed
from sits_es.post.protocol.acting import coming, nonce_alone, seal_packets
from sits_es.post.protocol.bodies import EventBundle, Note, Opened, Seals
from sits_es.post.protocol.boxes import Unbox
from sits_es.post.protocol.chain import SECOND, Chain
from sits_es.post.protocol.content import ReadFact, Written
from sits_es.post.protocol.entries import unsigned
from sits_es.post.protocol.errands import Append, Errand, Post, Tell
from sits_es.post.protocol.kinds import read_body
from sits_es.post.protocol.ledger import Ledger, seals_in
from sits_es.post.protocol.seals import Find, from_box, line_faults, open_seal, umpire_of, unsealed_by
from sits_es.rules.moments import Moment
from sits_es.sentences import typed

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
        where = chain.rules.written(moment)
        try:
            orders = open_seal(seal, unbox)
            promise = Sealed(player=player, lines=orders.lines, nonce=bytes.fromhex(orders.nonce))
        except (GameError, ValueError) as fault:
            yield f"What {player} sends the umpire for {where} cannot be used: {fault}"
            continue
        if commitment(chain.game.root, chain.name, moment, promise) != seal.commitment:
            yield f"What {player} sends the umpire for {where} does not fit the seal."
        yield from line_faults(chain, player, moment, orders.lines, version)
        if chain.protocol < SECOND or not orders.lines:
            continue
        # as the game stood for its sender: an exchange that is over here by now was still to come there
        owed = coming(chain.game if version is None else chain.game_at(version), moment)
        if owed is None or nonce_alone(owed, player):
            yield f"What {player} sends the umpire for {where} holds orders, and a nonce is all that is sealed there."


def standing_orders(notes: Iterable[Signed], unbox: Unbox) -> dict[str, tuple[str, ...]]:
    """Standing orders that players gave the umpire, the latest of each."""
    found: dict[str, tuple[str, ...]] = {}
    for signed in notes:
        body = read_body(signed.packet.kind, signed.packet.body)
        if isinstance(body, Note) and body.box is not None:
            try:
                inside = from_box(body.box, unbox)
            except UnreadableError:
                continue
            if isinstance(inside, list):
                found[signed.packet.sender] = tuple(str(line) for line in inside)
    return found


def report_and_seal(
    chain: Chain, ledger: Ledger, me: str, told: int, record: Callable[[int], Sequence[Written]]
) -> list[Errand]:
    """An umpire sends what is resolved, and seals what comes next, before anybody orders it.

    told: the last event that players were told of; record: facts after an event, as packets carry them.
    """
    if told < chain.head.version:
        body = bundle(chain, told, "resolved", record(told))
        return [Post(body=body, head=LastEvent(told, chain.digests[told]))]
    if chain.game.ended is not None:
        return []
    return seal_packets(chain, unsealed_by(chain, ledger, me))


def bundle(chain: Chain, after: int, why: Literal["resolved", "compare"], facts: Sequence[Written]) -> EventBundle:
    """The record after an event, to be sent. facts: all of them."""
    return EventBundle(after=after, digest=chain.digests[after], events=tuple(facts), why=why)


def told_upto(chain: Chain, own: Iterable[Signed]) -> int:
    """The last event that the umpire has told players of on this branch. own: the umpire's bundles."""
    ends = [
        signed.packet.body["after"] + len(signed.packet.body["events"])
        for signed in own
        if signed.packet.branch == chain.name and signed.packet.body["why"] == "resolved"
    ]
    return max(ends, default=chain.shared)


def check_bundle(
    chain: Chain,
    ledger: Ledger,
    me: str | None,
    signed: Signed,
    body: EventBundle,
    read: ReadFact,
    receipts: Callable[[], Collection[str]],
) -> tuple[list[str], list[Errand]]:
    """Check what the umpire resolved: everything wrong with it, or what to write where nothing is.

    read: reads a fact; receipts: digests of packets of one's own that the umpire says were taken.
    """
    if body.after != chain.head.version or body.digest != chain.head.digest:
        said = f"The {signed.packet.title} goes on from event #{body.after}, this record from #{chain.head.version}."
        return [said], []
    try:
        facts = [read(each) for each in body.events]
        bound = {player for player in (me, umpire_of(chain)) if player is not None}
        faults, fold = held_to_the_rules(chain.fold, facts, known_seals(bound, chain, ledger), bound, chain.walk)
        faults += [*_not_given(chain, ledger, me, facts), *unsigned(chain, ledger, me, facts)]
        if faults or not facts:
            return faults or [f"The {signed.packet.title} is empty."], []
        left_out = [Tell(kind="difference", words=words) for words in _left_out(chain, ledger, me, facts, receipts)]
    except (GameError, *STUMBLES) as fault:
        return [no_record(signed.packet, fault)], []
    command = bytes.fromhex(signed.digest)
    return [], [Append(after=body.after, facts=tuple(facts), fold=fold, command=command), *left_out]


def no_record(packet: Packet, fault: Exception) -> str:
    """Say that a bundle cannot be part of the record."""
    return f"The {packet.title} does not hold a record of this game: {fault}"


def _left_out(
    chain: Chain, ledger: Ledger, me: str | None, facts: Iterable[Event], receipts: Callable[[], Collection[str]]
) -> Iterator[str]:
    """Exchanges that the umpire resolved as though one had not sealed them: only the umpire knows what arrived."""
    for fact in facts:
        if not isinstance(fact, OrdersDefaulted) or fact.player != me:
            continue
        moment = Moment(fact.turn, fact.segment)
        owed, where = coming(chain.game, moment), chain.rules.written(moment)
        in_the_open = owed is not None and nonce_alone(owed, fact.player)
        sent = (ledger.act if in_the_open else ledger.seal)(fact.player, moment, chain)
        if sent is not None:
            by, how = " and ".join(fact.by), "given" if in_the_open else "sealed"
            said = f"{by} resolved {where} without your orders, which you had {how} with packet {sent.number}"
            receipt = f", though {by} gave a receipt for it" if sent.packet in receipts() else ""
            yield f"{said}{receipt}. If it came in time: sits dispute {typed(chain.name)} {where} WHY"


def _not_given(chain: Chain, ledger: Ledger, me: str | None, facts: Iterable[Event]) -> Iterator[str]:
    """Orders that an umpire says one gave in the open, and that one did not give so."""
    for fact in facts:
        if isinstance(fact, OrdersGiven) and fact.player == me:
            act = ledger.act(fact.player, Moment(fact.turn, fact.segment), chain)
            if act is None or act.body.lines != fact.lines:
                where = chain.rules.written(Moment(fact.turn, fact.segment))
                yield f"{where}: the orders of {me} are not those that {me} gave in the open."


def known_seals(bound: Iterable[str], chain: Chain, ledger: Ledger) -> dict[tuple[str, Moment], str]:
    """Seals that are known here and that a bundle must keep: one's own, and those the umpire sent beforehand."""
    found: dict[tuple[str, Moment], str] = {}
    for player, moment in ledger.seals:
        seal = ledger.seal(player, moment, chain)
        if player in bound and seal is not None:
            found[player, moment] = seal.commitment
    return found


def held_to_the_rules(
    fold: Fold,
    facts: Sequence[Event],
    seals: Mapping[tuple[str, Moment], str],
    bound: Collection[str],
    walk: Walk,
) -> tuple[list[str], Fold]:
    """Everything in which a bundle is not what the rules give, or breaks a seal that was sent; and the game after it.

    fold: the game before it, which stays as it is; seals: commitments that are known here, by player and exchange;
    bound: players whose seals must be these; walk: how far along its exchanges the record has come.
    """
    faults: list[str] = []
    for stretch in stretches(facts, walk):
        at, redone = fold.game.moment, None
        where = fold.system.written(at)
        if any(isinstance(fact, OrdersSealed | FactsRecorded) for fact in stretch):
            redone = check_exchange(fold.game, stretch)
            faults += redone.faults
        for fact in stretch:
            if isinstance(fact, OrdersSealed) and fact.player in bound:
                known = seals.get((fact.player, at))
                if known is None:
                    faults.append(f"{where}: {fact.player} had not sent a seal before.")
                elif known != fact.commitment:
                    faults.append(f"{where}: the seal of {fact.player} is not the one that was sent.")
        fold = (redone.fold if redone is not None else None) or fold.copy().add_all(stretch)
    return faults, fold


def stretches(facts: Iterable[Event], walk: Walk) -> Iterator[list[Event]]:
    """Facts cut before each exchange's first seal and each entry. walk: as it stands before them."""
    current: list[Event] = []
    for fact in facts:
        begins = isinstance(fact, FactsRecorded) or (isinstance(fact, OrdersSealed) and not walk.sealed)
        if begins and current:
            yield current
            current = []
        current.append(fact)
        walk = walk.past(fact)
    if current:
        yield current
