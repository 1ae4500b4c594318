"""What a unit has before it, in words: how it stands, whom it sees and what bears, for order files and forecasts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sits_es.rules.sfb import IMPULSES
from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.sfb.sums.numbers import WHOLE, written
from sits_es.rules.sfb.sums.places import exact
from sits_es.rules.sfb.sums.sights import sight
from sits_es.rules.sfb.sums.weapons import bearing_of
from sits_es.rules.sfb.turns.rules import turn_limit
from sits_es.rules.sfb.views.standing import ties
from sits_es.sentences import counted, listed

#: Kinds of units that take orders. Rule: F2.21 and M2.40 for the others.
ORDERED: Final = ("ship", "base", "shuttle")

#: Enemies of which a unit's own lines tell: so many of the nearest, none farther than this, in km. No weapon of the
#: printed game reaches so far.
MOST_ENEMIES: Final = 6
SIGHT: Final = 100 * WHOLE


def commanded(board: Board, player: str) -> tuple[str, ...]:
    """The player's units on the map that take orders, in order of name."""
    return tuple(unit.name for unit in board.out() if unit.player == player and unit.kind in ORDERED)


def standing(unit: Unit) -> str:
    """Where a unit is, how it points and how it moves, on one line."""
    said = [f"at {unit.place}", str(unit.facing), f"speed {written(unit.speed)}", f"thrust {written(unit.thrust)}"]
    if unit.inertia:
        said.append(f"inertia {unit.inertia}")
    return "; ".join(said)


def seen(board: Board, unit: Unit) -> Iterator[str]:
    """Enemies in sight, but for seeking weapons: range, bearing, what bears on them; then how many more there are."""
    near, others = enemies(board, unit)
    for other in near:
        known = sight(unit.place, unit.facing, other.place)
        at = "in exactly the same place" if known.bearing is None else str(known.bearing)
        bear = bearing(board, unit, other)
        yield f"{other.name}: range {known.hexes} ({written(known.km)}), {at}; bearing: {bear}"
    if others:
        more = f"{len(others)} {'enemy' if len(others) == 1 else 'enemies'} farther away"
        yield f"{more}: {others[0].name} at range {exact(unit.place, others[0].place) // WHOLE} is the nearest"


def enemies(board: Board, unit: Unit) -> tuple[list[Unit], list[Unit]]:
    """The enemies in sight of a unit in order of name, and all others, the nearest first; without seeking weapons."""
    found = [other for other in board.out() if other.side != unit.side and other.kind != "seeking"]
    found.sort(key=lambda other: (exact(unit.place, other.place), other.name))
    number = sum(exact(unit.place, other.place) <= SIGHT for other in found[:MOST_ENEMIES])
    return sorted(found[:number], key=lambda other: other.name), found[number:]


def in_range(board: Board, unit: Unit) -> list[Unit]:
    """The enemies in sight of a unit in order of name, then their seeking weapons that are no farther than that."""
    near, _ = enemies(board, unit)
    guided = [other for other in board.out() if other.kind == "seeking" and other.side != unit.side]
    return [*near, *(other for other in guided if exact(unit.place, other.place) <= SIGHT)]


def bearing(board: Board, unit: Unit, target: Unit) -> str:
    """The weapons that bear on a target now, by group: how many of it, and their mounts where not all do."""
    said = []
    found = sight(unit.place, unit.facing, target.place).bearing
    for group in board.class_of(unit).weapons:
        mounts = [group.mounts[number] for number in bearing_of(group.arcs, group.mounts, found)]
        if len(mounts) == group.number:
            said.append(f"{group.name} (all {group.number})" if group.number > 1 else group.name)
        elif mounts:
            said.append(f"{group.name} ({len(mounts)} of {group.number}: {listed(dict.fromkeys(mounts))})")
    return ", ".join(said) or "nothing"


def seekers(board: Board, unit: Unit) -> Iterator[str]:
    """Seeking weapons on their way to a unit."""
    for other in board.out():
        if other.kind == "seeking" and other.target == unit.name:
            far = written(exact(unit.place, other.place))
            yield f"{other.name} seeks {unit.name}: {far} hexes away, speed {written(other.speed)}"


def turning(board: Board, unit: Unit, impulse: int) -> str:
    """How far it may turn in an impulse of this turn as it is now, in words."""
    if unit.kind == "base":
        return f"rotates by {unit.rotation} each impulse" if unit.rotation else "doesn't rotate"
    most = written(turn_limit(board, unit, impulse))
    where = " in orbit" if unit.orbits else " in its web" if unit.speed and board.web_strength(unit) else ""
    how = f"turn mode {board.class_of(unit).turn_class}, speed {written(board.turning_speed(unit))}{where}"
    return f"may turn up to {most} degrees on each axis in an impulse ({how})"


def hindrances(board: Board, unit: Unit, impulse: int) -> Iterator[str]:
    """What holds it or goes on with it: webs, orbit, manoeuvres, waiting, binding, a sphere, damage entered."""
    if unit.trapped is not None:
        strength = written(board.web_strength(unit))
        yield f"in {unit.trapped}, strength {strength}: its speed is lowered by that much (G10.511)"
    for name, web in sorted(board.webs.items()):
        if any(unit.name in {strand.one, strand.other} for strand in web.strands):
            yield f"anchor of {name}, strength {written(web.strength)}"
    if unit.orbits is not None:
        yield f"in orbit around {unit.orbits.planet}, which is on its {unit.orbits.side}{unit.orbits.away}"
    if (tac := unit.tac(impulse)) is not None:
        kinds = "warp and sublight" if tac == "both" else tac
        yield f"tactical manoeuvres ({kinds}) up to impulse {unit.tac_until}"
    if (left := unit.waits - (board.turn - 1) * IMPULSES - impulse + 1) > 0:
        yield f"no thrust for {counted(left, 'impulse')} after an emergency deceleration (C8.41)"
    yield from ties(unit)
    if unit.bound:
        yield f"bound to {listed(unit.bound)}"
    if unit.sphere is not None:
        radius, energy = unit.sphere
        yield f"sphere of radius {written(radius)}, energy {written(energy)}"
    if unit.damage or unit.notes:
        yield f"damage entered: {'; '.join([counted(unit.damage, 'point'), *unit.notes])}"
