"""Armour: a packet as blocks of text that survive mail programs, their search in any text, and parts put together.

A block is a readable header and the compressed packet in base64. The header is for people: programs believe what is
signed and nothing else, so a header that was re-wrapped or changed does no harm. Most packets have one part, long
bundles have many, which come in any order. Rule: house.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import quopri
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Final

from attrs import field, frozen

from sits_es.errors import UnreadableError
from sits_es.mail.blocks import PACKET, Cut, cut, marked
from sits_es.mail.packet import Signed, read_packet
from sits_es.mail.packet_form import MOST_BYTES, MOST_PARTS

#: Characters in a line of base64, so that two or three levels of quoting don't wrap it.
WIDTH: Final = 64
#: Bytes of a packet in one part, before compression: only bundles need more than one.
PART_BYTES: Final = MOST_BYTES
#: Characters that an armoured part can have at most; what is longer is not even decoded.
MOST_TEXT: Final = 4 * MOST_BYTES

#: What bodies hold encrypted.
BOXED: Final = ("own", "umpire", "escrow", "box")

_DIGITS: Final = 32
_SUM: Final = 16
_HEADER: Final = re.compile(
    r"Part: ?(\d{1,3}) of (\d{1,3}) ?"
    rf"Packet: ?([0-9a-f]{{{_DIGITS}}}) ?"
    rf"Checksum: ?([0-9a-f]{{{_SUM}}})"
)
_PACKET: Final = re.compile(rf"Packet: ?([0-9a-f]{{{_DIGITS}}})")


@frozen(kw_only=True)
class Part:
    """One armoured block, unpacked. packet: the first 32 digits of its packet's digest; index: 1 to `count`."""

    packet: str
    index: int
    count: int
    content: bytes = field(repr=False)


@frozen(kw_only=True)
class BlockFault:
    """A block that cannot be used. text: why, for the player; packet: 32 digits of its digest, where they are known."""

    text: str
    packet: str | None = None


@frozen(kw_only=True)
class Blocks:
    """What a text holds. parts: in the order found, each once; faults: of blocks that are damaged."""

    parts: tuple[Part, ...] = ()
    faults: tuple[BlockFault, ...] = ()


def armour(signed: Signed) -> tuple[str, ...]:
    """A packet as text, ASCII lines but for names, each block ending with a line break; one block unless it is long."""
    pieces = [signed.bytes[at : at + PART_BYTES] for at in range(0, len(signed.bytes), PART_BYTES)]
    return tuple(_block(signed, index, len(pieces), piece) for index, piece in enumerate(pieces, 1))


def find_blocks(text: str) -> Blocks:
    """Find armoured blocks in a text that may be quoted, re-wrapped or indented; the first 64 of them."""
    parts: dict[Part, None] = {}
    faults: dict[BlockFault, None] = {}
    for block in islice(cut(PACKET, text), MOST_PARTS):
        try:
            parts[_unpack(block)] = None
        except UnreadableError as fault:
            faults[BlockFault(text=str(fault), packet=_named(block.text))] = None
    return Blocks(parts=tuple(parts), faults=tuple(faults))


def _block(signed: Signed, index: int, count: int, piece: bytes) -> str:
    packed = zlib.compress(piece, 0 if _even(signed) else 9)
    header = [
        *_summary(signed),
        f"Part: {index} of {count}",
        f"Packet: {signed.digest[:_DIGITS]}",
        f"Checksum: {_checksum(packed)}",
    ]
    text = base64.b64encode(packed).decode()
    lines = [text[at : at + WIDTH] for at in range(0, len(text), WIDTH)]
    return marked(PACKET, "\n".join([*header, "", *lines, ""]))


def _even(signed: Signed) -> bool:
    """Whether a packet of what is encrypted goes as it is: all of its kind are to be of one length.

    It hardly shrinks, but by how much would change from one to the next.
    """
    body = signed.packet.body
    return "at" in body and any(body.get(name) is not None for name in BOXED)


def _summary(signed: Signed) -> Iterator[str]:
    """What a person wants to know of a packet before it is opened."""
    packet = signed.packet
    yield f"Game: {packet.game}"
    if packet.branch != packet.game:
        yield f"Branch: {packet.branch}"
    yield f"Kind: {packet.kind}"
    if _whole(turn := packet.body.get("turn")):
        yield f"Turn: {turn}"
    segments = packet.body.get("segments")
    if isinstance(segments, Sequence) and segments and all(_whole(each) for each in segments):
        yield f"Segments: {_spans(sorted(set(segments)))}"
    yield f"Player: {packet.sender}"
    yield f"Number: {packet.number}"
    if packet.head is not None:
        yield f"Head: {packet.head.version} {packet.head.digest[:_DIGITS]}"


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _spans(numbers: Sequence[int]) -> str:
    """Whole numbers in order, as `1-4` or `1, 3-5`."""
    spans: list[list[int]] = []
    for number in numbers[:20]:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in spans)


