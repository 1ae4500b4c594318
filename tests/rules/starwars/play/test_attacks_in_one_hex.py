"""Attacks in one hex: who names the side on which the target is taken to lie. Rule: rules.md, One hex."""

from __future__ import annotations

from typing import Any

import pytest

from sits_es.rules.starwars.attacks.facts import AttackAimed, AttackDeclared
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.starship_class import StarshipWeapon
from tests.rules.starwars.fleets import board, card, starship, terrain
from tests.rules.starwars.play.at_play import kinds, of, play, played, voided
from tests.shared.rows import each_row

OWN = "ability:s ability:blank proficiency:blank difficulty:blank difficulty:blank"
FIRE = "Hawk: fire forward-lasers at Kite"


def merged(*holds: str, **more: Any) -> Board:
    """Hawk facing A and Kite facing D in one hex. holds: who holds the advantage over the other, if anybody."""
    other = {"Hawk": "Kite", "Kite": "Hawk"}
    held = {name: (other[name],) for name in holds}
    return board(
        starship("Hawk", advantage=held.get("Hawk", ())),
        starship("Kite", facing="D", advantage=held.get("Kite", ()), **more),
    )


@each_row("holds", [(), ("Hawk",)])
@each_row(
    ("side", "arcs", "zones"),
    [
        ("A", ("forward",), ("forward",)),
        ("B", ("forward", "starboard"), ("forward", "starboard")),
        ("C", ("aft", "starboard"), ("aft", "starboard")),
        ("D", ("aft",), ("aft",)),
        ("E", ("aft", "port"), ("aft", "port")),
        ("F", ("forward", "port"), ("forward", "port")),
    ],
)
def test_the_attacker_names_the_side_anew_for_each_attack(
    holds: tuple[str, ...], side: str, arcs: tuple[str, ...], zones: tuple[str, ...]
) -> None:
    """Facings stay as on the map; the target lies on the side as if adjacent."""
    gun = StarshipWeapon(name="gun", arcs=("forward", "aft"), reach="close", damage=1, critical=1)
    on = merged(*holds, shields=(0, 0, 0, 0))
    on.classes["Fighter"] = card("Fighter", weapons=(gun,))
    facts = played(on, f"Hawk: fire gun at Kite zone {zones[0]} toward {side}", dice=OWN)
    (aimed,) = of(facts, AttackAimed)
    assert (aimed.hexes, aimed.band, aimed.toward) == (0, "close", side)
    assert (aimed.arcs, aimed.zones, aimed.zone) == (arcs, zones, zones[0])


def test_without_a_side_there_is_no_attack_in_one_hex() -> None:
    assert voided(play(merged(), FIRE)) == [(FIRE[6:], "side-not-named", "Kite")]
    assert voided(play(merged("Hawk"), FIRE)) == [(FIRE[6:], "side-not-named", "Kite")]


def test_when_the_target_holds_the_advantage_the_attack_is_declared_and_its_player_names_the_side() -> None:
    on = merged("Kite")
    assert played(on, f"{FIRE} zone port with 1 boost") == [
        AttackDeclared(
            starship="Hawk",
            by="Kite",
            weapon="forward-lasers",
            target="Kite",
            zone="port",
            boost=1,
            setback=0,
            upgrades=0,
            harder=0,
            member="",
            then=(),
        )
    ]
    assert (on.slot, on.stage) == (0, "side")
    own = "ability:s ability:blank proficiency:blank boost:blank difficulty:blank difficulty:blank"
    facts = played(on, "Kite: side F", dice=own)
    (aimed,) = of(facts, AttackAimed)
    assert (aimed.starship, aimed.toward, aimed.zones, aimed.zone) == ("Hawk", "F", ("forward", "port"), "port")
    assert kinds(facts) == ["AttackAimed", "CheckMade", "TraumaSuffered"]
    assert on.acting() == on.starships["Kite"]


