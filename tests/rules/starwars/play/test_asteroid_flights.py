"""Flights through an asteroid field, and terrain on Piloting checks. Rule: rules.md, Terrain."""

from __future__ import annotations

from typing import Any

import pytest

from sits_es.dice import DiceRolled
from sits_es.events import Coded
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.harm.facts import CriticalSuffered, StrainSuffered, TraumaSuffered
from tests.rules.starwars.fleets import board, card, starship, terrain
from tests.rules.starwars.play.at_play import kinds, of, play, played, voided
from tests.shared.rows import each_row

BELT = Coded("asteroids", ("Belt",))
#: Hawk's own dice: agility 3, piloting 2.
OWN = "ability:blank proficiency:blank proficiency:blank"


def field(*hexes: str, **more: Any) -> Board:
    """A fighter of silhouette 3 at speed 5 before an asteroid field that adds a setback die."""
    return board(starship("Hawk", **({"speed": 5} | more)), terrain("Belt", "asteroid-field", *(hexes or ("2A",))))


@each_row(
    ("steps", "against"),
    [
        # half of the hexes, rounded down, are the difficulty; half of silhouette 3, rounded down, upgrades it once
        ("F F", "challenge:blank"),
        ("F F F", "challenge:blank"),
        ("F F F F", "difficulty:blank challenge:blank"),
        ("F F L F R F F", "difficulty:blank challenge:blank"),
    ],
)
def test_all_hexes_of_the_manoeuvre_count_for_the_difficulty(steps: str, against: str) -> None:
    facts = play(field(), f"Hawk: fly {steps}", dice=f"{OWN} {against} setback:blank")
    assert kinds(facts) == ["StarshipFlew", "CheckMade"]


def test_a_hex_that_is_entered_again_counts_again() -> None:
    """Ahead, about, and back: two hexes."""
    on = field("", "1A")
    facts = play(on, "Hawk: fly F R R R F", dice=f"{OWN} challenge:blank setback:blank")
    assert of(facts, CheckMade)[0].pool == (1, 2, 0, 0, 1, 1)


def test_of_several_fields_the_most_setback_dice_count_wherever_it_is_met() -> None:
    for most, less in (("1A", "2A"), ("2A", "1A")):
        on = board(
            starship("Hawk", speed=5),
            terrain("Belt", "asteroid-field", most, setback=2),
            terrain("Shoal", "asteroid-field", less, setback=1),
        )
        facts = play(on, "Hawk: fly F F", dice=f"{OWN} challenge:blank setback:blank setback:blank")
        assert of(facts, CheckMade)[0].pool == (1, 2, 0, 0, 1, 2)


def test_with_half_of_one_hex_there_is_no_difficulty_die_to_upgrade_so_one_is_added() -> None:
    facts = play(field("1A"), "Hawk: fly F", dice=f"{OWN} difficulty:blank setback:blank")
    (made,) = of(facts, CheckMade)
    assert made.pool == (1, 2, 0, 1, 0, 1)


@pytest.mark.parametrize(("card_name", "pool"), [("Corvette", (1, 2, 0, 1, 1, 1)), ("Frigate", (1, 2, 0, 0, 2, 1))])
def test_a_larger_starship_has_the_difficulty_upgraded_more_often(card_name: str, pool: tuple[int, ...]) -> None:
    """Silhouette 5: twice, which turns a die, and with none left adds one; silhouette 6: three times."""
    on = board(starship("Hawk", card=card_name, speed=3), terrain("Belt", "asteroid-field", "2A"))
    against = "difficulty:blank challenge:blank" if pool[3] else "challenge:blank challenge:blank"
    (made,) = of(play(on, "Hawk: fly F F", dice=f"{OWN} {against} setback:blank"), CheckMade)
    assert made.pool == pool


@each_row(
    ("hexes", "line", "checks"),
    [
        (["1A"], "fly F F", 1),  # through it
        (["2A"], "fly F F", 1),  # into it
        ([""], "fly F F", 1),  # out of it
        (["3A"], "fly F F", 0),  # up to it
        ([""], "fly L R", 0),  # on the spot in it
        (["", "1A", "2A"], "fly F F", 1),  # one check, however many hexes
    ],
)
def test_who_flies_through_an_asteroid_field_makes_one_check(hexes: list[str], line: str, checks: int) -> None:
    """No hexes moved, no check: house."""
    dice = f"{OWN} challenge:blank setback:blank" if checks else ""
    facts = play(field(*hexes), f"Hawk: {line}", dice=dice)
    assert [(made.source, made.skill, made.about) for made in of(facts, CheckMade)] == checks * [
        ("flight", "piloting", "Belt")
    ]


def test_what_players_agreed_on_is_added_and_upgrades_both_sides() -> None:
    on = field()
    dice = "proficiency:s proficiency:s proficiency:s boost:s challenge:blank challenge:blank setback:f setback:f"
    facts = play(on, "Hawk: fly F F F F with 1 boost 1 setback 1 upgrade 1 harder", dice=dice)
    (made,) = of(facts, CheckMade)
    assert made.pool == (0, 3, 1, 0, 2, 2)
    assert made.success == 2


