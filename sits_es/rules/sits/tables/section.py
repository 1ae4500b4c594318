"""A table of the play-aid card: it reads its cells, writes them as data, prints them, and says where they come from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from msgspec import Struct, field, structs

from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.values import Tables

#: Said of whatever a game, or a file of tables, has of its own.
OWN: Final = "own table"

#: Every section by name, in the order of the card's data, those that are ruled last. `tables` puts them here, for sums
#: that say where a number comes from: sections go by sums.
SECTIONS: Final[dict[str, TableSection]] = {}

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


class TableSection(Struct, frozen=True, kw_only=True):
    """One section of a file of tables.

    about: comments above it; parts: those above each of its parts, for a section in parts. bundled: where its bundled
    numbers come from. depth: how many names below the section an entry is told by: 0 where it is replaced as a whole.
    ruled: the program's sums stand for it where nothing is entered.
    """

    name: str
    about: tuple[str, ...] = ()
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bundled: str
    depth: int = 1
    ruled: bool = False

    def read(self, cells: Cells, so_far: Mapping[str, Any]) -> dict[str, Any]:
        """Its fields of `Tables`. so_far: those of the sections before it; every fault is noted."""
        raise NotImplementedError

    def data(self, tables: Tables) -> Any:
        """As a game stores it and a file enters it; a table that is ruled has the game's own rows alone."""
        raise NotImplementedError

    def full(self, tables: Tables) -> Any:
        """Every cell in force, in the shape in which a file enters it, as far as a table without an end is printed."""
        return self.data(tables)

    def entries(self, data: Any) -> dict[tuple[str, ...], Any]:
        """The entries of it that can be a game's own, each by its key."""
        found: dict[tuple[str, ...], Any] = {(self.name,): data}
        for _ in range(self.depth):
            found = {(*key, name): entry for key, entries in found.items() for name, entry in entries.items()}
        return found

    def own(self, tables: Tables, card: Tables) -> Iterable[str]:
        """The keys of entries that differ from the card's, such as graser_damage.90."""
        theirs = self.entries(self.data(card))
        return [".".join(key) for key, each in self.entries(self.data(tables)).items() if theirs.get(key) != each]

    def source(self, tables: Tables, *key: str | int) -> str:
        """Where an entry comes from, in a few words that fit in a column; key: below the section, to any depth."""
        steps = self.steps(tables, tuple(map(str, key)))
        if any(is_below(own, (self.name, *steps)) for own in tables.own) and not self.left_out(tables, steps):
            return OWN
        return self.printed(tables, steps)

    def steps(self, tables: Tables, key: tuple[str, ...]) -> tuple[str, ...]:
        """The key of the entry that holds a cell."""
        return key

    def left_out(self, tables: Tables, steps: tuple[str, ...]) -> bool:
        """Whether the game's own entry leaves a cell to the sum or the rule."""
        return False

    def printed(self, tables: Tables, steps: tuple[str, ...]) -> str:
        """Where a cell comes from that is not the game's own."""
        return self.bundled

    def sources(self, tables: Tables) -> dict[str, str]:
        """Where each entry comes from, by its key."""
        return {".".join(key): self.source(tables, *key[1:]) for key in self.entries(self.full(tables))}

    def lines(self, tables: Tables) -> Iterator[str]:
        """It as a file has it, cell by cell, with what rows and columns mean and where they come from."""
        data = self.full(tables)
        yield from _comments(self.about)
        if self.depth < 2:
            yield from self.whence(tables)
            yield f"[{self.name}]"
            yield from self.body(tables, data)
            return
        if not self.parts:
            yield from self.whence(tables)
        for at, (part, rows) in enumerate(data.items()):
            yield from ("",) if at else ()
            if self.parts:
                yield from _comments(self.parts[part])
                yield from self.whence(tables, part)
            yield f"[{self.name}.{_name(part)}]"
            yield from self.rows(tables, rows, part)

    def whence(self, tables: Tables, *part: str) -> Iterator[str]:
        """The comment that says where it comes from."""
        yield f"# Source: {self.source(tables, *part)}"

    def body(self, tables: Tables, data: Any) -> Iterator[str]:
        """What stands below its name, for a section without parts."""
        return self.rows(tables, data)

    def columns(self, rows: Mapping[str, Any], *part: str) -> Sequence[object]:
        """What its columns stand for, where its numbers stand below each other."""
        return ()

    def rows(self, tables: Tables, data: Mapping[str, Any], *part: str) -> Iterator[str]:
        """Rows by their names, numbers below each other."""
        name, heads = max(len(_name(row)) for row in data), self.columns(data, *part)
        width = max(len(str(cell)) for cells in (*data.values(), heads) for cell in cells) if heads else 0
        if heads:
            yield f"#{' ' * (name + 3)}{'  '.join(f'{head:>{width}}' for head in heads)}"
        for row, value in data.items():
            yield f"{_name(row):>{name}} = {_value(value, width)}{self.note(tables, *part, row)}"

    def note(self, tables: Tables, *key: str) -> str:
        """What is said beside an entry: that it is the game's own, if it is."""
        return f"  # {OWN}" if self.source(tables, *key) == OWN else ""


