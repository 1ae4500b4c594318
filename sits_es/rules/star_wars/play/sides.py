"""The side that a foe names for an attack in one hex, and the attack itself. Rule: rules.md, One hex."""

from __future__ import annotations

from sits_es.events import Coded
from sits_es.rules.star_wars.events.checks import AttackDeclared
from sits_es.rules.star_wars.orders.forms import FireOrdered, FlyOrdered, SideOrdered, SpeedOrdered
from sits_es.rules.star_wars.play.attack import attack, barred, sides_on
from sits_es.rules.star_wars.play.flying import manoeuvre
from sits_es.rules.star_wars.play.resolution import Resolution, unable
from sits_es.rules.star_wars.starship_class import SIDES, HexSide
from sits_es.rules.star_wars.state import Board


def name_side(work: Resolution) -> None:
    """Carry out the attack that was declared, from the side that its target names, and the manoeuvre after it.

    Where no side is named the attacker has its choice after all: the first from A to F on which the weapon bears.
    """
    declared = work.board.declared
    if declared is None:
        return
    side = _named(work, declared)
    attacker, order = work.board.starships[declared.starship], order_of(declared)
    if (why := unable(attacker) or barred(work.board, attacker, order)) is not None:
        work.void(order, why)
    else:
        attack(work, attacker, order, side or _own_choice(work.board, declared))
    if (then := manoeuvre_of(declared)) is None:
        return
    if (why := unable(attacker)) is not None:
        work.void(then, why)
    else:
        manoeuvre(work, attacker, then)


def _named(work: Resolution, declared: AttackDeclared) -> HexSide | None:
    """The side that was ordered, None where none was; every other order comes to nothing."""
    side: HexSide | None = None
    for order in work.all_orders():
        if not isinstance(order, SideOrdered):
            work.void(order, Coded("side-first", (declared.by,)))
        elif order.starship != declared.by:
            work.void(order, Coded("side-not-yours", (declared.by,)))
        elif side is not None:
            work.void(order, Coded("side-named-already"))
        elif work.board.on_map(declared.by) is None:
            work.void(order, Coded("starship-gone"))
        else:
            side = order.side
    return side


def _own_choice(board: Board, declared: AttackDeclared) -> HexSide:
    """The first side on which the weapon bears; A where it never does."""
    attacker, target = board.starships[declared.starship], board.starships[declared.target]
    weapon = board.class_of(attacker).weapon(declared.weapon)
    found = [] if weapon is None else sides_on(weapon, attacker, target)
    return found[0] if found else SIDES[0]


def order_of(declared: AttackDeclared) -> FireOrdered:
    """The attack as it was ordered."""
    return FireOrdered(
        starship=declared.starship,
        weapon=declared.weapon,
        target=declared.target,
        zone=declared.zone,
        boost=declared.boost,
        setback=declared.setback,
        upgrades=declared.upgrades,
        harder=declared.harder,
    )


def manoeuvre_of(declared: AttackDeclared) -> FlyOrdered | SpeedOrdered | None:
    """The manoeuvre that was ordered after the attack, None where there was none."""
    if declared.then_fly is not None:
        return declared.then_fly
    return SpeedOrdered(starship=declared.starship, change=declared.then_speed) if declared.then_speed else None
