"""What a letter carries for programs: entries of the log, whole or as lines, and packets that the log lacks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final

from msgspec.structs import replace

from sits_es.mail.blocks import MOST_BYTES
from sits_es.post.log.entries import Entry, Found, Logged, Order, packets_in, signature_faults
from sits_es.post.log.packets import Digest, Invite, Key, Part, Signature, Signed, Verify, Whole, read_part

#: Lines that a letter may have.
MOST_LINES: Final = 2000
#: Faults after which a letter is not read on: one of a program of ours has none.
MOST_FAULTS: Final = 5
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
    """Entries of logs, lines, and packets. head: how far its writer's log goes; ticket: to an offered seat."""

    head: Signed | None = None
    entries: tuple[Entry, ...] = ()
    lines: tuple[EntryLine, ...] = ()
    packets: tuple[Signed, ...] = ()
    ticket: Digest | None = None


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


def read_bundle(
    content: bytes, verify: Verify, find: Callable[[str], Signed | None], known: Collection[str] = ()
) -> tuple[Bundle, list[str]]:
    """Read a bundle: its lines become entries where `find` knows their packet, and wait otherwise.

    known: digests of entries and invitations here. What follows on none and begins no game is left out unread, as
    signatures take time; so is all the rest after five faults. Raises UnreadableError for other bytes.
    """
    bundle, faults = read_part(content, Bundle, "letter", MOST_BYTES), list[str]()
    # a letter brings one game or one invitation: to look into a game takes its time
    begins = next((entry for entry in bundle.entries if isinstance(entry.order.what, Found)), None)
    invites = next((packet for packet in bundle.packets if isinstance(packet.body, Invite)), None)
    found = (invites, begins, *(packets_in(begins)[:1] if begins else ()))
    held = {*known, *(each.digest for each in found if each is not None)}

    def sound(part: Entry | Signed, *after: str | None) -> bool:
        if held.isdisjoint(after) or len(faults) == MOST_FAULTS:
            return False
        wrong = next(signature_faults(part, verify), None)
        faults.extend([wrong] if wrong else [])
        return wrong is None

    packets = {each.digest: each for each in bundle.packets if sound(each, each.packet.game or each.digest)}
    entries = list(bundle.entries)
    waiting: list[EntryLine] = []
    for line in bundle.lines[:MOST_LINES]:
        packet = packets.get(line.packet) or find(line.packet)
        if packet is None:
            waiting.append(line)
        else:
            order = Order(what=Logged(packet=packet), **_place(line))
            entries.append(Entry(order=order, key=line.key, signature=line.signature))
    follow: list[Entry] = []
    for entry in sorted(entries, key=lambda entry: entry.order.n):
        if sound(entry, entry.digest, entry.order.prev):
            follow.append(entry)
            held.add(entry.digest)
    head = bundle.head if bundle.head and sound(bundle.head, bundle.head.packet.game) else None
    if len(faults) == MOST_FAULTS:
        faults.append("The rest of the letter is left out.")
    kept = {"entries": tuple(follow), "lines": tuple(waiting), "packets": tuple(packets.values())}
    return replace(bundle, head=head, **kept), faults


def _place(of: Order | EntryLine) -> dict[str, Any]:
    return {name: getattr(of, name) for name in _PLACE}
