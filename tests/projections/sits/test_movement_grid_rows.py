from typing import Any

import pytest

from projections.sits import MOVEMENT_GRIDS
from sits_es.events import Event
from tests.shared.grown_read_models import rows_of

Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def grids(game: tuple[Event, ...]) -> Rows:
    return rows_of(MOVEMENT_GRIDS, game)


def grid(rows: Rows, ship: str, turn: int, segment: int) -> Rows:
    return [row for row in rows if (row["ship"], row["turn"], row["segment"]) == (ship, turn, segment)]


def test_a_grid_has_eight_rows_that_come_to_its_vectors(grids: Rows) -> None:
    rows = grid(grids, "Fearless", 0, 0)
    assert [row["row"] for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert {row["vectors"] for row in rows} == {"8A 1B"}
    moves = [row["move"] for row in rows]
    assert sorted(moves) == ["1A"] * 7 + ["1A 1B"]


def test_a_new_grid_takes_the_place_of_the_old_one_which_is_kept(grids: Rows) -> None:
    assert {row["in_force"] for row in grid(grids, "Fearless", 0, 0)} == {0}
    new = grid(grids, "Fearless", 1, 1)
    assert [(row["move"], row["vectors"], row["in_force"]) for row in new] == [("1A", "8A", 1)] * 8


def test_a_destroyed_ship_has_no_grid_in_force(grids: Rows, game: tuple[Event, ...]) -> None:
    assert [(row["move"], row["in_force"]) for row in grid(grids, "Sirius", 0, 0)] == [("", 0)] * 8
    before = rows_of(MOVEMENT_GRIDS, game[:5])
    assert {row["in_force"] for row in grid(before, "Sirius", 0, 0)} == {1}
