"""Two packets under one number: which of them counts. Rule: house, for play by mail.

The first that came counts, until the sender's later packets follow the other, or somebody's reveal answers the other,
and one has not revealed to the first, or without its sender who resigned in it: then the other counts, with all that
follow it. So it does where somebody who had taken the other has come further than the record here, or plays on by it in
another branch, or where all others have signed with the other one that one's own seal or reveal is missing, whatever
one has revealed. Where packets follow both, and somebody has played on by both of them or nobody by either, those count
whose last is dated later: a folder restored from an older copy goes on from one of them. All are kept as proof. What
was refused by the one content is judged again where it had taken the other, which counts now. What was played already
stays on record: where players had played by both, see `two_records`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import UNSET

from sits_es.mail.packet import Signed
from sits_es.post.protocol.bodies import Act, Reveals
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.commitments import Seal, opens, sealed_by
from sits_es.post.protocol.content import Named
from sits_es.post.protocol.kinds import body_of, taken_by
from sits_es.post.protocol.ledger import Ledger
from sits_es.post.protocol.left_out import all_after, leaves_out
from sits_es.rules.moments import Moment


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


def goes_over(
    ledger: Ledger,
    me: str,
    counts: Sequence[Signed],
    other: Sequence[Signed],
    chain: Chain,
    theirs: Sequence[Signed],
    kept: Callable[[], Iterable[Signed]],
) -> bool:
    """Whether other packets of a sender are to count instead of those that do, from one number on.

    Each with those that follow it, also such as wait; theirs: all of that sender, in order of number; kept: everybody's
    reveals and last packet that have a number here, and what waits for one. What one has revealed in an exchange that
    is over binds nobody.
    """
    if (out := leaves_out(ledger, me, counts, other, chain, theirs)) is not None:
        return out
    ways, other_ways = (all_after(each[0], theirs) for each in (counts, other))
    if me in _who_built_on(ledger, ways, other_ways, chain.game.moment):
        return False
    further = _taken_further(ledger, counts[0].packet.sender, chain.head.version)
    played, other_played = (_played_here(ledger, each, chain) for each in (counts, other))
    elsewhere = list(_revealed_elsewhere(kept(), chain.name))
    by_it = (played and not other_played) or _played_by(ledger, ways, other_ways, further)
    by_it = by_it or _is_built_on_elsewhere(ways, elsewhere, me)
    by_other = (other_played and not played) or _played_by(ledger, other_ways, ways, further)
    by_other = by_other or _is_built_on_elsewhere(other_ways, elsewhere, me)
    return (by_other, *last_word_of(other)) > (by_it, *last_word_of(counts))


def _who_built_on(
    ledger: Ledger, packets: Sequence[Signed], besides: Sequence[Signed], since: Moment | None = None
) -> set[str]:
    """Who has revealed to one of a sender's packets, or without the sender, who resigns in one that they had taken.

    Or has acted in answer to what they alone seal. besides: those that they would count instead of; since: only in
    exchanges from this one on.
    """
    sender = packets[0].packet.sender
    found: set[str] = set()
    for (who, commitment), named in ledger.answered.items():
        said = ledger.spoken.get((who, commitment))
        if who == sender:
            continue
        if since is not None and ((at := ledger.find(who, commitment)) is None or at[0] < since):
            continue
        if _answers(packets, named, said.taken if said is not None else {}):
            found.add(who)
    sealed = _sealed(packets) - _sealed(besides)
    for (who, _), act in ledger.acts.items():
        if who != sender and act.body.seals.get(sender) in sealed and (since is None or act.body.moment >= since):
            found.add(who)
    return found


def _answers(packets: Sequence[Signed], named: Mapping[str, str], taken: Mapping[str, Named]) -> bool:
    """Whether a reveal answers one of a sender's packets, or was sent without the sender, who resigns in one of them.

    named: what it answers, by who takes part; taken: what its sender had.
    """
    sender, here = packets[0].packet.sender, {signed.digest for signed in packets}
    if sender in named:
        return named[sender] in here
    number, digest = taken.get(sender, (0, ""))
    return digest in here and any(each.packet.kind == "resign" and each.packet.number <= number for each in packets)


def _revealed_elsewhere(kept: Iterable[Signed], branch: str) -> Iterator[Signed]:
    """Reveals of such as play in another branch than this one: in that of their last packet."""
    ordered = sorted(kept, key=lambda each: each.packet.number)
    last = {each.packet.sender: each.packet.branch for each in ordered}
    for each in ordered:
        if each.packet.kind == "reveal" and branch != each.packet.branch == last[each.packet.sender]:
            yield each


def _is_built_on_elsewhere(packets: Sequence[Signed], elsewhere: Iterable[Signed], me: str) -> bool:
    """Whether others play on by one of a sender's packets in another branch, which may not be here yet."""
    for signed in elsewhere:
        body = body_of(signed)
        if signed.packet.sender in (me, packets[0].packet.sender) or not isinstance(body, Reveals):
            continue
        taken = body.taken if body.taken is not UNSET else {}
        if any(_answers(packets, named, taken) for named in body.answers):
            return True
    return False


