"""Lost mail: what others are known to have, and when one's own packets go out again that nobody has confirmed.

Every packet names the last ones that its sender has taken, so each confirms what came before it. Only in games whose
terms say what happens when people fail. Rule: house, for play by mail.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any, Final

from attrs import frozen

from sits_es.mail.packet import Signed
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.protocol.kinds import taken_by
from sits_es.post.replica import Replica
from sits_es.sentences import utc

#: How long a packet may be unconfirmed before it is sent again; twice as long each time after that.
PATIENCE: Final = timedelta(days=3)
#: Times that the wait doubles at most.
MOST_DOUBLED: Final = 6


@frozen(kw_only=True)
class Gap:
    """One's own packets that a reader has not confirmed. first: number of the earliest; since: when it went out."""

    first: int
    since: datetime


def had(desk: Desk, seat: Seat, reader: str, sender: str) -> int:
    """The number of the last packet of a sender that a reader is known to have; 0 for none.

    Before the game has begun, who has answered has the invitation.
    """
    journal, game = desk.journal, seat.game
    if reader == sender:
        return journal.last_number(game, sender)
    last = journal.newest(game, reader)  # one that took its number only may say anything
    if last is None:
        return 0
    if "taken" in last.packet.body:
        named = taken_by(last, sender)
        return named[0] if named is not None else 0
    invite = journal.find(seat.invite)
    return 1 if last.packet.kind == "join" and invite is not None and invite.packet.sender == sender else 0


def gap_of(replica: Replica, reader: str, *, at_once: bool = False) -> Gap | None:
    """What is to be sent again to a reader now; None while nothing is, or it can still be confirmed in time.

    at_once: whatever they have not confirmed, to somebody who is given notice.
    """
    desk, game = replica.desk, replica.game
    now, seen = read_time(desk.clock()), had(desk, replica.seat, reader, replica.me)
    sent = desk.journal.sent(game, reader) if not at_once else desk.journal.last_number(game, replica.me)
    own = desk.journal.accepted(game, sender=replica.me, after=seen, void=True)
    lost = [each for each in own if each.packet.number <= sent and each.packet.kind != "ack"]
    came_again = desk.journal.kept(_came_again(game, reader)) or ""
    if not lost and not (came_again and seen < sent):
        return None
    first = lost[0].packet.number if lost else seen + 1
    since = _went(desk, game, reader, first) or now
    before = _kept(desk, _again(game, reader), {})
    times, last = (before["times"], read_time(before["at"])) if before.get("first") == first else (0, since)
    if at_once or came_again or now >= last + PATIENCE * 2 ** min(times, MOST_DOUBLED):
        return Gap(first=first, since=since)
    return None


def gap_in_words(gap: Gap, reader: str, packets: tuple[Signed, ...]) -> str:
    """Why packets go out again, for people."""
    named = [f"{each.packet.kind} {each.packet.number}" for each in packets if each.packet.number >= gap.first]
    what = named[0] if len(named) == 1 else f"{named[0]} to {named[-1]}"
    return f"Again: {what}, which {reader} has not confirmed since {utc(write_time(gap.since))}."


def note_went(desk: Desk, game: str, reader: str, number: int, gap: Gap | None) -> None:
    """Note that a letter with one's packets up to a number went to a reader just now. gap: it closes, if any."""
    seat = desk.seat(game)
    seen = had(desk, seat, reader, seat.player or "")
    rows = [row for row in _kept(desk, _when(game, reader), []) if row[0] > seen]
    if not rows or rows[-1][0] < number:
        rows.append([number, desk.clock()])
    desk.journal.keep(_when(game, reader), json.dumps(rows))
    if gap is not None:
        before = _kept(desk, _again(game, reader), {})
        times = before["times"] + 1 if before.get("first") == gap.first else 1
        desk.journal.keep(_again(game, reader), json.dumps({"first": gap.first, "times": times, "at": desk.clock()}))
        desk.journal.keep(_came_again(game, reader), "")


def note_came_again(desk: Desk, signed: Signed) -> None:
    """Note that a packet came which is here already: its sender may not know that."""
    packet = signed.packet
    seat = desk.journal.seat(packet.game)
    if seat is None or seat.player in (None, packet.sender) or packet.kind == "ack" or "taken" not in packet.body:
        return
    last = desk.journal.at(packet.game, seat.player or "", had(desk, seat, packet.sender, seat.player or ""))
    named = taken_by(last, packet.sender) if last is not None else None
    if named is not None and named[0] >= packet.number:
        return  # what they have of one's own says that it is here
    before = _kept(desk, _again(packet.game, packet.sender), {})
    if not before or read_time(desk.clock()) >= read_time(before["at"]) + PATIENCE:
        desk.journal.keep(_came_again(packet.game, packet.sender), signed.digest)


def unanswered(desk: Desk, game: str, sender: str) -> str:
    """The digest of a packet of a sender that came again, and is to be confirmed once more; empty for none."""
    return desk.journal.kept(_came_again(game, sender)) or ""


def _went(desk: Desk, game: str, reader: str, number: int) -> datetime | None:
    """When a packet first went to a reader."""
    times = [at for upto, at in _kept(desk, _when(game, reader), []) if upto >= number]
    return read_time(times[0]) if times else None


def _kept(desk: Desk, name: str, usual: Any) -> Any:
    found = desk.journal.kept(name)
    return json.loads(found) if found else usual


def _when(game: str, reader: str) -> str:
    return f"went {game} {reader}"


def _again(game: str, reader: str) -> str:
    return f"again {game} {reader}"


def _came_again(game: str, reader: str) -> str:
    return f"came again {game} {reader}"
