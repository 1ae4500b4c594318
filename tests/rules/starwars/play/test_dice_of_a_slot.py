"""The dice that a game rolls: each an event, and in the long run what the exact chances say. Rule: base game; house."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import pytest

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.events import Event
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.harm.facts import CriticalSuffered
from sits_es.rules.starwars.slots.rules import carry_out
from sits_es.rules.starwars.sums.chances import Counted, chances, spread
from sits_es.rules.starwars.sums.narrative_dice import DIE_SIDES, KINDS, Pool, result_of
from tests.rules.starwars.fleets import board, by_player, starship, terrain
from tests.rules.starwars.play.at_play import of, ordered
from tests.shared.rows import each_row

#: Exchanges that are played, each with a seed of its own.
ROLLS: Final = 2000
#: How many standard deviations a count may lie off: even dice do in fewer than 1 of 10,000 cases.
ALLOWED: Final = 4
#: How often a number has to be expected for that measure to hold.
OFTEN: Final = 10
COUNTED: Final[tuple[Counted, ...]] = ("success", "advantage")

#: A check of each make, with its pool.
CHECKS: Final = {
    "Hawk: fire forward-lasers at Kite with 1 boost 1 setback 1 harder": Pool(2, 1, 1, 1, 1, 2),
    "Hawk: gain advantage on Kite with 2 upgrades": Pool(1, 3, 0, 1, 2, 0),
    "Hawk: check computers difficulty 3: slice the beacon": Pool(1, 1, 0, 3, 0, 0),
    "Hawk: fly R F L F with 1 upgrade": Pool(0, 3, 0, 0, 1, 2),
}


def duel() -> Board:
    """Hawk with Kite ahead, and asteroids to starboard."""
    return board(starship("Hawk"), starship("Kite", "1A", speed=3), terrain("Belt", "asteroid-field", "1B", setback=2))


def rolled(line: str, number: int) -> list[Event]:
    """What comes of the order with the dice of a seed that belongs to this number."""
    on = duel()
    dice = KeyedDice(number.to_bytes(32, "big"), "patrol", 1, 2)
    return carry_out(on, by_player(on, *ordered(line)), dice)


def lies_near(count: int, chance: Fraction, rolls: int) -> bool:
    """Whether a count of so many rolls lies as near to what the chance says as even dice do."""
    return (count - rolls * chance) ** 2 <= ALLOWED**2 * rolls * chance * (1 - chance)


@pytest.mark.long
@each_row("line", CHECKS)
def test_keyed_dice_come_to_the_exact_chances_in_the_long_run(line: str) -> None:
    pool = CHECKS[line]
    checks = [made for number in range(ROLLS) for made in of(rolled(line, number), CheckMade)]
    assert {made.pool for made in checks} == {pool.counts}
    assert len(checks) == ROLLS
    exact = chances(pool)
    assert lies_near(sum(made.success > 0 for made in checks), exact.success, ROLLS)
    assert lies_near(sum(made.advantage > 0 for made in checks), exact.advantage, ROLLS)
    assert lies_near(sum(made.advantage < 0 for made in checks), exact.threat, ROLLS)
    assert lies_near(sum(made.triumph > 0 for made in checks), exact.triumph, ROLLS)
    assert lies_near(sum(made.despair > 0 for made in checks), exact.despair, ROLLS)
    for counted in COUNTED:
        for net, ways in spread(pool, counted).items():
            if (chance := Fraction(ways, exact.outcomes)) * ROLLS >= OFTEN:
                assert lies_near(sum(getattr(made, counted) == net for made in checks), chance, ROLLS)


def test_the_measure_finds_dice_with_a_triumph_more_in_every_hundred_rolls() -> None:
    """Hawk's attack has one proficiency die, which shows a triumph in a twelfth of all rolls."""
    line = next(iter(CHECKS))
    checks = [made for number in range(ROLLS) for made in of(rolled(line, number), CheckMade)]
    triumphs = sum(made.triumph > 0 for made in checks)
    exact = chances(CHECKS[line]).triumph
    assert exact == Fraction(1, 12)
    assert lies_near(triumphs, exact, ROLLS)
    assert not lies_near(triumphs + 4 * ROLLS // 100, exact, ROLLS)


@each_row("line", CHECKS)
def test_every_die_of_a_pool_is_an_event_and_the_check_is_what_they_show_together(line: str) -> None:
    for number in range(20):
        facts = rolled(line, number)
        (made,) = of(facts, CheckMade)
        thrown = [(fact.purpose.partition(": ")[2], fact) for fact in of(facts, DiceRolled) if ": " in fact.purpose]
        assert tuple(sum(kind == each for kind, _ in thrown) for each in KINDS) == made.pool
        assert all(fact.sides == DIE_SIDES[kind] and len(fact.faces) == 1 for kind, fact in thrown)
        shown = result_of((kind, fact.faces[0]) for kind, fact in thrown)
        assert (shown.success, shown.advantage, shown.triumph, shown.despair) == (
            made.success,
            made.advantage,
            made.triumph,
            made.despair,
        )


def test_critical_hits_among_asteroids_are_1_to_100() -> None:
    """A despair in a twelfth of all flights with one challenge die."""
    line = "Hawk: fly R F L F with 1 upgrade"
    hits = [hit for number in range(ROLLS) for hit in of(rolled(line, number), CriticalSuffered)]
    assert lies_near(len(hits), Fraction(1, 12), ROLLS)
    assert {hit.rolled for hit in hits} <= {*range(1, 101)}
    assert lies_near(sum(hit.rolled <= 50 for hit in hits), Fraction(1, 2), len(hits))
