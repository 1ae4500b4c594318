"""What an audit finds: bytes, links, checkpoints, rules; and the record written out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from sits_es.errors import GameError
from sits_es.sentences import counted
from sits_es.service import replay
from sits_es.service.files import new_file, read_text
from sits_es.service.findings import Findings
from sits_es.service.session import Session


@frozen(kw_only=True)
class Audited(Findings):
    """What an audit of one game came to. faults: the first bad event, or everything that the rules do not bring."""

    events: int
    head: str
    checkpoint: str
    segments: int

    def sound(self) -> str:
        """Head and checkpoint, and what they rest on."""
        derived = counted(self.segments, "exchange")
        lines = (
            f"{self.game}: {counted(self.events, 'event')}; every byte, link and digest is sound.",
            f"{derived} derived anew from orders, seals and dice: the rules bring just these events.",
            f"Head {self.head}",
            "Checkpoint, to keep or to mail (a later audit proves the record against it):",
        )
        return "\n".join(lines) + "\n" + self.checkpoint.rstrip("\n")


def verify(session: Session, name: str, checkpoints: Sequence[Path] = ()) -> Audited:
    """Check a game's bytes first; only a record that is sound is then held against the rules."""
    report = session.store.audit(name, [read_text(path) for path in checkpoints])
    faults = [] if report.bad is None else [str(report.bad)]
    segments = 0
    if not faults:
        run = list(session.course(name).played())
        segments = len(run)
        try:
            faults = replay.verify(session, name, run) if run else []
        except GameError as fault:
            faults = list(fault.problems)
    return Audited(
        game=name,
        events=report.events,
        head=report.digest,
        checkpoint="" if faults else str(report.checkpoint),
        segments=segments,
        faults=tuple(faults),
    )


def export(session: Session, name: str, path: Path) -> str:
    """Write every event as one line of JSON, canonical state included, and say so."""
    from sits_es.store.codec import Codec

    codec = Codec()
    with new_file(path) as out:
        number = 0
        for recorded in session.store.read(name):
            topic, state = codec.encode(recorded.event)
            row = {
                "stream": recorded.stream,
                "version": recorded.version,
                "topic": topic,
                "state": state.decode(),
                "digest": recorded.digest,
                "recorded_at": recorded.recorded_at,
            }
            out.write(json.dumps(row, sort_keys=True, ensure_ascii=False) + "\n")
            number += 1
    return f"{path}: {number} events."
