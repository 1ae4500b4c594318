"""Mails sent by SMTP and fetched by IMAP, which marks and removes nothing. What goes wrong is told in words."""

from __future__ import annotations

import imaplib
import re
import smtplib
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from email.message import EmailMessage
from itertools import groupby
from typing import Final

from imap_tools.errors import ImapToolsError
from imap_tools.mailbox import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.query import AND

from sits_es.errors import GameError, NotAllowedError, NotNowError
from sits_es.mail.servers import Password, Server
from sits_es.mail.sources import MOST_HEAD, MOST_MAIL, Mail

#: Seconds that a server may take for one answer.
PATIENCE: Final = 30.0

#: What an IMAP server answers to a login that could go well another time.
_ANOTHER_TIME: Final = re.compile(r"\[(UNAVAILABLE|INUSE|LIMIT|SERVERBUG|CONTACTADMIN)\]")
_UID: Final = re.compile(rb"\bUID (\d+)")
_SIZE: Final = re.compile(rb"RFC822\.SIZE (\d+)")
#: Mails that are asked for with one command; one with more bytes than this comes alone.
_AT_ONCE: Final = 50
_SHORT: Final = 100_000
#: What is looked at of a mail that is too long to open.
_HEAD: Final = f"BODY.PEEK[HEADER.FIELDS (FROM SUBJECT MESSAGE-ID)]<0.{MOST_HEAD}>"


def send(message: EmailMessage, server: Server, password: Password | None) -> str:
    """Hand a mail to an SMTP server; whom it did not accept it for, in words.

    Raises NotAllowedError for an unknown login, GameError for a mail that it takes for nobody, NotNowError where
    it can't be reached or breaks off: then it may or may not have the mail.
    """
    with _smtp(server, password) as client:
        try:
            others = ", ".join(sorted(client.send_message(message)))
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as fault:
            if client.sock is None:  # 421: it closes the door, whatever the mail was
                raise
            raise GameError(_in_words(fault)) from None
    return f"the {server} did not accept the letter for {others}." if others else ""


def bookmark_of(server: Server) -> str:
    """The name of the bookmark that says how far an IMAP folder was read."""
    return f"imap {server.user}@{server.host}/{server.folder}"


def fetch(server: Server, password: Password | None, kept: str = "", since: date | None = None) -> Iterator[Mail]:
    """Fetch mails from an IMAP folder, oldest first, each with a bookmark; of one too long to open the head alone.

    kept: the last bookmark, the folder's mark and a number: only later mails come; since: the first day, where that
    does not hold. Raises NotAllowedError for an unknown login, NotNowError if the server can't be reached or breaks
    off.
    """
    with _imap(server, password) as box:
        stands = box.folder.status(server.folder, ["UIDVALIDITY", "UIDNEXT"])
        validity, _, uid = kept.partition(" ")
        last = int(uid) if validity == str(stands["UIDVALIDITY"]) else 0
        if stands.get("UIDNEXT", last + 2) <= last + 1:
            return
        box.folder.set(server.folder, readonly=True)
        uids = map(int, box.uids(AND(date_gte=since) if since and last == 0 else f"UID {last + 1}:*"))
        for number, content, size in _mails(box, sorted(uid for uid in uids if uid > last)):
            name, upto = bookmark_of(server), f"{stands['UIDVALIDITY']} {number}"
            yield Mail(source=f"{name.removeprefix('imap ')} {upto}", content=content, size=size, bookmark=(name, upto))


def try_server(server: Server, password: Password | None) -> str:
    """Log in at a server and say what it takes or holds, in a sentence. Raises what `send` and `fetch` raise."""
    if server.service == "smtp":
        with _smtp(server, password) as client:
            client.noop()
        return f"The {server} accepts letters{f' from {server.user}' if server.user else ''}."
    with _imap(server, password) as box:
        count = box.folder.status(server.folder, ["MESSAGES"])["MESSAGES"]
    return f"The {server} lets {server.user} read mail. Mails in {server.folder}: {count}."


# mails of a mailbox


def _mails(box: BaseMailBox, uids: Sequence[int]) -> Iterator[tuple[int, bytes, int]]:
    """Number, content and size of each mail that is still there, in order. The library would take them apart."""
    for start in range(0, len(uids), _AT_ONCE):
        some = uids[start : start + _AT_ONCE]
        said = _ask(box, some, "RFC822.SIZE").items()
        sizes = {uid: int(size[1]) for uid, (head, _) in said if (size := _SIZE.search(head))}
        long = {uid for uid, size in sizes.items() if size > _SHORT}
        # short ones come together, and each long one alone
        for alone, load in groupby(some, lambda uid: uid if uid in long else 0):  # noqa: B023 -- used at once
            opened = sizes.get(alone, 0) <= MOST_MAIL
            for uid, (_, content) in sorted(_ask(box, list(load), "BODY.PEEK[]" if opened else _HEAD).items()):
                yield uid, content, len(content) if opened else sizes[uid]


