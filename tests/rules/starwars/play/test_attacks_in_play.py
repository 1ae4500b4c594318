"""Attacks across the map: range, arcs, zones, dice and damage. Rule: rules.md, Arcs and zones; base game."""

from __future__ import annotations

from typing import Any

import pytest

from sits_es.dice import DiceRolled
from sits_es.events import Coded
from sits_es.rules.starwars.attacks.facts import AttackAimed
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.harm.facts import TraumaSuffered
from sits_es.rules.starwars.starship_class import StarshipWeapon
from tests.rules.starwars.fleets import board, card, starship, terrain
from tests.rules.starwars.play.at_play import kinds, of, play, played, voided
from tests.shared.rows import each_row

#: Hawk's own dice: agility 3, gunnery 1.
OWN = "ability:s ability:blank proficiency:blank"
FIRE = "Hawk: fire forward-lasers at Kite"


def duel(at: str = "2A", facing: str = "A", **more: Any) -> Board:
    """Hawk in the middle, facing A; Kite elsewhere. Lasers reach short range, torpedoes medium."""
    return board(starship("Hawk"), starship("Kite", at, facing, **more))  # type: ignore[arg-type]  # by row


def test_an_attack_that_succeeds_does_its_damage_and_a_point_for_each_success_less_armour() -> None:
    on = duel()
    facts = play(on, FIRE, dice="ability:ss ability:a proficiency:sa difficulty:f difficulty:t setback:blank")
    assert [fact for fact in facts if not isinstance(fact, DiceRolled)] == [
        AttackAimed(
            starship="Hawk",
            weapon="forward-lasers",
            target="Kite",
            hexes=2,
            band="short",
            toward=None,
            arcs=("forward",),
            zones=("aft",),
            zone="aft",
            shields=1,
        ),
        CheckMade(
            starship="Hawk",
            source="action",
            skill="gunnery",
            against="Kite",
            about="",
            pool=(2, 1, 0, 2, 0, 1),
            success=2,
            advantage=1,
            triumph=0,
            despair=0,
        ),
        TraumaSuffered(
            starship="Kite", why=Coded("weapon", ("Hawk", "forward-lasers")), damage=7, armour=2, trauma=5, total=5
        ),
    ]
    rolls = of(facts, DiceRolled)
    assert [(roll.purpose, roll.object, roll.index, roll.sides) for roll in rolls] == [
        ("gunnery: ability", "Kite", 0, 8),
        ("gunnery: ability", "Kite", 1, 8),
        ("gunnery: proficiency", "Kite", 0, 12),
        ("gunnery: difficulty", "Kite", 0, 8),
        ("gunnery: difficulty", "Kite", 1, 8),
        ("gunnery: setback", "Kite", 0, 6),
    ]
    assert facts.index(rolls[0]) == 1


@pytest.mark.parametrize(
    "dice",
    [
        "ability:s ability:blank proficiency:blank difficulty:f difficulty:blank setback:blank",
        "ability:blank ability:blank proficiency:blank difficulty:blank difficulty:blank setback:blank",
    ],
    ids=["success and failure cancel", "nothing at all"],
)
def test_an_attack_needs_a_success_that_is_left(dice: str) -> None:
    assert kinds(play(duel(), FIRE, dice=dice)) == ["AttackAimed", "CheckMade"]


def test_a_triumph_is_a_success_as_well_and_a_despair_a_failure() -> None:
    on = duel()
    facts = play(
        on,
        f"{FIRE} with 1 harder",
        dice="ability:s ability:blank proficiency:triumph difficulty:blank challenge:despair setback:blank",
    )
    (made,) = of(facts, CheckMade)
    assert (made.success, made.triumph, made.despair) == (1, 1, 1)
    assert kinds(facts)[-1] == "TraumaSuffered"


def test_armour_can_stop_all_of_it() -> None:
    on = duel()
    on.classes["Fighter"] = card("Fighter", armour=9)
    facts = play(on, FIRE, dice=f"{OWN} difficulty:blank difficulty:blank setback:blank")
    (harm,) = of(facts, TraumaSuffered)
    assert (harm.damage, harm.armour, harm.trauma, harm.total) == (6, 6, 0, 0)
    assert not on.attacks["action"].hurt


