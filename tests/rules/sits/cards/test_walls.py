"""Which reading of the sidewall a class's walls are made for. Rule: sits rules 8.5."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.rules.sits.board import Board, copied
from sits_es.rules.sits.cards.walls import made_for, wall_problems, walls_made_for
from sits_es.rules.sits.sits import SYSTEM
from tests.shared.rows import each_row
from tests.shared.sits_boards import board_of, cruiser, placed

RISING, FALLING, FLAT = (30, 40, 60), (60, 40, 30), (40, 40)


@each_row(
    ("boxes", "reading"),
    [
        (RISING, "strikes"),
        (FALLING, "stops"),
        ((30, 30, 31), "strikes"),  # the last box alone is weaker
        ((31, 31, 30), "stops"),
        (FLAT, None),
        ((40,), None),
        ((), None),
    ],
)
def test_numbers_that_rise_are_made_for_strikes_and_numbers_that_fall_for_stops(
    boxes: tuple[int, ...], reading: str | None
) -> None:
    assert made_for(boxes) == reading


@given(st.lists(st.integers(0, 100), min_size=1, max_size=9).map(sorted))
def test_a_wall_turned_round_is_made_for_the_other_reading(rising: list[int]) -> None:
    other = {"strikes": "stops", None: None}
    assert other[made_for(tuple(rising))] == made_for(tuple(reversed(rising)))


STRIKES = "Choose sidewall strikes, or set mixed_walls to true."
STOPS = "Choose sidewall stops, or set mixed_walls to true."


@each_row(
    ("port", "starboard", "reading", "said"),
    [
        (RISING, RISING, "strikes", []),
        (FALLING, FALLING, "stops", []),
        (FLAT, FLAT, "strikes", []),
        (FLAT, FLAT, "stops", []),
        (
            RISING,
            RISING,
            "stops",
            [
                (
                    "port-sidewall and starboard-sidewall of Cruiser are made for strikes: their numbers rise as "
                    f"boxes are lost, so under stops, a damaged wall would protect better. {STRIKES}"
                )
            ],
        ),
        (
            FALLING,
            FLAT,
            "strikes",
            [
                (
                    "port-sidewall of Cruiser is made for stops: its numbers fall as boxes are lost, "
                    f"so under strikes, a damaged wall would protect better. {STOPS}"
                )
            ],
        ),
        (
            RISING,
            FALLING,
            "stops",
            [
                (
                    "port-sidewall of Cruiser is made for strikes: its numbers rise as "
                    f"boxes are lost, so under stops, a damaged wall would protect better. {STRIKES}"
                )
            ],
        ),
    ],
)
def test_walls_against_the_reading_are_named_with_both_ways_out(
    port: tuple[int, ...], starboard: tuple[int, ...], reading: Literal["strikes", "stops"], said: list[str]
) -> None:
    card = cruiser({"port-sidewall": port, "starboard-sidewall": starboard})
    assert list(wall_problems([card], reading)) == said


def test_a_class_without_walls_is_made_for_any_reading() -> None:
    card = cruiser({"port-sidewall": (), "starboard-sidewall": ()})
    assert walls_made_for(card) == {}
    assert [*wall_problems([card], "strikes"), *wall_problems([card], "stops")] == []


def reoptioned(**changes: Any) -> Board:
    """A fork's board: the plain cruiser, whose walls are made for strikes, under other options."""
    board = copied(board_of(placed("Fearless", "0,0")))
    SYSTEM.change_options(board, changes)
    return board


def test_a_fork_of_a_new_game_may_not_invert_its_walls_in_silence() -> None:
    with pytest.raises(UnreadableError) as refusal:
        reoptioned(sidewall="stops")
    assert refusal.value.problems == (
        (
            "port-sidewall and starboard-sidewall of Cruiser are made for strikes: their numbers rise as boxes are "
            "lost, "
            f"so under stops, a damaged wall would protect better. {STRIKES}"
        ),
    )


@pytest.mark.parametrize("said", ["true", True])
def test_a_fork_that_says_that_it_mixes_walls_may(said: str | bool) -> None:
    options = reoptioned(sidewall="stops", mixed_walls=said).options
    assert (options.sidewall, options.mixed_walls) == ("stops", True)


def test_a_fork_of_a_game_that_mixes_walls_may_take_either_reading_but_not_stop_mixing() -> None:
    board = reoptioned(sidewall="stops", mixed_walls="true")
    SYSTEM.change_options(board, {"sidewall": "strikes"})
    SYSTEM.change_options(board, {"sidewall": "stops"})
    with pytest.raises(UnreadableError):
        SYSTEM.change_options(board, {"mixed_walls": "false"})
    assert (board.options.sidewall, board.options.mixed_walls) == ("stops", True)


def test_other_options_of_a_fork_are_of_no_concern_to_walls() -> None:
    assert reoptioned(own_side_targets="true").options.own_side_targets
