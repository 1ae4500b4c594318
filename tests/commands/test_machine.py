"""What the doctor finds on the machine."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from commands.home import open_session
from sits_es.service.health import Clocks
from sits_es.store import Recorded
from sits_es.store.sqlite.faults import known_faults
from tests.shared.commands_told import Sits
from tests.shared.rows import each_row
from tests.shared.store_samples import Counted, behind_its_back

pytestmark = pytest.mark.long


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@each_row(
    ("version", "faulty"),
    [
        ((3, 7, 0), True),
        ((3, 40, 1), True),
        ((3, 44, 5), True),
        ((3, 44, 6), False),
        ((3, 45, 0), True),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
        ((3, 53, 0), False),
    ],
)
def test_releases_of_sqlite_that_may_lose_a_write_are_named(version: tuple[int, int, int], faulty: bool) -> None:
    name = ".".join(map(str, version))
    said = (
        f"SQLite {name} can, very rarely, lose a write or damage a file while two programs use it at once. Install a "
        "Python that has SQLite 3.51.3, 3.50.7, 3.44.6 or later; until then, let only one program at a time write to "
        "your folder, and keep backups (sits backup). sits audit all says whether anything was lost."
    )
    assert [each for each in known_faults(version) if "lose a write" in each] == ([said] if faulty else [])


def test_what_else_a_release_of_sqlite_does_wrong_is_named_with_what_to_do() -> None:
    waits = (
        "SQLite 3.51.1 can wait forever while two programs use a file at once. End one of the programs: nothing is "
        "lost. Install a Python that has SQLite 3.51.3 or later."
    )
    withdrawn = (
        "SQLite 3.52.0 was withdrawn by its makers. Install a Python that has SQLite 3.51.3, or 3.53.0 or later."
    )
    assert known_faults((3, 51, 1))[1:] == [waits]
    assert known_faults((3, 52, 0)) == [withdrawn]
    assert known_faults((3, 50, 7)) == known_faults((3, 51, 3)) == known_faults((3, 53, 1)) == []


def times(*written: str | None) -> list[str]:
    clocks = Clocks.of("2026-03-01T12:00:00+00:00")
    for version, time in enumerate(written):
        clocks.see(Recorded("duel", version, Counted(number=version), "", time))
    return clocks.notes()


def test_times_that_follow_each_other_or_are_not_known_are_all_right() -> None:
    assert times("2026-02-01T12:00:00+00:00", None, "2026-02-01T11:30:00+00:00", "2026-03-01T12:59:59+00:00") == []


def test_a_clock_that_went_back_or_ahead_is_noted() -> None:
    assert times("2026-02-01T12:00:00+00:00", "2026-01-31T12:00:00+00:00") == [
        (
            "Event #1 of duel was recorded at 2026-01-31T12:00:00+00:00, before the event that it follows. A clock "
            "was wrong."
        )
    ]
    assert times("2027-02-01T12:00:00+00:00") == [
        "Event #0 of duel was recorded at 2027-02-01T12:00:00+00:00, which is in the future. A clock was wrong."
    ]
    assert times("nonsense", "2026-02-01") == [
        "Event #0 of duel has no readable time. A clock was wrong.",
        "Event #1 of duel has no readable time. A clock was wrong.",
    ]


def test_of_many_odd_times_the_first_are_told_and_the_others_counted() -> None:
    found = times(*["2027-02-01T12:00:00+00:00"] * 5)
    assert len(found) == 4
    assert found[-1] == "The times of 2 more events are odd too."
    assert times(*["2027-02-01T12:00:00+00:00"] * 4)[-1] == "The times of 1 more event are odd too."


def lines(sits: Sits) -> list[str]:
    return sits("doctor").out.splitlines()


def test_how_far_the_views_are_is_said(played: Sits, home: Path) -> None:
    (home / "read.db").unlink(missing_ok=True)
    assert "Views: none yet" in lines(played)
    assert played("games").code == 0
    assert "Views: up to date" in lines(played)
    assert played("fork", "duel", "--at", "1.1", "--name", "what-if").code == 0
    (behind,) = [line for line in lines(played) if line.startswith("Views: behind in what-if by ")]
    assert behind.endswith(" events; the next command that needs them will update them")
    assert played("games").code == 0
    assert played("doctor", "--json").json["machine"]["views"] == "up to date"
    (home / "read.db").write_bytes(b"no database" * 1000)
    assert "Views: unreadable" in lines(played)


def test_snapshots_are_folded_anew_and_those_that_are_wrong_are_named_and_left(played: Sits, home: Path) -> None:
    with open_session() as session:
        session.store.drop_snapshots()
    assert played("play", "duel", "--drift", "red", "--drift", "blue", "--to", "2.break").code == 0
    found = played("doctor", "--json").json["machine"]
    assert found["snapshots"] > 0
    assert found["wrong_snapshots"] == []
    assert f"Snapshots: {found['snapshots']} kept" in lines(played)
    with behind_its_back(home / "sits.db") as db:
        db.execute("UPDATE stored_states SET state = state || X'20'")
        versions = [version for (version,) in db.execute("SELECT originator_version FROM stored_states ORDER BY 1")]
    wrong = [f"duel #{version}" for version in versions]
    assert played("doctor", "--json").json["machine"]["wrong_snapshots"] == wrong
    (number,) = wrong
    assert played("doctor").out.splitlines()[-1] == (
        f"Problem: 1 snapshot ({number}) was made by another program or machine, or from another record. Such "
        "snapshots are ignored; to drop it: sits audit verify duel"
    )
    with closing(sqlite3.connect(home / "sits.db")) as db:
        assert db.execute("SELECT COUNT(*) FROM stored_states").fetchone() == (len(wrong),)
    assert "1 snapshot did not match the record and was dropped" in played("audit", "verify", "duel").out
    assert "\nNo damage found." in played("doctor").out


def test_snapshots_under_another_machines_secret_are_a_problem_until_an_audit_drops_them(
    played: Sits, home: Path
) -> None:
    """A store that was copied without the keys, and one whose snapshots are of other code too."""
    assert played("doctor").code == 0
    (home / "keys" / "snapshots.secret").unlink()
    with behind_its_back(home / "sits.db") as db:
        db.execute("INSERT INTO stored_states SELECT originator_id, 53, 'other', state, mac FROM stored_states")
    told = played("doctor")
    assert told.code == 1
    assert told.out.splitlines()[-1] == (
        "Problem: 2 snapshots (duel #53, duel #175) were made by another program or machine, or from another record. "
        "Such snapshots are ignored; to drop them: sits audit verify duel"
    )
    assert played("audit", "verify", "duel").code == 0
    assert "\nNo damage found." in played("doctor").out


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_secrets_that_others_can_read_are_a_problem(played: Sits, home: Path) -> None:
    assert played("keys", "new", "anna").code == 0
    (home / "keys" / "anna.key").chmod(0o644)
    told = played("doctor")
    assert told.code == 1
    assert (
        "Problem: games/keys/anna.key can be read by others (mode 644), so its contents are not secret. "
        "Run: chmod 600 games/keys/anna.key\n"
    ) in told.out
    (home / "keys" / "anna.key").chmod(0o600)
    assert played("doctor").code == 0


def test_a_disk_with_little_room_is_a_problem(played: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9 - 19_400_000, 19_400_000))
    told = played("doctor")
    assert told.code == 1
    assert "Room: 19.4 MB free on the disk, " in told.out
    assert "Problem: Only 19.4 MB is free on the disk that holds games: it will soon be full.\n" in told.out
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9 - 20_000_000, 20_000_000))
    assert played("doctor").code == 0
