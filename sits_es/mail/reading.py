"""Mails as they come, whatever program wrote them: the packets, orders and damaged blocks in their bodies and files.

A mail is a stranger's bytes: whatever is in it, reading ends with an answer or a quiet skip, in bounded time.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from email.errors import MessageError
from email.feedparser import BytesFeedParser
from email.header import decode_header, make_header
from email.message import Message
from email.utils import parseaddr
from typing import Final

from attrs import field, frozen

from sits_es.mail.armour import BlockFault, Part, find_blocks, join
from sits_es.mail.blocks import OrdersBlock, find_orders, plain
from sits_es.mail.body_text import text_of_html, unflowed
from sits_es.mail.guard import Verdict, Writer, judge
from sits_es.mail.packet import Signed
from sits_es.mail.packet_form import MOST_BYTES, MOST_PARTS
from sits_es.mail.prose import is_page_alone
from sits_es.mail.tickets import MOST_TICKETS, find_tickets

#: Characters, still encoded, that a text or a .sits file may have; what is longer is skipped.
MOST_TEXT: Final = 8_000_000
#: Parts of one mail that are looked at.
MOST_LEAVES: Final = 200
#: Mails within mails that are opened.
MOST_NESTED: Final = 10
#: Parts of one mail that may hold parts themselves.
MOST_MULTIPARTS: Final = 60
#: Bytes that the blocks of one mail may unpack to, all together.
MOST_OPENED: Final = MOST_BYTES * MOST_PARTS
#: Characters of a header that are looked at; a mail whose own structure needs more is not.
MOST_HEADER: Final = 4_000

#: Bytes of a mail that are taken apart at once.
_PIECE: Final = 65_536

_CONTENT_HEADER: Final = re.compile(rb"(?im)^content-[a-z-]{1,30}[ \t]*:[^\r\n]*(?:(?:\r\n|\r|\n)[ \t][^\r\n]*)*")

#: What the mail library raises for mails that are broken in ways it does not know.
_BROKEN: Final = (ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError, MessageError)


@frozen(kw_only=True)
class Found:
    """What a mail holds. sender: the address it says it is from; verdict: what the guard thinks of it.

    packets: complete, no signature checked; waiting: parts of others; orders: the ones meant first; faults: in words.
    tickets: to places of games, in hexadecimal; page_alone: it shows a letter's page, and no packet.
    """

    verdict: Verdict
    sender: str = ""
    subject: str = ""
    message_id: str = ""
    in_reply_to: str = ""
    packets: tuple[Signed, ...] = ()
    waiting: tuple[Part, ...] = ()
    orders: tuple[OrdersBlock, ...] = ()
    faults: tuple[BlockFault, ...] = ()
    tickets: tuple[str, ...] = ()
    page_alone: bool = False


@frozen(kw_only=True)
class _Leaf:
    """One text of a mail. depth: how many mails it was forwarded in; orders: whether the whole of it is orders."""

    text: str = field(repr=False)
    depth: int
    html: bool = False
    orders: bool = False


def read_letter(content: bytes, own: Collection[str] = ()) -> Found:
    """Read a mail. own: Message-IDs of mails that this program sent itself; they are noise.

    Never raises: a mail that cannot be read is noise with its reason.
    """
    try:
        message = _parsed(content)
        verdict = judge(message, own)
        leaves = [] if verdict.writer is Writer.NOISE else list(_leaves(message))
    except _BROKEN:
        return Found(verdict=Verdict(Writer.NOISE, "it is not a mail that can be read"))
    return _found(message, verdict, leaves)


def texts_of(content: bytes) -> tuple[str, list[str]]:
    """A mail's subject and all its texts, those of mails attached to it too; none of one that can't be read."""
    try:
        message = _parsed(content)
        return _subject(message), [leaf.text for leaf in _leaves(message)]
    except _BROKEN:
        return "", []


def _found(message: Message, verdict: Verdict, leaves: Sequence[_Leaf]) -> Found:
    """What the leaves hold. HTML is read only where no plain text says it already."""
    parts, faults = _blocks(leaf for leaf in leaves if not leaf.html)
    orders, order_faults = _orders(leaf for leaf in leaves if not leaf.html)
    if not (parts or orders):
        shown = [leaf for leaf in leaves if leaf.html]
        more_parts, more_faults = _blocks(shown)
        orders, more_order_faults = _orders(shown)
        parts, faults = more_parts, faults or more_faults
        order_faults = more_order_faults if orders else order_faults or more_order_faults
    if verdict.writer is not Writer.PERSON:
        orders, order_faults = [], []
    joined = join(parts)
    whole = {signed.digest[:32] for signed in joined.packets}
    left = [fault for fault in (*faults, *joined.faults) if fault.packet not in whole]
    return Found(
        verdict=verdict,
        sender=_address(message),
        subject=_subject(message),
        message_id=_header(message, "Message-ID"),
        in_reply_to=_header(message, "In-Reply-To"),
        packets=joined.packets,
        waiting=joined.waiting,
        orders=tuple(sorted(orders, key=lambda block: block.depth)),
        faults=(*dict.fromkeys(left), *(BlockFault(text=text) for text in dict.fromkeys(order_faults))),
        tickets=tuple(dict.fromkeys(ticket for leaf in leaves for ticket in find_tickets(leaf.text)))[:MOST_TICKETS],
        page_alone=not (joined.packets or joined.waiting) and any(is_page_alone(leaf.text) for leaf in leaves),
    )


def _blocks(leaves: Iterator[_Leaf] | Sequence[_Leaf]) -> tuple[list[Part], list[BlockFault]]:
    parts: dict[Part, None] = {}
    faults: list[BlockFault] = []
    for leaf in leaves:
        found = find_blocks(leaf.text)
        parts |= dict.fromkeys(found.parts)
        faults += found.faults
        if sum(len(part.content) for part in parts) > MOST_OPENED:
            faults.append(
                BlockFault(text=f"The mail's packets unpack to more than {MOST_OPENED} bytes: the rest is unread.")
            )
            break
    return list(parts), faults


def _orders(leaves: Iterator[_Leaf] | Sequence[_Leaf]) -> tuple[list[OrdersBlock], list[str]]:
    """Orders, each once, with the depth of their quoting and forwarding."""
    orders: dict[str, OrdersBlock] = {}
    faults: list[str] = []
    for leaf in leaves:
        if leaf.orders:
            blocks: Sequence[OrdersBlock] = [OrdersBlock(text=plain(leaf.text))]
        else:
            blocks, wrong = find_orders(leaf.text)
            faults += wrong
        for block in blocks:
            here = OrdersBlock(text=block.text, depth=block.depth + leaf.depth)
            if block.text not in orders or here.depth < orders[block.text].depth:
                orders[block.text] = here
    return list(orders.values()), faults


def _leaves(message: Message) -> Iterator[_Leaf]:
    """The texts of a mail, in order, those of mails attached to it too; everything else is skipped unread."""
    waiting: list[tuple[Message, int]] = [(message, 0)]
    looked = 0
    while waiting and looked < MOST_LEAVES:
        part, depth = waiting.pop()
        looked += 1
        if part.is_multipart():
            forwarded = part.get_content_maintype() == "message"
            inner = [each for each in part.get_payload() if isinstance(each, Message)]
            if depth + forwarded <= MOST_NESTED:
                waiting += [(each, depth + forwarded) for each in reversed(inner[:MOST_LEAVES])]
            continue
        name = (part.get_filename() or "").strip().lower()
        if part.get_content_type() == "message/rfc822" or name.endswith(".eml"):
            if (content := _content(part)) is not None and depth < MOST_NESTED:
                waiting.append((_parsed(content), depth + 1))
        elif (leaf := _leaf(part, name, depth)) is not None:
            yield leaf


def _leaf(part: Message, name: str, depth: int) -> _Leaf | None:
    """A text of a mail, or None for a picture, a long file or anything else that holds none."""
    kind = part.get_content_type()
    ours = name.endswith((".sits", ".orders")) or kind == "application/x-sits"
    if not (ours or kind in {"text/plain", "text/html"}) or (content := _content(part)) is None:
        return None
    text = _decoded(content, part.get_content_charset())
    if kind == "text/html" and not ours:
        return _Leaf(text=text_of_html(text), depth=depth, html=True)
    if str(part.get_param("format", "")).lower() == "flowed":
        text = unflowed(text, joined=str(part.get_param("delsp", "")).lower() == "yes")
    return _Leaf(text=text, depth=depth, orders=name.endswith(".orders"))


def _content(part: Message) -> bytes | None:
    """A part's bytes, or None for one that is too long to look at."""
    payload = part.get_payload()
    if not isinstance(payload, str) or len(payload) > MOST_TEXT:
        return None
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else None


