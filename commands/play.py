"""The verb play: order files in, segments played, reports out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.output import Ascii, Width, columns
from commands.output import show as show_view


def play(
    game: Annotated[str, typer.Argument(help="Name of a game.")],
    files: Annotated[list[Path] | None, typer.Argument(help="One order file for each player.")] = None,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="MOMENT", help="Play on to this segment, such as 1.8 or 1.break, ordered or not."),
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Show every segment in full instead of the summary.")] = False,
    ascii_only: Ascii = False,
    width: Width = None,
) -> None:
    """Play segments with the orders of all players; without --to, up to the last segment that a file orders.

    All files are checked first: with a mistake in any of them nothing is played. In a fork, a player without a file
    does what he did in the parent.
    """
    from commands.hot_seat import Played
    from commands.hot_seat import play as play_on
    from commands.order_files import read_order_files, read_text
    from commands.playing import report
    from commands.table import Table
    from sits_es.game.moments import read_moment

    with Table.open() as table:
        fold = table.fold(game)
        texts = [(str(path), read_text(path)) for path in files or ()]
        orders = read_order_files(fold, texts, table.lines_played(game))
        upto = read_moment(to, fold.system.steps) if to else None
        played: list[Played] = []
        try:
            played.extend(play_on(table, game, orders, upto))
        finally:
            # a refusal half-way takes nothing back: what stands on the record is told first
            if played:
                table.read_models(game).close()
                show_view(report(table, game, played, full=full, ascii_only=ascii_only, width=columns(width)), width)
