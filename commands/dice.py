"""Verbs about dice: dice verify."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.output import Json, examples, group, show_json

app = group("The dice: anybody can work them out again.")


@app.command(epilog=examples("sits dice verify duel", "sits dice verify duel --json"))
def verify(game: Annotated[str, typer.Argument(help="Name of a game.")], as_json: Json = False) -> None:
    """Work every seed out of its seals and nonces and every roll out of its seed; name what is not as recorded."""
    from commands.rolling import check_dice
    from commands.table import Table

    with Table.open() as table:
        found = check_dice(table, game)
    if as_json:
        show_json(found.as_json())
    else:
        typer.echo(found.in_words(), err=bool(found.faults))
    if found.faults:
        raise typer.Exit(1)


@app.callback()
def dice() -> None:
    """The dice: anybody can work them out again."""
