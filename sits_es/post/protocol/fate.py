"""What becomes of a packet that was judged, and why."""

from __future__ import annotations

from enum import Enum

from attrs import evolve, frozen


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
    """A judgement. why: in words, unless it is simply accepted; against: digest of the packet that it contradicts.

    numbered: whether a packet that is refused takes its number all the same, so that what follows it does not wait for
    ever: it is its sender's next one, and only what it says is wrong.
    """

    fate: Fate
    why: str = ""
    against: str | None = None
    numbered: bool = False


ACCEPTED = Judgement(fate=Fate.ACCEPTED)


def refused(why: str, against: str | None = None) -> Judgement:
    """A refusal, with its reason. against: digest of the packet that it contradicts."""
    return Judgement(fate=Fate.REFUSED, why=why, against=against)


def unless_two(said: str, whose: str = "somebody") -> Judgement:
    """A judgement of what goes against numbers taken, which tell nothing once somebody sent two packets under one."""
    why = f"{said}: that counts once two packets of {whose} under one number are here"
    return Judgement(fate=Fate.WAITS, why=why)


def in_its_number(found: Judgement, *, careful: bool) -> Judgement:
    """A judgement of a packet that is its sender's next one: refused, it takes its number where terms are careful.

    careful: whether the game's terms say what happens when people fail.
    """
    return evolve(found, numbered=True) if careful and found.fate is Fate.REFUSED else found
