"""Letters that this program writes: the report first, the bundle once, at the end of the text or, if long, attached."""

from __future__ import annotations

import hashlib
import re
from datetime import datetime
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.mail.blocks import armour, bundle_name
from sits_es.sentences import one_line, quoted, size_in_words, visible
from sits_es.values import Value

if TYPE_CHECKING:
    from email.message import EmailMessage

#: Characters of a block that is still shown in the text; a longer one is attached.
MOST_SHOWN: Final = 60_000
#: How the Message-ID of every letter begins.
MARK: Final = "<sits."

#: How a page begins to say that the bundle is not in it: by these words a page that came alone is known again.
NO_BUNDLE: Final = "The part for your program is at the end of this mail's plain text."
#: What a page says of the bundle.
_FORWARD: Final = f"{NO_BUNDLE} To pass the mail on, forward it as an attachment or save it as a file."
_ADDRESS: Final = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[^\s@<>,;:\"()\[\]\\]{1,255}")
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+")


@frozen(kw_only=True)
class Letter(Value):
    """A mail to write. report: what a person reads; content: the bundle; about: lines above it, such as "Game: duel".

    page: the report once more in HTML, whose columns stand in any mail program; thread, in_reply_to: Message-IDs that
    it refers to and answers; date: None for one that the server dates.
    """

    sender: str
    to: tuple[str, ...]
    cc: tuple[str, ...] = ()
    subject: str
    report: str
    page: bool = False
    content: bytes | None = field(default=None, repr=False)
    about: tuple[str, ...] = ()
    thread: str | None = None
    in_reply_to: str | None = None
    date: datetime | None = None


def read_address(text: str) -> str:
    """A plain mail address. Raises UnreadableError for anything else."""
    address = text.strip()
    if not address.isascii() or _ADDRESS.fullmatch(address) is None:
        raise UnreadableError(f"{quoted(text)} is not a mail address. Write an address like red@example.org.")
    return address


def write_letter(letter: Letter) -> EmailMessage:
    """The mail that carries a letter. Raises UnreadableError for what is not an address."""
    for address in (letter.sender, *letter.to, *letter.cc):
        read_address(address)
    block = "" if letter.content is None else armour(letter.content, letter.about)
    name = _name(letter)
    text = "\n".join(map(visible, letter.report.rstrip("\n").split("\n"))) + "\n"  # others' words may stand in it
    below = _FORWARD if block else ""
    if attached := len(block) > MOST_SHOWN:
        file = f"sits-{name[:8]}.sits"
        below = f"Attached: {file}, {size_in_words(len(block))}. Your program reads it."
        text += f"\n\n{below}\n"
    elif block:
        text += f"\n\n{block}"
    message = _headers(letter, name)
    message.set_content(text, cte=_encoding(text))
    if letter.page:
        page = _page(letter.subject, letter.report, below)
        message.add_alternative(page, subtype="html", cte=_encoding(page))
    if attached:
        message.add_attachment(block.encode(), maintype="application", subtype="x-sits", filename=file)
    for depth, part in enumerate(part for part in message.walk() if part.is_multipart()):
        part.set_boundary(f"sits-{name}{'-in' * depth}")
    return message


def _page(title: str, report: str, below: str) -> str:
    """A page that shows a text as it is, in ASCII. It loads nothing, and others' words stand in it as text."""
    from html import escape

    title, report, below = (escape("\n".join(map(visible, each.split("\n")))) for each in (title, report, below))
    page = (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>\n'
        f'<body><pre style="font:13px/1.4 monospace">{report}</pre>\n<p><small>{below}</small></p></body></html>\n'
    )
    return page.encode("ascii", "xmlcharrefreplace").decode()


def _headers(letter: Letter, name: str) -> EmailMessage:
    from email.message import EmailMessage
    from email.policy import SMTP
    from email.utils import format_datetime

    host = letter.sender.rpartition("@")[2]
    answered = dict.fromkeys(one_line(each) for each in (letter.thread, letter.in_reply_to) if each is not None)
    message = EmailMessage(policy=SMTP)
    for header, text in (
        ("From", letter.sender),
        ("To", ", ".join(letter.to)),
        ("Cc", ", ".join(letter.cc)),
        ("Subject", one_line(letter.subject)),
        ("Date", "" if letter.date is None else format_datetime(letter.date)),
        ("Message-ID", f"{MARK}{name}@{host if _HOST.fullmatch(host) else 'sits.invalid'}>"),
        ("Auto-Submitted", "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
        ("References", " ".join(answered)),
        ("In-Reply-To", "".join([*answered][-1:])),
    ):
        if text:
            message[header] = text
    return message


def _name(letter: Letter) -> str:
    """What identifies a letter: its bundle, or else its text, and its readers. The same letter never counts twice."""
    name = [] if letter.content is None else [bundle_name(letter.content)]
    told = [] if name else [letter.subject, letter.report, letter.in_reply_to or ""]
    whole = hashlib.sha256(canonical([name, [*letter.to, *letter.cc], told])).hexdigest()
    return f"{(name or [whole])[0][:32]}.{whole[:8]}"


def _encoding(text: str) -> str:
    """How a text travels: as it is, where mail lets it."""
    plain = text.isascii() and all(len(line) < 900 for line in text.splitlines())
    return "7bit" if plain else "quoted-printable"
