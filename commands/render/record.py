"""The audit log, to list and to search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import asdict

from sits_es.report.blocks import TextTable
from sits_es.rules.moments import Moment

if TYPE_CHECKING:
    from sqlite_utils import Database

    from sits_es.rules.system import Exchanges
    from sits_es.store import Head


def rows_of(models: Database, rules: Exchanges, end: Head, search: str | None) -> list[dict[str, Any]]:
    """The audit log's rows up to an end, all or those whose text holds the words searched for."""
    from projections.audit_log import search as find

    if search is not None:
        rows = [asdict(row) for row in find(models, end.stream, search)]
    else:
        rows = list(models.table("audit_log").rows_where("stream = ?", [end.stream], order_by="version"))
    return [{**row, "at": _at(row["turn"], row["segment"], rules)} for row in rows if row["version"] <= end.version]


def _at(turn: int, segment: int, rules: Exchanges) -> str:
    return rules.written(Moment(turn, segment)) if turn else "set-up"


def log(rows: Sequence[dict[str, Any]]) -> TextTable:
    """The log as a table."""
    shown = [(f"#{row['version']}", str(row["at"]), str(row["sentence"])) for row in rows]
    return TextTable(("Event", "At", "What happened"), shown, spaced=True)
