"""The arcs of an attack: which of them hold the target, which is attacked in, and why none can be."""

from __future__ import annotations

from attrs import frozen

from sits_es.rules.xwing.state import Attack, Board, Ship, Stand
from sits_es.rules.xwing.sums.arcs import ArcHold, Sight, sight
from sits_es.rules.xwing.sums.bases import Placement, placed, read_base
from sits_es.rules.xwing.sums.ranges import NEAR, ROUNDING, told
from sits_es.rules.xwing.weapons import TURRET, Weapon
from sits_es.sentences import listed


@frozen(kw_only=True)
class Proof:
    """What an attacker sees of its target. wanted: the arcs that the weapon can attack in; sight: in every arc.

    hold: the arc that is attacked in, None where no wanted arc holds the target.
    """

    wanted: tuple[str, ...]
    sight: Sight
    hold: ArcHold | None


def placement_of(ship: Ship, stand: Stand) -> Placement:
    """A ship's base at a place."""
    return placed(read_base(ship.base, ship.half_angle), stand.x, stand.y, stand.facing)


def arcs_of(weapon: Weapon, points: tuple[str, ...]) -> tuple[str, ...]:
    """The arcs that a weapon can attack in. points: where the turret arc indicator points.

    Rule: rules.md, Turrets.
    """
    return points if weapon.arc == TURRET else (weapon.arc,)


def proof(board: Board, attack: Attack) -> Proof:
    """What proves an attack, or shows that it can't be made. KeyError for ships that are unknown or not placed.

    Of two turret arcs that hold the target the one in which it is closer is attacked in; of two in which it is equally
    close, the first. Rule: house.
    """
    ship, target = board.ships[attack.ship], board.ships[attack.target]
    weapon = ship.weapon(attack.weapon)
    if attack.stand is None or attack.target_stand is None or weapon is None:
        raise KeyError(f"attack {attack.number} has no places or no weapon")
    seen = sight(placement_of(ship, attack.stand), placement_of(target, attack.target_stand))
    wanted = arcs_of(weapon, attack.points)
    holds = [hold for hold in seen.holds if hold.arc in wanted]
    # what is equally close may be told a little differently by rounding
    nearest = min((hold.distance for hold in holds), default=0.0) + NEAR
    return Proof(
        wanted=wanted, sight=seen, hold=next((hold for hold in holds if hold.distance <= nearest + ROUNDING), None)
    )


def why_not(attack: Attack, found: Proof) -> str | None:
    """Why an attack can't be made, None where it can: the target is beyond range 3, or in no arc of the weapon.

    Rule: rules.md, Turrets, Range bands.
    """
    if found.hold is not None:
        return None
    away = f"{told(found.sight.distance)} mm away"
    if found.sight.range is None:
        return f"{attack.ship}: {attack.target} is {away}, beyond range 3."
    where = f"It is in {listed(found.sight.arcs)}" if found.sight.arcs else "It is in no arc at all"
    wanted = f"not in {listed(found.wanted)}, where {attack.weapon} attacks"
    return f"{attack.ship}: {attack.target} is {wanted}. {where}, {away}."
