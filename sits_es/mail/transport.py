"""Mails sent by SMTP submission and fetched by IMAP, over TLS. What a server refuses is told in words.

Fetching marks nothing as read and removes nothing.
"""

from __future__ import annotations

import re
import smtplib
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from sits_es.errors import NotNowError
from sits_es.mail.logins import begun, imap, in_words, smtp, told
from sits_es.mail.mbox import MOST_HEAD, MOST_MAIL
from sits_es.mail.servers import Password, Server
from sits_es.mail.sources import Mail

if TYPE_CHECKING:
    from imap_tools.mailbox import BaseMailBox

#: Months as IMAP writes them, whatever language the system speaks.
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_UID: Final = re.compile(rb"\bUID (\d+)")
_SIZE: Final = re.compile(rb"RFC822\.SIZE (\d+)")

#: Mails that are asked for with one command, and their bytes: a long one comes alone.
_AT_ONCE: Final = 50
_BYTES_AT_ONCE: Final = 1_000_000

#: All of a mail, and what is looked at of one that is too long.
_ALL: Final = "BODY.PEEK[]"
_HEAD: Final = f"BODY.PEEK[HEADER.FIELDS (FROM SUBJECT MESSAGE-ID)]<0.{MOST_HEAD}>"


@frozen(kw_only=True)
class Sent:
    """What became of a mail. refused: why the server did not accept it, None when it did."""

    message_id: str
    refused: str | None = None


@frozen(kw_only=True)
class Bookmark:
    """How far an IMAP folder was read. validity: the folder's own mark, new when its numbers start again."""

    validity: int
    uid: int


@frozen(kw_only=True)
class Fetched:
    """A mail with the bookmark to keep once it is dealt with."""

    mail: Mail
    bookmark: Bookmark


def send(messages: Iterable[EmailMessage], server: Server, password: Password | None) -> Iterator[Sent]:
    """Hand mails to an SMTP server over one connection, and say of each what became of it as soon as it is known.

    Raises NotAllowedError when the server does not know the player, NotNowError when it cannot be reached, or breaks
    off: then it may or may not have the mail that was not yet told of.
    """
    with told(server), smtp(server, password) as client:
        for message in messages:
            name = str(message["Message-ID"])
            try:
                refused = client.send_message(message)
            except (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as fault:
                if client.sock is None:  # 421: it closes the door, whatever the mail was
                    raise
                client.rset()
                yield Sent(message_id=name, refused=in_words(fault))
                continue
            others = ", ".join(sorted(refused))
            yield Sent(message_id=name, refused=f"{server} did not accept it for {others}." if others else None)


def fetch(
    server: Server, password: Password, after: Bookmark | None = None, since: date | None = None
) -> Iterator[Fetched]:
    """Fetch mails from an IMAP folder, oldest first; of those that are too long to open the head alone.

    after: only what came later; since: without a bookmark that holds, only mails that arrived on this day or later.
    Raises NotAllowedError when the server does not know the player, NotNowError when it cannot be reached, or breaks
    off.
    """
    with told(server), imap(server, password) as box:
        stands = box.folder.status(server.folder, ["UIDVALIDITY", "UIDNEXT"])
        validity = stands["UIDVALIDITY"]
        last = after.uid if after is not None and after.validity == validity else 0
        if stands.get("UIDNEXT", last + 2) <= last + 1:
            return
        box.folder.set(server.folder, readonly=True)
        for uid, content, size in _mails(box, _uids(box, last, since if last == 0 else None)):
            source = f"{server.user or ''}@{server.host}/{server.folder}/{validity}/{uid}"
            bookmark = Bookmark(validity=validity, uid=uid)
            yield Fetched(mail=Mail(source=source, content=content, size=size), bookmark=bookmark)


def try_smtp(server: Server, password: Password | None) -> str:
    """Log in at an SMTP server and say that it went well, in a sentence. Raises what `send` raises."""
    with told(server), smtp(server, password) as client:
        client.noop()
    return f"{begun(server)} takes letters{f' from {server.user}' if server.user else ''}."


def try_imap(server: Server, password: Password) -> str:
    """Log in at an IMAP server and say how much mail there is, in a sentence. Raises what `fetch` raises."""
    with told(server), imap(server, password) as box:
        count = box.folder.status(server.folder, ["MESSAGES"])["MESSAGES"]
    return f"{begun(server)} shows the mail of {server.user}; {server.folder} holds {count}."


def _uids(box: BaseMailBox, last: int, since: date | None) -> list[int]:
    """Numbers of the mails to fetch, in order."""
    criteria = f"UID {last + 1}:*" if since is None else f"SINCE {since.day}-{_MONTHS[since.month - 1]}-{since.year}"
    return sorted(int(uid) for uid in box.uids(criteria) if int(uid) > last)


def _mails(box: BaseMailBox, uids: Sequence[int]) -> Iterator[tuple[int, bytes, int]]:
    """Number, content and size of each mail that is still there, in order."""
    for start in range(0, len(uids), _AT_ONCE):
        some = uids[start : start + _AT_ONCE]
        sizes = _sizes(box, some)
        for load in _loads(some, sizes):
            opened = sizes.get(load[0], 0) <= MOST_MAIL
            found = _texts(box, load, _ALL if opened else _HEAD)
            for uid in load:
                if (content := found.pop(uid, None)) is not None:
                    yield uid, content, len(content) if opened else sizes[uid]


def _loads(uids: Sequence[int], sizes: dict[int, int]) -> Iterator[list[int]]:
    """Mails to ask for together: few bytes each time, and what is too long to open by itself."""
    load: list[int] = []
    taken = 0
    for uid in uids:
        size = sizes.get(uid, 0)
        if load and taken + size > _BYTES_AT_ONCE:
            yield load
            load, taken = [], 0
        load.append(uid)
        taken += size
    if load:
        yield load


def _sizes(box: BaseMailBox, uids: Sequence[int]) -> dict[int, int]:
    """Bytes of mails, by number."""
    found: dict[int, int] = {}
    for answer in _ask(box, uids, "RFC822.SIZE"):
        if isinstance(answer, bytes) and (uid := _UID.search(answer)) and (size := _SIZE.search(answer)):
            found[int(uid[1])] = int(size[1])
    return found


def _texts(box: BaseMailBox, uids: Sequence[int], what: str) -> dict[int, bytes]:
    """What is asked for of mails, by number; the number may stand before the text or after it."""
    found: dict[int, bytes] = {}
    answers = _ask(box, uids, what)
    for number, answer in enumerate(answers):
        if isinstance(answer, tuple):
            after = answers[number + 1] if number + 1 < len(answers) else b""
            uid = _UID.search(answer[0]) or (_UID.search(after) if isinstance(after, bytes) else None)
            if uid is not None:
                found[int(uid[1])] = answer[1]
    return found


def _ask(box: BaseMailBox, uids: Sequence[int], what: str) -> list[Any]:
    """The answers to one FETCH. Raises NotNowError when the server has none: nothing is passed over."""
    status, answers = box.client.uid("fetch", ",".join(map(str, uids)), f"(UID {what})")
    if status != "OK":
        said = " ".join(each.decode("utf-8", "replace") for each in answers if isinstance(each, bytes))
        raise NotNowError(f"The mailbox did not give up its mails: {in_words(Exception(said))} Try again later.")
    return answers
