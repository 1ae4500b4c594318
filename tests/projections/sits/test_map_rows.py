from typing import Any

from projections.sits import MAP
from sits_es.events import Event
from sits_es.game.events import GameForked
from tests.shared.grown_read_models import rows_of


def map_of(events: tuple[Event, ...]) -> dict[tuple[int, int, str], dict[str, Any]]:
    """Rows by turn, segment and ship, without the names that are part of the key."""
    key = ("turn", "segment", "ship")
    return {
        (row["turn"], row["segment"], row["ship"]): {name: row[name] for name in row if name not in (*key, "side")}
        for row in rows_of(MAP, events)
    }


def standing(
    at: tuple[int, int, int], nose: str, roll: int, vectors: str, future: tuple[int, int, int] | None
) -> dict[str, Any]:
    """A row as the table holds it."""
    q, r, altitude = at
    future_q, future_r, future_altitude = future or (None, None, None)
    return {
        "q": q,
        "r": r,
        "altitude": altitude,
        "nose": nose,
        "roll": roll,
        "vectors": vectors,
        "future_q": future_q,
        "future_r": future_r,
        "future_altitude": future_altitude,
    }


def test_the_map_shows_where_ships_stood_when_each_segment_opened_and_where_their_markers_went(
    game: tuple[Event, ...],
) -> None:
    still = standing((0, 0, 0), "A", 0, "", (0, 0, 0))
    assert map_of(game) == {
        (1, 1, "Fearless"): standing((3, -2, 4), "A", 0, "8A 1B", (3, -3, 5)),
        (1, 1, "Sirius"): still,
        (1, 2, "Fearless"): standing((3, -3, 5), "A/B+", 11, "8A", (3, -4, 5)),
        (1, 2, "Sirius"): still | {"future_q": None, "future_r": None, "future_altitude": None},
        (1, 3, "Fearless"): standing((3, -3, 5), "A/B+", 11, "8A", (3, -4, 5)),  # nobody moved it
    }


def test_before_the_game_begins_the_map_is_empty(game: tuple[Event, ...]) -> None:
    assert map_of(game[:4]) == {}


def test_a_ship_knows_its_side(game: tuple[Event, ...]) -> None:
    assert {(row["ship"], row["side"]) for row in rows_of(MAP, game)} == {("Fearless", "red"), ("Sirius", "blue")}


def test_a_fork_keeps_the_markers_of_the_segment_where_it_restarts(game: tuple[Event, ...]) -> None:
    forked = GameForked(turn=1, segment=1, branch="duel-b", parent="duel", at_version=6, at_digest="0" * 64)
    row = map_of((*game[:7], forked))[1, 1, "Fearless"]
    assert (row["future_q"], row["future_r"], row["future_altitude"]) == (3, -3, 4)
