import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from sqlite_utils import Database

from projections.turns import TURNS
from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.game.events import (
    GameForked,
    GameStarted,
    OrdersSealed,
    PlayerJoined,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)
from sits_es.store import Recorded

HEX = "0123456789abcdef" * 4
ROLLED = DiceRolled(actor="Sirius", purpose="repair", object="", index=0, sides=10, faces=(4,))
GAME: tuple[Event, ...] = (
    PlayerJoined(player="red", name="Anna", side="north"),
    GameStarted(),
    OrdersSealed(turn=1, segment=1, player="red", commitment=HEX),
    SeedMade(turn=1, segment=1, seed=HEX),
    ROLLED,
    ROLLED,
    SegmentClosed(turn=1, segment=1),
    OrdersSealed(turn=1, segment=2, player="red", commitment=HEX),
    SeedMade(turn=1, segment=2, seed=HEX, kept=True),
    SegmentClosed(turn=1, segment=2),
    TurnClosed(turn=1),
    ROLLED,
)


def rows_of(events: tuple[Event, ...], cut: int = 0) -> list[dict[str, Any]]:
    """The rows of a game of two steps a turn; its events come in two batches, cut at `cut`."""
    with Database(memory=True) as db:
        model = TURNS
        model.start(db)
        recorded = [Recorded("duel", version, event) for version, event in enumerate(events)]
        model.apply(recorded[:cut], db)
        model.apply(recorded[cut:], db)
        rows = db.table("turns").rows_where(order_by="turn, segment")
        return [{**row, "counts": json.loads(row["counts"])} for row in rows]


def test_each_exchange_has_a_row_with_its_events_its_seed_and_its_counts() -> None:
    common = {"stream": "duel", "seed": None, "kept": 0, "closed": 1}
    assert rows_of(GAME) == [
        common
        | {
            "turn": 0,
            "segment": 0,
            "first_version": 0,
            "last_version": 1,
            "counts": {"game.PlayerJoined": 1, "game.Started": 1},
        },
        common
        | {
            "turn": 1,
            "segment": 1,
            "first_version": 2,
            "last_version": 6,
            "seed": HEX,
            "counts": {"game.OrdersSealed": 1, "game.SeedMade": 1, "dice.Rolled": 2, "game.SegmentClosed": 1},
        },
        common
        | {
            "turn": 1,
            "segment": 2,
            "first_version": 7,
            "last_version": 10,
            "seed": HEX,
            "kept": 1,
            "counts": {"game.OrdersSealed": 1, "game.SeedMade": 1, "game.SegmentClosed": 1, "game.TurnClosed": 1},
        },
        common
        | {
            "turn": 2,
            "segment": 1,
            "first_version": 11,
            "last_version": 11,
            "closed": 0,
            "counts": {"dice.Rolled": 1},
        },
    ]


def test_a_fork_goes_on_in_the_row_of_the_exchange_where_it_restarts() -> None:
    forked = GameForked(turn=1, segment=2, branch="duel-b", parent="duel", at_version=6, at_digest=HEX)
    row = rows_of((*GAME[:7], ROLLED, forked))[-1]
    assert (row["turn"], row["segment"], row["first_version"], row["last_version"]) == (1, 2, 7, 8)


@given(cut=st.integers(0, len(GAME)))
def test_events_that_come_in_two_batches_make_the_same_rows(cut: int) -> None:
    assert rows_of(GAME, cut) == rows_of(GAME)
