"""Verbs about order files: new, check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from commands.output import Json, examples, group, show_json
from sits_es.errors import NotAllowedError, NotNowError

app = group("Write and check order files.")

As = Annotated[str | None, typer.Option("--as", metavar="PLAYER", help="Whose orders they are.")]


@app.command(epilog=examples("sits orders new duel --as red", "sits orders new duel --as red -o red.orders"))
def new(
    game: Annotated[str, typer.Argument(help="Name of a game.")],
    player: Annotated[str, typer.Option("--as", metavar="PLAYER", help="Whose orders they are.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The file to write; otherwise it is printed.")] = None,
) -> None:
    """Write an order file ready to edit: every ship, how it stands, what it may do."""
    from commands.new_files import new_file
    from commands.table import Table

    with Table.open() as table:
        fold = table.fold(game)
        if player not in fold.game.players:
            known = ", ".join(sorted(fold.game.players))
            raise NotAllowedError(f"There is no player {player} in {game}. Players: {known}.")
        if fold.game.ended is not None:
            raise NotNowError(f"{game} is over: {fold.game.ended}")
        text = fold.system.template(fold.game.board, player, game)
    if out is None:
        typer.echo(text, nl=False)
        return
    with new_file(out) as file:
        file.write(text)
    typer.echo(f"{out} is written. Edit it, then: sits orders check {out}")


@app.command(epilog=examples("sits orders check red.orders", "sits orders check red.orders blue.orders --json"))
def check(
    files: Annotated[list[Path], typer.Argument(help="Order files.")],
    player: As = None,
    as_json: Json = False,
) -> None:
    """Check order files against their game, and print them in normal form; every mistake is reported at once."""
    from commands.checking import check_files

    found = check_files(files, player)
    if as_json:
        show_json([each.as_json() for each in found])
    else:
        for each in found:
            typer.echo(each.in_words(), err=bool(each.problems))
    if any(each.problems for each in found):
        raise typer.Exit(1)
