"""What players have to settle on their own displays: hits, damage, dice of hazards, breakdowns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.sfb_n3d.board import Unit
from sits_es.rules.sfb_n3d.fire.facts import WeaponFired
from sits_es.rules.sfb_n3d.launching.facts import SeekerStruck
from sits_es.rules.sfb_n3d.motion.facts import Decelerated
from sits_es.rules.sfb_n3d.spheres.facts import ExplosionFelt, SphereStruck
from sits_es.rules.sfb_n3d.sums.bearing import bearing
from sits_es.rules.sfb_n3d.sums.binding import shields
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.words import hexes, mounts, points, range_of
from sits_es.rules.sfb_n3d.terrain.facts import HazardMet, PlanetReached
from sits_es.rules.sfb_n3d.turns.facts import HighEnergyTurned
from sits_es.rules.sfb_n3d.views.contexts import FactContext, dice_text
from sits_es.sentences import counted

#: Kinds of units that have shields.
SHIELDED: Final = ("ship", "base")


def to_settle(context: FactContext) -> str | None:
    """What a fact asks players to work out, beginning with the unit; None where it asks nothing."""
    say = _SETTLED.get(type(context.fact))
    return None if say is None else say(context, context.fact)


def shield(shooter: Unit | None, target: Unit | None) -> str:
    """The shield that faces a shot, or several on a border: `on shield #1`. Rule: C14.20 for the shields' arcs."""
    if shooter is None or target is None or target.kind not in SHIELDED:
        return ""
    seen = bearing(target.place, target.facing, shooter.place)
    facing = sorted(shields(None if seen is None else seen.yaw))
    which = "any shield" if seen is None else f"shield {' or '.join(f'#{number}' for number in facing)}"
    where = "" if seen is None else f", from yaw {written(seen.yaw)} pitch {written(seen.pitch)}"
    return f"on {which}{where}"


def _with(*parts: str) -> str:
    return "; ".join(part for part in parts if part) + "."


def _fired(context: FactContext, fact: WeaponFired) -> str:
    units = context.board.units
    what = f"{fact.target}: {len(fact.mounts)} x {fact.weapon} of {fact.unit} ({mounts(fact.mounts)})"
    hit = shield(units.get(fact.unit), units.get(fact.target))
    return _with(f"{what} at {range_of(fact.exact)}", hit, dice_text(context.dice))


def _struck(context: FactContext, fact: SeekerStruck) -> str:
    units = context.board.units
    kind = units[fact.unit].unit_class if fact.unit in units else "seeking weapon"
    hit = shield(units.get(fact.unit), units.get(fact.target))
    return _with(f"{fact.target}: {fact.unit} ({kind}) strikes", hit, dice_text(context.dice))


def _felt(context: FactContext, fact: ExplosionFelt) -> str | None:
    if not fact.damage:
        return None
    units = context.board.units
    hit = shield(units.get(fact.source), units.get(fact.unit))
    damage = counted(fact.damage, "point")
    return _with(f"{fact.unit}: {damage} of damage from the explosion of {fact.source}, {hexes(fact.exact)} away", hit)


def _sphere(context: FactContext, fact: SphereStruck) -> str:
    units = context.board.units
    hit = shield(units.get(fact.unit), units.get(fact.target))
    return _with(f"{fact.target}: {points(fact.strength)} of {fact.unit}'s expanding sphere", hit)


def _hazard(_happened: FactContext, fact: HazardMet) -> str:
    return _with(f"{fact.unit}: damage of {fact.body} for a die of {fact.die}")


def _reached(_happened: FactContext, fact: PlanetReached) -> str:
    return _with(f"{fact.unit}: it has collided with {fact.body} or landed, {hexes(fact.exact)} from its middle")


def _broke(_happened: FactContext, fact: HighEnergyTurned) -> str | None:
    return _with(f"{fact.unit}: what a breakdown does besides the facing") if fact.broke_down else None


def _slowed(_happened: FactContext, fact: Decelerated) -> str | None:
    return None if fact.inertia_only else _with(f"{fact.unit}: what an emergency deceleration does to its energy")


#: By the class of the fact: what it asks, of how it happened and of the fact itself.
_SETTLED: Final[Mapping[type[Event], Callable[[FactContext, Any], str | None]]] = {
    WeaponFired: _fired,
    SeekerStruck: _struck,
    ExplosionFelt: _felt,
    SphereStruck: _sphere,
    HazardMet: _hazard,
    PlanetReached: _reached,
    HighEnergyTurned: _broke,
    Decelerated: _slowed,
}
