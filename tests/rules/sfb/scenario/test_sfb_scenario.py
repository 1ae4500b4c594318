"""Scenario files of SFB 'n3D as they are read, one with everything in it."""

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.sfb.cards.samples import sample_classes, sample_files
from sits_es.rules.sfb.cards.unit_class import classes_of
from sits_es.rules.sfb.motion.facts import UnitPlaced
from sits_es.rules.sfb.scenario.scenario import read_scenario, setup
from sits_es.rules.sfb.sfb import SYSTEM
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.places import Inertia, Place
from sits_es.rules.sfb.terrain.facts import TerrainPlaced
from sits_es.rules.sfb.webs.facts import Point, Strand, WebPlaced
from tests.shared.sfb_chase import CHASE


def opening(text: str) -> dict[str, UnitPlaced | TerrainPlaced | WebPlaced]:
    """What is on the map at the beginning, by name."""
    found: dict[str, UnitPlaced | TerrainPlaced | WebPlaced] = {}
    for fact in read_scenario(text, "chase.toml", sample_classes()).opening:
        match fact:
            case UnitPlaced():
                found[fact.unit] = fact
            case TerrainPlaced():
                found[fact.name] = fact
            case WebPlaced():
                found[fact.web] = fact
    return found


def test_a_scenario_is_read_as_it_is_written() -> None:
    found = opening(CHASE)
    assert found["Kestrel"] == UnitPlaced(
        unit="Kestrel",
        unit_class="Sample cruiser",
        player="red",
        side="red",
        place=Place(1_000_000, 5_000, -30_000),
        facing=Facing(3_500_000, 1_800_000),
        speed=125_000,
        thrust=10_000,
        inertia=Inertia(-5_000_000),
        outstanding=True,
    )
    assert found["Haven"] == TerrainPlaced(
        name="Haven", kind="planet", place=Place(500_000), radius=4_500, atmosphere=5_997, class_m=True
    )
    assert found["Maw"] == TerrainPlaced(name="Maw", kind="hole", place=Place(0, 100_000_000), size=400_000)
    assert found["Band"] == TerrainPlaced(
        name="Band", kind="ring", place=Place(500_000), inner=15_000, radius=36_000, thick=300
    )


def test_a_hex_and_a_letter_of_a_flat_map_are_translated() -> None:
    """S3D1.1, S3D1.2: hex 2215 is 22 and 15 hexes, level; A is yaw 300."""
    gate = opening(CHASE)["Gate"]
    assert isinstance(gate, UnitPlaced)
    assert (gate.place, gate.facing) == (Place(220_000, 0, 150_000), Facing(yaw=3_000_000))
    assert (gate.rotation, gate.side) == (Turn(yaw=75_000, roll=-20_000), "Blues")


def test_what_is_carried_begins_where_its_carrier_is() -> None:
    wasp = opening(CHASE)["Wasp"]
    assert isinstance(wasp, UnitPlaced)
    assert (wasp.aboard, wasp.place, wasp.facing) == (
        "Kestrel",
        Place(1_000_000, 5_000, -30_000),
        Facing(3_500_000, 1_800_000),
    )


def test_a_linear_web_joins_its_anchors_and_is_paid_for() -> None:
    web = opening(CHASE)["web-1"]
    assert web == WebPlaced(
        web="web-1",
        player="blue",
        kind="linear",
        strands=(Strand("Gate", "Haven", 317_647),),
        strength=140_000,
    )


def test_a_globular_web_joins_points_and_anchors_as_written_and_a_cast_one_two_points() -> None:
    globe = '[[webs]]\nname = "Globe"\nplayer = "blue"\nkind = "globular"\nanchors = ["Gate"]\n'
    points = 'points = ["22,0,16", "22,1,15"]\nstrands = [["1", "2"], ["2", "Gate"], ["Gate", "1"]]\nstrength = 7\n'
    cast = '[[webs]]\nname = "Lash"\nplayer = "red"\nkind = "cast"\npoints = ["0,0,0", "1,0,0"]\nstrength = 35\n'
    found = opening(CHASE + globe + points + cast)
    assert found["Globe"] == WebPlaced(
        web="Globe",
        player="blue",
        kind="globular",
        points=(Point("1", Place(220_000, 0, 160_000)), Point("2", Place(220_000, 10_000, 150_000))),
        strands=(Strand("1", "2", 14_142), Strand("2", "Gate", 10_000), Strand("Gate", "1", 10_000)),
        strength=70_000,
    )
    assert found["Lash"] == WebPlaced(
        web="Lash",
        player="red",
        kind="cast",
        points=(Point("1", Place()), Point("2", Place(10_000))),
        strands=(Strand("1", "2", 10_000),),
        strength=350_000,
    )


