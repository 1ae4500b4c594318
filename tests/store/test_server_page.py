"""The page on PostgreSQL is true: its roles can play and can do no more, and its backup proves itself."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from sits_es.errors import NotAllowedError
from sits_es.store import GameStore, Snapshot
from tests.shared.postgres import Cluster, cluster, program
from tests.shared.store_samples import a_store, numbers

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "sits_es" / "docs" / "postgresql.md").read_text("utf-8")
SCRIPTS: Final = dict(re.findall(r"(?ms)^<!-- (\w+) -->\n```sql\n(.*?)^```$", PAGE))


@pytest.fixture(scope="module")
def club() -> Iterator[Cluster]:
    """A server on which a club was set up as the page says."""
    with cluster() as running:
        running.run(*SCRIPTS["administrator"].strip().splitlines())
        with GameStore.open(running.url("club", "club_owner")):
            pass
        yield running


@pytest.fixture
def anna(club: Cluster) -> Iterator[GameStore]:
    owner = club.url("club", "club_owner")
    subprocess.run(
        [str(program("psql")), "-v", "ON_ERROR_STOP=1", "-q", owner], input=SCRIPTS["owner"], text=True, check=True
    )
    with a_store(club.url("club", "anna")) as store:
        yield store


def test_readme_names_the_page() -> None:
    assert "(sits_es/docs/postgresql.md)" in (ROOT / "README.md").read_text("utf-8")


def test_a_player_plays_and_can_change_nothing(anna: GameStore, club: Cluster) -> None:
    import psycopg

    anna.append("duel", numbers(3), after=-1, snapshot=Snapshot(2, "code", b"state"))
    anna.append("duel", numbers(1), after=2, command_id=b"one")
    anna.fork("what-if", "duel", 1, numbers(1))
    assert anna.bound_elsewhere("duel", "this", "here") is None
    assert anna.bound_elsewhere("duel", "that", "there") == "here"
    assert (anna.drop_snapshots(), [report.bad for report in anna.audit_all()[0]]) == (1, [None, None])
    assert anna.health() == []
    next(anna.changes(0))
    refused = [
        "UPDATE sits_es.stored_events SET recorded_at = ''",
        "DELETE FROM sits_es.stored_events",
        "TRUNCATE sits_es.stored_events",
        "UPDATE sits_es.lineage SET at_version = 0",
        "DELETE FROM sits_es.lineage",
        "INSERT INTO sits_es.heads VALUES ('x', 0, '')",
        "UPDATE sits_es.heads SET originator_version = 99",
        "DELETE FROM sits_es.heads",
        "UPDATE sits_es.machines SET machine = 'that'",
        "DELETE FROM sits_es.machines",
        "DROP TABLE sits_es.heads",
        "ALTER TABLE sits_es.stored_events DISABLE TRIGGER ALL",
        "SET session_replication_role = replica",
        "CREATE TABLE sits_es.mine (one int)",
    ]
    with psycopg.connect(club.url("club", "anna"), autocommit=True) as player:
        for statement in refused:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                player.execute(statement.encode())
    assert anna.head("duel").version == 3


def test_who_is_no_player_is_not_let_in(anna: GameStore, club: Cluster) -> None:
    assert anna.place
    club.run("DROP ROLE IF EXISTS stranger", "CREATE ROLE stranger LOGIN")
    with pytest.raises(NotAllowedError, match="The server did not let you in to the database club"):
        a_store(club.url("club", "stranger"))


def test_a_backup_is_the_same_record(anna: GameStore, club: Cluster) -> None:
    anna.append("backup", numbers(4), after=anna.head("backup").version)
    saved = anna.checkpoint("backup")
    owner = club.url("club", "club_owner")
    copy = club.fresh()
    dump = subprocess.run([str(program("pg_dump")), "--format=custom", owner], capture_output=True, check=True).stdout
    subprocess.run([str(program("pg_restore")), f"--dbname={copy}"], input=dump, check=True)
    with a_store(copy) as restored:
        assert restored.heads() == anna.heads()
        assert restored.health() == []
        assert restored.audit("backup", saved).confirmed
        assert restored.append("backup", numbers(1), after=3).version == 4


@pytest.mark.parametrize("module", sorted(set(re.findall(r"python -m (tests[\w.]+)", PAGE))))
def test_what_it_measures_is_there(module: str) -> None:
    place = ROOT / module.replace(".", "/")
    assert place.with_suffix(".py").is_file() or (place / "__main__.py").is_file()
