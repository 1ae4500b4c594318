"""A day at the post office: mail comes in, games go on, letters go out, and a report says what happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from attrs import Factory, define

from sits_es.disk import trouble_in_words
from sits_es.errors import GameError, NotAllowedError
from sits_es.mail.letters import MARK
from sits_es.mail.sources import MOST_HEAD, MOST_MAIL, Mail, mails_in, read_mails
from sits_es.post import arrivals, carriage, mailbox, news, opening, orders, reports, signing, status
from sits_es.post.desk import Desk
from sits_es.post.replica import replica_of
from sits_es.sentences import one_line
from sits_es.service.progress import Progress, silent

if TYPE_CHECKING:
    from sits_es.mail.reading import Found

#: Letters that wait for what others bring, each with the number of its mail and where it came from.
Early = list[tuple[int, bytes, str]]
#: So much of them is kept until all mail is read; whoever then lacks something asks for it. In bytes.
MOST_EARLY: Final = 16 << 20
#: A longer mail is opened only if it comes from a player or a person asks. In bytes.
LONG: Final = 200_000
#: Most mails without anything for a game that are named one by one; a full mailbox has many.
_MOST_NAMED: Final = 3


@define
class Done:
    """What a day led to. said: what happened; waits, wrong: what still waits or is wrong; empty: mails for no game.

    fresh: mails with news; reports: of games with news; shown: how far each game is told; failed: mail could not be
    fetched or sent as it should; unread: why some mail could not be read; new: whether anything happened.
    """

    mails: int = 0
    fresh: set[int] = Factory(set)
    empty: list[str] = Factory(list)
    said: list[str] = Factory(list)
    waits: list[str] = Factory(list)
    wrong: list[str] = Factory(list)
    reports: list[str] = Factory(list)
    shown: dict[str, str] = Factory(dict)
    failed: bool = False
    unread: GameError | OSError | None = None
    new: bool = False

    def counted(self) -> Iterator[str]:
        """How many mails were read, in lines."""
        yield f"Mails read: {self.mails}. With news: {len(self.fresh)}."
        if self.empty:
            mails_were = "1 mail" if len(self.empty) == 1 else f"{len(self.empty)} mails"
            named = f" ({'; '.join(self.empty)})" if len(self.empty) <= _MOST_NAMED else ""
            yield f"{mails_were} had nothing for a game{named}."

    @property
    def stands(self) -> list[str]:
        """What waits or is wrong."""
        return [*self.waits, *self.wrong]

    def lines(self, *, quiet: bool = False) -> list[str]:
        """Everything except the reports. quiet: only what is wrong, if nothing is new."""
        if quiet and not (self.new or self.said):
            return self.wrong
        return [*self.counted(), *self.said, *self.stands]


def a_day(
    desk: Desk, places: Sequence[Path], stdin: BinaryIO | None = None, *, quiet: bool = False, told: Progress = silent
) -> Done:
    """Take in mail from places, or the usual ones, and do all that follows; a failing place does not stop the others.

    quiet: no reports, so that the next one tells of today as well. `note_shown` notes what was told. Raises
    NotAllowedError if there is nowhere to read from, UnreadableError if a named place is not there.
    """
    settings, done, seen = desk.settings, Done(), desk.drawer.kept("", "mail")
    if places or stdin is not None:  # of a folder what is new, of a file everything
        named = (read_mails(place, seen if place.is_dir() else ()) for place in places)
        take(desk, done, chain(() if stdin is None else mails_in(stdin, "standard input"), *named), told, asked=True)
        if done.unread is not None:
            raise done.unread
    elif settings.inbox is None and settings.imap is None:
        raise NotAllowedError(
            f"Name the e-mails, such as sits mail in FILE, or save them in {desk.folder / 'inbox'}. "
            "To have them fetched: sits mail setup imap=HOST"
        )
    else:
        if settings.inbox is not None and settings.inbox.exists():
            take(desk, done, read_mails(settings.inbox, seen), told)
        if settings.imap is not None:
            take(desk, done, carriage.fetch_letters(desk, done.said), told)
    desk.mail_was_read = not done.failed
    go_on(desk, done)
    finish(desk, done, quiet=quiet)
    return done


# in


def take(desk: Desk, done: Done, mails: Iterable[Mail], told: Progress = silent, *, asked: bool = False) -> None:
    """Take in mails. Each counts as read once it is dealt with. asked: a person named them."""
    early: Early = []
    for mail in _as_far_as_read(mails, done):
        done.mails += 1
        told(done.mails, 0)
        if _take_mail(desk, mail, done, early, asked=asked):
            done.fresh.add(done.mails)
        desk.drawer.note_read(mail)
    # their packets are here by now, in whatever order they came
    for number, content, source in early:
        if arrivals.take(desk, content, source, done.said, last=True).new:
            done.fresh.add(number)
    desk.drawer.save()
    done.new |= bool(done.fresh)


def _as_far_as_read(mails: Iterable[Mail], done: Done) -> Iterator[Mail]:
    try:
        yield from mails
    except (GameError, OSError) as fault:
        done.unread = fault
        done.failed = True
        done.wrong.append(trouble_in_words(fault))


def _take_mail(desk: Desk, mail: Mail, done: Done, early: Early, *, asked: bool) -> int:
    """How many new packets and entries a mail brings. early: gets its letters that wait for others."""
    from sits_es.mail.reading import Writer, read_letter

    found = read_letter(mail.content[:MOST_HEAD])
    if mail.size > MOST_MAIL:
        size = f"{mail.size / 1_000_000:.1f} MB"
        most = f"The limit is {MOST_MAIL // 1_000_000} MB; a game's letters are far smaller."
        done.said.append(f"{mail.source}: an e-mail of {size} {_from(found)} was not opened. {most}")
        return 0
    if mail.size > LONG and not (asked or _is_players(desk, found)):
        done.empty.append(f"{_from(found) or mail.source}; it is long, so it was not opened")
        return 0
    found = found if mail.size <= MOST_HEAD else read_letter(mail.content)
    new, answered = 0, None
    if found.writer is not Writer.NOISE:
        for content in found.contents:
            taken = arrivals.take(desk, content, mail.source, done.said)
            new += taken.new
            if taken.early and sum(len(each) for _, each, _ in early) + len(content) <= MOST_EARLY:
                early.append((done.mails, content, mail.source))
        done.said += [f"{mail.source}: {fault.text}" for fault in found.faults]
        answered = _take_answer(desk, mail, found, done)
    if found.page_alone:
        said = f"{mail.source}: a game's letter ({_from(found)}) came without its packets"
        done.said.append(f"{said}, because only its page was forwarded. Ask for the letter as an attachment or a file.")
        return new
    ours = found.message_id.startswith(MARK) or answered is not None
    if not (found.contents or found.faults or ours):
        why = f"; {found.reason}" if found.writer is Writer.NOISE else ""
        done.empty.append(f"{_from(found) or mail.source}{why}")
    return new + (answered or 0)


def _is_players(desk: Desk, found: Found) -> bool:
    """Whether a mail says it is from this program or from a player in a game. Strangers must not hold up anybody."""
    here = (address for game in desk.drawer.games() for address in desk.drawer.addresses(game.name).values())
    return found.message_id.startswith(MARK) or found.sender.lower() in map(str.lower, here)


def _from(found: Found) -> str:
    """Who sent a mail and what it is about, by its own words."""
    who = f"from {one_line(found.sender)}" if found.sender else ""
    subject = f'subject "{one_line(found.subject)[:80]}"' if found.subject else ""
    return ", ".join(said for said in (who, subject) if said)


def _take_answer(desk: Desk, mail: Mail, found: Found, done: Done) -> int | None:
    """Take a person's answer to a report, and answer it. How many exchanges it orders; None for other mail."""
    from sits_es.mail.reading import Writer

    if found.writer is not Writer.PERSON:
        return None
    source = f"{one_line(found.sender)}'s mail" if found.sender else mail.source
    try:
        receipt = mailbox.take(desk, found, source)
    except GameError as fault:
        done.said.append(f"{source}: {fault}")
        return 0
    if receipt is None:
        return None
    done.said.append(receipt.words)
    return len(receipt.kept)


