"""The verb about a game's umpire: all players go on without a silent one; one who lost the folder goes on."""

from __future__ import annotations

from typing import Annotated

import typer

from commands import completion
from commands.output import LETTERS, say


def umpire(
    game: Annotated[
        str, typer.Argument(autocompletion=completion.games, help="Name of a game by mail that has an umpire.")
    ],
    none: Annotated[bool, typer.Option("--none", help="All players go on as peers.")] = False,
    new: Annotated[
        str | None, typer.Option("--new", metavar="ID", help="All players go on with somebody who looks on as umpire.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="As the umpire, after a lost folder: go on without the missing letters.")
    ] = False,
) -> None:
    """Sign that all players go on without their umpire, from the last event that they were told.

    It holds once all players have signed the same: sits agree. Everything is sealed again from there on. Until then
    your letters go to the other players as well, with all that you have sent so far; and your signature stands, so
    that whoever signs last decides when it holds.
    """
    from commands.home import open_desk
    from sits_es.errors import NotAllowedError
    from sits_es.post.handover import hand_over
    from sits_es.post.rebuilt import resume as go_on
    from sits_es.post.replica import replica_of

    if none + (new is not None) + resume != 1:
        raise NotAllowedError("One of them: --none, --new ID or --resume.")
    with open_desk() as desk:
        replica = replica_of(desk, desk.seat(game))
        if resume:
            left = go_on(desk, replica.game)
            replica.settle()
            said = f"Your program goes on without the letters of {', '.join(left)}."
        else:
            said = hand_over(replica, new)
    say(f"{game}: {said}")
    typer.echo(LETTERS)
