from collections.abc import Iterator
from typing import Any

import pytest
from sqlite_utils import Database

from projections.sits import MOVEMENT_GRIDS
from sits_es.events import Event
from sits_es.store import Recorded


@pytest.fixture(scope="module")
def grids(game: tuple[Event, ...]) -> Iterator[Database]:
    with Database(memory=True) as db:
        MOVEMENT_GRIDS.start(db)
        MOVEMENT_GRIDS.apply([Recorded("duel", version, event) for version, event in enumerate(game)], db)
        yield db


def grid(db: Database, ship: str, turn: int, segment: int) -> list[dict[str, Any]]:
    found = db.table("sits_movement_grids").rows_where(
        "ship = ? AND turn = ? AND segment = ?", [ship, turn, segment], order_by="row"
    )
    return list(found)


def test_a_grid_has_eight_rows_that_come_to_its_vectors(grids: Database) -> None:
    rows = grid(grids, "Fearless", 0, 0)
    assert [row["row"] for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert {row["vectors"] for row in rows} == {"8A 1B"}
    moves = [row["move"] for row in rows]
    assert sorted(moves) == ["1A"] * 7 + ["1A 1B"]


def test_a_new_grid_takes_the_place_of_the_old_one_which_is_kept(grids: Database) -> None:
    assert {row["in_force"] for row in grid(grids, "Fearless", 0, 0)} == {0}
    new = grid(grids, "Fearless", 1, 1)
    assert [(row["move"], row["vectors"], row["in_force"]) for row in new] == [("1A", "8A", 1)] * 8


def test_a_destroyed_ship_has_no_grid_in_force(grids: Database, game: tuple[Event, ...]) -> None:
    assert [(row["move"], row["in_force"]) for row in grid(grids, "Sirius", 0, 0)] == [("", 0)] * 8
    with Database(memory=True) as before:
        MOVEMENT_GRIDS.start(before)
        MOVEMENT_GRIDS.apply([Recorded("duel", version, event) for version, event in enumerate(game[:5])], before)
        assert {row["in_force"] for row in grid(before, "Sirius", 0, 0)} == {1}
