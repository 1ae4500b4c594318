"""A day at the post office: mails in, games on, the clock looked at, letters out, and the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final

from attrs import Factory, define

from sits_es.errors import GameError, NotAllowedError
from sits_es.mail.sources import Mail, read_mails, read_stdin
from sits_es.post.carriage import fetch_letters, post_letters
from sits_es.post.clock import keep_time
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.folded import keep_folded
from sits_es.post.desk.settings import PostSettings, post_settings
from sits_es.post.intake import take_mails
from sits_es.post.joiners import to_confirm
from sits_es.post.outgoing import confirm, queue_own_report
from sits_es.post.particulars import particulars_of, prices_of, waits_for_host
from sits_es.post.replica import Replica, replica_of
from sits_es.post.reports import own_report
from sits_es.sentences import one_line, shell
from sits_es.service.progress import Progress, silent

#: Under this name the journal keeps how far a player's own reports and the journal's lines were shown to that player.
SHOWN = "(shown)"

#: Mails that held nothing of a game are named one by one up to here; a full mailbox has many.
MOST_NAMED: Final = 3


@define
class Done:
    """What a day's mail led to. said: lines about it; reports: of each game in which something is new, or is owed.

    shown: how far each game was told, by game and name, for the journal once a person has seen it.
    failed: whether mail could not be fetched or sent as it should; all else was done.
    """

    said: list[str] = Factory(list)
    reports: list[str] = Factory(list)
    shown: dict[tuple[str, str], int] = Factory(dict)
    failed: bool = False


def a_day(
    desk: Desk,
    places: Sequence[Path],
    stdin: BinaryIO | None = None,
    *,
    quiet: bool = False,
    told: Progress = silent,
) -> Done:
    """Take mails in from places, or from the usual ones where none is named, and do all that follows.

    quiet: no report is made, so that the next one tells of today as well. What is new counts as told only once
    `note_shown` says so. told: of mails that were read.
    One way that does not work does not stop another: letters go out where none can be fetched, and are fetched where
    none can go out.
    Raises NotAllowedError when there is nowhere to read from, UnreadableError for a place that was named and is not
    there.
    """
    settings = post_settings(desk.folder)
    done = Done()
    if places or stdin is not None:
        trouble = take(desk, done, _named(places, stdin), told)
        if trouble is not None:
            raise trouble
    elif settings.inbox is None and settings.imap is None:
        raise NotAllowedError(
            f'Say which mails to read, or name an inbox in {desk.folder / "sits.toml"}: [mail] inbox = "PLACE"'
        )
    else:
        if settings.inbox is not None and settings.inbox.exists():
            take(desk, done, read_mails(settings.inbox, desk.journal.read_sources()), told)
        if settings.imap is not None:
            take(desk, done, fetch_letters(desk, settings, done.said), told)
    if not done.failed:
        keep_time(desk)
    finish(desk, settings, done, quiet=quiet)
    return done


def take(desk: Desk, done: Done, mails: Iterator[Mail], told: Progress = silent) -> GameError | OSError | None:
    """Take mails in, and say how many there were and what was wrong with any.

    Why not all could be read, where the place where they are broke off: what came was dealt with. told: as above.
    """
    taken = take_mails(desk, mails, told)
    done.said += [f"Mails read: {taken.mails}. New packets: {taken.packets}.", *taken.words]
    if taken.empty:
        mails_were = "1 mail" if len(taken.empty) == 1 else f"{len(taken.empty)} mails"
        named = f" ({'; '.join(taken.empty)})" if len(taken.empty) <= MOST_NAMED else ""
        done.said.append(f"{mails_were} held nothing of a game{named}.")
    if taken.cut is not None:
        done.failed = True
        done.said.append(str(taken.cut))
    return taken.cut


def finish(desk: Desk, settings: PostSettings, done: Done, *, quiet: bool = False) -> None:
    """What follows once mails are in: the games' own news, letters, and reports."""
    for seat in desk.journal.at_hand():
        replica = replica_of(desk, seat)
        confirm(replica, wanted=settings.acks)
        done.said += _news(replica, done)
        if not desk.started(seat):
            done.said += _before_the_start(replica)
        elif not quiet:
            since = desk.journal.reported(seat.game, SHOWN)
            version = replica.chain().head.version
            report = own_report(replica, since)
            done.reports.append(report)
            if settings.reports and version > since:
                queue_own_report(replica, report)
            done.shown[seat.game, SHOWN] = version
        if desk.started(seat):
            keep_folded(desk, replica.seat.branch)
    try:
        letters = post_letters(desk, settings)
        done.failed |= any(line.startswith("NOT") for line in letters)
        done.said += letters
    except (GameError, OSError) as trouble:
        done.failed = True
        done.said.append(f"The letters wait: {trouble}")


def note_shown(desk: Desk, done: Done) -> None:
    """Write down that a person has seen what is new."""
    for (game, name), upto in done.shown.items():
        desk.journal.note_reported(game, name, upto)


def _news(replica: Replica, done: Done) -> Iterator[str]:
    """Lines of the journal that were not shown yet, and that the game has begun."""
    journal, game = replica.desk.journal, replica.game
    lines = journal.told(game)
    shown = journal.reported(game, SHOWN + "lines")
    done.shown[game, SHOWN + "lines"] = len(lines)
    for kind, words, _ in lines[max(shown, 0) :]:
        # of people who fail their letters speak for themselves
        yield f"{game}: {words}" if kind == "failure" else f"{game}: {kind}: {words}"
    if replica.desk.started(replica.seat):
        if max(journal.reported(game, SHOWN), journal.reported(game, SHOWN + "begun")) < 0:
            yield f"{game} has begun."
        done.shown[game, SHOWN + "begun"] = 0


def _before_the_start(replica: Replica) -> Iterator[str]:
    """What a game that has not begun waits for, for those who can do something or nothing about it."""
    game, gathering = replica.game, replica.gathering()
    host = gathering.body.host
    if replica.seat.player is None:
        yield f"{one_line(host.name)} invites you to {game}. Answer: sits join {shell(game)}"
        yield f"  If you do not play: sits decline {shell(game)}"
        yield from (f"  {said}" for said in (*particulars_of(gathering.body), *prices_of(gathering.body)))
    elif replica.me == host.player:
        yield from (f"{game}: {said}" for said in to_confirm(replica, gathering))
    else:
        yield f"{game}: your answer {waits_for_host(gathering.body)}"


def _named(places: Sequence[Path], stdin: BinaryIO | None) -> Iterator[Mail]:
    """Mails of named places, all of them, whether they were read before or not."""
    if stdin is not None:
        yield from read_stdin(stdin)
    for place in places:
        yield from read_mails(place)
