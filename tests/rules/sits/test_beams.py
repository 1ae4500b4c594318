from __future__ import annotations

from typing import Literal

import pytest
from attrs import evolve as changed

from sits_es.dice import DiceRolled
from sits_es.rules.sits.beams.facts import BeamFired, LanceFired
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.cards.ship_class import Mount
from sits_es.rules.sits.damage.facts import BoxDestroyed, DamageWasted, HullStruck, ShipDestroyed
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.repairs.facts import CountersRun
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.tables.values import TorpedoRow
from sits_es.rules.sits.walls.facts import TorpedoesStopped, WallDisabled, WallMet
from sits_es.space.avid import WINDOWS
from sits_es.space.hexes import HexVector
from tests.shared.rows import each_row
from tests.shared.sits_boards import CRUISER, board_of, cruiser, moved_on, placed, play, why, without

BRIDGE = 0  # the die that shows 0 is a 10: the hit takes the bridge, and the rest of it hull
LEAST = (0, 1, 0)  # a variance of 1
MOST = (0, 0, 0)  # a variance of 30
BIG = cruiser({"hull": tuple(range(900, 0, -1))}, hit_size=1000)


def broadsides(vectors: str = "", target_vectors: str = "", sidewall: Literal["strikes", "stops"] = "strikes") -> Board:
    """Fearless and Sirius two hexes apart, Sirius through B/C of Fearless."""
    return board_of(
        placed("Fearless", "0,0", vectors=vectors),
        placed("Sirius", "2,-1", vectors=target_vectors),
        classes=[BIG],
        sidewall=sidewall,
    )


def with_torpedoes(type_: str) -> tuple[Mount, ...]:
    """The cruiser's mounts with energy torpedoes of another type."""
    return tuple(changed(mount, torpedo_type=type_ if mount.torpedo_type else "") for mount in CRUISER.mounts)


def chase(hexes: int = 1, target_nose: str = "A", torpedoes: str = "2ET") -> Board:
    """Sirius ahead of Fearless, its stern, where no wall stands, towards her."""
    card = changed(BIG, mounts=with_torpedoes(torpedoes))
    return board_of(placed("Fearless", "0,0"), placed("Sirius", f"0,-{hexes}", target_nose), classes=[card])


@each_row(
    ("vectors", "target_vectors", "relative", "per_turn", "half_hexes", "band", "each"),
    [
        # size 20 at range 2: 20 x 0.3 = 6, less 25, 50 and 62.5 percent by closure
        ("", "", HexVector(), 0, 0, 1, 6),
        ("31C", "", HexVector(c=-31), 31, 7, 1, 6),  # 3.875 hexes a segment, dropped to 3.5
        ("32C", "", HexVector(c=-32), 32, 8, 2, 5),  # 4.5, rounded up
        ("42C", "42F", HexVector(c=-84), 84, 21, 3, 3),
        ("42C", "42C", HexVector(), 0, 0, 1, 6),  # side by side at any speed
        ("80A", "80B", HexVector(c=80), 80, 20, 2, 5),
        ("80A 30+", "80B 30-", HexVector(c=80, up=-60), 100, 25, 3, 3),
        ("80F 60+", "80C 60-", HexVector(c=160, up=-120), 200, 50, 4, 2),  # 2.25
    ],
)
def test_beams_do_what_their_table_says_for_size_range_and_closure(
    vectors: str, target_vectors: str, relative: HexVector, per_turn: int, half_hexes: int, band: int, each: int
) -> None:
    played = play(
        broadsides(vectors, target_vectors), "Fearless: fire starboard-laser at Sirius", faces=[*LEAST, BRIDGE]
    )
    fired = played.one(BeamFired)
    assert (fired.kind, fired.size, fired.weapons, fired.aim.range) == ("laser", 20, 4, 2)
    assert (fired.closure, fired.closure_per_turn, fired.closure_half_hexes, fired.band) == (
        relative,
        per_turn,
        half_hexes,
        band,
    )
    assert (fired.damage_each, fired.damage) == (each, 4 * each)


