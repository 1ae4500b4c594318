"""Ten thousand placements measured twice: by the program, and by asking a thousand points of each base."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import hypot

import pytest

from sits_es.rules.xwing.sums.arcs import Sight, sight
from sits_es.rules.xwing.sums.areas import ARCS
from sits_es.rules.xwing.sums.bases import Placement
from sits_es.rules.xwing.sums.ranges import band
from sits_es.rules.xwing.sums.relations import relation
from tests.rules.xwing.sums.sampled import EDGE, SIDE, Sampled, places, sampled
from tests.shared.rows import long_beyond

#: Pairs in one of the tests, and how many such tests there are.
PAIRS, TESTS = 1000, 4


def contradictions(other: Placement, told: Sight, found: Sampled) -> Iterator[str]:
    """Where the points say otherwise, by more than points can fail to see."""
    width, length = float(other.base.width), float(other.base.length)
    # points are so far apart, and a line through the base that parts what is inside is no longer than its diagonal
    space, line = max(width, length) / SIDE, hypot(width, length)
    step = max(width, length) / (EDGE - 1)
    if abs(told.distance - found.distance) > 1e-6 and min(told.distance, found.distance) > step:
        yield f"distance {told.distance}, by corners {found.distance}"
    for arc in ARCS:
        size, points = told.area.get(arc, 0.0), found.area[arc]
        if arc in found.hit and arc not in told.arcs:
            yield f"a point is well inside {arc}"
        if abs(size - points) > space * line:
            yield f"{arc} holds {size}, by points {points}"
        if arc in told.arcs and arc in found.near and told.distance > 0:
            yield from _wrong_range(told, found.near[arc], arc, step)


def _wrong_range(told: Sight, near: float, arc: str, step: float) -> Iterator[str]:
    """The closest point found is never closer than what is told, and not much farther away."""
    hold = next(each for each in told.holds if each.arc == arc)
    if not hold.distance - 1e-6 <= near <= hold.distance + step + 1e-6:
        yield f"{arc} at {hold.distance}, by points {near}"
    if hold.range not in {band(near), band(max(0.0, near - step))}:
        yield f"{arc} at range {hold.range}, by points {near}"


@pytest.mark.parametrize("seed", long_beyond(1, range(TESTS)))
def test_points_of_a_base_never_contradict_the_arcs_and_ranges_that_are_told(seed: int) -> None:
    seen: Counter[str] = Counter()
    for one, other in places(PAIRS, seed):
        told = sight(one, other)
        assert list(contradictions(other, told, sampled(one, other))) == [], f"{one} and {other}"
        seen.update([*told.arcs, f"range {told.range}"])
    assert all(seen[arc] > PAIRS / 40 for arc in ARCS)
    assert all(seen[f"range {number}"] > PAIRS / 40 for number in (0, 1, 2, 3, None))


def test_points_of_a_base_never_contradict_the_relation_that_is_told() -> None:
    seen: Counter[str | None] = Counter()
    for one, other in places(PAIRS, 99):
        told, found = relation(other, one), sampled(one, other)
        space = 3 * float((other.base.width + other.base.length) * max(other.base.width, other.base.length)) / SIDE
        assert abs(told.ahead - found.ahead) <= space
        assert abs(told.astern - found.astern) <= space
        if found.ahead > 0 and found.astern > 0:
            assert told.name == "flanking", f"{one} and {other}"
        seen[told.name] += 1
    assert all(seen[name] > PAIRS / 40 for name in ("behind", "in front", "flanking", None))


def test_the_check_would_see_arc_lines_that_are_off_by_a_degree() -> None:
    wrong = sum(
        any("well inside" in said for said in contradictions(other, sight(one, other), sampled(one, other, off)))
        for off in (-1.0, 1.0)
        for one, other in places(300, 5)
    )
    assert wrong > 2


def test_the_check_would_see_a_distance_that_is_off() -> None:
    pairs = [pair for pair in places(60, 6) if sight(*pair).distance > 5]
    for (one, other), (_, another) in pairwise(pairs):
        assert list(contradictions(other, sight(one, another), sampled(one, other)))
