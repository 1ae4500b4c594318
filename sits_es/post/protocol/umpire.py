"""The umpire's part: opening what was encrypted to him, and telling players what he resolved, to be checked by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sits_es.errors import GameError, UnreadableError
from sits_es.events import Event
from sits_es.game.events import OrdersDefaulted
from sits_es.game.moments import Moment
from sits_es.game.seals import Sealed, commitment
from sits_es.mail.packet import Signed
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat
from sits_es.post.protocol.bodies import EventBundle, Note, Opened, Seals, read_body
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.judgement import line_faults
from sits_es.post.protocol.ledger import Ledger, Seal
from sits_es.post.protocol.opening import read_fact, write_fact
from sits_es.post.protocol.progress import bundle_faults
from sits_es.post.protocol.seals import from_box, open_seal, umpire_of
from sits_es.post.receipts import TAKEN


def opened_by_umpire(desk: Desk, seat: Seat, chain: Chain, ledger: Ledger, player: str) -> Opened | None:
    """A player's orders for the exchange owed, the umpire's own among them; None while there are none."""
    seal = ledger.seal(player, chain.game.moment, chain)
    if seal is None:
        return None
    if player == seat.player:
        kept = desk.secrets.find(seal.commitment)
        return Opened(lines=kept.lines, nonce=kept.nonce.hex()) if kept else None
    try:
        return open_seal(seal, desk.identity(seat.identity))
    except UnreadableError:
        return None


def box_faults(desk: Desk, seat: Seat, chain: Chain, signed: Signed, body: Seals) -> Iterator[str]:
    """What is wrong with the orders that came encrypted with seals; only the umpire can see it.

    What is refused here counts as never sealed, so that a deadline takes care of it.
    """
    identity, player = desk.identity(seat.identity), signed.packet.sender
    for place, (moment, seal) in enumerate(zip(body.moments, body.seals, strict=True)):
        where = moment.written(chain.rules.steps)
        try:
            box = (body.box, place) if body.box is not None else None
            orders = open_seal(Seal(commitment=seal, head=-1, number=0, packet=signed.digest, box=box), identity)
            promise = Sealed(player=player, lines=orders.lines, nonce=bytes.fromhex(orders.nonce))
        except (GameError, ValueError) as fault:
            yield f"What {player} sends the umpire for {where} cannot be used: {fault}"
            continue
        if commitment(chain.game.root, chain.name, moment, promise) != seal:
            yield f"What {player} sends the umpire for {where} does not fit his seal."
        yield from line_faults(chain, player, moment, orders.lines)


def standing_orders(desk: Desk, seat: Seat, packets: list[Signed]) -> dict[str, tuple[str, ...]]:
    """Standing orders that players gave the umpire, the latest of each."""
    found: dict[str, tuple[str, ...]] = {}
    for signed in packets:
        body = read_body(signed.packet.kind, signed.packet.body)
        if isinstance(body, Note) and body.box is not None:
            try:
                inside = from_box(body.box, desk.identity(seat.identity))
            except UnreadableError:
                continue
            if isinstance(inside, list):
                found[signed.packet.sender] = tuple(str(line) for line in inside)
    return found


def bundle(desk: Desk, chain: Chain, after: int, why: str) -> EventBundle:
    """The record behind an event, to be sent."""
    recorded = desk.session.store.read(chain.name, after=after)
    events = tuple(write_fact(each.event) for each in recorded)
    digest = chain.digests[after]
    return EventBundle(after=after, digest=digest, events=events, why="resolved" if why == "resolved" else "compare")


def take_bundle(desk: Desk, seat: Seat, chain: Chain, ledger: Ledger, signed: Signed) -> list[str]:
    """Check what the umpire resolved and write it; everything wrong with it otherwise, and nothing is written."""
    body = read_body(signed.packet.kind, signed.packet.body)
    if not isinstance(body, EventBundle):
        raise TypeError(f"{signed.packet.title} is no bundle")
    if desk.session.store.command(chain.name, bytes.fromhex(signed.digest)) is not None:
        return []  # written before, and the program stopped before it could say so
    if body.after != chain.head.version or body.digest != chain.head.digest:
        return [f"The {signed.packet.title} goes on from event #{body.after}, this record from #{chain.head.version}."]
    try:
        events = [read_fact(each) for each in body.events]
        bound = {player for player in (seat.player, umpire_of(chain)) if player is not None}
        seals = known_seals(bound, chain, ledger)
        fold = desk.session.fold(chain.name).copy()
        faults = list(bundle_faults(fold, events, seals, bound))
        if faults or not events:
            return faults or [f"The {signed.packet.title} is empty."]
        command = bytes.fromhex(signed.digest)
        desk.session.append(chain.name, events, after=chain.head.version, command_id=command, fold=fold)
        for words in _left_out(desk, seat, chain, ledger, events):
            desk.journal.tell(seat.game, "difference", words, desk.clock())
    except (GameError, ValueError, TypeError, KeyError) as fault:
        return [f"The {signed.packet.title} holds what is no record of this game: {fault}"]
    return []


def _left_out(desk: Desk, seat: Seat, chain: Chain, ledger: Ledger, events: Iterable[Event]) -> Iterator[str]:
    """Exchanges that the umpire resolved as though one had not sealed them. Only he knows which letters reached him."""
    taken = {
        signed.packet.body["packet"]
        for signed in desk.journal.accepted(seat.game, kinds=("ack",))
        if signed.packet.sender == umpire_of(chain) and signed.packet.body["words"] == TAKEN
    }
    for fact in events:
        if not isinstance(fact, OrdersDefaulted) or fact.player != seat.player:
            continue
        moment = Moment(fact.turn, fact.segment)
        seal, where = ledger.seal(fact.player, moment, chain), moment.written(chain.rules.steps)
        if seal is not None:
            by = " and ".join(fact.by)
            said = f"{by} resolved {where} without your orders, which you had sealed with packet {seal.number}"
            receipt = f", though {by} gave a receipt for it" if seal.packet in taken else ""
            yield f"{said}{receipt}. If it came in time: sits dispute {chain.name} {where} WHY"


def known_seals(bound: Iterable[str], chain: Chain, ledger: Ledger) -> dict[tuple[str, Moment], str]:
    """Seals that stand here and that a bundle must keep: one's own, and those the umpire sent beforehand."""
    found: dict[tuple[str, Moment], str] = {}
    for player, moment in ledger.seals:
        seal = ledger.seal(player, moment, chain)
        if player in bound and seal is not None:
            found[player, moment] = seal.commitment
    return found


def told_upto(desk: Desk, seat: Seat, chain: Chain) -> int:
    """The last event that the umpire has told players of on this branch."""
    ends = [
        signed.packet.body["after"] + len(signed.packet.body["events"])
        for signed in desk.journal.accepted(seat.game, kinds=("bundle",))
        if signed.packet.sender == seat.player
        and signed.packet.branch == chain.name
        and signed.packet.body["why"] == "resolved"
    ]
    return max(ends, default=chain.shared)