def test_terrain_comes_first_then_units_by_name_then_webs() -> None:
    ready = setup(CHASE, "chase.toml", {})
    kinds = [type(fact) for fact in ready.opening]
    assert kinds == [TerrainPlaced] * 6 + [UnitPlaced] * 4 + [WebPlaced]
    assert [fact.unit for fact in ready.opening if isinstance(fact, UnitPlaced)] == [
        "Gate",
        "Kestrel",
        "Mine 1",
        "Wasp",
    ]
    assert (ready.title, ready.scenario) == ("A chase", "chase.toml")
    assert ready.options == {"run": 16, "field": "", "turns": 3, "own_side_targets": False}
    assert dict(ready.players) == {"red": ("Anna", "red"), "blue": ("blue", "Blues")}


def test_a_game_has_the_classes_of_its_units_and_of_what_they_launch() -> None:
    classes = classes_of(setup(CHASE, "chase.toml", {}).classes)
    assert list(classes) == [
        "Sample base",
        "Sample cruiser",
        "Sample drone",
        "Sample fast drone",
        "Sample fighter",
        "Sample mine",
    ]
    assert classes == {name: sample_classes()[name] for name in classes}


def test_a_players_own_card_takes_the_place_of_a_sample() -> None:
    mine = sample_files()["Sample cruiser"].replace('turn_class = "C"', 'turn_class = "AA"')
    classes = classes_of(setup(CHASE, "chase.toml", {"mine.toml": mine}).classes)
    assert classes["Sample cruiser"].turn_class == "AA"
    with pytest.raises(UnreadableError) as refusal:
        setup(CHASE, "chase.toml", {"a.toml": mine, "b.toml": mine, "c.toml": 'name = "X"'})
    assert refusal.value.problems == (
        "b.toml: a.toml holds a class Sample cruiser too. Rename one of the two classes.",
        "c.toml:1: kind: it is missing. Write one of ship, base, shuttle, seeking, mine, in quotes.",
    )


def test_a_card_launches_a_seeking_weapon_that_there_is() -> None:
    mine = sample_files()["Sample cruiser"].replace('"Sample drone"', '"Sample fighter"')
    with pytest.raises(UnreadableError) as refusal:
        setup(CHASE, "chase.toml", {"mine.toml": mine})
    assert refusal.value.problems == (
        (
            "chase.toml:11: units[1].class: Sample cruiser's drone launches something that is not a seeking "
            "weapon. There is no "
            'seeking weapon "Sample fighter". Did you mean Sample fast drone? Seeking weapons: Sample drone, '
            "Sample fast drone, Sample plasma. (F1.24)"
        ),
    )


def test_what_is_not_said_is_as_usual() -> None:
    plain = CHASE.replace("run = 16\nturns = 3\n", "").replace('rules = "sfb"\n', "")
    assert setup(plain, "chase.toml", {}).options == {"run": 8, "field": "", "turns": 0, "own_side_targets": False}


def test_a_scenario_may_allow_targets_of_ones_own_side_and_says_so_to_who_is_invited() -> None:
    ready = setup(CHASE.replace("run = 16\n", "run = 16\nown_side_targets = true\n"), "chase.toml", {})
    there = SYSTEM.new_board(ready.options, ready.tables, ready.classes)
    assert there.own_side_targets
    assert [*SYSTEM.particulars(there)] == ["Its option: own_side_targets true."]
    SYSTEM.change_options(there, {"run": "4"})
    assert (there.run, there.own_side_targets) == (4, True)
    SYSTEM.change_options(there, {"own_side_targets": "false"})
    assert (there.own_side_targets, [*SYSTEM.particulars(there)]) == (False, [])


def test_two_players_of_one_side_may_practise() -> None:
    both = CHASE.replace('side = "Blues"', 'side = "red"')
    assert {side for _, side in setup(both, "chase.toml", {}).players.values()} == {"red"}


def test_an_asteroid_field_may_be_left_to_dice() -> None:
    """P3.11."""
    rows = 'rows = ["-20,0,5,1/3", "30,34,16,0.66667", "1,2,3,1.5"]'
    for written, field in (("generate = true", "positive"), ("generate = true\nmirrored = true", "mirrored")):
        ready = setup(CHASE.replace(rows, written), "chase.toml", {})
        assert ready.options["field"] == field
        assert not any(isinstance(fact, TerrainPlaced) and fact.kind == "asteroid" for fact in ready.opening)
