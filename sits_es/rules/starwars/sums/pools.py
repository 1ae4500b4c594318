"""Pools of dice part by part, each with its reason. Play throws the last; reports and `sits calc starwars` show all.

Whoever a part names comes as a name: a starship of a board, or "your starship" of a question. Rule: base game;
rules.md, Dice, Terrain, Gain the Advantage.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from sits_es.rules.starwars.starship_class import CHARACTERISTIC, Skill
from sits_es.rules.starwars.sums.narrative_dice import Pool, opposed_by, pool_of
from sits_es.rules.starwars.sums.terrain import CLOUD_UPGRADES
from sits_es.rules.starwars.words import CRITICALS, SKILLS, TERRAIN_SETBACK, dice, printed, times
from sits_es.sentences import counted

#: Difficulty dice of an attack by how much larger the target's silhouette is: the first row that it reaches.
#: Rule: base game.
DIFFICULTY: Final = ((2, 1), (-1, 2), (-2, 3), (-3, 4))
HARDEST: Final = 5


class PoolPart(Struct, frozen=True):
    """A reason, and the pool with it and all before it. rule: where it stands."""

    why: str
    pool: Pool
    rule: str = "base game"

    def __str__(self) -> str:
        return f"{self.why[0].upper()}{self.why[1:]}: {self.pool}."


def own_part(who: str, skill: Skill, value: int, rank: int, group: int = 0) -> PoolPart:
    """A starship's own dice. value: of the characteristic; rank: in the skill; group: how many have it, 0 for none."""
    left = f" ({group} in the group, a rank for each beyond the first)" if group else ""
    return PoolPart(f"{who}'s {_skilled(skill, value, rank)}{left}", pool_of(value, rank))


def _skilled(skill: Skill, value: int, rank: int) -> str:
    """`agility 3 and Piloting 2: 3 dice, 2 of them upgraded`."""
    number = f"{max(value, rank)} {'die' if max(value, rank) == 1 else 'dice'}"
    better = f", {min(value, rank)} of them upgraded" if min(value, rank) else ""
    return f"{CHARACTERISTIC[skill]} {value} and {SKILLS[skill]} {rank}: {number}{better}"


def gain_parts(
    who: str, speed: int, target: str, agility: int, piloting: int, their_speed: int, pool: Pool
) -> list[PoolPart]:
    """What is against an attempt to Gain the Advantage, and what the faster of the two has from it.

    agility, piloting: the target's; pool: one's own dice.
    """
    pool += opposed_by(agility, piloting)
    against = PoolPart(f"opposed by {target}'s {_skilled('piloting', agility, piloting)}", pool)
    faster = speed - their_speed
    pool = pool.upgraded(max(0, faster)).upgraded_difficulty(max(0, -faster))
    whose = f"{who if faster > 0 else target}'s dice are upgraded {times(abs(faster))}"
    said = (
        f"speed {speed} against speed {their_speed}: {whose}"
        if faster
        else f"both fly at speed {speed}: nothing is upgraded"
    )
    return [against, PoolPart(said, pool, printed("Gain the Advantage"))]


def flight_parts(hexes: int, silhouette: int, pool: Pool) -> list[PoolPart]:
    """What is against a flight through asteroids of so many hexes; pool: one's own dice."""
    rule = printed("Asteroid Field")
    hard = pool + Pool(difficulty=hexes // 2)
    half = f"half of {counted(hexes, 'hex')}, rounded down: {dice((hexes // 2,), ('difficulty',))}"
    often = times(silhouette // 2) if silhouette // 2 else "not at all"
    upgraded = f"half of silhouette {silhouette}, rounded down: the difficulty is upgraded {often}"
    return [PoolPart(half, hard, rule), PoolPart(upgraded, hard.upgraded_difficulty(silhouette // 2), rule)]


def cloud_part(who: str, pool: Pool) -> PoolPart:
    """What a gas cloud adds to a check of whoever is in it."""
    why = f"{who} is in a gas cloud: the difficulty is upgraded {times(CLOUD_UPGRADES)}"
    return PoolPart(why, pool.upgraded_difficulty(CLOUD_UPGRADES), printed("Gas Cloud"))


def damage_part(who: str, setback: int, pool: Pool) -> PoolPart:
    """What critical hits add to a check of whoever has them; setback: dice, 1 up."""
    return PoolPart(f"{who}'s critical hits: {dice((setback,), ('setback',))}", pool + Pool(setback=setback), CRITICALS)


def setback_part(where: str, setback: int, pool: Pool) -> PoolPart:
    """What terrain adds to a Piloting check."""
    why = f"terrain {where}: {dice((setback,), ('setback',))}"
    return PoolPart(why, pool + Pool(setback=setback), TERRAIN_SETBACK)


def difficulty(silhouette: int, target_silhouette: int) -> int:
    """Difficulty dice of an attack, 1 to 5, by both silhouettes, 0 up. Rule: base game."""
    larger = target_silhouette - silhouette
    return next((number for least, number in DIFFICULTY if larger >= least), HARDEST)


def size_part(silhouette: int, target_silhouette: int, pool: Pool) -> PoolPart:
    """What is against an attack by both silhouettes; pool: one's own dice."""
    hard = difficulty(silhouette, target_silhouette)
    said = f"silhouette {silhouette} fires at silhouette {target_silhouette}: {dice((hard,), ('difficulty',))}"
    return PoolPart(said, pool + Pool(difficulty=hard))


def shields_part(zone: str, shields: int, pool: Pool) -> PoolPart:
    """What is against an attack by the shields of the zone, 1 up."""
    said = f"{counted(shields, 'shield')} in the {zone} zone: {dice((shields,), ('setback',))}"
    return PoolPart(said, pool + Pool(setback=shields))
