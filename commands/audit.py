"""The verb audit: the record checked byte by byte, listed, searched, exported."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.output import Json, Width, show_json
from commands.output import show as show_view
from sits_es.errors import NotAllowedError


def audit(
    game: Annotated[str, typer.Argument(help="Name of a game.")],
    verify: Annotated[bool, typer.Option("--verify", help="Check every byte, and every segment by the rules.")] = False,
    search: Annotated[
        str | None, typer.Option("--search", metavar="TEXT", help="Events whose text holds this.")
    ] = None,
    checkpoint: Annotated[
        list[Path] | None, typer.Option("--checkpoint", metavar="FILE", help="A checkpoint saved earlier; may be many.")
    ] = None,
    export: Annotated[
        Path | None, typer.Option("--export", metavar="FILE", help="Write every event as a line of JSON.")
    ] = None,
    as_json: Json = False,
    width: Width = None,
) -> None:
    """Look into the record: list it, search it, verify it, export it.

    --verify checks the chain of digests, the tree over them, every checkpoint given, and derives each segment anew
    from its orders and dice. The first bad event is named; the exit status is then 1.
    """
    from commands import auditing
    from commands.findings import report
    from commands.table import Table

    if as_json and search is not None and (verify or checkpoint):
        raise NotAllowedError("--json prints one answer: ask for --search and for --verify or --checkpoint one by one.")
    with Table.open() as table:
        table.must_know(game)
        if verify or checkpoint:
            report(auditing.verify(table, game, checkpoint or []), as_json=as_json)
        if export is not None:
            typer.echo(auditing.export(table, game, export), err=as_json)
        if search is not None or not (verify or checkpoint or export):
            rows = auditing.log(table, game, search)
            if as_json:
                show_json(rows)
            elif not rows:
                typer.echo(f"No event of {game} says {search!r}.")
            else:
                show_view(auditing.log_view(rows), width)
