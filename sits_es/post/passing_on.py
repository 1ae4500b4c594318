"""Other people's packets that a letter carries: those that its reader lacks, and those that one's own answer.

Whoever holds a packet that another's list of what they have taken lacks, a day after it came here, sends it on. Only
among peers, and of what an umpire sent without whom players have signed to go on, in games whose terms say what happens
when people fail. Rule: house, for play by mail.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from attrs import asdict, frozen

from sits_es.mail.packet import Signed
from sits_es.post.built_on import answered_by
from sits_es.post.desk.times import read_time
from sits_es.post.handover import gone_for
from sits_es.post.lost_mail import MOST_DOUBLED, PATIENCE, had
from sits_es.post.protocol.carried import carried_by
from sits_es.post.protocol.doubles import followed
from sits_es.post.protocol.kinds import taken_by
from sits_es.post.replica import Replica

#: How long others have to get a packet by themselves before it is passed on.
A_DAY: Final = timedelta(hours=24)


def lacking(replica: Replica, reader: str, *, at_once: bool = False) -> tuple[Signed, ...]:
    """Packets of others that a reader lacks as far as is known here, and that are to be passed on now.

    at_once: all of them, however lately they came or went, to somebody who is given notice.
    """
    chain = replica.chain()
    if chain.game.play != "peers":
        return _after_umpires(replica, reader)
    found: list[Signed] = []
    for sender in sorted(chain.game.people):
        if sender not in (replica.me, reader):
            found += _of(replica, reader, sender, at_once=at_once)
    return tuple(found)


def _after_umpires(replica: Replica, reader: str) -> tuple[Signed, ...]:
    """What umpires sent without whom one has signed to go on, for a player to whom it may never have come.

    Such an umpire sends nothing again. The game's start goes with it, whoever sent that.
    """
    host = replica.gathering().body.host.player
    if not (gone := gone_for(replica, reader)):
        return ()
    found = [each for umpire in gone for each in _of(replica, reader, umpire, _shown(replica, reader, umpire))]
    if host not in (*gone, replica.me, reader):
        found += [each for each in _of(replica, reader, host) if each.packet.kind == "start"]
    return tuple(each for each in found if each.packet.kind != "invite")  # who plays has that


def _shown(replica: Replica, reader: str, umpire: str) -> int:
    """The number of an umpire's last packet that a reader had, by what of theirs the umpire's bundles carry.

    Not by such as a reader's folder that is an older copy has sent otherwise since: that lacks what they had taken.
    """
    journal, turn = replica.desk.journal, replica.chain().game.moment.turn
    bundles = journal.accepted(replica.game, turn=turn - 1, kinds=("bundle",), sender=umpire)
    theirs = [each for each in carried_by(bundles) if each.packet.sender == reader]
    here = ((each, journal.at(replica.game, reader, each.packet.number)) for each in theirs)
    named = (taken_by(each, umpire) for each, other in here if other is None or other.digest == each.digest)
    return max((number for number, _ in filter(None, named)), default=0)


@frozen(kw_only=True)
class _Passed:
    """What of a sender was passed on to a reader. upto: the last packet; times: again; at: the last time, or never."""

    upto: int = 0
    times: int = 0
    at: str = ""


def _of(replica: Replica, reader: str, sender: str, shown: int = 0, *, at_once: bool = False) -> list[Signed]:
    desk, game = replica.desk, replica.game
    seen = max(had(desk, replica.seat, reader, sender), shown)
    if desk.journal.last_number(game, sender) <= seen:
        return []
    now = read_time(desk.clock())
    came = desk.journal.came(game, sender, seen)
    if at_once:
        return [signed for signed, _ in came]
    ripe = [signed for signed, at in came if at is None or now >= read_time(at) + A_DAY]
    before = _passed(replica, reader, sender)
    if not before.at or before.upto <= seen:
        return ripe
    if now >= read_time(before.at) + PATIENCE * 2 ** min(before.times, MOST_DOUBLED):
        return ripe
    return [signed for signed in ripe if signed.packet.number > before.upto]


def note_passed(replica: Replica, reader: str, packets: Sequence[Signed]) -> None:
    """Note that packets of others which a reader lacks went there just now; not those that one's own answered.

    What goes with an answer does not put off what is to be passed on.
    """
    for sender in {signed.packet.sender for signed in packets}:
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
    """The packets that others answer, unless their reader is known to have them; each once.

    An umpire's bundle holds those of players that it answers: to other players they are nothing by themselves.
    """
    found: dict[str, Signed] = {}
    for digest in (each for signed in packets if signed.packet.kind != "bundle" for each in answered_by(signed)):
        signed = replica.desk.journal.find(digest)
        if signed is None or signed.packet.sender == reader or digest in found or signed in packets:
            continue
        if had(replica.desk, replica.seat, reader, signed.packet.sender) < signed.packet.number:
            found[digest] = signed
    return tuple(found.values())


def second_contents(replica: Replica, reader: str) -> tuple[Signed, ...]:
    """Two packets of somebody's under one number that a reader may lack: everybody gets both, at once.

    With them go all that follow the one that doesn't count: the record may have been played by them before. They go
    again, after a while, until what the reader has taken shows that both are there.
    """
    found: list[Signed] = []
    now = read_time(replica.desk.clock())
    for first, second in replica.doubles():
        at, times = _proven(replica, reader, second)
        if at and (now < read_time(at) + PATIENCE * 2 ** min(times, MOST_DOUBLED) or has_both(replica, reader, second)):
            continue
        found += [first, *replica.set_aside(second)]
        if first.packet.sender == reader:  # their folder is an older copy, and what they had sent is news to it
            found += replica.desk.journal.accepted(replica.game, sender=reader, after=first.packet.number)
    return tuple({each.digest: each for each in found}.values())


def has_both(replica: Replica, reader: str, second: Signed) -> bool:
    """Whether a reader is seen to hold both packets under the number of one: by what they say they have taken.

    They hold what they name, and what others name in packets that they have taken. Nobody names packets of their own:
    of their own two it is seen while they have gone on from there, and nothing of this folder's waits with them.
    """
    journal, game, packet = replica.desk.journal, replica.game, second.packet
    last = journal.last_number(game, packet.sender)
    if packet.sender == reader:
        seen = had(replica.desk, replica.seat, reader, replica.me)
        left = journal.accepted(game, sender=replica.me, after=seen)
        return last > packet.number and all(each.packet.kind == "ack" for each in left)
    kept = journal.kept_of(game, packet.sender, packet.number)
    lines = [{each.digest for each in followed(one, kept)} for one in kept if one.packet.number == packet.number]
    named: set[str] = set()
    for player in (each for each in replica.chain().game.people if each != packet.sender):
        upto = None if player == reader else had(replica.desk, replica.seat, reader, player)
        for each in journal.accepted(game, sender=player):
            taken = taken_by(each, packet.sender)
            if taken is not None and (upto is None or each.packet.number <= upto):
                named.add(taken[1])
    return all(line & named for line in lines)


def note_proof(replica: Replica, reader: str, packets: Sequence[Signed]) -> None:
    """Note that second contents went to a reader."""
    for _, second in replica.doubles():
        if second in packets:
            at, times = _proven(replica, reader, second)
            now = {"at": replica.desk.clock(), "times": times + 1 if at else 0}
            replica.desk.journal.keep(_proof(replica, reader, second), json.dumps(now))


def _proven(replica: Replica, reader: str, second: Signed) -> tuple[str, int]:
    """When a second content went to a reader for the last time, and how often again; an empty text for never."""
    kept = replica.desk.journal.kept(_proof(replica, reader, second))
    if kept is None:
        return "", 0
    said = json.loads(kept)
    return said["at"], said["times"]


def doubled_in_words(packets: Sequence[Signed]) -> str:
    """Whose second contents a letter carries, for people."""
    places = Counter((signed.packet.sender, signed.packet.number) for signed in packets)
    named = (f"packet {number} of {sender}" for (sender, number), count in places.items() if count > 1)
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
