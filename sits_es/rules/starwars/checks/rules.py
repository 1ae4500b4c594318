"""Checks: which dice a starship throws, from its crew, the terrain and what was agreed, and checks of any skill.

A pool comes part by part, each with its reason, the last of them with all dice. Rule: base game; rules.md, Dice,
Terrain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from sits_es.rules.refusals import Refusal
from sits_es.rules.starwars.board import NEXT_CHECK, Board, Starship
from sits_es.rules.starwars.checks.facts import ACTION, CheckOrdered
from sits_es.rules.starwars.crews.facts import EffectKind
from sits_es.rules.starwars.fact import OfCheck, OfStarship
from sits_es.rules.starwars.order_rules import OrderRules, refuse
from sits_es.rules.starwars.resolution import Resolution
from sits_es.rules.starwars.setting_up.facts import TerrainKind
from sits_es.rules.starwars.starship_class import Arc, Skill, StarshipWeapon
from sits_es.rules.starwars.sums.chances import odds
from sits_es.rules.starwars.sums.narrative_dice import Pool
from sits_es.rules.starwars.sums.pools import (
    PoolPart,
    cloud_part,
    damage_part,
    flight_parts,
    gain_parts,
    own_part,
    setback_part,
    shields_part,
    size_part,
)
from sits_es.rules.starwars.sums.terrain import CLOUDED
from sits_es.rules.starwars.words import SKILLS, dice, printed, times, who_of
from sits_es.sentences import article
from sits_es.space.hexes import Position

#: At the end of the text of a check, who was to make it.
_BY: Final = re.compile(r"\bby (\S+)$", re.IGNORECASE)


class Check(OrderRules[CheckOrdered]):
    """A check of any skill; what comes of it the players agree on. Rule: base game."""

    once = "acted-already"

    def why_not(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[Refusal]:
        """Who makes it does not stand in its text."""
        del above
        by = _BY.search(self.fact.why)
        if by is not None and board.crews and board.class_of(starship).who(by[1]) is not None:
            yield refuse(starship, "behind-colon", by[1])

    def carry_out(self, work: Resolution, starship: Starship) -> None:
        """Roll it."""
        order = self.fact
        work.check(
            starship,
            order.skill,
            self._pool(work.board, starship),
            source=order.member or ACTION,
            about=order.why,
        )

    def foreseen(self, board: Board, starship: Starship, above: Sequence[OfStarship]) -> Iterator[str]:
        """Its pool and chance."""
        del above
        who = who_of(starship.name, self.fact.member)
        yield f"{who} makes {article(SKILLS[self.fact.skill])} check: {odds(self._pool(board, starship))}"

    def expect(self, board: Board, starship: Starship) -> None:
        """What counted for it counts no more."""
        board.used_up(starship, self.fact.skill)

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


def own_dice(board: Board, starship: Starship, skill: Skill, member: str = "") -> PoolPart:
    """What a starship's pilot, or another of its crew, brings to a check."""
    group = starship.left if skill in board.class_of(starship).group else 0
    return own_part(who_of(starship.name, member), skill, *board.trained(starship, skill, member), group)


#: What each effect for the next check adds to its pool, in words, dice first and then upgrades. Rule: base game.
_NEXT: Final[tuple[tuple[EffectKind, str, Callable[[Pool, int], Pool]], ...]] = (
    ("boost", "{} for it", lambda pool, number: pool + Pool(boost=number)),
    ("setback", "{} against it", lambda pool, number: pool + Pool(setback=number)),
    ("upgrade", "its dice are upgraded {}", Pool.upgraded),
    ("harder", "the difficulty is upgraded {}", Pool.upgraded_difficulty),
)


def _borne(board: Board, starship: Starship, skill: Skill, pool: Pool) -> Iterator[PoolPart]:
    """What the starship's critical hits do to a check, and what rolls before left for its next one."""
    if setback := starship.setback_of(skill):
        yield (part := damage_part(starship.name, setback, pool))
        pool = part.pool
    for kind, said, add in _NEXT:
        number = board.number_of(starship, kind) if skill in NEXT_CHECK[kind] else 0
        if number:
            pool = add(pool, number)
            many = dice((number,), (kind,)) if kind in ("boost", "setback") else times(number)
            why = f"what was spent on {starship.name}'s next check: {said.format(many)}"
            yield PoolPart(why, pool)


def _with_stances(board: Board, starship: Starship, target: Starship, member: str, pool: Pool) -> Iterator[PoolPart]:
    """What aim, evasive manoeuvres and staying on target add to an attack: dice first, then upgrades."""
    if aims := board.number_of(starship, "aim", member):
        pool += Pool(boost=aims)
        yield PoolPart(f"{who_of(starship.name, member)} has aimed: {dice((aims,), ('boost',))}", pool)
    for each in (starship, target):
        if board.number_of(each, "stay on target"):
            pool = pool.upgraded(1)
            yield PoolPart(f"{each.name} stays on target: the attacker's dice are upgraded once", pool)
    for each in (starship, target):
        if board.number_of(each, "evade"):
            pool = pool.upgraded_difficulty(1)
            yield PoolPart(f"{each.name} flies evasive manoeuvres: the difficulty is upgraded once", pool)


