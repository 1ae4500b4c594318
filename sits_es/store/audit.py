"""The audit: every row of a branch against the chain, its lineage, its head and the checkpoints that players kept.

It trusts nothing that the database says: rows are found by a scan of the table, columns are read as raw bytes, and
triggers and indexes may be gone. What stands outside the digest (rowid, command_id, recorded_at) is not judged.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from attrs import field, frozen

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.store.branches import Span, ancestry
from sits_es.store.chain import GENESIS, digest_of
from sits_es.store.checkpoint import Checkpoint
from sits_es.store.codec import Codec
from sits_es.store.merkle import consistency_proof, grew, includes, inclusion_proof, root_of

#: What can be wrong with an event, from its own bytes outward.
Fault = Literal["kind", "digest", "link", "missing", "extra", "undecodable", "lineage", "head", "checkpoint"]


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


@frozen(kw_only=True)
class AuditReport:
    """What an audit of one branch found. events: how many are sound, counted from the first.

    checkpoint: of the sound part. confirmed: the checkpoints that the record bears out.
    """

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


class _Row(NamedTuple):
    """A stored row with its columns as bytes. sound: whether every column has the type that the store writes."""

    version: Any
    topic: bytes
    state: bytes
    previous: bytes
    digest: bytes
    sound: int

    @property
    def name(self) -> str:
        return self.topic.decode(errors="replace")

    def bad(self, stream: str, version: int, fault: Fault, why: str) -> _BreakError:
        return _BreakError(BadEvent(stream, version, self.name, fault, why))


_SCAN = """
SELECT originator_version, CAST(topic AS BLOB), CAST(state AS BLOB), CAST(previous AS BLOB), CAST(digest AS BLOB),
    typeof(originator_version) = 'integer' AND typeof(topic) = 'text' AND typeof(state) = 'blob'
    AND typeof(previous) = 'blob' AND typeof(digest) = 'blob'
