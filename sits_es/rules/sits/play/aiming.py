"""How one ship has another in its sights: range, windows, facing hit, and why a weapon can't fire or launch."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.rules.sits.events.fire import Aim
from sits_es.rules.sits.orders.forms import FireOrdered, LaunchOrdered
from sits_es.rules.sits.ship.ship_class import Mount
from sits_es.rules.sits.ship.tracks import rating, strength
from sits_es.rules.sits.state import Board, Ship
from sits_es.rules.sits.tables.beam_table import BeamKind, reach
from sits_es.rules.sits.tables.missiles import missile_row, salvoes_allowed
from sits_es.rules.system import Problem
from sits_es.sentences import counted
from sits_es.space.arcs import DEFAULT_COLUMNS, FACINGS, MARKERS, Facing, behind_wedge, default_arc, facing, ship_window
from sits_es.space.avid import BEARINGS, Window, opposite
from sits_es.space.bearing import bearing_between

#: Beam weapons that the damage tables know, by their name in a track.
BEAM_KINDS: dict[str, BeamKind] = {"graser": "graser", "laser": "laser"}


def seen_through(observer: Ship, other: Ship) -> tuple[Window | None, Window | None]:
    """Window of the map, then of the observer's frame, that shows the other ship; None when they share a place."""
    window = bearing_between(observer.position, other.position).window
    return window, None if window is None else ship_window(observer.attitude, window)


def aim(board: Board, shooter: Ship, target: Ship) -> Aim:
    """The shot from one ship at another where both stand now. Rule: rules sections 3 and 4."""
    hexes = bearing_between(shooter.position, target.position).range
    window, mount_window = seen_through(shooter, target)
    target_window = None if window is None else ship_window(target.attitude, opposite(window))
    hit = presented(board, target) if target_window is None else facing(target_window)
    return Aim(range=hexes, window=window, mount_window=mount_window, target_window=target_window, facing=hit)


def presented(board: Board, target: Ship) -> Facing:
    """The facing hit from the target's own place: as ordered, else the strongest standing sidewall, port first.

    By the reading in force the strongest wall is the one that lets least through. Rule: house, rules section 3.
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


def arc_problem(ship: Ship, mount: Mount, what: str, target: Ship, seen: Aim) -> Iterator[str]:
    """Say that a target is out of a mount's arc, and through which windows it bears; silent when it bears."""
    if not bears(mount, seen.mount_window):
        yield (
            f"{ship.name}: {what} cannot bear on {target.name}, seen through {seen.mount_window} of the ship's frame "
            f"({seen.window} on the map). The {mount.name} mount bears through {_arc(mount)}."
        )


def _arc(mount: Mount) -> str:
    """A mount's arc in words: the usual five columns by three rows, or window by window."""
    if set(mount.arc) != default_arc(mount.facing):
        return ", ".join(mount.arc)
    middle = MARKERS[mount.facing]
    at = BEARINGS.index(middle)
    around = [BEARINGS[(at + step) % len(BEARINGS)] for step in range(-DEFAULT_COLUMNS, DEFAULT_COLUMNS + 1)]
    return f"{around[0]} to {around[-1]}, level and one ring up or down"


def target_problems(board: Board, ship: Ship, name: str) -> Iterator[Problem]:
    """Say why nothing can be aimed at a ship of that name; silent when it can."""
    if name == ship.name:
        yield Problem(f"{ship.name} cannot aim at itself.", "target")
    elif (gone := board.ships[name].destroyed) is not None:
        yield Problem(f"{ship.name}: {name} is out of the game ({gone}).", "target")


def fire_problems(board: Board, ship: Ship, order: FireOrdered) -> Iterator[Problem]:
    """Every reason why a beam can't be fired as things stand; silent when it can. Rule: rules section 7."""
    card, weapon = board.class_of(ship), order.weapon
    mount = card.mount_of(weapon)
    if mount is None:
        raise KeyError(weapon)
    weapons = strength(card, ship, weapon)
    if not weapons:
        yield Problem(f"{ship.name}: all of its {weapon} are destroyed.", "weapon")
    if left := ship.counters.get(weapon, 0):
        yield Problem(f"{ship.name}: {weapon} can fire again in {counted(left, 'segment')}.", "weapon")
    no_target = list(target_problems(board, ship, order.target))
    yield from no_target or _shot_problems(board, ship, mount, weapon, weapons, board.ships[order.target])


