"""How one ship has another in its sights: range, windows, facing hit, and why a weapon can't fire or launch."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.events import Coded
from sits_es.rules.sits.beams.facts import Aim, FireOrdered
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.missiles.facts import LaunchOrdered
from sits_es.rules.sits.ship.ship_class import Mount
from sits_es.rules.sits.ship.tracks import rating, strength
from sits_es.rules.sits.sums.beams import BEAM_KINDS, beam_block, beam_sizes, torpedo_row
from sits_es.rules.sits.sums.missiles import missile_row, salvoes_allowed
from sits_es.rules.sits.tables.values import Tables
from sits_es.space.arcs import FACINGS, Facing, behind_wedge, default_arc, facing, ship_window
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


def arc_problem(mount: Mount, weapon: str | None, target: Ship, seen: Aim) -> Iterator[Coded]:
    """Say that a target is out of a mount's arc, and through which windows it bears; silent when it bears.

    weapon: the beam weapon that is to bear, None for the mount's launcher.
    """
    if not bears(mount, seen.mount_window):
        usual = set(mount.arc) == default_arc(mount.facing)
        arc = (mount.name, *((mount.facing,) if usual else mount.arc))
        where = (target.name, str(seen.mount_window), str(seen.window))
        if weapon is None:
            yield Coded("launcher-off-arc", (mount.name, *where, *arc[1:]))
        else:
            yield Coded("weapon-off-arc", (weapon, *where, *arc))


def target_problems(board: Board, ship: Ship, name: str) -> Iterator[Coded]:
    """Say why nothing can be aimed at a ship of that name; silent when it can."""
    if name == ship.name:
        yield Coded("aims-at-itself")
    elif (target := board.ships.get(name)) is None:
        yield Coded("no-such-target", (name,))
    elif target.destroyed is not None:
        yield Coded("target-out", (name, target.destroyed))
    else:
        yield from own_side_problems(board, ship, target)


def own_side_problems(board: Board, ship: Ship, target: Ship) -> Iterator[Coded]:
    """Say that a target is of the ship's own side; silent where the scenario allows it. Rule: house."""
    if target.side == ship.side and not board.options.own_side_targets:
        yield Coded("own-side", (target.name, target.side))


def fire_problems(board: Board, ship: Ship, order: FireOrdered) -> Iterator[Coded]:
    """Every reason why a beam can't be fired as things stand; silent when it can. Rule: sits rules 7."""
    card, weapon = board.class_of(ship), order.weapon
    mount = card.mount_of(weapon)
    if mount is None or weapon not in card.weapons() or not in_tables(board, mount, weapon):
        # sealed orders are checked by nobody before they are opened, nor is a first event that another program wrote
        yield Coded("no-such-weapon", (weapon,))
        return
    weapons = strength(card, ship, weapon)
    if not weapons:
        yield Coded("weapon-destroyed", (weapon,))
    if left := ship.counters.get(weapon, 0):
        yield Coded("weapon-waits", (weapon, left))
    no_target = list(target_problems(board, ship, order.target))
    yield from no_target or _shot_problems(board, ship, mount, weapon, board.ships[order.target])


def _shot_problems(board: Board, ship: Ship, mount: Mount, weapon: str, target: Ship) -> Iterator[Coded]:
    """Arc, wedge and reach of a weapon that works, at a target that is there."""
    seen = aim(board, ship, target)
    yield from arc_problem(mount, weapon, target, seen)
    if seen.target_window is not None and behind_wedge(seen.target_window):
        yield Coded("behind-wedge", (target.name, seen.target_window))
    longest = beam_reach(board.tables, mount, weapon)
    if seen.range > longest:
        yield Coded("out-of-reach", (target.name, seen.range, weapon, longest))


def in_tables(board: Board, mount: Mount, weapon: str) -> bool:
    """Whether the game's tables have a mount's beam weapon: its size, or the type of its torpedoes."""
    tables, system = board.tables, weapon.removeprefix(f"{mount.name}-")
    if system == "energy-torpedo":
        return any(row.type == mount.torpedo_type for row in tables.energy_torpedo)
    if system == "grav-lance":
        return True
    size = mount.graser_size if system == "graser" else mount.laser_size
    return size in beam_sizes(tables, BEAM_KINDS[system])


def beam_reach(tables: Tables, mount: Mount, weapon: str) -> int:
    """Longest range in hexes of a mount's beam weapon."""
    system = weapon.removeprefix(f"{mount.name}-")
    if system == "grav-lance":
        return 0
    if system == "energy-torpedo":
        return torpedo_row(tables, mount.torpedo_type).reach
    size = mount.graser_size if system == "graser" else mount.laser_size
    return beam_block(tables, BEAM_KINDS[system], size).reach


def launch_problems(board: Board, ship: Ship, order: LaunchOrdered) -> Iterator[Coded]:
    """Every reason why salvoes can't be launched as things stand; silent when they can. Rule: sits rules 8.1."""
    card = board.class_of(ship)
    mount = card.mount(order.mount)
    types = (row.size for row in board.tables.missile_damage)
    if mount is None or order.mount not in card.launchers() or mount.missile_size not in types:
        yield Coded("no-such-launcher", (order.mount,))
        return
    yield from _launcher_problems(board, ship, mount, order)
    no_target = list(target_problems(board, ship, order.target))
    yield from no_target or _flight_problems(board, ship, mount, order)


def _launcher_problems(board: Board, ship: Ship, mount: Mount, order: LaunchOrdered) -> Iterator[Coded]:
    """What the mount itself can't do: tubes, reload time, magazine, fire control (none left: no launch, house)."""
    card = board.class_of(ship)
    tubes = strength(card, ship, mount.track("tubes"))
    if not tubes:
        yield Coded("tubes-destroyed", (mount.name,))
    elif order.tubes is not None and order.tubes > tubes:
        yield Coded("too-many-tubes", (order.tubes, mount.name, tubes))
    if left := ship.counters.get(mount.name, 0):
        yield Coded("launcher-waits", (mount.name, left))
    needed, have = mount.takes(order.salvoes, order.tubes or tubes), magazine(board, ship, mount)
    if not have:
        yield Coded("magazine-empty", (mount.name,))
    elif needed > have and mount.magazine_rows:
        yield Coded("rows-short", (order.salvoes, mount.name, have))
    elif needed > have:
        yield Coded("magazine-short", (order.salvoes, mount.name, needed, have))
    control = mount.track("fire-control")
    if control in ship.boxes and rating(card, ship, control) is None:
        yield Coded("fire-control-destroyed", (mount.name,))


def _flight_problems(board: Board, ship: Ship, mount: Mount, order: LaunchOrdered) -> Iterator[Coded]:
    """Arc and range of a launcher that works, at a target that is there."""
    target = board.ships[order.target]
    seen = aim(board, ship, target)
    yield from arc_problem(mount, None, target, seen)
    row = missile_row(board.tables, seen.range)
    earlier = [(launch.turn, launch.salvoes) for launch in ship.launches.get(order.target, ())]
    allowed = salvoes_allowed(row, board.turn, earlier)
    if order.salvoes > allowed:
        yield Coded("too-many-salvoes", (order.salvoes, target.name, seen.range, row.max_salvoes, allowed))


def magazine(board: Board, ship: Ship, mount: Mount) -> int:
    """What is left in a mount's magazine, missiles or rows: the rating in force less what was launched, 0 up."""
    stored = strength(board.class_of(ship), ship, mount.track("magazine"))
    return max(stored - ship.spent.get(mount.name, 0), 0)