FROM stored_events NOT INDEXED WHERE originator_id = ? ORDER BY originator_version"""


@frozen
class _BreakError(Exception):
    """Ends the walk along a chain at its first bad event."""

    bad: BadEvent


@frozen
class Auditor:
    """Audits branches through one cursor. decode: whether every event is also read back."""

    cursor: sqlite3.Cursor
    codec: Codec
    decode: bool = field(default=True, kw_only=True)

    def audit(self, stream: str, checkpoints: Sequence[Checkpoint] = ()) -> AuditReport:
        """Audit a branch from its game's first event, against every checkpoint of it or of what it branched from."""
        spans, bad = [Span(stream, -1, None)], None
        digests: list[bytes] = []
        try:
            spans = self._spans(stream)
            self._walk(stream, spans, digests)
        except _BreakError as broken:
            bad = broken.bad
        confirmed: list[Checkpoint] = []
        for checkpoint in sorted(checkpoints, key=lambda saved: saved.size):
            reach = _reach(stream, spans, checkpoint)
            agreed = confirmed[-1].size if confirmed else 0
            if checkpoint.size <= len(digests):
                if _borne_out(digests, checkpoint):
                    confirmed.append(checkpoint)
                else:
                    bad = _rewritten(reach, agreed, checkpoint)
                    break
            elif bad is None:
                why = f"it is missing: the checkpoint covers {checkpoint.size} events, the record {len(digests)}"
                bad = BadEvent(reach, len(digests), None, "missing", why)
        count = len(digests) if bad is None else min(len(digests), max(bad.version, 0))
        return AuditReport(
            stream=stream,
            events=count,
            digest=(digests[count - 1] if count else GENESIS).hex(),
            checkpoint=Checkpoint(stream, count, root_of(digests[:count])),
            confirmed=tuple(confirmed),
            bad=bad,
        )

    def _spans(self, stream: str) -> list[Span]:
        try:
            return ancestry(self.cursor, stream)
        except (UnreadableError, TypeError, sqlite3.OperationalError) as fault:
            raise _BreakError(
                BadEvent(stream, 0, None, "lineage", f"its lineage cannot be followed: {fault}")
            ) from fault

    def _walk(self, stream: str, spans: Sequence[Span], digests: list[bytes]) -> None:
        """Collect the digests of a branch's events in order; raises _BreakError at the first bad one."""
        for number, span in enumerate(spans):
            if number:
                self._check_lineage(span, len(digests) - 1, digests[-1])
            before: _Row | None = None
            for found in self.cursor.execute(_SCAN, (span.stream,)).fetchall():
                row = _Row(*found)
                if span.upto is not None and isinstance(row.version, int) and row.version > span.upto:
                    break
                previous = digests[-1] if digests else GENESIS
                self._check_place(span.stream, row, len(digests))
                self._check_link(span.stream, row, previous, before)
                self._check_content(span.stream, row)
                digests.append(row.digest)
                before = row
            if span.upto is not None and len(digests) <= span.upto:
                raise _missing(span.stream, len(digests))
        self._check_head(stream, len(digests) - 1, digests[-1] if digests else GENESIS)

    def _check_place(self, stream: str, row: _Row, expected: int) -> None:
        """Check that a row is numbered as the next event and has columns of the right kind."""
        if not isinstance(row.version, int):
            raise row.bad(stream, expected, "kind", f"its number is {row.version!r}")
        if row.version < expected:
            raise row.bad(stream, row.version, "extra", f"a second event {row.version} of {stream} stands there")
        if row.version > expected:
            raise _missing(stream, expected)
        if not row.sound:
            raise row.bad(stream, expected, "kind", "its columns are not of the kind that the store writes")

    def _check_link(self, stream: str, row: _Row, previous: bytes, before: _Row | None) -> None:
        """Check a row's digest, and that it follows from the one before it."""
        try:
            own = digest_of(row.previous, stream, row.version, row.topic.decode(), row.state)
        except UnicodeDecodeError:
            raise row.bad(stream, row.version, "digest", "its stored name was changed: it is no longer text") from None
        if row.previous != previous:
            if own == row.digest and before is not None:
                # this one still vouches for what stood before it, so the one before is not what it was
                why = f"it was replaced: event {row.version}, itself unchanged, was written after another one"
                raise before.bad(stream, before.version, "digest", why)
            raise row.bad(stream, row.version, "link", "it does not follow from the event before it")
        if own != row.digest:
            raise row.bad(stream, row.version, "digest", "its digest is not that of its name, number and content")

    def _check_content(self, stream: str, row: _Row) -> None:
        """Check that a row can be read as an event."""
        if self.decode:
            try:
                self.codec.decode(row.topic.decode(), row.state)
            except UnreadableError as fault:
                raise row.bad(stream, row.version, "undecodable", str(fault).rstrip(".")) from fault

    def _check_lineage(self, span: Span, last: int, previous: bytes) -> None:
        """Compare a fork's row of lineage with the event that it branches off after."""
        (at_digest,) = self.cursor.execute(
            "SELECT CAST(at_digest AS BLOB) FROM lineage WHERE child = ?", (span.stream,)
        ).fetchone()
        if at_digest != previous:
            why = f"the lineage of {span.stream} names another digest for event {last}, after which it was forked"
            raise _BreakError(BadEvent(span.stream, last + 1, self._name(span.stream, last + 1), "lineage", why))

    def _check_head(self, stream: str, last: int, previous: bytes) -> None:
        """Compare where the chain ends with where the store says that it ends."""
        found = self.cursor.execute(
            "SELECT originator_version, CAST(digest AS BLOB) FROM heads WHERE originator_id = ?", (stream,)
        ).fetchone()
        if found is None:
            if last >= 0:
                why = f"the store knows no end of {stream}, and yet there it is"
                raise _BreakError(BadEvent(stream, last, self._name(stream, last), "head", why))
            return
        version, digest = found
        if not isinstance(version, int):
            raise _BreakError(
                BadEvent(stream, last, self._name(stream, last), "head", f"the end of {stream} is no number")
            )
        if version > last:
            raise _missing(stream, last + 1)
        if version < last:
            why = f"it was added behind the store's back: {stream} ended at event {version}"
            raise _BreakError(BadEvent(stream, version + 1, self._name(stream, version + 1), "extra", why))
        if digest != previous:
            why = "it is not the event that the store wrote last"
            raise _BreakError(BadEvent(stream, last, self._name(stream, last), "head", why))

    def _name(self, stream: str, version: int) -> str | None:
        row = self.cursor.execute(
            "SELECT CAST(topic AS BLOB) FROM stored_events NOT INDEXED "
            "WHERE originator_id = ? AND originator_version = ?",
            (stream, version),
        ).fetchone()
        return None if row is None else row[0].decode(errors="replace")


