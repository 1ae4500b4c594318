"""Blocks of mails between BEGIN and END marks: bundles, and ORDERS to edit. Rule: house.

Marks are found whatever a mail program did to them. A bundle stands in base64 below a header for people; a changed one
does no harm, as its digest and signatures tell. It is compressed, and padded to whole kilobytes: that hides how well
the orders in its boxes compress.
"""

from __future__ import annotations

import base64
import hashlib
import quopri
import re
import zlib
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise
from textwrap import wrap
from typing import Final, Literal

from msgspec import Struct

from sits_es.errors import UnreadableError
from sits_es.sentences import one_line

BUNDLE: Final = "BUNDLE"
ORDERS: Final = "ORDERS"

_DASHES: Final = r"[-\u2010-\u2015]{1,10}"
_GAP: Final = r"[\s>|]{1,40}"
_NO_GAP: Final = r"[\s>|]{0,40}"
#: Characters before a mark's first word that may belong to it, and of a line that may quote it.
_WIDEST, _LINE = 50, 1000
_UNSEEN: Final = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
#: A mark from its first word on, and what is before it: sought by its dashes, a long line of them takes a minute.
_MARKS: Final = {word: re.compile(rf"(BEGIN|END){_GAP}SITS{_GAP}{word}{_NO_GAP}{_DASHES}") for word in (BUNDLE, ORDERS)}
_BEFORE: Final = re.compile(rf"{_DASHES}{_NO_GAP}\Z")
#: Blocks of one kind in a text that are looked at.
MOST_BLOCKS: Final = 64


class BlockFault(Struct, frozen=True, kw_only=True):
    """A block that can't be used. text: why; name: its bundle's, if known."""

    text: str
    name: str | None = None


class Cut(Struct, frozen=True, kw_only=True):
    """A block as it was found. depth: how often its first line is quoted; missing: the mark that should be there."""

    text: str
    depth: int = 0
    missing: Literal["", "beginning", "end"] = ""


def marked(word: str, text: str) -> str:
    """A text between its marks, on lines of their own. word: BUNDLE or ORDERS."""
    return f"-----BEGIN SITS {word}-----\n{text}-----END SITS {word}-----\n"


def unmarked(text: str) -> str:
    """Somebody's words for a line inside a block, on one line and without what would end it."""
    return re.sub(r"(BEGIN|END)(?=[\s>|]+SITS)", lambda word: word[0].lower(), one_line(text))


def cut(word: str, text: str) -> Iterator[Cut]:
    """What is between each BEGIN and its END, and what half blocks there are. word: as of `marked`."""
    text = text.translate(_UNSEEN)
    # each mark: where it begins, where it ends, and what it says
    marks = (
        (dashes.start(), found.end(), found[1])
        for found in _MARKS[word].finditer(text)
        if (dashes := _BEFORE.search(text, max(0, found.start() - _WIDEST), found.start()))
    )
    for mark, after in islice(pairwise(chain([None], marks, [None])), 2 * MOST_BLOCKS):
        ends = after is not None and after[2] == "END"
        if mark is not None and mark[2] == "BEGIN":
            inside = text[mark[1] : after[0] if after else len(text)]
            yield Cut(text=inside, depth=_depth(text, mark[0]), missing="" if ends else "end")
        elif after is not None and ends:
            yield Cut(text="", depth=_depth(text, after[0]), missing="beginning")


def _depth(text: str, at: int) -> int:
    begin = text.rfind("\n", 0, at) + 1
    line = text[begin : min(at, begin + _LINE)]
    return line.count(">") + line.count("|")


#: Characters in a line of base64 or of a comment, so that two or three levels of quoting don't wrap it.
WIDTH: Final = 64

_QUOTED: Final = re.compile(r"^(?:[ \t]*[>|])+ ?")
#: What mail programs make of plain quotes and spaces; the reader of orders knows other signs.
_PLAIN: Final = str.maketrans(
    dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"') | dict.fromkeys("\u00a0\u2007\u2009\u202f\t", " ")
)


def orders_block(text: str) -> str:
    """Orders ready to edit, between the marks that a reader looks for. Long comments become several lines."""
    return marked(ORDERS, "".join(f"{line}\n" for each in text.splitlines() for line in _fitted(each)))


def find_orders(text: str) -> Iterator[Cut | BlockFault]:
    """The ORDERS blocks of a text, and what is wrong with others."""
    for block in cut(ORDERS, text):
        if block.missing:
            wrong = f"An ORDERS block has no {block.missing} line, so it was ignored."
            yield BlockFault(text=f"{wrong} Leave both marks, BEGIN and END, as they are.")
        else:
            lines = [_QUOTED.sub("", line).rstrip() for line in plain(block.text).splitlines()]
            yield Cut(text="\n".join(lines).strip("\n") + "\n", depth=block.depth)


