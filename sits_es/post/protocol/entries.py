"""Facts that people enter: a record is proposed and confirmed for one head, and stands when all have signed it.

Nobody takes a signature back: a player may only sign one of smaller digest beside it, so whoever holds a complete
record knows every larger one that could be. Of several complete ones the largest counts. Whoever has opened a seal of
the open exchange, or acted in it, signs none there any more, so whoever holds all reveals knows every record that comes
before them. With an umpire the umpire decides alone. Rule: house, for play by mail.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from attrs import frozen
from msgspec.structs import replace

from sits_es.canonical import canonical
from sits_es.errors import GameError, NotNowError
from sits_es.events import Event
from sits_es.game.events import FactsRecorded
from sits_es.game.play import Resolved, enter_facts
from sits_es.game.state import Game
from sits_es.game.verify import STUMBLES
from sits_es.mail.packet import Packet
from sits_es.post.protocol.agreements import deciders
from sits_es.post.protocol.bodies import Default, Dispute, Record
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.fate import Judgement, refused
from sits_es.post.protocol.ledger import Ledger
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed
from sits_es.sentences import listed

#: How often a record is tried until its digest is small enough: some seconds.
MOST_TRIES = 1 << 20


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


def entered(chain: Chain, ledger: Ledger) -> Resolved | None:
    """What the record brings that stands at the head at hand; nothing while none is complete."""
    needed = set(deciders(chain.game))
    for each in proposals(chain, ledger):
        if needed <= set(each.by):
            return enter_facts(chain.game, each.record.player, each.record.lines, each.by)
    return None


def smaller(head: str, record: Record, than: str | None) -> Record:
    """The same record, tried until its digest is below another; as it stands where there is no other.

    Raises NotNowError where none is found: somebody has had one signed whose digest is hard to be below of.
    """
    for number in range(MOST_TRIES):
        tried = replace(record, try_=number)
        if than is None or record_digest(head, tried) < than:
            return tried
    raise NotNowError(f"No record with a smaller digest than the one you have signed is found in {MOST_TRIES} tries.")


def record_faults(
    packet: Packet, body: Record | Dispute, ledger: Ledger, chain: Chain, version: int
) -> Iterator[Judgement]:
    """What is wrong with a signature under a record, or with its refusal, by the game as it stood at its head."""
    earlier = [each for each in proposals(chain, ledger, chain.digests[version]) if packet.sender in each.by]
    if isinstance(body, Dispute):
        if any(each.digest == body.record for each in earlier):
            yield refused(f"{packet.sender} has signed this record and cannot refuse it any more.")
        return
    game = chain.game_at(version)
    if body.moment != game.moment:
        where, at = chain.rules.label(body.moment), chain.rules.label(game.moment)
        yield refused(f"The {packet.title} is for {where}; at its head the game stands at {at}.")
    elif body.player not in game.players:
        yield refused(f"The {packet.title} enters facts of {body.player}, who is not a player of this game.")
    else:
        if game.owed is not None and game.play == "peers":
            yield from _too_late(packet.sender, game, game.owed, ledger, chain, version)
        yield from _not_allowed(body, game, chain)
        yield from _signed_before(packet.sender, record_digest(chain.digests[version], body), earlier, ledger)


def _too_late(sender: str, game: Game, owed: Owed, ledger: Ledger, chain: Chain, version: int) -> Iterator[Judgement]:
    """What forbids a signature while an exchange is open: its sender has done their part, or somebody has none."""
    if ledger.shown(sender, owed.moment, chain, version):
        said = f"{sender} has opened a seal of {owed.label} or acted in it"
        yield refused(f"{said}, and cannot sign a record there any more.")
    if any(each.player == sender for each in ledger.defaults(owed.moment, chain, version)):
        said = f"{sender} has signed a default, a void or a claim of {owed.label}"
        yield refused(f"{said}, and cannot sign a record there any more.")
    if without := [player for player in game.players if player not in owed.takes_part]:
        said = f"{owed.label} is open, and {listed(without)} has no part in it"
        yield refused(f"{said}: facts can be recorded once it is played.")


def _not_allowed(body: Record, game: Game, chain: Chain) -> Iterator[Judgement]:
    """What the rules say against the facts."""
    said = f"What {body.player} enters at {chain.rules.label(body.moment)} cannot be recorded"
    try:
        enter_facts(game, body.player, body.lines, tuple(game.players))
    except GameError as fault:
        yield refused(f"{said}: {fault}")
    except STUMBLES:
        yield refused(f"{said}: its facts are not those of this game.")


def _signed_before(sender: str, digest: str, earlier: Sequence[Proposal], ledger: Ledger) -> Iterator[Judgement]:
    if any(each.digest == digest for each in earlier):
        yield refused(f"{sender} has signed this record already.")
    elif sender in ledger.refusals.get(digest, ()):
        yield refused(f"{sender} has refused this record; it can be signed when it is written again.")
    elif any(each.digest < digest for each in earlier):
        yield refused(f"{sender} has signed a record of smaller digest here; only a smaller one may follow it.")


def unsettled(chain: Chain, ledger: Ledger, me: str) -> Proposal | None:
    """A record that one has signed and that can still come to stand: until then one opens and does nothing.

    Whoever knew the dice could otherwise choose whether it stands. It can't any more when somebody whose signature it
    lacks has refused it, signed a smaller one, opened a seal of the open exchange, acted in it, or defaulted there.
    """
    game, owed = chain.game, chain.game.owed
    if owed is None or game.play != "peers":
        return None

    def can_sign(player: str, each: Proposal) -> bool:
        smallest = signed_by(chain, ledger, player)
        return (
            player not in ledger.refusals.get(each.digest, ())
            and (smallest is None or smallest > each.digest)
            and not ledger.shown(player, owed.moment, chain)
            and not any(signed.player == player for signed in ledger.defaults(owed.moment, chain))
        )

    for each in proposals(chain, ledger):
        left = [player for player in deciders(game) if player not in each.by]
        if me in each.by and all(can_sign(player, each) for player in left):
            return each
    return None


def signs_instead(body: Default, sender: str, ledger: Ledger, chain: Chain, version: int) -> bool:
    """Whether somebody would default a player at a head where they have signed a record, which needs that player."""
    head = chain.digests[version]
    return body.act == "drift" and any(each.player == sender for each in ledger.records.get(head, ()))


def unsigned(chain: Chain, ledger: Ledger, me: str | None, facts: list[Event]) -> Iterator[str]:
    """Records that an umpire tells which the umpire did not sign, or that name one's own signature without it."""
    for fact in facts:
        if not isinstance(fact, FactsRecorded):
            continue
        where = chain.rules.label(Moment(fact.turn, fact.segment))
        if left := [umpire for umpire in chain.game.umpires if umpire not in fact.by]:
            yield f"{where}: {left[0]} did not confirm the record of {fact.player}."
        own = (each.body for signed in ledger.records.values() for each in signed if each.player == me)
        if me in fact.by and not any((each.player, each.lines) == (fact.player, fact.lines) for each in own):
            yield f"{where}: the record of {fact.player} is said to be confirmed by {me}, who did not sign it."
