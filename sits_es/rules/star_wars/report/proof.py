"""The proof of an attack: range, the weapon's arcs, how both starships face, the zone and its shields."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.rules.star_wars.events.checks import AttackAimed
from sits_es.rules.star_wars.state import Board
from sits_es.rules.star_wars.story.checks import where_aimed
from sits_es.rules.star_wars.sums.paper import arcs_step, zones_step
from sits_es.rules.star_wars.sums.ranges import limits
from sits_es.sentences import listed


def proof(board: Board | None, aimed: AttackAimed) -> Iterator[str]:
    """What makes an attack lawful, and its zone the one, step by step. board: right before it, None where none is."""
    first, last = limits(aimed.band)
    yield f"{aimed.target} is {where_aimed(aimed)}: {aimed.band} is {first} to {last} hexes."
    attacker = None if board is None else board.starships.get(aimed.starship)
    target = None if board is None else board.starships.get(aimed.target)
    if board is not None and attacker is not None:
        weapon = board.class_of(attacker).weapon(aimed.weapon)
        if weapon is not None:
            yield f"{weapon.name}: up to {weapon.reach} range, bearing {listed(weapon.arcs)}."
        yield arcs_step(attacker.name, attacker.facing, aimed.target, aimed.arcs)
    if target is not None:
        yield zones_step(target.name, target.facing, aimed.zones)
    shields = f"its shields count {aimed.shields}"
    if not aimed.shields and board is not None and target is not None and board.in_kind(target.place, "gas-cloud"):
        shields = "in a gas cloud its shields don't count"
    yield f"Attacked is the {aimed.zone} zone, {_why_this_zone(board, aimed)}; {shields}."


def _why_this_zone(board: Board | None, aimed: AttackAimed) -> str:
    """Why of the open zones this one is attacked: an attack that was declared took no more than a wish along."""
    declared = None if board is None else board.declared
    wish = None if declared is None else declared.zone
    missed = f"the {wish} zone that was wished for is not open" if wish is not None and wish not in aimed.zones else ""
    if len(aimed.zones) < 2:
        return f"the only one open, for {missed}" if missed else "the only one open"
    if board is None or declared is None:
        return "the one chosen"
    if aimed.zone == wish:
        return "the one wished for"
    target = board.starships[aimed.target]
    alike = len({target.shields_of(zone) for zone in aimed.zones}) < len(aimed.zones)
    which = "the first of those with the fewest shields" if alike else "the one with the fewest shields"
    return f"{which}, for {missed or 'none was wished for'} (house)"
