"""The guard against loops: who wrote a mail, a person or a program, and whether it may be answered.

Two programs that answer each other's answers never stop; a bounce or an absence note that quotes a report must not
count as its reader's orders. Rule: house, after RFC 3834.
"""

from __future__ import annotations

from collections.abc import Collection
from email.message import Message
from email.utils import parseaddr
from enum import Enum
from typing import Final

from attrs import frozen

_SYSTEM: Final = frozenset({"mailer-daemon", "postmaster", "mail-daemon", "mailerdaemon"})
_ABSENCE: Final = frozenset({"auto_reply", "auto-reply"})
_CROWD: Final = frozenset({"bulk", "junk", "list"})


class Writer(Enum):
    """Who wrote a mail.

    PERSON: orders and bundles are read, it may be answered; PROGRAM: bundles alone, no answer; NOISE: neither.
    """

    PERSON = "person"
    PROGRAM = "program"
    NOISE = "noise"


@frozen
class Verdict:
    """What a mail is worth. reason: why it is less than a person's, in words; empty otherwise.

    own: it is one that this program sent itself.
    """

    writer: Writer
    reason: str = ""
    own: bool = False

    @property
    def answered(self) -> bool:
        """Whether a receipt may be sent."""
        return self.writer is Writer.PERSON


def judge(message: Message, own: Collection[str] = ()) -> Verdict:
    """Say who wrote a mail. own: Message-IDs of mails that this program sent itself."""
    if str(message.get("Message-ID", "")).strip() in own:
        return Verdict(Writer.NOISE, "it is a mail of our own that came back", own=True)
    if (reason := _noise(message)) is not None:
        return Verdict(Writer.NOISE, reason)
    submitted, precedence = _word(message, "Auto-Submitted"), _word(message, "Precedence")
    if submitted not in ("", "no"):
        return Verdict(Writer.PROGRAM, "a program sent it")
    if precedence in _CROWD:
        return Verdict(Writer.PROGRAM, f"it was sent to many (precedence {precedence})")
    if message["List-Id"] is not None:
        return Verdict(Writer.PROGRAM, "a mailing list sent it")
    return Verdict(Writer.PERSON)


def _noise(message: Message) -> str | None:
    """Why a mail is only noise, or None."""
    if message.get_content_type() == "multipart/report":
        return "it reports that a mail was delivered or was not"
    if str(message.get("Return-Path", "sender")).strip() in ("", "<>"):
        return "a mail system sent it: it has no return path"
    sender = parseaddr(str(message.get("From", "")))[1].partition("@")[0].lower()
    if sender in _SYSTEM:
        return f"a mail system sent it: {sender}"
    absent = _word(message, "Precedence") in _ABSENCE or message["X-Autoreply"] is not None
    if absent or _word(message, "Auto-Submitted") == "auto-replied":
        return "it is an automatic answer"
    return None


def _word(message: Message, header: str) -> str:
    """A header's first word, in small letters; empty when there is none."""
    words = str(message.get(header, "")).replace(";", " ").split()
    return words[0].lower() if words else ""
