"""Letters that must go out: one to each reader with all that is new for them, a receipt where nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

from attrs import frozen

from sits_es.errors import GameError
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.packet import Signed
from sits_es.mail.private import private_folder
from sits_es.mail.prose import first_line, joined
from sits_es.mail.sources import deliver, is_maildir, write_eml
from sits_es.post.covering import covering, own_copy, thread_of
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.settings import PostSettings
from sits_es.post.desk.times import read_time
from sits_es.post.enclosures import (
    Enclosed,
    enclosed_for,
    is_careful,
    lookers_on,
    note_enclosed,
    own_copies,
    readers,
    waiting_for,
)
from sits_es.post.lost_mail import unanswered
from sits_es.post.protocol.bodies import Ack
from sits_es.post.protocol.umpire import TAKEN
from sits_es.post.replica import Replica, replica_of
from sits_es.post.reports import public_report
from sits_es.sentences import one_line

#: Under this name the journal keeps up to which event a player's own report was queued for their own address.
MAILED = "(mailed)"


@frozen(kw_only=True)
class Outgoing:
    """A letter to write, and what to note once it is: packets sent up to a number, events told up to a version.

    own: it goes to oneself and may hold orders that nobody else may see yet; inside: what of packets it carries.
    """

    letter: Letter
    game: str
    player: str
    number: int | None = None
    version: int | None = None
    queued: int | None = None
    own: bool = False
    inside: Enclosed | None = None


def outgoing(
    desk: Desk, again: str | None = None, troubles: list[str] | None = None, *, copies: bool = True
) -> Iterator[Outgoing]:
    """Every letter that must go out. again: a game all of whose packets are sent once more, as mails get lost.

    copies: one's own packets go to one's own address as well, where a new folder finds them.
    troubles: takes what keeps a game's letters back, in words, so that other games' letters still go; raised without.
    """
    for seat in desk.journal.seats():
        if seat.player is not None:
            replica = replica_of(desk, seat)
            try:
                yield from _packets(replica, again=seat.game == again, copies=copies)
                yield from _spectators(replica)
            except GameError as trouble:
                if troubles is None:
                    raise
                troubles.append(f"NOT written for {seat.game}: {trouble}")
    for number, game, address, subject, report, answered in desk.journal.queued():
        found = next((each for each in desk.journal.seats() if each.game == game), None)
        own = desk.journal.addresses(game).get(found.player or "") if found else None
        letter = Letter(
            sender=own or address,
            to=(address,),
            subject=subject,
            report=report,
            date=read_time(desk.clock()),
            thread=thread_of(replica_of(desk, found)) if found else None,
            in_reply_to=answered,
        )
        yield Outgoing(letter=letter, game=game, player="", queued=number, own=address == own)


def _packets(replica: Replica, *, again: bool, copies: bool) -> Iterator[Outgoing]:
    desk, game = replica.desk, replica.game
    addresses = desk.journal.addresses(game)
    for player in readers(replica):
        inside = enclosed_for(replica, player, again=again)
        address = addresses.get(player, "")
        if inside is None or not address:
            continue
        version = replica.chain().head.version if replica.started else -1
        yield Outgoing(
            letter=covering(replica, player, address, inside),
            game=game,
            player=player,
            number=inside.number,
            version=version,
            inside=inside,
        )
    own = own_copies(replica) if copies else ()
    if own and (address := addresses.get(replica.me, "")):
        letter = own_copy(replica, address, own)
        yield Outgoing(letter=letter, game=game, player=replica.me, number=own[-1].packet.number)


def _spectators(replica: Replica) -> Iterator[Outgoing]:
    """Reports for those who only look on, as many exchanges late as was agreed; the umpire or the host sends them."""
    desk, game = replica.desk, replica.game
    if not replica.started:
        return
    chain = replica.chain()
    umpires = [player for player, who in chain.game.people.items() if who.role == "umpire"]
    if replica.me != (umpires[0] if umpires else replica.gathering().body.host.player):
        return
    played = list(desk.session.open_game(chain.name).history.played())
    late = int(chain.game.terms.get("spectators", 0))
    told = played[: len(played) - late] if chain.game.ended is None else played
    for player in sorted(chain.game.people):
        since = desk.journal.reported(game, player)
        address = desk.journal.addresses(game).get(player, "")
        if player not in lookers_on(replica) or not address or not told or (told[-1].last or 0) <= since:
            continue
        looks_on = first_line(f"Nothing to do: you look on at {chain.called}.")
        report = joined([looks_on, public_report(replica, since, told[-1])])
        letter = Letter(
            sender=desk.journal.addresses(game).get(replica.me, ""),
            to=(address,),
            subject=f"{chain.called} {chain.rules.label(told[-1].moment)}: report - nothing to do",
            report=report.text,
            page=report.page,
            date=read_time(desk.clock()),
            thread=thread_of(replica),
        )
        yield Outgoing(letter=letter, game=game, player=player, version=told[-1].last)


def write_out(desk: Desk, settings: PostSettings, again: str | None = None) -> list[str]:
    """Write every letter into the outbox, and say to whom, or why not: one that fails does not hold up the others.

    A letter is noted as sent only once it is written.
    """
    done: list[str] = []
    # in a place that is read as well as written to, the letters to the others are one's copies
    for each in list(outgoing(desk, again, done, copies=not _is_shared(settings))):
        address, subject = each.letter.to[0], each.letter.subject
        try:
            place = own_place(desk, settings) if each.own else settings.outbox
            messages = write_letter(each.letter)
        except GameError as trouble:
            done.append(f"NOT written for {one_line(address)}: {trouble}")
            continue
        leave(desk, each)
        for message in messages:
            desk.journal.note_own(str(message["Message-ID"]))
            put(place, message, private=each.own)
        note(desk, each)
        where = "" if place == settings.outbox else f", in {place}"
        done.append(f"Written for {address}: {subject}{where}")
    return done


def own_place(desk: Desk, settings: PostSettings) -> Path:
    """Where letters to oneself are written: never into an outbox in which others read their mail."""
    return private_folder(desk.folder / "own") if _is_shared(settings) else settings.outbox


def _is_shared(settings: PostSettings) -> bool:
    return settings.inbox is not None and settings.inbox.resolve() == settings.outbox.resolve()


def put(place: Path, message: EmailMessage, *, private: bool = False) -> None:
    """Put a mail into a Maildir or, as a file, into a folder. private: nobody else may read it."""
    if is_maildir(place):
        deliver(place, message, private=private)
    else:
        write_eml(place, message, private=private)


def leave(desk: Desk, each: Outgoing) -> None:
    """Mark what a letter carries as out, before it is written: after a kill it may have been."""
    if each.number is not None:
        desk.journal.note_leaving(each.game, each.number)


def note(desk: Desk, each: Outgoing) -> None:
    """Note that a letter has gone."""
    if each.number is not None:
        desk.journal.note_sent(each.game, each.player, max(each.number, desk.journal.sent(each.game, each.player)))
    if each.inside is not None:
        note_enclosed(desk, each.game, each.player, each.inside)
    if each.version is not None:
        desk.journal.note_reported(each.game, each.player, each.version)
    if each.queued is not None:
        desk.journal.note_written(each.queued)


def queue_own_report(replica: Replica, report: str) -> None:
    """Queue one's own report for one's own address, to be answered with orders; one of each version."""
    journal = replica.desk.journal
    address = journal.addresses(replica.game).get(replica.me, "")
    chain = replica.chain()
    if address and chain.head.version > journal.reported(replica.game, MAILED):
        subject = f"{chain.called} {chain.rules.label(chain.game.moment)}: your report"
        journal.queue(replica.game, address, subject, report)
        journal.note_reported(replica.game, MAILED, chain.head.version)


def confirm(replica: Replica, *, wanted: bool) -> None:
    """Answer everybody whose packets are new here and to whom nothing else goes. wanted: False only notes them."""
    desk, game = replica.desk, replica.game
    if not replica.started or replica.silent() is not None or replica.me in lookers_on(replica):
        return
    for sender in readers(replica):
        signed = desk.journal.newest(game, sender, without="ack")
        if signed is None:
            continue
        name = f"confirmed {game} {sender}"
        if signed.packet.number <= int(desk.journal.kept(name) or 0) and not unanswered(desk, game, sender):
            continue
        desk.journal.keep(name, str(signed.packet.number))
        if wanted and not _says_so(replica, sender, signed):
            replica.post(Ack(packet=signed.digest, words=TAKEN))


def _says_so(replica: Replica, sender: str, signed: Signed) -> bool:
    """Whether what goes to a sender anyway confirms their packet."""
    waits = bool(waiting_for(replica, sender))
    if not is_careful(replica):
        return waits
    last = replica.desk.journal.last(replica.game, replica.me)
    taken = last.packet.body.get("taken", {}) if last is not None else {}
    went = last is not None and replica.desk.journal.sent(replica.game, sender) >= last.packet.number
    return (waits or (went and not unanswered(replica.desk, replica.game, sender))) and (
        sender in taken and taken[sender][0] >= signed.packet.number
    )
