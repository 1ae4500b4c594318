"""Letters handed to a mail server and fetched from one, as var/sits.toml says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.mail.letters import write_letter
from sits_es.mail.servers import Password, Server, find_password, system_keyring
from sits_es.mail.sources import Mail, deliver, is_maildir, write_eml
from sits_es.mail.transport import Bookmark, fetch, send, try_imap, try_smtp
from sits_es.post.desk import Desk, time_of
from sits_es.post.letters import outgoing
from sits_es.post.outgoing import Outgoing, note
from sits_es.post.settings import PostSettings
from sits_es.sentences import one_line

_BOOKMARK: Final = "imap"
#: A letter of several mails is sent from where the server stopped taking them: each that it took is kept under this.
_TAKEN: Final = "taken by the server"


def post_letters(desk: Desk, settings: PostSettings, again: str | None = None) -> list[str]:
    """Send every letter that must go out, where a server is set; write them into the outbox otherwise.

    Raises NotNowError when the server can't be reached: what was not taken stays due.
    """
    if settings.smtp is None:
        return write_out(desk, settings, again)
    return send_letters(desk, settings, again)


def write_out(desk: Desk, settings: PostSettings, again: str | None = None) -> list[str]:
    """Write every letter that must go out as a file into the outbox, or into its Maildir; what became of each."""
    done: list[str] = []
    for each in list(outgoing(desk, again, own_reports=settings.reports)):
        to = one_line(", ".join((*each.letter.to, *each.letter.cc)))
        try:
            mails = write_letter(each.letter)
            for mail in mails:
                desk.drawer.note_own(str(mail["Message-ID"]))
            places = [_put(settings.outbox, mail) for mail in mails]
        except (UnreadableError, OSError) as trouble:
            done.append(f"NOT written to {to}: {one_line(str(trouble))}")
            continue
        note(desk, each)
        done.append(f"Written to {to}: {', '.join(places)}")
    return done


def _put(outbox: Path, mail: EmailMessage) -> str:
    if is_maildir(outbox):
        deliver(outbox, mail)
        return str(outbox)
    return str(write_eml(outbox, mail))


def send_letters(desk: Desk, settings: PostSettings, again: str | None = None) -> list[str]:
    """Hand every letter that must go out to the SMTP server, and say what became of each; none holds up another.

    Raises NotAllowedError where no server is set, or it does not know the player; NotNowError when it is not reached.
    """
    if settings.smtp is None:
        raise NotAllowedError(
            f"No server to send mail with is set. Write a table [mail.smtp] in {desk.folder / 'sits.toml'}."
        )
    password = find_password(settings.smtp, os.environ, system_keyring())
    done: list[str] = []
    due = [
        load
        for each in list(outgoing(desk, again, own_reports=settings.reports))
        if (load := _load(desk, each, done)) is not None
    ]
    broken = False
    while due:
        before = len(due)
        try:
            _hand_over(desk, settings.smtp, password, due, done)
        except NotNowError as trouble:
            done.append(f"NOT sent to {one_line(due[0].each.letter.to[0])}: {trouble}")
            if broken and len(due) == before:  # twice running it is the server, and not the letter
                raise NotNowError(done) from trouble
            due.pop(0)
            broken = True
    return done


@frozen
class _Load:
    """A letter with the mails of it that the server has still to take."""

    each: Outgoing
    mails: tuple[EmailMessage, ...]
    several: bool


def _load(desk: Desk, each: Outgoing, done: list[str]) -> _Load | None:
    """A letter as it is sent; None, and a line, where it can't be written."""
    try:
        written = write_letter(each.letter)
    except UnreadableError as trouble:
        done.append(f"NOT sent to {one_line(each.letter.to[0])}: {one_line(str(trouble))}")
        return None
    left = tuple(mail for mail in written if not desk.drawer.mark("", _taken(mail)))
    return _Load(each, left, len(written) > 1)


