"""The whole board: the map, the ships in one table, who sees whom, and every ship's panel."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from commands.render.fitted import FittedTable
from commands.render.pictures.avid_picture import avid_scene
from commands.render.pictures.labels import short_labels
from commands.render.pictures.map_picture import map_scene
from commands.render.pictures.scene import MapMarker, MapScene
from commands.render.pictures.svg import render_svg
from commands.render.pictures.text import render_text
from commands.sits.render.bearings import bearings
from commands.sits.render.boxes import legend
from commands.sits.render.page import heading, indented, section, table
from commands.sits.render.score import conditions_of, score_so_far
from commands.sits.render.segment import name_of
from commands.sits.render.ship_panel import ship_panel
from sits_es.rules.sits.play.aiming import seen_through
from sits_es.rules.sits.state import Board, Ship
from sits_es.space.vectors import vectors_in_words


def map_of(board: Board, *, ascii_only: bool = False, width: int = 80) -> Text:
    """The map with every ship still in the game. width: columns."""
    return render_text(_scene(board), ascii_only, width)


def map_svg(board: Board, title: str) -> str:
    """The same map as an SVG file."""
    return render_svg(_scene(board), title)


def _scene(board: Board) -> MapScene:
    afloat = board.standing()
    labels = short_labels(ship.name for ship in afloat)
    markers = [
        MapMarker(
            label=labels[ship.name],
            name=ship.name,
            position=ship.position,
            altitude=ship.position.altitude,
            nose=ship.attitude.nose,
            future=ship.future,
            vectors=ship.vectors,
            side=ship.side,
        )
        for ship in afloat
    ]
    return map_scene(markers)


def ships(board: Board, *, ascii_only: bool = False) -> FittedTable:
    """Every ship of the game on one line, those out of it too."""
    rows = (_row(board.ships[name]) for name in sorted(board.ships))
    return table(
        ("Ship", "Side", "Position", "Marker", "Vectors", "Thrust", "Nose", "Roll"), rows, ascii_only=ascii_only
    )


def _row(ship: Ship) -> tuple[str, ...]:
    if ship.destroyed is not None:
        return ship.name, ship.side, str(ship.position), f"out: {ship.destroyed}", "", "", "", ""
    marker = str(ship.future) if ship.future is not None else ""
    return (
        ship.name,
        ship.side,
        str(ship.position),
        marker,
        vectors_in_words(ship.vectors),
        str(ship.thrust),
        ship.attitude.nose,
        str(ship.attitude.roll),
    )


def board_view(
    board: Board,
    *,
    ascii_only: bool = False,
    width: int = 80,
    with_bearings: bool = True,
    with_panels: bool = True,
    with_avids: bool = False,
    player: str | None = None,
) -> Group:
    """The board as it stands. width: columns for the pictures; with_*: which parts are wanted.

    player: whose ships have panels, and whose view the bearings are; None for everybody's.
    """
    parts: list[RenderableType] = [heading(name_of(board), ascii_only=ascii_only)]
    parts += _overview(board, ascii_only=ascii_only, width=width, with_bearings=with_bearings, player=player)
    if with_panels:
        for name in sorted(board.ships):
            ship = board.ships[name]
            if player not in (None, ship.player):
                continue
            parts += [Text(), ship_panel(board, ship, ascii_only=ascii_only)]
            if with_avids and ship.destroyed is None:
                parts += [Text(), indented(avid_of(board, ship, ascii_only=ascii_only, width=width - 2))]
        parts += [Text(), legend()]
    return Group(*parts)


def avid_of(board: Board, ship: Ship, *, ascii_only: bool = False, width: int = 80) -> Text:
    """The ship's AVID: its six markers and the windows that show its enemies. width: columns."""
    seen = {other.name: seen_through(ship, other)[0] for other in board.standing() if other.side != ship.side}
    targets = {name: window for name, window in seen.items() if window is not None}
    return render_text(avid_scene(ship.attitude, targets), ascii_only, width)


def _overview(
    board: Board, *, ascii_only: bool, width: int, with_bearings: bool, player: str | None
) -> Iterator[RenderableType]:
    yield map_of(board, ascii_only=ascii_only, width=width)
    yield section("Ships")
    yield indented(ships(board, ascii_only=ascii_only))
    yield from conditions_of(board)
    yield from score_so_far(board)
    if with_bearings and len({ship.side for ship in board.standing()}) > 1:
        yield section("Bearings")
        yield indented(bearings(board, ascii_only=ascii_only, player=player))
