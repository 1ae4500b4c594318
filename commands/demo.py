"""The verb demo: the bundled duel, both sides' bundled orders, played and shown."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.output import Ascii, Width, columns
from commands.output import show as show_view


def demo(
    name: Annotated[str, typer.Option("--name", help="What the game is to be called.")] = "duel",
    scenario: Annotated[str, typer.Option("--scenario", help="A bundled scenario that has orders.")] = "duel",
    full: Annotated[bool, typer.Option("--full", help="Show every segment in full.")] = False,
    ascii_only: Ascii = False,
    width: Width = None,
) -> None:
    """Play the bundled duel with both sides' orders and show its turns. Run again, it is read from the record."""
    from commands.demonstrating import demonstrate
    from commands.table import Table

    with Table.open() as table:
        show_view(demonstrate(table, scenario, name, full=full, ascii_only=ascii_only, width=columns(width)), width)
