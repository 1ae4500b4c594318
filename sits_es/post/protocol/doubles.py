"""Two packets under one number: which of them counts. Rule: house, for play by mail.

The first that came counts, until the sender's later packets follow the other, or somebody's reveal answers the other,
and one has not revealed to the first: then the other counts, with all that follow it. Where packets follow both, those
count whose last is dated later: a folder that was restored from an older copy goes on from one of them. All are kept as
proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sits_es.mail.packet import Signed
from sits_es.post.protocol.ledger import Ledger


def followed(first: Signed, others: Iterable[Signed]) -> tuple[Signed, ...]:
    """A packet, and those of its sender after it, each of which names the one before as the one that it follows.

    Where two follow the same one, the way that leads to the later word of their sender.
    """
    after: dict[tuple[int, str], list[Signed]] = {}
    ends: dict[str, tuple[str, int, str]] = {}
    for signed in sorted(others, key=lambda each: -each.packet.number):
        number, body = signed.packet.number, signed.packet.body
        ways = [ends[each.digest] for each in after.get((number + 1, signed.digest), ())]
        ends[signed.digest] = max(ways, default=(str(body.get("at")), number, signed.digest))
        after.setdefault((number, str(body.get("previous"))), []).append(signed)
    found = [first]
    while following := after.get((found[-1].packet.number + 1, found[-1].digest)):
        found.append(max(following, key=lambda each: ends[each.digest]))
    return tuple(found)


def goes_over(ledger: Ledger, me: str, counts: Sequence[Signed], other: Sequence[Signed]) -> bool:
    """Whether other packets of a sender are to count instead of those that do, from one number on.

    Each with those that follow it, also such as wait.
    """
    sender, here = counts[0].packet.sender, {signed.digest for signed in counts}
    answers = [(who, named.get(sender)) for (who, _), named in ledger.answered.items() if who != sender]
    if any(who == me and named in here for who, named in answers):
        return False  # one has revealed to it
    named = {named for _, named in answers}
    return _weight(other, named) > _weight(counts, named)


def _weight(packets: Sequence[Signed], answered: set[str | None]) -> tuple[str, bool, int, str]:
    """What of two contents counts more: the later word of their sender, or else the word of others."""
    last = packets[-1]
    by_others = any(signed.digest in answered for signed in packets)
    if len(packets) == 1:
        return "", by_others, 0, ""
    return str(last.packet.body.get("at")), by_others, last.packet.number, last.digest