def _shot_problems(
    board: Board, ship: Ship, mount: Mount, weapon: str, weapons: int, target: Ship
) -> Iterator[Problem]:
    """Arc, wedge and reach of a weapon that works, at a target that is there."""
    seen = aim(board, ship, target)
    for fault in arc_problem(ship, mount, weapon, target, seen):
        yield Problem(fault, "weapon")
    if seen.target_window is not None and behind_wedge(seen.target_window):
        wedge = f"{target.name} shows its wedge ({seen.target_window} of its own frame), and no beam goes through that."
        yield Problem(f"{ship.name}: {wedge}", "target")
    longest = beam_reach(board, mount, weapon, weapons)
    if seen.range > longest:
        yield Problem(f"{ship.name}: {target.name} is at range {seen.range}, and {weapon} reach {longest}.", "target")


def beam_reach(board: Board, mount: Mount, weapon: str, weapons: int) -> int:
    """Longest range in hexes of a mount's beam weapon, of which `weapons` (0 up) fire."""
    system = weapon.removeprefix(f"{mount.name}-")
    if system == "grav-lance":
        return 0
    if system == "energy-torpedo":
        return max((row.reach for row in board.tables.energy_torpedo if row.tubes <= weapons), default=0)
    return reach(board.tables, BEAM_KINDS[system], mount.graser_size if system == "graser" else mount.laser_size)


def launch_problems(board: Board, ship: Ship, order: LaunchOrdered) -> Iterator[Problem]:
    """Every reason why salvoes can't be launched as things stand; silent when they can. Rule: rules section 8.1."""
    card = board.class_of(ship)
    mount = card.mount(order.mount)
    if mount is None:
        raise KeyError(order.mount)
    yield from _launcher_problems(board, ship, mount, order)
    no_target = list(target_problems(board, ship, order.target))
    yield from no_target or _flight_problems(board, ship, mount, order)


def _launcher_problems(board: Board, ship: Ship, mount: Mount, order: LaunchOrdered) -> Iterator[Problem]:
    """What the mount itself can't do: tubes, reload time, magazine, fire control (none left: no launch, house)."""
    card = board.class_of(ship)
    tubes = strength(card, ship, mount.track("tubes"))
    if not tubes:
        yield Problem(f"{ship.name}: all tubes of its {mount.name} mount are destroyed.", "mount")
    elif (order.tubes or 0) > tubes:
        wanted = f"a salvo of {counted(order.tubes or 0, 'tube')} is ordered"
        yield Problem(f"{ship.name}: {wanted}, {mount.name} has {tubes} that work. Order 1 to {tubes}.", "tubes")
    if left := ship.counters.get(mount.name, 0):
        yield Problem(f"{ship.name}: the {mount.name} tubes can launch again in {counted(left, 'segment')}.", "mount")
    needed, have = order.salvoes * (order.tubes or tubes), magazine(board, ship, mount)
    if not have:
        yield Problem(f"{ship.name}: the magazine of its {mount.name} mount is empty.", "mount")
    elif needed > have:
        asked = f"{counted(order.salvoes, 'salvo')} from {mount.name} would take {counted(needed, 'missile')}"
        yield Problem(f"{ship.name}: {asked}, its magazine holds {have}.", "salvoes")
    control = mount.track("fire-control")
    if control in ship.boxes and rating(card, ship, control) is None:
        yield Problem(f"{ship.name}: the fire control of its {mount.name} mount is destroyed.", "mount")


def _flight_problems(board: Board, ship: Ship, mount: Mount, order: LaunchOrdered) -> Iterator[Problem]:
    """Arc and range of a launcher that works, at a target that is there."""
    target = board.ships[order.target]
    seen = aim(board, ship, target)
    for fault in arc_problem(ship, mount, f"the {mount.name} launcher", target, seen):
        yield Problem(fault, "mount")
    row = missile_row(board.tables, seen.range)
    earlier = [(launch.turn, launch.salvoes) for launch in ship.launches.get(order.target, ())]
    allowed = salvoes_allowed(row, board.turn, earlier)
    if order.salvoes > allowed:
        asked = f"{counted(order.salvoes, 'salvo')} {'is' if order.salvoes == 1 else 'are'}"
        limit = f"Range {seen.range} allows {row.max_salvoes} in a turn, {allowed} more now."
        yield Problem(f"{ship.name}: {asked} ordered at {target.name}. {limit}", "salvoes")


def magazine(board: Board, ship: Ship, mount: Mount) -> int:
    """Missiles left in a mount's magazine: the rating in force less what was launched, 0 up."""
    stored = strength(board.class_of(ship), ship, mount.track("magazine"))
    return max(stored - ship.spent.get(mount.name, 0), 0)
