"""The blank sits.toml: every key with what it means, all of them in this one place; and a first file made of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from sits_es.toml import KeyPath

_TABLE: Final = re.compile(r"#?\[([a-z.]+)\]")
_KEY: Final = re.compile(r"#([a-z]+) = ")

#: What can be set in the file, by the path of its key.
Wanted = Mapping[KeyPath, str | int]


@cache
def blank_settings() -> str:
    """The text of the file before anything is set."""
    return (files("sits_es.post") / "sits.toml").read_text(encoding="utf-8")


@cache
def known_keys() -> Mapping[KeyPath, tuple[str, ...]]:
    """Names of the keys and tables in each table, in the file's order; the file itself is the table ()."""
    names: dict[KeyPath, dict[str, None]] = {(): {}}
    for path in _paths():
        for depth in range(len(path)):
            names.setdefault(path[:depth], {})[str(path[depth])] = None
    return {path: tuple(each) for path, each in names.items()}


def filled(wanted: Wanted) -> str:
    """The file with some keys set; the rest stays as it is explained."""
    lines = blank_settings().splitlines(keepends=True)
    tables = {path[:-1] for path in wanted}
    table: KeyPath = ()
    for number, line in enumerate(lines):
        if (begins := _TABLE.match(line)) is not None:
            table = tuple(begins[1].split("."))
            lines[number] = line.removeprefix("#") if table in tables else line
        elif (key := _KEY.match(line)) is not None and (*table, key[1]) in wanted:
            lines[number] = f"{key[1]} = {written(wanted[*table, key[1]])}\n"
    return "".join(lines)


def as_lines(wanted: Wanted) -> str:
    """Keys as they are written into a file by hand, table by table."""
    tables: dict[KeyPath, list[str]] = {}
    for path, value in wanted.items():
        tables.setdefault(path[:-1], []).append(f"{path[-1]} = {written(value)}")
    return "\n\n".join("\n".join([f"[{'.'.join(map(str, table))}]", *lines]) for table, lines in tables.items())


def written(value: str | int) -> str:
    """A value as TOML has it."""
    return json.dumps(value, ensure_ascii=False)


def _paths() -> Iterator[KeyPath]:
    """The path of each key and table."""
    table: KeyPath = ()
    for line in blank_settings().splitlines():
        if (begins := _TABLE.match(line)) is not None:
            table = tuple(begins[1].split("."))
            yield table
        elif (key := _KEY.match(line)) is not None:
            yield (*table, key[1])
