"""Other people's packets that a letter carries: those that its reader lacks, and those that one's own answer.

Whoever holds a packet that another's list of what they have taken lacks, a day after it came here, sends it on. Only
among peers, and players who go on without their umpire, whose terms say what happens when people fail. Rule: house,
for play by mail.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from attrs import asdict, frozen

from sits_es.mail.packet import Signed
from sits_es.post.built_on import answered_by
from sits_es.post.desk.times import read_time
from sits_es.post.handover import has_signed
from sits_es.post.lost_mail import MOST_DOUBLED, PATIENCE, had
from sits_es.post.replica import Replica

#: How long others have to get a packet by themselves before it is passed on.
A_DAY: Final = timedelta(hours=24)


def lacking(replica: Replica, reader: str) -> tuple[Signed, ...]:
    """Packets of others that a reader lacks as far as is known here, and that are to be passed on now."""
    chain = replica.chain()
    if chain.game.play != "peers":
        return _start_for(replica, reader)
    found: list[Signed] = []
    for sender in sorted(chain.game.people):
        if sender not in (replica.me, reader):
            found += _of(replica, reader, sender)
    return tuple(found)


def _start_for(replica: Replica, reader: str) -> tuple[Signed, ...]:
    """The game's start, for a player who may not have it, from one who signs that all go on without their umpire."""
    players, host = replica.chain().game.players, replica.gathering().body.host.player
    if not {replica.me, reader} <= {*players} or host in (replica.me, reader) or not has_signed(replica):
        return ()
    return tuple(signed for signed in _of(replica, reader, host) if signed.packet.kind == "start")


@frozen(kw_only=True)
class _Passed:
    """What of a sender was passed on to a reader. upto: the last packet; times: again; at: the last time, or never."""

    upto: int = 0
    times: int = 0
    at: str = ""


def _of(replica: Replica, reader: str, sender: str) -> list[Signed]:
    desk, game = replica.desk, replica.game
    seen = had(desk, replica.seat, reader, sender)
    if desk.journal.last_number(game, sender) <= seen:
        return []
    now = read_time(desk.clock())
    came = desk.journal.came(game, sender, seen)
    ripe = [signed for signed, at in came if at is None or now >= read_time(at) + A_DAY]
    before = _passed(replica, reader, sender)
    if not before.at or before.upto <= seen:
        return ripe
    if now >= read_time(before.at) + PATIENCE * 2 ** min(before.times, MOST_DOUBLED):
        return ripe
    return [signed for signed in ripe if signed.packet.number > before.upto]


def note_passed(replica: Replica, reader: str, packets: Sequence[Signed]) -> None:
    """Note that packets of others went to a reader just now."""
    for sender in {signed.packet.sender for signed in packets} - {replica.me, reader}:
        numbers = [signed.packet.number for signed in packets if signed.packet.sender == sender]
        before = _passed(replica, reader, sender)
        now = _Passed(
            upto=max(*numbers, before.upto),
            times=before.times + 1 if before.upto >= min(numbers) else 0,
            at=replica.desk.clock(),
        )
        replica.desk.journal.keep(_name(replica.game, reader, sender), json.dumps(asdict(now)))


def _passed(replica: Replica, reader: str, sender: str) -> _Passed:
    kept = replica.desk.journal.kept(_name(replica.game, reader, sender))
    return _Passed(**json.loads(kept)) if kept else _Passed()


def answered(replica: Replica, reader: str, packets: Sequence[Signed]) -> tuple[Signed, ...]:
    """The packets that others answer, unless their reader is known to have them; each once."""
    found: dict[str, Signed] = {}
    for digest in (digest for signed in packets for digest in answered_by(signed)):
        signed = replica.desk.journal.find(digest)
        if signed is None or signed.packet.sender == reader or digest in found or signed in packets:
            continue
        if had(replica.desk, replica.seat, reader, signed.packet.sender) < signed.packet.number:
            found[digest] = signed
    return tuple(found.values())


def second_contents(replica: Replica, reader: str) -> tuple[Signed, ...]:
    """Two packets of somebody's under one number that a reader was not sent yet: everybody gets both, at once."""
    found: list[Signed] = []
    for first, second in replica.doubles():
        if replica.desk.journal.kept(_proof(replica, reader, second)) is None:
            found += [first, second]
            if first.packet.sender == reader:  # their folder is an older copy, and what they had sent is news to it
                found += replica.desk.journal.accepted(replica.game, sender=reader, after=first.packet.number)
    return tuple({each.digest: each for each in found}.values())


def note_proof(replica: Replica, reader: str, packets: Sequence[Signed]) -> None:
    """Note that second contents went to a reader."""
    for _, second in replica.doubles():
        if second in packets:
            replica.desk.journal.keep(_proof(replica, reader, second), replica.desk.clock())


def doubled_in_words(packets: Sequence[Signed]) -> str:
    """Whose second contents a letter carries, for people."""
    named = dict.fromkeys(f"packet {signed.packet.number} of {signed.packet.sender}" for signed in packets)
    return f"Two contents under one number, both signed: {', '.join(named)}."


def passed_in_words(packets: Sequence[Signed]) -> str:
    """Whose packets are passed on, for people."""
    senders = sorted({signed.packet.sender for signed in packets})
    parts = []
    for sender in senders:
        numbers = sorted(signed.packet.number for signed in packets if signed.packet.sender == sender)
        upto = f"packet {numbers[0]}" if len(numbers) == 1 else f"packets {numbers[0]} to {numbers[-1]}"
        parts.append(f"{upto} of {sender}")
    return f"Passed on, as it is not known that you have them: {', '.join(parts)}."


def _proof(replica: Replica, reader: str, second: Signed) -> str:
    return f"proof {replica.game} {reader} {second.digest}"


def _name(game: str, reader: str, sender: str) -> str:
    return f"passed on {game} {reader} {sender}"