@each_row(
    ("weapon", "at", "band"),
    [
        ("forward-lasers", "1A", "close"),
        ("forward-lasers", "2A", "short"),
        ("forward-lasers", "3A", None),
        ("torpedoes", "3A", "medium"),
        ("torpedoes", "5A", "medium"),
        ("torpedoes", "6A", None),
        ("torpedoes", "21A", None),
    ],
)
def test_a_weapon_reaches_as_far_as_its_range_band(weapon: str, at: str, band: str | None) -> None:
    facts = play(
        duel(at),
        f"Hawk: fire {weapon} at Kite",
        dice="" if band is None else f"{OWN} difficulty:blank difficulty:blank setback:blank",
    )
    assert [fact.band for fact in of(facts, AttackAimed)] == [band] * (band is not None)
    if band is None:
        assert voided(facts) == [(f"fire {weapon} at Kite", "out-of-range", "Kite", at[:-1])]


@each_row(
    ("at", "arcs"),
    [
        ("2A", None),
        ("1A 1B", None),  # between the bow and the row at 60 degrees
        ("2B", None),  # on the row, in both arcs
        ("1B 1C", "starboard"),
        ("2C", "aft, starboard"),
        ("2D", "aft"),
        ("2E", "aft, port"),
        ("1E 1F", "port"),
        ("2F", None),
    ],
)
def test_a_weapon_bears_if_one_of_the_targets_arcs_is_its_own(at: str, arcs: str | None) -> None:
    on = duel(at, "A", shields=(0, 0, 0, 0))
    dice = f"{OWN} difficulty:blank difficulty:blank"
    facts = play(
        on,
        f"{FIRE} zone port" if at == "2B" else f"{FIRE} zone starboard" if at == "2F" else FIRE,
        dice="" if arcs else dice,
    )
    if arcs is None:
        assert kinds(facts) == ["AttackAimed", "CheckMade", "TraumaSuffered"]
    else:
        assert voided(facts)[0][1:] == ("does-not-bear", "forward-lasers", arcs)


def test_where_two_zones_are_open_the_attacker_chooses() -> None:
    """Hawk lies on the row between Kite's aft and port zones."""
    dice = f"{OWN} difficulty:blank difficulty:blank"
    for zone, shields in (("aft", "setback:blank"), ("port", "")):
        (aimed,) = of(play(duel("2B"), f"{FIRE} zone {zone}", dice=f"{dice} {shields}"), AttackAimed)
        assert (aimed.zones, aimed.zone, aimed.shields) == (("aft", "port"), zone, int(bool(shields)))
    assert voided(play(duel("2B"), FIRE)) == [(FIRE[6:], "zone-not-named", "aft, port", "Kite")]
    facts = play(duel("2B"), f"{FIRE} zone forward")
    assert voided(facts) == [(f"{FIRE[6:]} zone forward", "zone-not-open", "forward", "aft, port")]


def test_where_one_zone_is_open_it_can_be_named_and_no_other() -> None:
    dice = f"{OWN} difficulty:blank difficulty:blank setback:blank"
    assert kinds(play(duel(), f"{FIRE} zone aft", dice=dice))[0] == "AttackAimed"
    assert voided(play(duel(), f"{FIRE} zone port"))[0][1:] == ("zone-not-open", "port", "aft")


@each_row(
    ("line", "code"),
    [
        ("fire railgun at Kite", ("no-weapon", "railgun", "forward-lasers, torpedoes")),
        ("fire forward-lasers at Nobody", ("no-target", "Nobody", "Kite")),
        ("fire forward-lasers at Krait", ("target-gone", "Krait")),
        ("fire forward-lasers at Heron", ("not-an-enemy", "Heron", "red")),
        ("fire forward-lasers at Hawk toward A", ("target-itself",)),
        ("fire forward-lasers at Kite toward A", ("side-not-in-one-hex", "Kite", "2")),
    ],
)
def test_who_can_be_attacked(line: str, code: tuple[str, ...]) -> None:
    on = board(starship("Hawk"), starship("Kite", "2A"), starship("Krait", "1A", gone=True), starship("Heron", "1A"))
    assert voided(play(on, f"Hawk: {line}")) == [(line, *code)]