def plain(text: str) -> str:
    """Orders with the quotes and spaces that a keyboard makes."""
    return text.translate(_PLAIN)


def _fitted(line: str) -> Iterator[str]:
    """A line as it is, or a long comment in several lines, as far in; what a suggested order would do goes below it."""
    words = line.lstrip()
    if len(line) <= WIDTH or not words.startswith("#"):
        yield line
        return
    said = words.lstrip("#")
    inside = " " * max(len(said) - len(said.lstrip()), 1)
    indent = f"{line[: len(line) - len(words)]}#{inside}"
    first, _, why = said.strip().partition("  # ")
    yield from wrap(first, WIDTH, initial_indent=indent, subsequent_indent=indent)
    yield from wrap(why, WIDTH, initial_indent=f"{indent}  ", subsequent_indent=f"{indent}  ")


#: Bytes of a bundle.
MOST_BYTES: Final = 8 << 20
#: Bytes that the packed length is a multiple of: 1 kB of base64 in whole lines, with no = at its end.
PADDED: Final = 768
#: Digits of its SHA-256 by which a bundle is named.
_DIGITS: Final = 32
_NAMED: Final = re.compile(rf"Bundle: ?([0-9a-f]{{{_DIGITS}}})")
_AGAIN: Final = "Ask for the mail again, or read the .sits file that came with it."


def bundle_name(content: bytes) -> str:
    """The name of a bundle in its block: the first 32 digits of its SHA-256."""
    return hashlib.sha256(content).hexdigest()[:_DIGITS]


def armour(content: bytes, about: Sequence[str] = ()) -> str:
    """A bundle as text that ends with a line break. about: header lines for people. ValueError for more than 8 MB."""
    if len(content) > MOST_BYTES:
        raise ValueError(f"a bundle of {len(content)} bytes is longer than {MOST_BYTES}")
    packed = zlib.compress(content, 9)
    text = base64.b64encode(packed + bytes(-len(packed) % PADDED)).decode()
    lines = [text[at : at + WIDTH] for at in range(0, len(text), WIDTH)]
    return marked(BUNDLE, "\n".join([*map(unmarked, about), f"Bundle: {bundle_name(content)}", "", *lines, ""]))


def find_bundles(text: str) -> Iterator[bytes | BlockFault]:
    """The bundles in a text that may be quoted, re-wrapped or indented; and what is wrong with damaged blocks."""
    for block in cut(BUNDLE, text):
        try:
            yield _unpack(block)
        except UnreadableError as fault:
            named = _NAMED.findall(_flat(block.text[:4000]))
            yield BlockFault(text=str(fault), name=named[-1] if named else None)


def _flat(text: str) -> str:
    """A block on one line, without what quoting put into it."""
    return " ".join(text.replace(">", " ").replace("|", " ").split())


def _unpack(block: Cut) -> bytes:
    """A block's bundle. Raises UnreadableError."""
    if block.missing:
        raise UnreadableError(f"A BUNDLE block has no {block.missing}: part of the mail is missing. {_AGAIN}")
    # A mail that was passed on undecoded has = and two digits in it where it should have a single character.
    decoded = quopri.decodestring(block.text.encode()).decode("utf-8", "replace")
    flats = dict.fromkeys(map(_flat, (block.text, decoded)))
    named = [(names[-1], flat) for flat in flats if (names := [*_NAMED.finditer(flat)])]
    if not named:
        raise UnreadableError("A BUNDLE block's header is damaged: its name cannot be read.")
    for name, flat in named:
        if bundle_name(content := _unpacked(flat[name.end() :])) == name[1]:
            return content
    raise UnreadableError(
        f"The BUNDLE block {named[0][0][1][:8]} was changed in transit: its content does not match its name. {_AGAIN}"
    )


def _unpacked(body: str) -> bytes:
    """Unpack at most as much as a bundle may hold; what would be more is never made. Nothing where it is damaged."""
    try:
        packed = base64.b64decode("".join(body.split()), validate=True)
        content = zlib.decompressobj().decompress(packed, MOST_BYTES + 1)
    except (ValueError, zlib.error):
        return b""
    if len(content) > MOST_BYTES:
        raise UnreadableError(f"A BUNDLE block unpacks to more than {MOST_BYTES >> 20} MB, so it was not opened.")
    return content
