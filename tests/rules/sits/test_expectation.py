"""What dice give on average: worked out again roll by roll."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.events import Coded
from sits_es.rules.sits.damage.facts import ExplosionChecked, ShipDestroyed
from sits_es.rules.sits.missiles.facts import LayerFought, Term
from sits_es.rules.sits.repairs.facts import RepairTried
from sits_es.rules.sits.sums.chart import kills
from sits_es.rules.sits.sums.variance import over_variance, variance
from sits_es.rules.sits.telling import SitsTold
from sits_es.rules.sits.walls.facts import WallMet

ROLLS = [variance((first, second, third)) for first, second, third in product(range(10), repeat=3)]


def layer(against: int, base: int, incoming: int, *, doubled: bool = False) -> LayerFought:
    return LayerFought(
        attack="a",
        target="Sirius",
        layer="point defence",
        incoming=incoming,
        systems=against,
        salvoes=1,
        against=against,
        terms=(Term(name="point defence quality", value=base), Term(name="variance", value=9)),
        percent=min(max(base + 9, 0), 100),
        parts=(0, 0, 0),
        doubled=doubled,
        kills=1,
        left=incoming - 1,
    )


def test_the_average_of_3d10v_is_that_of_all_1000_rolls() -> None:
    mean, square = over_variance(lambda total: total)
    assert mean == Fraction(sum(ROLLS), 1000)
    assert square == Fraction(sum(roll**2 for roll in ROLLS), 1000) - mean**2


@given(
    against=st.integers(0, 250),
    base=st.integers(-60, 120),
    incoming=st.integers(1, 250),
    doubled=st.booleans(),
)
def test_a_layers_average_is_that_of_all_1000_rolls(against: int, base: int, incoming: int, doubled: bool) -> None:
    found = SitsTold.of(layer(against, base, incoming, doubled=doubled)).expected(None)
    times = 2 if doubled else 1
    every = [min(kills(against, base + roll).total * times, incoming) for roll in ROLLS]
    assert found is not None
    assert found.mean == Fraction(sum(every), 1000)
    assert found.square == Fraction(sum(each**2 for each in every), 1000) - found.mean**2
    assert (found.player, found.kind, found.observed) == ("Sirius", "point defence kills", 1)


@pytest.mark.parametrize(("reading", "passing"), [("strikes", 1), ("stops", -1)])
def test_a_sidewalls_average_follows_the_games_reading(reading: Literal["strikes", "stops"], passing: int) -> None:
    met = WallMet(
        shot="a",
        ship="Sirius",
        facing="port",
        damage=88,
        strength=30,
        bonus=-10,
        variance=8,
        percent=28,
        parts=(0, 22, 2),
        charted=24,
        reading=reading,
        strikes=24 if reading == "strikes" else 64,
    )
    found = SitsTold.of(met).expected(None)
    charted = Fraction(sum(kills(88, 20 + roll).total for roll in ROLLS), 1000)
    assert found is not None
    assert found.mean == (charted if passing > 0 else 88 - charted)


def test_a_repair_and_an_explosion_are_chances_out_of_ten() -> None:
    tried = RepairTried(ship="a", track="ecm", box=0, roll=4, quality=6, repaired=True, lost=False, before=1, after=2)
    check = ExplosionChecked(ship="a", roll=2, below=4, explodes=True)
    mended, exploded = SitsTold.of(tried).expected(None), SitsTold.of(check).expected(None)
    assert mended is not None
    assert exploded is not None
    assert (mended.mean, mended.square, mended.observed) == (Fraction(3, 5), Fraction(6, 25), 1)
    assert (exploded.mean, exploded.square, exploded.observed) == (Fraction(3, 10), Fraction(21, 100), 1)


def test_a_layer_that_nothing_bears_for_and_a_fact_without_dice_have_no_average() -> None:
    nothing = LayerFought(
        attack="a",
        target="Sirius",
        layer="lasers",
        incoming=3,
        systems=0,
        salvoes=1,
        against=0,
        terms=(),
        percent=0,
        parts=(),
        doubled=False,
        kills=0,
        left=3,
    )
    assert SitsTold.of(nothing).expected(None) is None
    assert SitsTold.of(ShipDestroyed(ship="a", cause=Coded("exploded"))).expected(None) is None
