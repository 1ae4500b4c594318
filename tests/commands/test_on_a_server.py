"""The program on a PostgreSQL server: the same games, the same answers, from several folders."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.shared.clubs import a_club
from tests.shared.postgres import Cluster
from tests.shared.rows import long_beyond
from tests.shared.store_samples import a_store, numbers
from tests.shared.streams import many

Run = Callable[..., subprocess.CompletedProcess[str]]
START = [sys.executable, "-c", "from commands.start import run; run()"]


@pytest.fixture
def url(server: Cluster) -> str:
    return server.fresh()


@pytest.fixture
def sits(url: str, tmp_path: Path) -> Run:
    """The program with the record on a server; home: the machine's folder."""

    def run(*words: str, home: str = "one", store: str = url) -> subprocess.CompletedProcess[str]:
        env = os.environ | {"SITS_HOME": str(tmp_path / home), "SITS_STORE": store, "COLUMNS": "120"}
        return subprocess.run([*START, *words], env=env, capture_output=True, text=True, check=False)

    return run


def test_the_duel_is_played_on_a_server_as_it_is_in_a_file(url: str, tmp_path: Path) -> None:
    lines = ["audit verify duel", "games", "show duel --at 1.4", "audit all"]
    one, two, file = (tmp_path / home for home in ("one", "two", "file"))
    for home in (one, two, file):
        home.mkdir()
    there = many(one, ["demo"], SITS_STORE=url), many(two, lines, SITS_STORE=url)
    here = many(file, ["demo", *lines], SITS_STORE="")
    assert [each.stderr for each in (*there, here)] == [b"ended 0\n" * number for number in (1, 4, 5)]
    assert b"".join(each.stdout for each in there) == here.stdout
    assert [(home / "sits.db").exists() for home in (one, two, file)] == [False, False, True]


@pytest.mark.long
@pytest.mark.parametrize("shared", long_beyond(1, [True, False]))
def test_read_models_follow_what_other_programs_write(sits: Run, url: str, tmp_path: Path, shared: bool) -> None:
    """On each machine where a server holds the record; in one folder otherwise."""
    home, store = ("two", url) if shared else ("one", "")
    sits = partial(sits, store=store)
    assert sits("new", "duel", "--name", "ours").returncode == 0
    env = os.environ | {"SITS_HOME": str(tmp_path / home), "SITS_STORE": store}
    with subprocess.Popen(
        [*START, "follow", "--for", "30"], env=env, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as following:
        assert following.stdout is not None
        assert following.stdout.readline().startswith("Following 1 game in ")
        assert sits("new", "duel", "--name", "theirs").returncode == 0
        assert following.stdout.readline().startswith("theirs has begun: it is at event #")
        assert sits("fork", "ours", "--at", "1.1", "--name", "what-if").returncode == 0
        assert following.stdout.readline().startswith("what-if has begun: it is at event #")
        following.terminate()


@pytest.mark.long
def test_a_game_moves_to_a_server_and_back_byte_for_byte(sits: Run, tmp_path: Path) -> None:
    bundles = [str(tmp_path / f"{name}.bundle") for name in ("file", "server", "back")]
    for words in (("demo",), ("fork", "duel", "--at", "1.3", "--name", "what-if")):
        assert sits(*words, home="file", store="").returncode == 0
    assert sits("export", "duel", "--all", "-o", bundles[0], home="file", store="").returncode == 0
    assert sits("import", bundles[0]).returncode == 0
    assert sits("audit", "verify", "what-if").returncode == 0
    assert sits("export", "duel", "--all", "-o", bundles[1]).returncode == 0
    assert sits("import", bundles[1], home="other", store="").returncode == 0
    assert sits("export", "duel", "--all", "-o", bundles[2], home="other", store="").returncode == 0
    first, *others = (Path(bundle).read_bytes() for bundle in bundles)
    assert others == [first, first]


@pytest.mark.long
def test_who_may_play_is_told_and_changed_where_the_record_is_on_a_server(sits: Run, server: Cluster) -> None:
    server.run("DROP ROLE IF EXISTS guest", "CREATE ROLE guest")
    for store in ({}, {"store": ""}):
        assert sits("new", "duel", "--name", "ours", **store).returncode == 0
    told = [sits("games", "seats", "ours", *others) for others in ((), ("guest",), ())]
    assert [done.stdout for done in told] == [
        "ours was begun by sits. Others who may play it: nobody.\n",
        *["ours was begun by sits. Others who may play it: guest.\n"] * 2,
    ]
    refused = sits("games", "seats", "ours", "guest", store="")
    assert (refused.returncode, refused.stderr.split(".")[0]) == (
        1,
        "The record is a file: anybody who has it can play",
    )


@pytest.mark.long
def test_junk_harms_no_other_game_and_the_owner_alone_sets_it_aside(sits: Run, tmp_path: Path) -> None:
    with a_club("mallory") as club:
        anna, owner = (partial(sits, home=who, store=club.url("club", who)) for who in ("anna", "club_owner"))
        assert anna("new", "duel", "--name", "ours").returncode == 0
        with a_store(club.url("club", "mallory")) as mallory:
            # well chained, and of no game
            mallory.append("junk", numbers(2), after=-1)
        listing = anna("games")
        assert (listing.stdout.splitlines()[2][:24], listing.stderr[:27]) == (
            "ours   A duel of cruiser",
            "junk: event #0 cannot be re",
        )
        assert anna("show", "ours").returncode == 0
        refused = anna("doctor", "--set-aside", "junk", "--yes")
        assert (refused.returncode, refused.stderr) == (
            1,
            (
                f"The server does not allow that in the database club on {club.folder} as anna: permission denied for "
                "table stored_events. Nothing was written. Ask the owner of the database.\n"
            ),
        )
        assert not (tmp_path / "anna" / "set-aside").exists()
        assert owner("doctor", "--set-aside", "junk", "--yes").returncode == 0
        bundle, told = sorted((tmp_path / "club_owner" / "set-aside").iterdir())
        assert (len(bundle.read_text("utf-8").splitlines()), told.suffix) == (4, ".txt")
        assert (anna("games").stderr, anna("audit", "all").returncode) == ("", 0)


def test_an_address_that_is_none_is_refused(sits: Run) -> None:
    done = sits("games", store="sits.db")
    assert (done.returncode, done.stderr) == (
        1,
        (
            "SITS_STORE is not the address of a PostgreSQL server, such as postgresql://USER:PASSWORD@HOST/DATABASE. "
            "Without SITS_STORE, the record is in the folder that SITS_HOME names.\n"
        ),
    )


def test_a_game_that_is_not_there_is_missed_where_it_was_looked_for(sits: Run) -> None:
    done = sits("show", "nobody")
    assert (done.returncode, done.stderr.startswith("There is no game nobody in the database games")) == (1, True)
    doctor = sits("doctor")
    assert (doctor.returncode, "\nPostgreSQL " in doctor.stdout) == (0, True)
