from __future__ import annotations

from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.dice import KeyedDice
from sits_es.events import Coded
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.damage.facts import DamageWasted, HullStruck
from sits_es.rules.sits.missiles.facts import (
    AttackArrived,
    AttackSpent,
    DecoysDeployed,
    LayerFought,
    SalvoLaunched,
    Warhead,
)
from sits_es.rules.sits.missiles.told import systems_words
from sits_es.rules.sits.walls.facts import WallMet
from tests.shared.rows import each_row
from tests.shared.sits_boards import Played, board_of, cruiser, placed, play, with_ship, without

#: Thirty-four tubes: four rows of them are the flyer's 136 missiles.
RAIDER = cruiser({"starboard-tubes": (34,), "starboard-magazine": (340,)}, name="Raider")
#: So much hull that nothing else matters; one hit, however big.
LINER = cruiser({"ecm": (22,), "hull": tuple(range(400, 0, -1))}, name="Liner", hit_size=1000)
BIG = cruiser({"hull": tuple(range(400, 0, -1))}, hit_size=1000)
#: Nothing stops a missile here, and four points are more than it can take.
YACHT = cruiser(
    dict.fromkeys(
        (
            "ecm",
            "port-sidewall",
            "starboard-sidewall",
            "port-countermissiles",
            "port-point-defence",
            "port-laser",
        ),
        (),
    )
    | {"hull": (1,), "structure": (0,)},
    name="Yacht",
    hit_size=1000,
)

BRIDGE = 0  # the die that shows 0 is a 10: the hit takes the bridge, and the rest of it hull
LEAST = (0, 1, 0)  # a variance of 1
MOST = (0, 0, 0)  # a variance of 30


def duel(at: str = "6,-3", nose: str = "A", roll: int = 0, vectors: str = "") -> Board:
    return board_of(placed("Fearless", "0,0"), placed("Sirius", at, nose, roll, vectors), classes=[BIG])


def layers(played: Played) -> list[tuple[str, int, int, int, int]]:
    """Layer, missiles in, systems that bear, kills, missiles left."""
    return [(each.layer, each.incoming, each.systems, each.kills, each.left) for each in played.all(LayerFought)]


@pytest.mark.parametrize(("sidewall", "strikes"), [("strikes", 133), ("stops", 340 - 133)])
def test_the_five_layers_are_worked_out_as_the_flyer_does(sidewall: Literal["strikes", "stops"], strikes: int) -> None:
    board = board_of(
        placed("Fearless", "0,0", ship_class="Raider"),
        placed("Sirius", "8,-4", ship_class="Liner"),
        classes=[RAIDER, LINER],
        sidewall=sidewall,
    )
    faces = [2, 0, 7, 5, 5, 0, 0, 0, 0, 1, 2, 3, 2, 0, 7, BRIDGE]
    played = play(
        board, "Fearless: launch starboard 4 salvoes at Sirius", "Sirius: decoy 1 if launched at", faces=faces
    )
    launched = played.one(SalvoLaunched)
    assert (launched.missiles, launched.quality, launched.range_modifier, launched.quality_level) == (136, -10, 2, -8)
    assert [
        (each.layer, each.against, [term.value for term in each.terms], each.percent, each.parts, each.kills, each.left)
        for each in played.all(LayerFought)
    ] == [
        ("ECM", 136, [22, 5, -8, 9], 28, (28, 8, 2), 38, 98),
        ("countermissiles", 3 * 4, [20, -8, 20], 32, (0, 3, 1), 4, 94),
        ("point defence", 4 * 4, [30, -8, 30], 52, (0, 5, 3), 8, 86),
        ("lasers", 4 * 4, [10, -8, 6], 8, (0, 1, 0), 1, 85),
    ]
    assert [term.name for term in played.all(LayerFought)[0].terms] == [
        "base ECM",
        "decoys",
        "missile quality level",
        "variance",
    ]
    wall = played.one(WallMet)
    assert (wall.facing, wall.damage, wall.strength, wall.bonus, wall.variance) == ("port", 85 * 4, 30, 0, 9)
    assert (wall.percent, wall.parts, wall.charted, wall.reading) == (39, (117, 16, 0), 133, sidewall)
    assert wall.strikes == played.one(HullStruck).points == played.one(AttackSpent).struck == strikes
    assert played.one(AttackSpent).reason == Coded("struck")
    assert played.board.attacks == {}