@each_row(
    ("attacker", "target", "dice"),
    [("Fighter", "Fighter", 2), ("Fighter", "Corvette", 1), ("Corvette", "Fighter", 3), ("Station", "Fighter", 5)],
)
def test_the_difficulty_is_by_both_silhouettes(attacker: str, target: str, dice: int) -> None:
    gun = StarshipWeapon(name="gun", arcs=("forward",), reach="short", damage=1, critical=1)
    on = board(
        starship("Hawk", card=attacker),
        starship("Kite", "2A", card=target, shields=(0, 0, 0, 0)),
        cards=[card(attacker, weapons=(gun,))],
    )
    facts = play(
        on, "Hawk: fire gun at Kite", dice="ability:blank ability:blank proficiency:blank " + dice * "difficulty:blank "
    )
    (made,) = of(facts, CheckMade)
    assert made.pool == (2, 1, 0, dice, 0, 0)


def test_a_starship_in_a_gas_cloud_has_its_difficulty_upgraded_and_no_shields() -> None:
    on = duel()
    on.terrain["Haze"] = terrain("Haze", "gas-cloud", "", setback=2)
    facts = play(on, FIRE, dice=f"{OWN} difficulty:blank challenge:blank setback:blank")
    assert of(facts, CheckMade)[0].pool == (2, 1, 0, 1, 1, 1)
    on = duel()
    on.terrain["Haze"] = terrain("Haze", "gas-cloud", "2A", setback=2)
    facts = play(on, FIRE, dice=f"{OWN} difficulty:blank difficulty:blank")
    assert of(facts, CheckMade)[0].pool == (2, 1, 0, 2, 0, 0)
    assert of(facts, AttackAimed)[0].shields == 0


def test_two_gas_clouds_in_one_hex_are_as_one() -> None:
    on = duel()
    on.terrain |= {name: terrain(name, "gas-cloud", "", "2A") for name in ("Haze", "Murk")}
    assert of(play(on, FIRE, dice=f"{OWN} difficulty:blank challenge:blank"), CheckMade)[0].pool == (2, 1, 0, 1, 1, 0)


def test_asteroid_fields_and_gravity_wells_put_no_setback_dice_on_an_attack() -> None:
    on = duel()
    on.terrain |= {
        "Belt": terrain("Belt", "asteroid-field", "", "2A", setback=3),
        "Maw": terrain("Maw", "gravity-well", "", "2A", setback=3),
    }
    facts = play(on, FIRE, dice=f"{OWN} difficulty:blank difficulty:blank setback:blank")
    assert of(facts, CheckMade)[0].pool == (2, 1, 0, 2, 0, 1)


def test_what_players_agreed_on_is_added_to_an_attack() -> None:
    dice = "proficiency:s proficiency:s proficiency:s boost:blank difficulty:blank challenge:blank setback:f setback:f"
    facts = play(duel(), f"{FIRE} with 1 boost 1 setback 2 upgrades 1 harder", dice=dice)
    assert of(facts, CheckMade)[0].pool == (0, 3, 1, 1, 1, 2)


def test_a_flight_comes_before_or_after_the_attack_as_it_is_written() -> None:
    dice = f"{OWN} difficulty:blank difficulty:blank setback:blank"
    facts = played(duel("3A"), "Hawk: fly F", FIRE, dice=dice)
    assert kinds(facts) == ["StarshipFlew", "AttackAimed", "CheckMade", "TraumaSuffered"]
    facts = played(duel("2A"), FIRE, "Hawk: fly F", dice=dice)
    assert kinds(facts) == ["AttackAimed", "CheckMade", "TraumaSuffered", "StarshipFlew"]
    assert voided(played(duel("3A"), FIRE, "Hawk: fly F"))[0][1:] == ("out-of-range", "Kite", "3")


def test_a_slot_has_one_action_even_where_the_first_came_to_nothing() -> None:
    on = duel()
    facts = played(on, "Hawk: fire railgun at Kite", FIRE, "Hawk: check computers difficulty 1")
    assert [code for _, code, *_ in voided(facts)] == ["no-weapon", "acted-already", "acted-already"]


def test_a_target_whose_hull_trauma_goes_beyond_its_threshold_is_lost_and_has_no_slot() -> None:
    """A Fighter's threshold is 8: with 8 it is still there."""
    dice = f"{OWN} difficulty:blank difficulty:blank setback:blank"
    on = duel(trauma=4)
    assert kinds(played(on, FIRE, dice=dice))[-1] == "TraumaSuffered"
    assert (on.starships["Kite"].trauma, on.starships["Kite"].gone) == (8, False)
    on = duel(trauma=5)
    assert kinds(played(on, FIRE, dice=dice))[-2:] == ["TraumaSuffered", "StarshipLost"]
    assert on.starships["Kite"].gone
    assert (on.turn, on.slot) == (2, 0)
