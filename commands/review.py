"""The verb review: what could have been better, and what the dice did."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.home import open_game
from commands.options import GameName, moment_option, player_option, reading
from commands.output import Form, say, show_json
from commands.stream import progress
from sits_es.errors import NotAllowedError
from sits_es.sentences import shell


@reading
def review(
    form: Form,
    game: GameName,
    player: Annotated[str | None, player_option("--as", "Only this player's decisions.")] = None,
    at: Annotated[str | None, moment_option("--at", "Only the turn that contains this moment.")] = None,
    fork: Annotated[
        str | None,
        typer.Option(
            "--fork", metavar="NAME", help="Play the better plan in a what-if of this name, on the same dice."
        ),
    ] = None,
) -> None:
    """Say for each turn whether another plan would have done better, and what the dice did.

    A plan is named only if it is clearly better, on fresh dice, against the enemy's orders, usual plan and best answer,
    and is still better two turns later.

    sits review duel
    sits review duel --as red --at 2.1
    sits review duel --as red --at 2.1 --fork better
    """
    from sits_es.service.review import play_better
    from sits_es.service.review import review as work_out

    if fork is not None and (player is None or at is None):
        raise NotAllowedError("--fork is for one decision. Say whose and when: --as PLAYER --at MOMENT")
    with open_game(game) as opened:
        with progress("Reviewing", as_json=form.as_json) as told:
            found = work_out(opened, player, at, told)
        if form.as_json:
            show_json(found.as_json())
        else:
            form.show(found.blocks(offered=fork is None))
        if fork is not None:
            play_better(opened, found.decisions[0], fork)
            say(
                f"The better plan is played in {fork}. See: sits diff {shell(game)} {shell(fork)}; "
                f"sits watch {shell(fork)}"
            )
