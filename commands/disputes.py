"""Verbs about disagreement in games by mail: dispute, rule, rewind."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.output import LETTERS

Game = Annotated[str, typer.Argument(help="Name of a game by mail.")]
About = Annotated[str, typer.Argument(help="The exchange it is about, such as 2.5.")]


def dispute(game: Game, about: About, words: Annotated[str, typer.Argument(help="Why, in a sentence.")]) -> None:
    """Tell the others that you doubt how an exchange was resolved."""
    from commands.post import deciding
    from commands.post.desk import Desk
    from commands.post.replica import Replica

    with Desk.open() as desk:
        said = deciding.dispute(Replica(desk, desk.seat(game)), about, words)
    typer.echo(said)
    typer.echo(LETTERS)


def rule(
    game: Game,
    about: About,
    words: Annotated[str, typer.Argument(help="The reason, in a sentence.")],
    branch: Annotated[
        str | None,
        typer.Option("--branch", metavar="NAME", help="Play on from the start of that exchange, in this new branch."),
    ] = None,
) -> None:
    """Decide a dispute: the umpire, or all players by signing the same words. The record stands, or a branch is played.

    The old branch stays readable. In the new one everything is sealed and seeded anew: nobody shops for rolls.
    """
    from commands.post import deciding
    from commands.post.desk import Desk
    from commands.post.replica import Replica

    with Desk.open() as desk:
        said = deciding.rule(Replica(desk, desk.seat(game)), about, words, branch)
    typer.echo(f"{game} {about}: {said}")
    typer.echo(LETTERS)


def rewind(
    game: Game,
    to: Annotated[str, typer.Option("--to", metavar="MOMENT", help="The exchange to play anew, such as 1.3.")],
    words: Annotated[str | None, typer.Option("--why", metavar="TEXT", help="The reason, in a sentence.")] = None,
    branch: Annotated[
        str | None,
        typer.Option("--branch", metavar="NAME", help="Name of the new branch; GAME-2 and so on otherwise."),
    ] = None,
) -> None:
    """Propose that the game is played on from an earlier exchange, in a new branch; an umpire decides it alone.

    It is a ruling and holds once all have signed it: sits agree. Everything is sealed and seeded anew from there on.
    """
    from commands.post import deciding
    from commands.post.desk import Desk
    from commands.post.replica import Replica

    with Desk.open() as desk:
        said = deciding.rewind(Replica(desk, desk.seat(game)), to, words, branch)
    typer.echo(f"{game} is played anew from {to} as {said}")
    typer.echo(LETTERS)
