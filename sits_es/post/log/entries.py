"""Entries of the log: what the keeper puts in order, each signed and chained to the one before it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import Final

from attrs import Factory, field, frozen

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.post.log import packets
from sits_es.post.log.packets import Content, Digest, Has, Key, Name, Opening, Part, Signature, Signed, Verify, Whole

_ENTRY: Final = b"sits-es/entry/1"
_START: Final = b"sits-es/epoch/1"
#: What the first entry of a log follows.
NOTHING: Final = "0" * 64


class Found(Content, frozen=True, kw_only=True, tag="found"):
    """The game begins: the invitation, and the answer of each seat with a program, by id."""

    invite: Signed
    joins: tuple[Signed, ...]


class Logged(Content, frozen=True, kw_only=True, tag="packet"):
    """A packet has its place in the log."""

    packet: Signed


class Opened(Content, frozen=True, kw_only=True, tag="opened"):
    """A reading keeper opens the seals of a fixed set: all whose boxes can be opened. set: its digest."""

    set: Digest
    seals: dict[Name, Opening]


class Tick(Content, frozen=True, kw_only=True, tag="tick"):
    """Time passes."""


class Epoch(Content, frozen=True, kw_only=True, tag="epoch"):
    """Another keeper begins. nexts: packets that ask for it, by author; left: the other logs that they name."""

    nexts: tuple[Signed, ...]
    left: tuple[tuple[Entry, ...], ...] = ()


class Order(Part, frozen=True, kw_only=True):
    """What the keeper signs: an entry's place and content. at: UTC minutes; record: digest of the record after it."""

    epoch: Whole
    n: Whole
    prev: Digest
    at: Whole
    what: Found | Logged | Opened | Tick | Epoch
    record: Digest

    @property
    def start(self) -> str:
        """The digest by which the record names the epoch that begins here."""
        return hashlib.sha256(_START + canonical([self.epoch, self.prev])).hexdigest()


class Entry(Part, frozen=True, kw_only=True, dict=True):
    """An entry as it travels, with the signature of its epoch's keeper."""

    order: Order
    key: Key
    signature: Signature

    @cached_property
    def digest(self) -> str:
        """The entry's name."""
        return hashlib.sha256(entry_message(self.order)).hexdigest()


def has(entry: Entry) -> Has:
    """An entry as packets name it."""
    return Has(epoch=entry.order.epoch, n=entry.order.n, digest=entry.digest)


def entry_message(order: Order) -> bytes:
    """What a keeper signs."""
    return _ENTRY + packets.write_part(order)


def read_entry(content: bytes, verify: Verify) -> Entry:
    """Read an entry strictly, and all that it holds. Raises UnreadableError, in words."""
    entry = packets.read_part(content, Entry, "entry")
    if faults := list(signature_faults(entry, verify)):
        raise UnreadableError(faults)
    return entry


def signature_faults(part: Entry | Signed, verify: Verify) -> Iterator[str]:
    """Which signatures of a packet, or of an entry and all that it holds, are wrong, in words."""
    if isinstance(part, Signed):
        if not verify(part.key, packets.message(part.packet), part.signature):
            yield f"A {part.body.kind} packet in {part.by}'s name is not signed with the key it names."
        return
    if not verify(part.key, entry_message(part.order), part.signature):
        yield f"Entry {part.order.n} of epoch {part.order.epoch} is not signed with the key it names."
    left = part.order.what.left if isinstance(part.order.what, Epoch) else ()
    within: tuple[Entry | Signed, ...] = (*packets_in(part), *chain(*left))
    yield from chain.from_iterable(signature_faults(each, verify) for each in within)


def packets_in(entry: Entry) -> tuple[Signed, ...]:
    """The packets that an entry holds, but not those of the logs that it leaves."""
    what = entry.order.what
    if isinstance(what, Logged):
        return (what.packet,)
    if isinstance(what, Epoch):
        return what.nexts
    return (what.invite, *what.joins) if isinstance(what, Found) else ()


@frozen(eq=False)
class Link:
    """An entry on its chain, and the link before it. Two chains share their links up to where they part."""

    entry: Entry = field(repr=False)
    before: Link | None = field(repr=False)
    epoch: int = field(init=False, default=Factory(lambda link: link.entry.order.epoch, takes_self=True))
    n: int = field(init=False, default=Factory(lambda link: link.entry.order.n, takes_self=True))
    digest: str = field(init=False, default=Factory(lambda link: link.entry.digest, takes_self=True))

    @property
    def has(self) -> Has:
        """The entry as a packet names it."""
        return has(self.entry)

    def back_to(self, n: int) -> Link | None:
        """The link of entry `n`; None if this chain has none."""
        link: Link | None = self
        while link is not None and link.n > n:
            link = link.before
        return link if link is not None and link.n == n else None

    def holds(self, has: Has) -> bool:
        """Whether an entry is on this chain."""
        link = self.back_to(has.n)
        return link is not None and link.digest == has.digest

    def since(self, n: int) -> tuple[Link, ...]:
        """The links after entry `n`, the oldest first."""
        links: list[Link] = []
        link: Link | None = self
        while link is not None and link.n > n:
            links.append(link)
            link = link.before
        return tuple(reversed(links))

    @property
    def packets(self) -> Iterator[Signed]:
        """The packets on its chain, the oldest first."""
        return chain.from_iterable(packets_in(link.entry) for link in self.since(-1))
