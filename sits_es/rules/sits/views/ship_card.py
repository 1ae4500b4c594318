"""A ship class as its card: numbers, weapons, boxes, arcs on the sphere and hit rows."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.report.blocks import BLANK, Block, Fields, Heading, Picture, ReportLine
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.boxes import WALLS
from sits_es.rules.sits.cards.ship_class import ShipClass
from sits_es.rules.sits.cards.walls import walls_made_for
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.sums.deck import DRAWS
from sits_es.rules.sits.sums.tracks import fresh_boxes
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.views.boxes import tracks
from sits_es.rules.sits.views.scenes import arc_scene
from sits_es.rules.sits.views.ship_panel import weapons
from sits_es.sentences import listed
from sits_es.space.arcs import FACINGS
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.hexes import STILL, Position


def ship_card(ship_class: ShipClass) -> Iterator[Block]:
    """The whole card."""
    board, ship = _undamaged(ship_class)
    yield Heading(ship_class.name, major=True)
    if ship_class.note:
        yield ReportLine(ship_class.note, 2, 0)
    yield Fields(_numbers(ship_class), indent=2)
    yield Heading("Weapons")
    yield weapons(board, ship) if _armed(ship_class) else ReportLine("none", 2)
    yield BLANK
    yield from tracks(board, ship)
    if ship_class.mounts:
        yield Heading("Firing arcs: nose at A, top at +++, the map plane through both broadsides")
        yield BLANK
        yield Picture(arc_scene(ship_class))
        yield BLANK
        yield from (ReportLine(f"{mount.name}: {', '.join(mount.arc)}", 2) for mount in ship_class.mounts)
    yield Heading("Hit rows: 1d10, then the tracks that a hit takes")
    yield from _hit_rows(ship_class)


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
    cards = ", draws miracle cards" if ship_class.commander in DRAWS else ""
    yield "Crew", f"quality {ship_class.crew_quality}, commander {ship_class.commander}{cards}"
    yield "Missiles", f"quality {ship_class.missile_quality}"
    yield "Countermissiles", f"quality {ship_class.countermissile_quality}"
    yield "Point defence", f"quality {ship_class.point_defence_quality}"
    yield "Lasers", f"quality {ship_class.laser_quality} in defence"
    yield "Sidewalls", _walls(ship_class)
    yield "Rolled ship", f"{ship_class.rolled_ship_bonus:+}% at the sidewall"
    yield "Decoys", f"{ship_class.decoy_value:+}% of ECM each"


def _walls(ship_class: ShipClass) -> str:
    """The reading that the class's sidewalls are made for; empty for a class without any."""
    made = walls_made_for(ship_class)
    if len(made) == 1:
        return f"made for: {next(iter(made))}"
    if made:
        return "; ".join(f"{listed(walls)} made for: {reading}" for reading, walls in made.items())
    return "made for: either reading" if any(wall in ship_class.tracks for wall in WALLS) else ""


def _hit_rows(ship_class: ShipClass) -> Iterator[ReportLine]:
    for side in FACINGS:
        yield ReportLine(side, 2)
        for roll, row in enumerate(ship_class.hits[side], start=1):
            yield ReportLine(f"{roll:>2}  {', '.join(row)}", 4, 4)
