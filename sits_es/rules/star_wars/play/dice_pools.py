"""Which dice a starship throws for what it is ordered, by the board: from its crew, the terrain and what was agreed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sits_es.rules.star_wars.events.motion import TerrainKind
from sits_es.rules.star_wars.orders.forms import CheckOrdered, OfCheck
from sits_es.rules.star_wars.starship_class import Arc, Skill
from sits_es.rules.star_wars.state import Board, Starship
from sits_es.rules.star_wars.sums import gunnery, terrain
from sits_es.rules.star_wars.sums.advantage import gain_pool
from sits_es.rules.star_wars.sums.narrative_dice import Pool, pool_of
from sits_es.space.hexes import Position


def flight_pool(board: Board, starship: Starship, met: Sequence[Position], order: OfCheck) -> Pool:
    """The Piloting check of a flight through an asteroid field. met: the hex it began in, and those entered, in order.

    Every terrain that the flight met counts. Rule: rules.md, Terrain.
    """
    against = terrain.asteroid_check(len(met) - 1, board.class_of(starship).silhouette, piloting_setback(board, met))
    return agreed(_own(starship, "piloting") + (against or Pool()), order)


def asteroid_field(board: Board, met: Iterable[Position]) -> str | None:
    """The asteroid field that a flight met first, by name; None when it met none."""
    return next((each.name for place in met for each in board.terrain_at(place) if each.kind == "asteroid-field"), None)


def piloting_setback(board: Board, met: Iterable[Position]) -> int:
    """Setback dice that terrain in these hexes puts on Piloting: of each kind the most, added up. Rule: house."""
    most: dict[TerrainKind, int] = {}
    for place in met:
        for each in board.terrain_at(place):
            most[each.kind] = max(most.get(each.kind, 0), each.setback)
    return sum(most.values())


def gain_advantage_pool(board: Board, starship: Starship, target: Starship, order: OfCheck) -> Pool:
    """The opposed Piloting check of Gain the Advantage. Rule: rules.md, Gain the Advantage."""
    mine, theirs = starship.crew, target.crew
    pool = gain_pool(mine.agility, mine.piloting, starship.speed, theirs.agility, theirs.piloting, target.speed)
    return agreed(pool + Pool(setback=piloting_setback(board, [starship.place])), order)


def skill_pool(board: Board, starship: Starship, order: CheckOrdered) -> Pool:
    """Any other check, with the terrain that the starship is in. Rule: rules.md, Terrain."""
    pool = _own(starship, order.skill) + Pool(difficulty=order.difficulty)
    if order.skill == "piloting":
        pool += Pool(setback=piloting_setback(board, [starship.place]))
    elif board.in_kind(starship.place, "gas-cloud"):
        pool = terrain.in_terrain("gas-cloud", order.skill, pool, 0)
    return agreed(pool, order)


def attack_pool(board: Board, starship: Starship, target: Starship, zone: Arc, order: OfCheck) -> Pool:
    """The Gunnery check of an attack on a shield zone. Rule: base game; rules.md, Terrain."""
    return agreed(
        gunnery.attack_pool(
            agility=starship.crew.agility,
            gunnery=starship.crew.gunnery,
            silhouette=board.class_of(starship).silhouette,
            target_silhouette=board.class_of(target).silhouette,
            shields=standing_shields(board, target, zone),
            terrain="gas-cloud" if board.in_kind(starship.place, "gas-cloud") else None,
        ),
        order,
    )


def standing_shields(board: Board, target: Starship, zone: Arc) -> int:
    """What counts of a zone's shields: nothing in a gas cloud. Rule: seed, "cannot use Shields"."""
    return 0 if board.in_kind(target.place, "gas-cloud") else target.shields_of(zone)


def agreed(pool: Pool, order: OfCheck) -> Pool:
    """A pool with what the players agreed on: dice first, then upgrades."""
    more = pool + Pool(boost=order.boost, setback=order.setback)
    return more.upgraded(order.upgrades).upgraded_difficulty(order.harder)


def _own(starship: Starship, skill: Skill) -> Pool:
    return pool_of(starship.crew.characteristic(skill), starship.crew.rank(skill))
