import json
from typing import Any, Literal

import pytest
from sqlite_utils import Database

from projections.catch_up import catch_up
from projections.game_list import GAMES, GameRow
from sits_es.events import Coded, Event
from sits_es.game.events import (
    GameCreated,
    GameEnded,
    GameForked,
    GameStarted,
    PlayerJoined,
    SegmentClosed,
    TurnClosed,
)
from sits_es.rules.sits.tables.tables import card_tables, to_data
from sits_es.store import GameStore
from tests.shared.grown_read_models import rows_of
from tests.shared.rows import each_row

HEX = "0" * 64
CREATED = GameCreated(
    game="duel",
    title="A duel",
    system="sits",
    edition="first",
    version=1,
    play="hot seat",
    scenario="two cruisers",
    options={},
    tables=to_data(card_tables()),
    classes={},
)
OPENING: tuple[Event, ...] = (
    CREATED,
    PlayerJoined(player="blue", name="Bert", side="south"),
    PlayerJoined(player="red", name="Anna", side="north"),
    GameStarted(),
)


def row_after(*events: Event) -> dict[str, Any]:
    """The row of a game after these events."""
    (row,) = rows_of(GAMES, events)
    return {**row, **{name: json.loads(row[name]) for name in ("players", "owed")}}


@pytest.mark.parametrize("role", ["umpire", "spectator"])
def test_who_takes_no_side_is_listed_with_what_he_is(role: Literal["umpire", "spectator"]) -> None:
    joined = PlayerJoined(player="uma", name="Uma", side=None, role=role)
    assert row_after(CREATED, joined, GameStarted())["players"] == {"uma": {"name": "Uma", "side": role, "role": role}}


def test_a_game_that_has_begun_owes_orders_for_its_first_exchange() -> None:
    row = row_after(*OPENING)
    assert len(row["digest"]) == 64
    assert (
        row
        == GameRow(
            game="duel",
            system="sits",
            title="A duel",
            scenario="two cruisers",
            turn=1,
            segment=1,
            step="1",
            players={
                "blue": {"name": "Bert", "side": "south", "role": "player"},
                "red": {"name": "Anna", "side": "north", "role": "player"},
            },
            status="playing",
            owed=["blue", "red"],
            version=3,
            digest=row["digest"],
            recorded_at="2024-05-01T12:00:00Z",
        )._asdict()
    )


def closed(segments: int) -> tuple[Event, ...]:
    """So many segments of the first turn are over."""
    return (GameStarted(), *(SegmentClosed(turn=1, segment=number) for number in range(1, segments + 1)))


@each_row(
    ("events", "place", "step", "status"),
    [
        ((), (0, 0), "set-up", "set-up"),
        ((GameStarted(),), (1, 1), "1", "playing"),
        (closed(1), (1, 2), "2", "playing"),
        (closed(8), (1, 9), "break", "playing"),
        ((*closed(9), TurnClosed(turn=1)), (2, 1), "1", "playing"),
        (
            (
                *closed(2),
                GameEnded(winner="north", outcome=(Coded("last-side", ("north",)),)),
            ),
            (1, 2),
            "2",
            "over",
        ),
    ],
)
def test_the_row_names_the_exchange_that_is_owed_and_how_the_game_stands(
    events: tuple[Event, ...], place: tuple[int, int], step: str, status: str
) -> None:
    row = row_after(CREATED, *events)
    assert ((row["turn"], row["segment"]), row["step"], row["status"]) == (place, step, status)
    assert row["outcome"] == ("Only north has ships left." if status == "over" else None)


def test_a_fork_names_its_parent_and_the_event_where_it_left() -> None:
    forked = GameForked(turn=1, segment=2, branch="duel-b", parent="duel", at_version=4, at_digest=HEX)
    row = row_after(*OPENING, SegmentClosed(turn=1, segment=1), forked)
    assert (row["parent"], row["at_version"], row["status"], row["turn"], row["segment"]) == (
        "duel",
        4,
        "playing",
        1,
        2,
    )


def test_the_row_carries_version_digest_and_time_of_the_last_event_in_the_store() -> None:
    with Database(memory=True) as db, GameStore.open(":memory:") as store:
        store.append("duel", OPENING, after=-1, recorded_at="2024-05-01T12:00:00Z")
        catch_up(db, store, "duel", [GAMES])
        (row,) = db.table("games").rows
        assert (row["version"], row["digest"]) == store.head("duel")[1:]
        assert row["recorded_at"] == "2024-05-01T12:00:00Z"
