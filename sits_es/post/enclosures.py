"""What of packets a letter carries: what is new for its reader, what was lost, and what others sent and they lack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import frozen

from sits_es.game.events import OrdersSealed
from sits_es.mail.packet import Signed
from sits_es.mail.packet_form import MOST_NUMBER
from sits_es.post.asking_back import ANSWERS, ASKS, asked_for, asking, have_asked, note_asked
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.places import lacked_by
from sits_es.post.handover import has_signed, last_signature, parted_with
from sits_es.post.lost_mail import Gap, gap_in_words, gap_of, had, note_went
from sits_es.post.lost_with_the_umpire import had_left
from sits_es.post.notice import is_owed_notice, note_notice
from sits_es.post.passing_on import (
    answered,
    doubled_in_words,
    lacking,
    note_passed,
    note_proof,
    passed_in_words,
    second_contents,
)
from sits_es.post.protocol.readers import trustee_of
from sits_es.post.replica import Replica, replica_of

#: The number of the start among its host's packets.
START: Final = 2


@frozen(kw_only=True)
class Enclosed:
    """What a letter to a reader carries. own: packets of who writes it; others: of others; gap: that it is to close.

    passed: of the others, those that the reader lacks; words: about what was lost and what is passed on.
    """

    own: tuple[Signed, ...]
    others: tuple[Signed, ...] = ()
    passed: tuple[Signed, ...] = ()
    gap: Gap | None = None
    words: tuple[str, ...] = ()

    @property
    def packets(self) -> tuple[Signed, ...]:
        """All of them, one's own first."""
        return (*self.own, *self.others)

    @property
    def number(self) -> int | None:
        """That of the last of one's own packets in it; None where there is none."""
        return self.own[-1].packet.number if self.own else None


def enclosed_for(replica: Replica, player: str, *, again: bool = False) -> Enclosed | None:
    """What is to go to a reader now; None while nothing is. again: all of one's own packets go once more."""
    own = waiting_for(replica, player, again=again)
    if not is_careful(replica) or player in lookers_on(replica):
        return Enclosed(own=own) if own else None
    if replica.started and replica.behind():
        return _question(replica, player)
    accused = replica.started and is_owed_notice(replica, player)
    gap = None if again else gap_of(replica, player, at_once=accused)
    if gap is not None:
        desk = replica.desk
        seen = had(desk, replica.seat, player, replica.me)
        sent = desk.journal.accepted(replica.game, sender=replica.me, after=seen, void=True)
        own = tuple(signed for signed in sent if signed.packet.number <= _last_for(replica, player))
        gap = gap if own else None
    lost = lacking(replica, player, at_once=accused) if replica.started else ()
    twice = second_contents(replica, player) if replica.started else ()
    back = _asked_for(replica, player) if replica.started else []
    own = tuple(sorted(_once([*own, *(each for each in back if each.packet.sender == replica.me)], ()), key=_number))
    if not own and not lost and not twice and not back:
        lacked = replica.started and player in lacked_by(replica.desk, replica.chain(), replica.game, replica.me)
        return _question(replica, player) if lacked else None
    others = tuple(_once([*back, *answered(replica, player, own), *lost, *twice], own))
    words = [gap_in_words(gap, player, own)] if gap is not None else []
    if lost:
        words.append(passed_in_words(lost))
    if back:
        words.append(ANSWERS)
    if twice:
        words.append(doubled_in_words(twice))
    return Enclosed(own=own, others=others, passed=lost, gap=gap, words=tuple(words))


def _asked_for(replica: Replica, player: str) -> list[Signed]:
    """What a reader has asked for, but for such packets of one's own as are not for them."""
    me, last = replica.me, _last_for(replica, player)
    return [each for each in asked_for(replica, player) if each.packet.sender != me or each.packet.number <= last]


def _question(replica: Replica, player: str) -> Enclosed | None:
    """What asks a reader for what this folder lacks; None while they were asked a short time ago."""
    asks = asking(replica, player)
    return Enclosed(own=(), others=(asks,), words=(ASKS,)) if asks is not None else None


def note_enclosed(desk: Desk, game: str, player: str, inside: Enclosed) -> None:
    """Note that what a letter carries has gone."""
    replica = replica_of(desk, desk.seat(game))
    if not is_careful(replica):
        return
    if inside.number is not None:
        note_went(desk, game, player, inside.number, inside.gap)
    if replica.started:
        note_asked(replica, player, inside.others)
        note_proof(replica, player, inside.others)
        note_notice(replica, player)
    note_passed(replica, player, inside.passed)