@pytest.mark.parametrize(("sidewall", "strikes"), [("strikes", 13), ("stops", 24 - 13)])
def test_beam_damage_meets_the_sidewall_in_both_readings(sidewall: Literal["strikes", "stops"], strikes: int) -> None:
    # 4 x 6 = 24 at 30 + 24 = 54 percent: 10.8 and 2.16
    played = play(broadsides(sidewall=sidewall), "Fearless: fire starboard-laser at Sirius", faces=[9, 8, 7, BRIDGE])
    wall = played.one(WallMet)
    assert (wall.shot, wall.damage, wall.percent, wall.parts) == (
        "Fearless starboard-laser at Sirius",
        24,
        54,
        (0, 11, 2),
    )
    assert wall.strikes == strikes == played.one(HullStruck).points


def test_grasers_through_a_facing_without_a_wall_strike_in_full() -> None:
    # size 30 at range 1 and no closure: 18 each
    played = play(chase(), "Fearless: fire forward-graser at Sirius", faces=[BRIDGE])
    assert (played.one(BeamFired).damage, played.one(HullStruck).points, played.one(HullStruck).facing) == (
        36,
        36,
        "aft",
    )
    assert played.all(WallMet) == []


def test_a_damaged_battery_fires_what_it_has_left() -> None:
    played = play(
        without(chase(), "Fearless", "forward-graser", 1), "Fearless: fire forward-graser at Sirius", faces=[BRIDGE]
    )
    assert (played.one(BeamFired).weapons, played.one(BeamFired).damage) == (1, 18)


@each_row(("lost", "launchers"), [(2, 1), (1, 2), (0, 3)])
@each_row(("type_", "each"), [("1ET", 100), ("2ET", 250)])
@each_row("hexes", [1, 2])
def test_each_energy_torpedo_does_the_damage_of_its_type_where_no_wall_stands(
    lost: int, launchers: int, type_: str, each: int, hexes: int
) -> None:
    board = without(chase(hexes, torpedoes=type_), "Fearless", "forward-energy-torpedo", lost)
    played = play(board, "Fearless: fire forward-energy-torpedo at Sirius", faces=[BRIDGE])
    fired = played.one(BeamFired)
    assert (fired.kind, fired.weapons, fired.damage_each, fired.damage) == (
        "energy-torpedo",
        launchers,
        each,
        launchers * each,
    )
    assert (fired.size, fired.band) == (0, 0)
    assert played.one(HullStruck).points == launchers * each


def test_a_type_of_torpedo_of_ones_own_has_its_own_reach_and_damage() -> None:
    types = (*card_tables().energy_torpedo, TorpedoRow(type="plasma", reach=4, damage=7))
    ships = placed("Fearless", "0,0"), placed("Sirius", "0,-4")
    card = changed(BIG, mounts=with_torpedoes("plasma"))
    played = play(
        board_of(*ships, classes=[card], energy_torpedo=types),
        "Fearless: fire forward-energy-torpedo at Sirius",
        faces=[BRIDGE],
    )
    assert (played.one(BeamFired).aim.range, played.one(BeamFired).damage) == (4, 21)


def test_energy_torpedoes_have_no_effect_on_a_standing_wall() -> None:
    # Sirius shows her port side to Fearless, who has her ahead
    played = play(chase(1, "C"), "Fearless: fire forward-energy-torpedo at Sirius")
    assert (played.one(TorpedoesStopped).facing, played.one(TorpedoesStopped).damage) == ("starboard", 750)
    assert played.all(HullStruck) == []
    assert (
        play(
            without(chase(1, "C"), "Sirius", "starboard-sidewall"),
            "Fearless: fire forward-energy-torpedo at Sirius",
            faces=[BRIDGE],
        )
        .one(HullStruck)
        .points
        == 750
    )


def test_energy_torpedoes_reach_two_hexes() -> None:
    played = play(chase(3), "Fearless: fire forward-energy-torpedo at Sirius")
    assert why(played.one(OrderVoided)) == "Fearless: Sirius is at range 3, but forward-energy-torpedo reaches 2."