def _ask(box: BaseMailBox, uids: Sequence[int], what: str) -> dict[int, tuple[bytes, bytes]]:
    """What a server answers to one FETCH, by number: words and content. Raises NotNowError: no mail is passed over."""
    status, answers = box.client.uid("fetch", ",".join(map(str, uids)), f"(UID {what})")
    if status != "OK":
        said = " ".join(_plain(each) for each in answers if isinstance(each, bytes))
        raise NotNowError(f"The mailbox did not hand over its mails: {_in_words(Exception(said))} Try again later.")
    found: dict[int, tuple[bytes, bytes]] = {}
    for answer, after in zip(answers, [*answers[1:], b""], strict=True):
        head, text = answer if isinstance(answer, tuple) else (answer or b"", b"")
        uid = _UID.search(head) or (_UID.search(after) if isinstance(after, bytes) and text else None)
        if uid is not None:
            found.setdefault(int(uid[1]), (head, text))
    return found


# connections


@contextmanager
def _smtp(server: Server, password: Password | None) -> Iterator[smtplib.SMTP]:
    """A connection to an SMTP server, encrypted as it is set; nothing is sent in the clear where it should not be."""
    with _told(server):
        trusted = _trusted(server)
        if server.security == "tls":
            client: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=PATIENCE, context=trusted)
        else:
            client = smtplib.SMTP(server.host, server.port, timeout=PATIENCE)
        try:
            if server.security == "starttls":
                client.starttls(context=trusted)
            if server.user is not None and password is not None:
                client.login(server.user, password.text)
            yield client
            # what it took, it has: no goodbye is no failure
            with suppress(smtplib.SMTPException, OSError):
                client.quit()
        finally:
            client.close()


@contextmanager
def _imap(server: Server, password: Password | None) -> Iterator[BaseMailBox]:
    """A connection to an IMAP server, encrypted as it is set, with the player logged in."""
    with _told(server):
        if server.security == "none":
            box: BaseMailBox = MailBoxUnencrypted(server.host, server.port, timeout=PATIENCE)
        else:
            secure = MailBox if server.security == "tls" else MailBoxStartTls
            box = secure(server.host, server.port, timeout=PATIENCE, ssl_context=_trusted(server))
        secret = password.text if password else ""
        try:
            try:
                (box.login if secret.isascii() else box.login_utf8)(server.user or "", secret, initial_folder=None)
            except imaplib.IMAP4.abort:
                raise  # the connection broke: the password may well be right
            except (imaplib.IMAP4.error, ImapToolsError) as fault:
                raise (_not_now(server, fault) if _ANOTHER_TIME.search(str(fault)) else _unknown(server)) from None
            yield box
        finally:
            box.client.shutdown()


def _trusted(server: Server) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=server.authority)
    except OSError as fault:
        why = "it holds no certificate" if isinstance(fault, ssl.SSLError) else str(fault.strerror).lower()
        raise NotAllowedError(f"{server.authority} cannot be the authority for the {server}: {why}.") from None


@contextmanager
def _told(server: Server) -> Iterator[None]:
    """Turn what goes wrong with a server into refusals; none of them tells a password."""
    try:
        yield
    except smtplib.SMTPAuthenticationError as fault:
        raise (_not_now(server, fault) if fault.smtp_code < 500 else _unknown(server)) from None
    except ImapToolsError as fault:
        raise NotNowError(f"The {server} refused a request: {_in_words(fault)}") from None
    except ssl.SSLCertVerificationError as fault:
        raise NotAllowedError(
            f"The {server} cannot prove that it is {server.host}: {fault.verify_message}. Nothing was sent. "
            "Check `host`, or set `authority` to the file with the server's certificate."
        ) from None
    except ssl.SSLError as fault:
        why = (fault.reason or "broken off").replace("_", " ").lower()
        raise NotNowError(f"The {server} does not speak TLS: {why}. Check `port` and `security`.") from None
    except (smtplib.SMTPException, imaplib.IMAP4.error, OSError) as fault:
        raise _not_now(server, fault) from None


def _not_now(server: Server, fault: Exception) -> NotNowError:
    return NotNowError(f"The {server} cannot be used now: {_in_words(fault)} Try again later.")


def _unknown(server: Server) -> NotAllowedError:
    return NotAllowedError(f"The {server} does not accept this password for {server.user}. Check both.")


def _in_words(fault: Exception) -> str:
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
