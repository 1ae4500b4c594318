"""Numbers of a game: luck and graphs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands import completion
from commands.files import draw_svg
from commands.home import open_game
from commands.options import At, GameName, reading
from commands.output import Form, show_json
from sits_es.errors import NotAllowedError
from sits_es.sentences import shell


@reading
def luck(
    form: Form,
    game: GameName,
    at: At = None,
) -> None:
    """Compare what each player's dice showed with what dice show on average, kind by kind.

    sits luck duel
    sits luck duel --json
    """
    from sits_es.service.graphs import luck_of

    with open_game(game, at) as opened:
        found = luck_of(opened)
    form.answer(found)


@reading
def graph(
    form: Form,
    game: GameName,
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WORDS|luck|range UNIT UNIT...]", autocompletion=completion.counted, help="What to draw."
        ),
    ] = None,
    at: At = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write it as an SVG file.")] = None,
) -> None:
    """Draw numbers of a game over its moments: damage, points, the range of two units; and luck by kind of roll.

    What is counted depends on the rules; any of its words will do, such as hull or points. Without any, the picture of
    who is ahead is drawn, damage, luck, and the range where two units fight.

    sits graph duel
    sits graph duel hull
    sits graph duel range Fearless Sirius
    sits graph duel luck --svg luck.svg
    """
    from sits_es.service.graphs import graphs

    with open_game(game, at) as opened:
        found = graphs(opened, what or [])
    if svg is not None:
        if len(found.graphs) != 1:
            words = ", ".join(each.word for each in found.graphs)
            raise NotAllowedError(f"A file holds one picture. Name one of these: {words}.")
        (graph,) = found.graphs
        draw_svg(graph.scene, f"{game}: {graph.scene.heading}", svg)
        typer.echo(f"{svg}: {graph.word} of {game} is drawn.")
        return
    if form.as_json:
        show_json({"name": game, "graphs": [each.as_json() for each in found.graphs], "more": list(found.more)})
        return
    from sits_es.report.blocks import BLANK, ReportLine

    more = f"More: sits graph {shell(game)} and one of these: {', '.join(found.more)}"
    foot = [BLANK, ReportLine(more, hang=0)] if found.more else []
    form.show([*found.blocks(), *foot])
