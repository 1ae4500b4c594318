"""The verb luck: what the dice of a game gave each player."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.output import Json, Width, show_json
from commands.output import show as show_view


def luck(
    game: Annotated[str, typer.Argument(help="Name of a game.")], as_json: Json = False, width: Width = None
) -> None:
    """Compare what each player's dice came to with what dice give on average, kind by kind."""
    from commands.lucky import account
    from commands.table import Table

    with Table.open() as table:
        found = account(table, game)
    if as_json:
        show_json(found.as_json())
    else:
        show_view(found.view(), width)
