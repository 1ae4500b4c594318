"""Mails as they come: who wrote them, and the bundles and orders in their texts and files. Rule: house, after RFC 3834.

A mail is a stranger's bytes: reading always ends, and soon, with an answer or a quiet skip. Programs must not answer
each other for ever, and a bounce that quotes a report must not count as its reader's orders.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC
from email.errors import MessageError
from email.feedparser import BytesFeedParser
from email.header import decode_header, make_header
from email.message import Message
from email.utils import parseaddr, parsedate_to_datetime
from enum import Enum
from html import unescape
from itertools import chain
from typing import Final, TypeVar

from attrs import field, frozen
from msgspec import Struct
from msgspec.structs import replace

from sits_es.mail.blocks import (
    MOST_BLOCKS,
    MOST_BYTES,
    BlockFault,
    Cut,
    bundle_name,
    find_bundles,
    find_orders,
    plain,
)
from sits_es.mail.letters import MARK, NO_BUNDLE
from sits_es.values import Value

#: Parts of one mail that are looked at, those that may hold parts themselves, and mails within mails.
MOST_LEAVES: Final = 200
MOST_MULTIPARTS: Final = 60
MOST_NESTED: Final = 10
#: Bytes that the bundles of one mail may have, all together.
MOST_OPENED: Final = 3 * MOST_BYTES
#: Lines that are taken apart, those in so many parts within parts as often.
MOST_LINES: Final = 500_000
#: Characters of a header that are looked at; a mail whose own structure needs more is not.
MOST_HEADER: Final = 4_000

#: Bytes of a mail that are taken apart at once.
_PIECE: Final = 65_536
_CONTENT_HEADER: Final = re.compile(rb"(?im)^content-[a-z-]{1,30}[ \t]*:[^\r\n]*(?:(?:\r\n|\r|\n)[ \t][^\r\n]*)*")
#: What the mail library raises for mails that are broken in ways it does not know.
_BROKEN: Final = (
    *(ValueError, LookupError, TypeError, AttributeError, AssertionError, RecursionError, OverflowError, MessageError),
)

_SENT: Final = "a program sent it"
_SYSTEM: Final = frozenset({"mailer-daemon", "postmaster", "mail-daemon", "mailerdaemon"})
_ABSENCE: Final = frozenset({"auto_reply", "auto-reply"})
_CROWD: Final = frozenset({"bulk", "junk", "list"})


class Writer(Enum):
    """Who wrote a mail. Of a PERSON orders and bundles are read, of a PROGRAM bundles alone, and NOISE is left."""

    PERSON = "person"
    PROGRAM = "program"
    NOISE = "noise"


class Found(Struct, frozen=True, kw_only=True):
    """What a mail holds. writer: who wrote it; reason: why it is worth less than a person's, in words.

    sender: as it says itself; date: in UTC seconds; contents: bundles, none of them looked into; orders: those meant
    first; page_alone: it shows a letter's page, and no bundle; texts: all of them, those of attached mails too.
    """

    writer: Writer
    reason: str = ""
    sender: str = ""
    subject: str = ""
    message_id: str = ""
    in_reply_to: str = ""
    date: float | None = None
    contents: tuple[bytes, ...] = ()
    orders: tuple[Cut, ...] = ()
    faults: tuple[BlockFault, ...] = ()
    page_alone: bool = False
    texts: tuple[str, ...] = ()


@frozen(kw_only=True)
class _Leaf(Value):
    """One text of a mail. depth: how many mails it was forwarded in; orders: whether the whole of it is orders."""

    text: str = field(repr=False)
    depth: int
    html: bool = False
    orders: bool = False


Block = TypeVar("Block")
T = TypeVar("T")


def read_letter(content: bytes) -> Found:
    """Read a mail; one that can't be read is noise."""
    try:
        message = _parsed(content)
        writer, reason = judge(message)
        leaves = [] if writer is Writer.NOISE else list(_leaves(message))
    except _BROKEN:
        return Found(writer=Writer.NOISE, reason="it cannot be read as a mail")
    contents, faults = _first(_bundles, leaves)
    orders, wrong = _first(_orders, leaves if writer is Writer.PERSON else [])
    whole = {bundle_name(each) for each in contents}
    meant: dict[str, Cut] = {}
    for block in sorted(orders, key=lambda each: each.depth):
        meant.setdefault(block.text, block)  # whoever wrote orders above a quoted report means these
    return Found(
        writer=writer,
        reason=reason,
        sender=_understood(message, "From", lambda text: parseaddr(text)[1], ""),
        subject=_subject(message),
        message_id=_header(message, "Message-ID"),
        in_reply_to=_header(message, "In-Reply-To"),
        date=_understood(message, "Date", _seconds, None),
        contents=tuple(contents),
        orders=tuple(meant.values()),
        texts=tuple(leaf.text for leaf in leaves),
        faults=tuple(dict.fromkeys(each for each in (*faults, *wrong) if each.name not in whole)),
        page_alone=not contents and any(NO_BUNDLE in " ".join(leaf.text.replace(">", " ").split()) for leaf in leaves),
    )


