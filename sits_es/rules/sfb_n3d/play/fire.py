"""Declared fire: which weapons bear, and what is in the way. Rule: D1.4, D2, P2.1, G10.61."""

from __future__ import annotations

from collections import Counter

from attrs import define, field

from sits_es.rules.sfb_n3d.board import Board, Unit
from sits_es.rules.sfb_n3d.cards.unit_class import WeaponGroup
from sits_es.rules.sfb_n3d.fire.facts import FireOrdered, WeaponFired
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.play.strands import lines
from sits_es.rules.sfb_n3d.sums import weapons
from sits_es.rules.sfb_n3d.sums.bearing import Bearing, bearing
from sits_es.rules.sfb_n3d.sums.lines_of_sight import passes
from sits_es.rules.sfb_n3d.sums.places import exact
from sits_es.rules.sfb_n3d.sums.webs import blocks
from sits_es.rules.sfb_n3d.terrain.facts import SOLID


@define
class _Fired:
    """What has been fired in this impulse: the numbers of the weapons of each unit's groups, and rolls at a target."""

    weapons: dict[tuple[str, str], set[int]] = field(factory=dict)
    rolls: Counter[tuple[str, str, str]] = field(factory=Counter)


def fire(work: Resolution) -> None:
    """Give all declared fire, by the unit's name and for one unit as written; nobody is taken off in between.

    All fire is simultaneous: what it does is entered by players after the run. A weapon fires once in an impulse, and
    of those that bear the first of its group fire first. Rule: house.
    """
    fired = _Fired()
    for order in sorted(work.given(FireOrdered), key=lambda order: order.unit):
        _give(work, order, fired)


def _give(work: Resolution, order: FireOrdered, fired: _Fired) -> None:
    unit, target = work.board.units[order.unit], work.unit(order.target)
    group = work.board.class_of(unit).weapon(order.weapon)
    if target is None or group is None:  # a group that is not on its card is voided before
        work.void(order, "target-gone", order.target)
        return
    seen = bearing(unit.place, unit.facing, target.place)
    bear = bearing_weapons(group, seen)
    used = fired.weapons.setdefault((unit.name, group.name), set())
    free = [number for number in bear if number not in used][: order.number]
    if not bear and seen is not None:
        work.void(order, "does-not-bear", group.name, seen.yaw, seen.pitch)
    elif not free:
        work.void(order, "all-fired", group.name)
    elif (body := body_between(work.board, unit, target)) is not None:
        work.void(order, "planet-between", body)
    elif (web := web_between(work.board, unit, target)) is not None:
        work.void(order, "web-between", web)
    else:
        used.update(free)
        if group.dice:
            roll = (unit.name, group.name, target.name)
            dice = len(free) * group.dice
            work.roll(unit.name, f"fire {group.name}", target.name, number=dice, nth=fired.rolls[roll])
            fired.rolls[roll] += 1
        work.record(
            WeaponFired(
                unit=unit.name,
                weapon=group.name,
                target=target.name,
                mounts=tuple(group.mounts[number] for number in free),
                exact=exact(unit.place, target.place),
                yaw=None if seen is None else seen.yaw,
                pitch=None if seen is None else seen.pitch,
            )
        )


def bearing_weapons(group: WeaponGroup, seen: Bearing | None) -> list[int]:
    """The weapons of a group that bear on a bearing, by their number in it, 0 up. Rule: D2.1, D2.11."""
    return [
        number for number, mount in enumerate(group.mounts) if weapons.bears(weapons.Weapon(group.arcs, mount), seen)
    ]


def body_between(board: Board, one: Unit, other: Unit) -> str | None:
    """The first solid body by name in the way of the line between two units. Rule: P2.1."""
    for name, body in sorted(board.bodies.items()):
        if body.kind in SOLID and passes(one.place, other.place, body.place, body.radius):
            return name
    return None


def web_between(board: Board, one: Unit, other: Unit) -> str | None:
    """The first web by name that stops the fire of one unit at another. Rule: G10.61.

    A web without power stops nothing, and units that lay webs themselves fire through all of them [house].
    """
    if board.class_of(one).web:
        return None
    for name, web in sorted(board.webs.items()):
        if web.strength and any(blocks(line, one.place, other.place) for line in lines(board, web)):
            return name
    return None
