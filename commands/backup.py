"""Verbs that copy a player's folder or a game: backup, restore, export, import."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.home import by_mail, home, open_desk, open_game, open_session, server
from commands.options import GameOrBranch
from commands.output import say
from commands.stream import progress
from sits_es.errors import NotAllowedError


def _at_home() -> Path:
    """The player's folder, whose record must be in it."""
    if server() is not None:
        raise NotAllowedError(
            "The record is on a PostgreSQL server (SITS_STORE), so back it up there: see sits docs postgresql."
        )
    return home()


def _streams_by_mail() -> set[str]:
    """Branches of the record that come with letters."""
    return {name for game, branch in by_mail().items() for name in (game, branch)}


def backup(
    target: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder, ideally on another disk.")],
) -> None:
    """Copy your folder (games, letters, keys, settings) and check the copy.

    During the backup nobody can write in the folder. The copy holds your keys: keep it where nobody else can read it.
    To look into the copy: SITS_HOME=FOLDER sits games

    sits backup /media/stick/sits-march
    """
    from sits_es.service.backup import back_up

    with progress("Checking the copy") as pace:
        made = back_up(_at_home(), target, pace)
    typer.echo(f"{made.folder}: {made.games}; every byte, link and digest is sound.")
    typer.echo("The copy holds keys: keep it where nobody else can read it.")


def restore(
    source: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that `sits backup` wrote.")],
    older: Annotated[
        bool, typer.Option("--force", help="Restore even if games here have events that the backup lacks.")
    ] = False,
    set_aside: Annotated[
        bool,
        typer.Option(
            "--set-aside", help="Restore even if some games in the backup are not sound; those go into set-aside/."
        ),
    ] = False,
) -> None:
    """Check a backup, and replace your folder's contents with it. Nothing is deleted.

    First end all other programs that use your folder. The command recomputes every game in the backup by its rules
    before it replaces anything. The old files are kept in a folder of their own.

    sits restore /media/stick/sits-march
    sits restore /media/stick/sits-march --force
    """
    from sits_es.service.backup import restore

    with progress("Checking the backup") as pace:
        done = restore(source, _at_home(), older=older, set_aside=set_aside, done=pace)
    typer.echo(f"{done.folder}: {done.games}, from {source}.")
    for line in done.evidence:
        typer.echo(line)
    if done.aside is not None:
        typer.echo(f"The old files are in {done.aside}.")
    if done.by_mail:
        with open_desk() as desk:
            desk.note_restored()
        say(
            "Your games by mail are now older copies, so the others may hold letters of yours that you lack. Your "
            "program asks them and signs nothing until somebody answers: sits mail out, later sits mail in"
        )


def export(
    game: GameOrBranch,
    out: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    whole: Annotated[bool, typer.Option("--all", help="The game with all its branches.")] = False,
    since: Annotated[
        str | None,
        typer.Option(
            "--since",
            metavar="FILE|NUMBER",
            help="Only events after a saved checkpoint, or after the first NUMBER events.",
        ),
    ] = None,
) -> None:
    """Write a game into a file, byte for byte as recorded, for another folder or a club's server.

    Exporting a branch includes the history it shares with its parents.

    sits export duel -o duel.bundle
    sits export duel -o new.bundle --since kept-checkpoint.txt
    """
    from sits_es.disk import is_there, read_text
    from sits_es.service.exports import export as write

    if since is not None and not since.isdecimal():
        since = read_text(Path(since)) if is_there(Path(since)) else since
    with open_game(game) as opened:
        with progress("Writing") as pace:
            done = write(opened, out, whole=whole, since=since, done=pace)
        plays = opened.stream in _streams_by_mail()
    typer.echo(done.written())
    if plays:
        typer.echo(
            "The game is played by mail: the file holds no letters, keys or secrets; `sits backup` copies those too."
        )


def take(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `sits export` wrote.")],
) -> None:
    """Import a game from a file that `sits export` wrote.

    Events that are already here must match those in the file. Either all new events are imported or none.

    sits import duel.bundle
    """
    from sits_es.service.exports import import_game as take_in
    from sits_es.service.exports import streams_in

    if played := sorted(_streams_by_mail() & set(streams_in(file))):
        raise NotAllowedError(
            f"{played[0]} is played by mail here, and its record comes only from letters. Nothing was imported."
        )
    with open_session() as session, progress("Importing") as pace:
        done = take_in(session, file, pace)
    for line in done.taken():
        typer.echo(line)
