"""What an audit finds: bytes, links, checkpoints, rules; and the log to list and search."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from commands import replaying
from commands.exchanges import exchanges
from commands.findings import Findings
from commands.new_files import new_file
from commands.order_files import read_text
from commands.table import Table, steps_of
from sits_es.errors import GameError
from sits_es.game.moments import Moment
from sits_es.sentences import counted

if TYPE_CHECKING:
    from commands.views.fitted import FittedTable


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


def verify(table: Table, name: str, checkpoints: Sequence[Path]) -> Audited:
    """Check a game's bytes first; only a record that is sound is then held against the rules."""
    report = table.store.audit(name, [read_text(path) for path in checkpoints])
    faults = [] if report.bad is None else [str(report.bad)]
    segments = 0
    if not faults:
        record = table.record(name)
        run = [exchange for exchange in exchanges(record, steps_of(record)) if exchange.played]
        segments = len(run)
        try:
            faults = replaying.verify(table, name, run) if run else []
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


def log(table: Table, name: str, search: str | None) -> list[dict[str, Any]]:
    """The audit log's rows, all or those whose text holds the words searched for."""
    from projections.audit_log import search as find

    with table.read_models(name) as models:
        if search is not None:
            rows = [asdict(row) for row in find(models, name, search)]
        else:
            rows = list(models.table("audit_log").rows_where("stream = ?", [name], order_by="version"))
    steps = table.fold(name).system.steps
    return [{**row, "at": _at(row["turn"], row["segment"], steps)} for row in rows]


def _at(turn: int, segment: int, steps: Sequence[str]) -> str:
    return Moment(turn, segment).written(steps) if turn else "set-up"


def log_view(rows: Sequence[dict[str, Any]]) -> FittedTable:
    """The log as a table."""
    from commands.views.tables import table_of

    shown = [(f"#{row['version']}", str(row["at"]), str(row["sentence"])) for row in rows]
    return table_of(("Event", "At", "What happened"), shown)


def export(table: Table, name: str, path: Path) -> str:
    """Write every event as one line of JSON, canonical state included, and say so."""
    from sits_es.store.codec import Codec

    codec = Codec()
    with new_file(path) as out:
        number = 0
        for recorded in table.store.read(name):
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
