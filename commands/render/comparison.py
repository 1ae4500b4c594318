"""Two branches held against each other, for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from commands.render.tables import table_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sits_es.service.comparison import Comparison


def comparison(found: Comparison) -> Iterator[RenderableType]:
    """For people, part by part."""
    from rich.text import Text

    if found.parting is None:
        yield Text(f"{found.one} and {found.other} hold the same events as far as both go.")
    else:
        yield Text(f"The first event that differs is #{found.parting.at}:")
        yield Text(f"  {found.one}: {found.parting.one}")
        yield Text(f"  {found.other}: {found.parting.other}")
    yield Text()
    if not found.rows:
        yield Text(f"At {found.moment} every ship is the same in both.")
        return
    yield Text(f"At {found.moment}:")
    yield table_of(("Ship", "What", found.one, found.other), found.rows)
