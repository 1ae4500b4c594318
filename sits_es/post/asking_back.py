"""A folder that is an older copy asks the others for what it lacks, and they send it: its owner's own packets too.

Its letter names the last packet that is there of each person, and takes no number. It is answered once, and asked
again a day later. Rule: house, for play by mail.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Final

from sits_es.mail.packet import Packet, Signed, is_signed_by, sign
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.times import read_time, write_time
from sits_es.post.handover import gone_for
from sits_es.post.protocol.failures import Behind
from sits_es.post.protocol.kinds import as_data
from sits_es.post.replica import Replica, replica_of

#: How long others have to answer before they are asked again.
A_WHILE: Final = timedelta(hours=20)
#: What a letter that asks says to people.
ASKS: Final = (
    "Its writer's folder is an older copy of the game. Your program sends what is missing there: sits mail out"
)
#: What a letter that answers says to people.
ANSWERS: Final = "Everything that your folder lacks, as your program asked for it: your own packets are among it."


def asking(replica: Replica, reader: str) -> Signed | None:
    """What asks a reader for all that this folder lacks; None while they were asked a short time ago."""
    desk, game, chain = replica.desk, replica.game, replica.chain()
    before = desk.journal.kept(_asked(game, reader))
    if before and read_time(desk.clock()) < read_time(before) + A_WHILE:
        return None
    last = {player: desk.journal.last(game, player) for player in chain.game.people}
    has = {player: (each.packet.number, each.digest) for player, each in last.items() if each is not None}
    body = Behind(mark=chain.mark, at=write_time(read_time(desk.clock())), has=has)
    number = desk.journal.last_number(game, replica.me)
    packet = Packet(
        kind="behind", game=game, branch=chain.name, sender=replica.me, number=number, head=None, body=as_data(body)
    )
    return sign(packet, replica.identity())


def note_asked(replica: Replica, reader: str, packets: Sequence[Signed]) -> None:
    """Note that a reader was asked, or answered, just now."""
    desk, game = replica.desk, replica.game
    if any(each.packet.kind == "behind" for each in packets):
        desk.journal.keep(_asked(game, reader), desk.clock())
    elif desk.journal.kept(_lacks(game, reader)):
        desk.journal.keep(_lacks(game, reader), "")


def take_asking(desk: Desk, signed: Signed, body: Behind) -> None:
    """Note what somebody's folder lacks, to be sent with the next letter to them; an older word changes nothing."""
    packet = signed.packet
    seat = desk.journal.seat(packet.game)
    if seat is None or seat.player in (None, packet.sender) or not desk.started(seat) or not isinstance(body.at, str):
        return
    replica = replica_of(desk, seat)
    chain = replica.chain()
    if chain.terms is None or packet.sender not in chain.game.people or body.mark != chain.mark:
        return
    name = f"asked us {packet.game} {packet.sender}"
    if is_signed_by(signed, replica.key_of(packet.sender)) and body.at > (desk.journal.kept(name) or ""):
        desk.journal.keep(name, body.at)
        desk.journal.keep(_lacks(packet.game, packet.sender), json.dumps(body.has))


def asked_for(replica: Replica, reader: str) -> tuple[Signed, ...]:
    """What a reader's folder lacks of what is here, as it said itself: their own packets, one's own, and others'.

    With an umpire others' are none but those of an umpire who is gone, and sends nothing again.
    """
    said = replica.desk.journal.kept(_lacks(replica.game, reader))
    return tuple(_lacking(replica, reader, json.loads(said))) if said else ()


def have_asked(replica: Replica) -> list[str]:
    """Who has asked for what their folder lacks, and has not been answered since."""
    people = replica.chain().game.people
    return [player for player in people if replica.desk.journal.kept(_lacks(replica.game, player))]


def _lacking(replica: Replica, reader: str, has: dict[str, tuple[int, str]]) -> Iterator[Signed]:
    journal, game, chain = replica.desk.journal, replica.game, replica.chain()
    umpired = {replica.me, reader, *gone_for(replica, reader)}
    whose = chain.game.people.keys() if chain.game.play == "peers" else umpired
    for player in sorted(whose):
        number, digest = has.get(player, (0, ""))
        here = journal.at(game, player, number) if number else None
        if here is not None and here.digest != digest:
            twice = [first.packet.number for first, _ in replica.doubles() if first.packet.sender == player]
            number = min(twice, default=1) - 1
        yield from journal.accepted(game, sender=player, after=number)
    yield from (each for each in replica.all_set_aside() if each.packet.sender in whose)


def _asked(game: str, reader: str) -> str:
    return f"asked {game} {reader}"


def _lacks(game: str, reader: str) -> str:
    return f"lacks {game} {reader}"
