"""Attacks: who can be hit with what, the zone that is attacked, the roll and the damage.

Rule: rules.md, Arcs and zones, One hex; base game.
"""

from __future__ import annotations

from sits_es.events import Coded
from sits_es.rules.star_wars.events.checks import AttackAimed, AttackDeclared
from sits_es.rules.star_wars.orders.forms import FireOrdered, FlyOrdered, OfStarship, SpeedOrdered
from sits_es.rules.star_wars.play.dice_pools import attack_pool, standing_shields
from sits_es.rules.star_wars.play.harm import hit
from sits_es.rules.star_wars.play.resolution import Resolution, no_foe
from sits_es.rules.star_wars.starship_class import ARCS, SIDES, Arc, HexSide, StarshipWeapon
from sits_es.rules.star_wars.state import Board, Starship
from sits_es.rules.star_wars.sums.ranges import BANDS, reaches
from sits_es.rules.star_wars.sums.relative import RelativePlace, relative_place


def fire(work: Resolution, attacker: Starship, order: FireOrdered, then: OfStarship | None) -> None:
    """Attack; or declare the attack where the target is in the same hex and holds the advantage over the attacker.

    then: the manoeuvre ordered after it, which waits for a declared attack.
    """
    board = work.board
    if (why := barred(board, attacker, order)) is not None:
        work.void(order, why)
        return
    if not target_names_side(attacker, board.starships[order.target]):
        attack(work, attacker, order)
        return
    work.record(
        AttackDeclared(
            starship=attacker.name,
            by=order.target,
            weapon=order.weapon,
            target=order.target,
            zone=order.zone,
            boost=order.boost,
            setback=order.setback,
            upgrades=order.upgrades,
            harder=order.harder,
            then_fly=then if isinstance(then, FlyOrdered) else None,
            then_speed=then.change if isinstance(then, SpeedOrdered) else 0,
        )
    )


def target_names_side(attacker: Starship, target: Starship) -> bool:
    """Whether the target names the side of an attack: in one hex, when it holds the advantage over the attacker.

    Rule: seed, "you determine the relative positions of both starships during attacks against each other".
    """
    return target.place == attacker.place and attacker.name in target.advantage


def barred(board: Board, attacker: Starship, order: FireOrdered) -> Coded | None:
    """Why nothing can be fired at the target from here, before any side or zone, by code; None when it can."""
    weapon = board.class_of(attacker).weapon(order.weapon)
    if weapon is None:
        return Coded("no-weapon", (order.weapon,))
    if (why := no_foe(board, attacker, order.target)) is not None:
        return why
    target = board.starships[order.target]
    hexes = (target.place - attacker.place).hexes
    if not reaches(weapon.reach, hexes):
        return Coded("out-of-range", (target.name, hexes))
    if hexes:
        return None if order.toward is None else Coded("side-not-in-one-hex", (target.name,))
    theirs = target_names_side(attacker, target)
    if theirs and order.toward is not None:
        return Coded("side-not-yours", (target.name,))
    return Coded("side-not-named", (target.name,)) if order.toward is None and not theirs else None


def attack(work: Resolution, attacker: Starship, order: FireOrdered, named: HexSide | None = None) -> None:
    """Aim at a zone, roll and do the damage, where nothing bars the attack any more.

    named: the side of an attack in one hex of which a foe had the say; then the zone ordered is no more than a wish.
    """
    board, target = work.board, work.board.starships[order.target]
    weapon = next(each for each in board.class_of(attacker).weapons if each.name == order.weapon)
    way = target.place - attacker.place
    toward = order.toward if named is None else named
    lie = relative_place(attacker.facing, target.facing, way, toward)
    zone = _zone(order, weapon, target, lie, a_wish=named is not None)
    if isinstance(zone, Coded):
        work.void(order, zone)
        return
    work.record(
        AttackAimed(
            starship=attacker.name,
            weapon=weapon.name,
            target=target.name,
            hexes=way.hexes,
            band=next(band for band, limit in BANDS.items() if way.hexes <= limit),
            toward=toward,
            arcs=lie.arcs,
            zones=lie.zones,
            zone=zone,
            shields=standing_shields(board, target, zone),
        )
    )
    pool = attack_pool(board, attacker, target, zone, order)
    made = work.check(attacker, "gunnery", pool, against=target.name)
    if made.success > 0:
        hit(work, attacker, weapon, target, made.success)


def bears(weapon: StarshipWeapon, lie: RelativePlace) -> bool:
    """Whether one of the arcs that hold the target is the weapon's. Rule: rules.md, Arcs and zones."""
    return bool({*weapon.arcs} & {*lie.arcs})


def bearing(board: Board, attacker: Starship, target: Starship, lie: RelativePlace) -> list[StarshipWeapon]:
    """The weapons that reach a target and bear on it as the two lie to each other, in the order of the card."""
    hexes = (target.place - attacker.place).hexes
    return [each for each in board.class_of(attacker).weapons if reaches(each.reach, hexes) and bears(each, lie)]


def sides_on(weapon: StarshipWeapon, attacker: Starship, target: Starship) -> list[HexSide]:
    """The sides A to F on which a target in the same hex can be taken to lie for a weapon to bear on it."""
    way = target.place - attacker.place
    return [side for side in SIDES if bears(weapon, relative_place(attacker.facing, target.facing, way, side))]


def _zone(
    order: FireOrdered, weapon: StarshipWeapon, target: Starship, lie: RelativePlace, *, a_wish: bool
) -> Arc | Coded:
    """The zone that is attacked, or why none is. Where a wish is not open, it is the least shielded zone (house)."""
    if not bears(weapon, lie):
        return Coded("does-not-bear", (weapon.name, ", ".join(lie.arcs)))
    if order.zone in lie.zones:
        return order.zone
    if a_wish or (order.zone is None and len(lie.zones) == 1):
        return min(lie.zones, key=lambda zone: (target.shields_of(zone), ARCS.index(zone)))
    if order.zone is None:
        return Coded("zone-not-named", (", ".join(lie.zones),))
    return Coded("zone-not-open", (order.zone, ", ".join(lie.zones)))