def _hand_over(desk: Desk, server: Server, password: Password | None, due: list[_Load], done: list[str]) -> None:
    """Send letters over one connection. Each leaves the list as soon as it is known what became of it."""
    for load in due:
        for mail in load.mails:
            desk.drawer.note_own(str(mail["Message-ID"]))
    sent = send([mail for load in due for mail in load.mails], server, password)
    for load in list(due):
        refused = []
        for mail in load.mails:
            told = next(sent)
            if told.refused is not None:
                refused.append(told.refused)
            elif load.several:
                desk.drawer.put_mark("", _taken(mail), b"yes")
        due.pop(0)
        address = one_line(load.each.letter.to[0])
        done += [f"NOT sent to {address}: {one_line(why)}" for why in refused]
        if refused:
            continue
        note(desk, load.each)
        done.append(f"Sent to {load.each.letter.to[0]}: {load.each.letter.subject}")
        if load.several:
            for mail in load.mails:
                desk.drawer.put_mark("", _taken(mail), b"")  # another time it may be sent anew
    next(sent, None)


def _taken(mail: EmailMessage) -> str:
    return f"{_TAKEN} {mail['Message-ID']}"


def fetch_letters(desk: Desk, settings: PostSettings, said: list[str], since: date | None = None) -> Iterator[Mail]:
    """Mails of the IMAP folder that were not read yet, each with the bookmark to keep once it was dealt with.

    said: takes what is worth knowing of a first reading. since: read from this day on, whatever was read before.
    Raises NotAllowedError where no server is set, or it does not know the player; NotNowError when it is not reached.
    """
    server = settings.imap
    if server is None:
        raise NotAllowedError(
            f"No server to fetch mail from is set. Write a table [mail.imap] in {desk.folder / 'sits.toml'}."
        )
    password = _imap_password(desk, server)
    name = f"{_BOOKMARK} {server.user}@{server.host}/{server.folder}"
    after = None if since is not None else _bookmark((desk.drawer.mark("", name) or b"").decode())
    first = _first_day(desk) if since is None else since
    new = after is None
    for fetched in fetch(server, password, after, first):
        here = fetched.bookmark
        if since is None and (new or (after is not None and after.validity != here.validity)):
            said.append(_first_reading(server, first, new=new))
            new, after = False, here
        yield evolve(fetched.mail, bookmark=(name, f"{here.validity} {here.uid}"))


def _imap_password(desk: Desk, server: Server) -> Password:
    password = find_password(server, os.environ, system_keyring())
    if password is None:
        raise NotAllowedError(f"{desk.folder / 'sits.toml'}: mail.imap.user is missing; no mailbox opens without one.")
    return password


def _bookmark(kept: str | None) -> Bookmark | None:
    validity, _, uid = (kept or "").partition(" ")
    return Bookmark(validity=int(validity), uid=int(uid)) if kept else None


def _first_day(desk: Desk) -> date:
    """From when on a mailbox is read that was not read before: the day before the oldest game here.

    Yesterday where there is no game: only an invitation can be waited for, and there is more in a mailbox than that.
    """
    oldest = min(
        (at for here in desk.drawer.games() for at in desk.drawer.came(here.name).values()), default=desk.minutes()
    )
    return datetime.fromisoformat(time_of(oldest)).date() - timedelta(days=1)  # servers reckon days by their own clocks


def _first_reading(server: Server, since: date, *, new: bool) -> str:
    what = "is read for the first time" if new else "counts its mails anew"
    older = "Older mails: sits mail fetch --since DAY"
    return f"{server.folder} of {server.user} {what}, so mails since {since} were taken in. {older}"


def try_servers(desk: Desk, settings: PostSettings) -> Iterator[tuple[bool, str]]:
    """Log in at each server that is set; whether it went well, and what there is to say."""
    for server in (settings.smtp, settings.imap):
        if server is None:
            continue
        try:
            if server.service == "imap":
                yield True, try_imap(server, _imap_password(desk, server))
            else:
                yield True, try_smtp(server, find_password(server, os.environ, system_keyring()))
        except GameError as trouble:
            yield False, str(trouble)
