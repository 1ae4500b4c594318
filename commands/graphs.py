"""The verb stats: numbers of a game, and the luck of its dice, as tables, bars and pictures."""

from __future__ import annotations

from typing import Annotated

import typer

from commands import completion
from commands.files import draw_svg
from commands.home import open_game
from commands.options import At, GameName, NewFile, reading
from commands.output import Form, show_json
from sits_es.errors import NotAllowedError
from sits_es.sentences import shell


@reading
def stats(
    form: Form,
    game: GameName,
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WORDS|luck|range UNIT UNIT...]", autocompletion=completion.counted, help="What to show."
        ),
    ] = None,
    at: At = None,
    out: NewFile = None,
) -> None:
    """Show numbers over the course of a game: damage, points, the range between two units, and luck.

    The numbers depend on the rules; name one by any of its words, such as hull or points. By default the command shows
    who is ahead, damage, luck and, if only two units fight, their range. -o draws one graph as an SVG picture.

    sits stats duel
    sits stats duel hull
    sits stats duel range Fearless Sirius
    sits stats duel luck
    sits stats duel luck -o luck.svg
    """
    from sits_es.service.graphs import LUCK, graphs, luck_of

    with open_game(game, at) as opened:
        if out is None and " ".join(what or ()).lower() == LUCK:
            form.answer(luck_of(opened))
            return
        found = graphs(opened, what or [])
    if out is not None:
        if len(found.graphs) != 1:
            words = ", ".join(each.word for each in found.graphs)
            raise NotAllowedError(f"A file holds one picture. Name one of these: {words}.")
        (graph,) = found.graphs
        draw_svg(graph.scene, f"{game}: {graph.scene.heading}", out)
        typer.echo(f"{out}: {graph.word} of {game}.")
        return
    if form.as_json:
        show_json({"name": game, "graphs": [each.as_json() for each in found.graphs], "more": list(found.more)})
        return
    from sits_es.report.blocks import BLANK, ReportLine

    more = f"More: sits stats {shell(game)} and one of these: {', '.join(found.more)}"
    foot = [BLANK, ReportLine(more, hang=0)] if found.more else []
    form.show([*found.blocks(), *foot])
