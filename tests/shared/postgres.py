"""A PostgreSQL server of the tests' own: a cluster in a temporary folder, reached by a Unix socket in it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from attrs import Factory, frozen

#: Where Debian keeps what is not meant for everybody's PATH.
_PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def program(name: str) -> str | None:
    """The path of one of PostgreSQL's programs; None where there is none."""
    return shutil.which(name) or next((str(place / name) for place in _PLACES if (place / name).is_file()), None)


@frozen
class Cluster:
    """A running server. folder: of its socket."""

    folder: Path
    #: pg_ctl, given more words.
    _control: Callable[..., None]
    _numbers: Iterator[int] = Factory(count)

    def url(self, database: str = "postgres", user: str = "sits", more: str = "") -> str:
        """The address of a database of this server."""
        return f"postgresql://{user}@/{database}?host={self.folder}{more}"

    def fresh(self, template: str = "template0") -> str:
        """The address of a new database that holds nothing, or what another one holds that nobody is in."""
        name = f"games{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} ENCODING 'UTF8'")
        return self.url(name)

    def kill(self) -> None:
        """Kill the server as the machine's own trouble would: its first process, which tidies nothing up."""
        os.kill(self._first(), signal.SIGKILL)

    def _first(self) -> int:
        return int((self.folder / "data" / "postmaster.pid").read_text("ascii").split()[0])

    def work(self) -> float:
        """Seconds of a processor that it has used up to now, where the machine tells of them."""
        first, ticks = str(self._first()), 0
        for place in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                # what follows the program's name: its state, who started it, and so on
                told = place.read_text("utf-8", "replace").rpartition(")")[2].split()
                if first in (told[1], place.parent.name):
                    ticks += sum(map(int, told[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Stop it without waiting for anybody."""
        self._control("-m", "immediate", "stop")

    def start(self) -> None:
        """Start it again after that: those that were left of it end by themselves, soon."""
        until = time.monotonic() + 60
        while True:
            try:
                self._control("start")
            except subprocess.CalledProcessError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)
            else:
                return

    def run(self, *statements: str, database: str = "postgres") -> list[Any]:
        """Carry statements out as the server's owner, and give the rows of the last."""
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True) as owner:
            for statement in statements:
                found = owner.execute(statement.encode())
            return found.fetchall() if found.description else []


def behind_the_servers_back(url: str, *statements: str) -> list[Any]:
    """What somebody does to a store who owns the server and first switches its guards off; the last one's rows."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("SET session_replication_role = replica")
        for statement in statements:
            found = owner.execute(statement.encode())
        return found.fetchall() if found.description else []


def _missing() -> str | None:
    lacking = [name for name in ("initdb", "pg_ctl") if program(name) is None]
    lacking += [name for name in ("psycopg", "psycopg_pool") if find_spec(name) is None]
    return f"{', '.join(lacking)} not found, so there is no PostgreSQL server to play on" if lacking else None


@contextmanager
def cluster(*, durable: bool = False) -> Iterator[Cluster]:
    """Start a server and stop it in the end. durable: as safe from a power cut as players' servers are.

    Where none can be started the test skips; in CI it fails.
    """
    if (missing := _missing()) is not None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(missing)
    # PostgreSQL refuses to run as root, and whoever runs it must be able to walk to its folder: not one of pytest's
    folder = Path(mkdtemp(prefix="sits-pg-"))
    more: dict[str, Any] = {}
    if os.getuid() == 0:
        names = [each.pw_name for each in pwd.getpwall()]
        user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
        os.chown(folder, user.pw_uid, user.pw_gid)
        more = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    folder.chmod(0o755)
    started_as: dict[str, Any] = {
        "cwd": folder,
        "stdout": subprocess.DEVNULL,
        "env": os.environ | {"LC_ALL": "C"},
    } | more

    def run(name: str, *words: str) -> None:
        subprocess.run([str(program(name)), "-D", str(folder / "data"), *words], check=True, **started_as)

    try:
        run("initdb", "--username=sits", "--encoding=UTF8", "--auth=trust", "--no-sync", "--locale=C.UTF-8")
        options = f"-k {folder} -c listen_addresses= -c max_connections=200" + ("" if durable else " -c fsync=off")
        control = partial(run, "pg_ctl", "-w", "-l", str(folder / "log"), "-o", options)
        control("start")
        try:
            yield Cluster(folder, control)
        finally:
            control("-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
