"""Seats that change hands between two exchanges, and players who are signed in again.

A seat's new key counts from the packet after the last one of the old key that counts, once everybody who must has
signed; the record says so with the exchange. Rule: house, for play by mail: "Ways out".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen
from msgspec import UNSET

from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.game.events import PlayerReadmitted, SeatTaken
from sits_es.mail.addresses import read_address
from sits_es.mail.locks import can_be_encrypted_to
from sits_es.mail.packet import Packet
from sits_es.post.protocol.agreements import deciders, is_on_record, may_enter, void_since
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import Body, Person
from sits_es.post.protocol.failures import Readmission, Reseat
from sits_es.post.protocol.fate import Fate, Judgement, refused
from sits_es.post.protocol.kinds import said
from sits_es.post.protocol.leaving import TWO
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.missing import time_is_up
from sits_es.post.protocol.parts import Upto
from sits_es.post.protocol.without import gone
from sits_es.post.protocol.witness import Said
from sits_es.rules.moments import Moment
from sits_es.sentences import listed


@frozen(kw_only=True)
class NewKey:
    """A seat's new key, once all who must have signed it. after: the number of the old key's last packet that counts.

    person: who has the seat from there on; by: who signed it, by id.
    """

    after: int
    person: Person
    by: tuple[str, ...]


def seat_facts(chain: Chain, ledger: Ledger, moment: Moment, upto: Upto = None) -> Iterator[Event]:
    """Who is signed in again and whose seat has a new key, as facts of an exchange, in an order alike everywhere.

    upto: numbers of packets up to which they count, by sender.
    """
    turn, segment = moment.turn, moment.segment
    for player, signed in readmitted(chain, ledger, upto).items():
        if {*deciders(chain.game)} <= {*signed}:
            yield PlayerReadmitted(turn=turn, segment=segment, player=player, by=tuple(sorted(signed)))
    yield from (fact for _, fact in _keys_at(chain, ledger, moment, upto))


def readmitted(chain: Chain, ledger: Ledger, upto: Upto = None) -> dict[str, dict[str, Said]]:
    """Who signed which players in again since they are out, by player and by who signed, in order of id.

    A signature holds until it goes on record, whatever exchange it was signed at: while nobody seals, or facts alone
    are entered, no exchange is played. upto: numbers of packets up to which they count, by sender.
    """
    found: dict[str, dict[str, Said]] = {}
    for moment in sorted(ledger.witness.seats):
        for each in ledger.witness.seats[moment]:
            player = each.body.player if isinstance(each.body, Readmission) else ""
            since = chain.back_by(player, chain.head.version)
            known = upto is None or each.number <= upto.get(each.player, 0)
            if player in chain.game.out and each.head > since and known:
                found.setdefault(player, {})[each.player] = each
    return {player: dict(sorted(found[player].items())) for player in sorted(found)}


def new_keys(chain: Chain, ledger: Ledger, moment: Moment, upto: Upto = None) -> Iterator[NewKey]:
    """Seats that change hands at an exchange: signed by all, or by all others after the time was missed."""
    yield from (key for key, _ in _keys_at(chain, ledger, moment, upto))


def _keys_at(chain: Chain, ledger: Ledger, moment: Moment, upto: Upto = None) -> Iterator[tuple[NewKey, SeatTaken]]:
    """Seats that change hands at an exchange, each with the fact that says so."""
    found: list[Event] = []
    for about in may_enter(chain, ledger.witness.seats, moment):
        for body, signed in _signed(ledger, about, void_since(chain, about), upto):
            if not isinstance(body, Reseat):
                continue
            player, others, by = body.player, {*deciders(chain.game)} - {body.player}, tuple(sorted(signed))
            if not others <= {*signed} or not (player in signed or without_the_old_key(chain, ledger, body, signed)):
                continue
            name, key = body.seat.name, body.seat.key
            fact = SeatTaken(turn=moment.turn, segment=moment.segment, player=player, name=name, key=key, by=by)
            if not is_on_record(chain, fact, about, moment, found):
                found.append(fact)
                after = max(body.last[0], signed[player].number if player in signed else 0)
                yield NewKey(after=after, person=body.seat, by=by), fact


def without_the_old_key(chain: Chain, ledger: Ledger, body: Reseat, signed: dict[str, Said]) -> bool:
    """Whether a seat can change hands although its old key has not signed: of two peers the other alone can't say."""
    still = chain.game.still_in
    if body.player not in still:
        return True
    alone = chain.game.play == "peers" and len(still) <= TWO
    return not alone and all(missed(chain, ledger, body, each) for each in signed.values())


