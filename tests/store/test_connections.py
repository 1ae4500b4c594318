"""A store may be closed while other threads read and write: nobody's connection is taken away meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from sits_es.store import GameStore
from sits_es.store.sqlite import datastore
from sits_es.store.sqlite.datastore import ClosedError, Connections, Datastore
from tests.shared.store_samples import a_store, cursor_of, file_of, numbers


@pytest.fixture(params=["a file", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GameStore]:
    with a_store(tmp_path / "sits.db" if request.param == "a file" else ":memory:") as opened:
        opened.append("duel", numbers(3), after=-1)
        yield opened


@pytest.fixture
def others() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor() as threads:
        yield threads


class Guest:
    """Somebody who keeps a transaction open in a thread of its own until it is let go, and then looks once more."""

    def __init__(self, store: GameStore, others: ThreadPoolExecutor, *, commit: bool) -> None:
        self._store = store
        self._commit = commit
        self._inside, self._enough = Event(), Event()
        self._seen = others.submit(self._stay)
        assert self._inside.wait(20)

    def _stay(self) -> int:
        with cursor_of(self._store, commit=self._commit) as cursor:
            self._inside.set()
            assert self._enough.wait(20)
            return len(cursor.execute("SELECT * FROM stored_events").fetchall())

    def leave(self) -> int:
        self._enough.set()
        return self._seen.result(20)


def pool_of(store: GameStore) -> Any:
    return file_of(store).connections


def until(condition: Callable[[], bool]) -> None:
    while not condition():
        time.sleep(0.001)


@pytest.mark.parametrize("commit", [False, True])
def test_closing_waits_for_whoever_is_still_at_it(store: GameStore, others: ThreadPoolExecutor, commit: bool) -> None:
    guest = Guest(store, others, commit=commit)
    closed = others.submit(store.close)
    until(lambda: pool_of(store).closing)
    with pytest.raises(ClosedError):
        store.head("duel")
    assert not closed.done()
    assert guest.leave() == 3
    closed.result(20)
    assert (pool_of(store).used, pool_of(store).idle) == ({}, [])
    with pytest.raises(ClosedError):
        store.head("duel")


def test_who_waits_for_his_turn_is_told_when_a_store_is_closed(
    store: GameStore, others: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(datastore, "MOST", 1)
    guest = Guest(store, others, commit=True)
    waiting: list[Future[object]] = [others.submit(store.append, "duel", numbers(1), after=2) for _ in range(2)]
    waiting += [others.submit(store.head, "duel") for _ in range(2)]
    until(lambda: len(pool_of(store)._changed._waiters) == len(waiting))
    closed = others.submit(store.close)
    until(lambda: pool_of(store).closing)
    assert guest.leave() == 3
    closed.result(20)
    assert all(isinstance(each.exception(20), ClosedError) for each in waiting)


def test_a_connection_that_is_kept_too_long_is_closed_when_it_comes_back(
    store: GameStore, others: ThreadPoolExecutor
) -> None:
    guest = Guest(store, others, commit=False)
    pool = pool_of(store)
    pool.patience = 0.01
    store.close()
    assert (len(pool.used), pool.idle) == (1, [])
    assert guest.leave() == 3
    until(lambda: not pool.used)
    assert pool.idle == []
    store.close()


def test_a_connection_that_does_not_come_free_is_refused() -> None:
    pool = Connections(":memory:", wait=0, looking=False)
    pool.patience = 0.01
    used = pool.take(commit=True)
    with pytest.raises(TimeoutError, match=r"^No connection to :memory: became free within 0\.01 seconds\.$"):
        pool.take(commit=True)
    pool.give_back(used)
    pool.close()


def test_nobody_waits_for_himself(store: GameStore) -> None:
    pool = pool_of(store)
    pool.patience = 3600
    with cursor_of(store) as cursor:
        store.close()
        assert pool.used
        assert cursor.execute("SELECT 7").fetchone() == (7,)
    assert (pool.used, pool.idle) == ({}, [])


def test_a_store_that_is_closed_twice_is_closed(store: GameStore) -> None:
    store.close()
    store.close()
    assert (pool_of(store).used, pool_of(store).idle) == ({}, [])


def test_a_datastore_that_nobody_knows_any_more_leaves_nothing_open(tmp_path: Path) -> None:
    file = Datastore(str(tmp_path / "sits.db"))
    pool = file.connections
    with file.work(commit=False) as cursor:
        del file
        assert cursor.execute("SELECT 7").fetchone() == (7,)
    assert (pool.closing, pool.used, pool.idle) == (True, {}, [])
