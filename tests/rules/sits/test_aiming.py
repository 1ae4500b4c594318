from __future__ import annotations

from typing import Any, Literal

from attrs import evolve as changed

from sits_es.rules.sits.beams.facts import FireOrdered
from sits_es.rules.sits.board import Board, Launch
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.missiles.facts import LaunchOrdered
from sits_es.rules.sits.order_rules import why_not
from sits_es.rules.sits.scenario.terms import Options
from sits_es.rules.sits.sums.aiming import aim, beam_reach, bears, magazine, presented
from sits_es.space.arcs import Facing
from sits_es.space.avid import Window
from sits_es.space.hexes import read_position
from tests.shared.rows import each_row
from tests.shared.sits_boards import board_of, cruiser, placed, with_ship, without

OFF_ARC = "weapon-off-arc forward-graser Sirius {} B/C forward forward"


def duel(at: str = "6,-3", nose: str = "A", roll: int = 0, target_nose: str = "A", target_roll: int = 0) -> Board:
    """Fearless in the middle of the map; Sirius, as a rule, six hexes through B/C of both."""
    return board_of(placed("Fearless", "0,0", nose, roll), placed("Sirius", at, target_nose, target_roll))


def coded(board: Board, order: Order) -> list[str]:
    """Each reason why an order can't be carried out, by its code and values."""
    found = [each.why for each in why_not(board, board.ships["Fearless"], order)]
    return [" ".join(map(str, (why.code, *why.values))) for why in found if why is not None]


def fire_faults(board: Board, weapon: str, target: str = "Sirius") -> list[str]:
    return coded(board, FireOrdered(ship="Fearless", weapon=weapon, target=target))


def launch_faults(
    board: Board, salvoes: int = 1, tubes: int | None = None, mount: str = "starboard", target: str = "Sirius"
) -> list[str]:
    order = LaunchOrdered(ship="Fearless", mount=mount, target=target, salvoes=salvoes, tubes=tubes)
    return coded(board, order)


@each_row(
    ("nose", "roll", "at", "hexes", "window", "mount_window", "target_window", "facing"),
    [
        ("A+", 0, "6,-6 alt 3", 6, "B+", "B+", "E-", "port"),  # the flyer's example
        ("A+", 0, "6,-3 alt 3", 6, "B/C+", "B+", "E/F-", "port"),  # and through the corner: B+ too
        ("A", 0, "6,-3", 6, "B/C", "B/C", "E/F", "port"),
        ("A", 0, "-6,3", 6, "E/F", "E/F", "B/C", "starboard"),
        ("A", 0, "0,-7", 7, "A", "A", "D", "aft"),
        ("A", 0, "0,7", 7, "D", "D", "A", "forward"),
        ("D", 0, "6,-3", 6, "B/C", "E/F", "E/F", "port"),  # the other way round: port broadside
        ("A", 6, "6,-3", 6, "B/C", "E/F", "E/F", "port"),  # upside down: port broadside as well
        ("A", 0, "0,0 alt 8", 8, "+++", "+++", "---", "port"),
    ],
)
def test_a_shot_is_seen_from_both_ends(
    nose: str, roll: int, at: str, hexes: int, window: str, mount_window: str, target_window: str, facing: str
) -> None:
    board = duel(at, nose, roll)
    seen = aim(board, board.ships["Fearless"], board.ships["Sirius"])
    assert (seen.range, seen.window, seen.mount_window, seen.target_window, seen.facing) == (
        hexes,
        window,
        mount_window,
        target_window,
        facing,
    )


def test_in_the_same_place_there_is_no_window_and_every_mount_bears() -> None:
    board = duel("0,0")
    fearless = board.ships["Fearless"]
    seen = aim(board, fearless, board.ships["Sirius"])
    assert (seen.range, seen.window, seen.mount_window, seen.target_window) == (0, None, None, None)
    assert all(bears(mount, None) for mount in board.class_of(fearless).mounts)
    assert fire_faults(board, "forward-graser") == fire_faults(board, "port-laser") == launch_faults(board) == []


