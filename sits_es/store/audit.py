"""The audit: every row of a branch against the chain, its lineage, its head and the checkpoints that players kept.

It trusts nothing that the database says: rows are found by a scan of the table, for an index may lie, columns are read
as raw bytes, and triggers may be gone. However many forks inherit a row, it is read, digested, linked and decoded once.
What is outside the digest (rowid, command_id, recorded_at) is not judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, Literal, NamedTuple

from attrs import Factory, define
from msgspec import Struct

from sits_es.errors import NotAllowedError, UnreadableError, UnsoundError
from sits_es.store.chain import GENESIS, digest_of, frame_of
from sits_es.store.checkpoints import Checkpoint, Peaks, origin_of, root_of
from sits_es.store.codec import DECODING_FAULTS, Codec
from sits_es.store.log import Fork, Statements
from sits_es.store.record import Recorded

#: What can be wrong with an event, from its own bytes outward.
Fault = Literal[
    "kind", "digest", "link", "missing", "extra", "undecodable", "lineage", "head", "checkpoint", "rolled back"
]

#: What is said of the first event of a record that does not begin as a checkpoint says by its origin.
ANOTHER: Final = (
    "the checkpoint's record has this name but a different first event: it is another game, or all of it was rewritten"
)

#: What is handed every sound event in its turn.
Seen = Callable[[Recorded], object]


class BadEvent(Struct, frozen=True):
    """The first bad event of a branch. stream: that holds the row; name: as stored, None for no row; why: in words."""

    stream: str
    version: int
    name: str | None
    fault: Fault
    why: str

    def __str__(self) -> str:
        if self.fault == "undecodable":
            return str(UnsoundError(self.stream, self.version, "cannot be read", f"{self.why}."))
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
class RowCheck:
    """A stream's own rows checked in order: its events as far as they are sound, and what is wrong after them.

    parent: of the stream with the event that the first one follows, None for a game that is not a fork; after: that
    event's version, -1 for none; at_digest: its digest, by the row of lineage. upto: the last version that is wanted,
    None for all, -1 for none. leaving: versions after which others branch off.
    """

    stream: str
    parent: RowCheck | None = None
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
        check = self.holding(version)
        return GENESIS if check is None else check.digests[version - check.start]

    def holding(self, version: int) -> RowCheck | None:
        """What was checked of the stream that an event of the branch belongs to, or would belong to."""
        check: RowCheck | None = self
        while check is not None and version < check.start:
            check = check.parent
        return None if version < 0 else check

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
            return row.bad(stream, expected, "kind", f"its number is not a whole number: {number}")
        if version < self.start:
            return self._renumbered(row, version)
        if version < expected:
            return row.bad(stream, version, "extra", f"there is a second event {version} of {stream}")
        if version > expected:
            return missing(stream, expected)
        if not row.sound:
            return row.bad(stream, expected, "kind", "its columns have types that the store never writes")
        return None

    def _renumbered(self, row: Row, version: int) -> BadEvent:
        """Which event a row is that has a number below the stream's first: its digest still tells it."""
        numbers = range(self.start, self.start + MOST) if row.sound else ()
        topic = row.name
        written = (n for n in numbers if digest_of(row.previous, self.stream, n, topic, row.state) == row.digest)
        number = next(written, None)
        if number is None:
            first = f"{self.stream} begins with event {self.start}"
            return row.bad(self.stream, self.start, "extra", f"a row numbered {version} comes before it: {first}")
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
                why = f"it was replaced: event {version}, itself unchanged, followed a different one"
                return Row(*before).bad(stream, version - 1, "digest", why)
            return row.bad(stream, version, "link", "it does not follow from the event before it")
        return row.bad(stream, version, "digest", "its digest does not match its name, number and content")

    def _add_up(self) -> None:
        """Work the Merkle tree out where others branch off and at the end, once for all forks."""
        peaks = Peaks() if self.parent is None else self.parent.peaks[self.after + 1].copy()
        done = start = self.start
        for at in sorted({version + 1 for version in self.leaving if start <= version < self.size} | {self.size}):
            peaks.add_all(self.digests[done - start : at - start])
            self.peaks[at], done = peaks.copy(), at


def rolled_back(kept: int, here: int) -> str:
    """Say that a record ends before a checkpoint of it does. kept, here: events of the checkpoint and of the record."""
    return f"the record was rolled back: the checkpoint is at event #{kept - 1}, but the record ends at #{here - 1}"


def where_in(agreed: int, size: int) -> str:
    """Which event it must be that first differs, in words. agreed: events that are right; size: events, one wrong."""
    return f"event #{size - 1}" if agreed >= size - 1 else f"one of the events #{agreed} to #{size - 1}"


