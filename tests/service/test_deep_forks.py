"""A fork of a fork of a fork is replayed, checked and listed as a game is: its line is not asked for per event."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sits_es.service.forks import branches_of
from sits_es.service.replay import played, stretch, verify
from sits_es.service.session import Session
from sits_es.store import GameStore
from tests.benchmarks.grown_stores import Stores
from tests.shared.counting import counting
from tests.shared.store_samples import a_store, cursor_of, effort, numbers

#: Forks in a line, each an exchange further than the one that it leaves.
FEW, MANY = 10, 40

WORK: dict[str, Callable[[Session], object]] = {
    "replay": lambda session: list(played(session, "deep", stretch(session, "deep"))),
    "replay --verify": lambda session: verify(session, "deep", stretch(session, "deep")),
    "show": lambda session: session.fold("deep"),
    "branches": lambda session: branches_of(session, "deep"),
}


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    made = Stores(tmp_path_factory.mktemp("deep"))
    return {depth: made.forks(depth) for depth in (FEW, MANY)}


@pytest.mark.parametrize("what", WORK)
def test_what_the_store_does_grows_with_the_forks_and_not_with_their_square(stores: dict[int, Path], what: str) -> None:
    steps = {}
    for depth, folder in stores.items():
        with Session.open(folder) as session:
            steps[depth] = effort(session.store, lambda: WORK[what](session))
    assert 0 < steps[MANY] < steps[FEW] * MANY / FEW * 1.3


@pytest.mark.parametrize("what", ["replay", "branches"])
def test_nothing_is_read_or_folded_twice(stores: dict[int, Path], what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Session.open(stores[MANY]) as session, monkeypatch.context() as patch:
        count = counting(patch)
        WORK[what](session)
    assert count.read
    assert count.once(), [count.read.most_common(3), count.folded.most_common(3)]


def test_runs_of_events_are_read_as_each_would_be(tmp_path: Path) -> None:
    with a_store(tmp_path / "sits.db") as store:
        store.append("0", numbers(10), after=-1)
        for depth in range(1, 6):
            store.fork(str(depth), str(depth - 1), 9 + 3 * (depth - 1), numbers(3))
        whole = list(store.read("5"))
        runs = [(-1, 0), (3, 11), (12, 13), (15, 99)]
        assert list(store.read_runs("5", runs)) == [
            each for each in whole if any(after < each.version <= upto for after, upto in runs)
        ]
        assert lines_asked_for(store, lambda: list(store.read_runs("5", runs))) == 1


def lines_asked_for(store: GameStore, work: Callable[[], object]) -> int:
    """How many statements ask for lineage."""
    statements: list[str] = []
    with cursor_of(store) as cursor:
        cursor.connection.set_trace_callback(statements.append)
    work()
    with cursor_of(store) as cursor:
        cursor.connection.set_trace_callback(None)
    return sum("lineage" in text for text in statements)