@each_row(
    ("wall", "faces", "falls"),
    [
        (58, (9, 8, 1), False),  # 40 + 18 is not greater than 58
        (57, (9, 8, 1), True),
        (60, (5, 5, 0), False),
        (70, MOST, False),
        (69, MOST, True),
    ],
)
def test_a_grav_lance_takes_down_a_wall_that_it_beats(wall: int, faces: tuple[int, ...], falls: bool) -> None:
    card = cruiser({"port-sidewall": (wall,)})
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "0,0"), classes=[card])
    played = play(board, "Fearless: fire forward-grav-lance at Sirius", "Sirius: present port", faces=faces)
    fired = played.one(LanceFired)
    assert (fired.quality, fired.wall, fired.wall_falls) == (40, wall, falls)
    assert [fact.track for fact in played.all(WallDisabled)] == (["port-sidewall"] if falls else [])
    assert played.board.ships["Sirius"].boxes["port-sidewall"] == ("d" if falls else ".")  # down, not destroyed


@each_row(
    ("sidewall", "walls"),
    [
        ("strikes", [60, 40, 30]),  # the track is 30, 40, 60: a low number is the strong wall, so it is mirrored
        ("stops", [30, 40, 60]),
    ],
)
def test_a_grav_lance_has_to_beat_the_wall_as_strong_as_the_reading_makes_it(
    sidewall: Literal["strikes", "stops"], walls: list[int]
) -> None:
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "0,0"), sidewall=sidewall)
    found = []
    for gone in range(3):
        played = play(
            without(board, "Sirius", "port-sidewall", gone),
            "Fearless: fire forward-grav-lance at Sirius",
            "Sirius: present port",
            faces=LEAST,
        )
        fired = played.one(LanceFired)
        found.append(fired.wall)
        assert fired.wall is not None
        assert fired.wall_falls is (fired.wall < 40 + 1)
    assert found == walls


def test_a_grav_lance_needs_the_same_hex_and_finds_nothing_where_no_wall_stands() -> None:
    played = play(chase(), "Fearless: fire forward-grav-lance at Sirius")
    assert why(played.one(OrderVoided)) == "Fearless: Sirius is at range 1, but forward-grav-lance reaches 0."
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "0,0"))
    played = play(board, "Fearless: fire forward-grav-lance at Sirius", "Sirius: present aft", faces=MOST)
    assert (played.one(LanceFired).wall, played.one(LanceFired).wall_falls) == (None, False)


def test_the_lance_opens_the_way_for_the_torpedoes_of_the_same_step() -> None:
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "0,0"), classes=[BIG])
    played = play(
        board,
        "Fearless: fire forward-graser at Sirius",  # the order in which they are written does not matter
        "Fearless: fire starboard-laser at Sirius",
        "Fearless: fire forward-energy-torpedo at Sirius",
        "Fearless: fire forward-grav-lance at Sirius",
        "Sirius: present port",
        faces=[*MOST, BRIDGE, BRIDGE, BRIDGE],
    )
    order = [fact for fact in played.facts if isinstance(fact, LanceFired | BeamFired)]
    assert [fact.weapon.partition("-")[2] for fact in order] == ["grav-lance", "energy-torpedo", "laser", "graser"]
    # 3 x 250, four lasers of 20 and two grasers of 30 at range 0, no wall before any of them
    assert [fact.points for fact in played.all(HullStruck)] == [750, 80, 60]


# the card's two lines: fire beams, resolve beam damage


Beams = Literal["together", "in turn"]


def knife_fight(beams: Beams = "together") -> Board:
    """Two ships bow to bow with so little left that any hit kills."""
    card = cruiser({"hull": (1,), "structure": (0,)}, hit_size=1000)
    return board_of(placed("Fearless", "0,0"), placed("Sirius", "0,-1", "D"), classes=[card], beams=beams)


@each_row("beams", ["together", "in turn"])
def test_two_ships_that_fire_the_same_kind_can_kill_each_other(beams: Beams) -> None:
    played = play(
        knife_fight(beams),
        "Fearless: fire forward-graser at Sirius",
        "Sirius: fire forward-graser at Fearless",
        faces=[BRIDGE, BRIDGE],
    )
    assert {fact.ship for fact in played.all(ShipDestroyed)} == {"Fearless", "Sirius"}
    assert [fact.shooter for fact in played.all(BeamFired)] == ["Fearless", "Sirius"]
    assert played.all(OrderVoided) == []


