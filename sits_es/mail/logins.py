"""Connections to mail servers, encrypted as set, with the player logged in. What goes wrong is told in words."""

from __future__ import annotations

import imaplib
import re
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.servers import Password, Server

if TYPE_CHECKING:
    from imap_tools.mailbox import BaseMailBox

#: Seconds that a server may take for one answer.
PATIENCE: Final = 30.0

#: What an IMAP server answers to a login that could go well another time.
_ANOTHER_TIME: Final = re.compile(r"\[(UNAVAILABLE|INUSE|LIMIT|SERVERBUG|CONTACTADMIN)\]")


@contextmanager
def told(server: Server) -> Iterator[None]:
    """Turn what goes wrong with a server into refusals; none of them tells a password."""
    try:
        yield
    except smtplib.SMTPAuthenticationError as fault:
        if fault.smtp_code < 500:
            raise _not_now(server, fault) from None
        raise _unknown(server) from None
    except ssl.SSLCertVerificationError as fault:
        raise NotAllowedError(
            f"{begun(server)} cannot prove that it is {server.host}: {fault.verify_message}. Nothing was sent to it. "
            f"Check the host, or name its certificate's file as authority."
        ) from None
    except (smtplib.SMTPException, imaplib.IMAP4.error, OSError) as fault:
        raise _not_now(server, fault) from None


@contextmanager
def smtp(server: Server, password: Password | None) -> Iterator[smtplib.SMTP]:
    """A connection to an SMTP server, encrypted as it is set; nothing is sent in the clear where it should not be."""
    if server.security == "tls":
        client: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=PATIENCE, context=trusted(server))
    else:
        client = smtplib.SMTP(server.host, server.port, timeout=PATIENCE)
    try:
        if server.security == "starttls":
            client.starttls(context=trusted(server))
        if server.user is not None and password is not None:
            client.login(server.user, password.reveal())
        yield client
        # what it took, it has: no goodbye is no failure
        with suppress(smtplib.SMTPException, OSError):
            client.quit()
    finally:
        client.close()


@contextmanager
def imap(server: Server, password: Password) -> Iterator[BaseMailBox]:
    """A connection to an IMAP server, encrypted as it is set, with the player logged in."""
    from imap_tools.errors import ImapToolsError
    from imap_tools.mailbox import MailBox, MailBoxStartTls, MailBoxUnencrypted

    if server.security == "tls":
        box: BaseMailBox = MailBox(server.host, server.port, timeout=PATIENCE, ssl_context=trusted(server))
    elif server.security == "starttls":
        box = MailBoxStartTls(server.host, server.port, timeout=PATIENCE, ssl_context=trusted(server))
    else:
        box = MailBoxUnencrypted(server.host, server.port, timeout=PATIENCE)
    try:
        _log_in(box, server, password.reveal())
        yield box
    except ImapToolsError as fault:
        raise NotNowError(f"{begun(server)} did not do what it was asked: {in_words(fault)}") from None
    finally:
        box.client.shutdown()


def _log_in(box: BaseMailBox, server: Server, secret: str) -> None:
    from imap_tools.errors import ImapToolsError

    login = box.login if secret.isascii() else box.login_utf8
    try:
        login(server.user or "", secret, initial_folder=None)
    except imaplib.IMAP4.abort:
        raise  # the connection broke: the password may well be right
    except (imaplib.IMAP4.error, ImapToolsError) as fault:
        if _ANOTHER_TIME.search(str(fault)):
            raise _not_now(server, fault) from None
        raise _unknown(server) from None


def trusted(server: Server) -> ssl.SSLContext:
    """Whose certificates count for a server."""
    return ssl.create_default_context(cafile=server.authority)


def begun(server: Server) -> str:
    """The server's name, as a sentence begins with it."""
    text = str(server)
    return text[0].upper() + text[1:]


def in_words(fault: Exception) -> str:
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


def _not_now(server: Server, fault: Exception) -> NotNowError:
    return NotNowError(f"{begun(server)} cannot be used now: {in_words(fault)} Try again later.")


def _unknown(server: Server) -> NotAllowedError:
    return NotAllowedError(f"{begun(server)} does not know {server.user} with this password. Check both.")


def _plain(words: bytes | str) -> str:
    return words.decode("utf-8", "replace") if isinstance(words, bytes) else words
