from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from projections.audit_log import audit_log, search
from projections.catch_up import BATCH, catch_up
from projections.model import Instant, ReadModel
from sits_es.errors import NotNowError
from sits_es.events import Event
from sits_es.game.events import GameCreated, GameForked
from sits_es.rules.xwing.entries.facts import DamageEntered
from sits_es.rules.xwing.setting_up.facts import ShipListed
from sits_es.store import GameStore, Recorded
from sits_es.store.sqlite.tracking import Positions

CREATED = GameCreated(
    game="duel",
    title="A duel",
    system="xwing",
    edition="arcs",
    version=1,
    play="hot seat",
    scenario="duel",
    options={},
    tables={},
    classes={},
)
LISTED = ShipListed(
    ship="Kestrel",
    player="anna",
    side="anna",
    base="small",
    half_angle=None,
    shaded=(),
    turret=None,
    points=(),
    weapons=(),
    shields=0,
    hull=0,
)


def hits(count: int, start: int = 2) -> list[Event]:
    """Facts of which each takes as much hull as its number."""
    return [DamageEntered(ship="Kestrel", shields=0, hull=number) for number in range(start, start + count)]


class Sum(NamedTuple):
    """What the ship has lost by then: a batch that is lost, doubled or out of order shows in every later row."""

    version: int
    sum: int


def sums_of(instant: Instant) -> list[Sum]:
    ships = instant.board.ships
    return [Sum(instant.recorded.version, -ships["Kestrel"].hull if ships else 0)]


SUMS = ReadModel(name="sums", version=1, row=Sum, keys=1, rows=sums_of)


def rows(db: Database, stream: str = "duel") -> list[int]:
    return [total for (total,) in db.execute("SELECT sum FROM sums WHERE stream = ? ORDER BY version", [stream])]


def sums(count: int, more: int = 0) -> list[int]:
    return [more * max(0, version - 1) + sum(range(2, version + 1)) for version in range(count)]


def a_store() -> GameStore:
    """A store in memory."""
    return GameStore.open(":memory:")


@pytest.fixture
def store() -> Iterator[GameStore]:
    """A game of twelve facts."""
    with a_store() as opened:
        opened.append("duel", [CREATED, LISTED, *hits(10)], after=-1)
        yield opened


@pytest.fixture
def db() -> Iterator[Database]:
    with closing(Database(memory=True)) as opened:
        yield opened


def test_what_happened_since_goes_in_batch_by_batch_and_only_once(store: GameStore, db: Database) -> None:
    batches: list[int] = []
    assert catch_up(db, store, "duel", [SUMS], batch=5, told=batches.append) == 12
    assert batches == [5, 5, 2]
    assert rows(db) == sums(12)
    assert catch_up(db, store, "duel", [SUMS], told=batches.append) == 0
    store.append("duel", hits(3, 12), after=11)
    assert catch_up(db, store, "duel", [SUMS], told=batches.append) == 3
    assert batches == [5, 5, 2, 3]
    assert rows(db) == sums(15)


def test_batches_hold_4000_events_unless_told_otherwise(db: Database) -> None:
    batches: list[int] = []
    with a_store() as store:
        store.append("duel", [CREATED, LISTED, *hits(8999)], after=-1)
        catch_up(db, store, "duel", [SUMS], told=batches.append)
    assert BATCH == 4000
    assert batches == [4000, 4000, 1001]
    assert rows(db) == sums(9001)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=6), st.integers(1, 7))
def test_a_rebuild_equals_incremental_work(parts: list[int], batch: int) -> None:
    with a_store() as store, closing(Database(memory=True)) as db, closing(Database(memory=True)) as fresh:
        store.append("duel", [CREATED, LISTED], after=-1)
        for part in parts:
            head = store.head("duel").version
            store.append("duel", hits(part, head + 1), after=head)
            catch_up(db, store, "duel", [SUMS], batch=batch)
        catch_up(fresh, store, "duel", [SUMS])
        assert list(db.iterdump()) == list(fresh.iterdump())
        catch_up(db, store, "duel", [SUMS], batch=batch + 1, anew=True)
        assert list(db.iterdump()) == list(fresh.iterdump())


def test_a_fork_is_taken_in_whole_under_its_own_name(store: GameStore, db: Database) -> None:
    forked = GameForked(turn=1, segment=1, branch="what-if", parent="duel", at_version=4, at_digest="0" * 64)
    store.fork("what-if", "duel", 4, [forked, *hits(1, 100)])
    catch_up(db, store, "duel", [SUMS])
    assert catch_up(db, store, "what-if", [SUMS], batch=2) == 7
    assert rows(db, "what-if") == [*sums(5), sums(5)[-1], sums(5)[-1] + 100]
    catch_up(db, store, "what-if", [SUMS], anew=True)
    assert rows(db, "what-if") == [*sums(5), sums(5)[-1], sums(5)[-1] + 100]
    assert rows(db) == sums(12)


def failing_at(version: int) -> ReadModel:
    """A read model that fails at an event."""

    def failing(instant: Instant) -> list[Sum]:
        if instant.recorded.version == version:
            raise RuntimeError("the lights went out")
        return sums_of(instant)

    return evolve(SUMS, rows=failing)