def strays(cursor: sqlite3.Cursor) -> list[BadEvent]:
    """Rows and lineage under names of which the store knows no stream: what renaming a row leaves behind."""
    found = cursor.execute(
        "SELECT CAST(originator_id AS BLOB), MIN(originator_version), CAST(topic AS BLOB) "
        "FROM stored_events NOT INDEXED WHERE originator_id NOT IN (SELECT originator_id FROM heads) "
        "GROUP BY 1 ORDER BY 1"
    ).fetchall()
    forks = cursor.execute(
        "SELECT CAST(child AS BLOB), at_version FROM lineage "
        "WHERE child NOT IN (SELECT originator_id FROM heads) ORDER BY 1"
    ).fetchall()
    bad = []
    for stream, version, topic in found:
        name = stream.decode(errors="replace")
        why = f"no stream named {name} was ever begun in this store"
        bad.append(BadEvent(name, version, topic.decode(errors="replace"), "extra", why))
    for child, at_version in forks:
        name = child.decode(errors="replace")
        why = f"the lineage names a fork {name} that was never begun in this store"
        bad.append(BadEvent(name, at_version + 1 if isinstance(at_version, int) else 0, None, "lineage", why))
    return bad


def _missing(stream: str, version: int) -> _BreakError:
    return _BreakError(BadEvent(stream, version, None, "missing", "it is missing"))


def _reach(stream: str, spans: Sequence[Span], checkpoint: Checkpoint) -> str:
    """Turn down checkpoints that say nothing about this branch; its name, or the ancestor's, otherwise."""
    for span in spans:
        if span.stream == checkpoint.origin and (span.upto is None or checkpoint.size <= span.upto + 1):
            return span.stream
    if any(span.stream == checkpoint.origin for span in spans):
        raise NotAllowedError(
            f"The checkpoint of {checkpoint.origin} covers {checkpoint.size} events, and {stream} shares fewer. "
            f"Audit {checkpoint.origin} against it."
        )
    raise NotAllowedError(f"This is a checkpoint of {checkpoint.origin}, and {stream} does not come from there.")


def _borne_out(digests: Sequence[bytes], checkpoint: Checkpoint) -> bool:
    """Check root, consistency and inclusion: the saved tree is the beginning of today's, and its last event in it."""
    size, root = checkpoint.size, checkpoint.root
    if root_of(digests[:size]) != root:
        return False
    whole = root_of(digests)
    if not grew(root, size, whole, len(digests), consistency_proof(digests, size)):
        return False
    proof = inclusion_proof(digests, size - 1) if size else []
    return size == 0 or includes(whole, len(digests), size - 1, digests[size - 1], proof)


def _rewritten(stream: str, agreed: int, checkpoint: Checkpoint) -> BadEvent:
    last = checkpoint.size - 1
    where = f"event {last}" if agreed >= last else f"one of the events {agreed} to {last}"
    why = f"{where} is not what it was when the checkpoint of {checkpoint.size} events was made; the chain was redone"
    return BadEvent(stream, agreed, None, "checkpoint", why)
