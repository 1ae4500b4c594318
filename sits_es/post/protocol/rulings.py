"""Rulings that open a branch: what can be ruled, and where the branch leaves which record, under which id.

Rule: house, for play by mail: "Agreeing".
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen
from msgspec import UNSET

from sits_es.mail.packet import LastEvent, Packet
from sits_es.orders.names import problem_of
from sits_es.post.protocol.bodies import Ruling
from sits_es.post.protocol.branches import decision_id
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.fate import Judgement, refused
from sits_es.post.protocol.kinds import said
from sits_es.post.protocol.terms import terms_of
from sits_es.rules.moments import Moment


@frozen(kw_only=True)
class Leaving:
    """Where a branch leaves which record. name: its id; parent: the record's; after: the last event they share."""

    name: str
    parent: str
    after: LastEvent


def opens_branch(ruling: Ruling) -> bool:
    """Whether a ruling makes another branch the game."""
    return not ruling.upheld


def leaves(chain: Chain, ruling: Ruling) -> Leaving:
    """Where the branch of a ruling leaves a record: the game's own, or an earlier one to which all go back.

    In games whose terms say what happens when people fail its id follows from the ruling, in others it names it.
    """
    careful = terms_of(chain.game) is not None
    name = decision_id(chain.name, ["ruling", said(ruling)]) if careful else ruling.branch or ""
    if ruling.point is not UNSET and ruling.branch is not None:
        return Leaving(name=name, parent=ruling.branch, after=LastEvent(*ruling.point))
    opened = chain.opened(Moment(ruling.about_turn, ruling.about_segment))
    return Leaving(name=name, parent=chain.name, after=LastEvent(opened, chain.digests[opened]))


def ruling_faults(packet: Packet, body: Ruling, chain: Chain, owed: Moment) -> Iterator[Judgement]:
    """What is wrong with a ruling, by the record up to its head."""
    about, back = Moment(body.about_turn, body.about_segment), body.point is not UNSET
    # at the packet's head nothing later was played, so whatever comes first here it is judged alike
    if not back and (about >= owed or about not in chain.owed.values()):
        yield refused(f"The {packet.title} is about an exchange that has not been played.")
    if terms_of(chain.game) is not None:
        if (body.branch is not None) != back or (back and body.upheld) or body.branch == chain.name:
            yield refused(f"The {packet.title} names a branch, and in this game its name follows from what is signed.")
    elif back or body.upheld != (body.branch is None) or body.branch == chain.name:
        yield refused(f"The {packet.title} neither upholds the record nor names a new branch.")
    elif body.branch is not None and (problem := problem_of(body.branch)):
        yield refused(problem)
