"""Letters: mails that this program writes. The report comes first, as a person reads it; the packets end it.

Each packet is there once: at the end of the text, or, where it is long, attached as a .sits file. The same packets to
the same people have the same Message-ID, so that nothing counts twice.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Final

from attrs import field, frozen

from sits_es.canonical import canonical
from sits_es.mail.addresses import read_address
from sits_es.mail.armour import armour
from sits_es.mail.packet import Signed
from sits_es.mail.prose import NO_PACKET, whole_page
from sits_es.sentences import one_line, size_in_words, visible

#: Characters of blocks that one mail carries; a long bundle goes in several.
MOST_BLOCKS: Final = 2_000_000
#: Characters of a block that is still shown in the text; a longer one is only attached.
MOST_SHOWN: Final = 60_000

#: What a page says of the packet, which it does not hold.
_FORWARD: Final = f"{NO_PACKET} To pass it on, forward it as an attachment or save it as a file."
#: How the Message-ID of every letter begins.
MARK: Final = "<sits."
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+")


@frozen(kw_only=True)
class Letter:
    """A mail to write. sender, to: addresses; report: what a person reads; date: None for one that the server dates.

    page: the report once more as markup, for mail programs that show it, without packets; empty for none.
    thread: the Message-ID that all mails of a game refer to; in_reply_to: the one that this mail answers.
    """

    sender: str
    to: tuple[str, ...]
    subject: str
    report: str
    page: str = field(default="", repr=False)
    packets: tuple[Signed, ...] = field(default=(), repr=False)
    thread: str | None = None
    in_reply_to: str | None = None
    date: datetime | None = None


def write_letter(letter: Letter) -> tuple[EmailMessage, ...]:
    """The mails that carry a letter: one, or several when its packets are long.

    Raises UnreadableError for what is not an address.
    """
    for address in (letter.sender, *letter.to):
        read_address(address)
    loads = _loads([block for signed in letter.packets for block in _named_blocks(signed)])
    return tuple(_mail(letter, number, len(loads), load) for number, load in enumerate(loads, 1))


def _named_blocks(signed: Signed) -> Iterator[tuple[str, str]]:
    """Each block of a packet, with the name of its file."""
    blocks = armour(signed)
    packet = signed.packet
    stem = re.sub(r"[^A-Za-z0-9-]+", "_", f"{packet.branch}-{packet.sender}-{packet.number}-{packet.kind}")
    for index, block in enumerate(blocks, 1):
        part = "" if len(blocks) == 1 else f"-part{index}of{len(blocks)}"
        yield f"{stem}{part}.sits", block


def _loads(blocks: Sequence[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """Blocks shared out among as few mails as carry them, in order; one empty mail when there are none."""
    loads: list[list[tuple[str, str]]] = [[]]
    size = 0
    for name, block in blocks:
        if loads[-1] and size + len(block) > MOST_BLOCKS:
            loads.append([])
            size = 0
        loads[-1].append((name, block))
        size += len(block)
    return loads


def _mail(letter: Letter, number: int, count: int, load: Sequence[tuple[str, str]]) -> EmailMessage:
    name = _name(letter)
    message = EmailMessage(policy=SMTP)
    message["From"] = letter.sender
    message["To"] = ", ".join(letter.to)
    message["Subject"] = one_line(letter.subject) + (f" ({number} of {count})" if count > 1 else "")
    if letter.date is not None:
        message["Date"] = format_datetime(letter.date)
    message["Message-ID"] = f"{MARK}{name}.{number}@{_host(letter.sender)}>"
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    answered = [one_line(each) for each in (letter.thread, letter.in_reply_to) if each is not None]
    if answered:
        message["References"] = " ".join(dict.fromkeys(answered))
        message["In-Reply-To"] = answered[-1]
    first = number == 1
    rest = f"Mail {number} of the {count} that carry this letter: your program puts them together."
    shown = [block for _, block in load if len(block) <= MOST_SHOWN]
    attached = [(file, block) for file, block in load if len(block) > MOST_SHOWN]
    about = [f"Attached: {file}, {size_in_words(len(block))}. Your program reads it." for file, block in attached]
    text = _text(letter.report if first else rest, about, shown)
    message.set_content(text, cte=_encoding(text))
    if letter.page and first:
        page = whole_page(letter.subject, letter.page, " ".join([*about, *([_FORWARD] if shown else [])]))
        message.add_alternative(page, subtype="html", cte=_encoding(page))
    for file, block in attached:
        message.add_attachment(block.encode(), maintype="application", subtype="x-sits", filename=file)
    for depth, part in enumerate(part for part in message.walk() if part.is_multipart()):
        part.set_boundary(f"sits-{name}-{number}{'-in' * depth}")
    return message


def _text(report: str, about: Sequence[str], shown: Sequence[str]) -> str:
    """The report, in which other people's words may stand, and after it what is for the other program."""
    told = "\n".join(map(visible, report.rstrip("\n").split("\n")))
    return "\n\n".join([told + "\n", *(f"{line}\n" for line in about), *shown])


def _name(letter: Letter) -> str:
    """The part of a Message-ID that follows from what the letter carries: the first packet's digest is in it."""
    digests = [signed.digest for signed in letter.packets]
    told = [] if digests else [letter.subject, letter.report, letter.in_reply_to or ""]
    whole = hashlib.sha256(canonical([digests, list(letter.to), told])).hexdigest()
    return f"{(digests or [whole])[0][:32]}.{whole[:8]}"


def _host(address: str) -> str:
    host = address.rpartition("@")[2]
    return host if _HOST.fullmatch(host) else "sits.invalid"


def _encoding(text: str) -> str:
    """How a text travels: as it is, where mail lets it."""
    plain = text.isascii() and all(len(line) < 900 for line in text.splitlines())
    return "7bit" if plain else "quoted-printable"
