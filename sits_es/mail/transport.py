"""Mails sent by SMTP submission and fetched by IMAP, over TLS. What a server refuses is told in words.

Fetching marks nothing as read and removes nothing.
"""

from __future__ import annotations

import imaplib
import re
import smtplib
import ssl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from email.message import EmailMessage
from typing import TYPE_CHECKING, Final

from attrs import frozen

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.servers import Password, Server
from sits_es.mail.sources import MOST_MAIL, Mail

if TYPE_CHECKING:
    from imap_tools.mailbox import BaseMailBox

#: Seconds that a server may take for one answer.
PATIENCE: Final = 30.0

#: Months as IMAP writes them, whatever language the system speaks.
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_SIZE: Final = re.compile(rb"UID (\d+).*?RFC822\.SIZE (\d+)|RFC822\.SIZE (\d+).*?UID (\d+)")


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
    """Hand mails to an SMTP server, one after the other, and say of each what became of it.

    Raises NotAllowedError when the server does not know the player, NotNowError when it cannot be reached.
    """
    with _told(server), _smtp(server) as client:
        if server.user is not None and password is not None:
            client.login(server.user, password.reveal())
        for message in messages:
            name = str(message["Message-ID"])
            try:
                refused = client.send_message(message)
            except (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as fault:
                client.rset()
                yield Sent(message_id=name, refused=_words(fault))
                continue
            others = ", ".join(sorted(refused))
            yield Sent(message_id=name, refused=f"{server} did not accept it for {others}." if others else None)


def fetch(
    server: Server, password: Password, after: Bookmark | None = None, since: date | None = None
) -> Iterator[Fetched]:
    """Fetch mails from an IMAP folder, oldest first; longer ones than are ever opened stay where they are.

    after: only what came later; since: without a bookmark, only mails that arrived on this day or later.
    Raises NotAllowedError when the server does not know the player, NotNowError when it cannot be reached.
    """
    with _told(server), _imap(server, password) as box:
        box.folder.set(server.folder, readonly=True)
        validity = int(box.folder.status(server.folder, ["UIDVALIDITY"])["UIDVALIDITY"])
        last = after.uid if after is not None and after.validity == validity else 0
        for uid in _uids(box, last, since if last == 0 else None):
            content = _body(box, uid)
            if content is not None:
                source = f"{server.user or ''}@{server.host}/{server.folder}/{validity}/{uid}"
                bookmark = Bookmark(validity=validity, uid=uid)
                yield Fetched(mail=Mail(source=source, content=content), bookmark=bookmark)


def _uids(box: BaseMailBox, last: int, since: date | None) -> list[int]:
    """Numbers of the mails to fetch, in order."""
    criteria = f"UID {last + 1}:*" if since is None else f"SINCE {since.day}-{_MONTHS[since.month - 1]}-{since.year}"
    uids = sorted(int(uid) for uid in box.uids(criteria) if int(uid) > last)
    if not uids:
        return []
    _, answers = box.client.uid("fetch", f"{uids[0]}:{uids[-1]}", "(UID RFC822.SIZE)")
    sizes: dict[int, int] = {}
    for answer in answers:
        if isinstance(answer, bytes) and (found := _SIZE.search(answer)) is not None:
            sizes[int(found[1] or found[4])] = int(found[2] or found[3])
    return [uid for uid in uids if sizes.get(uid, 0) <= MOST_MAIL]


def _body(box: BaseMailBox, uid: int) -> bytes | None:
    """A mail as it is there; None when it was removed meanwhile."""
    _, answers = box.client.uid("fetch", str(uid), "(BODY.PEEK[])")
    return next((answer[1] for answer in answers if isinstance(answer, tuple)), None)


@contextmanager
def _smtp(server: Server) -> Iterator[smtplib.SMTP]:
    """A connection to an SMTP server, encrypted as it is set; nothing is sent in the clear where it should not be."""
    if server.security == "tls":
        client: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=PATIENCE, context=_trusted(server))
    else:
        client = smtplib.SMTP(server.host, server.port, timeout=PATIENCE)
    with client:
        if server.security == "starttls":
            client.starttls(context=_trusted(server))
        yield client


@contextmanager
def _imap(server: Server, password: Password) -> Iterator[BaseMailBox]:
    """A connection to an IMAP server, encrypted as it is set, with the player logged in."""
    from imap_tools.errors import ImapToolsError
    from imap_tools.mailbox import MailBox, MailBoxStartTls, MailBoxUnencrypted

    if server.security == "tls":
        box: BaseMailBox = MailBox(server.host, server.port, timeout=PATIENCE, ssl_context=_trusted(server))
    elif server.security == "starttls":
        box = MailBoxStartTls(server.host, server.port, timeout=PATIENCE, ssl_context=_trusted(server))
    else:
        box = MailBoxUnencrypted(server.host, server.port, timeout=PATIENCE)
    try:
        secret = password.reveal()
        login = box.login if secret.isascii() else box.login_utf8
        try:
            login(server.user or "", secret, initial_folder=None)
        except (imaplib.IMAP4.error, ImapToolsError):
            raise _unknown(server) from None
        yield box
    except ImapToolsError as fault:
        raise NotNowError(f"{_begun(server)} did not do what it was asked: {_words(fault)}") from None
    finally:
        box.client.shutdown()


def _trusted(server: Server) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=server.authority)


@contextmanager
def _told(server: Server) -> Iterator[None]:
    """Turn what goes wrong with a server into refusals; none of them tells a password."""
    try:
        yield
    except smtplib.SMTPAuthenticationError:
        raise _unknown(server) from None
    except ssl.SSLCertVerificationError as fault:
        raise NotAllowedError(
            f"{_begun(server)} cannot prove that it is {server.host}: {fault.verify_message}. Nothing was sent to it. "
            f"Check the host, or name its certificate's file as authority."
        ) from None
    except (smtplib.SMTPException, imaplib.IMAP4.error, OSError) as fault:
        raise NotNowError(f"{_begun(server)} cannot be used now: {_words(fault)} Try again later.") from None


def _unknown(server: Server) -> NotAllowedError:
    return NotAllowedError(f"{_begun(server)} does not know {server.user} with this password. Check both.")


def _begun(server: Server) -> str:
    """The server's name, as a sentence begins with it."""
    text = str(server)
    return text[0].upper() + text[1:]


def _words(fault: Exception) -> str:
    """What a server or the system said, on one line."""
    if isinstance(fault, smtplib.SMTPRecipientsRefused):
        said = "; ".join(f"{to}: {code} {_plain(words)}" for to, (code, words) in sorted(fault.recipients.items()))
    elif isinstance(fault, smtplib.SMTPResponseException):
        said = f"{fault.smtp_code} {_plain(fault.smtp_error)}"
    elif isinstance(fault, OSError) and fault.strerror:
        said = fault.strerror
    else:
        said = str(fault) or "no answer"
    return " ".join(said.split())[:300].rstrip(".") + "."


def _plain(words: bytes | str) -> str:
    return words.decode("utf-8", "replace") if isinstance(words, bytes) else words