def _first(
    find: Callable[[Iterable[_Leaf]], Iterator[Block | BlockFault]], leaves: Iterable[_Leaf]
) -> tuple[list[Block], list[BlockFault]]:
    """What is found in plain texts, else in HTML, where the same may have come whole; and faults of what was not."""
    faults: list[BlockFault] = []
    for html in (False, True):
        blocks = list(dict.fromkeys(find(leaf for leaf in leaves if leaf.html is html)))
        wrong = [each for each in blocks if isinstance(each, BlockFault)]
        if found := [each for each in blocks if not isinstance(each, BlockFault)]:
            return found, wrong
        faults += wrong
    return [], faults


def _bundles(leaves: Iterable[_Leaf]) -> Iterator[bytes | BlockFault]:
    left = MOST_OPENED
    blocks = chain.from_iterable(find_bundles(leaf.text) for leaf in leaves)
    for number, each in enumerate(blocks, 1):
        yield each
        left -= len(each) if isinstance(each, bytes) else 0
        if left < 0 or number == MOST_BLOCKS:
            most = f"{MOST_OPENED >> 20} MB" if left < 0 else f"{MOST_BLOCKS} blocks"
            yield BlockFault(text=f"The mail's bundles hold more than {most}: the rest was not read.")
            return


def _orders(leaves: Iterable[_Leaf]) -> Iterator[Cut | BlockFault]:
    """Orders, with the depth of their quoting and forwarding."""
    for leaf in leaves:
        for each in [Cut(text=plain(leaf.text))] if leaf.orders else find_orders(leaf.text):
            yield each if isinstance(each, BlockFault) else replace(each, depth=each.depth + leaf.depth)


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
    """A part's bytes, or None if it has none."""
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else None


def _decoded(content: bytes, charset: str | None) -> str:
    """Bytes as text; a character set that is wrong or unknown costs a few letters, never the mail."""
    for name in ("utf-8", charset or "latin-1"):
        with suppress(ValueError, LookupError):
            return content.decode(name)
    return content.decode("latin-1")


def _parsed(content: bytes) -> Message:
    """A mail taken apart. Raises ValueError for headers and lines that keep the library busy for minutes."""
    nested = 0
    for header in _CONTENT_HEADER.finditer(content):
        nested += b"multipart/" in header[0].lower()
        if len(header[0]) > MOST_HEADER or nested > MOST_MULTIPARTS:
            raise ValueError("no mail program writes such headers")
    if content.count(b"\n") * (nested + 1) > MOST_LINES:
        raise ValueError("it has more lines than any letter")
    parser = BytesFeedParser()
    # piece by piece: all at once takes five times the memory
    for start in range(0, len(content), _PIECE):
        parser.feed(content[start : start + _PIECE])
    return parser.close()


def _header(message: Message, header: str) -> str:
    return " ".join(str(message.get(header, "")).split())[:MOST_HEADER]


def _understood(message: Message, header: str, read: Callable[[str], T], otherwise: T) -> T:
    """What a header says; something else where the library cannot take it apart."""
    with suppress(*_BROKEN):
        return read(_header(message, header))
    return otherwise


def _seconds(date: str) -> float:
    """A date in UTC seconds; one without a zone is taken as UTC."""
    found = parsedate_to_datetime(date)
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def _subject(message: Message) -> str:
    """A mail's subject in plain letters; as it was written where the library cannot take it apart."""
    written = _header(message, "Subject")
    plain_letters = _understood(message, "Subject", lambda text: str(make_header(decode_header(text))), written)
    return " ".join(plain_letters.split())


