"""Verbs about dice: dice verify."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.output import Json, examples, group

app = group("The dice: anybody can work them out again.")


@app.command(epilog=examples("sits dice verify duel", "sits dice verify duel --json"))
def verify(game: Annotated[str, typer.Argument(help="Name of a game.")], as_json: Json = False) -> None:
    """Work every seed out of its seals and nonces and every roll out of its seed; name what is not as recorded."""
    from commands.findings import report
    from commands.rolling import check_dice
    from commands.table import Table

    with Table.open() as table:
        found = check_dice(table, game)
    report(found, as_json=as_json)


@app.callback()
def dice() -> None:
    """The dice: anybody can work them out again."""
