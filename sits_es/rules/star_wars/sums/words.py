"""Pools, results, hexes and arcs as they are said at the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from sits_es.rules.star_wars.sums.dice_in_words import result_in_words
from sits_es.rules.star_wars.sums.narrative_dice import KINDS, Pool, Result
from sits_es.sentences import listed

if TYPE_CHECKING:
    from sits_es.rules.star_wars.events.checks import CheckMade
    from sits_es.rules.star_wars.events.motion import TerrainKind

#: Skills as they are written in the rules.
SKILLS: Final = {
    "piloting": "Piloting",
    "gunnery": "Gunnery",
    "computers": "Computers",
    "perception": "Perception",
}


def kind_in_words(kind: TerrainKind) -> str:
    """A kind of terrain: `asteroid field`."""
    return kind.replace("-", " ")


def hex_name(q: int, r: int) -> str:
    """A hex by its numbers: `2,-1`."""
    return f"{q},{r}"


def zones(names: Iterable[str], one: str = "arc") -> str:
    """Arcs or zones in words: `the forward arc`, `the forward and starboard arcs`, `no arc`."""
    each = [*names]
    return f"the {named(each, one)}" if each else f"no {one}"


def named(names: Sequence[str], one: str) -> str:
    """Arcs or zones, one at least, without their article: `forward arc`, `forward and port zones`."""
    return f"{listed(names)} {one}{'s' if len(names) > 1 else ''}"


def dice(counts: Sequence[int], kinds: Sequence[str] = KINDS) -> str:
    """Dice in words: `2 ability, 1 proficiency and 2 difficulty dice`, `1 ability die`, `no dice`.

    counts: of each kind, in the order of `kinds`; those of which there are none are left out.
    """
    there = [(number, kind) for number, kind in zip(counts, kinds, strict=False) if number > 0]
    if not there:
        return "no dice"
    return f"{listed(f'{number} {kind}' for number, kind in there)} {'die' if there[-1][0] == 1 else 'dice'}"


def pool_of_check(check: CheckMade) -> Pool:
    """The dice of a check; a number below 0, which only an odd record has, counts as none."""
    return Pool(**{kind: max(0, number) for kind, number in zip(KINDS, check.pool, strict=True)})


def result_of(check: CheckMade) -> str:
    """What a check came to, in words: `2 successes, 1 threat, 1 triumph`."""
    return result_in_words(Result(check.success, check.advantage, check.triumph, check.despair))


def net(success: int, advantage: int) -> str:
    """A net result in words: `2 successes, 1 threat`, `nothing`."""
    return result_in_words(Result(success, advantage))


def succeeded(check: CheckMade) -> bool:
    """Whether at least one success is left."""
    return check.success > 0