def _decoded(content: bytes, charset: str | None) -> str:
    """Bytes as text; a character set that is wrong or unknown costs a few letters, never the mail."""
    for name in ("utf-8", charset or "latin-1"):
        try:
            return content.decode(name)
        except (ValueError, LookupError):
            continue
    return content.decode("latin-1")


def _parsed(content: bytes) -> Message:
    """A mail taken apart. Raises ValueError for headers that keep the library busy for minutes."""
    nested = 0
    for header in _CONTENT_HEADER.finditer(content):
        nested += b"multipart/" in header[0].lower()
        if len(header[0]) > MOST_HEADER or nested > MOST_MULTIPARTS:
            raise ValueError("no mail program writes such headers")
    parser = BytesFeedParser()
    # piece by piece: all at once takes five times the memory
    for start in range(0, len(content), _PIECE):
        parser.feed(content[start : start + _PIECE])
    return parser.close()


def _header(message: Message, header: str) -> str:
    return " ".join(str(message.get(header, "")).split())[:MOST_HEADER]


def _address(message: Message) -> str:
    """The address a mail says it is from; empty where the library cannot take it apart."""
    try:
        return parseaddr(_header(message, "From"))[1]
    except _BROKEN:
        return ""


def _subject(message: Message) -> str:
    """A mail's subject in plain letters; as it was written where the library cannot take it apart."""
    text = _header(message, "Subject")
    try:
        return " ".join(str(make_header(decode_header(text))).split())
    except _BROKEN:
        return text