def _signed(ledger: Ledger, moment: Moment, since: int, upto: Upto = None) -> list[tuple[Body, dict[str, Said]]]:
    """What was signed about seats at an exchange, each with its signatures by who signed.

    since: the first event that a signature may name.
    """
    found = dict[str, tuple[Body, dict[str, Said]]]()
    for each in ledger.witness.seats.get(moment, ()):
        if each.head >= since and (upto is None or each.number <= upto.get(each.player, 0)):
            found.setdefault(repr(sorted(said(each.body).items())), (each.body, {}))[1][each.player] = each
    return [found[name] for name in sorted(found)]


def missed(chain: Chain, ledger: Ledger, body: Reseat, signature: Said) -> bool:
    """Whether a signature came after its signer's time for the exchange, and the seat's player owes something there."""
    term = time_is_up(chain, ledger, body.moment, signature.head, signature.player, body.player)
    return term is not None and signature.at >= term and _owed(chain, ledger, body, signature)


def _owed(chain: Chain, ledger: Ledger, body: Reseat, signature: Said) -> bool:
    """Whether no seal of the old key was there by its last packet or, once its signer had all seals, no reveal."""
    moment, last, version = body.moment, body.last[0], signature.head
    seal = ledger.seal_known(body.player, moment, chain, version, last)
    if seal is None:
        return True
    if ledger.opened_with.get((body.player, seal.commitment), last + 1) <= last:
        return False
    upto = {player: signature.had(player) for player in chain.game.people} | {signature.player: signature.number}
    owed = chain.game_at(version).owed
    if owed is None or owed.moment != moment:
        return False
    out = gone(chain, ledger, owed, version, upto)
    needed = (player for player in chain.game_at(version).sealers_of(owed) if player not in out)
    return all(ledger.seal_known(player, moment, chain, version, upto[player]) is not None for player in needed)


