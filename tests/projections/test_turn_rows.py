import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from sqlite_utils import Database

from projections.audit_log import audit_log
from projections.catch_up import catch_up
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
from sits_es.game.story import teller
from sits_es.rules import system
from sits_es.store import GameStore
from tests.projections.test_game_rows import CREATED

HEX = "0123456789abcdef" * 4
ROLLED = DiceRolled(actor="Sirius", purpose="repair", object="", index=0, sides=10, faces=(4,))
GAME: tuple[Event, ...] = (
    CREATED,
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


def course(events: tuple[Event, ...], cut: int = 1) -> list[dict[str, Any]]:
    """The course of a game; its events come in two batches, cut at `cut`."""
    with GameStore.open(":memory:") as store, Database(memory=True) as db:
        log = audit_log(teller(system("sits")), lambda _: None)
        store.append("duel", events[:cut], after=-1)
        catch_up(db, store, "duel", [log])
        store.append("duel", events[cut:], after=cut - 1)
        catch_up(db, store, "duel", [log])
        rows = db.query("SELECT * FROM turns ORDER BY turn, segment")
        return [{**row, "counts": json.loads(row["counts"])} for row in rows]


def test_each_exchange_has_a_row_with_its_events_its_seed_and_its_counts() -> None:
    common = {"stream": "duel", "dice": None, "closed": 1}
    assert course(GAME) == [
        common
        | {
            "turn": 0,
            "segment": 0,
            "first_version": 0,
            "last_version": 2,
            "counts": {"game.Created": 1, "game.PlayerJoined": 1, "game.Started": 1},
        },
        common
        | {
            "turn": 1,
            "segment": 1,
            "first_version": 3,
            "last_version": 7,
            "dice": f"The dice of 1.1 are seeded with {HEX[:16]}.",
            "counts": {"game.OrdersSealed": 1, "game.SeedMade": 1, "dice.Rolled": 2, "game.SegmentClosed": 1},
        },
        common
        | {
            "turn": 1,
            "segment": 2,
            "first_version": 8,
            "last_version": 11,
            "dice": f"The dice of 1.2 keep the parent's seed {HEX[:16]}.",
            "counts": {"game.OrdersSealed": 1, "game.SeedMade": 1, "game.SegmentClosed": 1, "game.TurnClosed": 1},
        },
        common
        | {
            "turn": 2,
            "segment": 1,
            "first_version": 12,
            "last_version": 12,
            "closed": 0,
            "counts": {"dice.Rolled": 1},
        },
    ]


def test_a_fork_goes_on_in_the_row_of_the_exchange_where_it_restarts() -> None:
    forked = GameForked(turn=1, segment=2, branch="duel-b", parent="duel", at_version=6, at_digest=HEX)
    row = course((*GAME[:8], ROLLED, forked))[-1]
    assert (row["turn"], row["segment"], row["first_version"], row["last_version"]) == (1, 2, 8, 9)


@given(cut=st.integers(1, len(GAME)))
def test_events_that_come_in_two_batches_make_the_same_rows(cut: int) -> None:
    assert course(GAME, cut) == course(GAME)
