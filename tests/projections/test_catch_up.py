from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from attrs import define, evolve, field, frozen
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from projections.audit_log import audit_log, search
from projections.catch_up import BATCH, Projection, catch_up, rebuild
from projections.model import OneGame, ReadModel, Table
from sits_es.errors import NotNowError
from sits_es.store import GameStore, Head, Recorded
from sits_es.store.sqlite.tracking import Positions
from tests.shared.store_samples import Counted, a_store, numbers


@define
class Sums:
    """A running sum per event, so that a batch that is lost, doubled or out of order shows in every later row."""

    name: str = "sums"
    version: int = 1
    tables: Sequence[str] = ("sums",)
    batches: list[int] = field(factory=list)
    fails_at: int | None = None

    def start(self, db: Database) -> None:
        db.table("sums").create(
            {"stream": str, "version": int, "sum": int}, pk=("stream", "version"), if_not_exists=True
        )

    def apply(self, batch: Sequence[Recorded], db: Database) -> None:
        self.batches.append(len(batch))
        stream = batch[0].stream
        before = db.execute("SELECT sum FROM sums WHERE stream = ? ORDER BY version DESC LIMIT 1", [stream]).fetchone()
        total = before[0] if before else 0
        rows = []
        for recorded in batch:
            assert isinstance(recorded.event, Counted)
            total += recorded.event.number * self.version
            rows.append({"stream": recorded.stream, "version": recorded.version, "sum": total})
        db.table("sums").insert_all(rows)
        if self.fails_at is not None and batch[-1].version >= self.fails_at:
            raise RuntimeError("the lights went out")


def rows(db: Database, stream: str = "duel") -> list[int]:
    return [total for (total,) in db.execute("SELECT sum FROM sums WHERE stream = ? ORDER BY version", [stream])]


def sums(count: int, times: int = 1) -> list[int]:
    return [times * number * (number + 1) // 2 for number in range(count)]


@pytest.fixture
def store() -> Iterator[GameStore]:
    with a_store() as opened:
        opened.append("duel", numbers(12), after=-1)
        yield opened


@pytest.fixture
def db() -> Iterator[Database]:
    with closing(Database(memory=True)) as opened:
        yield opened


def test_what_happened_since_goes_in_batch_by_batch_and_only_once(store: GameStore, db: Database) -> None:
    model = Sums()
    assert catch_up(db, store, "duel", [model], batch=5) == 12
    assert model.batches == [5, 5, 2]
    assert rows(db) == sums(12)
    assert catch_up(db, store, "duel", [model]) == 0
    store.append("duel", numbers(3, start=12), after=11)
    assert catch_up(db, store, "duel", [model]) == 3
    assert model.batches == [5, 5, 2, 3]
    assert rows(db) == sums(15)


def test_batches_hold_4000_events_unless_told_otherwise(db: Database) -> None:
    model = Sums()
    with a_store() as store:
        store.append("duel", numbers(9001), after=-1)
        catch_up(db, store, "duel", [model])
    assert BATCH == 4000
    assert model.batches == [4000, 4000, 1001]
    assert rows(db) == sums(9001)


@settings(max_examples=30)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=6), st.integers(1, 7))
def test_a_rebuild_equals_incremental_work(parts: list[int], batch: int) -> None:
    with a_store() as store, closing(Database(memory=True)) as db, closing(Database(memory=True)) as fresh:
        for part in parts:
            head = store.head("duel").version
            store.append("duel", numbers(part, start=head + 1), after=head)
            catch_up(db, store, "duel", [Sums()], batch=batch)
        catch_up(fresh, store, "duel", [Sums()])
        assert list(db.iterdump()) == list(fresh.iterdump())
        rebuild(db, store, "duel", [Sums()], batch=batch + 1)
        assert list(db.iterdump()) == list(fresh.iterdump())


def test_a_fork_is_projected_whole_under_its_own_name(store: GameStore, db: Database) -> None:
    store.fork("what-if", "duel", 4, [Counted(number=100)])
    catch_up(db, store, "duel", [Sums()])
    assert catch_up(db, store, "what-if", [Sums()], batch=2) == 6
    assert rows(db, "what-if") == [*sums(5), 110]
    rebuild(db, store, "what-if", [Sums()])
    assert rows(db, "what-if") == [*sums(5), 110]
    assert rows(db) == sums(12)


def test_projections_at_different_places_are_each_brought_to_the_head(store: GameStore, db: Database) -> None:
    @define
    class Versions(Sums):
        name: str = "versions"
        tables: Sequence[str] = ("versions",)

        def start(self, db: Database) -> None:
            db.table("versions").create({"stream": str, "version": int}, pk="version", if_not_exists=True)

        def apply(self, batch: Sequence[Recorded], db: Database) -> None:
            db.table("versions").insert_all({"stream": one.stream, "version": one.version} for one in batch)

    first = Sums()
    catch_up(db, store, "duel", [first], batch=5)
    store.append("duel", numbers(3, start=12), after=11)
    catch_up(db, store, "duel", [first, Versions()], batch=5)
    assert rows(db) == sums(15)
    assert [row["version"] for row in db.table("versions").rows] == list(range(15))


def test_no_projections_take_in_nothing(store: GameStore, db: Database) -> None:
    assert catch_up(db, store, "duel", []) == 0


def test_a_batch_that_fails_leaves_neither_rows_nor_position_and_is_done_again(store: GameStore, db: Database) -> None:
    with pytest.raises(RuntimeError, match="the lights went out"):
        catch_up(db, store, "duel", [Sums(fails_at=7)], batch=5)
    assert rows(db) == sums(5)
    assert Positions(db.conn).max_tracking_id("sums/1/duel") == 4
    assert Positions(db.conn).by_name() == {"sums/1/duel": (4, next(store.read("duel", after=3)).digest)}
    catch_up(db, store, "duel", [Sums()], batch=5)
    assert rows(db) == sums(12)


