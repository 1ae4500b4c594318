"""The chances of a pool of narrative dice, exact: every roll of the dice is counted. Rule: base game; house."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Final, Literal

from msgspec import Struct

from sits_es.errors import NotAllowedError
from sits_es.rules.starwars.sums.narrative_dice import DIE_SIDES, FACES, KINDS, VALUES, Pool
from sits_es.rules.starwars.words import dice

#: Dice of a pool whose chances are worked out.
MOST_DICE: Final = 300

#: Rolls up to which a chance is told as a fraction too, for people.
FEW: Final = 10**6

Counted = Literal["success", "advantage"]


class Chances(Struct, frozen=True):
    """How likely a roll of a pool is to have something, each 0 to 1.

    outcomes: rolls there are, the sides of all dice multiplied. success, advantage, threat: at least one of it left
    after cancelling. triumph, despair: at least one shown.
    """

    outcomes: int
    success: Fraction
    advantage: Fraction
    threat: Fraction
    triumph: Fraction
    despair: Fraction


def outcomes(pool: Pool) -> int:
    """Rolls that a pool has: the sides of all its dice multiplied; 1 without dice."""
    return prod(DIE_SIDES[kind] ** number for kind, number in pool.by_kind().items())


@lru_cache(maxsize=256)
def chances(pool: Pool) -> Chances:
    """The chances of a pool in lowest terms. NotAllowedError for more dice than are worked out, 300."""
    if (number := sum(pool.counts)) > MOST_DICE:
        raise NotAllowedError(f"A pool of {number} dice is too large to work out. Take {MOST_DICE} dice or fewer.")
    successes, advantages = spread(pool, "success"), spread(pool, "advantage")
    every = outcomes(pool)
    return Chances(
        outcomes=every,
        success=Fraction(sum(rolls for net, rolls in successes.items() if net > 0), every),
        advantage=Fraction(sum(rolls for net, rolls in advantages.items() if net > 0), every),
        threat=Fraction(sum(rolls for net, rolls in advantages.items() if net < 0), every),
        triumph=_at_least_one(pool, "triumph"),
        despair=_at_least_one(pool, "despair"),
    )


def spread(pool: Pool, counted: Counted) -> dict[int, int]:
    """In how many rolls of a pool each net number of successes, or of advantages, comes up; by number, lowest first."""
    found = {0: 1}
    for kind in pool.dice():
        die = Counter(getattr(VALUES[face], counted) for face in FACES[kind])
        after: Counter[int] = Counter()
        for net, rolls in found.items():
            for more, faces in die.items():
                after[net + more] += rolls * faces
        found = after
    return dict(sorted(found.items()))


def percent(chance: Fraction) -> str:
    """A chance in per cent to a tenth, rounded half up: `45.8%`; never and always said so."""
    if chance in {0, 1}:
        return "always" if chance else "never"
    tenths = (2000 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    if tenths in {0, 1000}:
        return "below 0.1%" if not tenths else "above 99.9%"
    return f"{tenths // 10}.{tenths % 10}%"


def chance_in_words(chance: Fraction) -> str:
    """A chance as a fraction and in per cent, `11/24, 45.8%`; of very many rolls in per cent alone."""
    if chance in {0, 1} or chance.denominator > FEW:
        return percent(chance)
    return f"{chance}, {percent(chance)}"


def chances_in_words(pool: Pool) -> str:
    """The exact chances of a pool; nothing if it has more dice than are worked out."""
    try:
        found = chances(pool)
    except NotAllowedError:
        return ""
    each = {name: getattr(found, name) for name in ("success", "advantage", "threat", "triumph", "despair")}
    said = [f"{name} {chance_in_words(chance)}" for name, chance in each.items() if chance]
    return f"chances of {'; '.join(said)}." if said else ""


def odds(pool: Pool) -> str:
    """A pool in words with its exact chance of success: `1 proficiency and 1 difficulty die: success 11/24, 45.8%`."""
    thrown = dice(pool.counts, KINDS)
    if sum(pool.counts) > MOST_DICE:
        return thrown
    return f"{thrown}: success {chance_in_words(chances(pool).success)}"


def _at_least_one(pool: Pool, face: str) -> Fraction:
    """The chance that a face shows on any die of a pool."""
    none = prod(
        Fraction(DIE_SIDES[kind] - FACES[kind].count(face), DIE_SIDES[kind]) ** number
        for kind, number in pool.by_kind().items()
    )
    return 1 - Fraction(none)
