"""Why a pool is what it is: each of its dice has its reason, in the order in which the rules add them."""

from sits_es.report.working import Working
from sits_es.rules.starwars.advantage.facts import AdvantageOrdered
from sits_es.rules.starwars.attacks.facts import AttackAimed
from sits_es.rules.starwars.checks.facts import CheckOrdered
from sits_es.space.hexes import Position
from tests.rules.starwars.explained import AIMED, FLEW, check, working
from tests.shared.starwars_samples import board


def parts(found: Working) -> list[tuple[str, str]]:
    return [(each.name, each.value) for each in found.modifiers]


def test_the_pool_of_an_attack_is_told_die_by_die() -> None:
    found = working(check((2, 1, 1, 1, 0, 3)), [AIMED])
    assert parts(found) == [
        ("Kestrel's agility 3 and Gunnery 1: 3 dice, 1 of them upgraded", "2 ability 1 proficiency"),
        ("silhouette 3 fires at silhouette 5: 1 difficulty die", "2 ability 1 proficiency 1 difficulty"),
        ("2 shields in the starboard zone: 2 setback dice", "2 ability 1 proficiency 1 difficulty 2 setback"),
        (
            "agreed on with the order: 1 boost die, 1 setback die",
            "2 ability 1 proficiency 1 boost 1 difficulty 3 setback",
        ),
    ]


def test_an_attacker_in_a_gas_cloud_has_its_difficulty_upgraded_once() -> None:
    there = board()
    there.starships["Kestrel"].place = Position(2, -2)
    found = working(check((2, 1, 0, 0, 1, 2)), [AIMED], there)
    assert parts(found)[-1] == (
        "Kestrel is in a gas cloud: the difficulty is upgraded once",
        "2 ability 1 proficiency 1 challenge 2 setback",
    )


def test_a_target_in_a_gas_cloud_has_no_shields() -> None:
    aimed = AttackAimed(
        starship="Kestrel",
        weapon="forward-lasers",
        target="Corvette",
        hexes=3,
        band="medium",
        toward=None,
        arcs=("forward",),
        zones=("forward",),
        zone="forward",
        shields=0,
    )
    found = working(check((2, 1, 0, 1, 0, 0)), [aimed])
    assert parts(found)[-1][0] == "Corvette is in a gas cloud: its shields don't count"


def test_the_pool_of_gain_the_advantage_has_both_pilots_and_the_difference_of_their_speeds() -> None:
    ordered = AdvantageOrdered(starship="Kestrel", target="Raider")
    there = board()
    there.starships["Kestrel"].speed = 5
    found = working(check((1, 3, 0, 1, 2, 0), skill="piloting"), [ordered], there)
    assert parts(found) == [
        ("Kestrel's agility 3 and Piloting 2: 3 dice, 2 of them upgraded", "1 ability 2 proficiency"),
        (
            "opposed by Raider's agility 3 and Piloting 2: 3 dice, 2 of them upgraded",
            "1 ability 2 proficiency 1 difficulty 2 challenge",
        ),
        (
            "speed 5 against speed 3: Kestrel's dice are upgraded twice",
            "1 ability 3 proficiency 1 difficulty 2 challenge",
        ),
    ]


def test_equal_speeds_upgrade_nothing_and_the_slower_ones_foe_is_upgraded() -> None:
    ordered = AdvantageOrdered(starship="Kestrel", target="Raider")
    there = board()
    there.starships["Kestrel"].speed = 3
    even = working(check((1, 2, 0, 1, 2, 0), skill="piloting"), [ordered], there)
    assert parts(even)[-1][0] == "both fly at speed 3: nothing is upgraded"
    there.starships["Kestrel"].speed = 2
    slower = working(check((1, 2, 0, 0, 3, 0), skill="piloting"), [ordered], there)
    assert parts(slower)[-1][0] == "speed 2 against speed 3: Raider's dice are upgraded once"


def test_the_check_of_a_flight_has_half_its_hexes_half_the_silhouette_and_the_terrain() -> None:
    there = board()
    there.starships["Kestrel"].place = Position(1, -3)
    found = working(check((1, 2, 0, 0, 1, 2), "Shoals", "piloting", "flight"), [FLEW], there)
    assert [why for why, _ in parts(found)[1:]] == [
        "half of 3 hexes, rounded down: 1 difficulty die",
        "half of silhouette 3, rounded down: the difficulty is upgraded once",
        "terrain on the way (Shoals): 2 setback dice",
    ]


def test_any_other_check_has_the_difficulty_that_was_ordered() -> None:
    ordered = CheckOrdered(starship="Kestrel", skill="computers", difficulty=2, why="slice")
    found = working(check((2, 0, 0, 2, 0, 0), "slice", "computers"), [ordered])
    assert parts(found)[-1] == ("difficulty 2, as ordered: 2 difficulty dice", "2 ability 2 difficulty")


def test_of_two_actions_the_first_is_the_one_that_was_tried() -> None:
    orders = [
        CheckOrdered(starship="Kestrel", skill="piloting", difficulty=3, why="a tight turn"),
        AdvantageOrdered(starship="Kestrel", target="Raider"),
    ]
    found = working(check((1, 2, 0, 3, 0, 0), "a tight turn", "piloting"), orders)
    assert parts(found)[-1][0] == "difficulty 3, as ordered: 3 difficulty dice"


def test_what_was_agreed_on_is_told_as_dice_and_upgrades() -> None:
    ordered = CheckOrdered(starship="Kestrel", skill="computers", difficulty=2, why="slice")
    found = working(check((1, 1, 0, 0, 2, 1), "slice", "computers"), [ordered])
    assert parts(found)[-1][0] == (
        "agreed on with the order: 1 setback die, its own dice upgraded once, the difficulty upgraded twice"
    )


def test_a_pool_that_nothing_adds_up_to_is_told_as_it_is_on_record() -> None:
    found = working(check((0, 0, 0, 0, 0, 0)), [AIMED])
    assert parts(found)[-1] == ("the rest comes from the record", "no dice")
