"""Who is left out by one of two packets under one number: all others have signed so with that one, not with the other.

It decides which of the two counts, whatever one has revealed: the others play on by it. Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sits_es.mail.packet import Signed
from sits_es.post.protocol.bodies import Seals
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.failures import Resignation, Without
from sits_es.post.protocol.kinds import body_of
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.missing import leaves_unnamed
from sits_es.post.protocol.parts import KINDS_OF_LISTS, What
from sits_es.post.protocol.without import sheets, stands_by, taking_part
from sits_es.rules.moments import Moment
from sits_es.rules.system import Owed


def leaves_out(
    ledger: Ledger, me: str, counts: Sequence[Signed], other: Sequence[Signed], chain: Chain, theirs: Iterable[Signed]
) -> bool | None:
    """Whether one is left out by the other packets of a sender, and not by those that count; None: by both or neither.

    counts, other: each from one number on; theirs: all of that sender.
    """
    ordered = sorted(theirs, key=lambda each: each.packet.number)
    out, other_out = (_is_left_out(ledger, me, all_after(each[0], ordered), chain) for each in (counts, other))
    return other_out if out != other_out else None


def all_after(first: Signed, theirs: Iterable[Signed]) -> list[Signed]:
    """A packet, and all of its sender that follow it, whichever way. theirs: in order of number."""
    found = {first.digest: first}
    for signed in theirs:
        if str(signed.packet.body.get("previous")) in found:
            found[signed.digest] = signed
    return [*found.values()]


def _is_left_out(ledger: Ledger, me: str, packets: Sequence[Signed], chain: Chain) -> bool:
    """Whether all others have signed that one's own seal or reveal is missing, by these packets of a sender.

    And none of them has revealed in answer to somebody on their list all the same. Others of those who signed had taken
    one of them, when they signed or when they revealed without one; the sender has signed so in one, in a list that can
    count, or has resigned in one.
    """
    owed, version, sender = chain.game.owed, chain.head.version, packets[0].packet.sender
    if owed is None or not {me, sender} <= {*chain.game.still_in}:
        return False
    theirs = [body_of(each) for each in packets]
    left = any(isinstance(body, Resignation) for body in theirs)
    left = left and not any(isinstance(body, Seals) and owed.moment in body.moments for body in theirs)
    named = set(_lists(ledger, packets, chain, owed, version))
    still = {*taking_part(chain, ledger, owed.moment, version), sender} - ({sender} if left else set())
    here = {each.digest for each in packets}
    for sheet in (sheet for what in KINDS_OF_LISTS for sheet in sheets(ledger, owed.moment, version, what)):
        signers = still - {*sheet.players}
        if me not in sheet.players or not signers - {sender} <= {*sheet.by} or 2 * len(signers) <= len(still):
            continue
        if any(stands_by(chain, ledger, owed.moment, version, player, sheet) for player in signers - {sender}):
            continue
        had = {sheet.by[player].taken.get(sender, (0, ""))[1] for player in signers - {sender}}
        had |= _had_without(ledger, me, sender, owed.moment)
        if had & here and (left or (sender in signers and (sheet.what, sheet.players) in named)):
            return True
    return False


def _lists(
    ledger: Ledger, packets: Iterable[Signed], chain: Chain, owed: Owed, version: int
) -> Iterator[tuple[What, tuple[str, ...]]]:
    """The lists of the exchange at hand among a sender's packets: of what, and of whom."""
    for each in packets:
        body = body_of(each)
        if not isinstance(body, Without) or body.what not in KINDS_OF_LISTS or body.moment != owed.moment:
            continue
        if not leaves_unnamed(each.packet, body, ledger, chain, version, owed):
            yield body.what, tuple(sorted(body.players))


def _had_without(ledger: Ledger, me: str, sender: str, moment: Moment) -> set[str]:
    """Which packets of a sender others had taken who revealed without one: they play on by a list that is complete."""
    found: set[str] = set()
    for (who, commitment), named in ledger.answered.items():
        said, at = ledger.spoken.get((who, commitment)), ledger.find(who, commitment)
        if me not in (who, *named) and said is not None and at is not None and at[0] == moment:
            found.add(said.taken.get(sender, (0, ""))[1])
    return found
