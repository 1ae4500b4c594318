"""A day at the post office: mails in, games on, the clock looked at, letters out, and the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import Factory, define

from commands.post.carrying import fetch_letters, post_letters
from commands.post.confirming import confirm
from commands.post.desk import Desk
from commands.post.receiving import take_mails
from commands.post.replica import Replica
from commands.post.reporting import own_report
from commands.post.sending import queue_own_report
from commands.post.settings import PostSettings, post_settings
from commands.post.timekeeping import keep_time
from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.sources import Mail, read_mails, read_stdin

#: Under this name the journal keeps how far a player's own reports and the journal's lines were shown to him.
SHOWN = "(shown)"


@define
class Done:
    """What a day brought. said: lines about it; reports: of each game in which something is new, or is owed."""

    said: list[str] = Factory(list)
    reports: list[str] = Factory(list)


def a_day(desk: Desk, places: Sequence[Path], stdin: bytes | None = None, *, quiet: bool = False) -> Done:
    """Take mails in from places, or from the usual ones where none is named, and do all that follows.

    quiet: no report is made, so that the next one tells of today as well.
    Raises NotAllowedError when there is nowhere to read from.
    """
    settings = post_settings(desk.folder)
    done = Done()
    reached = True
    if places or stdin is not None:
        take(desk, done, _named(places, stdin))
    elif settings.inbox is None and settings.imap is None:
        raise NotAllowedError(
            f'Say which mails to read, or name an inbox in {desk.folder / "sits.toml"}: [mail] inbox = "PLACE"'
        )
    else:
        if settings.inbox is not None and settings.inbox.exists():
            take(desk, done, read_mails(settings.inbox, desk.journal.read_sources()))
        if settings.imap is not None:
            try:
                take(desk, done, fetch_letters(desk, settings))
            except NotNowError as trouble:
                reached = False
                done.said.append(str(trouble))
    if reached:
        keep_time(desk)
    finish(desk, settings, done, quiet=quiet)
    return done


def take(desk: Desk, done: Done, mails: Iterator[Mail]) -> None:
    """Take mails in, and say how many there were and what was wrong with any."""
    taken = take_mails(desk, mails)
    done.said += [f"Mails read: {taken.mails}. New packets: {taken.packets}.", *taken.words]


def finish(desk: Desk, settings: PostSettings, done: Done, *, quiet: bool = False) -> None:
    """What follows once mails are in: the games' own news, letters, and reports."""
    for seat in desk.journal.seats():
        replica = Replica(desk, seat)
        confirm(replica, wanted=settings.acks)
        done.said += _news(replica)
        if seat.player is None:
            host = replica.gathering().body.host
            done.said.append(f"{host.name} invites you to {seat.game}. Answer: sits join {seat.game}")
        elif desk.started(seat) and not quiet:
            since = desk.journal.reported(seat.game, SHOWN)
            version = desk.table.store.head(seat.branch).version
            report = own_report(replica, since)
            done.reports.append(report)
            if settings.reports and version > since:
                queue_own_report(replica, report)
            desk.journal.note_reported(seat.game, SHOWN, version)
    try:
        done.said += post_letters(desk, settings)
    except NotNowError as trouble:
        done.said.append(str(trouble))


def _news(replica: Replica) -> Iterator[str]:
    """Lines of the journal that were not shown yet."""
    journal, game = replica.desk.journal, replica.game
    lines = journal.told(game)
    shown = journal.reported(game, SHOWN + "lines")
    journal.note_reported(game, SHOWN + "lines", len(lines))
    for kind, words, _ in lines[max(shown, 0) :]:
        yield f"{game}: {kind}: {words}"


def _named(places: Sequence[Path], stdin: bytes | None) -> Iterator[Mail]:
    """Mails of named places, all of them, whether they were read before or not."""
    if stdin is not None:
        yield from read_stdin(stdin)
    for place in places:
        yield from read_mails(place)