def test_whoever_holds_the_advantage_stays_out_of_the_firing_arc() -> None:
    """Rule: seed, "stay out of its firing arc"."""
    on = merged("Kite")
    played(on, FIRE)
    facts = played(on, "Kite: side D")
    assert voided(facts) == [(FIRE[6:], "does-not-bear", "forward-lasers", "aft")]
    assert (on.slot, on.stage) == (1, "act")


def test_the_advantage_counts_for_both_attacks() -> None:
    on = merged("Kite")
    on.slot = 1
    facts = played(on, "Kite: fire forward-lasers at Hawk toward D", dice=f"{OWN} setback:blank")
    (aimed,) = of(facts, AttackAimed)
    assert (aimed.arcs, aimed.zones) == (("forward",), ("forward",))


def test_the_attacker_names_no_side_while_the_target_holds_the_advantage() -> None:
    facts = played(merged("Kite"), f"{FIRE} toward A")
    assert voided(facts) == [(f"{FIRE[6:]} toward A", "side-not-yours", "Kite")]


def test_outside_of_one_hex_the_advantage_changes_nothing() -> None:
    on = merged("Kite")
    on.starships["Kite"].place = board(starship("Kite", "1A")).starships["Kite"].place
    assert kinds(played(on, FIRE, dice=f"{OWN} setback:blank"))[0] == "AttackAimed"


@each_row(
    ("zone", "shields", "taken"),
    [
        ("zone aft", (1, 1, 0, 0), "port"),  # not open: the less shielded one
        ("zone forward", (1, 1, 0, 0), "forward"),  # open
        ("", (1, 1, 0, 0), "port"),
        ("", (0, 1, 1, 1), "forward"),
        ("", (1, 1, 1, 1), "forward"),  # equal: in the order forward, aft, port, starboard
    ],
)
def test_when_the_target_names_the_side_the_zone_is_a_wish(
    zone: str, shields: tuple[int, int, int, int], taken: str
) -> None:
    on = merged("Kite", shields=shields)
    played(on, f"{FIRE} {zone}")
    count = shields[("forward", "aft", "port", "starboard").index(taken)]
    (aimed,) = of(played(on, "Kite: side F", dice=OWN + count * " setback:blank"), AttackAimed)
    assert (aimed.zones, aimed.zone) == (("forward", "port"), taken)


@each_row(("arcs", "side"), [(("forward",), "A"), (("starboard",), "B"), (("aft",), "C"), (("port",), "E")])
def test_where_no_side_is_named_the_attacker_chooses_the_first_on_which_its_weapon_bears(
    arcs: tuple[str, ...], side: str
) -> None:
    gun = StarshipWeapon(name="gun", arcs=arcs, reach="close", damage=1, critical=1)  # type: ignore[arg-type]  # by row
    on = merged("Kite", shields=(0, 0, 0, 0))
    on.classes["Fighter"] = card("Fighter", weapons=(gun,))
    played(on, "Hawk: fire gun at Kite")
    (aimed,) = of(played(on, dice=OWN), AttackAimed)
    assert aimed.toward == side


def test_a_weapon_without_an_arc_bears_on_no_side() -> None:
    gun = StarshipWeapon(name="gun", arcs=(), reach="close", damage=1, critical=1)
    on = merged("Kite")
    on.classes["Fighter"] = card("Fighter", weapons=(gun,))
    played(on, "Hawk: fire gun at Kite")
    assert voided(played(on)) == [("fire gun at Kite", "does-not-bear", "gun", "forward")]


def test_nothing_but_one_side_is_ordered_by_its_holder_while_an_attack_waits_for_it() -> None:
    on = merged("Kite")
    on.starships["Krait"] = starship("Krait", "9A")
    played(on, FIRE)
    facts = played(on, "Kite: fly F", "Krait: side C", "Kite: side D", "Kite: side A")
    assert voided(facts) == [
        ("fly F", "side-first", "Kite"),
        ("side C", "side-first", "Kite"),
        ("side A", "side-named-already"),
        (FIRE[6:], "does-not-bear", "forward-lasers", "aft"),
    ]


