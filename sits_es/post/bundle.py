"""What a letter carries for programs: entries of the log, whole or as lines, and packets that the log lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from sits_es.mail.armour import MOST_BYTES
from sits_es.post.log.entries import Entry, Logged, Order, signature_faults
from sits_es.post.log.packets import Digest, Key, Part, Signature, Signed, Verify, Whole, read_part, signature_fault

#: What the order of an entry and its line have in common.
_PLACE: Final = ("epoch", "n", "prev", "at", "record")


class EntryLine(Part, frozen=True, kw_only=True):
    """An entry whose packet its readers hold: everything but the packet, which is named by its digest."""

    epoch: Whole
    n: Whole
    prev: Digest
    at: Whole
    packet: Digest
    record: Digest
    key: Key
    signature: Signature


class Bundle(Part, frozen=True, kw_only=True):
    """Entries of logs, lines, and packets. head: how far its writer's log goes, as a packet that says `holds`."""

    head: Signed | None = None
    entries: tuple[Entry, ...] = ()
    lines: tuple[EntryLine, ...] = ()
    packets: tuple[Signed, ...] = ()


def split(entries: Iterable[Entry], known: Callable[[Signed], bool]) -> tuple[tuple[Entry, ...], tuple[EntryLine, ...]]:
    """Entries that go whole, and lines of those whose packet all readers know."""
    whole: list[Entry] = []
    lines: list[EntryLine] = []
    for entry in entries:
        what = entry.order.what
        if isinstance(what, Logged) and known(what.packet):
            place = _place(entry.order)
            lines.append(EntryLine(packet=what.packet.digest, key=entry.key, signature=entry.signature, **place))
        else:
            whole.append(entry)
    return tuple(whole), tuple(lines)


def read_bundle(content: bytes, verify: Verify, find: Callable[[str], Signed | None]) -> tuple[Bundle, tuple[str, ...]]:
    """Read a bundle: its lines become entries where `find` knows their packet, and wait otherwise.

    What is not signed by whom it names is left out, and told in words. Raises UnreadableError for other bytes.
    """
    bundle = read_part(content, Bundle, "letter", MOST_BYTES)
    faults: list[str] = []
    packets = {packet.digest: packet for packet in bundle.packets if _holds(signature_fault(packet, verify), faults)}
    entries = list(bundle.entries)
    waiting: list[EntryLine] = []
    for line in bundle.lines:
        packet = packets.get(line.packet) or find(line.packet)
        if packet is None:
            waiting.append(line)
        else:
            order = Order(what=Logged(packet=packet), **_place(line))
            entries.append(Entry(order=order, key=line.key, signature=line.signature))
    sound = [entry for entry in entries if _holds(next(signature_faults(entry, verify), None), faults)]
    sound.sort(key=lambda entry: entry.order.n)
    head = bundle.head if bundle.head and _holds(signature_fault(bundle.head, verify), faults) else None
    read = Bundle(head=head, entries=tuple(sound), lines=tuple(waiting), packets=tuple(packets.values()))
    return read, tuple(faults)


def _place(of: Order | EntryLine) -> dict[str, Any]:
    return {name: getattr(of, name) for name in _PLACE}


def _holds(fault: str | None, faults: list[str]) -> bool:
    if fault is not None:
        faults.append(fault)
    return fault is None
