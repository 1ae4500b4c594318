"""The asteroid field that dice make before the first impulse. Rule: P3.11."""

from __future__ import annotations

from collections import Counter

import pytest

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.rules.sfb.ending.facts import ImpulseBegun, RunEnded
from sits_es.rules.sfb.procedure import carry_out
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.sums.numbers import WHOLE
from sits_es.rules.sfb.sums.places import exact
from sits_es.rules.sfb.terrain.facts import FieldLaid, TerrainPlaced
from sits_es.rules.sfb.terrain.rules import lay_field
from tests.rules.sfb.boards import board, body, of, unit

SEED = KeyedDice(b"f" * 32, "FIELD-1", 1, 1)


@pytest.mark.parametrize(("field", "low", "high"), [("positive", 7, 42), ("mirrored", -14, 21)])
def test_dice_lay_54_asteroids_that_do_not_overlap(field: str, low: int, high: int) -> None:
    on = board(unit("Swift"), field=field)
    work = Resolution(on, {}, SEED)
    lay_field(work)
    placed = of(work.facts, TerrainPlaced)
    assert [fact.name for fact in placed] == [f"asteroid-{number}" for number in range(1, 55)]
    assert {fact.radius for fact in placed} <= {number * 10_000 for number in range(1, 7)}
    assert all(low * WHOLE <= part <= high * WHOLE for fact in placed for part in _three(fact))
    apart = ((one, other) for at, one in enumerate(placed) for other in placed[:at])
    assert all(3 * exact(one.place, other.place) >= one.radius + other.radius - 3 for one, other in apart)
    assert work.facts[-1] == FieldLaid(number=54)
    assert on.field == ""
    assert not of(work.facts, ImpulseBegun)


def _three(fact: TerrainPlaced) -> tuple[int, int, int]:
    return fact.place.x, fact.place.y, fact.place.z


def test_every_die_of_a_field_is_on_record_and_no_two_rolls_share_a_name() -> None:
    work = Resolution(board(field="positive"), {}, SEED)
    lay_field(work)
    rolls = of(work.facts, DiceRolled)
    assert len(of(work.facts, TerrainPlaced)) == 54
    assert len(rolls) >= 108  # six dice for each place, one for each radius, and the re-rolls
    assert set(Counter((roll.actor, roll.purpose, roll.object, roll.index) for roll in rolls).values()) == {1}


def test_asteroids_get_names_that_nothing_on_the_map_has() -> None:
    on = board(body("asteroid-2", kind="asteroid", radius="1"), field="positive")
    lay_field(Resolution(on, {}, SEED))
    assert len(on.bodies) == 55
    assert "asteroid-55" in on.bodies


def test_a_field_is_laid_once_in_an_exchange_of_one_impulse() -> None:
    on = board(unit("Swift"), field="mirrored")
    facts = carry_out(on, {}, SEED)
    assert facts[-1] == RunEnded(impulse=1)
    on.impulse = 2
    assert carry_out(on, {}, SEED) == [RunEnded(impulse=9)]
