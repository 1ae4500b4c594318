"""One's own packets that are given up as lost: an umpire who is gone for good had them, and nobody else.

The other players have not seen them, so that their numbers are used again. Only in games whose terms say what happens
when people fail. Rule: house, for play by mail.
"""

from __future__ import annotations

from typing import Final

from sits_es.mail.packet import Signed
from sits_es.post.desk.desk import Desk
from sits_es.post.protocol.doubles import followed

#: Why a packet of one's own does not count.
ONLY_THE_UMPIRE: Final = "Only the umpire had it, without whom the game goes on."
#: What one is told when such packets come back.
CAME_BACK: Final = (
    "Packets of your own came back that only the umpire had had. You have gone on without them: they count for nothing."
)


def give_up(desk: Desk, game: str, umpire: str) -> None:
    """Give up as lost what an umpire alone has of one's own packets."""
    desk.journal.keep(_name(game), umpire)


def given_up_with(desk: Desk, game: str) -> str | None:
    """The umpire with whom packets of one's own were given up as lost; None where none were."""
    return desk.journal.kept(_name(game)) or None


def signature(desk: Desk, game: str, me: str, umpire: str) -> Signed | None:
    """One's last packet that says that all go on without an umpire, on any branch of the game; None for none."""
    signed = desk.journal.accepted(game, kinds=("succession",), sender=me)
    return next((each for each in reversed(signed) if each.packet.body.get("umpire") == umpire), None)


def need_not_come(desk: Desk, game: str, me: str | None, sender: str) -> bool:
    """Whether packets of one's own that somebody says they had may be missing here: who says it is gone for good."""
    if me is None or sender == me:
        return False
    if given_up_with(desk, game) == sender or signature(desk, game, me, sender) is not None:
        return True
    return _had_signed(desk, game, me, sender)


def _had_signed(desk: Desk, game: str, me: str, umpire: str) -> bool:
    """Whether packets of one's own that came back, and follow what counts here, have such a signature among them.

    A lost folder that is brought back by old letters has them before its record comes as far as that signature does.
    """
    last, waiting = desk.journal.last(game, me), desk.journal.parked(game, me)
    came_back = followed(last, waiting)[1:] if last is not None and waiting else ()
    return any(each.packet.kind == "succession" and each.packet.body.get("umpire") == umpire for each in came_back)


def comes_too_late(desk: Desk, signed: Signed) -> bool:
    """Whether a packet is one of one's own that were given up, and comes back after one has gone on without it.

    It was written before one signed that, and has no place here, not even beside what counts: what the umpire says of
    it would let it count again. Where one had signed already what was lost, the other players may have all of it.
    """
    packet = signed.packet
    seat, umpire = desk.journal.seat(packet.game), given_up_with(desk, packet.game)
    if seat is None or umpire is None or seat.player != packet.sender or desk.journal.holds(signed):
        return False
    last = signature(desk, packet.game, packet.sender, umpire)
    if last is None:
        return False
    kept = (signed, *desk.journal.kept_of(packet.game, packet.sender, 1))
    counting = {each.digest for each in desk.journal.accepted(packet.game, kinds=("succession",), sender=packet.sender)}
    if any(each.packet.kind == "succession" and each.digest not in counting for each in kept):
        return False
    if packet.number > last.packet.number and str(packet.body.get("at")) >= str(last.packet.body.get("at")):
        return False
    if all(words != CAME_BACK for _, words, _ in desk.journal.told(packet.game, ("restored",))):
        desk.journal.tell(packet.game, "restored", CAME_BACK, desk.clock())
    return True


def _name(game: str) -> str:
    return f"given up {game}"
