"""The verb explain: one event of the record, redone on paper."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.output import Json, Width, show_json
from commands.output import show as show_view


def explain(
    game: Annotated[str, typer.Argument(help="Name of a game.")],
    event: Annotated[str, typer.Argument(help="Number of an event, such as 120 or #120.")],
    as_json: Json = False,
    width: Width = None,
) -> None:
    """Explain one event as you would redo it on paper: tables, sums, rules, and its dice from the seed."""
    from commands.explaining import explain as explained
    from commands.table import Table

    with Table.open() as table:
        found = explained(table, game, event)
    if as_json:
        show_json(found.as_json())
    else:
        show_view(found.view(), width)