def missing(stream: str, version: int) -> BadEvent:
    """The finding that an event is gone."""
    return BadEvent(stream, version, None, "missing", "it is missing")


def planned(names: Iterable[str], forks: Mapping[str, Fork]) -> dict[str, RowCheck]:
    """Checks of branches that are wanted whole, and of what these inherit, by stream, parents first; no reading."""
    checks: dict[str, RowCheck] = {}
    for name in names:
        _plan(name, forks, checks)
        checks[name].upto = None
    # children first: what they want of their parents decides what these want of theirs
    for check in reversed(checks.values()):
        parent, wanted = check.parent, check.upto != -1
        if wanted and parent is not None:
            parent.leaving.add(check.after)
            parent.upto = None if parent.upto is None else max(parent.upto, check.after)
    return {name: check for name, check in checks.items() if check.upto != -1}


def _plan(name: str, forks: Mapping[str, Fork], checks: dict[str, RowCheck]) -> None:
    """Add the checks of a branch and its ancestors, oldest first, as far as they are not there yet."""
    line: dict[str, Fork | None] = {}
    unclear = None
    while name not in checks:
        fork = line[name] = forks.get(name)
        if fork is None:
            break
        if fork.parent is None or fork.at_version is None:
            unclear = f"the lineage of {name} does not say after which event of which game it was forked"
            break
        name = fork.parent
        if name in line:
            unclear = f"it runs in a circle by way of {name}"
            break
    why = None if unclear is None else f"its lineage cannot be followed: {unclear}"
    if name in checks and (inherited := checks[name].inherited) is not None:
        why = inherited.bad.why
    for child, fork in reversed(line.items()):
        if why is None:
            checks[child] = _check(child, fork, checks)
        else:
            checks[child] = RowCheck(stream=child, inherited=Broken(BadEvent(child, 0, None, "lineage", why), 0))


def _check(child: str, fork: Fork | None, checks: Mapping[str, RowCheck]) -> RowCheck:
    if fork is None or fork.parent is None or fork.at_version is None:
        return RowCheck(stream=child)
    parent: RowCheck | None = checks[fork.parent]
    # a fork of a fork may branch off before the point where its parent did
    while parent is not None and fork.at_version < parent.start:
        parent = parent.parent
    return RowCheck(
        stream=child, parent=parent, after=-1 if parent is None else fork.at_version, at_digest=fork.at_digest
    )


class AuditReport(Struct, frozen=True, kw_only=True):
    """What an audit of one branch found. events: how many are sound; checkpoint: of those; confirmed: by the record."""

    stream: str
    events: int
    digest: str
    checkpoint: Checkpoint
    confirmed: tuple[Checkpoint, ...] = ()
    bad: BadEvent | None = None

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return self.bad is None


