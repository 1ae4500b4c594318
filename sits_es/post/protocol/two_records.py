"""Where an exchange was played in two ways, as somebody sent two packets under one number after their seal.

Whoever reveals last can send two reveals under one number, each to a part of the others, who had taken more, or other
packets, before one of them than before the other. Nobody is waited for then, and each plays on by what came first. So
it is seen by what the others say next: of those who were in the game there, somebody's first word after the exchange
stands on another record than somebody else's. The two packets are proof against their sender, whoever shows them, and
need no signatures: every program that holds both, and such a word, goes over to the same branch before the exchange, in
which their sender is out, and seals there once more what it had revealed, with a new nonce. Its id is that of the
branch which a list of the missing would have opened.

Where all records are the same, nothing is undone: a second packet that nobody played on by changes nothing, however
late it comes, and a restored folder that repeated itself does no harm.
Who has spoken once on the record that is here, after the exchange, stands by it, whatever they say later. Nothing is
undone further back than the turn before the one at hand, and nothing for those who only look on, as they have resigned
or are out: where they were told what none of the players was, they see that their record differs.
Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.post.protocol.acting import nonce_alone
from sits_es.post.protocol.agreements import Held
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.errands import Errand, SealOrders
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.put_out import open_without
from sits_es.post.protocol.terms import terms_of
from sits_es.post.protocol.without import Sheet, taking_part
from sits_es.rules.moments import Moment


def played_twice(chain: Chain, ledger: Ledger, me: str) -> Iterator[tuple[Moment, int, tuple[str, ...]]]:
    """Exchanges here that somebody plays on from in another record, each with the event before and who sent two.

    Asked only where nothing else follows from what is here: then whoever has come further than this record, by packets
    that are all here, plays by another one.
    """
    game = chain.game
    if terms_of(game) is None or game.play != "peers":
        return
    since = chain.put_out.version if chain.put_out is not None else chain.beginning
    for moment in sorted({moment for about in ledger.doubles.values() for moment in about}):
        version = _before(chain, moment)
        if version is None or not since <= version < chain.head.version or moment.turn < ledger.since:
            continue
        still = taking_part(chain, ledger, moment, version)
        two_faced = tuple(
            sorted(player for player in still if _after_their_seal(chain, ledger, moment, version, player))
        )
        words = {p: _next_word(chain, ledger, p, version) for p in still if p not in two_faced}
        stands = {player: _is_here(chain, head) for player, head in words.items() if head is not None}
        if me in words:
            stands[me] = True
        if two_faced and len(set(stands.values())) > 1:
            yield moment, version, two_faced


def undone(chain: Chain, ledger: Ledger, me: str, held: Held) -> list[Errand]:
    """Go over to the branch before the first exchange that was played in two ways; nothing where none was.

    held: what branches that are here hold.
    """
    for moment, version, players in played_twice(chain, ledger, me):
        return open_without(chain, ledger, moment, version, Sheet(what="reveal", players=players, by={}), held)
    return []


def sealed_again(chain: Chain, ledger: Ledger, me: str) -> list[Errand]:
    """One's own seal in a branch that plays an exchange again without some players: the lines that one had revealed.

    None where it stands already in a list that one has signed.
    """
    put_out, owed = chain.put_out, chain.game.owed
    if put_out is None or owed is None or owed.moment != put_out.moment or me not in put_out.by:
        return []
    lines = ledger.bound.get((me, owed.moment))
    if lines is None or nonce_alone(owed, me) or ledger.seal(me, owed.moment, chain) is not None:
        return []
    return [SealOrders(orders={owed.moment: lines})] if me in chain.game.still_in else []


def _before(chain: Chain, moment: Moment) -> int | None:
    """The event before an exchange that is over; None for one that is not, or never was."""
    owed = chain.game.owed
    if owed is not None and moment >= owed.moment:
        return None
    try:
        return chain.opened(moment)
    except ValueError:
        return None


def _after_their_seal(chain: Chain, ledger: Ledger, moment: Moment, version: int, player: str) -> bool:
    """Whether two packets of a player about an exchange differ behind the one that all reveals of it answer."""
    seal, act = ledger.seal(player, moment, chain, version), ledger.act(player, moment, chain, version)
    number = ledger.doubles.get(player, {}).get(moment, 0)
    answered = act.number if act is not None else seal.number if seal is not None else 0
    return number > answered


def _next_word(chain: Chain, ledger: Ledger, player: str, version: int) -> tuple[int, str] | None:
    """The version and digest at which a player's record stood when they first spoke after an event."""
    heads = ledger.witness.heads.get((chain.name, player), {})
    beyond = [head for _, head in sorted((number, head) for head, number in heads.items()) if head[0] > version]
    return beyond[0] if beyond else None


def _is_here(chain: Chain, head: tuple[int, str]) -> bool:
    version, digest = head
    return version <= chain.head.version and chain.digests[version] == digest
