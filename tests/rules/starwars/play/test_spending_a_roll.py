"""What is spent of a roll, and critical hits. Rule: base game; house."""

from __future__ import annotations

import pytest

from sits_es.dice import DiceRolled
from sits_es.events import Coded
from sits_es.rules.starwars.board import Board, CriticalHit
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.harm.facts import CriticalSuffered, TraumaSuffered
from sits_es.rules.starwars.spending.facts import ResultSpent
from sits_es.space.hexes import HexVector
from tests.rules.starwars.fleets import board, card, starship, terrain
from tests.rules.starwars.play.at_play import kinds, of, play, played, voided

FIRE = "Hawk: fire forward-lasers at Kite"
WHY = Coded("weapon", ("Hawk", "forward-lasers"))


def after(dice: str, *lines: str, hull: int = 20) -> Board:
    """Hawk has fired at Kite, and its player may spend what the roll came to."""
    on = board(starship("Hawk"), starship("Kite", "2A", shields=(0, 0, 0, 0)))
    on.classes["Fighter"] = card("Fighter", hull=hull)
    played(on, FIRE, *lines, dice=dice)
    assert on.stage == "spend"
    return on


#: Three advantages and a success; a triumph and a success; three advantages and no success.
HIT = "ability:aa ability:s proficiency:a difficulty:blank difficulty:blank"
TRIUMPH = "ability:blank ability:blank proficiency:triumph difficulty:blank difficulty:blank"
MISS = "ability:aa ability:blank proficiency:a difficulty:blank difficulty:blank"


def test_advantage_is_spent_on_what_the_players_agree() -> None:
    on = after(HIT)
    facts = played(on, "Hawk: spend 2 advantage: a boost die for Heron", "Hawk: spend 1 advantage: recover 1 strain")
    assert facts == [
        ResultSpent(starship="Hawk", number=2, what="advantage", source="action", text="a boost die for Heron"),
        ResultSpent(starship="Hawk", number=1, what="advantage", source="action", text="recover 1 strain"),
    ]
    assert on.starships["Hawk"].strain == 0


def test_nothing_needs_to_be_spent() -> None:
    on = after(HIT)
    assert played(on) == []
    assert (on.slot, on.stage) == (1, "act")


def test_no_more_is_spent_than_there_is() -> None:
    lines = ["spend 2 advantage: one", "spend 2 advantage: two", "spend 1 advantage: three", "spend 1 advantage: four"]
    facts = played(after(HIT), *(f"Hawk: {line}" for line in (*lines, "spend 1 triumph: five")))
    assert [fact.text for fact in of(facts, ResultSpent)] == ["one", "three"]
    assert voided(facts) == [
        (lines[1], "not-so-much", "1", "advantage"),
        (lines[3], "not-so-much", "0", "advantage"),
        ("spend 1 triumph: five", "not-so-much", "0", "triumph"),
    ]


@pytest.mark.parametrize(("dice", "line"), [(HIT, "spend 3 advantage"), (TRIUMPH, "spend 1 triumph")])
def test_a_critical_hit_costs_what_the_weapons_card_says_or_a_triumph(dice: str, line: str) -> None:
    """The lasers' critical rating is 3."""
    on = after(dice)
    facts = play(on, f"Hawk: {line}: Critical hit", dice="d100:57")
    assert kinds(facts) == ["ResultSpent", "CriticalSuffered"]
    assert facts[-1] == CriticalSuffered(starship="Kite", why=WHY, critical=1, rolled=57, added=0, result=57)
    assert on.starships["Kite"].criticals == (CriticalHit(number=1, result=57),)
    (roll,) = of(facts, DiceRolled)
    assert (roll.actor, roll.purpose, roll.object, roll.sides) == ("Hawk", "critical hit", "Kite", 100)


def test_two_advantages_are_too_few_for_these_lasers() -> None:
    assert voided(played(after(HIT), "Hawk: spend 2 advantage: critical hit")) == [
        ("spend 2 advantage: critical hit", "critical-costs-more", "forward-lasers", "3")
    ]


def test_each_critical_hit_that_it_has_adds_10() -> None:
    on = after(TRIUMPH)
    on.starships["Kite"].criticals = (CriticalHit(number=1, result=40), CriticalHit(number=2, result=12))
    on.criticals = 2
    (hit,) = of(played(on, "Hawk: spend 1 triumph: critical hit", dice="d100:100"), CriticalSuffered)
    assert (hit.critical, hit.added, hit.result) == (3, 20, 120)


def test_critical_hits_of_others_count_for_its_number_and_add_nothing() -> None:
    on = after(TRIUMPH)
    on.starships["Kite"].criticals = (CriticalHit(number=2, result=40),)
    on.criticals = 5  # four are or were on others, or are mended
    (hit,) = of(played(on, "Hawk: spend 1 triumph: critical hit", dice="d100:7"), CriticalSuffered)
    assert (hit.critical, hit.added, hit.result) == (6, 10, 17)


def test_two_critical_hits_of_one_roll_are_two_rolls() -> None:
    on = after("ability:aa ability:a proficiency:triumph difficulty:blank difficulty:blank")
    facts = play(
        on,
        "Hawk: spend 1 triumph: critical hit",
        "Hawk: spend 3 advantage: critical hit",
        dice="d100:5 d100:50",
    )
    assert [(hit.critical, hit.result) for hit in of(facts, CriticalSuffered)] == [(1, 5), (2, 60)]
    assert [roll.index for roll in of(facts, DiceRolled)] == [0, 1]


