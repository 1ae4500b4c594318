"""The rows of a game's own read models event by event: what each event changes of the rows that hold."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from attrs import asdict, define, field, fields_dict, frozen

from projections.model import OneGame, ReadModel
from projections.read_models import own_models
from sits_es.store import Recorded


@frozen
class RowChange:
    """A row that holds from now on, or no longer. table: its read model's name; key: what its columns of a key hold.

    row: its columns without the stream's, in the order of its class; None where it does not hold any more.
    """

    table: str
    key: tuple[Any, ...]
    row: dict[str, Any] | None


#: A row's columns without the stream's, by name; None: it does not hold.
_Row = dict[str, Any] | None


@define
class _Kept:
    """One read model at work. rows: those that hold, by their key; newest: when the newest are of."""

    model: ReadModel
    work: OneGame
    rows: dict[tuple[Any, ...], _Row] = field(factory=dict)
    newest: tuple[int, ...] = ()

    def take(self, recorded: Recorded) -> dict[tuple[Any, ...], _Row]:
        """Rows that an event changes, by their key."""
        changed: dict[tuple[Any, ...], _Row] = {}
        for row in self.work.take([recorded]):
            for key, now in self._holding(row):
                if self.rows.get(key) != now:
                    changed[key] = now
                    if now is None:
                        del self.rows[key]
                    else:
                        self.rows[key] = now
        return changed

    def _holding(self, row: Any) -> list[tuple[tuple[Any, ...], _Row]]:
        """What a row that was touched says of rows that hold: it goes on changing, so what it holds now is kept."""
        model = self.model
        key = attrgetter(*model.table.key)(row)[1:]
        now = {name: value for name, value in asdict(row).items() if name != "stream"}
        match model.in_force:
            case ():
                return [(key, now)]
            case (marked,):
                return [(key, now if now[marked] else None)]
        when = tuple(now[column] for column in model.in_force)
        if when < self.newest:
            return [(key, None)]
        older = [] if when == self.newest else [(each, None) for each in self.rows]
        self.newest = when
        return [*older, (key, now)]


class LiveRows:
    """The rows of a rule system's own read models for one branch, from its first event on."""

    def __init__(self, system: str, stream: str) -> None:
        self._kept = [_Kept(model, model.rows(stream)) for model in own_models(system)]

    @property
    def tables(self) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """By table, its columns and those that name a row, the stream's left out of both."""
        return {
            kept.model.name: (
                tuple(name for name in fields_dict(kept.model.table.row) if name != "stream"),
                kept.model.table.key[1:],
            )
            for kept in self._kept
        }

    def take(self, recorded: Recorded) -> list[RowChange]:
        """What an event changes; they come in their order, from the first one on."""
        return [RowChange(kept.model.name, key, row) for kept in self._kept for key, row in kept.take(recorded).items()]
