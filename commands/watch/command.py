"""The verb about looking at a game event by event on the whole screen: watch."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from commands.options import Ascii, At, game_argument, player_option
from commands.stream import is_dumb_terminal
from sits_es.errors import NotAllowedError
from sits_es.sentences import shell


def watch(
    game: Annotated[str, game_argument("Name of a game, or of a branch.")],
    player: Annotated[str | None, player_option("--as", "Whose orders are written when you press o.")] = None,
    orders: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The file for the orders that o writes; by default GAME-PLAYER.orders.",
        ),
    ] = None,
    at: At = None,
    ascii_only: Ascii = False,
) -> None:
    """Step through a game on the whole screen: events, map, units and explanations side by side.

    The screen needs only keys, here or over SSH: ? lists the keys, q leaves. You can switch between branches, or put
    two beside each other. The game opens at the last event; with --at it opens at that moment and shows nothing later.

    sits watch duel
    sits watch duel --at 2.1
    """
    from commands.home import open_session, seated
    from sits_es.service.replay import viewer_of
    from sits_es.service.timeline import Stepper

    with open_session() as session:
        session.open_game(game)
        _needs_a_terminal(game)
        opened = session.open_game(game, at)
        stepper = Stepper.over(opened)
        viewer = viewer_of(opened.fold().game, seated(opened), player)
        from commands.watch.app import Watch

        Watch(stepper, ascii_only=ascii_only, player=viewer, file=orders).run(mouse=False)


def _needs_a_terminal(game: str) -> None:
    """Raises NotAllowedError if there is no terminal, or one that can't move its cursor."""
    whole = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.__stderr__))
    instead = f"To read it line by line: sits replay {shell(game)} --step"
    if not whole:
        raise NotAllowedError(f"sits watch needs a terminal for its input and its output. {instead}")
    if is_dumb_terminal():
        raise NotAllowedError(
            f"sits watch needs a terminal that can move its cursor, and TERM says that this one can't. {instead}"
        )
