"""Games by mail whose record is on a PostgreSQL server: each is played from one folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError
from tests.shared.postal import GAME, Table, cruisers
from tests.shared.postgres import Cluster
from tests.shared.refusals import refused

pytestmark = pytest.mark.long


@pytest.fixture
def table(tmp_path: Path, server: Cluster) -> Table:
    return cruisers(tmp_path, ("red", "blue"), servers={who: server.fresh() for who in ("red", "blue")})


def test_everybody_plays_with_a_database_of_their_own(table: Table) -> None:
    table.order("red", "blue")
    table.stands("1.2")
    for who in table.programs:
        with table.desk(who) as desk:
            assert [report.bad for report in desk.session.store.audit_all()[0]] == [None]
        assert not (table.folder / who / "sits.db").exists()


def test_a_copy_of_the_folder_is_refused_until_the_owner_releases_the_game(table: Table, server: Cluster) -> None:
    url, here = table.servers["red"], table.folder / "red"
    shutil.copytree(here, table.folder / "copy")
    table.servers["copy"] = url
    said = refused(table.of, "copy", lambda replica: replica.called, kind=NotAllowedError)
    first, _, rest = said.partition(". ")
    assert first.startswith(f"{GAME} is played by mail from {here} on ")
    assert rest == (
        "A game on a server is bound to one folder, because two folders would overwrite each other. Play it there. "
        "If that folder is gone, the owner of the database can release the game: sits docs postgresql."
    )
    assert table.of("red", lambda replica: replica.called) == GAME
    name = url.partition("@/")[2].partition("?")[0]
    server.run("UPDATE sits_es.seats SET machine = NULL, machine_name = NULL WHERE game = 'ours'", database=name)
    assert table.of("copy", lambda replica: replica.called) == GAME
