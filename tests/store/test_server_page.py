"""The page on PostgreSQL is true: its roles can play, and its backup proves itself. What they can't: the attacks."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.store import GameStore, Snapshot
from tests.shared.clubs import PAGE, SCRIPTS, a_club, tell
from tests.shared.postgres import Cluster, program
from tests.shared.store_samples import a_store, numbers

ROOT: Final = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def club() -> Iterator[Cluster]:
    with a_club("bert", "carla") as running:
        yield running


@pytest.fixture
def anna(club: Cluster) -> Iterator[GameStore]:
    with a_store(club.url("club", "anna")) as store:
        yield store


def test_readme_names_the_page() -> None:
    assert "(sits_es/docs/postgresql.md)" in (ROOT / "README.md").read_text("utf-8")


def test_a_player_plays(anna: GameStore) -> None:
    anna.append("duel", numbers(3), after=-1, snapshot=Snapshot(2, "code", b"state"))
    anna.append("duel", numbers(1), after=2, command_id=b"one")
    anna.fork("what-if", "duel", 1, numbers(1))
    assert anna.snapshot("duel", "code") == Snapshot(2, "code", b"state")
    assert (anna.drop_snapshots(), [report.bad for report in anna.audit_all()[0]]) == (1, [None, None])
    assert anna.health() == []
    next(anna.changes(0))
    assert anna.head("duel").version == 3


def test_a_game_by_mail_is_bound_once_it_has_begun_and_the_owner_releases_it(anna: GameStore, club: Cluster) -> None:
    assert anna.bound_elsewhere("ours", "this", "here") is None
    anna.append("ours", numbers(1), after=-1)
    bound = [anna.bound_elsewhere("ours", machine, place) for machine, place in (("this", "here"), ("that", "there"))]
    assert bound == [None, "here"]
    tell(club.url("club", "club_owner"), SCRIPTS["release"])
    assert anna.bound_elsewhere("ours", "that", "there") is None
    assert anna.bound_elsewhere("ours", "this", "here") == "there"


def test_who_begins_a_game_lets_others_in(anna: GameStore, club: Cluster) -> None:
    begun = anna.head("duel").version
    anna.append("duel", numbers(1), after=begun)
    with a_store(club.url("club", "bert")) as bert:
        with pytest.raises(NotAllowedError) as refused:
            bert.append("duel", numbers(1), after=begun + 1)
        assert str(refused.value) == (
            f"The server does not allow that in {bert.place}: bert plays no seat in duel: anna, or the owner of the "
            "database, lets players in. Nothing was written."
        )
        tell(club.url("club", "anna"), SCRIPTS["seats"])
        assert bert.append("duel", numbers(1), after=begun + 1).version == begun + 2


def test_seats_are_told_and_given_by_the_store(anna: GameStore, club: Cluster) -> None:
    anna.append("picnic", numbers(1), after=-1)
    assert anna.seats("picnic") == ("anna", [])
    assert anna.seats("picnic", ["bert", "anna", "bert"]) == ("anna", ["bert"])
    with a_store(club.url("club", "bert")) as bert:
        assert bert.append("picnic", numbers(1), after=0).version == 1
        with pytest.raises(NotAllowedError) as refused:
            bert.seats("picnic", ["carla"])
    assert str(refused.value) == (
        f"The server does not allow that in {bert.place}: bert may not change the seats of picnic: anna lets players "
        "in, and the owner of the database. Nothing was written."
    )
    with pytest.raises(NotAllowedError) as refused:
        anna.seats("picnic", ["dora", "carla", "emil"])
    assert str(refused.value) == "The server has no role named dora or emil. Nothing was written."
    with pytest.raises(NotAllowedError) as refused, a_store() as file:
        file.seats("picnic")
    assert str(refused.value) == (
        "The record is a file: anybody who has it can play. Only a PostgreSQL server has seats: sits docs postgresql"
    )
    assert anna.seats("picnic") == ("anna", ["bert"])


def test_the_owner_keeps_a_name_and_opens_games_to_all(anna: GameStore, club: Cluster) -> None:
    owner = club.url("club", "club_owner")
    tell(owner, SCRIPTS["reserved"])
    with a_store(club.url("club", "carla")) as carla, a_store(club.url("club", "bert")) as bert:
        with pytest.raises(NotAllowedError, match="carla plays no seat in final: club_owner, or the owner"):
            carla.append("final", numbers(1), after=-1)
        bert.append("final", numbers(1), after=-1)
        tell(owner, SCRIPTS["open"])
        anna.append("sunday", numbers(1), after=-1)
        assert carla.append("sunday", numbers(1), after=0).version == 1
        tell(owner, "ALTER TABLE sits_es.seats ALTER COLUMN players SET DEFAULT '{}'")
        anna.append("monday", numbers(1), after=-1)
        with pytest.raises(NotAllowedError, match="carla plays no seat in monday"):
            carla.append("monday", numbers(1), after=0)
    assert anna.health() == []


def test_the_owner_alone_sets_a_stream_aside_with_all_that_leaves_it(anna: GameStore, club: Cluster) -> None:
    anna.append("junk", numbers(2), after=-1, snapshot=Snapshot(1, "code", b"state"))
    anna.fork("more junk", "junk", 0, numbers(1))
    heads = anna.heads()
    ended = {name: heads.pop(name) for name in ("junk", "more junk")}
    refused = "permission denied for table stored_events. Nothing was written. Ask the owner of the database"
    with pytest.raises(NotAllowedError, match=refused):
        anna.take_out(ended)
    with a_store(club.url("club", "club_owner")) as owner:
        with pytest.raises(NotNowError, match=r"^more junk was forked since\. Nothing was set aside"):
            owner.take_out({"junk": ended["junk"]})
        with pytest.raises(NotNowError, match="junk has changed in the meantime"):
            owner.take_out({name: head._replace(version=7) for name, head in ended.items()})
        assert owner.heads() == heads | ended
        owner.take_out(ended)
        assert (owner.heads(), owner.strays(), owner.health()) == (heads, [], [])
    assert (anna.heads(), anna.snapshot("junk", "code")) == (heads, None)
    with a_store(club.url("club", "bert")) as bert:
        assert bert.append("junk", numbers(1), after=-1).version == 0


def test_who_is_no_player_is_not_let_in(anna: GameStore, club: Cluster) -> None:
    assert anna.place
    club.run("DROP ROLE IF EXISTS stranger", "CREATE ROLE stranger LOGIN")
    with pytest.raises(NotAllowedError, match="The server did not let you into the database club"):
        a_store(club.url("club", "stranger"))


def test_a_backup_is_the_same_record(anna: GameStore, club: Cluster) -> None:
    anna.append("backup", numbers(4), after=anna.head("backup").version)
    saved = anna.checkpoint("backup")
    options = re.findall(r"^pg_dump (--format\S+ --schema\S+)", PAGE, re.MULTILINE)[0].split()
    tell(club.url(), "CREATE DATABASE restored OWNER club_owner TEMPLATE template0 ENCODING 'UTF8'")
    copy = club.url("restored", "club_owner")
    words = [str(program("pg_dump")), *options, club.url("club", "club_owner")]
    dump = subprocess.run(words, capture_output=True, check=True).stdout
    subprocess.run([str(program("pg_restore")), "--exit-on-error", f"--dbname={copy}"], input=dump, check=True)
    with a_store(copy) as restored:
        assert restored.heads() == anna.heads()
        assert restored.health() == []
        assert restored.audit("backup", saved).confirmed
        assert restored.append("backup", numbers(1), after=3).version == 4


@pytest.mark.parametrize("module", sorted(set(re.findall(r"python -m (tests[\w.]+)", PAGE))))
def test_what_it_measures_is_there(module: str) -> None:
    place = ROOT / module.replace(".", "/")
    assert place.with_suffix(".py").is_file() or (place / "__main__.py").is_file()