class Audit:
    """What one scan of a store finds out about branches.

    streams: the branches, None for all that there are. seen: is handed every sound event, parents before their forks.
    """

    def __init__(self, log: Statements, codec: Codec, streams: Iterable[str] | None, seen: Seen | None) -> None:
        self._heads = log.raw_heads()
        self._names = list(self._heads if streams is None else streams)
        self._checks = planned(self._names, log.raw_lineage())
        self._roots: dict[tuple[str, int], bytes] = {}
        with closing(log.scan([*self._checks])) as rows:
            found = groupby(rows, itemgetter(0))
            at, own = next(found, (None, iter(())))
            for place, check in enumerate(self._checks.values()):
                check.walk(own if place == at else (), codec, seen)
                if place == at:
                    at, own = next(found, (None, iter(())))

    def reports(self) -> list[AuditReport]:
        """What was found of every branch."""
        return [self.report(stream) for stream in self._names]

    def report(self, stream: str, checkpoints: Sequence[Checkpoint] = ()) -> AuditReport:
        """What was found of a branch, against every checkpoint of it or of what it branched from."""
        check = self._checks[stream]
        broken = self._broken(check)
        bad, found = (None, check.size) if broken is None else broken
        confirmed: list[Checkpoint] = []
        digests = _digests(check, found) if checkpoints else []
        for checkpoint in sorted(checkpoints, key=lambda saved: saved.size):
            at = _reach(check, checkpoint)
            reach = at.stream
            if at.digests and checkpoint.origin != origin_of(reach, at.digests[0]):
                bad = BadEvent(reach, at.start, at.name_at(at.start), "checkpoint", ANOTHER)
                break
            agreed = confirmed[-1].size if confirmed else 0
            if checkpoint.size <= found:
                if root_of(digests[: checkpoint.size]) == checkpoint.root:
                    confirmed.append(checkpoint)
                else:
                    bad = _rewritten(reach, agreed, checkpoint)
                    break
            elif bad is None:
                bad = BadEvent(reach, found, None, "rolled back", rolled_back(checkpoint.size, found))
        count = found if bad is None else min(found, max(bad.version, 0))
        return AuditReport(
            stream=stream,
            events=count,
            digest=check.digest_at(count - 1).hex(),
            checkpoint=Checkpoint(origin_of(stream, (check.digests or [GENESIS])[0]), count, self._root(check, count)),
            confirmed=tuple(confirmed),
            bad=bad,
        )

    def _broken(self, check: RowCheck) -> Broken | None:
        """The first thing wrong with a branch: in what it inherits, in its own events, or at its end."""
        if check.inherited is not None:
            return check.inherited
        bad = check.bad or self._wrong_head(check)
        return None if bad is None else Broken(bad, check.size)

    def _wrong_head(self, check: RowCheck) -> BadEvent | None:
        """Compare where a chain ends with where the store says that it ends."""
        stream, last = check.stream, check.size - 1
        version, digest = self._heads.get(stream, (last, None))
        at = last
        fault: Fault = "head"
        if stream not in self._heads and last >= 0:
            why = f"the store records no end for {stream}, yet here is an event"
        elif version is None:
            why = f"the end of {stream} is not a number"
        elif version > last:
            return missing(stream, last + 1)
        elif version < last:
            at = version + 1
            fault = "extra"
            why = f"it was added behind the store's back: {stream} ended at event {version}"
        elif stream in self._heads and digest != check.last:
            why = "it is not the event that the store wrote last"
        else:
            return None
        return BadEvent(stream, at, check.name_at(at), fault, why)

    def _root(self, check: RowCheck, size: int) -> bytes:
        """Root of the tree over a branch's first events, worked out once for all branches that share them."""
        holder = check.holding(size - 1) or check
        if size in holder.peaks:
            return holder.peaks[size].root
        key = (holder.stream, size)
        if key not in self._roots:
            self._roots[key] = root_of(_digests(holder, size))
        return self._roots[key]


def strays(log: Statements) -> list[BadEvent]:
    """Rows and lineage under names that no stream in the store has: what renaming a row leaves behind."""
    heads = log.raw_heads()
    bad = []
    with closing(log.scan([*heads], others=True)) as rows:
        firsts = [Row(*next(own)) for _, own in groupby(rows, itemgetter(1))]
    for row in sorted(firsts, key=lambda row: row.origin):
        name = row.origin.decode(errors="replace")
        why = f"no stream named {name} was ever begun in this store"
        bad.append(row.bad(name, row.version if isinstance(row.version, int) else 0, "extra", why))
    for child, fork in log.raw_lineage().items():
        if child not in heads:
            why = f"the lineage names a fork {child} that was never begun in this store"
            first = 0 if fork.at_version is None else fork.at_version + 1
            bad.append(BadEvent(child, first, None, "lineage", why))
    return bad


def _line(check: RowCheck) -> Iterator[tuple[RowCheck, int | None]]:
    """The checks of a branch, its own first, each with the last version of it that belongs there, None for all."""
    yield check, None
    while check.parent is not None:
        upto, check = check.after, check.parent
        yield check, upto


def _digests(check: RowCheck, size: int) -> list[bytes]:
    """Digests of a branch's first events."""
    parts = [
        at.digests[: max(0, (size if upto is None else min(size, upto + 1)) - at.start)] for at, upto in _line(check)
    ]
    return [digest for part in reversed(parts) for digest in part]


def _reach(check: RowCheck, checkpoint: Checkpoint) -> RowCheck:
    """The branch, or the ancestor of it, that a checkpoint is of. Refuses one that says nothing about this branch."""
    named = checkpoint.name
    for at, upto in _line(check):
        if at.stream == named:
            if upto is None or checkpoint.size <= upto + 1:
                return at
            raise NotAllowedError(
                f"The checkpoint of {named} covers {checkpoint.size} events, but {check.stream} does "
                "not share all of them. "
                f"Audit {named} against that checkpoint."
            )
    raise NotAllowedError(f"This is a checkpoint of {named}, and {check.stream} does not descend from it.")


def _rewritten(stream: str, agreed: int, checkpoint: Checkpoint) -> BadEvent:
    where = where_in(agreed, checkpoint.size)
    why = f"{where} has changed since the checkpoint of {checkpoint.size} events was made; the chain was redone"
    return BadEvent(stream, agreed, None, "checkpoint", why)
