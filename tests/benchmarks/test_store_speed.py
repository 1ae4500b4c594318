"""Parts of the event store against plain SQLite: ratios of one run. What has a goal stands in `tests.benchmarks.speed`.

Every figure is the median over rounds of baseline / ours, both measured in the same round: 1 is as fast, above is
faster. Nothing here judges a time; what is asserted is that both did the same work.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from attrs import frozen
from pytest_benchmark.fixture import BenchmarkFixture

from sits_es.events import Event, Registry
from sits_es.store import GameStore, Snapshot
from sits_es.store.sqlite.schema import OBJECTS
from tests.benchmarks.stopwatch import clock_ratio

pytestmark = pytest.mark.long

REGISTRY = Registry()
SECRET = bytes(range(32))
GAME = 10_000
SEGMENT = 50


@frozen(kw_only=True)
class Place:
    a: int
    c: int
    up: int


@REGISTRY.event("speed.Moved")
@frozen(kw_only=True)
class Moved(Event):
    """An event of middling size: some two hundred bytes, values within values, a tuple and an optional field."""

    ship: str
    turn: int
    segment: int
    start: Place
    end: Place
    path: tuple[Place, ...]
    window: str
    note: str | None = None


def moved(number: int) -> Moved:
    here = Place(a=number % 97, c=-(number % 31), up=number % 7)
    there = Place(a=number % 89, c=number % 13, up=-2)
    return Moved(
        ship=f"Fearless {number % 4}", turn=number // 400, segment=number // 50 % 8 + 1, start=here, end=there,
        path=(here, there), window="B/C+",
    )  # fmt: skip


EVENTS: list[Event] = [moved(number) for number in range(GAME)]


def report(benchmark: BenchmarkFixture, what: str, found: float, goal: float | None = None) -> None:
    benchmark.extra_info[what] = round(found, 3)
    benchmark.extra_info["goal"] = goal
    print(f"\n{what}: {found:.3g}" + (f" (goal {goal})" if goal else ""))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a game of 10,000 events, snapshots of it, and a row of twenty forks of forks of it."""
    path = tmp_path_factory.mktemp("speed") / "sits.db"
    with GameStore.open(path, registry=REGISTRY, secret=SECRET) as store:
        for first in range(0, GAME, SEGMENT):
            store.append("game", EVENTS[first : first + SEGMENT], after=first - 1)
        store.save_snapshot("game", Snapshot(GAME - SEGMENT - 1, "print", b"s" * 4096))
        parent, share = "game", GAME // 20
        for depth in range(1, 20):
            at = depth * share - 1
            store.fork(f"depth {depth}", parent, at, EVENTS[at + 1 : at + 1 + share])
            parent = f"depth {depth}"
    return path


@pytest.fixture
def store(path: Path) -> Iterator[GameStore]:
    with GameStore.open(path, registry=REGISTRY, secret=SECRET) as opened:
        yield opened


def plain_file(path: Path, *, guarded: bool = False) -> sqlite3.Connection:
    """A file with the same table, written by hand, as safely: the log is flushed at every commit."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    for name in OBJECTS if guarded else ("stored_events",):
        db.execute(OBJECTS[name])
    return db


def test_append_with_a_snapshot_every_hundred_events(benchmark: BenchmarkFixture, rounds: int, tmp_path: Path) -> None:
    """What the snapshots add to the time of appending; the state comes encoded."""
    state = b"s" * 4096
    with GameStore.open(tmp_path / "sits.db", registry=REGISTRY, secret=SECRET) as store:

        def play(stream: str, *, snapshots: bool) -> None:
            for first in range(0, 2000, SEGMENT):
                last = first + SEGMENT - 1
                keep = Snapshot(last, "print", state) if snapshots and last % 100 == 99 else None
                store.append(stream, EVENTS[first : first + SEGMENT], after=first - 1, snapshot=keep)

        names = map(str, count())
        kept = clock_ratio(
            lambda: play(next(names), snapshots=True), lambda: play(next(names), snapshots=False), rounds
        )
        report(benchmark, "snapshots, share of append", kept - 1, 0.15)
        benchmark(lambda: play(next(names), snapshots=True))
        assert store.drop_snapshots() >= 20


def test_replay_with_every_link_verified(
    benchmark: BenchmarkFixture, rounds: int, store: GameStore, path: Path
) -> None:
    """Ten thousand events read, verified and decoded, against plain SQLite reading the same rows and no more."""
    with closing(sqlite3.connect(path)) as raw:

        def plainly() -> int:
            return len(
                raw.execute(
                    "SELECT originator_version, topic, state, previous, digest FROM stored_events "
                    "WHERE originator_id = 'game' ORDER BY originator_version"
                ).fetchall()
            )

        def verified() -> int:
            return sum(1 for _ in store.read("game"))

        assert plainly() == verified() == GAME
        report(benchmark, "verified replay against plain rows", clock_ratio(plainly, verified, rounds))
        assert benchmark(verified) == GAME


def test_a_fork_against_a_copy(
    benchmark: BenchmarkFixture, rounds: int, store: GameStore, path: Path, tmp_path: Path
) -> None:
    """A row of lineage and one first event, against INSERT ... SELECT of ten thousand rows, guarded alike."""
    names = map(str, count())
    with closing(plain_file(tmp_path / "copies.db", guarded=True)) as raw:
        raw.execute("ATTACH ? AS sits", (str(path),))
        raw.execute("INSERT INTO stored_events SELECT * FROM sits.stored_events WHERE originator_id = 'game'")

        def copy() -> None:
            raw.execute(
                "INSERT INTO stored_events SELECT NULL, ?, originator_version, topic, state, previous, digest, "
                "command_id, recorded_at FROM stored_events WHERE originator_id = 'game' ORDER BY originator_version",
                (next(names),),
            )

        def fork() -> None:
            store.fork(f"fork {next(names)}", "game", GAME - 1, EVENTS[:1])

        report(benchmark, "fork against a copy", clock_ratio(copy, fork, rounds, times=20), 90)
        benchmark(fork)
        assert raw.execute("SELECT COUNT(*) FROM stored_events").fetchone() == (GAME * (rounds + 1),)


def test_reading_at_branch_depth_twenty(benchmark: BenchmarkFixture, rounds: int, store: GameStore) -> None:
    """Ten thousand events in twenty stretches, one range select each, against the same events in one stream."""

    def deep() -> int:
        return sum(1 for _ in store.read("depth 19"))

    def flat() -> int:
        return sum(1 for _ in store.read("game"))

    assert deep() == flat() == GAME
    report(benchmark, "branch depth 20 against one stream", clock_ratio(flat, deep, rounds), 0.95)
    assert benchmark(deep) == GAME