def test_there_is_no_critical_hit_without_a_success_or_trauma_that_came_through() -> None:
    line = "spend 3 advantage: critical hit"
    assert voided(played(after(MISS), f"Hawk: {line}")) == [(line, "no-critical")]
    on = board(starship("Hawk"), starship("Kite", "2A", shields=(0, 0, 0, 0)))
    on.classes["Fighter"] = card("Fighter", armour=6)
    played(on, FIRE, dice=HIT)
    assert voided(played(on, f"Hawk: {line}")) == [(line, "no-critical")]


def test_trauma_of_an_earlier_slot_makes_no_critical_hit() -> None:
    on = after(HIT)
    played(on)
    played(on, "Kite: check computers difficulty 0", dice="ability:aa proficiency:aa")
    line = "spend 3 advantage: critical hit"
    assert voided(played(on, f"Kite: {line}")) == [(line, "no-critical")]
    on.starships["Hawk"].facing = "D"
    on.starships["Kite"].place = on.starships["Hawk"].place + HexVector.unit("D")
    on.classes["Fighter"] = card("Fighter", armour=9)
    played(on, FIRE, dice=HIT)
    assert voided(played(on, f"Hawk: {line}")) == [(line, "no-critical")]


def test_trauma_of_ones_own_by_asteroids_makes_no_critical_hit() -> None:
    on = board(starship("Hawk", speed=1), starship("Kite", "3A"), terrain("Belt", "asteroid-field", "1A", setback=0))
    on.classes["Fighter"] = card("Fighter", hull=20, armour=9)
    flown = "ability:blank proficiency:blank proficiency:blank difficulty:tt "
    facts = played(on, "Hawk: fly F", FIRE, dice=flown + HIT + " setback:blank")
    assert [fact.trauma for fact in of(facts, TraumaSuffered)] == [2, 0]
    line = "spend 3 advantage: critical hit"
    assert voided(played(on, f"Hawk: {line}")) == [(line, "no-critical")]


def test_there_is_no_critical_hit_on_what_is_lost() -> None:
    on = board(starship("Hawk"), starship("Kite", "2A", shields=(0, 0, 0, 0), trauma=8), starship("Krait", "5A"))
    played(on, FIRE, dice=HIT)
    line = "spend 3 advantage: critical hit"
    assert voided(played(on, f"Hawk: {line}")) == [(line, "target-is-lost", "Kite")]


def test_there_is_no_critical_hit_by_a_check_that_is_no_attack() -> None:
    on = board(starship("Hawk"), starship("Kite", "1A"))
    played(on, "Hawk: check computers difficulty 0", dice="ability:aa proficiency:aa")
    line = "spend 3 advantage: critical hit"
    assert voided(played(on, f"Hawk: {line}")) == [(line, "no-critical")]


def test_a_flights_roll_and_an_actions_roll_are_spent_apart() -> None:
    on = board(starship("Hawk"), starship("Kite", "4A", shields=(0, 0, 0, 0)), terrain("Belt", "asteroid-field", "2A"))
    flown = "ability:aa proficiency:a proficiency:blank challenge:blank setback:blank "
    facts = played(on, "Hawk: fly F F", FIRE, dice=flown + HIT.replace("aa", "a"))
    assert [(made.source, made.advantage) for made in of(facts, CheckMade)] == [("flight", 3), ("action", 2)]
    facts = played(
        on,
        "Hawk: spend 3 advantage: more than the attack has",
        "Hawk: spend 3 advantage on flight: critical hit",
        "Hawk: spend 3 advantage on flight: a second manoeuvre",
        "Hawk: spend 2 advantage: notice something",
    )
    assert [code for _, code, *_ in voided(facts)] == ["not-so-much", "of-another-check"]
    assert [fact.source for fact in of(facts, ResultSpent)] == ["flight", "action"]


def test_what_was_not_rolled_is_not_spent() -> None:
    line = "spend 1 advantage on flight: turn once more"
    assert voided(played(after(HIT), f"Hawk: {line}")) == [(line, "no-such-check", "in flight", "action")]
    on = board(starship("Hawk"), starship("Kite"))
    assert voided(played(on, "Hawk: spend 1 triumph: luck", "Hawk: side C")) == [
        ("spend 1 triumph: luck", "nothing-rolled"),
        ("side C", "nothing-declared"),
    ]


def test_threat_is_never_spent_by_who_rolled_it() -> None:
    on = board(starship("Hawk"), starship("Kite", "5A"))
    played(on, "Hawk: check computers difficulty 1", dice="ability:blank proficiency:blank difficulty:tt")
    assert (on.slot, on.stage) == (1, "act")


def test_nothing_else_is_done_once_the_roll_is_known() -> None:
    facts = played(after(HIT), "Hawk: fly F", FIRE, "Hawk: side A", "Kite: spend 1 advantage: mine")
    codes = [code for _, code, *_ in voided(facts)]
    assert codes == ["rolled-already", "rolled-already", "rolled-already", "not-its-slot"]


def test_what_is_lost_by_its_own_flight_has_nothing_to_spend() -> None:
    on = board(starship("Hawk", speed=1), starship("Kite", "3A"), terrain("Belt", "asteroid-field", "1A", setback=0))
    played(on, "Hawk: fly F", dice="ability:blank proficiency:triumph proficiency:blank difficulty:tt")
    assert on.starships["Hawk"].gone
    assert (on.slot, on.stage) == (1, "act")


def test_who_shot_and_was_lost_before_it_spends_gets_nothing() -> None:
    """People may enter hull trauma before the roll is spent."""
    on = after(HIT)
    on.starships["Hawk"].gone = True
    assert voided(played(on, "Hawk: spend 1 advantage: flee")) == [("spend 1 advantage: flee", "starship-gone")]
