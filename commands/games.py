"""Verbs about games as a whole: new, games, show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from commands.output import Ascii, At, Json, Width, columns, show_json, typed
from commands.output import show as show_view
from sits_es.errors import GameError, NotAllowedError
from sits_es.orders.names import unknown

Game = Annotated[str, typer.Argument(help="Name of a game.")]


def new(
    scenario: Annotated[str, typer.Argument(help="A bundled scenario, such as duel, squadron or convoy, or a file.")],
    name: Annotated[str, typer.Option("--name", help="What the game is to be called.")],
    rules: Annotated[str, typer.Option("--rules", help="The rule system.")] = "sits",
    ships: Annotated[
        Path | None, typer.Option("--ships", help="A folder with your own ship class files; var/ships by default.")
    ] = None,
) -> None:
    """Begin a hot-seat game."""
    from commands.founding import found_game
    from commands.table import Table

    with Table.open() as table:
        fold = found_game(table, scenario, name, rules, ships)
        game = fold.game
        sides = ", ".join(f"{player} ({who.name})" for player, who in sorted(game.players.items()))
        typer.echo(f"{name} is set up: {game.title}. Players: {sides}.")
        typer.echo(f"Orders for {game.moment.written(fold.system.steps)} are owed.")
        files = {player: typed(f"{player}.orders") for player in game.players}
        for player, file in files.items():
            typer.echo(f"  sits orders new {typed(name)} --as {typed(player)} -o {file}")
        typer.echo(f"  sits play {typed(name)} {' '.join(files.values())}")


def list_games(as_json: Json = False, width: Width = None) -> None:
    """List the games here, where each stands, where it came from, and in games by mail who owes what."""
    from commands.table import Table

    with Table.open() as table:
        with table.read_models() as models:
            rows = [_game_row(row) for row in models.table("games").rows_where(order_by="stream")]
        by_mail, foreign = _by_mail(table.folder, [row["name"] for row in rows])
    for row in rows:
        row["foreign"] = foreign.get(row["name"])
        row["owed"] = by_mail.pop(row["name"], {"owed": _owed_here(row)})["owed"]
    rows += by_mail.values()
    if as_json:
        show_json(rows)
        return
    if not rows:
        typer.echo("There are no games here yet. Try: sits demo")
        return
    from commands.views.tables import table_of

    heads = ["Game", "Title", "Rules", "Stands at", "Status", "Fork of"]
    shown = [
        [row["name"], row["title"], row["system"], f"{row['turn']}.{row['step']}", _status(row), row["parent"] or "-"]
        for row in rows
    ]
    heads.append("Owed")
    shown = [[*cells, _owed(row)] for cells, row in zip(shown, rows, strict=True)]
    show_view(table_of(heads, shown), width)


def _by_mail(folder: Path, names: list[str]) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """Games by mail, by branch: who owes what, and as a row of its own one that has not begun here.

    And branches that are somebody else's record, with his id.
    """
    if not (folder / "mail.db").exists():
        return {}, {}
    from commands.post.desk import Desk
    from commands.post.differing import foreign
    from commands.post.status import status_of

    try:
        with Desk(folder) as desk:
            found = [status_of(desk, seat) for seat in desk.journal.seats()]
            others = {name: whose for name in names if (whose := foreign(desk, name)) is not None}
    except GameError as refusal:
        typer.echo(f"What is owed in games by mail cannot be told: {refusal}", err=True)
        return {}, {}
    begun = {"title": "", "system": "", "turn": 0, "step": "set-up", "outcome": None, "parent": None, "foreign": None}
    mine = {each.branch: {"name": each.branch, **begun, "status": each.stands, "owed": each.owed} for each in found}
    return mine, others


def _owed_here(row: dict[str, Any]) -> list[tuple[str, str]]:
    """What a hot-seat game waits for: everybody's orders, as long as it is played."""
    if row["status"] != "playing" or row["foreign"]:
        return []
    return [(player, "orders") for player, who in sorted(row["players"].items()) if who["role"] == "player"]


def _owed(row: dict[str, Any]) -> str:
    return ", ".join(f"{what} of {player}" for player, what in row["owed"]) or "-"


def _game_row(row: dict[str, Any]) -> dict[str, Any]:
    """A game for people and programs: the read model's row, its stream being its name."""
    rest = {key: value for key, value in row.items() if key != "stream"}
    return {"name": row["stream"], **rest, "players": json.loads(row["players"])}


def _status(row: dict[str, Any]) -> str:
    if row["foreign"]:
        return f"{row['foreign']}'s record, not ours"
    return str(row["outcome"] or row["status"])


def show(
    name: Game,
    at: At = None,
    player: Annotated[
        str | None, typer.Option("--as", metavar="PLAYER", help="Show this player's units in full, and what they see.")
    ] = None,
    avids: Annotated[bool, typer.Option("--avids", help="Draw every ship's AVID too, with its enemies in it.")] = False,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write the map as an SVG file.")] = None,
    as_json: Json = False,
    ascii_only: Ascii = False,
    width: Width = None,
) -> None:
    """Show a game as it stands, or as it stood at an earlier moment."""
    from commands.table import Table

    with Table.open() as table:
        fold, version = table.at(name, at)
        if as_json:
            from commands.standing import standing

            show_json(standing(table, name, fold, version))
            return
        from rich.console import Group
        from rich.text import Text

        from commands.new_files import new_file
        from commands.views.registry import views_of

        game = fold.game
        if player is not None and player not in game.players:
            raise NotAllowedError(unknown("player", player, game.players))
        owed = f"orders for {game.moment.written(fold.system.steps)} are owed" if game.started else "it has not begun"
        stands = f"{name}: {game.title}. Event #{version}; {owed}."
        over = f"{name}: {game.title}. Event #{version}. The game is over: {game.ended}"
        views = views_of(game.system)
        if svg is not None:
            with new_file(svg) as file:
                file.write(views.map_svg(game.board, over if game.ended else stands))
            typer.echo(f"{svg}: the map is drawn.")
            return
        view = views.board_view(
            game.board, ascii_only=ascii_only, width=columns(width), with_avids=avids, player=player
        )
        show_view(Group(Text(over if game.ended else stands), view), width)
