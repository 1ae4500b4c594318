"""var/sits.toml as `sits mail setup` writes it: the explained file with some keys set, or lines to add by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping

from sits_es.post.settings import template_lines
from sits_es.toml import KeyPath, Sheet, named

#: What can be set in the file, by the path of its key.
Wanted = Mapping[KeyPath, str | int]


def filled(wanted: Wanted) -> str:
    """The file with some keys set; the rest stays as it is explained."""
    tables = {path[:-1] for path in wanted}
    return "".join(
        f"{_set(path, wanted)}\n" if path in wanted else line.removeprefix("#") if path in tables else line
        for path, line in template_lines()
    )


def unlike(wanted: Wanted, text: str) -> Wanted:
    """All that is wanted and that a readable text says otherwise, or not at all."""
    sheet = Sheet.read(text, "sits.toml")
    return {path: value for path, value in wanted.items() if sheet.get(path) != value}


def as_lines(wanted: Wanted) -> str:
    """Keys as they are written into a file by hand, table by table."""
    tables = dict.fromkeys(path[:-1] for path in wanted)
    keys = {table: [_set(path, wanted) for path in wanted if path[:-1] == table] for table in tables}
    return "\n\n".join("\n".join([f"[{named(table)}]", *lines]) for table, lines in keys.items())


def _set(path: KeyPath, wanted: Wanted) -> str:
    return f"{path[-1]} = {json.dumps(wanted[path], ensure_ascii=False)}"
