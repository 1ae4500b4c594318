"""Two records that differ: the first event in which they do, and the other's branch, to be read with sits diff."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from sits_es.errors import GameError
from sits_es.events import Event
from sits_es.game.story import teller
from sits_es.mail.packet import Signed
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat
from sits_es.post.protocol.bodies import EventBundle, read_body
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.opening import read_fact

#: Under this word and a branch's name the journal keeps whose record it is that was taken in to be compared.
FOREIGN = "foreign"


def foreign(desk: Desk, branch: str) -> str | None:
    """Whose record a branch is, where it is not one's own; it was taken in to be compared and nobody vouches for it."""
    return desk.journal.kept(f"{FOREIGN} {branch}")


def tell_difference(desk: Desk, seat: Seat, chain: Chain, sender: str) -> int | None:
    """Write down that somebody's record is another one. The last event in common; None when it was told before."""
    common = 0
    for earlier in desk.journal.accepted(seat.game):
        head = earlier.packet.head
        if earlier.packet.sender == sender and head is not None and chain.holds(head):
            common = max(common, head.version)
    words = f"{sender}'s record and ours are the same up to event #{common} and differ behind it."
    if words in [said for _, said, _ in desk.journal.told(seat.game, ("difference",))]:
        return None
    _tell(desk, seat, words)
    return common


def compare(desk: Desk, seat: Seat, chain: Chain, signed: Signed) -> None:
    """Hold somebody's events against the record, write the first that differs into the journal and keep his branch."""
    body = read_body(signed.packet.kind, signed.packet.body)
    sender = signed.packet.sender
    if not isinstance(body, EventBundle):
        raise TypeError(f"{signed.packet.title} is no bundle")
    if not 0 <= body.after <= chain.head.version or chain.digests[body.after] != body.digest:
        _tell(desk, seat, f"{sender} sends his record from event #{body.after} on, which is not an event of ours.")
        return
    try:
        theirs = [read_fact(each) for each in body.events]
    except GameError as fault:
        _tell(desk, seat, f"The record that {sender} sends cannot be read: {fault}")
        return
    ours = [recorded.event for recorded in desk.session.store.read(chain.name, after=body.after)]
    _tell(desk, seat, _difference(chain, sender, body.after, ours, theirs))
    _keep(desk, seat, chain, sender, body.after, ours, theirs)


def _difference(chain: Chain, sender: str, after: int, ours: Sequence[Event], theirs: Sequence[Event]) -> str:
    tell = teller(chain.rules.tell, chain.rules.steps)
    for version, (mine, other) in enumerate(zip_longest(ours, theirs), start=after + 1):
        if mine is None or other is None:
            break
        if mine != other:
            words = f"The first event in which {sender}'s record differs from ours is #{version}."
            return f"{words} Ours: {tell(mine)} His: {tell(other)}"
    return f"{sender}'s record and ours hold the same events as far as both go."


def _keep(
    desk: Desk, seat: Seat, chain: Chain, sender: str, after: int, ours: Sequence[Event], theirs: Sequence[Event]
) -> None:
    """Keep the other's record as a branch of its own, which is read and never played."""
    same = next((at for at, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]), None)
    name = f"{chain.name}-as-{sender}-has-it"
    if same is None or desk.session.store.head(name).version >= 0:
        return
    desk.journal.keep(f"{FOREIGN} {name}", sender)
    desk.session.store.fork(name, chain.name, after + same, list(theirs[same:]), recorded_at=desk.clock())
    _tell(desk, seat, f"His record is kept as {name}. See: sits diff {chain.name} {name}")


def _tell(desk: Desk, seat: Seat, words: str) -> None:
    desk.journal.tell(seat.game, "difference", words, desk.clock())
