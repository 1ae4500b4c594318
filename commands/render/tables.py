"""Plain tables that read well without colour and without a terminal that knows boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from commands.render.listing import Listing


def table_of(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Listing:
    """A table with a line under its heads; texts are taken as they are."""
    from commands.render.listing import Listing

    return Listing(heads=tuple(heads), rows=tuple(rows))
