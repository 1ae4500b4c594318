"""A read model: a pure function from a fact and the game around it to rows, and the table that keeps them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, get_args, get_origin, get_type_hints

import orjson
from attrs import define, field, frozen

from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.store import Recorded
from sits_es.values import Value

if TYPE_CHECKING:
    from sqlite_utils import Database

    from sits_es.game.exchanges import Walk
    from sits_es.game.state import Game

#: The table of the read models whose tables are made: their names and versions.
MADE: Final = "made"
#: The columns that name a row, the stream left out, as they stand in it.
RowKey = tuple[Any, ...]
#: A row: a named tuple, whose columns that name it stand first. The table has the stream before them.
TableRow = Any


@define(eq=False)
class Instant:
    """A fact and the game after it, or before it where the read model asks for that. walk: of the fact itself.

    number: of the read model's next row, 1 up; in_force: its rows so far that a column of theirs says are in force.
    """

    recorded: Recorded
    game: Game
    walk: Walk
    number: int
    in_force: Mapping[RowKey, TableRow]

    @property
    def event(self) -> Any:
        """The fact."""
        return self.recorded.event

    @property
    def board(self) -> Any:
        """The rule system's board."""
        return self.game.board


@frozen
class ReadModel(Value):
    """A table of rows worked out from the facts of single games. version: counts up whenever its rows change.

    row: the class of its rows, of which the first `keys` columns name one. rows: those that a fact touches, whole.
    facts: that it is asked about, all by default; before: it is asked before they change the game; last: only about the
    last fact of a batch. Rows hold at the end of what was taken in if they are `newest` by so many of their first
    columns, or if the column `flag` says so; with neither all do. prepare: what the table needs besides its columns;
    more: the tables and views that this makes.
    """

    name: str
    version: int
    row: type[TableRow]
    keys: int
    rows: Callable[[Instant], Iterable[TableRow]]
    facts: Collection[type[Event]] = ()
    before: bool = False
    last: bool = False
    newest: int = 0
    flag: str = ""
    prepare: Callable[[Database], None] = lambda _: None
    more: tuple[str, ...] = ()
    _kinds: Mapping[str, Any] = field(init=False, eq=False, repr=False)

    @_kinds.default
    def _kinds_of_the_row(self) -> Mapping[str, Any]:
        return get_type_hints(self.row)

    @property
    def table(self) -> str:
        """The name of its table."""
        return self.name.replace(".", "_")

    @property
    def tables(self) -> set[str]:
        """Every table and view that it owns."""
        return {self.table, *self.more}

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a row, the stream's left out."""
        found: tuple[str, ...] = self.row._fields
        return found

    def start(self, db: Database) -> None:
        """Make the table."""
        columns = {"stream": str} | {name: _plain(kind) for name, kind in self._kinds.items()}
        db.table(self.table).create(columns, pk=self._key)
        self.prepare(db)

    def save(self, db: Database, stream: str, rows: Iterable[TableRow]) -> None:
        """Write rows of a game, none of which comes twice, over what is there; lists and dicts as JSON.

        Raises UnreadableError for a number that SQLite can't hold.
        """
        in_json = [place for place, kind in enumerate(self._kinds.values(), 1) if _in_json(kind)]
        cells = [[stream, *row] for row in rows]
        for row in cells if in_json else ():
            for place in in_json:
                row[place] = orjson.dumps(row[place], option=orjson.OPT_SORT_KEYS).decode()
        try:
            if cells:
                db.table(self.table).upsert_all([["stream", *self.columns], *cells], pk=self._key)
        except OverflowError as fault:
            raise UnreadableError("The event holds a number that is too large for the tables of read.db.") from fault

    def holding(self, db: Database, stream: str) -> list[TableRow]:
        """The rows of a game that hold at the end of what was taken in, in the order of their key."""
        holds = self.flag or "1"
        if self.newest:
            newest = self.columns[: self.newest]
            order = ", ".join(f"{column} DESC" for column in newest)
            columns = ", ".join(newest)
            chosen = f"SELECT {columns} FROM {self.table} WHERE stream = :stream ORDER BY {order} LIMIT 1"  # noqa: S608 -- ours
            holds = f"({columns}) = ({chosen})"
        where, order_by = f"stream = :stream AND {holds}", ", ".join(self._key)
        found = db.table(self.table).rows_where(where, {"stream": stream}, order_by=order_by)
        return [self.row(**{name: _read(kind, row[name]) for name, kind in self._kinds.items()}) for row in found]

    @property
    def _key(self) -> tuple[str, ...]:
        return ("stream", *self.columns[: self.keys])


def _plain(kind: Any) -> type:
    """The type of a column: whole number or text, whether or not it may be empty."""
    kinds = {part for part in get_args(kind) or (kind,) if part is not type(None)}
    return int if kinds <= {int, bool} else str


def _in_json(kind: Any) -> bool:
    return get_origin(kind) in (tuple, dict)


def _read(kind: Any, value: Any) -> Any:
    """A value as its row has it: lists and dicts instead of their JSON, truth instead of 0 and 1."""
    if value is None or not (_in_json(kind) or kind is bool):
        return value
    return bool(value) if kind is bool else get_origin(kind)(orjson.loads(value))
