"""Secrets of players whose dice are fair: typed unseen, or read from files that they name."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from sits_es.sentences import visible

if TYPE_CHECKING:
    from sits_es.service.fair_dice import Ask

#: An option that the verbs take which need everybody's secret.
Secrets = Annotated[
    list[str] | None,
    typer.Option(
        "--secret", metavar="PLAYER=FILE", help="With fair dice: a file with a player's secret, instead of typing it."
    ),
]


def asking(game: str, *, twice: bool = False) -> Ask:
    """Asks players for their secrets of a game, unseen. twice: whether each is to be typed again, since it is new."""
    return partial(_ask, visible(game), twice)


def _ask(game: str, twice: bool, player: str) -> str:
    from sits_es.service.fair_dice import SHORTEST, not_asked

    if not somebody_is_there():
        return not_asked(player)
    says = f", {SHORTEST} characters or more, to be typed again at each play" if twice else ""
    try:
        return str(
            typer.prompt(
                f"{player}, your secret for {game}{says} (hidden as you type)",
                hide_input=True,
                confirmation_prompt="Type it again" if twice else False,
                err=True,
            )
        ).strip()
    except typer.Abort:
        typer.echo(err=True)
        return not_asked(player)


def somebody_is_there() -> bool:
    """Whether a person types."""
    return sys.stdin.isatty()
