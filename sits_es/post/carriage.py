"""Sends letters or writes them as files, and fetches mail, by var/sits.toml. Slow libraries load when needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final

from sits_es.disk import trouble_in_words
from sits_es.errors import GameError, NotAllowedError, NotNowError
from sits_es.mail.letters import write_letter
from sits_es.mail.servers import Password, Server, Service, find_password
from sits_es.mail.sources import Mail, put_letter
from sits_es.post.desk import Desk
from sits_es.post.letters import due_letters
from sits_es.post.reports import note
from sits_es.sentences import one_line

if TYPE_CHECKING:
    from email.message import EmailMessage

#: How far back a mailbox is read for the first time, or once its server has renumbered it: an invitation may wait.
_BACK: Final = timedelta(days=7)
#: Takes a mail along: where it is now, and whom it does not reach. Raises GameError, OSError.
Carrier = Callable[["EmailMessage"], tuple[str, str]]


def write_out(desk: Desk, again: str | None = None) -> list[str]:
    """Write every letter that is due into the outbox, or into its Maildir; what became of each."""
    return _carry(desk, again, "Written", lambda mail: (str(put_letter(desk.settings.outbox, mail)), ""))


def send_letters(desk: Desk, again: str | None = None) -> list[str]:
    """Hand every letter that is due to the SMTP server; what became of each. Raises NotAllowedError without one."""
    server, password = _server(desk, "smtp")
    from sits_es.mail.transport import send

    return _carry(desk, again, "Sent", lambda mail: (str(mail["Subject"]), send(mail, server, password)))


def _carry(desk: Desk, again: str | None, done: str, carrier: Carrier) -> list[str]:
    """Give every letter to a carrier. A letter that it does not take stays due."""
    said: list[str] = []
    away = 0  # how often in a row the server could not be used
    for each in list(due_letters(desk, again, own_reports=desk.settings.reports)):
        to = one_line(", ".join((*each.to, *each.cc)))
        try:
            mail = write_letter(each)
            where, lacks = carrier(mail)
        except NotAllowedError:
            raise
        except (GameError, OSError) as trouble:
            said.append(f"NOT {done.lower()} to {to}: {trouble_in_words(trouble)}")
            away = away + 1 if isinstance(trouble, NotNowError) else 0
            if away == 2:  # the server is at fault, not the letter
                break
        else:
            away = 0
            note(desk, each)
            said.append(f"{done} to {to}: {where}")
            said += [f"NOT {done.lower()} to all of them: {lacks}"] if lacks else []
    return said


def _server(desk: Desk, service: Service) -> tuple[Server, Password | None]:
    """A server from the settings, with its password. Raises NotAllowedError if either is missing."""
    server, file = desk.settings.smtp if service == "smtp" else desk.settings.imap, desk.folder / "sits.toml"
    if server is None:
        use = "sending" if service == "smtp" else "fetching"
        raise NotAllowedError(f"No server is set for {use} mail. Write a table [mail.{service}] in {file}.")
    password = find_password(server)
    if password is None and service == "imap":
        raise NotAllowedError(f"{file}: mail.imap.user is missing; a mailbox needs a user.")
    return server, password


def fetch_letters(desk: Desk, said: list[str], since: date | None = None) -> Iterator[Mail]:
    """Unread mails of the IMAP folder, or all since a day. said: takes remarks. Raises NotAllowedError, NotNowError."""
    server, password = _server(desk, "imap")
    from sits_es.mail.transport import bookmark_of, fetch

    kept = desk.drawer.mark("", bookmark_of(server)) if since is None else ""
    first, reads = since or (datetime.fromisoformat(desk.clock()) - _BACK).date(), kept.partition(" ")[0]
    for mail in fetch(server, password, kept, first):
        here = (mail.bookmark or ("", ""))[1].partition(" ")[0]
        if since is None and here != reads:
            what = "has renumbered its e-mails" if reads else "was read for the first time"
            older = "To read older ones: sits mail fetch --since DAY"
            said.append(f"{server.user}'s {server.folder} {what}, so only e-mails since {first} were read. {older}")
            reads = here
        yield mail


def try_servers(desk: Desk) -> Iterator[tuple[bool, str]]:
    """Log in at each server that is set. Whether it worked, and what to say about it."""
    from sits_es.mail.transport import try_server

    for server in filter(None, (desk.settings.smtp, desk.settings.imap)):
        try:
            yield True, try_server(*_server(desk, server.service))
        except GameError as trouble:
            yield False, str(trouble)
