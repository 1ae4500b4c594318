"""Verbs for ways out of a game by mail: archive."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.agreements import GameByMail
from commands.output import say


def archive(
    game: GameByMail,
    undo: Annotated[bool, typer.Option("--undo", help="Instead: take the game out again.")] = False,
) -> None:
    """Put a game by mail away: `sits mail in` and `sits mail status` are silent about it. Nobody is told.

    What comes for it still counts, and your program still sends what it owes. An invitation that nobody answers can
    be put away like a game. To see what is put away: sits mail status --all
    """
    from commands.home import open_desk

    with open_desk() as desk:
        name = desk.seat(game).game
        before = desk.journal.archived(name)
        desk.journal.archive(name, away=not undo)
    if before != undo:
        say(f"{name} is {'put away already' if before else 'not put away'}.")
    elif undo:
        say(f"{name} is not put away any more.")
    else:
        say(f"{name} is put away. To take it out again: sits archive {name} --undo")
