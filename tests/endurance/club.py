"""A club on one PostgreSQL server: many games, several machines that write at once, and how the cost grows.

The server is started in a temporary folder, as safe from a power cut as players' servers are, and set up by the lines
of the page on servers. Every writer is a role of its own, and a process with a store of its own; it plays exchange
after exchange, each thirty events in one transaction, in whichever game is next, and whoever comes second looks again,
as a player would. In the end every game is audited. Times are of this machine; what carries over is how they grow.
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
from tests.shared.clubs import SCRIPTS, a_club, tell
from tests.shared.store_samples import Noted, a_store

#: Events of an exchange; a duel has about as many.
EXCHANGE = 30
#: Text that makes an event as long as a duel's are on average, 140 bytes.
TEXT: Final = (
    "as long as an event of a duel is on average, when all of them are counted, and that is 140 bytes with the rest."
)
#: Games and writers of a club; exchanges of each game.
SIZES: Final = ((10, 1), (10, 8), (100, 1), (100, 8), (1000, 1), (1000, 8), (1000, 16))
EXCHANGES: Final = 4


@frozen(kw_only=True)
class Played:
    """What one run found. seconds: of all writers together; appends: milliseconds of each; size: bytes of all tables.

    lost: how often somebody came second; work: seconds of a processor that the server used.
    """

    games: int
    writers: int
    seconds: float
    appends: Sequence[float]
    lost: int
    work: float
    listing: float
    showing: float
    size: int
    events: int

    def __str__(self) -> str:
        p95 = quantiles(self.appends, n=20)[-1]
        return (
            f"{self.games:6} games {self.writers:3} writers: {len(self.appends) / self.seconds:7.0f} exchanges/s "
            f"({len(self.appends) * EXCHANGE / self.seconds:.0f} events/s), "
            f"append {median(self.appends):5.1f} ms (95 of 100 within {p95:5.1f}), {self.lost:4} came second, "
            f"server's processor {self.work / len(self.appends) * 1000:.2f} ms an exchange, "
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
                first = me * 10_000_000 + number * EXCHANGE
                facts = [Noted(text=TEXT, number=first + each) for each in range(EXCHANGE)]
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


def run(games: int, writers: int, exchanges: int, *, durable: bool = True) -> Played:
    """Let writers play, audit what they wrote, and look how long readers wait."""
    names = [f"player{me}" for me in range(writers)]
    with a_club(*names, durable=durable) as club, a_store(club.url("club", names[0])) as store:
        owner = club.url("club", "club_owner")
        tell(owner, SCRIPTS["open"])
        words = [sys.executable, "-m", "tests.endurance.club"]
        before = club.work()
        running = [
            subprocess.Popen(
                [*words, club.url("club", name), str(me), str(writers), str(games), str(exchanges)],
                stdout=subprocess.PIPE,
                text=True,
            )
            for me, name in enumerate(names)
        ]
        said = [each.communicate()[0].split("\n") for each in running]
        work = club.work() - before
        assert [each.returncode for each in running] == [0] * writers
        lines = [line for out in said for line in out if line]
        appends = [float(line) for line in lines if " " not in line]
        times = [float(line.split()[1]) for line in lines if line.startswith(("began", "ended"))]
        found = _check(store, len(appends) * EXCHANGE)
        return Played(
            games=games,
            writers=writers,
            seconds=max(times) - min(times),
            appends=appends,
            lost=sum(int(line.split()[1]) for line in lines if line.startswith("lost")),
            work=work,
            listing=_milliseconds(store.heads),
            showing=_milliseconds(lambda: list(store.read("game 0", after=store.head("game 0").version - EXCHANGE))),
            size=_size(owner),
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
        row = asking.execute(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class "
            "WHERE relnamespace = 'sits_es'::regnamespace AND relkind = 'r'"
        ).fetchone()
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
    """Clubs of 10 to 1,000 games on a server, with one to sixteen writers. What must not be, in words."""
    found = []
    for number in range(seed - 1, seed - 1 + count):
        games, writers = SIZES[number % len(SIZES)]
        try:
            print(run(games, writers, EXCHANGES), flush=True)
        except AssertionError as fault:
            found.append(f"{games} games, {writers} writers: {fault!r}")
    return found


if __name__ == "__main__":
    print(*write(sys.argv[1], *map(int, sys.argv[2:])), sep="\n")
