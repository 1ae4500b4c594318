"""The stretch of a branch that is one stream's own: its rows checked in order, and the first that is not what it was.

Columns are read as raw bytes: nothing is trusted that the database says of a row, and triggers may be gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from attrs import Factory, define, frozen

from sits_es.errors import UnreadableError
from sits_es.store.chain import GENESIS, digest_of, frame_of
from sits_es.store.codec import DECODING_FAULTS, Codec
from sits_es.store.merkle import Peaks
from sits_es.store.recorded import Recorded

#: What can be wrong with an event, from its own bytes outward.
Fault = Literal[
    "kind", "digest", "link", "missing", "extra", "undecodable", "lineage", "head", "checkpoint", "frontier"
]

#: What is handed every sound event in its turn.
Seen = Callable[[Recorded], object]


@frozen
class BadEvent:
    """The first event of a branch that is not what was recorded. name: as stored, None where the row is missing.

    stream: the branch that holds, or should hold, the row. why: a sentence for a person.
    """

    stream: str
    version: int
    name: str | None
    fault: Fault
    why: str

    def __str__(self) -> str:
        name = f" ({self.name})" if self.name else ""
        return f"Event {self.version} of {self.stream}{name}: {self.why}."


#: A row as it comes from the database; see `Row`, which is made of few of them.
RawRow = tuple[Any, ...]


class Row(NamedTuple):
    """A stored row with its columns as bytes. sound: whether every column has the type that the store writes.

    place: of its stream among those that are scanned, None for a stream that is not one of them; origin: its stream.
    version: a whole number; where there is something else in its place, that as bytes, or None.
    """

    place: int | None
    origin: bytes
    version: Any
    topic: bytes
    state: bytes
    previous: bytes
    digest: bytes
    sound: int
    recorded_at: bytes | None

    @property
    def name(self) -> str:
        """The stored name, as far as it is text."""
        return (self.topic or b"").decode(errors="replace")

    def bad(self, stream: str, version: int, fault: Fault, why: str) -> BadEvent:
        """The finding that something is wrong with this row."""
        return BadEvent(stream, version, self.name, fault, why)


class Broken(NamedTuple):
    """Where the chain of a branch ends because something is wrong. events: how many had been found before."""

    bad: BadEvent
    events: int


#: Numbers that are tried for a row that may have had another one: more events than any game has.
MOST = 100_000


@define(kw_only=True, eq=False)
class Stretch:
    """A stream's own events in order, as far as they are sound, and what is wrong after them.

    parent: the stretch with the event that the first one follows, None for a game that is not a fork; after: that
    event's version, -1 for none; at_digest: its digest, by the row of lineage. upto: the last version that is wanted,
    None for all, -1 for none. leaving: versions after which others branch off.
    """

    stream: str
    parent: Stretch | None = None
    after: int = -1
    at_digest: bytes | None = None
    upto: int | None = -1
    leaving: set[int] = Factory(set)
    inherited: Broken | None = None
    digests: list[bytes] = Factory(list)
    names: list[str] = Factory(list)
    bad: BadEvent | None = None
    #: Version of the row at which `bad` was found: a branch that leaves before it never meets it.
    reached: int = -1
    peaks: dict[int, Peaks] = Factory(dict)
    #: The frontiers that are kept of the stream: what stands for the size of each, its digest and its hashes.
    kept: list[tuple[Any, Any, Any]] = Factory(list)
    #: The size of the first of them that is not what the events give.
    astray: int | None = None
    #: Whether some were kept after what is no sound event of the stream's own.
    misfits: bool = False

    @property
    def start(self) -> int:
        """Version of the first event of its own."""
        return 0 if self.parent is None else self.after + 1

    @property
    def size(self) -> int:
        """How many events the branch has up to here, inherited ones included, as far as they are sound."""
        return self.start + len(self.digests)

    @property
    def last(self) -> bytes:
        """Digest of the last sound event."""
        return self.digest_at(self.size - 1)

    def digest_at(self, version: int) -> bytes:
        """Digest of a sound event of the branch, its own or inherited; of no event below version 0."""
        stretch = self.holding(version)
        return GENESIS if stretch is None else stretch.digests[version - stretch.start]

    def holding(self, version: int) -> Stretch | None:
        """The stretch of the branch that an event belongs to, or would belong to."""
        stretch: Stretch | None = self
        while stretch is not None and version < stretch.start:
            stretch = stretch.parent
        return None if version < 0 else stretch

    def name_at(self, version: int) -> str | None:
        """Stored name of one of the stream's own sound events."""
        at = version - self.start
        return self.names[at] if 0 <= at < len(self.names) else None

    def broken_upto(self, version: int) -> Broken | None:
        """What is wrong with the branch for somebody who goes on from it after an event."""
        if self.inherited is not None:
            return self.inherited
        if self.bad is not None and self.reached <= version:
            return Broken(self.bad, self.size)
        return Broken(missing(self.stream, self.size), self.size) if self.size <= version else None

    def fail(self, bad: BadEvent, reached: int) -> None:
        """Note the first bad event."""
        self.bad, self.reached = bad, reached

    def walk(self, rows: Iterable[RawRow], codec: Codec, seen: Seen | None) -> None:
        """Go along the rows in order of their versions, up to the first bad one. The parent has been walked before."""
        if self.inherited is not None:
            return
        start = self.start
        previous = GENESIS
        if self.parent is not None:
            self.inherited = self.parent.broken_upto(self.after)
            if self.inherited is not None:
                return
            previous = self.parent.digest_at(self.after)
            if self.at_digest != previous:
                name = next((row.name for row in map(Row._make, rows) if row.version == start), None)
                why = (
                    f"the lineage of {self.stream} names another digest for event {self.after}, after which it was "
                    "forked"
                )
                self.fail(BadEvent(self.stream, start, name, "lineage", why), start)
                return
        self._follow(rows, previous, codec, seen)
        self._add_up()

    def _follow(self, rows: Iterable[RawRow], previous: bytes, codec: Codec, seen: Seen | None) -> None:
        stream, upto, expected = self.stream, self.upto, self.start
        digests, names, readers = self.digests, self.names, codec.readers
        frames: dict[bytes, tuple[Callable[..., bytes], bytes, bytes, str]] = {}
        before: RawRow | None = None
        for row in rows:
            _, _, version, topic, state, link, digest, sound, recorded_at = row
            if upto is not None and type(version) is int and version > upto:
                return
            try:
                pack, stem, title, name = frames[topic]
            except KeyError:
                try:
                    name = topic.decode()
                except (UnicodeDecodeError, AttributeError):
                    # not a topic that the store wrote
                    self._fail_at(row, expected, previous, before)
                    return
                pack, stem, title, name = frames[topic] = (*frame_of(stream, name), name)
            if not sound or version != expected or link != previous or (
                sha256(pack(previous, stem, version, title, len(state)) + state).digest() != digest
            ):  # fmt: skip
                self._fail_at(row, expected, previous, before)
                return
            try:
                event = readers[name](state)
            except (UnreadableError, *DECODING_FAULTS) as fault:
                known = fault if isinstance(fault, UnreadableError) else codec.unreadable(name, fault)
                self.fail(Row(*row).bad(stream, version, "undecodable", str(known).rstrip(".")), version)
                return
            digests.append(digest)
            names.append(name)
            if seen is not None:
                when = None if recorded_at is None else recorded_at.decode(errors="replace")
                seen(Recorded(stream, version, event, digest.hex(), when))
            previous, before, expected = digest, row, expected + 1

    def _fail_at(self, raw: RawRow, expected: int, previous: bytes, before: RawRow | None) -> None:
        """Name what is wrong with a row, or with the one before it."""
        row = Row(*raw)
        bad = self._misplaced(row, expected) or self._unlinked(row, previous, before)
        # what is not a number comes after all numbers, where no branch that has left ever comes to
        self.fail(bad, row.version if isinstance(row.version, int) else expected - 1)

    def _misplaced(self, row: Row, expected: int) -> BadEvent | None:
        """What is wrong with a row's number or the kind of its columns."""
        stream, version = self.stream, row.version
        if not isinstance(version, int):
            number = "nothing" if version is None else version.decode(errors="replace")
            return row.bad(stream, expected, "kind", f"its number is not a whole number but {number}")
        if version < self.start:
            return self._renumbered(row, version)
        if version < expected:
            return row.bad(stream, version, "extra", f"there is a second event {version} of {stream}")
        if version > expected:
            return missing(stream, expected)
        if not row.sound:
            return row.bad(stream, expected, "kind", "its columns are not of the kind that the store writes")
        return None

    def _renumbered(self, row: Row, version: int) -> BadEvent:
        """Which event a row is that has a number below the stream's first: its digest still tells it."""
        numbers = range(self.start, self.start + MOST) if row.sound else ()
        topic = row.name
        written = (n for n in numbers if digest_of(row.previous, self.stream, n, topic, row.state) == row.digest)
        number = next(written, None)
        if number is None:
            first = f"{self.stream} begins with event {self.start}"
            return row.bad(
                self.stream, self.start, "extra", f"a row with the number {version} stands before it: {first}"
            )
        return row.bad(self.stream, number, "extra", f"its number was changed to {version}")

    def _unlinked(self, row: Row, previous: bytes, before: RawRow | None) -> BadEvent:
        """What is wrong with a row's digest, or how it follows from the one before it."""
        stream, version = self.stream, row.version
        try:
            own = digest_of(row.previous, stream, version, row.topic.decode(), row.state)
        except UnicodeDecodeError:
            return row.bad(stream, version, "digest", "its stored name was changed: it is no longer text")
        if row.previous != previous:
            if own == row.digest and before is not None:
                # this one still vouches for what was before it, so the one before is not what it was
                why = f"it was replaced: event {version}, itself unchanged, was written after another one"
                return Row(*before).bad(stream, version - 1, "digest", why)
            return row.bad(stream, version, "link", "it does not follow from the event before it")
        return row.bad(stream, version, "digest", "its digest is not that of its name, number and content")

    def _add_up(self) -> None:
        """Work the Merkle tree out where others branch off, frontiers are kept and at the end, once for all forks."""
        peaks = Peaks() if self.parent is None else self.parent.peaks[self.after + 1].copy()
        start, size = self.start, self.size
        leaving = {version + 1 for version in self.leaving if start <= version < size} | {size}
        kept = {at: rest for at, *rest in self.kept if isinstance(at, int) and start < at <= size}
        wrong = []
        done = start
        for at in sorted(leaving | kept.keys()):
            peaks.add_all(self.digests[done - start : at - start])
            done = at
            if at in leaving:
                self.peaks[at] = peaks.copy()
            if at in kept and kept[at] != [self.digests[at - 1 - start], peaks.packed]:
                wrong.append(at)
        self.astray = min(wrong, default=None)
        self.misfits = len(self.kept) > len(kept)


def missing(stream: str, version: int) -> BadEvent:
    """The finding that an event is gone."""
    return BadEvent(stream, version, None, "missing", "it is missing")
