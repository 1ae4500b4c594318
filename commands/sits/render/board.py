"""The whole board: the map, the ships in one table, who sees whom, how the game stands, and every ship's panel."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from commands.render.fitted import FittedTable
from commands.render.pictures import render_svg, render_text
from commands.render.pictures.avid import avid_scene
from commands.render.pictures.labels import short_labels
from commands.render.pictures.map import MapMarker, MapScene, map_scene
from commands.sits.render.boxes import legend
from commands.sits.render.page import ReportLine, heading, indented, section, table
from commands.sits.render.segment_report import name_of
from commands.sits.render.ship_panel import ship_panel
from sits_es.rules.sits.play.aiming import bears, seen_through
from sits_es.rules.sits.scenario.victory import score_lines
from sits_es.rules.sits.ship.tracks import conditions
from sits_es.rules.sits.state import Board, Ship
from sits_es.rules.sits.story.codes import lost_as
from sits_es.space.arcs import behind_wedge, facing, slide
from sits_es.space.bearing import bearing_between
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
        return ship.name, ship.side, str(ship.position), f"out: {lost_as(ship.destroyed)}", "", "", "", ""
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


def bearings(board: Board, *, ascii_only: bool = False, player: str | None = None) -> FittedTable:
    """One row for each ship and each enemy that it sees, where both stand now. player: only what his ships see."""
    ships = board.standing()
    own = [ship for ship in ships if player in (None, ship.player)]
    rows = (_seen(board, ship, other) for ship in own for other in ships if ship.side != other.side)
    heads = ("From", "To", "Range", "On map", "In frame", "Mounts that bear", "Comes in on")
    return table(heads, rows, right=(2,), ascii_only=ascii_only)


def _seen(board: Board, ship: Ship, other: Ship) -> tuple[str, ...]:
    hexes = bearing_between(ship.position, other.position).range
    window, own = seen_through(ship, other)
    mounts = ", ".join(mount.name for mount in board.class_of(ship).mounts if bears(mount, own))
    closed = own is not None and behind_wedge(own)
    return (
        ship.name,
        other.name,
        str(hexes),
        window or "-",
        own or "-",
        mounts or ("none: own wedge" if closed else "none"),
        "; ".join(_side(other, ship)),
    )


def _side(target: Ship, shooter: Ship) -> Iterator[str]:
    """The target's side that a shot comes in on."""
    _, seen = seen_through(target, shooter)
    if seen is None:
        yield "same place: its choice"
    elif behind_wedge(seen):
        yield f"wedge {seen}"
        yield f"missiles slide to {' or '.join(slide(seen))}"
    else:
        yield f"{facing(seen)} {seen}"


def conditions_of(board: Board) -> Iterator[RenderableType]:
    """Ships that are disabled, without a bridge or with a sidewall down, a line each; silent when there is none."""
    told = {ship.name: conditions(ship) for ship in board.standing()}
    if any(told.values()):
        yield section("Out of order")
        yield from (ReportLine(f"{name}: {'; '.join(says)}", 2) for name, says in told.items() if says)


def score_so_far(board: Board) -> Iterator[RenderableType]:
    """What each side has by the scenario's points as the board stands; silent where it gives none."""
    if lines := score_lines(board):
        yield section("Points so far")
        yield from (ReportLine(line, 2) for line in lines)
        if board.victory.turns is not None:
            yield ReportLine(f"The game ends with turn {board.victory.turns}.", 2)