def test_five_rows_of_twenty_two_meet_five_times_the_shots() -> None:
    faces = [2, 0, 7, 1, 2, 3, *LEAST, 5, 5, 0, 1, 1, 0, BRIDGE]
    played = play(duel(), "Fearless: launch starboard 5 salvoes at Sirius", faces=faces)
    assert [(each.layer, each.against, each.percent, each.parts, each.left) for each in played.all(LayerFought)] == [
        ("ECM", 110, 19, (19, 2, 0), 89),
        ("countermissiles", 15, 16, (0, 2, 1), 86),
        ("point defence", 20, 21, (0, 4, 0), 82),
        ("lasers", 20, 20, (0, 4, 0), 78),
    ]
    assert (played.one(WallMet).percent, played.one(WallMet).parts) == (42, (126, 4, 1))
    assert played.one(HullStruck).points == 131


@each_row(
    ("orders", "deployed", "value"),
    [
        ((), [], 0),
        (("Sirius: decoy 1 if launched at",), [1], 5),
        (("Sirius: decoy 4",), [4], 20),
        (("Sirius: decoy 2 if launched at", "Fearless: decoy 3 if launched at"), [2], 10),  # nobody launches at her
    ],
)
def test_every_decoy_out_in_this_segment_adds_its_value_to_the_ecm(
    orders: tuple[str, ...], deployed: list[int], value: int
) -> None:
    faces = [*LEAST, *LEAST, *LEAST, *LEAST, *LEAST, BRIDGE]
    played = play(duel(), "Fearless: launch starboard 1 salvo at Sirius", *orders, faces=faces)
    assert [fact.count for fact in played.all(DecoysDeployed)] == deployed
    ecm = played.all(LayerFought)[0]
    assert [(term.name, term.value) for term in ecm.terms][1] == ("decoys", value)
    assert ecm.percent == 20 + value - 10 + 1


@each_row(
    ("warhead", "killed", "left", "damage"),
    [("", 2, 7, 7 * 4), (" with laser-heads", 2, 7, 28), (" with nukes", 4, 5, 200)],
)
def test_point_defence_kills_twice_as_many_contact_nukes(warhead: str, killed: int, left: int, damage: int) -> None:
    faces = [*LEAST, *LEAST, *MOST, *LEAST, *LEAST, BRIDGE]
    played = play(duel(), f"Fearless: launch starboard 1 salvo of 10 tubes at Sirius{warhead}", faces=faces)
    assert layers(played) == [
        ("ECM", 10, 0, 1, 9),  # 10 at 11 percent
        ("countermissiles", 9, 3, 0, 9),  # 3 at 11 percent
        ("point defence", 9, 4, killed, left),  # 4 at 50 percent
        ("lasers", left, 4, 0, left),  # 4 at 1 percent
    ]
    assert [each.doubled for each in played.all(LayerFought)] == [False, False, "nukes" in warhead, False]
    assert played.one(WallMet).damage == damage


def test_no_layer_kills_more_than_come_in_and_none_fights_against_nothing() -> None:
    faces = [*LEAST, *LEAST, *MOST]
    played = play(duel(), "Fearless: launch starboard 1 salvo of 2 tubes at Sirius with nukes", faces=faces)
    assert layers(played) == [("ECM", 2, 0, 0, 2), ("countermissiles", 2, 3, 0, 2), ("point defence", 2, 4, 2, 0)]
    assert not played.all(WallMet)
    assert not played.all(HullStruck)
    spent = played.one(AttackSpent)
    assert (spent.struck, spent.reason) == (0, Coded("all-killed"))