def test_a_batch_that_fails_leaves_neither_rows_nor_position_and_is_done_again(store: GameStore, db: Database) -> None:
    with pytest.raises(RuntimeError, match="the lights went out"):
        catch_up(db, store, "duel", [failing_at(7)], batch=5)
    assert rows(db) == sums(5)
    assert Positions(db.conn).max_tracking_id("duel") == 4
    assert Positions(db.conn).all() == {"duel": ("duel", 4, next(store.read("duel", after=3)).digest)}
    catch_up(db, store, "duel", [SUMS], batch=5)
    assert rows(db) == sums(12)


def one_more(instant: Instant) -> list[Sum]:
    """What another version says: one more for each hit."""
    (row,) = sums_of(instant)
    return [row._replace(sum=row.sum + max(0, row.version - 1))]


class Wider(NamedTuple):
    version: int
    sum: int
    more: str | None = None


def test_a_changed_version_is_worked_out_anew_for_every_game(store: GameStore, db: Database) -> None:
    store.append("other", [CREATED, LISTED, *hits(3)], after=-1)
    for stream in ("duel", "other"):
        catch_up(db, store, stream, [SUMS])
    changed = evolve(SUMS, version=2, rows=one_more)
    catch_up(db, store, "duel", [changed])
    assert rows(db) == sums(12, more=1)
    assert rows(db, "other") == []
    catch_up(db, store, "other", [changed])
    assert rows(db, "other") == sums(5, more=1)


def test_a_version_whose_last_game_is_gone_leaves_no_old_tables_behind(db: Database) -> None:
    wider = evolve(SUMS, version=2, row=Wider, rows=lambda instant: [Wider(*row) for row in one_more(instant)])
    with a_store() as first, a_store() as second:
        first.append("duel", [CREATED, LISTED, *hits(3)], after=-1)
        catch_up(db, first, "duel", [SUMS])
        catch_up(db, second, "duel", [SUMS])
        assert rows(db) == []
        second.append("other", [CREATED, LISTED, *hits(3)], after=-1)
        catch_up(db, second, "other", [wider])
    assert rows(db, "other") == sums(5, more=1)
    assert "more" in db.table("sums").columns_dict


def test_at_the_head_no_lock_is_taken(store: GameStore, tmp_path: Path) -> None:
    path = tmp_path / "views.db"
    with closing(Database(path)) as db, closing(sqlite3.connect(path)) as other:
        catch_up(db, store, "duel", [SUMS])
        other.execute("BEGIN IMMEDIATE")
        assert catch_up(db, store, "duel", [SUMS]) == 0


@pytest.mark.parametrize("count", [3, 12, 20])
def test_a_store_that_was_exchanged_is_noticed(store: GameStore, db: Database, count: int) -> None:
    catch_up(db, store, "duel", [SUMS])
    with a_store() as other:
        other.append("duel", [CREATED, LISTED, *hits(count - 2, 3)], after=-1)
        catch_up(db, other, "duel", [SUMS])
    assert rows(db) == sums(count, more=1)


def test_the_file_can_be_deleted_and_comes_back_the_same(store: GameStore, tmp_path: Path) -> None:
    path = tmp_path / "views.db"
    dumps = []
    for _ in range(2):
        with closing(Database(path)) as db:
            catch_up(db, store, "duel", [SUMS])
            dumps.append(list(db.iterdump()))
        path.unlink()
    assert dumps[0] == dumps[1]


def test_a_second_program_that_catches_up_at_the_same_time_does_no_harm(store: GameStore, tmp_path: Path) -> None:
    path = tmp_path / "views.db"

    with closing(Database(path)) as db, closing(Database(path)) as other:

        class Interrupted:
            """A store during whose reading somebody else catches up, and once begins again."""

            def __init__(self) -> None:
                self.meanwhile: list[Any] = [
                    lambda: catch_up(other, store, "duel", [SUMS], batch=4),
                    lambda: catch_up(other, store, "duel", [SUMS], batch=3, anew=True),
                ]

            def __getattr__(self, name: str) -> Any:
                return getattr(store, name)

            def read(self, stream: str, **stretch: Any) -> Iterator[Recorded]:
                events = list(store.read(stream, **stretch))
                if self.meanwhile:
                    self.meanwhile.pop(0)()
                return iter(events)

        store.append("duel", hits(8, 12), after=11)
        catch_up(db, Interrupted(), "duel", [SUMS], batch=5)  # type: ignore[arg-type]
        assert rows(db) == sums(20)
        store.append("duel", hits(2, 20), after=19)
        catch_up(db, store, "duel", [SUMS])
        assert rows(db) == sums(22)


def test_a_program_that_holds_the_file_is_named(store: GameStore, tmp_path: Path) -> None:
    path = tmp_path / "views.db"
    with closing(Database(sqlite3.connect(path, timeout=0.1))) as db, closing(sqlite3.connect(path)) as other:
        catch_up(db, store, "duel", [SUMS])
        store.append("duel", hits(1, 12), after=11)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotNowError) as refused:
            catch_up(db, store, "duel", [SUMS])
        assert str(refused.value) == ("Another program is still updating the views. Nothing is lost; try again.")


def test_a_searchable_log_is_rebuilt_with_its_index() -> None:
    with a_store() as store, closing(Database(memory=True)) as db:
        store.append("duel", [CREATED, LISTED, *hits(1)], after=-1)
        for version in (1, 1, 2):
            log = evolve(audit_log(lambda event: f"{type(event).__name__} happened", lambda _: None), version=version)
            catch_up(db, store, "duel", [log])
            assert [row.version for row in search(db, "duel", "DamageEntered")] == [2]
            catch_up(db, store, "duel", [log], anew=True)
            assert [row.version for row in search(db, "duel", "happened")] == [0, 1, 2]