def judge(message: Message) -> tuple[Writer, str]:
    """Say who wrote a mail, and why it is worth less than a person's."""
    submitted, precedence = _word(message, "Auto-Submitted"), _word(message, "Precedence")
    sender = parseaddr(str(message.get("From", "")))[1].partition("@")[0].lower()
    returns = str(message.get("Return-Path", "sender")).strip() not in ("", "<>")
    absent = precedence in _ABSENCE or message["X-Autoreply"] is not None or submitted == "auto-replied"
    is_report = message.get_content_type() == "multipart/report"
    rows = (
        (is_report, Writer.NOISE, "it reports whether a mail was delivered"),
        (not returns, Writer.NOISE, "a mail system sent it: it has no return path"),
        (sender in _SYSTEM, Writer.NOISE, f"a mail system sent it: {sender}"),
        (absent, Writer.NOISE, "it is an automatic reply"),
        (submitted not in ("", "no") or _header(message, "Message-ID").startswith(MARK), Writer.PROGRAM, _SENT),
        (precedence in _CROWD, Writer.PROGRAM, f"it was sent to many people (precedence {precedence})"),
        (message["List-Id"] is not None, Writer.PROGRAM, "a mailing list sent it"),
    )
    return next(((writer, reason) for holds, writer, reason in rows if holds), (Writer.PERSON, ""))


def _word(message: Message, header: str) -> str:
    """A header's first word, in small letters; empty when there is none."""
    return next(iter(str(message.get(header, "")).replace(";", " ").lower().split()), "")


# texts as their reader sees them: flowed lines put together (RFC 3676), and HTML without what can't be seen

#: A tag ends at the first `>` and never holds a `<`: the library's parser takes minutes over some hostile texts.
_TAG: Final = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,20})(?![A-Za-z0-9])[^<>]*>|<[!?/][^<>]*>")
_LINES: Final = frozenset({
    *("address", "article", "aside", "blockquote", "br", "center", "dd", "div", "dl", "dt", "footer", "form"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "ol", "p", "pre", "section", "table", "td"),
    *("th", "tr", "ul"),
})  # fmt: skip
_UNSEEN: Final = frozenset({"head", "script", "style", "title", "template"})
_MOST_QUOTES: Final = 20


def unflowed(text: str, *, joined: bool = False) -> str:
    """A flowed text with its paragraphs on one line each. joined: the space at a line's end falls away (DelSp)."""
    paragraphs: list[list[str]] = []
    open_depth: int | None = None
    for raw in text.splitlines():
        line = raw.lstrip(">")
        depth, line = len(raw) - len(line), line.removeprefix(" ")  # the space before a line is stuffed
        flows = line.endswith(" ") and line != "-- "
        if depth != open_depth:
            paragraphs.append([">" * depth + (" " if depth else "")])
        paragraphs[-1].append(line[:-1] if flows and joined else line)
        open_depth = depth if flows else None
    return "\n".join(map("".join, paragraphs)) + "\n"


def text_of_html(text: str) -> str:
    """What an HTML text shows, with `> ` before the lines of quoted parts."""
    text = "".join(_without_comments(text))
    pieces: list[str] = []
    shown = quotes = preformatted = unseen = 0
    for tag in chain(_TAG.finditer(text), [None]):
        if not unseen:
            said = unescape(text[shown : tag.start() if tag else len(text)])
            if not preformatted:
                said = said.replace("\r", " ").replace("\n", " ")
            pieces.append(said.replace("\n", "\n" + "> " * quotes))
        if tag is None:
            break
        shown = tag.end()
        name, by = (tag[2] or "").lower(), -1 if tag[1] else 1
        if name == "blockquote":
            quotes = min(max(0, quotes + by), _MOST_QUOTES)
        elif name == "pre":
            preformatted = max(0, preformatted + by)
        elif name in _UNSEEN and not tag[0].endswith("/>"):
            # in a picture a title may end where it begins, and hides nothing of what follows
            unseen = max(0, unseen + by)
        if name in _LINES:
            pieces.append("\n" + "> " * quotes)
    return "".join(pieces).replace("\u00a0", " ")


def _without_comments(text: str) -> Iterator[str]:
    """A text without its comments; one that never ends hides nothing."""
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        yield text[at:start]
        at = end + 3
    yield text[at:]