def _sealed(packets: Iterable[Signed]) -> set[str]:
    """What packets seal."""
    return {sealed for signed in packets for _, sealed in sealed_by(body_of(signed))}


def _taken_further(ledger: Ledger, sender: str, version: int) -> set[str]:
    """The packets of a sender that those had taken whose record has come further than the one here."""
    words = [said for said in ledger.witness.last.values() if said.head > version]
    return {said.taken[sender][1] for said in words if sender in said.taken}


def _played_here(ledger: Ledger, packets: Sequence[Signed], chain: Chain) -> bool:
    """Whether somebody's part in an exchange that is over here was opened, or done, by these packets and none before.

    A reveal that does not fit the seal, and one that was known already, moved nothing.
    """
    sender, first, over = packets[0].packet.sender, packets[0].packet.number, chain.game.moment
    for signed in packets:
        body, head = body_of(signed), signed.packet.head
        if not isinstance(body, Reveals | Act) or head is None or not chain.holds(head):
            continue
        shown = body.orders if isinstance(body, Reveals) else (None,)
        for moment, opened in zip(body.moments, shown, strict=False):
            seal = ledger.seal(sender, moment, chain, head.version)
            if moment >= over or seal is None or _shown_with(ledger, sender, seal, first) < first:
                continue
            if opened is None or opens(opened, seal, sender, moment, chain):
                return True
    return False


def _shown_with(ledger: Ledger, sender: str, seal: Seal, otherwise: int) -> int:
    """The number of the packet that counts with which a seal was opened, or its sender acted."""
    act = ledger.acts.get((sender, seal.commitment))
    return min(ledger.opened_with.get((sender, seal.commitment), otherwise), act.number if act else otherwise)


def _played_by(ledger: Ledger, packets: Sequence[Signed], besides: Sequence[Signed], further: Collection[str]) -> bool:
    """Whether somebody played by one of these packets: built on it, or had it and has come further than the record.

    packets: whichever way they follow the first of them; besides: those that they would count instead of.
    """
    return bool(_who_built_on(ledger, packets, besides)) or any(signed.digest in further for signed in packets)


def last_word_of(packets: Sequence[Signed]) -> tuple[str, int, str]:
    """The last of some packets by date and number; a packet that nothing follows is no word about which counts."""
    last = packets[-1]
    return (str(last.packet.body.get("at")), last.packet.number, last.digest) if len(packets) > 1 else ("", 0, "")


def to_judge_again(before: Sequence[Signed], kept: Iterable[Signed], void: Callable[[Signed], bool]) -> list[Signed]:
    """What is to be judged again once other packets of a sender count: what was refused, judged by those before.

    That is of each other sender the first refused packet of who had taken others than those before, and all after it.
    before: those that counted until now, from one number on; kept: all packets that have a number here, by sender and
    number; void: whether one of them was refused.
    """
    first, digests = before[0].packet, {signed.digest for signed in before}
    found: list[Signed] = []
    for signed in kept:
        packet = signed.packet
        if packet.sender == first.sender:
            continue
        begun = bool(found) and found[-1].packet.sender == packet.sender
        named = taken_by(signed, first.sender)
        elsewhere = named is not None and named[0] >= first.number and named[1] not in digests
        if begun or (elsewhere and void(signed)):
            found.append(signed)
    return found
