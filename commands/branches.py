"""The verbs fork, rewind and diff: branches begun and compared."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.home import open_desk, open_game, open_session
from commands.options import ChosenOptions, game_argument, moment_option, reading
from commands.output import LETTERS, Form, say
from commands.secrets import Secrets, asking


def fork(
    game: Annotated[str, game_argument("The game to fork.")],
    at: Annotated[str, moment_option("--at", "A moment such as 1.3, or an event such as #120.")],
    name: Annotated[str, typer.Option("--name", help="A name for the fork.")],
    option: ChosenOptions = None,
    offer: Annotated[
        bool, typer.Option("--offer", help="In a game by mail: offer the others the same branch.")
    ] = False,
) -> None:
    """Ask what would have happened instead: a branch from an earlier moment, with the same dice.

    Nothing is copied and the game itself does not change. A fork inside an exchange restarts that exchange.

    sits fork duel --at 1.3 --name what-if
    sits fork duel --at 2.1 --name other-reading --option sidewall=stops --option mixed_walls=true
    sits fork ours --at 1.3 --name what-if --offer
    """
    from sits_es.service.forks import fork_game, next_commands

    if offer:
        _offer(game, at, name, option or [])
        return
    with open_game(game) as opened:
        fold, forked = fork_game(opened, at, name, option or [])
        told = list(next_commands(opened.session, fold, forked))
    for line in told:
        typer.echo(line)


def _offer(game: str, at: str, name: str, options: list[str]) -> None:
    from sits_es.post.agreement import offer
    from sits_es.post.replica import replica_of
    from sits_es.service.forks import fork_game, next_commands

    with open_desk() as desk:
        opened = desk.session.open_game(game)
        replica = replica_of(desk, opened.created.game)
        fold, forked = fork_game(opened, at, name, options)
        offer(replica, forked)
        told = list(next_commands(desk.session, fold, forked))
    for line in told:
        typer.echo(line)
    typer.echo(f"The branch is offered to the others.\n{LETTERS}")


def rewind(
    game: Annotated[str, game_argument("The game, or one of its old lines, such as duel-1.")],
    at: Annotated[str, moment_option("--at", "The exchange to play again, such as 1.3, or an event such as #120.")],
    secrets: Secrets = None,
) -> None:
    """Take a hot-seat game back to an earlier exchange and play on with new dice.

    The game's name then means the new line. The old line gets a number after its name and can still be read; to return
    to it, rewind it to the exchange that it has reached. By mail, all players sign a rewind: sits propose rewind

    sits rewind duel --at 1.3
    sits rewind duel-1 --at 2.1
    """
    from sits_es.service import fair_dice as fair
    from sits_es.service.forks import rewind_game, told_of_rewind

    with open_game(game) as opened:
        named = fair.read_of(opened.fold().game, secrets or ())
        say("\n".join(told_of_rewind(*rewind_game(opened, at, fair.from_files(named, asking(game))))))


@reading
def diff(
    form: Form,
    game: Annotated[str, game_argument("A game.")],
    other: Annotated[str, game_argument("Another branch of the game, or any game under the same rules.")],
    at: Annotated[
        str | None,
        moment_option("--at", "Compare at a moment, event (#120) or time; by default at the last common moment."),
    ] = None,
    beside: Annotated[str | None, moment_option("--to", "The moment in the second game, if different.")] = None,
) -> None:
    """Show what differs between two branches: the first different event, then unit by unit.

    With --to, you can compare any two points, in one branch or in two.

    sits diff duel what-if --at 1.5 --json
    sits diff duel duel --at 1.3 --to 1.5
    """
    from sits_es.service.comparison import compare

    with open_session() as session:
        found = compare(session.open_game(game), session.open_game(other), at, beside)
    form.answer(found)