def test_two_ships_that_kill_each_other_with_different_kinds_have_both_fired() -> None:
    played = play(
        knife_fight(),
        "Fearless: fire forward-energy-torpedo at Sirius",
        "Sirius: fire forward-graser at Fearless",
        faces=[BRIDGE, BRIDGE],
    )
    assert [type(fact) for fact in played.facts if isinstance(fact, BeamFired | HullStruck | ShipDestroyed)] == [
        *(BeamFired, BeamFired),  # fire beams
        *(HullStruck, ShipDestroyed, HullStruck, ShipDestroyed),  # resolve beam damage
    ]
    assert [fact.ship for fact in played.all(ShipDestroyed)] == ["Sirius", "Fearless"]
    assert played.all(OrderVoided) == []


def test_in_turn_the_kind_that_fires_first_kills_before_the_other_fires() -> None:
    played = play(
        knife_fight("in turn"),
        "Fearless: fire forward-energy-torpedo at Sirius",
        "Sirius: fire forward-graser at Fearless",
        faces=[BRIDGE],
    )
    assert [fact.ship for fact in played.all(ShipDestroyed)] == ["Sirius"]
    assert why(played.one(OrderVoided)) == "Sirius is out of the game (its structure gave way)."


def nearly_gone(beams: Beams) -> Board:
    """Sirius has one box of structure left."""
    card = cruiser({"hull": tuple(range(99, 0, -1))})
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "0,-1", "D"), classes=[card], beams=beams)
    return without(without(board, "Sirius", "hull"), "Sirius", "structure", 4)


VOLLEY = (
    "Fearless: fire forward-energy-torpedo at Sirius",
    "Fearless: fire forward-graser at Sirius",
    "Sirius: fire forward-graser at Fearless",
)


def test_what_is_fired_at_a_ship_that_the_step_destroys_is_wasted() -> None:
    # 36 points of grasers on Fearless are 8 hits of at most 5
    played = play(nearly_gone("together"), *VOLLEY, faces=[BRIDGE] * 9)
    assert [fact.weapon for fact in played.all(BeamFired)] == ["forward-energy-torpedo", *["forward-graser"] * 2]
    assert [(fact.ship, fact.points) for fact in played.all(HullStruck)] == [
        *(("Sirius", 750), ("Sirius", 36), ("Fearless", 36)),
    ]
    # the first hit takes bridge and the last box of structure, and nothing is left for the others
    wasted = [fact.points for fact in played.all(DamageWasted) if fact.ship == "Sirius"]
    assert wasted == [3, 745, 36]


def test_in_turn_a_ship_killed_by_an_earlier_kind_does_not_fire_and_is_fired_at_no_more() -> None:
    played = play(nearly_gone("in turn"), *VOLLEY, faces=[BRIDGE])
    assert [fact.weapon for fact in played.all(BeamFired)] == ["forward-energy-torpedo"]
    assert played.board.ships["Sirius"].destroyed == "structure-gone"
    # 150 hits of 5: the first takes bridge and the last box of structure, the rest is wasted
    assert [fact.points for fact in played.all(DamageWasted)] == [3, 745]
    assert [(fact.ship, fact.order, why(fact)) for fact in played.all(OrderVoided)] == [
        ("Sirius", "fire forward-graser at Fearless", "Sirius is out of the game (its structure gave way)."),
        (
            "Fearless",
            "fire forward-graser at Sirius",
            "Fearless: Sirius is out of the game (its structure gave way).",
        ),
    ]


def disarming(beams: Beams) -> Board:
    """Row 3 of a hit takes a box of Sirius's two of grasers, and 750 points are two hits."""
    card = cruiser({"hull": tuple(range(800, 0, -1))}, hit_size=375)
    return board_of(placed("Fearless", "0,0"), placed("Sirius", "0,-1", "D"), classes=[card], beams=beams)


DISARM = ("Fearless: fire forward-energy-torpedo at Sirius", "Sirius: fire forward-graser at Fearless")


def test_a_weapon_that_the_step_destroys_has_fired_with_all_that_it_had() -> None:
    played = play(disarming("together"), *DISARM, faces=[3, 3, BRIDGE])
    assert played.board.ships["Sirius"].boxes["forward-graser"] == "xx"
    assert [(fact.shooter, fact.weapons, fact.damage) for fact in played.all(BeamFired)] == [
        ("Fearless", 3, 750),
        ("Sirius", 2, 36),
    ]
    assert played.all(OrderVoided) == []


