"""Webs: what a strand costs, how strong it is, who is in it and what it stops. Rule: G10.

A strand is the straight line between two anchors or web points. Strengths, speeds and points are in ten-thousandths.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from math import isqrt
from typing import Final

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.limits import STRONGEST
from sits_es.rules.sfb.sums.numbers import WHOLE, nearest, written
from sits_es.rules.sfb.sums.places import Place, exact
from sits_es.rules.sfb.sums.segments import squared_between, squared_to_place
from sits_es.rules.sfb.sums.words import hexes

#: Points of power for each hex of a strand. Rule: G10.211.
POWER_A_HEX: Final = 6
#: A strand is shorter than this, in kilometres, and a unit nearer than this is in the web. Rule: G10.211, G10.51.
REACH: Final = 2 * WHOLE
#: A strand's field: fire that passes at this distance or nearer is stopped, in kilometres. Rule: G10.61.
FIELD: Final = WHOLE
#: How many times the strength of the flat game. Rule: G10.3.
TIMES: Final = 4
#: What a point of strength is worth in BPV. Rule: G10.82.
BPV_A_POINT: Final = Fraction(1, 8)


def strand_cost(one: Place, other: Place) -> int:
    """The power for a strand between two places, in ten-thousandths: 0.6 for 0.1 hex. Rule: G10.211."""
    return POWER_A_HEX * exact(one, other)


def in_reach(one: Place, other: Place) -> bool:
    """Whether a strand can be laid between two places: they are less than two hexes apart. Rule: G10.211."""
    return exact(one, other) < REACH


def strength(traditional: int, times: int = TIMES) -> int:
    """A web's strength from the one that it would have in the flat game: four times it, 35 at most. Rule: G10.3.

    The players give the strength of the flat game: the rules don't print how it is found. times: 1 of a cast web, whose
    strength is the one on the caster's chart. Raises NotAllowedError below 0.
    """
    if traditional < 0:
        raise NotAllowedError(
            f"A web cannot have a traditional strength of {written(traditional)}. It must be 0 or more (G10.3)."
        )
    return min(STRONGEST, times * traditional)


def bpv(strength: int) -> int:
    """What a web is worth, in ten-thousandths of a point of BPV, rounded to the nearest. Rule: G10.82."""
    return nearest(strength * BPV_A_POINT)


def distance(place: Place, one: Place, other: Place) -> int:
    """How far a place is from the strand between two others, in kilometres, fractions dropped. Rule: house."""
    squared = squared_to_place(one, other, place)
    return isqrt(squared.numerator // squared.denominator)


def in_web(place: Place, one: Place, other: Place) -> bool:
    """Whether a place is in the web of the strand between two others: less than two hexes from it. Rule: G10.51."""
    return squared_to_place(one, other, place) < REACH * REACH


def blocks(strand: tuple[Place, Place], fire_from: Place, fire_at: Place) -> bool:
    """Whether a strand stops fire, a transporter or a tractor from one place to another.

    It does when the line comes within a hex of the strand, exactly one included, while both of its ends lie farther
    off: fire into the field and out of it is free. Rule: G10.61, G10.71; both ends outside by house.
    """
    field = FIELD * FIELD
    outside = all(squared_to_place(*strand, end) > field for end in (fire_from, fire_at))
    return outside and squared_between(strand, (fire_from, fire_at)) <= field


def points_lost(
    points: Iterable[str], strands: Iterable[tuple[str, str]], anchors: Collection[str] = ()
) -> tuple[str, ...]:
    """The web points of a globular web that are lost when it gets power, by name in the order given.

    A point stays when strands join it to two others. The rule states what a powered web looks like, not a single look
    at it: whatever hangs on a lost point alone is lost with it, so that a loose trail goes back to the closed part.
    strands: pairs of names; two strands between the same two count once. anchors: units that count as points and are
    never lost. The unit that lays a strand is not one of them: with one other point alone, its last point is lost.
    Rule: G10.12; house for the repetition and for units as anchors.
    """
    order = tuple(points)
    left = {*order, *anchors}
    joined: dict[str, set[str]] = {name: set() for name in left}
    for one, other in strands:
        if one != other and one in left and other in left:
            joined[one].add(other)
            joined[other].add(one)
    loose = [name for name in order if len(joined[name]) < 2 and name not in anchors]
    lost: set[str] = set()
    while loose:
        name = loose.pop()
        if name in lost:
            continue
        lost.add(name)
        for other in sorted(joined.pop(name)):
            joined[other].discard(name)
            if len(joined[other]) < 2 and other not in anchors:
                loose.append(other)
    return tuple(name for name in order if name in lost)


def strand_steps(length: int, paid: int = 0) -> tuple[str, ...]:
    """What a strand costs. paid: the hexes of it that were paid for before, in kilometres. Rule: G10.211."""
    new = length - paid
    before = [f"Paid for before: {hexes(paid)}; new: {hexes(new)}."] if paid else []
    return (
        f"The strand is {hexes(length)} long; a new strand may be up to 1.9999 hexes long.",
        *before,
        f"6 x {written(new)} = {written(POWER_A_HEX * new)} points of power.",
    )


def power_step(traditional: int, times: int = TIMES) -> str:
    """A web's strength by that of the printed rules. Rule: G10.3."""
    return f"{times} x {written(traditional)}, at most 35 = {written(strength(traditional, times))}."


def worth_step(strength: int) -> str:
    """What a web is worth. Rule: G10.82."""
    return f"Strength {written(strength)} x 0.125 = {written(bpv(strength))} BPV."


def line_step(one: str, here: Place, other: str, there: Place, place: Place) -> str:
    """How far a place is from a strand. Rule: G10.51."""
    return f"{one} at {here} to {other} at {there}: {place} is {written(distance(place, here, there))} from the line."


def held_step(distance: int) -> str:
    """Whether a unit is in a web, from how far it is from its line in kilometres. Rule: G10.51."""
    less = f"{written(distance)} is {'' if distance < REACH else 'not '}less than 2"
    return f"{less}: the unit is in the web." if distance < REACH else f"{less}: the unit is outside."
