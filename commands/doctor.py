"""The verb doctor: versions, the health of the store, what is owed."""

from __future__ import annotations

import typer

from commands.output import Json, show_json


def doctor(as_json: Json = False) -> None:
    """Look after the installation: versions, the store's health, and which games wait for orders."""
    from commands.health import examine
    from commands.table import Table

    with Table.open() as table:
        found = examine(table)
    if as_json:
        show_json(found.as_json())
    else:
        typer.echo(found.in_words())
    if found.ills:
        raise typer.Exit(1)
