"""Rulings that open a branch: what can be ruled, and where the branch leaves which record, under which id.

Rule: house, for play by mail: "Agreeing".
"""

from __future__ import annotations

from attrs import frozen
from msgspec import UNSET

from sits_es.mail.packet import LastEvent
from sits_es.post.protocol.bodies import Ruling
from sits_es.post.protocol.branches import decision_id
from sits_es.post.protocol.chain import Chain
from sits_es.post.protocol.kinds import said
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
    careful = chain.terms is not None
    name = decision_id(chain.name, ["ruling", said(ruling)]) if careful else ruling.branch or ""
    if ruling.point is not UNSET and ruling.branch is not None:
        return Leaving(name=name, parent=ruling.branch, after=LastEvent(*ruling.point))
    opened = chain.opened(Moment(ruling.about_turn, ruling.about_segment))
    return Leaving(name=name, parent=chain.name, after=LastEvent(opened, chain.digests[opened]))