def skill_parts(board: Board, starship: Starship, order: CheckOrdered) -> list[PoolPart]:
    """Any check, with the terrain that the starship is in. Rule: rules.md, Terrain."""
    hard = max(0, order.difficulty)
    said = f"difficulty {order.difficulty}, as ordered: {dice((hard,), ('difficulty',))}"
    return check_parts(board, starship, order.skill, order.member, hard, said)


def check_parts(
    board: Board, starship: Starship, skill: Skill, member: str, difficulty: int, said: str
) -> list[PoolPart]:
    """A check of a difficulty, in dice, with all that the starship is in and has. said: why it is so difficult."""
    own = own_dice(board, starship, skill, member)
    parts = [own, PoolPart(said, own.pool + Pool(difficulty=difficulty))]
    if skill == "piloting":
        parts += _setback(board, [starship.place], "in its hex", parts[-1].pool)
    else:
        parts += _cloud(board, starship, skill, parts[-1].pool)
    return [*parts, *_borne(board, starship, skill, parts[-1].pool)]


def asteroid_parts(board: Board, starship: Starship, met: Sequence[Position]) -> list[PoolPart]:
    """A flight through an asteroid field. met: the hex it began in, and those entered, in order.

    Every terrain that the flight met counts. Rule: rules.md, Terrain.
    """
    own = own_dice(board, starship, "piloting")
    parts = [own, *flight_parts(len(met) - 1, board.class_of(starship).silhouette, own.pool)]
    parts += _setback(board, met, "on the way", parts[-1].pool)
    return [*parts, *_borne(board, starship, "piloting", parts[-1].pool)]


def advantage_parts(board: Board, starship: Starship, target: Starship) -> list[PoolPart]:
    """The opposed Piloting check of Gain the Advantage. Rule: rules.md, Gain the Advantage."""
    own, theirs = own_dice(board, starship, "piloting"), board.trained(target, "piloting")
    against = gain_parts(starship.name, starship.speed, target.name, *theirs, target.speed, own.pool)
    parts = [own, *against, *_setback(board, [starship.place], "in its hex", against[-1].pool)]
    return [*parts, *_borne(board, starship, "piloting", parts[-1].pool)]


def attack_parts(
    board: Board, starship: Starship, target: Starship, zone: Arc, shields: int, member: str = ""
) -> list[PoolPart]:
    """The Gunnery check of an attack on a zone, of which so many shields count. Rule: base game; rules.md, Terrain."""
    parts = [own := own_dice(board, starship, "gunnery", member)]
    parts += _against(board, starship, target, zone, shields, own.pool)
    parts += _cloud(board, starship, "gunnery", parts[-1].pool)
    parts += _with_stances(board, starship, target, member, parts[-1].pool)
    return [*parts, *_borne(board, starship, "gunnery", parts[-1].pool)]


def guided_parts(
    board: Board, starship: Starship, target: Starship, weapon: StarshipWeapon, zone: Arc
) -> list[PoolPart]:
    """A guided weapon's own attack, against what the first one was: size and shields. Rule: base game; house."""
    own = PoolPart(f"{weapon.name}, guided {weapon.guided}", Pool(ability=weapon.guided))
    shields = standing_shields(board, target, zone)
    return [own, *_against(board, starship, target, zone, shields, own.pool)]


def _against(board: Board, starship: Starship, target: Starship, zone: Arc, shields: int, pool: Pool) -> list[PoolPart]:
    """What is against an attack by both silhouettes, and by the shields of the zone that count."""
    parts = [size_part(board.class_of(starship).silhouette, board.class_of(target).silhouette, pool)]
    if shields:
        parts.append(shields_part(zone, shields, parts[-1].pool))
    elif target.shields_of(zone) and board.in_kind(target.place, "gas-cloud"):
        said = f"{target.name} is in a gas cloud: its shields don't count"
        parts.append(PoolPart(said, parts[-1].pool, printed("Gas Cloud")))
    elif target.shields_of(zone) and board.number_of(target, "shields down"):
        parts.append(PoolPart(f"{target.name}'s shields are down for this round", parts[-1].pool))
    return parts


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
    """What counts of a zone's shields: nothing in a gas cloud. Rule: seed, "cannot use Shields"; rules.md, Spending."""
    down = board.in_kind(target.place, "gas-cloud") or board.number_of(target, "shields down")
    return 0 if down else target.shields_of(zone)
