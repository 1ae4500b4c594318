"""Armour: a bundle as a block of text that survives mail programs, and its search in any text. Rule: house.

A block has a header for people and the bundle in base64. A changed one does no harm: digest and signatures tell.
Bundles are compressed, and padded to whole kilobytes, which hides how well the orders in their boxes compress.
"""

from __future__ import annotations

import base64
import hashlib
import quopri
import re
import zlib
from collections.abc import Iterator, Sequence
from typing import Final

from sits_es.errors import UnreadableError
from sits_es.mail.blocks import BUNDLE, BlockFault, Cut, cut, marked, unmarked

#: Bytes of a bundle.
MOST_BYTES: Final = 8 << 20
#: Bytes that the packed length is a multiple of: 1 kB of base64 in whole lines, with no = at its end.
PADDED: Final = 768
#: Characters that a block can have at most; what is longer is not even decoded.
MOST_TEXT: Final = 2 * MOST_BYTES
#: Characters in a line of base64, so that two or three levels of quoting don't wrap it.
_WIDTH: Final = 64
#: What counts as unpacked where a block breaks off, nobody knows after how much.
_IN_VAIN: Final = MOST_BYTES // 4
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
    lines = [text[at : at + _WIDTH] for at in range(0, len(text), _WIDTH)]
    return marked(BUNDLE, "\n".join([*map(unmarked, about), f"Bundle: {bundle_name(content)}", "", *lines, ""]))


def find_bundles(text: str) -> Iterator[bytes | BlockFault]:
    """The bundles in a text that may be quoted, re-wrapped or indented; and what is wrong with damaged blocks."""
    for block in cut(BUNDLE, text):
        sizes = list[int]()
        try:
            yield _unpack(block, sizes)
        except UnreadableError as fault:
            named = _NAMED.findall(_flat(block.text[:4000]))
            yield BlockFault(text=str(fault), name=named[-1] if named else None, size=sum(sizes))


def _flat(text: str) -> str:
    """A block on one line, without what quoting put into it."""
    return " ".join(text.replace(">", " ").replace("|", " ").split())


def _unpack(block: Cut, sizes: list[int]) -> bytes:
    """A block's bundle. sizes: takes how many bytes were unpacked. Raises UnreadableError."""
    if block.missing:
        raise UnreadableError(f"A BUNDLE block has no {block.missing}: part of the mail is missing. {_AGAIN}")
    if len(block.text) > MOST_TEXT:
        raise UnreadableError(f"A BUNDLE block is longer than {MOST_TEXT >> 20} MB, so it was not opened.")
    # A mail that was passed on undecoded has = and two digits in it where it should have a single character.
    decoded = quopri.decodestring(block.text.encode()).decode("utf-8", "replace")
    flats = dict.fromkeys(map(_flat, (block.text, decoded)))
    named = [(names[-1], flat) for flat in flats if (names := [*_NAMED.finditer(flat)])]
    if not named:
        raise UnreadableError("A BUNDLE block's header is damaged: its name cannot be read.")
    for name, flat in named:
        if bundle_name(content := _unpacked(flat[name.end() :], sizes)) == name[1]:
            return content
    raise UnreadableError(
        f"The BUNDLE block {named[0][0][1][:8]} was changed on its way: its content does not match its name. {_AGAIN}"
    )


def _unpacked(body: str, sizes: list[int]) -> bytes:
    """Unpack at most as much as a bundle may hold; what would be more is never made. Nothing where it is damaged."""
    try:
        packed = base64.b64decode("".join(body.split()), validate=True)
        content = zlib.decompressobj().decompress(packed, MOST_BYTES + 1)
    except ValueError:
        return b""
    except zlib.error:
        sizes.append(_IN_VAIN)
        return b""
    sizes.append(len(content))
    if len(content) > MOST_BYTES:
        raise UnreadableError(f"A BUNDLE block unpacks to more than {MOST_BYTES >> 20} MB, so it was not opened.")
    return content
