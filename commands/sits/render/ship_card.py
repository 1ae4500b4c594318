"""A ship class as its card: numbers, weapons, boxes, arcs on the sphere and hit rows."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from commands.render.pictures import AvidScene, render_text, short_labels
from commands.render.pictures.avid import Mark, WindowCell
from commands.sits.render.boxes import tracks
from commands.sits.render.page import ReportLine, fields, heading, indented, section
from commands.sits.render.ship_panel import weapons
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.ship.ship_class import ShipClass
from sits_es.rules.sits.ship.tracks import fresh_boxes
from sits_es.rules.sits.state import Board, Ship
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.space.arcs import FACINGS, MARKERS
from sits_es.space.attitude import Attitude
from sits_es.space.avid import WINDOWS, Window
from sits_es.space.hexes import STILL, Position


def ship_card(ship_class: ShipClass, *, ascii_only: bool = False, width: int = 80) -> Group:
    """The whole card. width: columns, for the picture of the arcs."""
    board, ship = _undamaged(ship_class)
    parts: list[RenderableType] = [heading(ship_class.name, ascii_only=ascii_only)]
    if ship_class.note:
        parts.append(ReportLine(ship_class.note, 2, 0))
    parts += [indented(fields(_numbers(ship_class))), section("Weapons")]
    parts.append(indented(weapons(board, ship, ascii_only=ascii_only)) if _armed(ship_class) else Text("  none"))
    parts += [Text(), tracks(board, ship)]
    if ship_class.mounts:
        parts += [section("Firing arcs: nose at A, top at +++, the map plane through both broadsides"), Text()]
        parts.append(render_text(arc_scene(ship_class), ascii=ascii_only, width=width))
        parts.append(Text())
        parts += [ReportLine(f"{mount.name}: {', '.join(mount.arc)}", 2) for mount in ship_class.mounts]
    return Group(*parts, section("Hit rows: 1d10, then the tracks that a hit takes"), *_hit_rows(ship_class))


def _armed(ship_class: ShipClass) -> bool:
    """Whether the class has anything to shoot with."""
    return bool(ship_class.weapons() or ship_class.launchers())


def _undamaged(ship_class: ShipClass) -> tuple[Board, Ship]:
    """A ship of the class fresh from the yard, alone on a board."""
    ship = Ship(
        name=ship_class.name,
        ship_class=ship_class.name,
        side="",
        player="",
        position=Position(),
        vectors=STILL,
        attitude=Attitude(Window("A")),
        boxes=fresh_boxes(ship_class),
    )
    classes = {ship_class.name: ship_class}
    return Board(tables=card_tables(), options=Options(), classes=classes, ships={ship.name: ship}), ship


def _numbers(ship_class: ShipClass) -> Iterator[tuple[str, str]]:
    yield "Hit size", f"{ship_class.hit_size} points"
    yield "Crew", f"quality {ship_class.crew_quality}, commander {ship_class.commander}"
    yield "Missiles", f"quality {ship_class.missile_quality}"
    yield "Countermissiles", f"quality {ship_class.countermissile_quality}"
    yield "Point defence", f"quality {ship_class.point_defence_quality}"
    yield "Lasers", f"quality {ship_class.laser_quality} in defence"
    yield "Rolled ship", f"{ship_class.rolled_ship_bonus:+}% at the sidewall"
    yield "Decoys", f"{ship_class.decoy_value:+}% of ECM each"


def arc_scene(ship_class: ShipClass) -> AvidScene:
    """The sphere as seen from on board: in each window the mounts that bear through it; the list has their markers."""
    labels = short_labels(mount.name for mount in ship_class.mounts)
    marks = {
        mount.name: Mark("target", mount.name, MARKERS[mount.facing], labels[mount.name]) for mount in ship_class.mounts
    }
    cells = (
        WindowCell(window, tuple(marks[mount.name] for mount in ship_class.mounts if window in mount.arc))
        for window in WINDOWS
    )
    return AvidScene(tuple(cells), tuple(marks.values()))


def _hit_rows(ship_class: ShipClass) -> Iterator[ReportLine]:
    for side in FACINGS:
        yield ReportLine(side, 2)
        for roll, row in enumerate(ship_class.hits[side], start=1):
            yield ReportLine(f"{roll:>2}  {', '.join(row)}", 4, 4)
