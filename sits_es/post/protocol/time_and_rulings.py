"""What is wrong with deadlines, absences and rulings that somebody signs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from sits_es.mail.packet import Packet
from sits_es.orders.names import problem_of
from sits_es.post.protocol.bodies import Clock, Ruling
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.fate import Judgement, refused
from sits_es.post.protocol.kinds import is_a_time
from sits_es.rules.moments import Moment

#: Years that a deadline or an absence may name: hours of grace are added to them.
YEARS = range(2000, 3000)


def clock_faults(packet: Packet, body: Clock, chain: Chain) -> Iterator[Judgement]:
    """What is wrong with a deadline or an absence."""
    since, until = body.since or body.until, body.until
    if not all(map(is_a_time, (since, until))):
        yield refused(f"The {packet.title} names a date or an hour that does not exist.")
        return
    if not all(int(time[:4]) in YEARS for time in (since, until)):
        yield refused(f"The {packet.title} names a time outside the years {YEARS[0]} to {YEARS[-1]}.")
    # times of one form sort by their letters
    if body.player is not None and (body.player not in chain.game.players or since >= until):
        yield refused(f"The {packet.title} is not an absence of a player of this game.")


def ruling_faults(packet: Packet, body: Ruling, chain: Chain, owed: Moment) -> Iterator[Judgement]:
    """What is wrong with a ruling, by the record up to its head."""
    about, back = Moment(body.about_turn, body.about_segment), body.point is not UNSET
    # at the packet's head nothing later was played, so whatever comes first here it is judged alike
    if not back and (about >= owed or about not in chain.owed.values()):
        yield refused(f"The {packet.title} is about an exchange that has not been played.")
    if chain.terms is not None:
        if (body.branch is not None) != back or (back and body.upheld) or body.branch == chain.name:
            yield refused(f"The {packet.title} names a branch, and in this game its name follows from what is signed.")
    elif back or body.upheld != (body.branch is None) or body.branch == chain.name:
        yield refused(f"The {packet.title} neither upholds the record nor names a new branch.")
    elif body.branch is not None and (problem := problem_of(body.branch)):
        yield refused(problem)
