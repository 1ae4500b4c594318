"""The list of games, and what a player does with whole games in it: archive, restore, rename, delete."""

from __future__ import annotations

from typing import Annotated

import typer

from commands import completion
from commands.output import Ascii, Json, RefusingGroup, Width, examples
from sits_es.errors import NotAllowedError
from sits_es.sentences import typed

#: A group that does something of its own where none of its verbs is called.
app = typer.Typer(cls=RefusingGroup, add_completion=False, rich_markup_mode=None)

WhichGame = Annotated[str, typer.Argument(autocompletion=completion.games, help="A game or a branch of one.")]


@app.callback(
    invoke_without_command=True,
    epilog=examples("sits games", "sits games --json", "sits games --archived", "sits games archive duel"),
)
def games(
    ctx: typer.Context,
    archived: Annotated[bool, typer.Option("--archived", help="Those that are put aside instead.")] = False,
    as_json: Json = False,
    ascii_only: Ascii = False,
    width: Width = None,
) -> None:
    """List the games here, where each stands, where it came from, and in games by mail who owes what."""
    if ctx.invoked_subcommand is None:
        from commands.games import list_games

        list_games(archived=archived, as_json=as_json, ascii_only=ascii_only, width=width)
    elif archived or as_json or width is not None:
        raise NotAllowedError("--archived, --json and --width are of the list: give them to `sits games` alone.")


@app.command(epilog=examples("sits games archive duel"))
def archive(game: WhichGame) -> None:
    """Put a game aside from the list, with the branches that leave it. Everything else still finds it."""
    from commands.carrying import by_mail
    from commands.home import open_session
    from sits_es.service.archive import archive as put_aside

    with open_session() as session:
        told = list(put_aside(session, game))
        plays = session.require(game) in by_mail(session.folder)
    for line in told:
        typer.echo(line)
    if plays:
        typer.echo(f"Its letters come as before. To hear no more of it in your mail: sits archive {typed(game)}")


@app.command(epilog=examples("sits games restore duel"))
def restore(game: WhichGame) -> None:
    """Put a game back into the list."""
    from commands.home import open_session
    from sits_es.service.archive import put_back

    with open_session() as session:
        typer.echo(put_back(session, game))


@app.command(epilog=examples("sits games rename duel friday"))
def rename(game: WhichGame, name: Annotated[str, typer.Argument(help="What it is to be called here.")]) -> None:
    """Call a game otherwise on this machine. Its name on record stays, and goes on finding it."""
    from commands.home import open_session
    from sits_es.service.archive import rename as call

    with open_session() as session:
        for line in call(session, game, name):
            typer.echo(line)


@app.command(epilog=examples("sits games delete what-if", "sits games delete what-if --yes"))
def delete(
    game: WhichGame,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask first.")] = False,
) -> None:
    """Delete a game, or a branch that no other one leaves, once it is written to a bundle that brings it back.

    Nothing on record is changed: all other games go into a new store, which is checked and takes the place of the old
    one. End all other programs that use your folder first.
    """
    from commands.home import home, open_desk, open_session, server
    from projections.forgetting import forget_game
    from sits_es.post.needed import needed_by_mail
    from sits_es.service.archive import delete as delete_game
    from sits_es.service.archive import plan_deletion

    if server() is not None:
        raise NotAllowedError(
            "The record is on a PostgreSQL server (SITS_STORE), where others may need the game, so none is deleted "
            f"there. To put it out of your list: sits games archive {typed(game)}"
        )
    needed: set[str] = set()
    if (home() / "mail.db").exists():
        with open_desk() as desk:
            needed = needed_by_mail(desk)
    with open_session() as session:
        found = plan_deletion(session, game, needed)
    if not yes and not agreed(found.asked()):
        typer.echo("Nothing was deleted. To delete it without being asked: --yes")
        raise typer.Exit(1)
    delete_game(home(), found, lambda stream: forget_game(home() / "read.db", stream))
    typer.echo(found.done())


def agreed(question: str) -> bool:
    """Ask; nobody there to answer means no."""
    try:
        return typer.confirm(question)
    except typer.Abort:
        typer.echo()
        return False
