"""Facts that people enter: a record is proposed and confirmed for one head, and stands when all have signed it.

Nobody takes a signature back: a player may only sign one of smaller digest beside it, so whoever holds a complete
record knows every larger one that could be. Of several complete ones the largest counts. Whoever has opened a seal of
the open exchange, or acted in it, signs none there any more, so whoever holds all reveals knows every record that comes
before them. With an umpire the umpire decides alone. Rule: house, for play by mail.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import count

from attrs import frozen
from msgspec.structs import replace

from sits_es.canonical import canonical
from sits_es.errors import GameError
from sits_es.events import Event
from sits_es.game.events import FactsRecorded
from sits_es.game.play import Brought, enter_facts
from sits_es.mail.packet import Packet
from sits_es.post.protocol.agreements import deciders
from sits_es.post.protocol.bodies import Default, Record
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.fate import Judgement, refused
from sits_es.post.protocol.ledger import Ledger
from sits_es.sentences import listed


def record_digest(head: str, record: Record) -> str:
    """The digest of a record, by which its signers tell it from others. head: of the packets that carry it."""
    said = [head, record.player, list(record.lines), *([record.try_] if record.try_ else [])]
    return hashlib.sha256(canonical(said)).hexdigest()


@frozen(kw_only=True)
class Proposal:
    """A record that was signed for the head at hand. by: its signers, by id."""

    digest: str
    record: Record
    by: tuple[str, ...]


def proposals(chain: Chain, ledger: Ledger, head: str | None = None) -> list[Proposal]:
    """Every record that was signed for a head, by default the one at hand, the largest digest first."""
    head = chain.head.digest if head is None else head
    found: dict[str, tuple[Record, set[str]]] = {}
    for entered in ledger.records.get(head, ()):
        found.setdefault(record_digest(head, entered.body), (entered.body, set()))[1].add(entered.player)
    return [
        Proposal(digest=digest, record=record, by=tuple(sorted(by)))
        for digest, (record, by) in sorted(found.items(), reverse=True)
    ]


def signed_by(chain: Chain, ledger: Ledger, player: str, head: str | None = None) -> str | None:
    """The smallest digest that a player has signed for a head: only a smaller one may follow."""
    return min((each.digest for each in proposals(chain, ledger, head) if player in each.by), default=None)


def entered(chain: Chain, ledger: Ledger) -> Brought | None:
    """What the record brings that stands at the head at hand; nothing while none is complete."""
    needed = set(deciders(chain.game))
    for each in proposals(chain, ledger):
        if needed <= set(each.by):
            return enter_facts(chain.game, each.record.player, each.record.lines, each.by)
    return None


def smaller(head: str, record: Record, than: str | None) -> Record:
    """The same record, tried until its digest is below another; as it stands where there is no other."""
    tries = (replace(record, try_=each) for each in count())
    return next(each for each in tries if than is None or record_digest(head, each) < than)


def record_faults(packet: Packet, body: Record, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """What is wrong with a signature under a record, by the game as it stood at its head."""
    sender, head = packet.sender, chain.digests[version]
    game, where = chain.game_at(version), chain.rules.written(body.moment)
    if body.moment != game.moment:
        at = chain.rules.written(game.moment)
        yield refused(f"The {packet.title} is for {where}; at its head the game stands at {at}.")
        return
    if body.player not in game.players:
        yield refused(f"The {packet.title} enters facts of {body.player}, who is not a player of this game.")
        return
    owed = game.owed
    if owed is not None and game.play == "peers":
        if ledger.shown(sender, owed.moment, chain, version):
            said = f"{sender} has opened a seal of {owed.label} or acted in it"
            yield refused(f"{said}, and cannot sign a record there any more.")
        if any(each.player == sender for each in ledger.defaults(owed.moment, chain, version)):
            said = f"{sender} has signed a default, a void or a claim of {owed.label}"
            yield refused(f"{said}, and cannot sign a record there any more.")
        if without := [player for player in game.players if player not in owed.takes_part]:
            said = f"{owed.label} is open, and {listed(without)} has no part in it"
            yield refused(f"{said}: facts can be recorded once it is played.")
    try:
        enter_facts(game, body.player, body.lines, tuple(game.players))
    except GameError as fault:
        yield refused(f"What {body.player} enters at {where} cannot be recorded: {fault}")
    earlier = [each for each in proposals(chain, ledger, head) if sender in each.by]
    digest = record_digest(head, body)
    if any(each.digest == digest for each in earlier):
        yield refused(f"{sender} has signed this record already.")
    elif any(each.digest < digest for each in earlier):
        yield refused(f"{sender} has signed a record of smaller digest here; only a smaller one may follow it.")


def signs_instead(body: Default, sender: str, ledger: Ledger, chain: Chain, version: int) -> bool:
    """Whether somebody would default a player at a head where they have signed a record, which needs that player."""
    head = chain.digests[version]
    return body.act == "drift" and any(each.player == sender for each in ledger.records.get(head, ()))


def unsigned(chain: Chain, ledger: Ledger, me: str | None, facts: list[Event]) -> Iterator[str]:
    """Records that an umpire tells which the umpire did not sign, or that name one's own signature without it."""
    for fact in facts:
        if not isinstance(fact, FactsRecorded):
            continue
        where = f"{fact.turn}.{fact.segment}"
        if left := [umpire for umpire in chain.game.umpires if umpire not in fact.by]:
            yield f"{where}: {left[0]} did not confirm the record of {fact.player}."
        own = (each.body for signed in ledger.records.values() for each in signed if each.player == me)
        if me in fact.by and not any((each.player, each.lines) == (fact.player, fact.lines) for each in own):
            yield f"{where}: the record of {fact.player} is said to be confirmed by {me}, who did not sign it."