@each_row(
    ("ecm", "faces", "percent", "killed"),
    [
        (100, MOST, 100, 22),  # 120 is held to 100
        (99, (5, 6, 0), 100, 22),
        (0, LEAST, 0, 0),  # -9 is held to 0
    ],
)
def test_a_percentage_is_held_between_0_and_100(ecm: int, faces: tuple[int, ...], percent: int, killed: int) -> None:
    card = cruiser({"ecm": (ecm,), "hull": tuple(range(400, 0, -1))}, hit_size=1000)
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "6,-3"), classes=[card])
    rest = [] if killed == 22 else [*LEAST, *LEAST, *LEAST, *LEAST, BRIDGE]
    played = play(board, "Fearless: launch starboard 1 salvo at Sirius", faces=[*faces, *rest])
    assert (played.all(LayerFought)[0].percent, played.all(LayerFought)[0].kills) == (percent, killed)


def test_a_layer_without_systems_is_told_and_throws_no_dice() -> None:
    board = without(without(duel(), "Sirius", "port-countermissiles"), "Sirius", "port-laser", 1)
    faces = [*LEAST, *LEAST, *LEAST, *LEAST, BRIDGE]
    played = play(board, "Fearless: launch starboard 1 salvo of 10 tubes at Sirius", faces=faces)
    assert layers(played) == [
        ("ECM", 10, 0, 1, 9),
        ("countermissiles", 9, 0, 0, 9),
        ("point defence", 9, 4, 1, 8),  # 4 at 21 percent
        ("lasers", 8, 2, 0, 8),  # a damaged battery
    ]
    assert played.all(LayerFought)[1].terms == ()


@pytest.mark.parametrize(("fires", "systems"), [(False, 4), (True, 0)])
def test_lasers_that_fired_do_not_defend(fires: bool, systems: int) -> None:
    # four lasers at range 2 do 6 points each; 24 at 31 percent are 7, one hit
    shot = ["Sirius: fire port-laser at Fearless"] if fires else []
    fired = [*LEAST, BRIDGE] if fires else []
    defence = [*LEAST] * (3 if fires else 4)
    played = play(
        duel("2,-1"),
        "Fearless: launch starboard 1 salvo of 10 tubes at Sirius",
        *shot,
        faces=[*fired, *defence, *LEAST, BRIDGE],
    )
    assert [each.systems for each in played.all(LayerFought)] == [0, 3, 4, systems]
    # which lasers did not defend because they fired stands in the record, and of no other layer
    told = [[(mount.name, mount.value) for mount in each.fired] for each in played.all(LayerFought)]
    assert told == [[], [], [], [("port", 4)] if fires else []]


def test_lasers_that_fired_are_told_by_those_that_are_left_of_them() -> None:
    # one box of Sirius's two of lasers is gone: 2 fire
    board = without(duel("2,-1"), "Sirius", "port-laser", 1)
    played = play(
        board,
        "Fearless: launch starboard 1 salvo of 10 tubes at Sirius",
        "Sirius: fire port-laser at Fearless",
        faces=[*LEAST, BRIDGE, *LEAST, *LEAST, *LEAST, *LEAST, BRIDGE],
    )
    assert [(mount.name, mount.value) for mount in played.all(LayerFought)[-1].fired] == [("port", 2)]


