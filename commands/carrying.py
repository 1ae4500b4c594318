"""Verbs that carry a player's folder: backup, restore."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sits_es.errors import NotAllowedError


def _at_home() -> Path:
    """The player's folder, whose record must be in it."""
    from commands.home import home, server

    if server() is not None:
        raise NotAllowedError(
            "The record is on a PostgreSQL server (SITS_STORE), which is backed up by its own means: see "
            "sits_es/store/postgres/POSTGRESQL.md."
        )
    return home()


def backup(
    target: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder, on another disk if there is one.")],
) -> None:
    """Copy your folder while nobody writes in it: games, letters, keys and settings. The copy is checked.

    It holds your keys: keep it where nobody else can read it. It can be looked into: SITS_HOME=FOLDER sits games
    """
    from sits_es.service.backup import back_up

    made = back_up(_at_home(), target)
    typer.echo(f"{made.folder}: {made.games}; every byte, link and digest is sound.")
    typer.echo("Keys are in it: keep it where nobody else can read it.")


def restore(
    source: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that `sits backup` has written.")],
    older: Annotated[
        bool, typer.Option("--older", help="Also where games here have events that the backup lacks.")
    ] = False,
) -> None:
    """Put a backup in the place of what is in your folder, once it is checked. Nothing is deleted.

    What it replaces is kept in a folder of its own beside it. End all other programs that use your folder first.
    """
    from sits_es.service.backup import put_back

    done = put_back(source, _at_home(), older=older)
    typer.echo(f"{done.folder}: {done.games}, from {source}.")
    if done.aside is not None:
        typer.echo(f"What was there is in {done.aside}.")
    if done.by_mail:
        typer.echo(
            "Games by mail are an older copy now, and the others may have more of you than you have. Take mail in "
            "before you seal or sign anything: sits mail in"
        )