def test_every_kind_of_terrain_puts_setback_dice_on_piloting_checks_once_the_largest_of_each_kind() -> None:
    on = board(
        starship("Hawk", speed=5),
        terrain("Belt", "asteroid-field", "1A", "2A", setback=1),
        terrain("Shoal", "asteroid-field", "2A", setback=2),
        terrain("Haze", "gas-cloud", "", setback=1),
        terrain("Maw", "gravity-well", "2A", setback=3),
        terrain("Far", "gas-cloud", "9A", setback=9),
    )
    (made,) = of(play(on, "Hawk: fly F F", dice=f"{OWN} challenge:blank " + 6 * "setback:blank "), CheckMade)
    assert made.pool == (1, 2, 0, 0, 1, 6)
    assert made.about == "Belt"


def test_terrain_without_setback_dice_adds_none() -> None:
    on = board(starship("Hawk"), terrain("Belt", "asteroid-field", "1A", setback=0))
    assert kinds(play(on, "Hawk: fly F", dice=f"{OWN} difficulty:blank")) == ["StarshipFlew", "CheckMade"]


def test_each_threat_that_is_left_does_10_trauma_less_armour_and_1_strain() -> None:
    on = field()
    on.classes["Fighter"] = card("Fighter", hull=40)
    own = "ability:a proficiency:s proficiency:s"
    facts = played(on, "Hawk: fly F F F F", dice=f"{own} difficulty:tt challenge:t setback:t")
    # four threats against one advantage; armour 2 counts against each of the three
    assert facts[2:] == [
        TraumaSuffered(starship="Hawk", why=BELT, damage=30, armour=6, trauma=24, total=24),
        StrainSuffered(starship="Hawk", why=BELT, strain=3, total=3),
    ]
    assert (on.starships["Hawk"].trauma, on.starships["Hawk"].strain) == (24, 3)


def test_threats_count_whether_the_check_succeeds_or_not_and_failures_alone_do_nothing() -> None:
    facts = played(field(), "Hawk: fly F F", dice=f"{OWN} challenge:ff setback:f")
    assert kinds(facts) == ["StarshipFlew", "CheckMade"]


def test_armour_of_10_or_more_keeps_the_hull_and_not_the_strain() -> None:
    on = field()
    on.classes["Fighter"] = card("Fighter", armour=12)
    facts = played(on, "Hawk: fly F F", dice=f"{OWN} challenge:t setback:blank")
    assert facts[2:] == [
        TraumaSuffered(starship="Hawk", why=BELT, damage=10, armour=10, trauma=0, total=0),
        StrainSuffered(starship="Hawk", why=BELT, strain=1, total=1),
    ]


def test_each_despair_is_a_critical_hit_that_adds_10_for_each_before_it() -> None:
    on = board(starship("Hawk", card="Corvette", speed=3), terrain("Belt", "asteroid-field", "2A"))
    facts = play(
        on,
        "Hawk: fly F F with 1 harder",
        dice=f"{OWN} challenge:despair challenge:despair setback:blank d100:1 d100:100",
    )
    assert of(facts, CriticalSuffered) == [
        CriticalSuffered(starship="Hawk", why=BELT, critical=1, rolled=1, added=0, result=1),
        CriticalSuffered(starship="Hawk", why=BELT, critical=2, rolled=100, added=10, result=110),
    ]
    keys = [roll.key for roll in of(facts, DiceRolled)]
    assert len({*keys}) == len(keys)


def test_who_is_lost_in_the_field_does_nothing_more() -> None:
    on = field()
    on.starships |= board(starship("Kite", "3A")).starships
    on.order = ("Hawk", "Kite")
    facts = played(
        on,
        "Hawk: fly F F",
        "Hawk: fire forward-lasers at Kite",
        "Hawk: accelerate",
        dice=f"{OWN} challenge:tt setback:blank",
    )
    assert kinds(facts) == [
        "StarshipFlew",
        "CheckMade",
        "TraumaSuffered",
        "StrainSuffered",
        "StarshipLost",
        "OrderVoided",
        "OrderVoided",
    ]
    assert voided(facts) == [("fire forward-lasers at Kite", "starship-gone"), ("accelerate", "starship-gone")]
    assert on.acting() == on.starships["Kite"]


def test_who_is_shut_down_in_the_field_does_nothing_more_and_stands_still() -> None:
    on = field(strain=6)
    facts = played(on, "Hawk: fly F F", "Hawk: check computers difficulty 1", dice=f"{OWN} challenge:t setback:blank")
    assert kinds(facts)[-2:] == ["StarshipShutDown", "OrderVoided"]
    assert voided(facts) == [("check computers difficulty 1", "shut-down", "7", "6")]
    assert on.starships["Hawk"].speed == 0


def test_what_was_lost_with_its_systems_down_is_lost() -> None:
    on = field(strain=6, trauma=8)
    facts = played(on, "Hawk: fly F F", dice=f"{OWN} challenge:t setback:blank")
    assert kinds(facts)[-1] == "StarshipLost"


def test_the_dice_of_a_flight_and_of_an_action_of_the_same_name_are_not_the_same_dice() -> None:
    facts = play(
        field(),
        "Hawk: fly F F",
        "Hawk: check piloting difficulty 1: Belt",
        dice=f"{OWN} challenge:blank setback:blank {OWN} difficulty:blank setback:blank",
    )
    keys = [roll.key for roll in of(facts, DiceRolled)]
    assert len({*keys}) == len(keys)
    assert [(made.source, made.about) for made in of(facts, CheckMade)] == [("flight", "Belt"), ("action", "Belt")]