@each_row(
    ("port", "starboard", "sidewall", "hit"),
    [
        (30, 20, "strikes", "starboard"),  # the lower number lets less through
        (30, 20, "stops", "port"),  # the higher number stops more
        (30, 30, "strikes", "port"),
        (30, 30, "stops", "port"),
        (30, 0, "strikes", "starboard"),  # 0 is the best wall of all
        (0, 30, "stops", "starboard"),
        (None, 30, "strikes", "starboard"),
        (None, 30, "stops", "starboard"),
        (None, None, "strikes", "port"),
    ],
)
def test_a_shot_from_the_same_place_meets_the_strongest_standing_wall(
    port: int | None, starboard: int | None, sidewall: Literal["strikes", "stops"], hit: Facing
) -> None:
    walls = {"port-sidewall": port, "starboard-sidewall": starboard}
    card = cruiser({track: () if value is None else (value,) for track, value in walls.items()})
    board = board_of(placed("Sirius", "0,0"), classes=[card], sidewall=sidewall)
    assert presented(board, board.ships["Sirius"]) == hit


def test_destroyed_and_disabled_walls_are_not_presented() -> None:
    board = board_of(placed("Sirius", "0,0"))
    assert presented(without(board, "Sirius", "port-sidewall"), board.ships["Sirius"]) == "port"
    for mark in ("x", "d"):
        changed = without(board, "Sirius", "port-sidewall", mark=mark)
        assert presented(changed, changed.ships["Sirius"]) == "starboard"


def test_a_facing_that_was_ordered_is_presented_wall_or_no_wall() -> None:
    board = with_ship(board_of(placed("Sirius", "0,0")), "Sirius", present="aft")
    assert presented(board, board.ships["Sirius"]) == "aft"


@each_row(
    ("mount", "weapon", "reach"),
    [
        ("forward", "forward-grav-lance", 0),
        ("forward", "forward-energy-torpedo", 2),
        ("forward", "forward-graser", 2),  # size 30
        ("port", "port-laser", 3),  # size 20
    ],
)
def test_beams_reach_as_far_as_their_tables(mount: str, weapon: str, reach: int) -> None:
    board = duel()
    found = board.class_of(board.ships["Fearless"]).mount(mount)
    assert found is not None
    assert beam_reach(board.tables, found, weapon) == reach


def test_a_beam_within_arc_and_reach_can_fire() -> None:
    assert fire_faults(duel("2,-1"), "starboard-laser") == []


def worn(board: Board, **fields: Any) -> Board:
    return with_ship(board, "Fearless", **fields)


NO_LASER = without(duel("2,-1"), "Fearless", "starboard-laser")


@each_row(
    ("board", "weapon", "target", "faults"),
    [
        (duel(), "starboard-laser", "Fearless", ["aims-at-itself"]),
        (
            with_ship(duel(), "Sirius", destroyed="exploded"),
            "starboard-laser",
            "Sirius",
            ["target-out Sirius exploded"],
        ),
        (NO_LASER, "starboard-laser", "Sirius", ["weapon-destroyed starboard-laser"]),
        (
            worn(NO_LASER, counters={"starboard-laser": 2}),
            "starboard-laser",
            "Sirius",
            ["weapon-destroyed starboard-laser", "weapon-waits starboard-laser 2"],
        ),
        (duel("2,-1"), "forward-graser", "Sirius", [OFF_ARC.format("B/C")]),
        (duel("2,-1", nose="D"), "forward-graser", "Sirius", [OFF_ARC.format("E/F")]),
        (duel("4,-2"), "starboard-laser", "Sirius", ["out-of-reach Sirius 4 starboard-laser 3"]),
        (duel("2,-1", target_roll=3), "starboard-laser", "Sirius", ["behind-wedge Sirius ---"]),
        (duel("2,-1", target_roll=10), "starboard-laser", "Sirius", ["behind-wedge Sirius F++"]),
        (
            duel("4,-2", target_roll=3),  # everything at once
            "forward-graser",
            "Sirius",
            [OFF_ARC.format("B/C"), "behind-wedge Sirius ---", "out-of-reach Sirius 4 forward-graser 2"],
        ),
    ],
)
def test_a_beam_that_cannot_be_fired_says_every_reason(
    board: Board, weapon: str, target: str, faults: list[str]
) -> None:
    assert fire_faults(board, weapon, target) == faults


