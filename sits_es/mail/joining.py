"""Parts put together again into packets: most packets have one part, long bundles have many, in any order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, product
from typing import Final

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.mail.armour import BlockFault, Part
from sits_es.mail.packet import Signed, read_packet
from sits_es.mail.packet_form import MOST_BYTES

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