@each_row(("gone", "fired"), [(0, [("port", 4)]), (2, [])])
def test_of_lasers_that_bear_those_that_fired_are_told_and_the_others_defend(
    gone: int, fired: list[tuple[str, int]]
) -> None:
    # in the same place port and starboard bear; what fired and was destroyed since is no laser any more
    board = without(with_ship(duel("0,0"), "Sirius", fired=("port-laser",)), "Sirius", "port-laser", gone)
    played = play(
        board,
        "Fearless: launch starboard 1 salvo of 10 tubes at Sirius",
        faces=[*LEAST, *LEAST, *LEAST, *LEAST, *LEAST, BRIDGE],
    )
    lasers = played.all(LayerFought)[-1]
    assert (lasers.layer, lasers.systems) == ("lasers", 4)
    assert [(mount.name, mount.value) for mount in lasers.fired] == fired
    told = systems_words(board, "Sirius", ("port",), "laser")
    assert told == ("none; those of port are destroyed" if gone else "none; port's 4 lasers fired this segment (house)")


def test_lasers_that_fired_and_do_not_bear_are_not_told_of() -> None:
    # the missiles come in to port; the starboard lasers fired at a third ship
    board = board_of(
        placed("Fearless", "0,0"), placed("Sirius", "2,-1"), placed("Tern", "4,-2", side="fearless"), classes=[BIG]
    )
    played = play(
        board,
        "Fearless: launch starboard 1 salvo of 10 tubes at Sirius",
        "Sirius: fire starboard-laser at Tern",
        faces=[*LEAST, BRIDGE, *LEAST, *LEAST, *LEAST, *LEAST, *LEAST, BRIDGE],
    )
    assert (played.all(LayerFought)[-1].systems, played.all(LayerFought)[-1].fired) == (4, ())


def test_facing_and_defences_are_judged_after_the_moves_and_the_range_before_them() -> None:
    # Sirius flies past: from B/C of Fearless to E/F of her, six hexes away
    faces = [*LEAST, *LEAST, *LEAST, *LEAST, *LEAST, BRIDGE]
    played = play(
        duel("2,-1", vectors="32E 32F"), "Fearless: launch starboard 1 salvo of 10 tubes at Sirius", faces=faces
    )
    assert (played.one(SalvoLaunched).aim.range, played.one(SalvoLaunched).aim.facing) == (2, "port")
    arrived = played.one(AttackArrived)
    assert (arrived.window, arrived.facing, arrived.bearing) == ("B/C", "starboard", ("starboard",))


@each_row(
    ("order", "window", "bonus"),
    [
        ("Sirius: roll starboard 1", "E/F-", -10),
        ("Sirius: roll port 1", "E/F+", -10),
        ("Sirius: thrust 0", "E/F", 0),
    ],
)
def test_the_rolled_ship_bonus_counts_through_the_blue_rows_even_when_rolled_in_this_segment(
    order: str, window: str, bonus: int
) -> None:
    faces = [*LEAST, *LEAST, *LEAST, *LEAST, *MOST, BRIDGE]
    played = play(duel(), "Fearless: launch starboard 1 salvo of 10 tubes at Sirius", order, faces=faces)
    assert played.one(AttackArrived).target_window == window
    wall = played.one(WallMet)
    assert (wall.bonus, wall.percent) == (bonus, 30 + bonus + 30)


@each_row(
    ("roll", "order", "window", "facing", "bearing"),
    [
        (3, None, "---", "port", ("port",)),
        (9, None, "+++", "port", ("port",)),
        (3, "port", "---", "port", ("port",)),
        (3, "starboard", "---", "starboard", ("starboard",)),
        (3, "forward", "---", "forward", ("forward",)),
        (3, "aft", "---", "aft", ()),
        (10, None, "F++", "port", ("port",)),
        (10, "forward", "F++", "port", ("port",)),  # no nearer than port: the defender has no choice
    ],
)
def test_missiles_slide_off_the_wedge_to_the_nearest_side(
    roll: int, order: str | None, window: str, facing: str, bearing: tuple[str, ...]
) -> None:
    wall = facing in ("port", "starboard")
    systems = {"forward": 0, "aft": 0}.get(facing, 3)
    faces = [*LEAST, *([*LEAST, *LEAST, *LEAST] if systems else []), *(LEAST if wall else []), BRIDGE]
    slides = [f"Sirius: slide {order}"] if order else []
    played = play(duel(roll=roll), "Fearless: launch starboard 1 salvo of 10 tubes at Sirius", *slides, faces=faces)
    arrived = played.one(AttackArrived)
    assert (arrived.target_window, arrived.slid, arrived.facing, arrived.bearing) == (window, True, facing, bearing)
    assert [each.systems for each in played.all(LayerFought)][1] == systems
    assert [met.bonus for met in played.all(WallMet)] == [-10] * wall  # all of the wedge is in the way
    assert played.one(HullStruck).points == (played.one(WallMet).strikes if wall else 9 * 4)


