"""One's own packets that are given up as lost: an umpire who is gone for good had them, and nobody else.

The other players have not seen them, so that their numbers are used again. Only in games whose terms say what happens
when people fail. Rule: house, for play by mail.
"""

from __future__ import annotations

from typing import Final

from sits_es.mail.packet import Signed
from sits_es.post.desk.desk import Desk

#: Why a packet of one's own does not count.
ONLY_THE_UMPIRE: Final = "Only the umpire had it, without whom the game goes on."


def give_up(desk: Desk, game: str, umpire: str) -> None:
    """Give up as lost what an umpire alone has of one's own packets."""
    desk.journal.keep(_name(game), umpire)


def given_up_with(desk: Desk, game: str) -> str | None:
    """The umpire with whom packets of one's own were given up as lost; None where none were."""
    return desk.journal.kept(_name(game)) or None


def goes_on_without(desk: Desk, game: str, me: str, umpire: str) -> bool:
    """Whether one has signed that all go on without an umpire, on any branch of the game."""
    signed = desk.journal.accepted(game, kinds=("succession",), sender=me)
    return any(each.packet.body.get("umpire") == umpire for each in signed)


def need_not_come(desk: Desk, game: str, me: str | None, sender: str) -> bool:
    """Whether packets of one's own that somebody says they had may be missing here: who says it is gone for good."""
    if me is None or sender == me:
        return False
    return given_up_with(desk, game) == sender or goes_on_without(desk, game, me, sender)


def comes_too_late(desk: Desk, signed: Signed) -> bool:
    """Whether a packet is one of one's own that were given up, and comes back after one has gone on without it."""
    packet = signed.packet
    seat, umpire = desk.journal.seat(packet.game), given_up_with(desk, packet.game)
    if seat is None or umpire is None or seat.player != packet.sender or desk.journal.holds(signed):
        return False
    gone_on = goes_on_without(desk, packet.game, packet.sender, umpire)
    return gone_on and packet.number <= desk.journal.last_number(packet.game, packet.sender)


def _name(game: str) -> str:
    return f"given up {game}"
