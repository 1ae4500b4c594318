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
    target: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder, on another disk if there is one.")],
) -> None:
    """Copy your folder while nobody writes in it: games, letters, keys and settings. The copy is checked.

    It holds your keys: keep it where nobody else can read it. It can be looked into: SITS_HOME=FOLDER sits games

    sits backup /media/stick/sits-march
    """
    from sits_es.service.backup import back_up

    with progress("Checking the copy") as pace:
        made = back_up(_at_home(), target, pace)
    typer.echo(f"{made.folder}: {made.games}; every byte, link and digest is sound.")
    typer.echo("Keys are in it: keep it where nobody else can read it.")


def restore(
    source: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that `sits backup` has written.")],
    older: Annotated[
        bool, typer.Option("--older", help="Even if games here have events that the backup lacks.")
    ] = False,
    set_aside: Annotated[
        bool, typer.Option("--set-aside", help="Even if games in it are not sound: these go into set-aside/.")
    ] = False,
) -> None:
    """Put a backup in the place of what is in your folder, once it is checked. Nothing is deleted.

    Every game in it is played again by its rules first. What it replaces is kept in a folder of its own beside it. End
    all other programs that use your folder first.

    sits restore /media/stick/sits-march
    sits restore /media/stick/sits-march --older
    """
    from sits_es.service.backup import restore

    with progress("Checking the backup") as pace:
        done = restore(source, _at_home(), older=older, set_aside=set_aside, done=pace)
    typer.echo(f"{done.folder}: {done.games}, from {source}.")
    for line in done.evidence:
        typer.echo(line)
    if done.aside is not None:
        typer.echo(f"What was there before is in {done.aside}.")
    if done.by_mail:
        with open_desk() as desk:
            desk.note_restored()
        say(
            "Your games by mail are now an older copy, and the others may hold more of your letters than you. Your "
            "program asks them and signs nothing until somebody answers: sits mail out, later sits mail in"
        )


def export(
    game: GameOrBranch,
    out: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    whole: Annotated[bool, typer.Option("--all", help="The game with all its branches.")] = False,
    since: Annotated[
        str | None,
        typer.Option(
            "--since", metavar="FILE|NUMBER", help="Only what came after a saved checkpoint, or after so many events."
        ),
    ] = None,
) -> None:
    """Write a game into a file, byte for byte as it is on record, for another folder or a club's server.

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
        typer.echo("It is played by mail: letters, keys and secrets are not in it. `sits backup` has all of that.")


def take(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `sits export` has written.")],
) -> None:
    """Take a game from a file that `sits export` has written.

    What is here already must be the same; what is new is written, all or nothing.

    sits import duel.bundle
    """
    from sits_es.service.exports import import_game as take_in
    from sits_es.service.exports import streams_in

    if played := sorted(_streams_by_mail() & set(streams_in(file))):
        raise NotAllowedError(
            f"{played[0]} is played by mail here, and its record comes with the letters alone. Nothing was imported."
        )
    with open_session() as session, progress("Taking") as pace:
        done = take_in(session, file, pace)
    for line in done.taken():
        typer.echo(line)
