"""Plain tables that read well without colour and without a terminal that knows boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from commands.render.fitted import FittedTable


def table_of(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> FittedTable:
    """A table with a line under its heads; texts are taken as they are."""
    from rich.box import SIMPLE_HEAD
    from rich.text import Text

    from commands.render.fitted import FittedTable

    return FittedTable(
        heads=tuple(map(Text, heads)),
        rows=tuple(tuple(map(Text, row)) for row in rows),
        box=SIMPLE_HEAD,
        padding=(0, 1),
    )
