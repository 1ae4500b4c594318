"""What becomes of a packet that was judged, and why."""

from __future__ import annotations

from enum import Enum

from attrs import frozen


class Fate(Enum):
    """What becomes of a packet. Two take their number and count for nothing.

    DIFFERS: its sender's record differs; ASIDE: it is of a branch that is not the game any more.
    """

    ACCEPTED = "accepted"
    WAITS = "waits"
    REFUSED = "refused"
    DIFFERS = "differs"
    ASIDE = "aside"


@frozen(kw_only=True)
class Judgement:
    """A judgement. why: in words, unless it is simply accepted; against: digest of the packet that it contradicts."""

    fate: Fate
    why: str = ""
    against: str | None = None


ACCEPTED = Judgement(fate=Fate.ACCEPTED)


def refused(why: str, against: str | None = None) -> Judgement:
    """A refusal, with its reason. against: digest of the packet that it contradicts."""
    return Judgement(fate=Fate.REFUSED, why=why, against=against)