# on


def go_on(desk: Desk, done: Done) -> None:
    """Take every game as far as it goes. A trouble in one does not hold up the others."""
    for here in desk.drawer.games():
        with desk.apart(here.name):
            if not here.begun and (here := opening.begin_if_all_joined(desk, here)).begun:
                done.said.append(f"{here.name} has begun.")
            if here.begun:
                replica = replica_of(desk, here.name)
                done.new |= signing.settle(replica)
                if desk.settings.bot is not None and (did := orders.draft(replica, desk.settings.bot)):
                    replica.said.append(did)
                    signing.settle(replica)
                _add(done.said, here.name, replica.said)
                _add(done.waits, here.name, [news.LACKS] if replica.asks else ())


def _add(lines: list[str], game: str, words: Iterable[str]) -> None:
    """Say about a game what has not been said."""
    told = dict.fromkeys(f"{game}: {each.removeprefix(f'{game}: ')}" for each in words)
    lines += [line for line in told if line not in lines]


# out


def finish(desk: Desk, done: Done, *, quiet: bool = False) -> None:
    """What follows once games have gone on: invitations, reports, letters."""
    for here in desk.drawer.games():
        with desk.apart(here.name):
            if here.begun:
                replica = replica_of(desk, here.name)
                if quiet and not here.away:
                    asks = (news.to_agree(replica, replica.me), news.to_rule(replica, replica.me))
                    _add(done.waits, here.name, filter(None, asks))
                elif not here.away:
                    since = replica.course.event_at(desk.drawer.mark(here.name, "shown"))
                    done.reports.append(reports.own(replica, since, mailed=False))
                    done.shown[here.name] = replica.course.bookmark()
            elif not here.away:
                done.waits += status.before(desk, here).in_words().splitlines()
                if here.me is None and here.first is None:
                    done.waits += [f"  {line}" for line in opening.invitation_text(here)]
    try:
        letters = (carriage.write_out if desk.settings.smtp is None else carriage.send_letters)(desk)
        done.wrong += (wrong := [line for line in letters if line.startswith("NOT")])
        done.said += [line for line in letters if line not in wrong]
        done.failed |= bool(wrong)
    except (GameError, OSError) as trouble:
        done.failed = True
        done.wrong.append(f"The letters were not sent: {trouble_in_words(trouble)}")
    for game, why in desk.troubles.items():
        _add(done.wrong, game, [why])


def note_shown(desk: Desk, done: Done) -> None:
    """Note that the player has seen what is new."""
    for game, upto in done.shown.items():
        desk.drawer.put_mark(game, "shown", upto)
        replica = replica_of(desk, game)
        mark, notes = reports.notes_told(replica, replica.me)
        desk.drawer.put_mark(game, mark, notes)
    desk.drawer.save()
