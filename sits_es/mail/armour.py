"""Armour: a bundle as blocks of text that survive mail programs, their search in any text, and parts put together.

A bundle is bytes that mean nothing here. A block is a readable header and a part of the bundle in base64. The header is
for people: programs believe the checksums and what is signed inside, so one that was re-wrapped or changed does no
harm. Most bundles have one part; the parts of long ones come in any order.

Parts are compressed and padded to whole kilobytes of text. Orders that must stay secret are encrypted, in boxes of one
length that look random: how well they compress is chance, a few bytes of it, and padding hides even that. Uncompressed,
a player's seals for a turn of nine exchanges take 27 kB instead of 18. Rule: house.
"""

from __future__ import annotations

import base64
import hashlib
import quopri
import re
import zlib
from collections.abc import Iterable, Sequence
from itertools import islice, product
from typing import Final

from attrs import field, frozen

from sits_es.errors import UnreadableError
from sits_es.mail.blocks import BUNDLE, Cut, cut, marked, unmarked

#: Bytes of a bundle in one part, unpacked, and parts that it may travel in.
MOST_BYTES: Final = 1 << 20
MOST_PARTS: Final = 64
#: Bytes that the packed length of a part is a multiple of: 1 kB of base64 in whole lines, with no = at its end.
PADDED: Final = 768
#: Characters that an armoured part can have at most; what is longer is not even decoded.
MOST_TEXT: Final = 4 * MOST_BYTES
#: Characters in a line of base64, so that two or three levels of quoting don't wrap it.
_WIDTH: Final = 64
#: Ways in which parts that contradict each other are tried.
_MOST_TRIES: Final = 16

#: Digits of its SHA-256 by which a bundle is named, and of the checksum of a part.
_DIGITS: Final = 32
_SUM: Final = 16
_NAMED: Final = re.compile(rf"Bundle: ?([0-9a-f]{{{_DIGITS}}})")
_HEADER: Final = re.compile(rf"Part: ?(\d{{1,3}}) of (\d{{1,3}}) ?{_NAMED.pattern} ?Checksum: ?([0-9a-f]{{{_SUM}}})")
_AGAIN: Final = "Ask for the mail again, or read the .sits file that came with it."


@frozen(kw_only=True)
class Part:
    """One armoured block, unpacked. name: of its bundle, 32 digits of its SHA-256; index: 1 to `count`."""

    name: str
    index: int
    count: int
    content: bytes = field(repr=False)


@frozen(kw_only=True)
class BlockFault:
    """A block that can't be used. text: why, for the player; name: of its bundle, where that is known."""

    text: str
    name: str | None = None


@frozen(kw_only=True)
class Blocks:
    """What a text holds. parts: in the order found, each once; faults: of blocks that are damaged."""

    parts: tuple[Part, ...] = ()
    faults: tuple[BlockFault, ...] = ()


@frozen(kw_only=True)
class Joined:
    """What parts make. contents: whole bundles, in the order of their first parts; waiting: parts that lack others."""

    contents: tuple[bytes, ...] = ()
    waiting: tuple[Part, ...] = ()
    faults: tuple[BlockFault, ...] = ()


def bundle_name(content: bytes) -> str:
    """The name of a bundle in its blocks: the first 32 digits of its SHA-256."""
    return hashlib.sha256(content).hexdigest()[:_DIGITS]