@pytest.mark.parametrize("sidewall", ["strikes", "stops"])
def test_the_further_a_ship_has_rolled_the_less_her_wall_lets_pass(sidewall: Literal["strikes", "stops"]) -> None:
    # a wall made for the reading in force: the bonus is on its side
    bonus = -10 if sidewall == "strikes" else 10
    card = cruiser({"hull": tuple(range(400, 0, -1))}, rolled_ship_bonus=bonus, hit_size=1000)
    passed = []
    for roll in range(4):
        ships = placed("Fearless", "0,0"), placed("Sirius", "6,-3", roll=roll)
        board = board_of(*ships, classes=[card], sidewall=sidewall)
        faces = [*LEAST, *LEAST, *LEAST, *LEAST, *LEAST, BRIDGE]
        played = play(board, "Fearless: launch starboard 1 salvo of 20 tubes at Sirius", faces=faces)
        passed.append(played.one(WallMet).strikes)
    assert passed == sorted(passed, reverse=True)
    assert passed[1] == passed[2] == passed[3] < passed[0]


@each_row(
    ("orders", "facing"),
    [((), "port"), (("Sirius: present starboard",), "starboard"), (("Sirius: present aft",), "aft")],
)
def test_in_the_same_hex_every_mount_defends_the_facing_that_is_presented(orders: tuple[str, ...], facing: str) -> None:
    faces = [*LEAST, *LEAST, *LEAST, *LEAST, *(() if facing == "aft" else LEAST), BRIDGE]
    played = play(duel("0,0"), "Fearless: launch starboard 1 salvo of 10 tubes at Sirius", *orders, faces=faces)
    arrived = played.one(AttackArrived)
    assert (arrived.window, arrived.target_window, arrived.slid, arrived.facing) == (None, None, False, facing)
    assert arrived.bearing == ("forward", "port", "starboard")
    assert [each.systems for each in played.all(LayerFought)] == [0, 6, 8, 8]


def three(at: str, target_class: str = "Cruiser") -> Board:
    """Sirius between or before two ships of the other side."""
    return board_of(
        placed("Fearless", "0,0"),
        placed("Gale", at),
        placed("Sirius", "6,-3", ship_class=target_class),
        classes=[BIG, YACHT],
    )


@pytest.mark.parametrize(
    ("at", "mount", "first"),
    [
        ("-2,1", "starboard", ["Gale starboard at Sirius", "Fearless starboard at Sirius"]),  # 8 hexes before 6
        ("12,-6", "port", ["Fearless starboard at Sirius", "Gale port at Sirius"]),  # both 6: in order of name
    ],
)
def test_the_longest_ranged_attack_is_defended_first_and_all_damage_comes_after_all_defence(
    at: str, mount: str, first: list[str]
) -> None:
    faces = [*LEAST * 5, *LEAST * 5, BRIDGE, BRIDGE]
    played = play(
        three(at),
        "Fearless: launch starboard 1 salvo of 10 tubes at Sirius",
        f"Gale: launch {mount} 1 salvo of 10 tubes at Sirius",
        faces=faces,
    )
    assert [fact.attack for fact in played.all(AttackArrived)] == first
    assert [fact.source for fact in played.all(HullStruck)] == first
    told = [type(fact) for fact in played.facts]
    assert max(at for at, form in enumerate(told) if form is WallMet) < told.index(HullStruck)