@each_row("target_roll", [0, 1, 5, 6, 7, 11])
def test_a_beam_goes_in_through_the_amber_and_blue_rows(target_roll: int) -> None:
    assert fire_faults(duel("2,-1", target_roll=target_roll), "starboard-laser") == []


def test_an_unknown_weapon_mount_or_target_is_said_to_be_none() -> None:
    known = " ".join(duel().class_of(duel().ships["Fearless"]).weapons())
    assert fire_faults(duel(), "aft-graser") == [f"no-such-weapon aft-graser {known}"]
    assert launch_faults(duel(), mount="aft") == ["no-such-launcher aft port starboard"]
    assert fire_faults(duel(), "starboard-laser", "Nobody") == ["no-such-target Nobody Sirius"]


@each_row(("salvoes", "tubes"), [(5, None), (1, None), (5, 22), (5, 1)])
def test_a_launch_within_arc_and_range_can_be_made(salvoes: int, tubes: int | None) -> None:
    assert launch_faults(duel(), salvoes, tubes) == []


SHORT = cruiser({"starboard-tubes": (4, 1), "starboard-magazine": (12, 3, 1)})


def short(at: str = "6,-3") -> Board:
    """A launcher of four tubes with twelve missiles."""
    return board_of(placed("Fearless", "0,0"), placed("Sirius", at), classes=[SHORT])


NO_TUBES = without(duel("-38,19"), "Fearless", "starboard-tubes")


@each_row(
    ("board", "salvoes", "tubes", "faults"),
    [
        (without(duel(), "Fearless", "starboard-tubes"), 1, None, ["tubes-destroyed starboard"]),
        (duel(), 1, 23, ["too-many-tubes 23 starboard 22"]),
        (without(short(), "Fearless", "starboard-tubes", 1), 1, 2, ["too-many-tubes 2 starboard 1"]),
        (worn(duel(), counters={"starboard": 2, "port": 1}), 1, None, ["launcher-waits starboard 2"]),
        (worn(short(), spent={"starboard": 12}), 1, None, ["magazine-empty starboard"]),
        (worn(short(), spent={"starboard": 11}), 1, 2, ["magazine-short 1 starboard 2 1"]),
        (short(), 4, None, ["magazine-short 4 starboard 16 12"]),
        # one left
        (without(short(), "Fearless", "starboard-magazine", 2), 2, 1, ["magazine-short 2 starboard 2 1"]),
        (without(duel(), "Fearless", "starboard-fire-control"), 1, None, ["fire-control-destroyed starboard"]),
        (duel("-6,3"), 1, None, ["launcher-off-arc starboard Sirius E/F E/F starboard"]),
        (duel(), 6, None, ["too-many-salvoes 6 Sirius 6 5 5"]),
        (duel("36,-18"), 2, 1, ["too-many-salvoes 2 Sirius 36 1 1"]),
        (
            worn(duel(), launches={"Sirius": (Launch(turn=1, salvoes=5),)}),
            1,
            None,
            ["too-many-salvoes 1 Sirius 6 5 0"],
        ),
        (
            worn(NO_TUBES, counters={"starboard": 2}, spent={"starboard": 220}),
            2,
            None,  # every reason at once: the launcher's own, its arc, and the range
            [
                "tubes-destroyed starboard",
                "launcher-waits starboard 2",
                "magazine-empty starboard",
                "launcher-off-arc starboard Sirius E/F E/F starboard",
                "too-many-salvoes 2 Sirius 38 1 1",
            ],
        ),
    ],
)
def test_a_launch_that_cannot_be_made_says_every_reason(
    board: Board, salvoes: int, tubes: int | None, faults: list[str]
) -> None:
    assert launch_faults(board, salvoes, tubes) == faults


