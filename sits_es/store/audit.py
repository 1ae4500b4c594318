"""The audit: every row of a branch against the chain, its lineage, its head and the checkpoints that players kept.

It trusts nothing that the database says: rows are found by a scan of the table, columns are read as raw bytes, and
triggers and indexes may be gone. What is outside the digest (rowid, command_id, recorded_at) is not judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Self

from attrs import Factory, define, frozen

from sits_es.errors import NotAllowedError
from sits_es.store.checkpoint import Checkpoint
from sits_es.store.codec import Codec
from sits_es.store.log import Fork, Statements
from sits_es.store.merkle import consistency_proof, grew, includes, inclusion_proof, root_of
from sits_es.store.scan import Plan, scan, strange_rows
from sits_es.store.stretches import BadEvent, Broken, Fault, Row, Seen, Stretch, missing


@frozen(kw_only=True)
class AuditReport:
    """What an audit of one branch found. events: how many are sound, counted from the first.

    checkpoint: of the sound part. confirmed: the checkpoints that the record confirms.
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


@define
class Audit:
    """What one scan of a store found out about branches."""

    _plan: Plan
    _names: list[str]
    _forks: dict[str, Fork]
    _heads: dict[str, tuple[Any, bytes]]
    _strange: dict[bytes, Row]
    _kept: dict[str, list[tuple[Any, Any, Any]]]
    _roots: dict[tuple[str, int], bytes] = Factory(dict)

    @classmethod
    def of(cls, log: Statements, codec: Codec, streams: Iterable[str] | None, seen: Seen | None) -> Self:
        """Audit branches, or all that there are. seen: is handed every sound event, parents before their forks."""
        forks, heads = log.raw_lineage(), log.raw_heads()
        names = list(heads if streams is None else streams)
        plan, kept = Plan(names, forks), _kept(log)
        for name, stretch in plan.stretches.items():
            stretch.kept = kept.get(name, [])
        strange = scan(log, plan, codec, seen, heads if streams is None else None)
        return cls(plan, names, forks, heads, strange, kept)

    @classmethod
    def of_none(cls, log: Statements) -> Self:
        """Audit no branch, and find what belongs to none: for when the work on branches is shared."""
        forks, heads = log.raw_lineage(), log.raw_heads()
        return cls(Plan((), forks), [], forks, heads, strange_rows(log, heads), _kept(log))

    def reports(self) -> list[AuditReport]:
        """What was found of every branch."""
        return [self.report(stream) for stream in self._names]

    def report(self, stream: str, checkpoints: Sequence[Checkpoint] = ()) -> AuditReport:
        """What was found of a branch, against every checkpoint of it or of what it branched from."""
        stretch = self._plan.stretches[stream]
        broken = self._broken(stretch)
        bad, found = (None, stretch.size) if broken is None else broken
        confirmed: list[Checkpoint] = []
        digests = _digests(stretch, found) if checkpoints else []
        for checkpoint in sorted(checkpoints, key=lambda saved: saved.size):
            reach = _reach(stretch, checkpoint)
            agreed = confirmed[-1].size if confirmed else 0
            if checkpoint.size <= found:
                if _confirmed(digests, checkpoint):
                    confirmed.append(checkpoint)
                else:
                    bad = _rewritten(reach, agreed, checkpoint)
                    break
            elif bad is None:
                why = f"it is missing: the checkpoint covers {checkpoint.size} events, the record {found}"
                bad = BadEvent(reach, found, None, "missing", why)
        count = found if bad is None else min(found, max(bad.version, 0))
        bad = bad or _astray(stretch)
        return AuditReport(
            stream=stream,
            events=count,
            digest=stretch.digest_at(count - 1).hex(),
            checkpoint=Checkpoint(stream, count, self._root(stretch, count)),
            confirmed=tuple(confirmed),
            bad=bad,
        )

    def strays(self) -> list[BadEvent]:
        """Rows and lineage under names that no stream in the store has: what renaming a row leaves behind."""
        bad = []
        for origin, row in sorted(self._strange.items()):
            name = _text(origin)
            why = f"no stream named {name} was ever begun in this store"
            bad.append(row.bad(name, row.version if isinstance(row.version, int) else 0, "extra", why))
        for child, fork in self._forks.items():
            if child not in self._heads:
                why = f"the lineage names a fork {child} that was never begun in this store"
                first = 0 if fork.at_version is None else fork.at_version + 1
                bad.append(BadEvent(child, first, None, "lineage", why))
        for name in self._kept.keys() - self._heads:
            why = f"hashes for checkpoints are kept of {name}, and no stream of that name was ever begun in this store"
            bad.append(BadEvent(name, 0, None, "frontier", why))
        return bad

    def _broken(self, stretch: Stretch) -> Broken | None:
        """The first thing wrong with a branch: in what it inherits, in its own events, or at its end."""
        if stretch.inherited is not None:
            return stretch.inherited
        bad = stretch.bad or self._wrong_head(stretch)
        return None if bad is None else Broken(bad, stretch.size)

    def _wrong_head(self, stretch: Stretch) -> BadEvent | None:
        """Compare where a chain ends with where the store says that it ends."""
        stream, last = stretch.stream, stretch.size - 1
        version, digest = self._heads.get(stream, (last, None))
        at = last
        fault: Fault = "head"
        if stream not in self._heads and last >= 0:
            why = f"the store does not say where {stream} ends, and yet here is an event"
        elif version is None:
            why = f"the end of {stream} is not a number"
        elif version > last:
            return missing(stream, last + 1)
        elif version < last:
            at = version + 1
            fault = "extra"
            why = f"it was added behind the store's back: {stream} ended at event {version}"
        elif stream in self._heads and digest != stretch.last:
            why = "it is not the event that the store wrote last"
        else:
            return None
        return BadEvent(stream, at, stretch.name_at(at), fault, why)

    def _root(self, stretch: Stretch, size: int) -> bytes:
        """Root of the tree over a branch's first events, worked out once for all branches that share them."""
        holder = stretch.holding(size - 1) or stretch
        if size in holder.peaks:
            return holder.peaks[size].root
        key = (holder.stream, size)
        if key not in self._roots:
            self._roots[key] = root_of(_digests(holder, size))
        return self._roots[key]


