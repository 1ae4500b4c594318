"""The verb recheck: games of any store derived again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.options import Json
from commands.output import show_json
from commands.stream import progress


def recheck(
    places: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PLACE]...", help="A store's file, or a folder with stores; by default your own games."
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, max=64, help="Programs that share the work; by default one a core.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Derive all games of stores again, wherever they lie: every byte, every exchange from its orders and dice.

    Nothing is changed there, and nothing that only saves time is made use of. A line for each game; the exit status is
    1 when anything is wrong.
    """
    from commands.home import home, server
    from sits_es.errors import NotAllowedError
    from sits_es.service.recheck import cores, in_words, stores_in
    from sits_es.service.recheck import recheck as rechecked

    if not places and server() is not None:
        raise NotAllowedError(
            "The record is on a server, and recheck derives the games of stores in files. Name their places; for the "
            "games on the server: sits audit --all"
        )
    stores = stores_in(places or [home()])
    with progress("Checking", as_json=as_json) as done:
        found = rechecked(stores, jobs or cores(), done)
    if as_json:
        show_json({"ok": all(store.sound for store in found), "stores": [store.as_json() for store in found]})
    else:
        for store in found:
            for text, good in store.lines():
                typer.echo(text, err=not good)
        typer.echo(in_words(found))
    if not all(store.sound for store in found):
        raise typer.Exit(1)
