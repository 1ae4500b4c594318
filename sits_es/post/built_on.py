"""Whether packets can no longer be given up for others under their numbers, as something follows from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sits_es.game.events import OrdersSealed
from sits_es.mail.packet import Signed
from sits_es.post.keeper import Keeper
from sits_es.post.protocol.bodies import Act, EventBundle, Reveals
from sits_es.post.protocol.carried import carried_by
from sits_es.post.protocol.commitments import sealed_by
from sits_es.post.protocol.content import Placed
from sits_es.post.protocol.failures import Share
from sits_es.post.protocol.kinds import body_of
from sits_es.rules.moments import Moment

#: Kinds that can be taken back though the record has gone on: what they bring is seen in other packets.
HARMLESS = ("seal", "reveal", "ack", "note")


def is_built_on(
    keeper: Keeper, packets: Sequence[Signed], answering: Callable[[str], bool], since: Moment | None = None
) -> bool:
    """Whether the record, or somebody's answer, follows from packets of one sender.

    answering: whose answers matter, by id; since: from which exchange on, all by default.
    """
    chain = keeper.chain()
    if is_on_record(keeper, packets):
        return True
    grave = [each for each in packets if each.packet.kind not in HARMLESS and not _opened_besides(keeper, each)]
    if grave and _lowest_head(grave, chain.head.version) < chain.head.version:
        return True
    bodies = [body for each in packets if isinstance(body := body_of(each), Placed)]
    turn = min((body.turn for body in bodies), default=chain.game.moment.turn)
    digests = {each.digest for each in packets}
    return bool(named_by(keeper, turn, answering, since) & (digests | {*commitments_of(packets)}))


def is_on_record(keeper: Keeper, packets: Sequence[Signed]) -> bool:
    """Whether what packets of one sender seal was played: their seals stand on record."""
    chain, sender, commitments = keeper.chain(), packets[0].packet.sender, set(commitments_of(packets))
    facts = keeper.desk.session.open_game(chain.name).facts(_lowest_head(packets, chain.head.version) + 1)
    sealed = (fact for fact in facts if isinstance(fact, OrdersSealed) and fact.player == sender)
    return any(fact.commitment in commitments for fact in sealed)


def _opened_besides(keeper: Keeper, signed: Signed) -> bool:
    """Whether a packet is a share of an escrow whose sealer has revealed all the same, so that nothing needs it."""
    body = body_of(signed)
    seal = keeper.desk.journal.find(body.packet) if isinstance(body, Share) else None
    if seal is None or not isinstance(body, Share):
        return False
    reveals = keeper.desk.journal.accepted(
        keeper.game, turn=body.turn, kinds=("reveal",), sender=seal.packet.sender, after=seal.packet.number
    )
    opened = [found for each in reveals if isinstance(found := body_of(each), Reveals)]
    here = {segment for each in opened if each.turn == body.turn for segment in each.segments}
    return {*body.segments} <= here


def named_by(keeper: Keeper, turn: int, answering: Callable[[str], bool], since: Moment | None = None) -> set[str]:
    """Packets and seals that some people's packets answer, from a turn on. answering, since: as of `is_built_on`."""
    answers = keeper.desk.journal.accepted(keeper.game, turn=turn, kinds=("reveal", "act", "share", "bundle"))
    return {
        name
        for each in answers
        if answering(each.packet.sender) and (since is None or _reaches(each, since))
        for name in answered_by(each)
    }


def _reaches(signed: Signed, since: Moment) -> bool:
    body = body_of(signed)
    return isinstance(body, Placed) and body.moments[-1] >= since


def _lowest_head(packets: Sequence[Signed], usual: int) -> int:
    return min((each.packet.head.version for each in packets if each.packet.head is not None), default=usual)


def commitments_of(packets: Sequence[Signed]) -> Iterator[str]:
    """What packets seal."""
    for each in packets:
        yield from (sealed for _, sealed in sealed_by(body_of(each)))


def answered_by(signed: Signed) -> Iterator[str]:
    """Packets and seals that somebody's packet answers."""
    match body_of(signed):
        case Reveals(answers=answers):
            for each in answers:
                yield from each.values()
        case Act(seals=seals):
            yield from seals.values()
        case EventBundle():
            yield from (each.digest for each in carried_by([signed]))
        case Share(packet=packet, answers=answered):
            yield packet
            yield from answered.values()
