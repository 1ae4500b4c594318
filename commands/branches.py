"""Verbs about branches: fork, diff."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.output import Json, Width, show_json, typed
from commands.output import show as show_view


def fork(
    game: Annotated[str, typer.Argument(help="The game to fork.")],
    at: Annotated[str, typer.Option("--at", metavar="MOMENT", help="A moment such as 1.3, or an event as #120.")],
    name: Annotated[str, typer.Option("--name", help="What the fork is to be called.")],
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Change an option of the game.")
    ] = None,
) -> None:
    """Ask what would have happened otherwise: a branch that leaves the game at a moment, with the same dice.

    Nothing is copied and the game itself does not change. A fork inside a segment restarts that segment.
    """
    from commands.forking import fork_game
    from commands.table import Table

    with Table.open() as table:
        fold, at_version = fork_game(table, game, at, name, option or [])
        stands = fold.game.moment.written(fold.system.steps)
    typer.echo(f"{name} leaves {game} after event #{at_version} and stands at {stands}; nothing was copied.")
    typer.echo("Players without a file do what they did in the parent, and the dice are the same:")
    typer.echo(f"  sits orders new {typed(name)} --as {typed(min(fold.game.players))} -o changed.orders")
    typer.echo(f"  sits play {typed(name)} changed.orders")
    typer.echo(f"  sits diff {typed(game)} {typed(name)}")


def diff(
    game: Annotated[str, typer.Argument(help="A game.")],
    other: Annotated[str, typer.Argument(help="Another branch of it, or any game of the same rules.")],
    at: Annotated[
        str | None, typer.Option("--at", metavar="MOMENT", help="Compare at this moment; otherwise at the last common.")
    ] = None,
    as_json: Json = False,
    width: Width = None,
) -> None:
    """Say what differs between two branches: the first event that does, and then ship by ship."""
    from commands.comparing import compare
    from commands.table import Table

    with Table.open() as table:
        found = compare(table, game, other, at)
    if as_json:
        show_json(found.as_json())
    else:
        show_view(found.view(), width)
