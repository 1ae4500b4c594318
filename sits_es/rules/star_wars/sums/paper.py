"""Each sum step by step, as a person redoes it on paper: for `sits explain` and for `sits calc sw`.

Whoever a step names comes as a name: a starship of a board, or "your starship" of a question.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import frozen

from sits_es.errors import NotAllowedError
from sits_es.rules.star_wars.citations import TERRAIN_SETBACK, printed
from sits_es.rules.star_wars.starship_class import CHARACTERISTIC, Skill
from sits_es.rules.star_wars.sums.chances import chance_in_words, chances
from sits_es.rules.star_wars.sums.dice_in_words import counted_symbol, face_in_words
from sits_es.rules.star_wars.sums.flying import TURNS, entry_cost, times, turned
from sits_es.rules.star_wars.sums.narrative_dice import Pool, opposed_by, pool_of
from sits_es.rules.star_wars.sums.terrain import ASTEROID_TRAUMA, CLOUD_UPGRADES
from sits_es.rules.star_wars.sums.words import SKILLS, dice, zones
from sits_es.sentences import counted
from sits_es.space.hexes import HexVector, Position

if TYPE_CHECKING:
    from sits_es.rules.star_wars.orders.forms import FlyStep


@frozen
class PoolPart:
    """A reason, and the pool with it and all before it. rule: where it stands."""

    why: str
    pool: Pool
    rule: str = "base game"

    def __str__(self) -> str:
        return f"{self.why[0].upper()}{self.why[1:]}: {self.pool}."


def own_part(who: str, skill: Skill, value: int, rank: int) -> PoolPart:
    """A starship's own dice. value: of the characteristic; rank: in the skill."""
    return PoolPart(f"{who}'s {_skilled(skill, value, rank)}", pool_of(value, rank))


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
    against = PoolPart(f"against it {target}'s {_skilled('piloting', agility, piloting)}", pool)
    faster = speed - their_speed
    pool = pool.upgraded(max(0, faster)).upgraded_difficulty(max(0, -faster))
    whose = f"{who if faster > 0 else target}'s dice are upgraded {times(abs(faster))}"
    said = (
        f"speed {speed} against speed {their_speed}: {whose}"
        if faster
        else f"both go at speed {speed}: nothing is upgraded"
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


def setback_part(where: str, setback: int, pool: Pool) -> PoolPart:
    """What terrain adds to a Piloting check."""
    why = f"terrain {where}: {dice((setback,), ('setback',))}"
    return PoolPart(why, pool + Pool(setback=setback), TERRAIN_SETBACK)


def chances_in_words(pool: Pool) -> str:
    """The exact chances of a pool; nothing where it has more dice than are worked out."""
    try:
        found = chances(pool)
    except NotAllowedError:
        return ""
    each = {name: getattr(found, name) for name in ("success", "advantage", "threat", "triumph", "despair")}
    said = [f"{name} {chance_in_words(chance)}" for name, chance in each.items() if chance]
    return f"chances of {'; '.join(said)}." if said else ""


def faces_in_kinds(dice: Sequence[tuple[str, str]]) -> str:
    """What dice show in words, kind by kind: `ability: success, blank; difficulty: 2 threat`."""
    return "; ".join(
        f"{kind}: {', '.join(face_in_words(face) for _, face in same)}"
        for kind, same in groupby(dice, key=lambda die: die[0])
    )


def cancelling(dice: Sequence[tuple[str, str]]) -> str:
    """What cancels out: `3 successes less 1 failure; 1 advantage less 2 threat`; triumph and despair count as well."""
    faces = [face for _, face in dice]
    triumphs, despairs = faces.count("triumph"), faces.count("despair")
    won, lost = _letters(faces, "s") + triumphs, _letters(faces, "f") + despairs
    more, threat = _letters(faces, "a"), _letters(faces, "t")
    said = [
        f"{counted_symbol(won, 'success')} less {counted_symbol(lost, 'failure')}",
        f"{counted_symbol(more, 'advantage')} less {counted_symbol(threat, 'threat')}",
    ]
    if triumphs:
        said.append(f"{counted_symbol(triumphs, 'triumph')}, counted as a success too")
    if despairs:
        said.append(f"{counted_symbol(despairs, 'despair')}, counted as a failure too")
    return "; ".join(said) + "."


def _letters(faces: Iterable[str], letter: str) -> int:
    """How often a symbol stands on faces that are named by their symbols' letters."""
    return sum(face.count(letter) for face in faces if face not in ("triumph", "despair", "blank"))


def asteroid_steps(threat: int, armour: int) -> list[str]:
    """The hull trauma of a check in an asteroid field. threat: net."""
    each = max(0, ASTEROID_TRAUMA - armour)
    return [
        f"{threat} net threat, each {ASTEROID_TRAUMA} hull trauma.",
        f"Armour {armour} counts against each: {ASTEROID_TRAUMA} - {armour}, at least 0, is {each}.",
    ]


def arcs_step(who: str, facing: str, target: str, arcs: Iterable[str]) -> str:
    """Which arcs hold a target."""
    return f"{who} faces {facing}: {target} is in {zones(arcs)}."


def zones_step(target: str, facing: str, open_zones: Sequence[str]) -> str:
    """Which zones of a target are open to its attacker."""
    is_or_are = "are" if len(open_zones) > 1 else "is"
    return f"{target} faces {facing}: {zones(open_zones, 'zone')} {is_or_are} open to the attacker."


def flight_steps(
    steps: Sequence[FlyStep],
    at: Position,
    facing: str,
    wells: Collection[Position],
    hex_in_words: Callable[[Position], str],
) -> Iterator[str]:
    """Each step of a flight, its start first."""
    yield f"It begins in {hex_in_words(at)}, facing {facing}."
    spent = 0
    for step in steps:
        if step in TURNS:
            facing = turned(facing, step)
            yield f"{step}: it turns 60 degrees to the {'right' if step == 'R' else 'left'} and faces {facing}."
            continue
        at += HexVector.unit(facing)
        cost = entry_cost(at, wells)
        spent += cost
        dear = f" ({cost} for a hex of a gravity well)" if cost > 1 else ""
        yield f"{step}: it enters {hex_in_words(at)}; movement so far {spent}{dear}."
