"""The Fly manoeuvre. Rule: rules.md, Fly, Stacking, Terrain; seed, Fly Maneuver."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.rules.starwars.sums.flying import (
    Flight,
    FlightFault,
    check_flight,
    entry_cost,
    may_enter,
    most_turns,
    read_steps,
)
from sits_es.rules.starwars.words import times
from sits_es.space.hexes import DIRECTIONS, HexVector, Position
from tests.shared.rows import each_row

#: Silhouettes at both edges of every class.
SILHOUETTES = (0, 4, 5, 7, 8, 12)


def place(way: str) -> Position:
    """The hex so many steps of one side from the start, such as 2A."""
    return Position() + HexVector.unit(way[1]).times(int(way[0]))


def flown(steps: str, silhouette: int = 4, speed: int = 9, **given: object) -> Flight:
    usual = {"facing": "A", "occupied": {}, "wells": ()}
    return check_flight(read_steps(steps), silhouette=silhouette, speed=speed, **(usual | given))  # type: ignore[arg-type]


def faults(flight: Flight) -> list[tuple[int, str]]:
    return [(fault.step, fault.rule) for fault in flight.faults]


@each_row(("silhouette", "turns"), [(0, 3), (3, 3), (4, 3), (5, 2), (6, 2), (7, 2), (8, 1), (9, 1), (30, 1)])
def test_each_silhouette_class_has_its_number_of_turns(silhouette: int, turns: int) -> None:
    """Seed: up to 180, 120 and 60 degrees for silhouettes to 4, 5 to 7, and 8 up."""
    assert most_turns(silhouette) == turns
    assert flown("L " * turns, silhouette).legal
    assert faults(flown("R " * (turns + 1), silhouette)) == [(turns + 1, "turns")]


def test_a_starship_moves_hexes_up_to_its_speed_each_in_the_facing_it_has_then() -> None:
    flight = flown("F F R F L", speed=3)
    assert flight.path == (place("1A"), place("2A"), place("2A") + HexVector.unit("B"))
    assert (flight.legal, len(flight.path), flight.movement, flight.turns) == (True, 3, 3, 2)
    assert (flight.facing, str(flight.net)) == ("A", "2A 1B")


def test_a_starship_may_move_no_hexes() -> None:
    flight = flown("", speed=0)
    assert (flight.legal, len(flight.path), flight.movement, flight.turns) == (True, 0, 0, 0)
    assert (flight.facing, str(flight.net)) == ("A", "")


def test_turning_left_and_right_again_is_two_turns() -> None:
    assert flown("L R", silhouette=8).turns == 2
    assert faults(flown("L R", silhouette=8)) == [(2, "turns")]


def test_the_first_step_beyond_a_limit_and_every_hex_that_is_full_are_named() -> None:
    assert faults(flown("F F F F", speed=2)) == [(3, "movement")]
    assert faults(flown("R F L L F", silhouette=8, speed=0, occupied={place("1B"): [5]})) == [
        (2, "movement"),
        (2, "occupied"),
        (3, "turns"),
    ]
    assert faults(flown("F F", 6, speed=0, occupied={place("1A"): [2], place("2A"): [2]})) == [
        (1, "movement"),
        (1, "occupied"),
        (2, "occupied"),
    ]


@each_row(
    ("silhouette", "others", "allowed"),
    [
        (4, [], True),
        (12, [], True),
        (4, [4], True),
        (4, [4, 0, 3, 4], True),  # any number of them share
        (4, [5], False),
        (0, [4, 5], False),
        (5, [4], False),  # house: the large don't share either
        (5, [0], False),
        (8, [8], False),
    ],
)
def test_up_to_silhouette_4_starships_share_a_hex_and_larger_ones_neither_share_nor_enter(
    silhouette: int, others: list[int], allowed: bool
) -> None:
    assert may_enter(silhouette, others) is allowed
    flight = flown("F", silhouette, occupied={place("1A"): others})
    assert faults(flight) == ([] if allowed else [(1, "occupied")])


def test_each_hex_passed_through_is_entered() -> None:
    assert faults(flown("F F F", occupied={place("2A"): [5]})) == [(2, "occupied")]


def test_the_hex_where_it_starts_is_not_entered_unless_it_comes_back() -> None:
    there = {Position(): [6]}
    assert flown("F", occupied=there).legal
    assert faults(flown("F L L L F", occupied=there)) == [(5, "occupied")]


def test_a_gravity_well_hex_takes_two_movement_to_enter_and_nothing_to_leave_or_to_turn_in() -> None:
    well = {place("1A")}
    assert [entry_cost(place(way), well) for way in ("1A", "2A")] == [2, 1]
    flight = flown("F L R F", speed=3, wells=well)
    assert (flight.legal, len(flight.path), flight.movement) == (True, 2, 3)
    assert faults(flown("F L R F", speed=2, wells=well)) == [(4, "movement")]
    assert faults(flown("F", speed=1, wells=well)) == [(1, "movement")]
    assert flown("F", speed=1, wells={Position()}).legal


def naive(
    steps: tuple[str, ...],
    silhouette: int,
    speed: int,
    occupied: dict[tuple[int, int], int],
    wells: set[tuple[int, int]],
) -> Iterator[tuple[int, str]]:
    """The faults of a list, worked out anew for each step from all before it, on hexes numbered by column and row.

    What goes beyond movement or turns is one fault, however many steps it has.
    """
    told = set[str]()
    ahead = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
    for number in range(1, len(steps) + 1):
        done = steps[:number]
        hexes = []
        q = r = 0
        for index, step in enumerate(done):
            if step == "F":
                side = (done[:index].count("R") - done[:index].count("L")) % 6
                q, r = q + ahead[side][0], r + ahead[side][1]
                hexes.append((q, r))
        broken = ""
        if done[-1] == "F":
            if len(hexes) + sum(entered in wells for entered in hexes) > speed:
                broken = "movement"
        elif len([step for step in done if step != "F"]) > (3 if silhouette <= 4 else 2 if silhouette <= 7 else 1):
            broken = "turns"
        if broken and broken not in told:
            told.add(broken)
            yield number, broken
        if done[-1] == "F" and (q, r) in occupied and (silhouette >= 5 or occupied[q, r] >= 5):
            yield number, "occupied"


@each_row("silhouette", SILHOUETTES)
@each_row("speed", range(5))
def test_all_lists_up_to_four_steps_are_judged_as_by_a_naive_model(silhouette: int, speed: int) -> None:
    """Every list of each length, legal or not, with empty space, a fighter, a corvette and a gravity well about."""
    others, wells = {(0, -2): 3, (1, -2): 6, (0, 0): 4}, {(0, -1), (1, -2)}
    occupied = {Position(*hex_): [found] for hex_, found in others.items()}
    legal = 0
    for length in range(5):
        for steps in product("FLR", repeat=length):
            for crowd, deep in (({}, set()), (others, wells)):
                flight = check_flight(
                    steps,  # type: ignore[arg-type]
                    silhouette=silhouette,
                    speed=speed,
                    facing="A",
                    occupied=occupied if crowd else {},
                    wells={Position(*hex_) for hex_ in deep},
                )
                assert faults(flight) == list(naive(steps, silhouette, speed, crowd, deep)), steps
                legal += flight.legal
    assert legal > 2


@given(
    steps=st.lists(st.sampled_from("FLR"), max_size=9),
    silhouette=st.integers(0, 10),
    speed=st.integers(0, 6),
    turn=st.integers(0, 5),
    start=st.builds(Position, st.integers(-9, 9), st.integers(-9, 9)),
)
def test_where_on_the_map_and_which_way_it_starts_changes_no_fault_and_no_sum(
    steps: list[str], silhouette: int, speed: int, turn: int, start: Position
) -> None:
    here = flown(" ".join(steps), silhouette, speed)
    there = flown(" ".join(steps), silhouette, speed, facing=DIRECTIONS[turn], start=start)
    assert here.faults == there.faults
    assert (len(here.path), here.movement, here.turns) == (len(there.path), there.movement, there.turns)
    assert here.net.hexes == there.net.hexes
    assert (DIRECTIONS.index(here.facing) + turn) % 6 == DIRECTIONS.index(there.facing)


@each_row(
    ("flight", "sentences"),
    [
        (flown("F F L L L", 6), ["step 5 of F F L L L: a silhouette 6 ship turns at most twice"]),
        (flown("L L", 8), ["step 2 of L L: a silhouette 8 ship turns at most once"]),
        (flown("L R L R", 4), ["step 4 of L R L R: a silhouette 4 ship turns at most three times"]),
        (flown("F F", speed=1), ["step 2 of F F: speed 1 allows 1 movement, and this step makes the total 2"]),
        (
            flown("F F", speed=2, wells={place("1A")}),
            ["step 2 of F F: speed 2 allows 2 movement, and this step makes the total 3 (a gravity-well hex takes 2)"],
        ),
        (
            flown("F", 4, occupied={place("1A"): [2, 5]}),
            ["step 1 of F: a silhouette 5 ship is there, and nobody else may enter its hex"],
        ),
        (
            flown("F", 6, occupied={place("1A"): [2]}),
            [
                (
                    "step 1 of F: another ship is there, and a silhouette 6 ship enters only empty hexes "
                    "(silhouette 4 or less may share one)"
                )
            ],
        ),
        (flown("F F R F L"), []),
    ],
)
def test_a_fault_is_told_with_its_step_and_what_is_allowed(flight: Flight, sentences: list[str]) -> None:
    assert [str(fault) for fault in flight.faults] == sentences


def test_a_fault_holds_what_it_was_found_by() -> None:
    steps = "F L L L L"
    flight = flown(steps, speed=0, occupied={place("1A"): [3, 7]})
    assert flight.faults == (
        FlightFault(1, "movement", 1, steps, 0),
        FlightFault(1, "occupied", 7, steps, 4),
        FlightFault(5, "turns", 4, steps, 4),
    )


def test_often_is_said_in_words_as_far_as_there_are_words() -> None:
    assert [times(number) for number in (1, 2, 3, 4)] == ["once", "twice", "three times", "4 times"]


@given(st.lists(st.sampled_from("FLRflr"), max_size=20), st.sampled_from([" ", ", ", "  ", ",", "\t"]))
def test_steps_are_read_in_any_case_with_spaces_or_commas_between(steps: list[str], between: str) -> None:
    assert read_steps(between.join(steps)) == tuple("".join(steps).upper())


@each_row(
    ("text", "problems"),
    [
        ("F X", ['"X" (step 2) is not a step. Write F for a hex ahead, and L or R for a turn of 60 degrees.']),
        ("FFL F", ['"FFL" (step 1) is several steps in one word. Put spaces between them: F F L.']),
        ("l 3f", ['"3f" (step 2) has a number. Write each step by itself: F F F.']),
        (
            "B F RR",
            [
                '"B" (step 1) is not a step. Write F for a hex ahead, and L or R for a turn of 60 degrees.',
                '"RR" (step 3) is several steps in one word. Put spaces between them: R R.',
            ],
        ),
        ("F " * 100, ["100 steps are too many. Write 99 or fewer."]),
    ],
)
def test_every_word_that_is_no_step_is_named_with_its_place(text: str, problems: list[str]) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_steps(text)
    assert list(refused.value.problems) == problems