class Types(TableSection, frozen=True, kw_only=True):
    """A table of types, each with numbers.

    kept: the field of `Tables`; row: its class, the type first; numbers: their names in a file; order: of rows.
    """

    kept: str
    row: type[Any]
    numbers: tuple[str, ...]
    order: Callable[[Any], Any]

    def read(self, cells: Cells, so_far: Mapping[str, Any]) -> dict[str, Any]:
        found = []
        for type_ in cells.types((self.name,)):
            cells.record((self.name, type_), self.numbers)
            found.append(self.row(type_, *(cells.number((self.name, type_, number)) for number in self.numbers)))
        return {self.kept: tuple(sorted(found, key=self.order))}

    def data(self, tables: Tables) -> dict[str, dict[str, int]]:
        rows = map(structs.astuple, getattr(tables, self.kept))
        return {type_: dict(zip(self.numbers, numbers, strict=True)) for type_, *numbers in rows}

    def body(self, tables: Tables, data: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
        widths = {part: max(len(str(row[part])) for row in data.values()) for part in self.numbers}
        name = max(map(len, data))
        for type_, row in data.items():
            cells = ", ".join(f"{part} = {row[part]:>{widths[part]}}" for part in row)
            yield f"{type_:<{name}} = {{ {cells} }}{self.note(tables, type_)}"


def source(tables: Tables, *key: str | int) -> str:
    """Where an entry of the tables comes from, in a few words that fit in a column.

    key: as in a file of tables, to whatever depth is known. A damage block goes on with the row (hexes, 0 up) and the
    column (0 up): `"graser_damage", "70", 0, 3`; a range with V, H: `"ralt", "ranges", 21, 3`; the kill chart with
    the percentage looked up: `"kill_chart", 28`; plots with any window: `"plots", "C/D-", 4`.
    """
    section, *below = key
    if not SECTIONS:  # a game that is read from a snapshot has needed none of them
        import_module("sits_es.rules.sits.tables.tables")
    return SECTIONS[str(section)].source(tables, *below)


def is_below(own: str, steps: tuple[str, ...]) -> bool:
    """Whether a key of the game's own, such as graser_damage.90, is the entry asked for or holds it."""
    return ".".join(steps[: own.count(".") + 1]) == own


def in_lines(name: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A list of tables, one a line, with its numbers below each other: decimals without quotes, salvoes with them."""
    parts = list(dict.fromkeys(part for row in rows for part in row))
    told = [{part: f'"{cell}"' if part == "max_salvos" else str(cell) for part, cell in row.items()} for row in rows]
    widths = {part: max(len(row[part]) for row in told if part in row) for part in parts}
    yield f"{name} = ["
    for row in told:
        cells = ", ".join(f"{part} = {row[part]:>{widths[part]}}" for part in parts if part in row)
        yield f"  {{ {cells} }},"
    yield "]"


def _comments(lines: Iterable[str]) -> Iterator[str]:
    return (f"# {line}" for line in lines)


def _name(name: str) -> str:
    return name if _BARE.fullmatch(name) else f'"{name}"'


def _value(value: Any, width: int) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_value(each, width) for each in value)}]"
    return f'"{value}"' if isinstance(value, str) else f"{value:>{width}}"