def test_a_changed_version_is_worked_out_anew_for_every_game(store: GameStore, db: Database) -> None:
    store.append("other", numbers(3), after=-1)
    for stream in ("duel", "other"):
        catch_up(db, store, stream, [Sums()])
    catch_up(db, store, "duel", [Sums(version=2)])
    assert rows(db) == sums(12, times=2)
    assert rows(db, "other") == []
    catch_up(db, store, "other", [Sums(version=2)])
    assert rows(db, "other") == sums(3, times=2)


def test_a_version_whose_last_game_is_gone_leaves_no_old_tables_behind(db: Database) -> None:
    @define
    class Other(Sums):
        version: int = 2

        def start(self, db: Database) -> None:
            db.table("sums").create({"stream": str, "version": int, "sum": int, "more": str}, pk=("stream", "version"))

    with a_store() as first, a_store() as second:
        first.append("duel", numbers(3), after=-1)
        catch_up(db, first, "duel", [Sums()])
        catch_up(db, second, "duel", [Sums()])
        assert rows(db) == []
        second.append("other", numbers(3), after=-1)
        catch_up(db, second, "other", [Other()])
    assert rows(db, "other") == sums(3, times=2)
    assert "more" in db.table("sums").columns_dict


def test_at_the_head_no_lock_is_taken(store: GameStore, tmp_path: Path) -> None:
    path = tmp_path / "views.db"
    with closing(Database(path)) as db, closing(sqlite3.connect(path)) as other:
        catch_up(db, store, "duel", [Sums()])
        other.execute("BEGIN IMMEDIATE")
        assert catch_up(db, store, "duel", [Sums()]) == 0


@pytest.mark.parametrize("count", [3, 12, 20])
def test_a_store_that_was_exchanged_is_noticed(store: GameStore, db: Database, count: int) -> None:
    catch_up(db, store, "duel", [Sums()])
    with a_store() as other:
        other.append("duel", numbers(count, start=1), after=-1)
        catch_up(db, other, "duel", [Sums()])
    assert rows(db) == [total + place + 1 for place, total in enumerate(sums(count))]


def test_the_file_can_be_deleted_and_comes_back_the_same(store: GameStore, tmp_path: Path) -> None:
    path = tmp_path / "views.db"
    dumps = []
    for _ in range(2):
        with closing(Database(path)) as db:
            catch_up(db, store, "duel", [Sums()])
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
                    lambda: catch_up(other, store, "duel", [Sums()], batch=4),
                    lambda: rebuild(other, store, "duel", [Sums()], batch=3),
                ]

            def head(self, stream: str) -> Head:
                return store.head(stream)

            def read(self, stream: str, **stretch: Any) -> Iterator[Recorded]:
                events = list(store.read(stream, **stretch))
                if self.meanwhile:
                    self.meanwhile.pop(0)()
                return iter(events)

        store.append("duel", numbers(8, start=12), after=11)
        catch_up(db, Interrupted(), "duel", [Sums()], batch=5)  # type: ignore[arg-type]
        assert rows(db) == sums(20)
        store.append("duel", numbers(2, start=20), after=19)
        catch_up(db, store, "duel", [Sums()])
        assert rows(db) == sums(22)


def test_a_program_that_holds_the_file_is_named(store: GameStore, tmp_path: Path) -> None:
    path = tmp_path / "views.db"
    with closing(Database(sqlite3.connect(path, timeout=0.1))) as db, closing(sqlite3.connect(path)) as other:
        catch_up(db, store, "duel", [Sums()])
        store.append("duel", numbers(1), after=11)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotNowError) as refused:
            catch_up(db, store, "duel", [Sums()])
        assert str(refused.value) == (
            "Another program is bringing the views up to date and does not finish. Nothing is lost; try again."
        )


@frozen
class Row:
    stream: str
    version: int
    number: int


@define
class OneRow(OneGame):
    """The last version of a game, and the sum of its numbers."""

    row: Row = Row("", -1, 0)

    def take(self, events: Sequence[Recorded]) -> list[Row]:
        added = sum(each.event.number for each in events if isinstance(each.event, Counted))
        self.row = evolve(self.row, stream=self.stream, version=events[-1].version, number=self.row.number + added)
        return [self.row]


def test_a_read_model_with_a_state_of_its_own_is_a_projection(store: GameStore, db: Database) -> None:
    model: Projection = ReadModel(name="row", version=1, table=Table("rows", Row, ("stream",)), rows=OneRow)
    for _ in range(2):
        catch_up(db, store, "duel", [model], batch=5)
        assert list(db.table("rows").rows) == [{"stream": "duel", "version": 11, "number": 66}]
        rebuild(db, store, "duel", [model])


def test_a_searchable_log_is_rebuilt_with_its_index() -> None:
    from sits_es.game.events import GameStarted, PlayerJoined

    with GameStore.open(":memory:") as store, closing(Database(memory=True)) as db:
        store.append("duel", [PlayerJoined(player="red", name="Anna", side="north"), GameStarted()], after=-1)
        for version in (1, 1, 2):
            log = evolve(audit_log(lambda event: f"{type(event).__name__} happened", lambda _: None), version=version)
            catch_up(db, store, "duel", [log])
            assert [row.version for row in search(db, "duel", "GameStarted")] == [1]
            rebuild(db, store, "duel", [log])
            assert [row.version for row in search(db, "duel", "happened")] == [0, 1]
