"""A folder that was restored from an older copy: its program meets its own earlier packets, and goes on from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sits_es.mail.packet import Signed
from sits_es.post.built_on import is_built_on
from sits_es.post.copied_game import Copy
from sits_es.post.counted_again import had_by_others
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.journal import Seat
from sits_es.post.protocol.bodies import Reveals
from sits_es.post.protocol.doubles import followed
from sits_es.post.protocol.judgement import second_content
from sits_es.post.protocol.kinds import body_of
from sits_es.post.protocol.seals import umpire_of
from sits_es.post.protocol.terms import terms_of
from sits_es.post.replica import Replica, replica_of
from sits_es.post.told_again import note_told_otherwise, told_otherwise
from sits_es.rules.moments import Moment
from sits_es.sentences import listed


def take_up(desk: Desk, signed: Signed, source: str) -> bool:
    """Take up one's own packet that came back under a number that was used here for another. Whether that was done.

    signed: its signature was checked. What was sent from here under that number and later ones is withdrawn, and
    kept; not where others have answered it already, or the record follows from it, by reveals too that others had and
    that did not come back. Nor where what came back follows another packet than the one here: it could never count
    without that, which may be lost. Once that one comes back too, it is taken up with all that follow it.
    """
    packet, journal = signed.packet, desk.journal
    replica = _replica_of_ones_own(desk, signed)
    if replica is None:
        return False
    later = journal.accepted(packet.game, sender=packet.sender, after=packet.number - 1)
    if not journal.made_here(packet.game, packet.sender, packet.number):
        return False  # what is here came back itself, and was taken up
    if is_built_on(replica, later, lambda player: player != replica.me) or _have_played_by(replica, later, signed):
        if told_otherwise(replica, signed):
            note_told_otherwise(replica, signed)
        else:
            replica.tell_once("restored", _kept(signed, umpire=umpire_of(replica.chain()) == replica.me))
        return False
    if not _follows_what_counts(desk, signed):
        replica.tell_once("restored", _told_to_wait(signed))
        return False
    replica.tell("restored", _told(signed, later))
    again = replica.to_judge_again(later)
    journal.withdraw(packet.game, packet.sender, packet.number, f"the {packet.title} came back")
    journal.judge_again(again)
    journal.put(signed, "parked", mine=True, source=source, at=desk.clock())
    kept = [each for each in journal.kept_of(packet.game, packet.sender, packet.number) if replica.is_theirs(each)]
    for each in followed(signed, kept):
        journal.park_again(each)
    for player in replica.chain().game.people:
        journal.note_sent(packet.game, player, min(journal.sent(packet.game, player), packet.number - 1))
    return True


def note_what_was_told(desk: Desk, signed: Signed) -> None:
    """Note where one's own packet came back, under a number not used here yet, that tells another course of the game.

    signed: its signature was checked.
    """
    replica = _replica_of_ones_own(desk, signed)
    if replica is not None and told_otherwise(replica, signed):
        note_told_otherwise(replica, signed)


def _replica_of_ones_own(desk: Desk, signed: Signed) -> Replica | None:
    """The game that a packet of one's own is of; None for others', and for what is here already.

    Only in games whose terms say what happens when people fail.
    """
    packet = signed.packet
    seat = desk.journal.seat(packet.game)
    if seat is None or seat.player != packet.sender or not desk.started(seat) or desk.journal.holds(signed):
        return None
    replica = replica_of(desk, seat)
    chain = replica.chain()
    return None if chain.terms is None or packet.body.get("mark") != chain.mark else replica


def _have_played_by(replica: Replica, later: Sequence[Signed], signed: Signed) -> bool:
    """Whether others had taken reveals of one's later packets that the record follows from, and what came back lacks.

    Whoever goes back behind those could not play again what others have played.
    """
    journal, game, me, chain = replica.desk.journal, replica.game, replica.me, replica.chain()
    theirs = had_by_others(replica)
    had = max((each.packet.number for each in later if each.digest in theirs), default=0)
    kept = [*journal.kept_of(game, me, signed.packet.number), *journal.parked(game, me)]
    again = {*_revealed(followed(signed, filter(replica.is_theirs, kept)))}
    played = _revealed(each for each in later if each.packet.number <= had)
    return any(moment < chain.game.moment and moment not in again for moment in played)


def _revealed(packets: Iterable[Signed]) -> Iterator[Moment]:
    """The exchanges that packets reveal."""
    for each in packets:
        if isinstance(body := body_of(each), Reveals):
            yield from body.moments


def _follows_what_counts(desk: Desk, signed: Signed) -> bool:
    """Whether a packet follows the one that counts here under the number before its own."""
    packet = signed.packet
    before = desk.journal.at(packet.game, packet.sender, packet.number - 1)
    previous = packet.body.get("previous")
    return before is None or previous is None or before.digest == previous  # before a game begins none names another


def is_careful(desk: Desk, seat: Seat) -> bool:
    """Whether the terms of a game that has begun say what happens when people fail."""
    return terms_of(replica_of(desk, seat).chain().game) is not None


def meet_again(desk: Desk, seat: Seat, copy: Copy) -> bool:
    """Deal with packets of a whole game, signatures checked, of which there is another content here.

    One's own are taken up again, others' are kept as proof. Whether one's own were: this folder is an older one. What
    does not count for whoever sends the game comes as proof alone.
    """
    taken_up = False
    for each in sorted(copy.packets if is_careful(desk, seat) else (), key=lambda signed: signed.packet.number):
        packet = each.packet
        here = desk.journal.at(packet.game, packet.sender, packet.number)
        if here is None or here.digest == each.digest:
            continue
        if packet.sender == seat.player and each.digest not in copy.aside:
            taken_up = take_up(desk, each, "a bundle") or taken_up
        else:
            why = second_content(packet, here.packet)
            desk.journal.put(each, "refused", why=why, against=here.digest, source="a bundle", at=desk.clock())
    return taken_up


def _told(signed: Signed, later: Sequence[Signed]) -> str:
    number = signed.packet.number
    gone = listed([f"{each.packet.kind} {each.packet.number}" for each in later])
    return (
        f"Your own packet {number} came back, with other content than packet {number} of this folder, which is an "
        f"older copy of your game. The one that came back counts, and what was sent from here since is withdrawn: "
        f"{gone}. What you had sealed is read from your own boxes. Wait for all of your letters before you "
        "seal anything."
    )


def _told_to_wait(signed: Signed) -> str:
    number = signed.packet.number
    return (
        f"Your own packet {number} came back, with other content than packet {number} of this folder. It follows "
        f"another packet {number - 1} than the one that counts here, and can count only once that one does."
    )


def _kept(signed: Signed, *, umpire: bool) -> str:
    number = signed.packet.number
    said = f"Your own packet {number} came back, with other content than packet {number} of this folder."
    if umpire:
        why = "The game was played on from the one here, so that it counts while nothing comes back in which players"
        return f"{said} {why} were told more."
    return f"{said} Others have answered the one here already, so that it counts."
