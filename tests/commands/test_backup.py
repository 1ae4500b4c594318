"""sits backup and sits restore: a player's folder copied and put back."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from sits_es.service import backup
from sits_es.service.session import Session
from tests.shared.commands_told import Sits
from tests.shared.store_samples import behind_its_back
from tests.stored_games.recipe import copy


def heads(folder: Path) -> dict[str, int]:
    return {name: head.version for name, head in backup.heads_of(folder / "sits.db").items()}


def test_a_backup_is_a_folder_that_can_be_looked_into_and_put_back(
    played: Sits, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played("keys", "new", "anna").code == 0
    (home / "sits.toml").write_text("[post]\nacks = false\n")
    told = played("backup", "kept")
    assert told == (
        0,
        (
            "kept: 1 game with 176 events; every byte, link and digest is sound.\n"
            "The copy holds keys: keep it where nobody else can read it.\n"
        ),
        "",
    )
    assert stat.S_IMODE(Path("kept").stat().st_mode) == 0o700
    assert sorted(str(path.relative_to("kept")) for path in Path("kept").rglob("*") if path.is_file()) == sorted(
        [
            "keys/anna.key",
            "sits.db",
            "sits.toml",
            *(["keys/snapshots.secret"] if (home / "keys/snapshots.secret").exists() else []),
        ]
    )
    shown = played("show", "duel")
    monkeypatch.setenv("SITS_HOME", "kept")
    assert played("show", "duel") == shown
    monkeypatch.setenv("SITS_HOME", "anew")
    told = played("restore", "kept")
    assert (told.code, told.out) == (0, "anew: 1 game with 176 events, from kept.\n")
    assert played("show", "duel") == shown
    assert played("keys", "show", "anna").code == 0
    assert played("doctor").code == 0
    assert tmp_path.is_dir()


def test_what_a_restored_folder_replaces_is_kept_aside(played: Sits, home: Path) -> None:
    assert played("games").code == played("backup", "kept").code == 0
    assert played("restore", "kept").out == (
        "games: 1 game with 176 events, from kept.\nThe old files are in games/replaced-1.\n"
    )
    assert {path.name for path in (home / "replaced-1").iterdir()} >= {"sits.db", "read.db"}
    assert heads(home / "replaced-1") == heads(home) == {"duel": 175}
    assert "games/replaced-2." in played("restore", "kept").out
    assert (played("games").err, played("doctor").code) == ("", 0)


def test_an_older_backup_is_put_back_only_where_that_is_said(played: Sits, home: Path) -> None:
    assert played("backup", "kept").code == 0
    assert played("new", "duel.toml", "--name", "later").code == 0
    assert played("play", "duel", "--drift", "red", "--drift", "blue", "--to", "2.2").code == 0
    now = heads(home)
    assert played("restore", "kept") == (
        1,
        "",
        (
            f"duel goes up to event #{now['duel']} here, but only to #175 in kept.\n"
            "later is not in kept.\n"
            "Nothing was changed. To restore the backup anyway: --force\n"
        ),
    )
    assert heads(home) == now
    assert played("restore", "kept", "--force").code == 0
    assert heads(home) == {"duel": 175}
    assert heads(home / "replaced-1") == now
    # the views were put aside too, and don't miss what was put back on purpose
    assert played("games").err == ""
    assert played("play", "duel", "--drift", "red", "--to", "2.1").code == 1
    assert played("play", "duel", "--drift", "red", "--drift", "blue", "--to", "2.1").code == 0
    refused = played("restore", "games/replaced-1")
    assert (refused.code, refused.out) == (1, "")
    assert (
        refused.err.splitlines()[0]
        == f"Event #{heads(home)['duel']} of duel here differs from the one in games/replaced-1."
    )


def test_a_damaged_record_is_replaced_without_more_ado(played: Sits, home: Path) -> None:
    assert played("backup", "kept").code == 0
    (home / "sits.db").write_bytes(b"nothing but rust" * 4096)
    assert played("restore", "kept").code == 0
    assert played("audit", "verify", "duel").code == 0


def test_what_is_not_sound_is_neither_copied_nor_put_back(played: Sits, home: Path) -> None:
    assert played("backup", "kept").code == 0
    shutil.copytree("kept", "spoilt")
    for store, words in ((Path("spoilt/sits.db"), ("restore", "spoilt")), (home / "sits.db", ("backup", "again"))):
        with behind_its_back(store) as db:
            db.execute("UPDATE stored_events SET state = '{}' WHERE originator_version = 7")
        told = played(*words)
        assert (told.code, told.out) == (1, "")
        assert told.err.startswith("Event 7 of duel ")
        assert told.err.splitlines()[-1] == (
            "So don't rely on the backup spoilt."
            if words[0] == "restore"
            else "again was removed, because it cannot be relied on."
        )
    assert not list(Path().glob("again*"))
    assert not list(home.glob("restoring*"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("backup kept", "kept already exists, and a backup never overwrites anything. Name a new folder."),
        ("restore nowhere", "There is no record in nowhere. Name a folder that `sits backup` wrote."),
    ],
)
def test_folders_that_do_not_fit_are_refused(played: Sits, words: str, said: str) -> None:
    assert played("backup", "kept").code == 0
    assert played(*words.split()) == (1, "", f"{said}\n")


def test_where_there_is_nothing_there_is_nothing_to_copy(sits: Sits) -> None:
    said = "There is no record in games, so there is nothing to back up.\n"
    assert sits("backup", "kept") == (1, "", said)


def test_a_folder_that_another_program_has_open_is_not_exchanged(
    played: Sits, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "WAIT", 0.1)
    assert played("games").code == played("backup", "kept").code == 0
    with closing(sqlite3.connect(home / "sits.db")) as other:
        other.execute("BEGIN")
        other.execute("SELECT COUNT(*) FROM stored_events").fetchone()
        said = (
            "Another program has games/sits.db open. Nothing was changed. End all other programs that use it, then try "
            "again.\n"
        )
        assert played("restore", "kept") == (1, "", said)
    with closing(sqlite3.connect(home / "sits.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        refused = played("backup", "again")
        assert refused.code == 1
        assert "Nothing was written; try again." in refused.err
        assert not Path("again").exists()


def test_on_a_server_a_backup_is_the_servers(played: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITS_STORE", "postgresql://anna@server.example/club")
    for words in (("backup", "kept"), ("restore", "kept")):
        assert played(*words) == (
            1,
            "",
            ("The record is on a PostgreSQL server (SITS_STORE), so back it up there: see sits docs postgresql.\n"),
        )


def test_games_by_mail_come_back_with_journal_keys_and_secrets(
    sits: Sits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy("duel", Path())
    monkeypatch.setenv("SITS_HOME", "red")
    assert sits("backup", "kept").code == 0
    before = sits("mail", "status")
    assert sits("mail", "in").code == 0
    told = sits("restore", "kept", "--force")
    assert told.flat.endswith(
        "Your games by mail are now older copies, so the others may hold letters of yours that you lack. Your "
        "program asks them and signs nothing until somebody answers: sits mail out, later sits mail in"
    )
    asks = "this folder lacks part of the game: your program asks the others, and signs nothing until one answers"
    assert asks in sits("mail", "status").flat
    assert before.flat.replace(asks, "") == before.flat
    assert sits("mail", "in").code == 0
    with Session.over(tmp_path / "red" / "sits.db") as session:
        assert session.store.audit("duel").sound
