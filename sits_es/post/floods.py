"""Limits on packets that wait here, for each sender, so that nobody can shut the others out.

Where a sender's key is known, only what they signed counts; the very next packet of a sender is always kept.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from sits_es.mail.armour import Part
from sits_es.mail.packet import Signed
from sits_es.mail.packet_form import MOST_BYTES, MOST_PARTS
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.times import read_time, write_time
from sits_es.sentences import shell

#: Packets of one sender in one game that wait for earlier ones at most, and of those under one number.
MOST_WAITING: Final = 500
MOST_OF_A_NUMBER: Final = 10
#: Packets of a place whose key is not known yet, and of games to which no invitation is here, all together: of these
#: the oldest give way, as what is still needed comes again by itself.
MOST_UNKNOWN: Final = 20
MOST_UNINVITED: Final = 200
#: Bytes of parts whose packets are not complete, all together, and for how many days they are kept: of these, too, the
#: oldest give way. The longest packet is half of it.
MOST_OF_PARTS: Final = 2 * MOST_BYTES * MOST_PARTS
PART_DAYS: Final = 60
#: Answers without a ticket that a host is told of, in one game.
MOST_TOLD: Final = 20


def floods(desk: Desk, signed: Signed, *, known: bool) -> bool:
    """Whether a packet is one too many to be kept. known: it is signed with the key that its sender has on record."""
    packet, journal = signed.packet, desk.journal
    if journal.seat(packet.game) is None:
        journal.forget_uninvited(MOST_UNINVITED - 1)
        return False
    of_sender = journal.count_parked(packet.game, packet.sender)
    if not known:
        return of_sender >= MOST_UNKNOWN
    if journal.count_parked(packet.game, packet.sender, packet.number) >= MOST_OF_A_NUMBER:
        return True
    if of_sender < MOST_WAITING or packet.number == journal.last_number(packet.game, packet.sender) + 1:
        return False
    said = (
        f"{MOST_WAITING} packets of {packet.sender} wait for earlier ones, and no more of theirs are kept. When those "
        f"are here, ask them: sits mail out --again {shell(packet.game)}"
    )
    if said not in [words for _, words, _ in journal.told(packet.game, ("flood",))]:
        journal.tell(packet.game, "flood", said, desk.clock())
    return True


def keep_part(desk: Desk, part: Part) -> None:
    """Keep a part of a long packet until the others are here; nobody has signed it, so the oldest give way."""
    now = read_time(desk.clock())
    desk.journal.forget_parts(write_time(now - timedelta(days=PART_DAYS)), MOST_OF_PARTS - len(part.content))
    desk.journal.keep_part(part.packet, part.index, part.count, part.content, write_time(now))


def turn_away(desk: Desk, game: str, why: str) -> None:
    """Say that an answer to an invitation is not kept, for as many of them as anybody would read."""
    told = [words for _, words, _ in desk.journal.told(game, ("refusal",))]
    if why not in told and len(told) < MOST_TOLD:
        desk.journal.tell(game, "refusal", why, desk.clock())
