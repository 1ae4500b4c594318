"""Why a starship can't fire as ordered: weapon, range, arc, zone and side. Rule: rules.md, Arcs and zones.

Where the target holds the advantage in the same hex, arcs and zones are only known once its player names the side.
"""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.rules.refusals import Refusal
from sits_es.rules.star_wars.orders.forms import FireOrdered
from sits_es.rules.star_wars.orders.names import weapons
from sits_es.rules.star_wars.orders.outflanking import away, foe_problems
from sits_es.rules.star_wars.play.attack import bears, target_names_side
from sits_es.rules.star_wars.starship_class import Arc, HexSide
from sits_es.rules.star_wars.state import Board, Starship
from sits_es.rules.star_wars.sums.ranges import BANDS, reaches
from sits_es.rules.star_wars.sums.relative import RelativePlace, relative_place
from sits_es.rules.star_wars.sums.words import named
from sits_es.sentences import counted, either, unknown


def attack_problems(board: Board, starship: Starship, order: FireOrdered) -> Iterator[Refusal]:
    """Why a weapon can't be fired so, all of it at once."""
    weapon, name = board.class_of(starship).weapon(order.weapon), starship.name
    if weapon is None:
        yield Refusal(f"{name}: {unknown('weapon', order.weapon, weapons(board, starship))}", "weapon")
    foe_faults = list(foe_problems(board, starship, order.target))
    yield from foe_faults
    if foe_faults:
        return
    target = board.starships[order.target]
    hexes = (target.place - starship.place).hexes
    if weapon is not None and not reaches(weapon.reach, hexes):
        yield Refusal(
            f"{name}: {target.name} is {away(hexes)}. The reach of {weapon.name} is {weapon.reach} range, up to "
            f"{counted(BANDS[weapon.reach], 'hex')}.",
            "target",
        )
    if not hexes and target_names_side(starship, target):
        if order.toward is not None:
            yield Refusal(
                f"{name}: {target.name} holds the advantage over it, and names the side itself. Leave out toward.",
                "toward",
            )
        return
    if hexes and order.toward is not None:
        yield Refusal(
            f"{name}: {target.name} is {away(hexes)}. A side is named only in the same hex. Leave out toward.", "toward"
        )
    if not hexes and order.toward is None:
        yield Refusal(
            f"{name}: {target.name} is in the same hex. Name the side on which it is taken to lie: toward, and A to F.",
            "target",
        )
        return
    lie = lie_of(starship, target, order.toward)
    if weapon is not None and not bears(weapon, lie):
        yield Refusal(
            f"{name}: {target.name} lies in its {named(lie.arcs, 'arc')}. The weapon {weapon.name} has the "
            f"{named(weapon.arcs, 'arc')}.",
            "weapon",
        )
    yield from _zone_problems(starship, target, order.zone, lie.zones)


def lie_of(starship: Starship, target: Starship, toward: HexSide | None) -> RelativePlace:
    """How two starships lie to each other; toward: the side in one hex, left out elsewhere."""
    way = target.place - starship.place
    return relative_place(starship.facing, target.facing, way, None if way.hexes else toward)


def _zone_problems(starship: Starship, target: Starship, zone: Arc | None, zones: tuple[Arc, ...]) -> Iterator[Refusal]:
    """Why a zone can't be attacked, or has to be named. Rule: seed, "the attacker chooses the shield zone"."""
    if zone is not None and zone not in zones:
        yield Refusal(
            f"{starship.name} lies before the {named(zones, 'zone')} of {target.name}. The {zone} zone is not open "
            "to it.",
            "zone",
        )
    if zone is None and len(zones) > 1:
        yield Refusal(
            f"{starship.name} lies before the {named(zones, 'zone')} of {target.name}. Choose: zone {either(zones)}.",
            "target",
        )