@pytest.mark.parametrize("line", ["fly F F", "accelerate"])
def test_a_manoeuvre_that_is_written_after_such_an_attack_waits_for_it(line: str) -> None:
    on = merged("Kite")
    facts = played(on, FIRE, f"Hawk: {line}", "Hawk: decelerate", "Hawk: check computers difficulty 1")
    assert [code for _, code in voided(facts)] == ["manoeuvred-already", "acted-already"]
    assert on.starships["Hawk"].place == on.starships["Kite"].place
    done = kinds(played(on, "Kite: side A", dice=f"{OWN} setback:blank"))
    assert done == ["AttackAimed", "CheckMade", "TraumaSuffered", "StarshipFlew" if "fly" in line else "SpeedChanged"]


def test_a_manoeuvre_before_such_an_attack_is_the_slots_only_one() -> None:
    on = merged("Kite")
    facts = played(on, "Hawk: accelerate", FIRE, "Hawk: fly F")
    assert kinds(facts) == ["SpeedChanged", "OrderVoided", "AttackDeclared"]
    assert voided(facts) == [("fly F", "manoeuvred-already")]


def test_a_flight_that_waits_goes_through_the_asteroids_after_the_attack() -> None:
    on = merged("Kite")
    on.terrain["Belt"] = terrain("Belt", "asteroid-field", "1A")
    played(on, FIRE, "Hawk: fly F F")
    flown = " ability:blank proficiency:blank proficiency:blank challenge:blank setback:blank"
    facts = played(on, "Kite: side A", dice=f"{OWN} setback:blank{flown}")
    assert [made.source for made in of(facts, CheckMade)] == ["action", "flight"]
    assert kinds(facts) == ["AttackAimed", "CheckMade", "TraumaSuffered", "StarshipFlew", "CheckMade"]


def test_a_flight_that_waits_is_held_against_the_rules_when_it_is_flown() -> None:
    on = merged("Kite")
    played(on, FIRE, "Hawk: fly F F F F")
    assert voided(played(on, "Kite: side D"))[1:] == [("fly F F F F", "flight-unlawful", "4", "movement")]


def test_an_attack_that_waits_comes_to_nothing_when_its_target_is_lost_meanwhile() -> None:
    """People may enter hull trauma while a side is to be named."""
    on = merged("Kite")
    played(on, f"{FIRE} zone aft with 2 boost", "Hawk: fly F")
    on.starships["Kite"].gone = True
    facts = played(on, "Kite: side D")
    assert voided(facts) == [
        ("side D", "starship-gone"),
        (f"{FIRE[6:]} zone aft with 2 boost", "target-gone", "Kite"),
    ]
    assert kinds(facts)[-1] == "StarshipFlew"


@pytest.mark.parametrize(("how", "code"), [("gone", ("starship-gone",)), ("shut_down", ("shut-down", "0", "6"))])
def test_an_attack_that_waits_comes_to_nothing_when_the_attacker_can_do_nothing_by_then(
    how: str, code: tuple[str, ...]
) -> None:
    on = merged("Kite")
    played(on, FIRE, "Hawk: decelerate")
    setattr(on.starships["Hawk"], how, True)
    assert voided(played(on, "Kite: side A")) == [(FIRE[6:], *code), ("decelerate", *code)]


def test_what_the_roll_of_such_an_attack_came_to_can_be_spent() -> None:
    on = merged("Kite")
    played(on, FIRE)
    played(
        on, "Kite: side A", dice="ability:a ability:blank proficiency:blank difficulty:f difficulty:blank setback:blank"
    )
    assert on.stage == "spend"
    assert on.acting() == on.starships["Hawk"]
    assert kinds(played(on, "Hawk: spend 1 advantage: a boost die for Heron")) == ["ResultSpent"]
