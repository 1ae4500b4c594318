"""A PostgreSQL server that is killed while players write: what was reported is there, and every game is sound."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Final

from sits_es.errors import GameError
from tests.shared.postgres import Cluster, cluster
from tests.shared.store_samples import a_store, numbers

#: Programs that write at once, each in a game of its own; the last two in one.
GAMES: Final = ("duel", "convoy", "convoy")
#: What a program says whose server is gone.
LOST: Final = ("closed the connection", "cannot be reached", "Somebody else", "did not let you in")


def write(place: str, game: str) -> Iterator[str]:
    """Append one event after the other and report each, until the server is gone; then what is told."""
    try:
        with a_store(place) as store:
            for _ in count():
                after = store.head(game).version
                try:
                    yield f"at {store.append(game, numbers(3), after=after).version}"
                except GameError as refused:
                    if "Somebody else" not in str(refused):
                        raise
    except GameError as refused:
        yield f"told {refused}"


def a_backend(server: Cluster) -> None:
    """Kill one of the server's processes, so that it breaks off all others and starts anew by itself."""
    ((number,),) = server.run(_WRITER)
    os.kill(number, signal.SIGKILL)


_WRITER: Final = "SELECT pid FROM pg_stat_activity WHERE application_name = 'sits_es' LIMIT 1"
#: What happens to a server.
ENDS: Final[tuple[Callable[[Cluster], None], ...]] = (Cluster.kill, Cluster.stop, a_backend)


def once(server: Cluster, url: str, number: int) -> list[str]:
    """Writers, and a server that ends in the midst of it. What must not be, in words."""
    words = [sys.executable, "-m", "tests.endurance.killed_servers", url]
    running = [subprocess.Popen([*words, game], stdout=subprocess.PIPE, text=True) for game in GAMES]
    lines = [each.stdout.readline() for each in running if each.stdout is not None]
    chance = Random(number)  # noqa: S311 -- to be the same, not secret
    time.sleep(chance.uniform(0.0, 0.3))
    end = ENDS[number % len(ENDS)]
    end(server)
    said = [first + each.communicate(timeout=60)[0] for first, each in zip(lines, running, strict=True)]
    if end is not a_backend:
        server.start()
    found = [f"a writer ended with {each.returncode}" for each in running if each.returncode]
    reported = dict.fromkeys(GAMES, -1)
    for game, out in zip(GAMES, said, strict=True):
        *seen, last = out.splitlines()
        reported[game] = max([reported[game], *(int(line.removeprefix("at ")) for line in seen)])
        if not last.startswith("told ") or not any(words in last for words in LOST):
            found.append(f"a writer was told: {last}")
    with a_store(_back(server, url)) as store:
        for game, least in reported.items():
            head = store.head(game).version
            if head < least or (head + 1) % 3:
                found.append(f"{game} ends at {head}, and {least} was reported")
            store.append(game, numbers(3), after=head)
        found += [f"{each.stream} is broken: {each.bad}" for each in store.audit_all()[0] if each.bad is not None]
        found += store.health()
    return [f"{number}: {each}" for each in found]


def _back(server: Cluster, url: str) -> str:
    """The same address, once the server lets people in again."""
    import psycopg

    until = time.monotonic() + 60
    while True:
        try:
            server.run("SELECT 1")
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
        else:
            return url


def killed(seed: int, times: int) -> list[str]:
    """Servers that are killed, stopped, or lose a process while players write. What must not be, in words."""
    with cluster() as server:
        url = server.fresh()
        with a_store(url) as store:
            store.heads()
        return [fault for number in range(seed, seed + times) for fault in once(server, url, number)]


if __name__ == "__main__":
    for line in write(*sys.argv[1:]):
        print(line, flush=True)
