"""A read model: a rule that folds one game's events into rows, and the loop that saves them a batch at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec
import orjson
from attrs import Factory, define, evolve, fields, frozen, resolve_types

from sits_es.events import Event
from sits_es.store import Recorded

if TYPE_CHECKING:
    from projections.database import Database


@define
class OneGame:
    """The rows of one game at work: events go in batch after batch, and the rows that they touch come out.

    Its fields are what must be known to go on later, and are kept; but for those that begin with an underscore, which
    are given anew and have a default.
    """

    stream: str

    def take(self, events: Sequence[Recorded]) -> Iterable[Any]:
        """Let events, one or more and in order, change the rows; returns every row they touched, whole.

        Where a row comes more than once, the last holds.
        """
        return [row for recorded in events for row in self.rows_of(recorded.event)]

    def rows_of(self, event: Event) -> Iterable[Any]:
        """The rows that one event touches, for those who ask nothing else of what is recorded."""
        raise NotImplementedError


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
        """Write rows, the last of each key, over what is there; as JSON what is a list or a dict."""
        parts = fields(resolve_types(self.row))
        names, in_json = tuple(part.name for part in parts), [n for n, part in enumerate(parts) if _in_json(part.type)]
        key, values = attrgetter(*self.key), attrgetter(*names)
        newest = {key(row): values(row) for row in rows}
        if not newest:
            return
        cells: Iterable[tuple[Any, ...]] = newest.values()
        if in_json:
            cells = (_with_json(row, in_json) for row in cells)
        db.table(self.name).upsert_all([names, *cells], pk=self.key)

    def read(self, row: dict[str, Any]) -> dict[str, Any]:
        """A row as its class has it: lists and dicts instead of their JSON, truth instead of 0 and 1."""
        parts = fields(resolve_types(self.row))
        return {part.name: _read(part.type, row[part.name]) for part in parts}


def _read(kind: Any, value: Any) -> Any:
    if value is None:
        return None
    return orjson.loads(value) if _in_json(kind) else bool(value) if kind is bool else value


def _plain(kind: Any) -> type:
    """The type of a column: whole number or text, whether or not it may be empty."""
    kinds = {part for part in get_args(kind) or (kind,) if part is not type(None)}
    return int if kinds <= {int, bool} else str


def _in_json(kind: Any) -> bool:
    return get_origin(kind) in (tuple, dict)


def _with_json(row: tuple[Any, ...], columns: Sequence[int]) -> tuple[Any, ...]:
    """A row whose lists and dicts, in these columns, are there as canonical JSON, written as fast as can be."""
    cells = list(row)
    for column in columns:
        cells[column] = orjson.dumps(cells[column], option=orjson.OPT_SORT_KEYS).decode()
    return tuple(cells)


@frozen
class ReadModel:
    """A projection of single games.

    rows: the rows of a game at work, by the name of its stream, before its first event. prepare: what the table needs
    besides its columns; more: tables that this makes. in_force: which rows hold at the end of what was projected: those
    whose column of that name says so, or with several names those that are the newest by these columns; with none all
    of them.
    """

    name: str
    version: int
    table: Table
    rows: Callable[[str], OneGame]
    prepare: Callable[[Database], None] = lambda _: None
    more: tuple[str, ...] = Factory(tuple)
    in_force: tuple[str, ...] = ()

    @property
    def tables(self) -> tuple[str, ...]:
        """Every table that this read model owns."""
        return (self.table.name, self._states, *self.more)

    @property
    def _states(self) -> str:
        return f"{self.table.name}_state"

    @property
    def _holds(self) -> str:
        """The condition, in SQL, for rows that hold."""
        if len(self.in_force) < 2:
            return "".join(self.in_force) or "1"
        columns = ", ".join(self.in_force)
        newest = ", ".join(f"{column} DESC" for column in self.in_force)
        table = self.table.name
        chosen = f"SELECT {columns} FROM {table} WHERE stream = :stream ORDER BY {newest} LIMIT 1"  # noqa: S608 - ours
        return f"({columns}) = ({chosen})"

    def start(self, db: Database) -> None:
        """Make the tables where they are missing."""
        self.table.create(db)
        db.table(self._states).create({"stream": str, "state": str}, pk="stream", if_not_exists=True)
        self.prepare(db)

    def apply(self, batch: Sequence[Recorded], db: Database) -> None:
        """Save what a batch of one game's events changes, in one transaction with whatever the caller has open."""
        if not batch:
            return
        stream = batch[0].stream
        with db.atomic():
            rows = self.rows(stream)
            if batch[0].version:
                rows = self._resumed(db, rows)
            self.table.save(db, rows.take(batch))
            state = msgspec.json.encode(rows, order="deterministic").decode()
            db.table(self._states).upsert({"stream": stream, "state": state}, pk="stream")

    def _resumed(self, db: Database, rows: OneGame) -> OneGame:
        """The rows of a game as work on them last ended."""
        found = next(db.table(self._states).rows_where("stream = ?", [rows.stream], select="state"), None)
        if found is None:
            return rows
        kept = msgspec.json.decode(found["state"], type=type(rows))
        names = [part.name for part in fields(type(rows)) if not part.name.startswith("_")]
        return evolve(rows, **{name: getattr(kept, name) for name in names})

    def holding(self, db: Database, stream: str) -> Iterator[dict[str, Any]]:
        """The rows of a game that hold at the end of what was projected, in the order of their key, as `Table.read`."""
        where = f"stream = :stream AND {self._holds}"
        rows = db.table(self.table.name).rows_where(where, {"stream": stream}, order_by=", ".join(self.table.key))
        return map(self.table.read, rows)
