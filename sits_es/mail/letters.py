"""Letters: mails that this program writes. The report comes first, as a person reads it; the packets end it.

The same packets are attached as .sits files, for mail programs that spoil text. A letter is worked out from its
content alone: the same packets to the same people are the same mail, and nothing is sent twice by mistake.
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
from sits_es.sentences import one_line, visible

#: Characters of blocks that one mail carries; a long bundle goes in several.
MOST_BLOCKS: Final = 2_000_000
#: Characters of a block that is still shown in the text; a longer one is only attached.
MOST_SHOWN: Final = 60_000

_HOST: Final = re.compile(r"[A-Za-z0-9.-]+")


@frozen(kw_only=True)
class Letter:
    """A mail to write. sender, to: addresses; report: what a person reads; date: None for one that the server dates.

    in_reply_to: the Message-ID that it answers.
    """

    sender: str
    to: tuple[str, ...]
    subject: str
    report: str
    packets: tuple[Signed, ...] = field(default=(), repr=False)
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
    message["Message-ID"] = f"<sits.{name}.{number}@{_host(letter.sender)}>"
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    if letter.in_reply_to is not None:
        message["In-Reply-To"] = message["References"] = one_line(letter.in_reply_to)
    text = _text(letter.report if number == 1 else "The rest of the letter before.", load)
    message.set_content(text, cte="7bit" if _is_plain(text) else "quoted-printable")
    for file, block in load:
        message.add_attachment(block.encode(), maintype="application", subtype="x-sits", filename=file)
    if load:
        message.set_boundary(f"sits-{name}-{number}")
    return message


def _text(report: str, load: Sequence[tuple[str, str]]) -> str:
    """The report, in which other people's words may stand, and after it what is for the other program."""
    told = "\n".join(map(visible, report.rstrip("\n").split("\n")))
    shown = [block for _, block in load if len(block) <= MOST_SHOWN]
    attached = [f"{file} is attached; your program reads it.\n" for file, block in load if len(block) > MOST_SHOWN]
    return "\n\n".join([told + "\n", *attached, *shown])


def _name(letter: Letter) -> str:
    """The part of a Message-ID that follows from what the letter carries: the first packet's digest is in it."""
    digests = [signed.digest for signed in letter.packets]
    told = [] if digests else [letter.subject, letter.report, letter.in_reply_to or ""]
    whole = hashlib.sha256(canonical([digests, list(letter.to), told])).hexdigest()
    return f"{(digests or [whole])[0][:32]}.{whole[:8]}"


def _host(address: str) -> str:
    host = address.rpartition("@")[2]
    return host if _HOST.fullmatch(host) else "sits.invalid"


def _is_plain(text: str) -> bool:
    """Whether a text travels as it is."""
    return text.isascii() and all(len(line) < 900 for line in text.splitlines())