def armour(content: bytes, about: Sequence[str] = ()) -> tuple[str, ...]:
    """A bundle as text, in blocks that each end with a line break; one block unless it is longer than 1 MB.

    about: header lines for people, such as "Game: duel". ValueError for a bundle of more than 64 MB.
    """
    name, count = bundle_name(content), max(1, -(-len(content) // MOST_BYTES))
    if count > MOST_PARTS:
        raise ValueError(f"a bundle of {len(content)} bytes is longer than {MOST_PARTS} parts")
    return tuple(
        _block(about, f"Part: {part + 1} of {count}\nBundle: {name}", content[part * MOST_BYTES :][:MOST_BYTES])
        for part in range(count)
    )


def _block(about: Sequence[str], header: str, piece: bytes) -> str:
    packed = zlib.compress(piece, 9)
    packed += bytes(-len(packed) % PADDED)
    text = base64.b64encode(packed).decode()
    lines = [text[at : at + _WIDTH] for at in range(0, len(text), _WIDTH)]
    readable = map(unmarked, about)
    return marked(BUNDLE, "\n".join([*readable, header, f"Checksum: {_checksum(packed)}", "", *lines, ""]))


def _checksum(packed: bytes) -> str:
    return hashlib.sha256(packed).hexdigest()[:_SUM]


def find_blocks(text: str) -> Blocks:
    """Find armoured blocks in a text that may be quoted, re-wrapped or indented; the first 64 of them."""
    parts: dict[Part, None] = {}
    faults: dict[BlockFault, None] = {}
    for block in islice(cut(BUNDLE, text), MOST_PARTS):
        try:
            parts[_unpack(block)] = None
        except UnreadableError as fault:
            named = _NAMED.findall(_flat(block.text[:4000]))
            faults[BlockFault(text=str(fault), name=named[-1] if named else None)] = None
    return Blocks(parts=tuple(parts), faults=tuple(faults))


def _flat(text: str) -> str:
    """A block on one line, without what quoting put into it."""
    return " ".join(text.replace(">", " ").replace("|", " ").split())


def _unpack(found: Cut) -> Part:
    """One block's part of a bundle. Raises UnreadableError saying what is wrong with it."""
    block = found.text
    if found.missing:
        raise UnreadableError(f"A BUNDLE block has no {found.missing}: part of the mail is missing. {_AGAIN}")
    if len(block) > MOST_TEXT:
        raise UnreadableError("A BUNDLE block is longer than 4 MB, so it was not opened.")
    # A mail that was passed on undecoded has = and two digits in it where it should have a single character.
    readings = [_flat(block), _flat(quopri.decodestring(block.encode()).decode("utf-8", "replace"))]
    headers = [(list(_HEADER.finditer(flat)), flat) for flat in readings]
    read = [(match[-1], flat[match[-1].end() :]) for match, flat in headers if match]
    if not read:
        raise UnreadableError("A BUNDLE block's header is damaged: its part, name or checksum cannot be read.")
    for header, body in read:
        packed = _decoded(body)
        if _checksum(packed) == header[4]:
            break
    else:
        raise UnreadableError(
            f"The BUNDLE block {read[0][0][3][:8]} was changed on its way: its checksum does not hold. {_AGAIN}"
        )
    index, count = int(header[1]), int(header[2])
    if not 1 <= index <= count <= MOST_PARTS:
        raise UnreadableError(f"A BUNDLE block says it is part {index} of {count}; there are at most {MOST_PARTS}.")
    return Part(name=header[3], index=index, count=count, content=_unpacked(packed))


def _decoded(body: str) -> bytes:
    """What base64 stands for; nothing where it is none."""
    try:
        return base64.b64decode("".join(body.split()), validate=True)
    except ValueError:
        return b""


def _unpacked(packed: bytes) -> bytes:
    """Unpack at most as much as one part may hold; what would be more is never made."""
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(packed, MOST_BYTES + 1)
    except zlib.error:
        raise UnreadableError("A BUNDLE block is damaged: what it holds cannot be unpacked.") from None
    if len(content) > MOST_BYTES:
        raise UnreadableError(f"A BUNDLE block unpacks to more than {MOST_BYTES} bytes, so it was not opened.")
    if not unpacker.eof or len(unpacker.unused_data) >= PADDED or any(unpacker.unused_data):
        raise UnreadableError("A BUNDLE block is damaged: what it holds does not end where it should.")
    return content


def join(parts: Iterable[Part]) -> Joined:
    """Put parts together, whatever order and however often they came."""
    groups: dict[tuple[str, int], dict[int, dict[bytes, Part]]] = {}
    for part in parts:
        groups.setdefault((part.name, part.count), {}).setdefault(part.index, {})[part.content] = part
    contents: dict[bytes, None] = {}
    waiting: list[Part] = []
    faults: list[BlockFault] = []
    for (name, count), found in groups.items():
        if len(found) < count:
            waiting += [part for index in sorted(found) for part in found[index].values()]
            continue
        # where two parts claim one place, those count that make what the name says
        tries = map(b"".join, islice(product(*(found[index] for index in sorted(found))), _MOST_TRIES))
        whole = next((content for content in tries if bundle_name(content) == name), None)
        if whole is not None:
            contents[whole] = None
        else:
            text = f"The BUNDLE block {name[:8]} cannot be used: its content does not match its name. {_AGAIN}"
            faults.append(BlockFault(text=text, name=name))
    return Joined(contents=tuple(contents), waiting=tuple(waiting), faults=tuple(faults))
