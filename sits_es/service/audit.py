"""What an audit finds: bytes, links, checkpoints, rules; and the record written out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import asdict, evolve, field, frozen

from sits_es.errors import GameError
from sits_es.events import Event
from sits_es.game.exchanges import Exchange, exchanges
from sits_es.game.fold import Fold
from sits_es.game.state import pack
from sits_es.sentences import counted, escaped
from sits_es.service.files import new_file, read_text
from sits_es.service.findings import Findings, Recomputed
from sits_es.service.forks import Inheritance
from sits_es.service.progress import Progress, silent
from sits_es.service.replay import derive, finished_exchanges
from sits_es.service.session import Session
from sits_es.service.snapshots import fingerprint
from sits_es.store import AuditReport, Checkpoint, Head, Recorded


@frozen(kw_only=True)
class Audited(Findings):
    """What an audit of one game found. faults: the first bad event, or everything in which the rules give another.

    recomputed: what was checked by the rules; dropped: snapshots that were not what the record gives.
    """

    events: int
    head: str
    checkpoint: str
    recomputed: Recomputed
    dropped: int = field(default=0, kw_only=True)

    @property
    def exchanges(self) -> int:
        """How many were recomputed, entries of facts too."""
        return self.recomputed.exchanges

    def sound(self) -> str:
        """Head and checkpoint, and what they rest on."""
        wrong = "did not match the record and was" if self.dropped == 1 else "did not match the record and were"
        saves = "it only saves time." if self.dropped == 1 else "they only save time."
        cache = f"{counted(self.dropped, 'snapshot')} {wrong} dropped; {saves}"
        lines = (
            f"{self.game}: {counted(self.events, 'event')}; every byte, link and digest is sound.",
            f"{self.recomputed.said} checked: recomputing from {self.recomputed.sources} gives the same events.",
            *([cache] if self.dropped else []),
            f"Head {self.head}",
            "Checkpoint, to keep or to mail (a later audit proves the record against it):",
        )
        return "\n".join(lines) + "\n" + self.checkpoint.rstrip("\n")

    def in_a_line(self) -> str:
        """One of many games."""
        if self.faults:
            return "\n".join(self.faults)
        return f"{self.game}: {counted(self.events, 'event')} sound, {self.recomputed.said} recomputed."

    def as_json(self) -> dict[str, Any]:
        """For programs. exchanges: how many were recomputed, entries too; dropped: snapshots, where there were some."""
        told = {"ok": not self.faults, **asdict(self), "exchanges": self.exchanges}
        del told["recomputed"]
        dropped = told.pop("dropped")
        return told | {"dropped": dropped} if dropped else told


def verify(session: Session, name: str, checkpoints: Sequence[Path] = (), done: Progress = silent) -> Audited:
    """Check a game's bytes first; only a record that is sound is then checked against the rules.

    Snapshots are folded from the events as well, and dropped where they differ. Of a branch that the session looks at
    as it stood once, what came later is left out. done: told of events that were recomputed.
    """
    name = session.require(name)
    record: list[Recorded] = []
    found = session.store.audit(name, [read_text(path) for path in checkpoints], seen=record.append)
    end = session.viewed_end(name)
    report = found if end is None else _upto(session, found, end)
    del record[report.events :]
    if report.bad is not None:
        return audited(report, [str(report.bad)], Recomputed(), 0)
    facts = [each.event for each in record]
    run = finished_exchanges(session, name, exchanges(enumerate(facts)))
    opened = run[0].opened if run else len(facts) - 1
    fold = Fold().add_all(facts[: opened + 1])
    return _derived(session, report, fold, run, dict(enumerate(facts)), done)


def _upto(session: Session, report: AuditReport, end: Head) -> AuditReport:
    """What was found of a branch up to an end, and nothing of what follows it."""
    if end.version >= report.events - 1:
        return report
    size = end.version + 1
    checkpoint = Checkpoint.parse(session.store.checkpoint(end.stream, size=size))
    confirmed = tuple(each for each in report.confirmed if each.size <= size)
    return evolve(report, events=size, digest=end.digest, checkpoint=checkpoint, confirmed=confirmed, bad=None)


def _derived(
    session: Session,
    report: AuditReport,
    fold: Fold,
    run: Sequence[Exchange],
    facts: Mapping[int, Event],
    done: Progress,
) -> Audited:
    """Check a sound record against the rules, from where its first exchange opened."""
    name = report.stream
    snapshots = Snapshots(session, name, upto=report.events - 1)

    def seen(version: int, fold: Fold) -> None:
        snapshots.compare(version, fold)
        done(version + 1, report.events)

    try:
        faults = derive(name, fold, run, facts, Inheritance(session, name).seed, seen)
    except GameError as fault:
        faults = list(fault.problems)
    if not faults:
        snapshots.compare_others(facts)
    return audited(report, faults, Recomputed.of(run), 0 if faults else snapshots.drop())


class Snapshots:
    """The snapshots of a branch that this program would use, compared with the folds that they stand for."""

    def __init__(self, session: Session, name: str, *, own: bool = False, upto: int | None = None) -> None:
        """own: only those of the branch's own events, none that it inherits. upto: none after a later event."""
        self._store = session.store
        self._compared: set[int] = set()
        self._doubted = {
            each.snapshot.version: each
            for each in session.store.snapshots(name)
            if each.snapshot.fingerprint == fingerprint()
            and (each.stream == name or not own)
            and (upto is None or each.snapshot.version <= upto)
        }
        #: How many there are.
        self.count = len(self._doubted)

    @property
    def wrong(self) -> list[int]:
        """Versions of those that were not found to be what the events give."""
        return sorted(self._doubted)

    def compare(self, version: int, fold: Fold) -> None:
        """Note that a snapshot is what the events give."""
        self._compared.add(version)
        found = self._doubted.get(version)
        if found is not None and found.holds and found.snapshot.state == pack(fold.game):
            del self._doubted[version]

    def compare_others(self, facts: Mapping[int, Event], before: Fold | None = None) -> None:
        """Compare those that were not taken where an exchange ends, as where a branch has only been opened.

        facts: of a sound record, by version; before: the game that they follow, which stays as it is.
        """
        fold, upto = before.copy() if before is not None else Fold(), min(facts, default=0)
        for version in sorted(self._doubted.keys() - self._compared):
            if version in facts:
                fold.add_all(facts[each] for each in range(upto, version + 1))
                upto = version + 1
                self.compare(version, fold)

    def drop(self) -> int:
        """Drop those that were not, and tell how many there were."""
        return self._store.drop_snapshots(self._doubted.values()) if self._doubted else 0


def audited(report: AuditReport, faults: Iterable[str], done: Recomputed, dropped: int) -> Audited:
    """What the store's report and the rules say together."""
    found = tuple(faults)
    return Audited(
        game=report.stream,
        events=report.events,
        head=report.digest,
        checkpoint="" if found else str(report.checkpoint),
        recomputed=done,
        faults=found,
        dropped=dropped,
    )


def export(session: Session, name: str, path: Path) -> str:
    """Write every event as one line of JSON, its state as it is stored, and say so."""
    count, last = 0, session.head(name).version
    with new_file(path) as out:
        for stored in session.store.stored(session.require(name)):
            if stored.version > last:
                break
            row = stored._asdict() | {"state": stored.state.decode()}
            out.write(escaped(json.dumps(row, sort_keys=True, ensure_ascii=False)) + "\n")
            count += 1
    return f"{path}: {count} events."
