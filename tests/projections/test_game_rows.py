import json
from typing import Literal

import pytest
from sqlite_utils import Database

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
from sits_es.store import GameStore, Recorded
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
    tables={},
    classes={},
)
OPENING: tuple[Event, ...] = (
    CREATED,
    PlayerJoined(player="blue", name="Bert", side="south"),
    PlayerJoined(player="red", name="Anna", side="north"),
    GameStarted(),
)


def row_after(*events: Event) -> GameRow:
    """The row of a game after these events, by way of the table and back."""
    with Database(memory=True) as db:
        model = GAMES
        model.start(db)
        model.apply([Recorded("duel", version, event, f"{version:064x}") for version, event in enumerate(events)], db)
        (row,) = db.table("games").rows
        return GameRow(**{**row, "players": json.loads(row["players"])})


@pytest.mark.parametrize("role", ["umpire", "spectator"])
def test_who_takes_no_side_is_listed_with_what_he_is(role: Literal["umpire", "spectator"]) -> None:
    joined = PlayerJoined(player="uma", name="Uma", side=None, role=role)
    assert row_after(CREATED, joined, GameStarted()).players == {"uma": {"name": "Uma", "side": role, "role": role}}


def test_a_game_that_has_begun_owes_orders_for_its_first_exchange() -> None:
    assert row_after(*OPENING) == GameRow(
        stream="duel",
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
        version=3,
        digest=f"{3:064x}",
    )


@each_row(
    ("events", "place", "step", "status"),
    [
        ((), (0, 0), "set-up", "set-up"),
        ((GameStarted(),), (1, 1), "1", "playing"),
        ((GameStarted(), SegmentClosed(turn=1, segment=1)), (1, 2), "2", "playing"),
        ((GameStarted(), SegmentClosed(turn=1, segment=8)), (1, 9), "break", "playing"),
        ((GameStarted(), SegmentClosed(turn=1, segment=9), TurnClosed(turn=1)), (2, 1), "1", "playing"),
        (
            (
                GameStarted(),
                SegmentClosed(turn=1, segment=2),
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
    assert ((row.turn, row.segment), row.step, row.status) == (place, step, status)
    assert row.outcome == ("Only north has ships left." if status == "over" else None)


def test_a_fork_names_its_parent_and_the_event_where_it_left() -> None:
    forked = GameForked(turn=1, segment=2, branch="duel-b", parent="duel", at_version=4, at_digest=HEX)
    row = row_after(*OPENING, SegmentClosed(turn=1, segment=1), forked)
    assert (row.parent, row.at_version, row.status, row.turn, row.segment) == ("duel", 4, "playing", 1, 2)


def test_the_row_carries_version_digest_and_time_of_the_last_event_in_the_store() -> None:
    with Database(memory=True) as db:
        model = GAMES
        model.start(db)
        with GameStore.open(":memory:") as store:
            store.append("duel", OPENING, after=-1, recorded_at="2024-05-01T12:00:00Z")
            head = store.head("duel")
            model.apply(list(store.read("duel")), db)
        (row,) = db.table("games").rows
        assert (row["version"], row["digest"], row["recorded_at"]) == (3, head.digest, "2024-05-01T12:00:00Z")
