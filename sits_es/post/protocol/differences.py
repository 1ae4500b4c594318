"""Two records that differ: the first event in which they do, and the other's branch, to be read with sits diff."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import zip_longest

from sits_es.errors import GameError
from sits_es.events import Event
from sits_es.game.story import teller
from sits_es.game.verify import STUMBLES
from sits_es.mail.packet import LastEvent
from sits_es.post.protocol.bodies import EventBundle
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.content import ReadFact, Written
from sits_es.post.protocol.errands import Errand, OpenBranch, Post, Tell
from sits_es.post.protocol.umpire import bundle
from sits_es.sentences import shell


def tell_difference(
    chain: Chain,
    sender: str,
    heads: Iterable[LastEvent],
    told: Collection[str],
    record: Callable[[int], Sequence[Written]],
) -> list[Errand]:
    """Say that somebody's record is another one, and send them ours from the last common event on; once.

    heads: what their packets answered; told: lines about differences so far; record: facts after an event, as packets
    carry them.
    """
    common = max((head.version for head in heads if chain.holds(head)), default=0)
    same = f"{sender}'s record and ours are the same up to event #{common} and differ"
    words = f"{same} after it."
    if any(line.startswith(f"{same} ") for line in told):
        return []
    return [_tell(words), Post(body=bundle(chain, common, "compare", record(common)))]


def compare(
    chain: Chain,
    sender: str,
    body: EventBundle,
    read: ReadFact,
    ours: Callable[[int], Sequence[Event]],
    known: Callable[[str], bool],
) -> list[Errand]:
    """Hold somebody's events against the record, tell the first that differs and keep their branch.

    read: reads a fact; ours: the record's own after an event; known: whether there is a branch of a name here.
    """
    after = body.after
    if not 0 <= after <= chain.head.version or chain.digests[after] != body.digest:
        return [_tell(f"{sender} sends a record that goes on from event #{after}, which is not an event of ours.")]
    try:
        theirs, mine = [read(each) for each in body.events], ours(after)
        told = _tell(_difference(chain, sender, after, mine, theirs))
    except GameError as fault:
        return [_tell(f"The record that {sender} sends cannot be read: {fault}")]
    except STUMBLES:
        return [_tell(f"The record that {sender} sends holds what no record of {chain.called} does.")]
    return [told, *_kept(chain, sender, after, mine, theirs, known)]


def _difference(chain: Chain, sender: str, after: int, ours: Sequence[Event], theirs: Sequence[Event]) -> str:
    tell = teller(chain.rules)
    for version, (mine, other) in enumerate(zip_longest(ours, theirs), start=after + 1):
        if mine is None or other is None:
            break
        if mine != other:
            words = f"The first event in which {sender}'s record differs from ours is #{version}."
            return f"{words} Ours: {tell(mine)} Theirs: {tell(other)}"
    return f"{sender}'s record and ours hold the same events as far as both go."


def _kept(
    chain: Chain, sender: str, after: int, ours: Sequence[Event], theirs: Sequence[Event], known: Callable[[str], bool]
) -> list[Errand]:
    """Keep the other's record as a branch of its own, which is read and never played."""
    same = next((at for at, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]), None)
    name = f"{chain.name}-as-{sender}-has-it"
    if same is None or known(name):
        return []
    facts = tuple(theirs[same:])
    return [
        OpenBranch(name=name, parent=chain.name, after=after + same, facts=facts, whose=sender),
        _tell(f"Their record is kept as {name}. See: sits diff {shell(chain.called)} {shell(name)}"),
    ]


def _tell(words: str) -> Tell:
    return Tell(kind="difference", words=words)