def test_attacks_of_one_ship_from_one_range_go_by_the_names_of_their_mounts() -> None:
    faces = [*LEAST * 5, *LEAST * 5, BRIDGE, BRIDGE]
    played = play(
        duel("0,0"),
        "Fearless: launch starboard 1 salvo of 10 tubes at Sirius",
        "Fearless: launch port 1 salvo of 10 tubes at Sirius",
        faces=faces,
    )
    assert [fact.attack for fact in played.all(AttackArrived)] == [
        "Fearless port at Sirius",
        "Fearless starboard at Sirius",
    ]


def test_what_strikes_a_wreck_is_spent_for_nothing() -> None:
    # 4 points take bridge, hull and structure of the yacht; the last finds nothing
    played = play(
        three("-2,1", "Yacht"),
        "Fearless: launch starboard 1 salvo of 1 tube at Sirius",
        "Gale: launch starboard 1 salvo of 1 tube at Sirius",
        faces=[*LEAST, *LEAST, BRIDGE],
    )
    assert played.board.ships["Sirius"].destroyed == "structure-gone"
    assert played.one(DamageWasted).points == 1
    assert [(fact.attack, fact.struck, fact.reason) for fact in played.all(AttackSpent)] == [
        ("Gale starboard at Sirius", 4, Coded("struck")),
        ("Fearless starboard at Sirius", 0, Coded("target-out")),
    ]


def test_a_sidewall_can_stop_everything() -> None:
    card = cruiser({"port-sidewall": (100,)}, hit_size=1000)
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "6,-3"), classes=[card], sidewall="stops")
    played = play(board, "Fearless: launch starboard 1 salvo of 10 tubes at Sirius", faces=[*LEAST * 5])
    assert played.all(HullStruck) == []
    assert (played.one(AttackSpent).struck, played.one(AttackSpent).reason) == (0, Coded("stopped-by-sidewall"))


@given(
    salvoes=st.integers(1, 5),
    tubes=st.integers(1, 22),
    warhead=st.sampled_from(("laser-heads", "nukes")),
    decoys=st.integers(1, 4),
    roll=st.integers(0, 11),
    lost=st.integers(0, 3),
    sidewall=st.sampled_from(("strikes", "stops")),
    seed=st.binary(min_size=32, max_size=32),
)
def test_no_missile_is_lost_count_of(
    salvoes: int,
    tubes: int,
    warhead: Warhead,
    decoys: int,
    roll: int,
    lost: int,
    sidewall: Literal["strikes", "stops"],
    seed: bytes,
) -> None:
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "6,-3", "A", roll), sidewall=sidewall)
    board = without(board, "Sirius", "port-countermissiles", lost)
    played = play(
        board,
        f"Fearless: launch starboard {salvoes} salvoes of {tubes} tubes at Sirius with {warhead}",
        f"Sirius: decoy {decoys} if launched at",
        dice=KeyedDice(seed, "duel", 1, 1),
    )
    fought = played.all(LayerFought)
    assert fought[0].incoming == salvoes * tubes == played.one(SalvoLaunched).missiles
    assert all(after.incoming == before.left for before, after in pairwise(fought))
    for each in fought:
        assert each.incoming == each.kills + each.left
        assert each.left >= 0
        assert each.kills <= sum(each.parts) * (2 if each.doubled else 1)
        assert each.layer == "ECM" or each.against == each.systems * salvoes
    damage = fought[-1].left * played.one(SalvoLaunched).damage_each
    walls = played.all(WallMet)
    assert [wall.damage for wall in walls] == ([damage] if damage else [])
    assert all(0 <= wall.strikes <= wall.damage for wall in walls)
    assert played.one(AttackSpent).struck == sum(wall.strikes for wall in walls)
