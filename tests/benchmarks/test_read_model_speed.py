"""Read models at work: all those of a real game against raw upserts, and what grows with the games and the events.

Every figure is a ratio of one run, the median over rounds; nothing here judges a time. What is asserted is that both
sides came to the same rows, and that what has nothing to do reads nothing.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import chain, count, cycle, islice
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from projections.audit_log import search
from projections.read_models import open_read_models, projections_for
from sits_es.dice import DiceRolled
from sits_es.events import Event
from sits_es.store import GameStore
from tests.benchmarks.stopwatch import clock_ratio, timed
from tests.shared.played_demos import played_folder

pytestmark = pytest.mark.long

GAMES = 100
FEW, MANY = 1_000, 20_000

Rows = dict[str, list[tuple[Any, ...]]]


def report(benchmark: BenchmarkFixture, what: str, found: float, goal: float | None = None) -> None:
    benchmark.extra_info[what] = round(found, 3)
    benchmark.extra_info[f"goal of {what}"] = goal
    print(f"\n{what}: {found:.3g}" + (f" (goal {goal})" if goal else ""))


@pytest.fixture
def squadron(tmp_path: Path) -> Iterator[GameStore]:
    """A stored game of 4,484 events and eight ships."""
    with GameStore.open(shutil.copy(played_folder("squadron") / "sits.db", tmp_path / "sits.db")) as opened:
        yield opened


def events_of(store: GameStore) -> list[Event]:
    return [recorded.event for recorded in store.read("squadron")]


def rows_in(db: Any) -> Rows:
    """The rows of every read model; what they keep for themselves is left out."""
    names = [model.table for model in models()]
    return {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in names}  # noqa: S608 - names of our own


def models() -> Any:
    return projections_for("sits")


def schema(db: Any, *, searchable: bool) -> list[str]:
    """What makes the read models' tables, with their indexes, and with the search index and its triggers or without."""
    rows = db.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type = 'trigger'")
    tables = {model.table for model in models()}
    return [
        sql
        for name, table, sql in rows
        if (table in tables and "fts" not in sql) or (searchable and (table in tables or name == "audit_log_fts"))
    ]


def raw_upserts(path: Path, statements: list[str], rows: Rows) -> None:
    """The same rows, upserted by plain sqlite3 into the same tables in one transaction, as safe from a power cut."""
    keys = {model.table: ("stream", *model.columns[: model.keys]) for model in models()}
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        for statement in statements:
            db.execute(statement)
        for name, found in rows.items():
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
            values = ", ".join("?" for _ in columns)
            changed = ", ".join(f"{column} = excluded.{column}" for column in columns if column not in keys[name])
            into = f"INSERT INTO {name} VALUES ({values}) ON CONFLICT ({', '.join(keys[name])}) DO UPDATE SET {changed}"  # noqa: S608
            db.executemany(into, found)
        db.commit()


def test_all_read_models_of_a_game_against_raw_upserts_of_their_rows(
    benchmark: BenchmarkFixture, rounds: int, squadron: GameStore, tmp_path: Path
) -> None:
    """Read, decoded, folded, told and saved through sqlite-utils, against the saving alone."""
    fresh = (tmp_path / f"{number}.db" for number in count())
    with open_read_models(":memory:", squadron) as db:
        rows = rows_in(db)
        whole, plain = schema(db, searchable=True), schema(db, searchable=False)
    assert len(whole) == len(plain) + 4
    assert len(rows["audit_log"]) == 4484

    def ours() -> None:
        open_read_models(next(fresh), squadron).close()

    def raw() -> None:
        raw_upserts(next(fresh), whole, rows)

    def without_search() -> None:
        raw_upserts(next(fresh), plain, rows)

    raw()
    with closing(sqlite3.connect(tmp_path / "0.db")) as made:
        assert rows_in(made) == rows
    upserts = clock_ratio(raw, ours, rounds)
    report(benchmark, "raw upserts of the same rows into the same tables, of all read models", upserts, 0.20)
    upserts = clock_ratio(without_search, ours, rounds)
    report(benchmark, "raw upserts without the search index, of all read models", upserts)
    benchmark(ours)


def test_opening_with_many_games_where_nothing_or_one_thing_happened(
    benchmark: BenchmarkFixture, rounds: int, squadron: GameStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = events_of(squadron)
    with GameStore.open(tmp_path / "one.db") as one, GameStore.open(tmp_path / "many.db") as many:
        one.append("0", events[:60], after=-1)
        for name in map(str, range(GAMES)):
            many.append(name, events[:60], after=-1)
        files = {store: tmp_path / f"{number}.db" for number, store in enumerate((one, many))}

        def opened(store: GameStore, only: str | None = None) -> None:
            open_read_models(files[store], store, only).close()

        def moved(store: GameStore, only: str | None = None) -> float:
            head = store.head("0").version
            store.append("0", events[head + 1 : head + 6], after=head)
            return timed(lambda: opened(store, only)).clock

        for store in (one, many):
            opened(store)
        times = f"{GAMES} games, of one"
        report(benchmark, f"nothing to do, {times}", clock_ratio(lambda: opened(many), lambda: opened(one), rounds))
        report(benchmark, f"one game moved, {times}", median(moved(many) / moved(one) for _ in range(rounds)))
        alone = median(moved(many, "0") / moved(one, "0") for _ in range(rounds))
        report(benchmark, f"only that game asked for, {times}", alone, 1.1)
        read: list[str] = []
        monkeypatch.setattr(many, "read", lambda stream, **_: read.append(stream))
        benchmark(opened, many)
        assert read == []


def test_a_search_in_a_long_game(benchmark: BenchmarkFixture, rounds: int, squadron: GameStore, tmp_path: Path) -> None:
    """For what is found as often in a long game as in a short one, and for what is found in proportion."""
    events = events_of(squadron)
    dice = [each for each in events if isinstance(each, DiceRolled)]  # which fit a game however often they come
    with GameStore.open(tmp_path / "long.db") as store:
        for name, length in (("short", FEW), ("long", MANY)):
            store.append(name, [*islice(chain(events, cycle(dice)), length)], after=-1)
        with open_read_models(tmp_path / "read.db", store) as db:

            def found(name: str, text: str) -> int:
                return sum(1 for _ in search(db, name, text))

            rare, frequent = "Game squadron is set up", "rolls"
            assert found("short", rare) == found("long", rare) == 1
            times = found("long", frequent) / found("short", frequent)
            once = clock_ratio(lambda: found("long", rare), lambda: found("short", rare), rounds)
            often = clock_ratio(lambda: found("long", frequent), lambda: found("short", frequent), rounds)
            report(benchmark, f"{MANY} events, of {FEW}: a search for one event", once, 20)
            report(benchmark, f"{MANY} events, of {FEW}: a search for {times:.0f} times as many", often)
            benchmark(found, "long", rare)
