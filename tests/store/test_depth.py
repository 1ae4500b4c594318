"""A fork of a fork of a fork costs what a game costs: nobody asks for ancestors who have nothing to say."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from sits_es.store import GameStore, Snapshot
from tests.shared.store_samples import a_store, command_in, cursor_of, effort, numbers

DEEP = 299


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forks of forks, "1" to "299", three facts each, after ten of the game "0"; a snapshot in each."""
    path = tmp_path_factory.mktemp("depth") / "sits.db"
    with a_store(path) as store:
        store.append("0", numbers(10), after=-1, command_id=b"first")
        for depth in range(1, DEEP + 1):
            store.fork(str(depth), str(depth - 1), head(str(depth - 1)), numbers(3), command_id=b"%d" % depth)
            store.save_snapshot(str(depth), Snapshot(head(str(depth)), "code", b"state"))
    return path


@pytest.fixture
def store(written: Path, tmp_path: Path) -> Iterator[GameStore]:
    with a_store(shutil.copy(written, tmp_path)) as opened:
        yield opened


def head(stream: str) -> int:
    return 9 + 3 * int(stream)


def play_on(store: GameStore, stream: str) -> None:
    store.append(stream, numbers(1), after=store.head(stream).version, command_id=b"play " + stream.encode())


WORK: dict[str, Callable[[GameStore, str], object]] = {
    "the end of a branch": lambda store, stream: store.head(stream),
    "its last events": lambda store, stream: list(store.read(stream, after=head(stream) - 2)),
    "a command that nobody gave": lambda store, stream: command_in(store, stream, b"never given"),
    "its newest snapshot": lambda store, stream: store.snapshot(stream, "code"),
    "playing on": play_on,
    "forking it": lambda store, stream: store.fork(f"fork of {stream}", stream, head(stream), numbers(1)),
    "keeping a snapshot": lambda store, stream: store.save_snapshot(stream, Snapshot(head(stream), "new", b"state")),
}


@pytest.mark.parametrize("what", WORK)
def test_depth_costs_nothing(store: GameStore, what: str) -> None:
    store.append("0", numbers(1), after=9)  # the first write looks for what the store lacks
    shallow, deep = [effort(store, partial(WORK[what], store, stream)) for stream in ("1", str(DEEP))]
    assert 0 < deep <= shallow * 1.2


def test_what_a_deep_fork_inherits_is_found(store: GameStore) -> None:
    stream = str(DEEP)
    assert len(list(store.read(stream))) == head(stream) + 1
    assert command_in(store, stream, b"first") == 0
    assert command_in(store, stream, b"7") == 28
    assert command_in(store, "7", b"8") is None
    assert store.snapshot(stream, "code", upto=30) == Snapshot(30, "code", b"state")
    assert store.snapshot(stream, "code", upto=29) == Snapshot(27, "code", b"state")
    assert store.snapshot(stream, "code", upto=11) is None


def test_ancestors_are_asked_for_in_one_statement(store: GameStore) -> None:
    statements: list[str] = []
    with cursor_of(store) as cursor:
        cursor.connection.set_trace_callback(statements.append)
    assert store.snapshot(str(DEEP), "other code") is None
    store.save_snapshot(str(DEEP), Snapshot(0, "other code", b"state"))
    assert store.snapshot("0", "other code") == Snapshot(0, "other code", b"state")
    assert command_in(store, str(DEEP), b"first") == 0
    assert len(list(store.read(str(DEEP), upto=2))) == 3
    with cursor_of(store) as cursor:
        cursor.connection.set_trace_callback(None)
    assert sum("lineage" in text for text in statements) == 5


def test_a_command_is_looked_up_by_its_own_index(store: GameStore) -> None:
    with cursor_of(store) as cursor:
        plan = cursor.execute("EXPLAIN QUERY PLAN SELECT 1 FROM stored_events WHERE command_id = ?", (b"7",)).fetchall()
    (step,) = [row[3] for row in plan]
    assert "INDEX stored_events_caused (command_id=?)" in step
