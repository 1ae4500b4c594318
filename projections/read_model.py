"""A read model: a pure rule that folds one game's events into rows, and the loop that saves them in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Generic, TypeVar, get_args

import orjson
from attrs import Factory, fields, frozen, resolve_types
from cattrs import Converter
from sqlite_utils import Database

from sits_es.canonical import canonical
from sits_es.store import Recorded

S = TypeVar("S")

_CONVERTER = Converter()


@frozen
class Table:
    """A table whose columns are the fields of a row class, in their order. key: columns that name one row."""

    name: str
    row: type[Any]
    key: tuple[str, ...]

    def create(self, db: Database) -> None:
        """Make the table where it is missing."""
        columns = {part.name: _plain(part.type) for part in fields(resolve_types(self.row))}
        db.table(self.name).create(columns, pk=self.key, if_not_exists=True)

    def save(self, db: Database, rows: Iterable[Any]) -> None:
        """Write rows, the last of each key, over what stands there; all in one statement per batch."""
        names = tuple(part.name for part in fields(self.row))
        key, values = attrgetter(*self.key), attrgetter(*names)
        newest = {key(row): values(row) for row in rows}
        if newest:
            db.table(self.name).upsert_all([names, *(tuple(map(_cell, row)) for row in newest.values())], pk=self.key)


def _plain(kind: Any) -> type:
    """The type of a column: whole number or text, whether or not it may be empty."""
    kinds = {part for part in get_args(kind) or (kind,) if part is not type(None)}
    return int if kinds <= {int, bool} else str


def _cell(value: object) -> object:
    """A value as a column holds it: lists and dicts as canonical JSON."""
    return canonical(value).decode() if isinstance(value, tuple | dict) else value


@frozen
class ReadModel(Generic[S]):
    """A projection of single games, each with a small state between its events.

    new: the state of a game before its first event, by the name of its stream. step: the state after an event, and
    the rows that the event changes, whole; pure. prepare: what the table needs besides its columns. in_force: the
    condition, in SQL, for rows that hold at the end of what was projected; by default all do.
    """

    name: str
    version: int
    table: Table
    new: Callable[[str], S]
    step: Callable[[S, Recorded], tuple[S, Iterable[Any]]]
    state: Any
    prepare: Callable[[Database], None] = lambda _: None
    more: tuple[str, ...] = Factory(tuple)
    in_force: str = "1"

    @property
    def tables(self) -> tuple[str, ...]:
        """Every table that this read model owns."""
        return (self.table.name, self._states, *self.more)

    @property
    def _states(self) -> str:
        return f"{self.table.name}_state"

    def start(self, db: Database) -> None:
        """Make the tables where they are missing."""
        self.table.create(db)
        db.table(self._states).create({"stream": str, "state": str}, pk="stream", if_not_exists=True)
        self.prepare(db)

    def apply(self, batch: Sequence[Recorded], db: Database) -> None:
        """Save what a batch of events changes, in one transaction with whatever the caller has open."""
        with db.atomic():
            for stream, events in groupby(batch, key=attrgetter("stream")):
                state = self._load(db, stream)
                rows: list[Any] = []
                for recorded in events:
                    state, changed = self.step(state, recorded)
                    rows.extend(changed)
                self.table.save(db, rows)
                self._keep(db, stream, state)

    def holding(self, db: Database, stream: str) -> Iterator[dict[str, Any]]:
        """The rows of a game that hold at the end of what was projected, in the order of their key."""
        where = f"stream = :stream AND {self.in_force}"
        yield from db.table(self.table.name).rows_where(where, {"stream": stream}, order_by=", ".join(self.table.key))

    def _load(self, db: Database, stream: str) -> S:
        found = next(db.table(self._states).rows_where("stream = ?", [stream], select="state"), None)
        if found is None:
            return self.new(stream)
        kept: S = _CONVERTER.structure(orjson.loads(found["state"]), self.state)
        return kept

    def _keep(self, db: Database, stream: str, state: S) -> None:
        text = orjson.dumps(_CONVERTER.unstructure(state), option=orjson.OPT_SORT_KEYS).decode()
        db.table(self._states).upsert({"stream": stream, "state": text}, pk="stream")
