"""Plain tables that read well without colour and without a terminal that knows boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table


def table_of(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """A table with a line under its heads; texts are taken as they are."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for head in heads:
        table.add_column(Text(head), overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return table