def _flat(text: str) -> str:
    """A block on one line, without what quoting put into it."""
    return " ".join(text[:MOST_TEXT].replace(">", " ").replace("|", " ").split())


def _named(text: str) -> str | None:
    """The packet that a damaged block belongs to, where its header still says so."""
    found = _PACKET.findall(_flat(text[:4000]))
    return found[-1] if found else None


def _unpack(found: Cut) -> Part:
    """One block's part of a packet. Raises UnreadableError saying what is wrong with it."""
    if found.missing:
        raise UnreadableError(
            f"A packet block has no {found.missing}: part of the mail is missing. Ask for the mail again, "
            "or read the .sits file that came with it."
        )
    block = found.text
    if len(block) > MOST_TEXT:
        raise UnreadableError("A packet block is longer than any part of a packet can be.")
    # A mail that was passed on undecoded has = and two digits in it where it should have a single character.
    readings = [_flat(block), _flat(quopri.decodestring(block.encode()).decode("utf-8", "replace"))]
    headers = [(list(_HEADER.finditer(flat)), flat) for flat in readings]
    read = [(match[-1], flat[match[-1].end() :]) for match, flat in headers if match]
    if not read:
        raise UnreadableError("A packet block's header is damaged: its part, packet or checksum cannot be read.")
    for header, body in read:
        packed = _decode(body)
        if packed is not None and _checksum(packed) == header[4]:
            return _part(header, _decompress(packed))
    raise UnreadableError(
        f"The packet block {read[0][0][3][:8]} was changed on its way: its checksum does not hold. "
        "Ask for the mail again, or read the .sits file that came with it."
    )


def _decode(body: str) -> bytes | None:
    try:
        return base64.b64decode("".join(body.split()), validate=True)
    except (binascii.Error, ValueError):
        return None


def _part(header: re.Match[str], content: bytes) -> Part:
    index, count = int(header[1]), int(header[2])
    if not 1 <= index <= count <= MOST_PARTS:
        raise UnreadableError(f"A packet block says it is part {index} of {count}; there are at most {MOST_PARTS}.")
    return Part(packet=header[3], index=index, count=count, content=content)


def _checksum(packed: bytes) -> str:
    return hashlib.sha256(packed).hexdigest()[:_SUM]


def _decompress(packed: bytes) -> bytes:
    """Unpack at most as much as one part may hold; what would be more is never made."""
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(packed, MOST_BYTES + 1)
    except zlib.error:
        raise UnreadableError("A packet block is damaged: what it holds cannot be unpacked.") from None
    if len(content) > MOST_BYTES:
        raise UnreadableError(f"A packet block unpacks to more than {MOST_BYTES} bytes, so it was not opened.")
    if not unpacker.eof or unpacker.unused_data:
        raise UnreadableError("A packet block is damaged: what it holds does not end where it should.")
    return content


#: Ways in which parts that contradict each other are tried.
_MOST_TRIES: Final = 16


@frozen(kw_only=True)
class Joined:
    """What parts make. packets: complete, in the order of their first parts; waiting: parts whose others are missing.

    faults: of packets that cannot be read. No signature was checked.
    """

    packets: tuple[Signed, ...] = ()
    waiting: tuple[Part, ...] = ()
    faults: tuple[BlockFault, ...] = ()


def join(parts: Iterable[Part]) -> Joined:
    """Put parts together, whatever order and however often they came."""
    groups: dict[tuple[str, int], dict[int, dict[bytes, Part]]] = {}
    for part in parts:
        groups.setdefault((part.packet, part.count), {}).setdefault(part.index, {})[part.content] = part
    packets: dict[Signed, None] = {}
    waiting: list[Part] = []
    faults: list[BlockFault] = []
    for (packet, count), found in groups.items():
        if len(found) < count:
            waiting += [part for index in sorted(found) for part in found[index].values()]
            continue
        read = _read(packet, [list(found[index]) for index in sorted(found)])
        if isinstance(read, BlockFault):
            faults.append(read)
        else:
            packets[read] = None
    return Joined(packets=tuple(packets), waiting=tuple(waiting), faults=tuple(faults))


def _read(packet: str, pieces: list[list[bytes]]) -> Signed | BlockFault:
    """The packet that pieces make; where two claim the same place, the ones that fit the packet's digest."""
    fault = "Its parts do not make the packet that they name."
    for chosen in islice(product(*pieces), _MOST_TRIES):
        try:
            signed = read_packet(b"".join(chosen))
        except UnreadableError as wrong:
            fault = str(wrong)
            continue
        if not signed.digest.startswith(packet):
            fault = "Its content is not the packet that its header names."
        elif len(chosen) > 1 and signed.packet.kind != "bundle":
            fault = f"A {signed.packet.kind} of {MOST_BYTES} bytes at most travels in one part."
        else:
            return signed
    return BlockFault(text=f"The packet block {packet[:8]} cannot be used. {fault}", packet=packet)