def test_a_launch_at_oneself_or_at_a_wreck_is_refused() -> None:
    assert launch_faults(duel(), target="Fearless") == ["aims-at-itself"]
    assert launch_faults(with_ship(duel(), "Sirius", destroyed="exploded")) == ["target-out Sirius exploded"]


@each_row(
    ("turn", "launched", "allowed"),
    [
        (3, [], True),
        (3, [(3, 1)], False),
        (3, [(2, 1)], False),  # one in two turns: the second of them
        (3, [(1, 1)], True),
    ],
)
def test_at_long_range_one_salvo_goes_out_in_two_turns(
    turn: int, launched: list[tuple[int, int]], allowed: bool
) -> None:
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "80,-40"), turn=turn)
    earlier = tuple(Launch(turn=when, salvoes=salvoes) for when, salvoes in launched)
    board = with_ship(board, "Fearless", launches={"Sirius": earlier})
    assert launch_faults(board) == ([] if allowed else ["too-many-salvoes 1 Sirius 80 1/2 0"])


@each_row(
    ("boxes", "spent", "left"),
    [(0, 0, 220), (0, 22, 198), (0, 220, 0), (1, 0, 44), (1, 22, 22), (1, 66, 0), (2, 0, 0)],
)
def test_a_magazine_holds_its_rating_less_what_was_launched_and_never_less_than_nothing(
    boxes: int, spent: int, left: int
) -> None:
    board = with_ship(without(duel(), "Fearless", "port-magazine", boxes), "Fearless", spent={"port": spent})
    fearless = board.ships["Fearless"]
    port = board.class_of(fearless).mount("port")
    assert port is not None
    assert magazine(board, fearless, port) == left


def test_a_target_above_is_out_of_every_arc_of_a_level_ship() -> None:
    board = with_ship(duel(), "Sirius", position=read_position("1,0 alt 8"))
    fearless = board.ships["Fearless"]
    window = aim(board, fearless, board.ships["Sirius"]).mount_window
    assert window == Window("+++")
    assert not any(bears(mount, window) for mount in board.class_of(fearless).mounts)


@each_row(
    ("side", "allowed", "faults"),
    [
        ("blue", False, ["own-side Sirius blue"]),
        ("blue", True, []),  # the scenario says so
        ("red", False, []),
    ],
)
def test_ones_own_side_is_no_target_unless_the_scenario_allows_it(side: str, allowed: bool, faults: list[str]) -> None:
    ships = placed("Fearless", "0,0", side="blue"), placed("Sirius", "2,-1", side=side)
    board = changed(board_of(*ships), options=Options(own_side_targets=allowed))
    assert fire_faults(board, "starboard-laser") == faults
    assert launch_faults(board) == faults


def test_a_shot_through_the_window_of_a_marker_comes_in_at_that_marker() -> None:
    """Sirius's starboard marker stands in B--, where Fearless is: no window away from it."""
    ships = placed("Sirius", "0,0", "A/B+", 2), placed("Fearless", "2,-2 alt -5", "D")
    board = board_of(*ships)
    seen = aim(board, board.ships["Fearless"], board.ships["Sirius"])
    assert (seen.range, seen.window, seen.target_window, seen.facing) == (5, "E++", "B/C", "starboard")
    assert aim(board, board.ships["Sirius"], board.ships["Fearless"]).mount_window == "B/C"
