"""The rows of read models at work: a game is folded fact by fact, and each fact's rows come out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from projections.model import Instant, ReadModel, RowKey, TableRow
from sits_es.game.fold import Fold, on_record
from sits_es.store import Recorded

#: Rows that a fact touches, each with its read model.
Touched = Iterator[tuple[ReadModel, TableRow]]


class RowsAtWork:
    """The rows of some read models for one branch, fact by fact, from where its fold stands.

    counts: how many rows a read model has so far; in_force: those that a column says are in force; each by its name.
    """

    def __init__(
        self,
        models: Sequence[ReadModel],
        fold: Fold | None = None,
        counts: Mapping[str, int] | None = None,
        in_force: Mapping[str, Sequence[TableRow]] | None = None,
    ) -> None:
        self.fold = fold or Fold()
        self._before = [model for model in models if model.before]
        self._after = [model for model in models if not model.before]
        self._counts = {model.name: 0 for model in models} | dict(counts or {})
        self._in_force: dict[str, dict[RowKey, TableRow]] = {model.name: {} for model in models}
        for model in models:
            for row in (in_force or {}).get(model.name, ()):
                self._in_force[model.name][row[: model.keys]] = row

    def take(self, recorded: Recorded, *, last: bool = False) -> Touched:
        """Fold one fact, and give the rows that it touches, each with its read model. last: the last of a batch.

        Raises UnsoundError for a fact that does not fit those before it.
        """
        with on_record(recorded.stream, recorded.version, recorded.event):
            touched = [*self._asked(self._before, recorded, last=last)] if self._before and recorded.version else []
            self.fold.add(recorded.event)
            touched += self._asked(self._after, recorded, last=last)
        yield from touched

    def _asked(self, models: Sequence[ReadModel], recorded: Recorded, *, last: bool) -> Touched:
        kind, game = type(recorded.event), self.fold.game
        for model in models:
            if (model.facts and kind not in model.facts) or (model.last and not last):
                continue
            name, held = model.name, self._in_force[model.name]
            walk = game.walk.past(recorded.event) if model.before else game.walk
            for row in [*model.rows(Instant(recorded, game, walk, self._counts[name] + 1, held))]:
                self._counts[name] += 1
                if model.flag:
                    if getattr(row, model.flag):
                        held[row[: model.keys]] = row
                    else:
                        held.pop(row[: model.keys], None)
                yield model, row


class RowChange(Struct, frozen=True):
    """A row that holds from now on, or no longer. table: its read model's name; row: None if it does not hold."""

    table: str
    key: RowKey
    row: TableRow | None


class LiveRows:
    """The rows of read models for one branch that hold, from its first event on."""

    def __init__(self, models: Sequence[ReadModel]) -> None:
        self._work = RowsAtWork(models)
        self._held: dict[str, dict[RowKey, TableRow]] = {model.name: {} for model in models}
        #: By table, its columns and those that name a row.
        self.tables = {model.name: (model.columns, model.columns[: model.keys]) for model in models}

    @property
    def fold(self) -> Fold:
        """The game so far."""
        return self._work.fold

    @property
    def rows(self) -> dict[str, list[dict[str, Any]]]:
        """The rows that hold, by table, in the order of their key."""
        return {name: [held[key]._asdict() for key in sorted(held)] for name, held in self._held.items()}

    def take(self, recorded: Recorded) -> list[RowChange]:
        """Fold one fact, and tell what it changes; they come in their order, from the first one on."""
        changed: dict[tuple[str, RowKey], TableRow | None] = {}
        for model, row in self._work.take(recorded):
            held, key = self._held[model.name], row[: model.keys]
            if model.newest:
                for old in [each for each in held if each[: model.newest] != key[: model.newest]]:
                    del held[old]
                    changed[model.name, old] = None
            now = row if not model.flag or getattr(row, model.flag) else None
            if held.get(key) != now:
                changed[model.name, key] = now
                if now is None:
                    del held[key]
                else:
                    held[key] = now
        return [RowChange(name, key, row) for (name, key), row in changed.items()]