def seat_faults(packet: Packet, body: Body, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """What is wrong with a proposal about a seat, or a signature under one."""
    if not isinstance(body, Readmission | Reseat):
        return
    game, sender, player = chain.game_at(version), packet.sender, body.player
    if isinstance(body, Readmission):
        if player not in game.out:
            yield refused(f"{sender} signs {player} in again, who is not out of {packet.game}.")
    else:
        yield from _reseat_faults(packet, body, ledger, chain, version)
    if sender not in deciders(game) and sender != player:
        yield refused(f"{sender} signs a {packet.kind}, which is for {listed(deciders(game))} to sign.")
    if ledger.shown(sender, body.moment, chain, version):
        yield refused(f"{sender} signs a {packet.kind} for an exchange whose orders they have already revealed.")


def _reseat_faults(packet: Packet, body: Reseat, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    game, sender, player, seat = chain.game_at(version), packet.sender, body.player, body.seat
    who = game.players.get(player)
    if who is None:
        yield refused(f"{sender} gives the seat of {player} a new key, and no player of {packet.game} has it.")
        return
    if (seat.player, seat.side, seat.role) != (player, who.side, who.role):
        yield refused(f"{sender} gives the seat of {player} away as another one than it is.")
    if any(other.key == seat.key for other in game.people.values()):
        yield refused(f"{sender} gives the seat of {player} a key that somebody at the table has already.")
    yield from (refused(f"{sender} gives the seat of {player} {fault}") for fault in _unreachable(seat))
    last, digest = body.last
    signed = _signed(ledger, body.moment, chain.void_before(version))
    others = [each for _, by in signed for each in by.values() if each.player == sender]
    if any(
        isinstance(each.body, Reseat) and each.body.player == player and said(each.body) != said(body)
        for each in others
    ):
        yield refused(f"{sender} has signed another key for the seat of {player} in this exchange.")
    if sender == player:
        if (last, digest) != (packet.number - 1, body.previous):
            yield refused(f"{sender} hands over a seat, and packet {last} is not the last one before that.")
        if (seal := ledger.seal(player, body.moment, chain, version)) is not None:
            where = chain.rules.label(body.moment)
            yield refused(f"{sender} hands over a seat and has sealed {where}, with packet {seal.number}.")
        return
    taken = body.taken.get(player, (0, "")) if body.taken is not UNSET else (0, "")
    if tuple(taken) != (last, digest) and not _signs_over(chain, ledger, body, taken[0]):
        more = "more" if taken[0] > last else "less" if taken[0] < last else "another"
        yield refused(f"{sender} has taken {more} of {player} than packet {last}, the last that is to count.")


def _unreachable(seat: Person) -> Iterator[str]:
    """Why nobody could write to a person: it would hold up everybody else's seals and letters."""
    if not can_be_encrypted_to(seat.key):
        yield "a key to which nothing can be encrypted."
    try:
        read_address(seat.address)
    except UnreadableError as fault:
        yield f"an address where no mail goes: {fault}"


def _signs_over(chain: Chain, ledger: Ledger, body: Reseat, number: int) -> bool:
    """Whether the packet of this number is the old key's own signature, right after the last one that counts.

    With an umpire, whose word it is, others see it only with the bundle that tells of it.
    """
    if chain.game.play == "umpired" and ledger.numbers.get(body.player, 0) < number:
        return number == body.last[0] + 1
    return number == body.last[0] + 1 and any(
        each.player == body.player and each.number == number and said(each.body) == said(body)
        for each in ledger.witness.seats.get(body.moment, ())
    )


def key_then(chain: Chain, ledger: Ledger, umpire: str, changes: Sequence[SeatTaken], packet: Packet) -> str:
    """With which key a player's packet is signed that an umpire shows: the one that their seat had by then.

    changes: seats that change hands in what the umpire tells. The umpire's own signature names the old key's last
    packet; the packet after it is the old key's word that the seat changes hands, if there is one.
    """
    player, version = packet.sender, packet.head.version if packet.head is not None else -1
    game = chain.game_at(version) if 0 <= version < chain.seated_by(player, chain.head.version) else chain.game
    key = game.people[player].key or ""
    signed = [each.body for about in ledger.witness.seats.values() for each in about if each.player == umpire]
    for fact in changes:
        for body in signed:
            if isinstance(body, Reseat) and (body.player, body.seat.key) == (player, fact.key) == (
                fact.player,
                fact.key,
            ):
                old = body.last[0] + (1 if packet.kind == "reseat" else 0)
                key = key if packet.number <= old else fact.key
    return key


def held_back(packet: Packet, body: Body, chain: Chain, ledger: Ledger, me: str) -> Judgement | None:
    """Why a packet of a seat's old key waits: one has signed that it is not to count, and all may still sign it.

    They can't any more once somebody whose signature it lacks has taken more of the old key.
    """
    moment = chain.game.moment
    changed = (key for key in new_keys(chain, ledger, moment) if key.person.player == packet.sender)
    if packet.sender == me or any(key.after < packet.number for key in changed):
        return None
    pending = (
        each
        for about in may_enter(chain, ledger.witness.seats, moment)
        for each in _signed(ledger, about, void_since(chain, about))
    )
    for reseat, signed in pending:
        if not isinstance(reseat, Reseat) or reseat.player != packet.sender or me not in signed:
            continue
        if chain.seated_by(packet.sender, chain.head.version) > signed[me].head:
            continue  # it has gone on record since
        if packet.number <= reseat.last[0] or (isinstance(body, Reseat) and said(body) == said(reseat)):
            continue
        still = {*chain.game.still_in} - {packet.sender}
        last = ledger.witness.last
        if not any(player in last and last[player].had(packet.sender) > reseat.last[0] for player in still - {*signed}):
            why = f"you have signed that {packet.sender}'s seat gets another key after packet {reseat.last[0]}"
            return Judgement(fate=Fate.WAITS, why=why)
    return None
