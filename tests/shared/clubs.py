"""A club on a PostgreSQL server, set up by the very lines of the page on servers."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sits_es.store import GameStore
from tests.shared.postgres import Cluster, cluster, program

PAGE: Final = (Path(__file__).parents[2] / "sits_es" / "docs" / "postgresql.md").read_text("utf-8")
SCRIPTS: Final = dict(re.findall(r"(?ms)^<!-- (\w+) -->\n```sql\n(.*?)^```$", PAGE))


def tell(url: str, script: str) -> None:
    """Give a server a script as a person does it."""
    words = [str(program("psql")), "--no-psqlrc", "-v", "ON_ERROR_STOP=1", "-q", url]
    subprocess.run(words, input=script, text=True, check=True)


@contextmanager
def a_club(*others: str, durable: bool = False) -> Iterator[Cluster]:
    """A server with the database club, its owner, the player anna and others who may do what she may."""
    with cluster(durable=durable) as running:
        tell(running.url(), SCRIPTS["administrator"] + SCRIPTS["guard"])
        for name in others:
            tell(running.url(), f"CREATE ROLE {name} LOGIN CONNECTION LIMIT 10 IN ROLE club_players")
        with GameStore.open(running.url("club", "club_owner")):
            pass
        tell(running.url("club", "club_owner"), SCRIPTS["owner"])
        yield running
