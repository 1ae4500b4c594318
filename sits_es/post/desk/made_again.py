"""One's own packets that are lost, and made again under their numbers: what the umpire had is not waited for any more.

A player and the umpire have both lost their folders, one after the other: the umpire's packets from before name some of
the player's that nobody has. Only with an umpire: among peers others have them. Rule: house, for play by mail.
"""

from __future__ import annotations

from datetime import timedelta

from sits_es.post.desk.desk import Desk
from sits_es.post.desk.times import read_time
from sits_es.post.protocol.kinds import taken_by


def is_made_again(desk: Desk, game: str, me: str | None, sender: str, patience: timedelta) -> bool:
    """Whether somebody has named one of one's own packets for so long that is not here, and was made again here.

    patience: for how long such a packet is waited for and asked for.
    """
    journal, now = desk.journal, read_time(desk.clock())
    for entry in journal.entries(game, ("accepted", "parked")) if me is not None and me != sender else ():
        named = taken_by(entry.signed, str(me)) if entry.signed.packet.sender == sender else None
        here = journal.at(game, str(me), named[0]) if named else None
        if named is None or here is None or here.digest == named[1] or not journal.made_here(game, str(me), named[0]):
            continue
        if entry.arrived_at is not None and now >= read_time(entry.arrived_at) + patience:
            return True
    return False
