"""Checks: which dice a starship throws, from its crew, the terrain and what was agreed, and checks of any skill.

A pool comes part by part, each with its reason, the last of them with all dice. Rule: base game; rules.md, Dice,
Terrain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sits_es.rules.star_wars.board import Board, Starship
from sits_es.rules.star_wars.checks.facts import CheckOrdered
from sits_es.rules.star_wars.fact import OfCheck, OfStarship
from sits_es.rules.star_wars.order_rules import OrderRules
from sits_es.rules.star_wars.resolution import Resolution
from sits_es.rules.star_wars.setting_up.facts import TerrainKind
from sits_es.rules.star_wars.starship_class import Arc, Skill
from sits_es.rules.star_wars.sums.chances import odds
from sits_es.rules.star_wars.sums.narrative_dice import Pool
from sits_es.rules.star_wars.sums.pools import (
    PoolPart,
    cloud_part,
    flight_parts,
    gain_parts,
    own_part,
    setback_part,
    shields_part,
    size_part,
)
from sits_es.rules.star_wars.sums.terrain import CLOUDED
from sits_es.rules.star_wars.words import SKILLS, dice, printed
from sits_es.space.hexes import Position


class Check(OrderRules[CheckOrdered]):
    """A check of any skill; what comes of it the players agree on. Rule: base game."""

    once = "acted-already"

    def carry_out(self, work: Resolution, starship: Starship) -> None:
        """Roll it."""
        work.check(starship, self.fact.skill, self._pool(work.board, starship), about=self.fact.why)

    def foreseen(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[str]:
        """Its pool and chance."""
        del above
        yield f"{starship.name} makes a {SKILLS[self.fact.skill]} check: {odds(self._pool(board, starship))}"

    def _pool(self, board: Board, starship: Starship) -> Pool:
        return pool_of_parts(skill_parts(board, starship, self.fact), self.fact)

    @classmethod
    def suggested(cls, board: Board, starship: Starship) -> Iterator[OfStarship]:
        """One, as an example."""
        del board
        yield CheckOrdered(starship=starship.name, skill="computers", difficulty=2, why="what it is for")


def pool_of_parts(parts: Sequence[PoolPart], order: OfCheck) -> Pool:
    """The pool that is thrown, with what the players agreed on: dice first, then upgrades."""
    more = parts[-1].pool + Pool(boost=order.boost, setback=order.setback)
    return more.upgraded(order.upgrades).upgraded_difficulty(order.harder)


def own_dice(starship: Starship, skill: Skill) -> PoolPart:
    """What a starship's crew brings to a check."""
    return own_part(starship.name, skill, starship.crew.characteristic(skill), starship.crew.rank(skill))


def skill_parts(board: Board, starship: Starship, order: CheckOrdered) -> list[PoolPart]:
    """Any check, with the terrain that the starship is in. Rule: rules.md, Terrain."""
    own, hard = own_dice(starship, order.skill), max(0, order.difficulty)
    said = f"difficulty {order.difficulty}, as ordered: {dice((hard,), ('difficulty',))}"
    parts = [own, PoolPart(said, own.pool + Pool(difficulty=hard))]
    if order.skill == "piloting":
        return [*parts, *_setback(board, [starship.place], "in its hex", parts[-1].pool)]
    return [*parts, *_cloud(board, starship, order.skill, parts[-1].pool)]


def asteroid_parts(board: Board, starship: Starship, met: Sequence[Position]) -> list[PoolPart]:
    """A flight through an asteroid field. met: the hex it began in, and those entered, in order.

    Every terrain that the flight met counts. Rule: rules.md, Terrain.
    """
    own = own_dice(starship, "piloting")
    parts = [own, *flight_parts(len(met) - 1, board.class_of(starship).silhouette, own.pool)]
    return [*parts, *_setback(board, met, "on the way", parts[-1].pool)]


def advantage_parts(board: Board, starship: Starship, target: Starship) -> list[PoolPart]:
    """The opposed Piloting check of Gain the Advantage. Rule: rules.md, Gain the Advantage."""
    own, crew = own_dice(starship, "piloting"), target.crew
    against = gain_parts(
        starship.name, starship.speed, target.name, crew.agility, crew.piloting, target.speed, own.pool
    )
    return [own, *against, *_setback(board, [starship.place], "in its hex", against[-1].pool)]


def attack_parts(board: Board, starship: Starship, target: Starship, zone: Arc, shields: int) -> list[PoolPart]:
    """The Gunnery check of an attack on a zone, of which so many shields count. Rule: base game; rules.md, Terrain."""
    own = own_dice(starship, "gunnery")
    parts = [own, size_part(board.class_of(starship).silhouette, board.class_of(target).silhouette, own.pool)]
    if shields:
        parts.append(shields_part(zone, shields, parts[-1].pool))
    elif target.shields_of(zone) and board.in_kind(target.place, "gas-cloud"):
        said = f"{target.name} is in a gas cloud: its shields don't count"
        parts.append(PoolPart(said, parts[-1].pool, printed("Gas Cloud")))
    return [*parts, *_cloud(board, starship, "gunnery", parts[-1].pool)]


def _cloud(board: Board, starship: Starship, skill: Skill, pool: Pool) -> Iterator[PoolPart]:
    """What a gas cloud adds to a check of whoever is in it."""
    if skill in CLOUDED and board.in_kind(starship.place, "gas-cloud"):
        yield cloud_part(starship.name, pool)


def _setback(board: Board, met: Sequence[Position], where: str, pool: Pool) -> Iterator[PoolPart]:
    """What terrain in these hexes adds to Piloting."""
    if setback := piloting_setback(board, met):
        fields = dict.fromkeys(field.name for place in met for field in board.terrain_at(place))
        yield setback_part(f"{where} ({', '.join(fields)})", setback, pool)


def piloting_setback(board: Board, met: Iterable[Position]) -> int:
    """Setback dice that terrain in these hexes puts on Piloting: of each kind the most, added up. Rule: house."""
    most: dict[TerrainKind, int] = {}
    for place in met:
        for each in board.terrain_at(place):
            most[each.kind] = max(most.get(each.kind, 0), each.setback)
    return sum(most.values())


def standing_shields(board: Board, target: Starship, zone: Arc) -> int:
    """What counts of a zone's shields: nothing in a gas cloud. Rule: seed, "cannot use Shields"."""
    return 0 if board.in_kind(target.place, "gas-cloud") else target.shields_of(zone)