def test_in_turn_a_weapon_destroyed_earlier_in_the_step_does_not_fire() -> None:
    played = play(disarming("in turn"), *DISARM, faces=[3, 3])
    assert [(fact.track, fact.after) for fact in played.all(BoxDestroyed) if fact.track != "hull"] == [
        ("forward-graser", 1),
        ("forward-graser", None),
    ]
    void = played.one(OrderVoided)
    assert (void.ship, void.order, why(void)) == (
        "Sirius",
        "fire forward-graser at Fearless",
        "Sirius: forward-graser is destroyed.",
    )


@each_row(
    ("beams", "met"),
    [
        ("together", [30, 30]),  # both shots meet the wall as it stood when the step began
        ("in turn", [30, 40]),  # the lasers' hit has taken a box of it before the grasers fire
    ],
)
def test_a_wall_stands_for_all_shots_of_a_step_as_it_stood_when_the_step_began(beams: Beams, met: list[int]) -> None:
    card = cruiser({"starboard-graser": (2, 1)}, hit_size=1000, mounts=with_starboard_grasers())
    ships = placed("Fearless", "0,0"), placed("Sirius", "2,-1")  # her port side towards Fearless
    played = play(
        board_of(*ships, classes=[card], beams=beams),
        "Fearless: fire starboard-laser at Sirius",
        "Fearless: fire starboard-graser at Sirius",
        faces=[*LEAST, *((*LEAST, 4, BRIDGE) if beams == "together" else (4, *LEAST, BRIDGE))],
    )
    assert [wall.strength for wall in played.all(WallMet)] == met
    assert played.board.ships["Sirius"].boxes["port-sidewall"] == "x.."


def with_starboard_grasers() -> tuple[Mount, ...]:
    """The cruiser's mounts, with grasers of size 30 to starboard."""
    return tuple(
        changed(mount, graser_size=30, graser_recycle=2) if mount.name == "starboard" else mount
        for mount in CRUISER.mounts
    )


@each_row(("beams", "struck"), [("together", "port"), ("in turn", "starboard")])
def test_the_facing_is_that_of_the_board_when_the_step_began(beams: Beams, struck: str) -> None:
    # in the same place the strongest standing wall meets the shot, port first; the lance takes port down
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "0,0"), classes=[BIG], beams=beams)
    faces = [*MOST, BRIDGE] if beams == "together" else [*MOST, *LEAST, BRIDGE]
    played = play(
        board,
        "Fearless: fire forward-grav-lance at Sirius",
        "Fearless: fire forward-graser at Sirius",
        faces=faces,
    )
    assert (played.one(LanceFired).aim.facing, played.one(BeamFired).aim.facing) == ("port", struck)
    assert len(played.all(WallMet)) == (0 if beams == "together" else 1)


@each_row("beams", ["together", "in turn"])
def test_damage_comes_by_kind_then_by_firing_ship_then_by_mount(beams: Beams) -> None:
    card = cruiser({"hull": tuple(range(9000, 0, -1))}, hit_size=1000, mounts=all_round())
    ships = [placed(name, "0,0") for name in ("Avon", "Brent", "Cam")]
    board = board_of(*ships, classes=[card], beams=beams)
    for side in ("port", "starboard"):
        board = without(board, "Cam", f"{side}-sidewall")
    played = play(
        board,
        "Brent: fire port-laser at Cam",
        "Brent: fire forward-graser at Cam",
        "Avon: fire starboard-laser at Cam",
        "Avon: fire port-laser at Cam",
        "Avon: fire forward-graser at Cam",
        "Brent: fire forward-energy-torpedo at Cam",
        faces=[BRIDGE] * 6,
    )
    assert [fact.source for fact in played.all(HullStruck)] == [
        "Brent forward-energy-torpedo at Cam",
        "Avon port-laser at Cam",
        "Avon starboard-laser at Cam",
        "Brent port-laser at Cam",
        "Avon forward-graser at Cam",
        "Brent forward-graser at Cam",
    ]


