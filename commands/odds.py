"""The verb odds: what a plan leads to, over many plays on common dice."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.home import open_game
from commands.options import At, GameName, reading
from commands.output import Form, show_json
from commands.stream import progress
from sits_es.errors import NotAllowedError
from sits_es.odds import PLAYS


@reading
def odds(
    form: Form,
    game: GameName,
    files: Annotated[list[Path], typer.Argument(help="Your order file, or two order files to compare.")],
    against: Annotated[
        list[Path] | None,
        typer.Option("--against", metavar="FILE", help="Another player's order file; by default their usual plan."),
    ] = None,
    plays: Annotated[int, typer.Option("--plays", min=20, max=10000, help="How many times to play the turn.")] = PLAYS,
    seed: Annotated[str, typer.Option("--seed", help="Any word; a different word gives different dice.")] = "",
    at: At = None,
) -> None:
    """Play the turn many times with your orders.

    The result shows what each side has left, which orders fail and how the enemy answers. The dice are not the game's,
    and nothing is recorded. Two files are played with the same dice.

    sits odds duel red.orders
    sits odds duel red.orders --against blue.orders
    sits odds duel red.orders other.orders
    """
    from sits_es.disk import read_text
    from sits_es.service.odds import odds as work_out

    if len(files) > 2:
        raise NotAllowedError("Give one order file, or two to compare.")
    with open_game(game, at) as opened:
        own, others = ([(str(path), read_text(path)) for path in given or ()] for given in (files, against))
        with progress("Turns played:", as_json=form.as_json) as told:
            found = work_out(opened, own, others, plays, seed, told)
        if form.as_json:
            show_json(found.as_json())
        else:
            form.show(found.blocks())
