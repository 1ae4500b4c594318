"""How one ship has another in its sights: range, windows, facing hit, arcs, reach."""

from __future__ import annotations

from sits_es.rules.sits.beams.facts import Aim
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.cards.ship_class import Mount
from sits_es.rules.sits.sums.beams import BEAM_KINDS, beam_block, has_beam, torpedo_row
from sits_es.rules.sits.sums.tracks import rating, strength
from sits_es.rules.sits.tables.values import Tables
from sits_es.space.arcs import FACINGS, Facing, default_arc, facing, ship_window
from sits_es.space.avid import Window, opposite
from sits_es.space.bearing import bearing_between


def seen_through(board: Board, observer: Ship, other: Ship) -> tuple[Window | None, Window | None]:
    """Window of the map, then of the observer's frame, that shows the other ship; None when they share a place."""
    window = bearing_between(observer.position, other.position, board.tables.range_table).window
    return window, None if window is None else ship_window(observer.attitude, window)


def aim(board: Board, shooter: Ship, target: Ship) -> Aim:
    """The shot from one ship at another where both stand now. Rule: sits rules 3 and 4."""
    hexes = bearing_between(shooter.position, target.position, board.tables.range_table).range
    window, mount_window = seen_through(board, shooter, target)
    target_window = None if window is None else ship_window(target.attitude, opposite(window))
    hit = presented(board, target) if target_window is None else facing(target_window)
    return Aim(range=hexes, window=window, mount_window=mount_window, target_window=target_window, facing=hit)


def presented(board: Board, target: Ship) -> Facing:
    """The facing hit from the target's own place: as ordered, else the strongest standing sidewall, port first.

    By the reading in force the strongest wall is the one that lets least through. Rule: house, sits rules 3.
    """
    if target.present is not None:
        return target.present
    card = board.class_of(target)
    found = {side: rating(card, target, f"{side}-sidewall") for side in FACINGS}
    walls = {side: wall for side, wall in found.items() if wall is not None}
    if not walls:
        return "port"
    weakest_first = board.options.sidewall == "stops"
    return min(walls, key=lambda side: -walls[side] if weakest_first else walls[side])


def bears(mount: Mount, window: Window | None) -> bool:
    """Whether a mount bears through a window of its ship's frame; in the same place every mount does."""
    return window is None or window in mount.arc


def arc_of(mount: Mount) -> tuple[str, ...]:
    """A mount's arc in few values: its facing where it has the usual arc of that, otherwise each window."""
    return (mount.facing,) if set(mount.arc) == default_arc(mount.facing) else mount.arc


def in_tables(board: Board, mount: Mount, weapon: str) -> bool:
    """Whether the game's tables have a mount's beam weapon: its size, or the type of its torpedoes."""
    tables, system = board.tables, weapon.removeprefix(f"{mount.name}-")
    if system == "energy-torpedo":
        return any(row.type == mount.torpedo_type for row in tables.energy_torpedo)
    if system == "grav-lance":
        return True
    size = mount.graser_size if system == "graser" else mount.laser_size
    return has_beam(tables, BEAM_KINDS[system], size)


def beam_reach(tables: Tables, mount: Mount, weapon: str) -> int:
    """Longest range in hexes of a mount's beam weapon."""
    system = weapon.removeprefix(f"{mount.name}-")
    if system == "grav-lance":
        return 0
    if system == "energy-torpedo":
        return torpedo_row(tables, mount.torpedo_type).reach
    size = mount.graser_size if system == "graser" else mount.laser_size
    return beam_block(tables, BEAM_KINDS[system], size).reach


def magazine(board: Board, ship: Ship, mount: Mount) -> int:
    """What is left in a mount's magazine, missiles or rows: the rating in force less what was launched, 0 up."""
    stored = strength(board.class_of(ship), ship, mount.track("magazine"))
    return max(stored - ship.spent.get(mount.name, 0), 0)
