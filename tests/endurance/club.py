"""A club on one PostgreSQL server: many games, several machines that write at once, and how the cost grows.

The server is started in a temporary folder, as safe from a power cut as players' servers are. Every writer is
a process with a store of its own; it plays exchange after exchange, each thirty events in one transaction, in whichever
game is next, and whoever comes second in one looks again, as a player would. In the end every game is audited. Times
are of this machine; what carries over is how they grow.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from statistics import median, quantiles
from time import monotonic, perf_counter
from typing import Final

from attrs import frozen

from sits_es.errors import NotNowError
from sits_es.store import GameStore
from tests.shared.postgres import cluster
from tests.shared.store_samples import Counted, a_store

#: Events of an exchange; a duel has about as many.
EXCHANGE = 30
#: Sizes of a club, and of each how many play at once; exchanges of each game.
GAMES: Final = (10, 100, 1000)
WRITERS: Final = (1, 8)
EXCHANGES: Final = 4


@frozen(kw_only=True)
class Played:
    """What one run found. seconds: of all writers together; appends: milliseconds of each; lost: who came second."""

    games: int
    writers: int
    seconds: float
    appends: Sequence[float]
    lost: int
    listing: float
    showing: float
    size: int
    events: int

    def __str__(self) -> str:
        p95 = quantiles(self.appends, n=20)[-1]
        return (
            f"{self.games:6} games {self.writers:3} writers: {len(self.appends) / self.seconds:7.0f} exchanges/s, "
            f"append {median(self.appends):5.1f} ms (95 of 100 within {p95:5.1f}), {self.lost:4} came second, "
            f"heads of all {self.listing:5.1f} ms, a game's last exchange {self.showing:4.1f} ms, "
            f"{self.size / self.events:4.0f} bytes an event"
        )


def write(place: str, me: int, writers: int, games: int, exchanges: int) -> Iterator[str]:
    """Play this writer's share: times of its appends in milliseconds, and in the end how often it came second."""
    lost = 0
    with a_store(place) as store:
        store.heads()
        yield f"began {monotonic()}"
        for number in range(games * exchanges // writers):
            # all of them meet in the same games every now and then
            game = f"game {(number * (me + 1) + me) % games}"
            while True:
                head = store.head(game).version
                facts = [Counted(number=me * 10_000_000 + number * EXCHANGE + each) for each in range(EXCHANGE)]
                began = perf_counter()
                try:
                    store.append(game, facts, after=head, command_id=f"{me} {number}".encode())
                except NotNowError:
                    lost += 1
                else:
                    yield f"{(perf_counter() - began) * 1000:.3f}"
                    break
        yield f"ended {monotonic()}"
    yield f"lost {lost}"


def run(url: str, games: int, writers: int, exchanges: int) -> Played:
    """Let writers play, audit what they wrote, and look how long readers wait."""
    with a_store(url) as store:
        before = sum(head.version + 1 for head in store.heads().values())
        words = [sys.executable, "-m", "tests.endurance.club", url]
        running = [
            subprocess.Popen(
                [*words, str(me), str(writers), str(games), str(exchanges)], stdout=subprocess.PIPE, text=True
            )
            for me in range(writers)
        ]
        said = [each.communicate()[0].split("\n") for each in running]
        assert [each.returncode for each in running] == [0] * writers
        lines = [line for out in said for line in out if line]
        appends = [float(line) for line in lines if " " not in line]
        times = [float(line.split()[1]) for line in lines if line.startswith(("began", "ended"))]
        found = _check(store, before + len(appends) * EXCHANGE)
        return Played(
            games=games,
            writers=writers,
            seconds=max(times) - min(times),
            appends=appends,
            lost=sum(int(line.split()[1]) for line in lines if line.startswith("lost")),
            listing=_milliseconds(store.heads),
            showing=_milliseconds(lambda: list(store.read("game 0", after=store.head("game 0").version - EXCHANGE))),
            size=_size(url),
            events=found,
        )


def _check(store: GameStore, events: int) -> int:
    reports, strays = store.audit_all()
    assert strays == []
    assert [report.bad for report in reports if report.bad is not None] == []
    assert sum(report.events for report in reports) == events
    return events


def _size(url: str) -> int:
    import psycopg

    with psycopg.connect(url) as asking:
        row = asking.execute("SELECT pg_total_relation_size('sits_es.stored_events')").fetchone()
    assert row is not None
    return int(row[0])


def _milliseconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(9):
        began = perf_counter()
        work()
        times.append((perf_counter() - began) * 1000)
    return median(times)


def clubs(seed: int, count: int) -> list[str]:
    """Clubs of 10, 100 and 1000 games on a server, with one writer and with eight. What must not be, in words."""
    found = []
    with cluster(durable=True) as server:
        for number in range(seed - 1, seed - 1 + count):
            games, writers = GAMES[number // 2 % len(GAMES)], WRITERS[number % 2]
            try:
                print(run(server.fresh(), games, writers, EXCHANGES), flush=True)
            except AssertionError as fault:
                found.append(f"{games} games, {writers} writers: {fault!r}")
    return found


if __name__ == "__main__":
    print(*write(sys.argv[1], *map(int, sys.argv[2:])), sep="\n")
