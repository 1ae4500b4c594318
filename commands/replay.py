"""The verb replay: any stretch of the record, segment by segment or event by event, and derived anew."""

from __future__ import annotations

from typing import Annotated

import typer

from commands.output import Ascii, Json, Width, columns, show_json
from commands.output import show as show_view


def replay(
    game: Annotated[str, typer.Argument(help="Name of a game.")],
    first: Annotated[
        str | None, typer.Option("--from", metavar="MOMENT", help="First segment, such as 1.3; otherwise the first.")
    ] = None,
    last: Annotated[
        str | None, typer.Option("--to", metavar="MOMENT", help="Last segment, such as 1.5; otherwise the last played.")
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Event by event, under the steps of the procedure.")] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Derive each segment anew from its orders and dice, and compare.")
    ] = False,
    as_json: Json = False,
    ascii_only: Ascii = False,
    width: Width = None,
) -> None:
    """Replay what was played: segment reports, or with --step every event."""
    from commands import replaying
    from commands.table import Table

    with Table.open() as table:
        run = replaying.stretch(table, game, first, last)
        faults = replaying.verify(table, game, run) if verify else []
        if as_json:
            show_json(replaying.as_json(table, game, run, faults if verify else None))
        elif step:
            show_view(replaying.steps(table, game, run, ascii_only=ascii_only), width)
        elif not verify:
            show_view(replaying.reports(table, game, run, ascii_only=ascii_only, width=columns(width)), width)
    for fault in faults:
        typer.echo(fault, err=True)
    if faults:
        raise typer.Exit(1)
    if verify and not as_json:
        typer.echo(replaying.all_well(game, run))
