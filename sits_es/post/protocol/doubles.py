"""Two packets under one number: which of them counts. Rule: house, for play by mail.

The first that came counts, until the sender's later packets follow the other, or somebody's reveal answers the other,
and one has not revealed to the first: then the other counts, with all that follow it. So it does where somebody who had
taken the other has come further than the record here. Where packets follow both, those
count whose last is dated later: a folder that was restored from an older copy goes on from one of them. All are kept as
proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sits_es.mail.packet import Signed
from sits_es.post.protocol.ledger import Ledger


def followed(first: Signed, others: Iterable[Signed]) -> tuple[Signed, ...]:
    """A packet, and those of its sender after it, each of which names the one before as the one that it follows."""
    after: dict[tuple[int, str], Signed] = {}
    for signed in others:
        place = signed.packet.number, str(signed.packet.body.get("previous"))
        if place not in after or signed.digest < after[place].digest:
            after[place] = signed
    found = [first]
    while (following := after.get((found[-1].packet.number + 1, found[-1].digest))) is not None:
        found.append(following)
    return tuple(found)


def goes_over(ledger: Ledger, me: str, counts: Sequence[Signed], other: Sequence[Signed], version: int = -1) -> bool:
    """Whether other packets of a sender are to count instead of those that do, from one number on.

    Each with those that follow it, also such as wait. version: of the last event here.
    """
    sender, here = counts[0].packet.sender, {signed.digest for signed in counts}
    answers = [(who, named.get(sender)) for (who, _), named in ledger.answered.items() if who != sender]
    if any(who == me and named in here for who, named in answers):
        return False  # one has revealed to it
    named = {named for _, named in answers} | _taken_further(ledger, sender, version)
    return _weight(other, named) > _weight(counts, named)


def _taken_further(ledger: Ledger, sender: str, version: int) -> set[str]:
    """The packets of a sender that those had taken whose record has come further than the one here."""
    words = [said for said in ledger.witness.last.values() if said.head > version >= 0]
    return {said.taken[sender][1] for said in words if sender in said.taken}


def _weight(packets: Sequence[Signed], answered: set[str | None]) -> tuple[str, bool, int, str]:
    """What of two contents counts more: the later word of their sender, or else the word of others."""
    last = packets[-1]
    by_others = any(signed.digest in answered for signed in packets)
    if len(packets) == 1:
        return "", by_others, 0, ""
    return str(last.packet.body.get("at")), by_others, last.packet.number, last.digest