def own_copies(replica: Replica) -> tuple[Signed, ...]:
    """One's packets that one's own mailbox has still to get, so that a new folder finds them there."""
    if not replica.started or not is_careful(replica):
        return ()
    sent = replica.desk.journal.sent(replica.game, replica.me)
    own = replica.desk.journal.accepted(replica.game, sender=replica.me, after=sent, void=True)
    return tuple(own) if any(signed.packet.kind != "ack" for signed in own) else ()


def is_careful(replica: Replica) -> bool:
    """Whether the terms of a game, be it only invited to, say what happens when people fail."""
    if replica.started:
        return replica.chain().terms is not None
    return "box" in replica.gathering().body.created[1].get("terms", {})


def _once(packets: Iterable[Signed], besides: Iterable[Signed]) -> Iterable[Signed]:
    known = {signed.digest for signed in besides}
    return {signed.digest: signed for signed in packets if signed.digest not in known}.values()


def _number(signed: Signed) -> int:
    return signed.packet.number


def readers(replica: Replica) -> tuple[str, ...]:
    """Who gets one's packets: everybody at the table; with an umpire, only the umpire, whose own go to everybody.

    Players who have signed that all go on without their umpire write to each other as well, until all have it. So does
    an older folder whose owner had signed it, to get back what is missing.
    """
    if not replica.started:
        body = replica.gathering().body
        host = body.host.player
        places = [place.player for place in body.places if place.player != host]
        return tuple(places) if replica.me == host else (host,)
    people = replica.chain().game.people
    umpires = [player for player, who in people.items() if who.role == "umpire"]
    others = list(people) if not umpires or replica.me in umpires else umpires
    if umpires and replica.me in replica.chain().game.players:
        players = replica.chain().game.players
        left = has_signed(replica) or had_left(replica)
        others = [*umpires, *(players if left else (*_still_to_be_told(replica), *have_asked(replica)))]
    return tuple(sorted({*others} - {replica.me}))


def _still_to_be_told(replica: Replica) -> list[str]:
    """Other players who may not have one's signature, with which the game has got another umpire.

    Who has sealed since has it: an umpire tells who sealed, but not what of the others' has come to them.
    """
    chain, signature = replica.chain(), last_signature(replica)
    if not signature:
        return []
    since = replica.desk.session.open_game(chain.name).facts(max(chain.forked.values(), default=-1) + 1)
    told = {replica.me, *(fact.player for fact in since if isinstance(fact, OrdersSealed))}
    others = [player for player in chain.game.players if player not in told]
    return [player for player in others if had(replica.desk, replica.seat, player, replica.me) < signature]


def _last_for(replica: Replica, player: str) -> int:
    """The number of the last of one's own packets that is for a reader: none for most, as they get all."""
    if player in lookers_on(replica):
        return max(START, parted_with(replica, player))
    if replica.started and not has_signed(replica):
        game = replica.chain().game
        if game.play == "umpired" and {replica.me, player} <= {*game.players}:
            return last_signature(replica)
    return MOST_NUMBER


def waiting_for(replica: Replica, player: str, *, again: bool = False) -> tuple[Signed, ...]:
    """One's packets that a reader has still to get; none while they are only receipts for others. again: all.

    Receipts alone go as well to somebody without whom one is about to sign that the game goes on.
    """
    desk, game = replica.desk, replica.game
    sent = 0 if again else desk.journal.sent(game, player)
    last = _last_for(replica, player)
    own = desk.journal.accepted(game, sender=replica.me, after=sent, void=True)
    packets = tuple(signed for signed in own if signed.packet.number <= last)
    if replica.started and is_owed_notice(replica, player):
        return packets
    return packets if any(_concerns(desk, signed, player) for signed in packets) else ()


def _concerns(desk: Desk, signed: Signed, player: str) -> bool:
    """Whether a packet is worth a letter to a player: anything but a receipt for somebody else."""
    if signed.packet.kind != "ack":
        return True
    about = desk.journal.find(signed.packet.body["packet"])
    return about is not None and about.packet.sender == player


def lookers_on(replica: Replica) -> list[str]:
    """Spectators: they get the invitation and the start, then reports alone; no trustee is one."""
    if not replica.started:
        return []
    game = replica.chain().game
    trustee = trustee_of(game)
    return [player for player, who in game.people.items() if who.role == "spectator" and player != trustee]
