"""Judging a packet at its place: what it may say, by its own sender's earlier packets and the record up to its head.

Nothing else is looked at, so that all replicas come to the same judgement, whatever came first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import UNSET

from sits_es.errors import GameError
from sits_es.mail.packet import Packet, Signed, is_signed_by
from sits_es.orders.names import problem_of
from sits_es.post.protocol.acting import act_faults, reveal_faults
from sits_es.post.protocol.bodies import (
    Act,
    Clock,
    Default,
    Dispute,
    EventBundle,
    ForkOffer,
    Record,
    Reveals,
    Ruling,
    Seals,
)
from sits_es.post.protocol.careful import careful_faults
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.changing_seats import seat_faults
from sits_es.post.protocol.commitments import opens
from sits_es.post.protocol.content import Body, Placed
from sits_es.post.protocol.entries import record_faults, signs_instead
from sits_es.post.protocol.failures import Resignation, Succession
from sits_es.post.protocol.fate import ACCEPTED, Fate, Judgement, in_its_number, refused
from sits_es.post.protocol.kinds import content_of
from sits_es.post.protocol.leaving import faults_of_leaving, resignation_faults
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.rights import ALWAYS, ANYTIME, may_send
from sits_es.post.protocol.seals import line_faults
from sits_es.post.protocol.sequence import Arrived, place_faults, sequence_faults
from sits_es.post.protocol.shares import faults_of_boxes
from sits_es.post.protocol.succession import succession_faults
from sits_es.post.protocol.terms import terms_of
from sits_es.post.protocol.time_and_rulings import clock_faults, ruling_faults
from sits_es.post.protocol.umpire import before_the_umpire
from sits_es.rules.moments import Moment
from sits_es.sentences import article


def judge_packet(
    signed: Signed,
    chain: Chain,
    ledger: Callable[[Body], Ledger],
    known: Callable[[str], bool],
    arrived: Arrived | None = None,
) -> tuple[Judgement, Body | None]:
    """Judge a packet that claims its sender's next number, and give what it says, where that can be read.

    ledger: of the turn that it is about; known: whether there is a branch of a name here; arrived: what else is here,
    and with which key it must be signed.
    """
    packet = signed.packet
    who = chain.game.people.get(packet.sender)
    if who is None:
        return refused(f"There is nobody with the id {packet.sender} in {packet.game}."), None
    if not is_signed_by(signed, (who.key or "") if arrived is None else arrived.key(packet)):
        return refused(f"The {packet.title} is not signed with {packet.sender}'s key."), None
    try:
        body = content_of(signed)
    except GameError as fault:
        return refused(str(fault)), None
    if body.mark != chain.mark:
        return refused(other_mark(packet)), body
    if (elsewhere := next(place_faults(signed, body, chain, arrived), None)) is not None:
        return elsewhere, body
    out_of_place = next(sequence_faults(packet, body, chain, arrived), None)
    if out_of_place is None and packet.branch != chain.name:
        fate = Fate.ASIDE if packet.branch == packet.game or known(packet.branch) else Fate.WAITS
        out_of_place = Judgement(
            fate=fate, why=f"The {packet.title} is of another branch than the one that is played here"
        )
    found = out_of_place or judge(packet, body, ledger(body), chain)
    return in_its_number(found, careful=chain.terms is not None), body


def judge(packet: Packet, body: Body, ledger: Ledger, chain: Chain) -> Judgement:
    """Judge a packet of a player whose signature was checked and whose earlier packets were all accepted."""
    who = chain.game.people[packet.sender]
    if isinstance(body, Succession):
        return _at_head(packet, chain) or next(succession_faults(packet, body, chain), ACCEPTED)
    allowed = may_send(chain, who.role)
    resolved = isinstance(body, EventBundle) and body.why == "resolved"
    if packet.kind not in (*ANYTIME, *allowed) or (resolved and who.role != "umpire"):
        what = article(packet.kind)
        return refused(f"{packet.sender} sends {what}, which is not for {article(who.role)} of this game to send.")
    if packet.kind in ANYTIME and not resolved and not (isinstance(body, Dispute) and body.record is not UNSET):
        return next(_words_faults(packet, body, chain), ACCEPTED)
    if packet.kind in ALWAYS or isinstance(body, Resignation):
        return _resigning(packet, ledger, chain) if isinstance(body, Resignation) else ACCEPTED
    return _at_head(packet, chain) or next(_faults(packet, body, ledger, chain), ACCEPTED)


def _resigning(packet: Packet, ledger: Ledger, chain: Chain) -> Judgement:
    """A resignation waits for the record that its sender knew; it counts also where that is another one."""
    ahead = _at_head(packet, chain)
    if ahead is not None and ahead.fate is Fate.WAITS:
        return ahead
    return next(resignation_faults(packet, chain, ledger), ACCEPTED)


def _words_faults(packet: Packet, body: Body, chain: Chain) -> Iterator[Judgement]:
    """What can be seen to mean nothing without looking at the record."""
    if isinstance(body, Dispute | ForkOffer) and body.segments[-1] > chain.rules.most_steps:
        yield refused(f"The {packet.title} is about an exchange that no turn has.")
    if isinstance(body, ForkOffer) and (problem := problem_of(body.name)):
        yield refused(problem)


def _at_head(packet: Packet, chain: Chain) -> Judgement | None:
    """What is to be said about the head that a packet names; nothing when the record holds it."""
    head = packet.head
    if head is None:
        return refused(f"The {packet.title} does not say where its sender's record stands.")
    if head.version > chain.head.version:
        at = chain.head.version
        return Judgement(
            fate=Fate.WAITS, why=f"{packet.sender} has come to event #{head.version}, this record to #{at}"
        )
    if chain.digests[head.version] != head.digest and head.version <= chain.beginning:
        return refused(f"The {packet.title} is of a game that began differently from this one.")
    if chain.digests[head.version] != head.digest:
        return Judgement(fate=Fate.DIFFERS, why=f"{packet.sender} has another event #{head.version} than this record")
    if not chain.holds(head):
        return refused(f"The {packet.title} names event #{head.version}, in the middle of an exchange, as its head.")
    return None


def _faults(packet: Packet, body: Body, ledger: Ledger, chain: Chain) -> Iterator[Judgement]:
    version = packet.head.version if packet.head is not None else -1
    owed = chain.owed[version]
    yield from careful_faults(packet, body, ledger, chain, version)
    if isinstance(body, Act):
        yield from act_faults(packet, body, ledger, chain, version)
    elif isinstance(body, Record | Dispute):
        yield from record_faults(packet, body, ledger, chain, version)
    elif isinstance(body, Placed):
        yield from _place_faults(packet, body, chain, owed)
    yield from faults_of_boxes(packet, body, ledger, chain, version)
    if isinstance(body, Seals):
        yield from _second_seals(packet, body, ledger, chain, version)
        yield from before_the_umpire(packet, body, ledger, chain, version)
    elif isinstance(body, Reveals):
        yield from _reveal_faults(packet, body, ledger, chain, version)
    elif isinstance(body, Default):
        yield from _default_faults(packet, body, ledger, chain, version)
    elif isinstance(body, Clock):
        yield from clock_faults(packet, body, chain)
    elif isinstance(body, Ruling):
        yield from ruling_faults(packet, body, chain, owed)
    yield from faults_of_leaving(packet, body, ledger, chain, version)
    yield from seat_faults(packet, body, ledger, chain, version)
    if isinstance(body, Clock | Ruling) and ledger.shown(packet.sender, body.moment, chain, version):
        yield refused(f"{packet.sender} signs a {packet.kind} for an exchange whose orders they have already revealed.")


def _place_faults(packet: Packet, body: Placed, chain: Chain, owed: Moment) -> Iterator[Judgement]:
    """An exchange that its sender knew to be over, or that is not of the turn at hand, or that there is none."""
    rules, last = chain.rules, owed.turn
    if isinstance(body, Seals):
        last += 1  # nonces are sealed with the last packet of the turn before
    over = not owed.turn <= body.turn <= last or body.moment < owed
    if over or body.segments[-1] > rules.most_steps:
        until = rules.label(Moment(last, rules.most_steps))
        where, first = rules.label(body.moment), rules.label(owed)
        said = f"The {packet.title} is for {where} on; at its head {first} to {until} are owed."
        yield refused(said)


def _second_seals(packet: Packet, body: Seals, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    for moment in body.moments:
        if (earlier := ledger.seal(packet.sender, moment, chain, version)) is not None:
            where = chain.rules.label(moment)
            said = f"{packet.sender} has already sealed {where}, with packet {earlier.number}"
            yield refused(f"{said}; a second seal does not count.", earlier.packet)


def _reveal_faults(packet: Packet, body: Reveals, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    game, sender, rules = chain.game, packet.sender, chain.rules
    owed = chain.owed[version]
    for moment in body.moments:
        if (act := ledger.given_up(sender, moment, chain, version)) is not None:
            where = rules.label(moment)
            yield refused(f"{sender} has signed a {act} of {where} against themselves and cannot reveal it any more.")
    if game.terms.get("reveal") != "run" and body.moments != (owed,):
        where = rules.label(owed)
        yield refused(f"{sender} reveals more than {where}, and in this game exchanges are revealed one by one.")
    for moment, opened in zip(body.moments, body.orders, strict=True):
        where = rules.label(moment)
        seal = ledger.seal(sender, moment, chain, version)
        if seal is None:
            yield refused(f"{sender} reveals orders for {where} that were not sealed.")
            continue
        shown = ledger.opened_with.get((sender, seal.commitment))
        if shown is not None and terms_of(game) is not None:
            said = f"{sender} has already revealed {where}, with packet {shown}"
            yield refused(f"{said}; a second reveal does not count.", seal.packet)
        if not opens(opened, seal, sender, moment, chain):
            said = f"What {sender} reveals for {where} does not fit the seal: orders or nonce were changed."
            yield refused(said, seal.packet)
        yield from (refused(fault, seal.packet) for fault in line_faults(chain, sender, moment, opened.lines, version))
    yield from reveal_faults(packet, body, chain, version)


def _default_faults(packet: Packet, body: Default, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    game, sender = chain.game, packet.sender
    where = chain.rules.label(body.moment)
    opened = ledger.shown(sender, body.moment, chain, version)
    if body.player == sender in game.players and game.play == "peers" and body.act != "drift":
        yield from _own_faults(packet, body, ledger, chain, version)
    elif body.player not in game.players or body.player == sender:
        yield refused(f"{sender} signs against {body.player}, who is not another player of this game.")
    elif game.play == "umpired":
        if body.act != "drift":
            yield refused("With an umpire nobody reveals, so nothing is claimed or voided.")
    elif body.act == "drift":
        if len(game.players) < 3:
            yield refused("In a game of two, neither player can default the other.")
        if opened:
            yield refused(f"{sender} has revealed {where} and cannot default {body.player} for it any more.")
        if signs_instead(body, sender, ledger, chain, version):
            yield refused(f"{sender} has signed a record here, which can't stand without {body.player}.")
    elif not opened:
        yield refused(f"{sender} has not revealed {where} yet, and so cannot say that {body.player} withholds it.")
    else:
        yield from _withheld_faults(packet, body, ledger, chain, version)


def _own_faults(packet: Packet, body: Default, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """A player who agrees to a void or a claim against themselves must have sealed, not revealed, and not agreed."""
    sender, where = packet.sender, chain.rules.label(body.moment)
    if ledger.seal(sender, body.moment, chain, version) is None:
        yield refused(f"{sender} has not sealed {where}, so there is no reveal to give up.")
    if ledger.shown(sender, body.moment, chain, version):
        yield refused(f"{sender} has revealed {where}; nobody can void it or claim the game for it any more.")
    if (act := ledger.given_up(sender, body.moment, chain, version)) is not None:
        yield refused(f"{sender} has already signed a {act} of {where} against themselves.")


def _withheld_faults(packet: Packet, body: Default, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """A void or a claim says what its sender knew of the accused's packets: a seal, no reveal, and a deadline."""
    sender, player, where = packet.sender, body.player, chain.rules.label(body.moment)
    if body.seen > ledger.numbers.get(player, 0):
        why = f"{sender} has packets of {player} up to {body.seen}, which are not here"
        yield Judgement(fate=Fate.WAITS, why=why)
        return
    seal = ledger.seal_known(player, body.moment, chain, version, body.seen)
    if seal is None:
        yield refused(f"{sender} signs that {player} withholds {where}, but did not have {player}'s seal.")
    elif ledger.opened_with.get((player, seal.commitment), body.seen + 1) <= body.seen:
        yield refused(f"{sender} signs that {player} withholds {where}, but had the reveal.")
    if not _deadline_known(packet, body, ledger, chain, version):
        yield refused(f"{sender} signs that {player} withholds {where}, for which no deadline was agreed.")


def _deadline_known(packet: Packet, body: Default, ledger: Ledger, chain: Chain, version: int) -> bool:
    """Whether a deadline was on record, or sender and accused had signed the same one for this exchange."""
    if chain.deadline_before(version, body.turn):
        return True
    known = {packet.sender: packet.number - 1, body.player: body.seen}
    signed: dict[tuple[str, int], set[str]] = {}
    for each in ledger.signatures.get(body.moment, ()):
        clock = each.body
        since = chain.void_before(version)
        before = each.head >= since and each.number <= known.get(each.player, 0)
        if isinstance(clock, Clock) and clock.player is None and before:
            signed.setdefault((clock.until, clock.grace), set()).add(each.player)
    return any(by == set(known) for by in signed.values())


def other_mark(packet: Packet) -> str:
    """Say that a packet belongs to another game of the same name."""
    return f"The {packet.title} has the mark of another game of this name, or none; only packets of this game count."


def second_content(packet: Packet, first: Packet | None = None) -> str:
    """Say that a number is taken. first: by which packet."""
    if first is not None and packet.body.get("mark") != first.body.get("mark"):
        return other_mark(packet)
    said = f"{packet.sender} has already sent a packet {packet.number} with other content"
    return f"{said}; the first one counts, and both are kept."
