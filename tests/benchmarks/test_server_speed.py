"""The store on a PostgreSQL server against raw psycopg doing the same rows: ratios of one run.

Both are as safe from a power cut: the server flushes its log at every commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sits_es.store import GameStore
from sits_es.store.chain import GENESIS, ChainedRow, chained
from sits_es.store.codec import Codec
from tests.benchmarks.stopwatch import clock_ratio
from tests.benchmarks.test_store_speed import EVENTS, GAME, REGISTRY, SECRET, SEGMENT, report
from tests.shared.postgres import Cluster, cluster

pytestmark = pytest.mark.long

#: Events of a game that is appended in one round.
PLAYED = 2000
COLUMNS = "originator_id, originator_version, topic, state, previous, digest, command_id, recorded_at"


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with cluster(durable=True) as running:
        yield running


@pytest.fixture(scope="module")
def url(server: Cluster) -> str:
    return server.fresh()


@pytest.fixture
def store(url: str) -> Iterator[GameStore]:
    with GameStore.open(url, registry=REGISTRY, secret=SECRET) as opened:
        yield opened


def test_append_against_raw_psycopg(benchmark: BenchmarkFixture, rounds: int, store: GameStore, url: str) -> None:
    """Fifty events per transaction: encoded, chained and guarded, against executemany of the same rows, unguarded."""
    import psycopg

    from sits_es.store.postgres.schema import OBJECTS

    names = map(str, count())
    rows: list[ChainedRow] = chained(GENESIS, "game", -1, Codec(REGISTRY).encode_all(EVENTS[:PLAYED]))
    insert = f"INSERT INTO plain.stored_events ({COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"  # noqa: S608 -- our own

    with psycopg.connect(url, autocommit=True) as raw:
        raw.execute("CREATE SCHEMA plain")
        for name, statement in OBJECTS.items():
            if name.startswith("stored_events"):
                raw.execute(statement.replace("sits_es.", "plain.").encode())

        def plainly() -> None:
            name = next(names)
            for first in range(0, PLAYED, SEGMENT):
                with raw.transaction(), raw.cursor() as cursor:
                    cursor.executemany(insert.encode(), [(name, *row[1:]) for row in rows[first : first + SEGMENT]])

        def play() -> None:
            name = next(names)
            for first in range(0, PLAYED, SEGMENT):
                store.append(name, EVENTS[first : first + SEGMENT], after=first - 1)

        report(benchmark, "append on a server against raw psycopg", clock_ratio(plainly, play, rounds), 0.5)
        benchmark(play)
        assert raw.execute("SELECT COUNT(*) %% %s FROM plain.stored_events", (PLAYED,)).fetchone() == (0,)
        assert raw.execute("SELECT COUNT(*) %% %s FROM sits_es.stored_events", (PLAYED,)).fetchone() == (0,)


def test_replay_against_raw_psycopg(benchmark: BenchmarkFixture, rounds: int, store: GameStore, url: str) -> None:
    """Ten thousand events read, verified and decoded, against psycopg reading the same rows and no more."""
    import psycopg

    for first in range(0, GAME, SEGMENT):
        store.append("long", EVENTS[first : first + SEGMENT], after=first - 1)
    with psycopg.connect(url, autocommit=True) as raw:

        def plainly() -> int:
            return len(
                raw.execute(
                    "SELECT originator_version, topic, state, previous, digest, recorded_at FROM sits_es.stored_events "
                    "WHERE originator_id = 'long' ORDER BY originator_version",
                    binary=True,
                ).fetchall()
            )

        def verified() -> int:
            return sum(1 for _ in store.read("long"))

        assert plainly() == verified() == GAME
        report(benchmark, "verified replay on a server against plain rows", clock_ratio(plainly, verified, rounds), 0.3)
        assert benchmark(verified) == GAME
