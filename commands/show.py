"""The verb show: a game on one screen, or in full."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from commands.files import draw_svg
from commands.home import asks_by_mail, open_game
from commands.options import At, GameName, InFull, Verbose, player_option, reading
from commands.output import Form, columns, rows, show_json, show_view
from sits_es.errors import NotAllowedError
from sits_es.sentences import shell, visible

if TYPE_CHECKING:
    from sits_es.game.fold import Fold
    from sits_es.report.blocks import ReportLine
    from sits_es.service.session import OpenGame


@reading
def show(
    form: Form,
    name: GameName,
    at: At = None,
    player: Annotated[str | None, player_option("--as", "With -v: this player's units, and what they see.")] = None,
    unit: InFull = None,
    verbose: Verbose = 0,
    out: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Draw the map as an SVG file.")
    ] = None,
) -> None:
    """Show a game as it stands, or as it stood earlier: on one screen, or in full with -v.

    sits show duel
    sits show duel -v
    sits show duel --unit Fearless
    sits show duel --at 1.4 --as red -vv
    sits show duel -o map.svg
    """
    from sits_es.service.replay import play_back

    with open_game(name) as opened:
        version = opened.version_of(at)
        bare = not (form.as_json or out or unit or verbose)
        run = list(play_back(opened, opened.history.last_turn(version))) if bare else []
        fold = opened.fold(version)
        if form.as_json:
            show_json(standing(opened, version))
            return
        from commands.render import reports
        from commands.render.blocks import side_by_side
        from sits_es.orders.names import known_as
        from sits_es.report import report_of
        from sits_es.report.blocks import ReportLine

        game = fold.game
        if player is not None:
            player = known_as("player", player, game.players)
        mailed = {} if at else asks_by_mail(opened.stream)
        waits, asked = mailed.get(opened.stream, (game.waits, ""))
        stands = f". The game is over: {game.ended}" if game.ended else f"; {waits}."
        said = f"{opened.name}: {visible(game.title)}. Event #{version}{stands}"
        report, head = report_of(game.system), ReportLine(said, hang=0)
        if out is not None:
            scene = report.scene(game.board)
            if scene is None:
                raise NotAllowedError("This game's rule system draws no map. Leave out -o.")
            draw_svg(scene, said, out)
            typer.echo(f"{out}: the map has been drawn.")
        elif unit is not None:
            form.show([head, *(report.unit(game.board, reports.known_unit(opened, unit)) or ())])
        elif bare:
            foot = [ReportLine(asked)] if asked else [] if at or mailed else [*_owed(opened, fold, player)]
            more = _more(opened.name, at, player)
            form.show([reports.game_screen(opened.name, fold, run, [head], foot, more)], rows())
        else:
            view = report.board(game.board, player=player, detail=verbose > 1)
            show_view(side_by_side([head, *view], columns(form.width)), form)


def _more(name: str, at: str | None, player: str | None) -> str:
    """What to type for the whole board, and for one unit."""
    said = {"--at": at, "--as": player}
    then = "".join(f" {option} {shell(word)}" for option, word in said.items() if word is not None)
    return f"sits show {shell(name)}{then} -v (tables), -vv (everything), --unit NAME"


def _owed(opened: OpenGame, fold: Fold, player: str | None) -> Iterator[ReportLine]:
    """What to type for whose orders a game owes. player: whose alone; None for the first's."""
    from commands.render.reports import to_order
    from sits_es.report.blocks import ReportLine

    lines = opened.session.aliases
    if (now := lines.current(opened.stream)) != opened.stream:
        called = lines.label(now)
        yield ReportLine(f"This branch is no longer played; the game goes on as {called}: sits show {shell(called)}")
    elif said := to_order(opened.name, fold, player):
        yield ReportLine(f"Orders: {said}")


def standing(opened: OpenGame, version: int) -> dict[str, Any]:
    """A game as it stands, for programs: which, where and whose; its system's own account; its tables by name, as rows.

    The documentation tells the shape, and those of other verbs (`sits docs json`).
    """
    from projections.read_models import rows_as_of
    from sits_es.service.replay import account

    fold = opened.fold(version)
    return {
        "name": opened.name,
        "event": version,
        **account(fold, opened.moment(version)),
        **rows_as_of(opened.store, opened.stream, fold.game.system, version, opened.session.folder / "read.db"),
    }