def all_round() -> tuple[Mount, ...]:
    """The cruiser's mounts, each of which bears everywhere."""
    return tuple(changed(mount, arc=WINDOWS) for mount in CRUISER.mounts)


def test_weapons_of_the_same_kind_fire_before_either_is_destroyed() -> None:
    card = cruiser({"hull": tuple(range(400, 0, -1))}, hit_size=18)
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "0,-1", "D"), classes=[card])
    played = play(
        board,
        "Fearless: fire forward-graser at Sirius",
        "Sirius: fire forward-graser at Fearless",
        faces=[3, 3, 3, 3],
    )
    assert [fact.damage for fact in played.all(BeamFired)] == [36, 36]
    assert played.board.ships["Sirius"].boxes["forward-graser"] == "xx"


def test_a_weapon_ordered_twice_fires_once() -> None:
    played = play(
        chase(),
        "Fearless: fire forward-graser at Sirius",
        "Fearless: fire forward-graser at Sirius",
        faces=[BRIDGE],
    )
    assert len(played.all(BeamFired)) == 1
    assert why(played.one(OrderVoided)) == "Fearless: forward-graser is ordered to fire twice. Keep one order."


def test_a_weapon_fires_again_when_its_segments_have_run_out() -> None:
    # recycle 2: fired in segment 1, ready in 3
    board = chase()
    fired = "Fearless: fire forward-graser at Sirius"
    first = play(board, fired, faces=[BRIDGE])
    assert first.one(CountersRun).counters == {"forward-graser": 1}
    second = play(moved_on(first.board), fired)
    assert why(second.one(OrderVoided)) == "Fearless: forward-graser can fire again in 1 segment."
    assert (second.one(CountersRun).counters, second.one(CountersRun).ready) == ({}, ("forward-graser",))
    third = play(moved_on(second.board), fired, faces=[0])
    assert len(third.all(BeamFired)) == 1


def test_a_weapon_with_a_recycle_of_1_fires_in_every_segment() -> None:
    board = broadsides()
    for _ in range(3):
        played = play(board, "Fearless: fire starboard-laser at Sirius", faces=[*LEAST, BRIDGE])
        assert played.one(BeamFired).weapon == "starboard-laser"
        board = moved_on(played.board)


def test_damage_that_the_wall_stops_whole_is_not_a_hit() -> None:
    # two grasers of size 30 at range 2 do 12 points; at 1 percent they are 0.1 and 0.02
    card = cruiser({"starboard-sidewall": (0,)}, hit_size=1000)
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "0,-2", "C"), classes=[card])
    played = play(board, "Fearless: fire forward-graser at Sirius", faces=LEAST)
    assert (played.one(WallMet).damage, played.one(WallMet).strikes) == (12, 0)
    assert played.all(HullStruck) == []


def test_the_longest_shot_at_the_highest_closure_still_does_a_point() -> None:
    # size 20 at range 3 does 20 x 0.15 = 3, and 0.6 at the sixth column
    board = board_of(placed("Fearless", "0,0", vectors="300B"), placed("Sirius", "3,-1", vectors="300E"))
    board = without(board, "Fearless", "starboard-laser", 1)
    played = play(board, "Fearless: fire starboard-laser at Sirius", faces=[*LEAST, BRIDGE])
    assert (played.one(BeamFired).band, played.one(BeamFired).damage_each, played.one(WallMet).damage) == (6, 1, 2)


def test_every_roll_names_who_rolls_for_what_and_against_which_shot() -> None:
    played = play(broadsides(), "Fearless: fire starboard-laser at Sirius", faces=[9, 8, 7, BRIDGE])
    assert [(roll.actor, roll.purpose, roll.object, roll.index) for roll in played.all(DiceRolled)] == [
        ("Sirius", "sidewall variance", "Fearless starboard-laser at Sirius", 0),
        ("Sirius", "hit row", "Fearless starboard-laser at Sirius", 1),
    ]


def test_the_sample_cruiser_fires_what_its_card_says() -> None:
    assert CRUISER.weapons() == (
        "forward-grav-lance",
        "forward-energy-torpedo",
        "forward-graser",
        "port-laser",
        "starboard-laser",
    )
