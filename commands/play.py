"""Verbs that play on: play, demo and record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands import completion
from commands.home import open_game, open_session
from commands.options import GameName, InFull, Verbose, for_people, moment_option, player_option, rules_option
from commands.output import Form, rows, say, warn
from commands.secrets import Secrets, asking
from commands.stream import interrupted, progress

if TYPE_CHECKING:
    from sits_es.service.replay import PlayedExchange


@for_people
def play(
    form: Form,
    game: GameName,
    files: Annotated[list[Path] | None, typer.Argument(help="One order file for each player.")] = None,
    to: Annotated[
        str | None, moment_option("--to", "Play on to this exchange, such as 1.8 or 1.break, even beyond the orders.")
    ] = None,
    unit: InFull = None,
    verbose: Verbose = 0,
    let_pass: Annotated[
        bool, typer.Option("--pass", help="Pass on behalf of a player who acts in the open and has no file.")
    ] = False,
    drift: Annotated[
        list[str] | None,
        player_option("--drift", "A player without a file, whose units drift; can be repeated."),
    ] = None,
    bots: Annotated[
        list[str] | None,
        player_option("--bot", "A player whose orders the program gives, exchange by exchange; can be repeated."),
    ] = None,
    secrets: Secrets = None,
) -> None:
    """Play exchanges with the orders of all players; without --to, up to the last one that any file has orders for.

    All files are checked first; if any has a mistake, nothing is played. In a fork, a player without a file repeats
    their orders from the parent. Exchanges for which nobody owes orders need no file. With --drift alone, or files
    without orders, only the current exchange is played.

    sits play duel red.orders blue.orders
    sits play duel red.orders blue.orders --to 1.break
    sits play what-if red.orders
    sits play duel red.orders --drift blue
    sits play duel red.orders --bot blue
    sits play friday red.orders blue.orders --secret red=red.secret
    """
    from commands.render.reports import after_play, known_unit, unit_after_play
    from sits_es.disk import read_text
    from sits_es.service import fair_dice as fair
    from sits_es.service.bot import levels_of
    from sits_es.service.orders import played_lines, read_order_files
    from sits_es.service.play import play as play_on
    from sits_es.service.play import with_passes

    with open_session() as session:
        opened = session.open_game(game)
        fold = opened.fold()
        if unit is not None:
            unit = known_unit(opened, unit)
        ask = fair.from_files(fair.read_of(fold.game, secrets or ()), asking(game))
        texts = [(str(path), read_text(path)) for path in files or ()]
        orders = read_order_files(fold, texts, played_lines(opened))
        orders = with_passes(fold, orders) if let_pass else orders
        warn(warning for each in orders for warning in each.warned)
        before, upto = opened.head.version, fold.system.read_moment(to) if to else None
        levels = dict.fromkeys(bots, levels_of(fold.system)[-1]) if bots else {}
        played: list[PlayedExchange] = []
        try:
            played.extend(play_on(opened, orders, upto, drift or (), ask, levels))
        finally:
            # a refusal half-way takes nothing back: what is on record is told first
            if played:
                opened = session.open_game(game)
                if unit is None:
                    view = after_play(opened, played, detail=verbose)
                else:
                    run = [each for each in opened.history.played() if each.opened >= before]
                    view = unit_after_play(opened, run, played, unit)
                form.show(view, rows())


@for_people
def demo(
    form: Form,
    scenario: Annotated[
        str | None,
        typer.Argument(
            metavar="[SCENARIO]",
            autocompletion=completion.scenarios,
            help="A bundled scenario that has orders; by default the duel.",
        ),
    ] = None,
    name: Annotated[str | None, typer.Option("--name", help="A name for the game; by default its scenario's.")] = None,
    rules: Annotated[
        str | None,
        rules_option("The rule system; without a scenario, its demonstration is played."),
    ] = None,
    verbose: Verbose = 0,
) -> None:
    """Play the bundled duel with both sides' orders and show its turns.

    Run the command again to go on, or to read the turns again.

    sits demo
    sits demo squadron
    sits demo --verbose --ascii
    """
    from commands.render.reports import demonstration
    from sits_es.service.demo import demonstrate

    with interrupted("Run the same command again to go on."), open_session() as session:
        with progress("Playing") as pace:
            shown = demonstrate(session, scenario, name, rules, pace)
        view = demonstration(shown, detail=verbose)
        form.show(view, rows())


def enter(
    game: GameName,
    file: Annotated[Path, typer.Argument(help="A file of facts, one per line, each below the unit that it is about.")],
    player: Annotated[str | None, player_option("--as", "Who enters the facts.")] = None,
) -> None:
    """Enter facts, such as a placement or damage taken, where the rules leave them to the players.

    The whole file is checked first; if it has a mistake, nothing is entered. The program works out what follows by the
    rules.

    sits record beacon red.facts
    sits record beacon red.facts --as red
    """
    from commands.agreement import proposed
    from commands.render.reports import record_line, stands
    from sits_es.disk import read_text
    from sits_es.service.play import record

    if proposed(game, file, player):
        return
    with open_game(game) as opened:
        entry = record(opened, str(file), read_text(file), player)
        fold = opened.fold()
        say("\n".join([*entry.told, "", stands(fold), record_line(opened)]))