def _text(name: bytes) -> str:
    return name.decode(errors="replace")


def _kept(log: Statements) -> dict[str, list[tuple[Any, Any, Any]]]:
    """The frontiers of every stream, as they stand in the store."""
    found: dict[str, list[tuple[Any, Any, Any]]] = {}
    for stream, *rest in log.raw_frontiers():
        found.setdefault(stream, []).append((rest[0], rest[1], rest[2]))
    return found


#: How somebody gets a game out of a store whose events hold and whose hashes do not.
_MENDED: Final = (
    ". The events themselves hold: `sits export` writes them, and `sits import` in a new folder works the hashes out "
    "again"
)


def _astray(stretch: Stretch) -> BadEvent | None:
    """The first frontier of a sound branch, its own or inherited, that is not what its events give."""
    for at, upto in reversed([*_line(stretch)]):
        size = at.astray
        if size is not None and (upto is None or size <= upto + 1):
            why = f"the hashes that are kept after it for checkpoints are not those of the events up to it{_MENDED}"
            return BadEvent(at.stream, size - 1, at.name_at(size - 1), "frontier", why)
    if stretch.misfits:
        last = stretch.size - 1
        why = f"hashes are kept for checkpoints of the stream that belong to none of its events{_MENDED}"
        return BadEvent(stretch.stream, last, stretch.name_at(last), "frontier", why)
    return None


def _line(stretch: Stretch) -> Iterator[tuple[Stretch, int | None]]:
    """The stretches of a branch, its own first, each with the last version of it that belongs there, None for all."""
    yield stretch, None
    while stretch.parent is not None:
        upto, stretch = stretch.after, stretch.parent
        yield stretch, upto


def _digests(stretch: Stretch, size: int) -> list[bytes]:
    """Digests of a branch's first events."""
    parts = [
        at.digests[: max(0, (size if upto is None else min(size, upto + 1)) - at.start)] for at, upto in _line(stretch)
    ]
    return [digest for part in reversed(parts) for digest in part]


def _reach(stretch: Stretch, checkpoint: Checkpoint) -> str:
    """Refuse checkpoints that say nothing about this branch; its name, or the ancestor's, otherwise."""
    for at, upto in _line(stretch):
        if at.stream == checkpoint.origin:
            if upto is None or checkpoint.size <= upto + 1:
                return at.stream
            raise NotAllowedError(
                f"The checkpoint of {checkpoint.origin} covers {checkpoint.size} events, and {stretch.stream} shares "
                f"fewer. Audit {checkpoint.origin} against it."
            )
    raise NotAllowedError(
        f"This is a checkpoint of {checkpoint.origin}, and {stretch.stream} does not come from there."
    )


def _confirmed(digests: Sequence[bytes], checkpoint: Checkpoint) -> bool:
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
