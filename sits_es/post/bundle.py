"""What a letter carries for programs: entries of the log, whole or as lines, and packets that the log lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import asdict, replace

from sits_es.mail.blocks import MOST_BYTES
from sits_es.post.log.entries import Entry, Logged, Order, signature_faults
from sits_es.post.log.packets import Digest, Key, Part, Signature, Signed, Verify, Whole, read_part

#: Most lines of a letter.
MOST_LINES: Final = 2000
#: A letter is read no further after this many faults; a letter of this program has none.
MOST_FAULTS: Final = 5


class EntryLine(Part, frozen=True, kw_only=True):
    """An entry whose packet its readers hold: all of it except the packet, which it names by its digest."""

    epoch: Whole
    n: Whole
    prev: Digest
    at: Whole
    packet: Digest
    record: Digest
    key: Key
    signature: Signature


class Bundle(Part, frozen=True, kw_only=True):
    """Entries of logs, lines, and packets. head: how far the writer's log goes; ticket: opens an offered seat."""

    head: Signed | None = None
    entries: tuple[Entry, ...] = ()
    lines: tuple[EntryLine, ...] = ()
    packets: tuple[Signed, ...] = ()
    ticket: Digest | None = None


def split(entries: Iterable[Entry], known: Callable[[Signed], bool]) -> tuple[tuple[Entry, ...], tuple[EntryLine, ...]]:
    """Entries that go whole, and lines for those whose packet all readers know."""
    whole: list[Entry] = []
    lines: list[EntryLine] = []
    for entry in entries:
        what = entry.order.what
        if isinstance(what, Logged) and known(what.packet):
            place = asdict(entry.order) | {"key": entry.key, "signature": entry.signature, "packet": what.packet.digest}
            lines.append(EntryLine(**{name: place[name] for name in EntryLine.__struct_fields__}))
        else:
            whole.append(entry)
    return tuple(whole), tuple(lines)


def read_bundle(content: bytes) -> Bundle:
    """Read a bundle and check nothing in it. Raises UnreadableError if it is none."""
    return read_part(content, Bundle, "letter", MOST_BYTES)


def checked(bundle: Bundle, verify: Verify, find: Callable[[str], Signed | None]) -> tuple[Bundle, list[str]]:
    """The parts of a bundle with good signatures, and the faults of others. After five faults the rest is left out.

    Its lines become entries if `find` or the bundle knows their packet. The others stay lines: whoever still lacks a
    packet when all letters are read asks for it.
    """
    faults = list[str]()

    def sound(part: Entry | Signed) -> bool:
        wrong = next(signature_faults(part, verify), None) if len(faults) < MOST_FAULTS else ""
        faults.extend([wrong] if wrong else [])
        return wrong is None

    packets = {each.digest: each for each in bundle.packets if sound(each)}
    entries, left = list(bundle.entries), list[EntryLine]()
    for line in bundle.lines[:MOST_LINES]:
        if (packet := packets.get(line.packet) or find(line.packet)) is None:
            left.append(line)
            continue
        place = asdict(line) | {"what": Logged(packet=packet)}
        order = Order(**{name: place[name] for name in Order.__struct_fields__})
        entries.append(Entry(order=order, key=line.key, signature=line.signature))
    entries = [entry for entry in sorted(entries, key=lambda entry: entry.order.n) if sound(entry)]
    head = bundle.head if bundle.head and sound(bundle.head) else None
    if len(faults) == MOST_FAULTS:
        faults.append("The rest of the letter was ignored.")
    whole = {"entries": tuple(entries), "lines": tuple(left), "packets": tuple(packets.values())}
    return replace(bundle, head=head, **whole), faults
