"""The databases of a folder: wherever it is, and whatever is wrong with them."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from commands.home import open_desk
from sits_es.errors import NotNowError
from sits_es.post.drawer import Drawer
from tests.shared.commands_told import Sits


def some_mail(home: Path) -> None:
    """Let there be a file of games by mail."""
    with closing(Drawer(home / "mail.db")) as drawer:
        drawer.put_mark("duel", "shown", "1.2")
        drawer.save()


def test_a_database_of_which_nobody_nearer_says_what_is_wrong_is_refused_all_the_same(
    sits: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    monkeypatch.setattr("sits_es.service.health.examine", damaged)
    said = "A database in games is not what this program wrote, or it is damaged: database disk image is malformed."
    assert sits("doctor") == (1, "", f"{said} See: sits doctor\n")

    def mistaken(*_: object) -> None:
        raise sqlite3.ProgrammingError("Cannot operate on a closed database.")

    monkeypatch.setattr("sits_es.service.health.examine", mistaken)
    with pytest.raises(AssertionError, match="broke off"):
        sits("doctor")


def test_a_trigger_whose_text_is_no_text_is_damage(played: Sits, home: Path) -> None:
    """SQLite quotes it in its message, which Python can't read then."""
    path = home / "sits.db"
    content = path.read_bytes()
    assert content.count(b"CREATE TRIGGER stored_events_follow") == 1
    path.write_bytes(
        content.replace(b"CREATE TRIGGER stored_events_follow", b"CREATE \xfe\xfe\xfeGGER stored_events_follow")
    )
    for words in (("games",), ("show", "duel"), ("audit", "verify", "duel"), ("doctor",)):
        told = played(*words)
        assert told.code == 1, words
        assert "or it is damaged: malformed database schema" in f"{told.out}{told.err}"


def test_so_it_is_where_letters_are_kept(sits: Sits, home: Path) -> None:
    some_mail(home)
    path, table = home / "mail.db", b"CREATE TABLE kept"
    content = path.read_bytes()
    assert content.count(table) == 1
    path.write_bytes(content.replace(table, b"CREATE \xfe\xfe\xfeLE kept"))
    told = sits("mail", "status")
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith("games/mail.db is not this program's file for games by mail")
    assert "malformed database schema" in told.err


@pytest.mark.parametrize("folder", ["file:x", "file:x?mode=memory", ":memory:", "file:x?mode=memory&cache=shared"])
def test_a_folder_may_be_called_anything(sits: Sits, home: Path, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    if os.name == "nt":
        pytest.skip("these are no names on this system")
    monkeypatch.setenv("SITS_HOME", folder)
    other = home.with_name("x")  # which file:x would lead to
    other.mkdir()
    assert sits("new", "duel.toml", "--name", "duel").code == 0
    assert "Fearless" in sits("audit", "list", "duel", "Fearless").out
    assert [game["name"] for game in sits("games", "--json").json] == ["duel"]
    assert sits("show", "duel", "--json").code == 0
    assert sits("games", "archive", "duel").code == 0
    some_mail(home.with_name(folder))
    assert sits("mail", "status").code == 0
    assert list(other.iterdir()) == []
    assert {each.name for each in home.with_name(folder).iterdir()} == {"sits.db", "read.db", "list.db", "mail.db"}


@pytest.mark.parametrize("name", ["mail.db"])
def test_damaged_databases_of_games_by_mail_are_refused_with_what_helps(sits: Sits, home: Path, name: str) -> None:
    content = b"no database at all, but a text that is long enough to be taken for one\n" * 200
    (home / name).write_bytes(content)
    said = (
        "games/mail.db is not this program's file for games by mail, or it is damaged: file "
        "is not a database. Restore a copy of the folder, or start a new one with your key: sits restore\n"
    )
    assert sits("mail", "status") == (1, "", said)
    assert (home / name).read_bytes() == content


def test_what_is_damaged_inside_a_database_of_games_by_mail_is_refused_with_what_helps(sits: Sits, home: Path) -> None:
    sits("keys", "new", "anna")
    invite = ("mail", "invite", "duel", "--name", "duel", "--as", "red", "--address", "a@b.org", "blue=b@b.org")
    assert sits(*invite).code == 0
    with closing(sqlite3.connect(home / "mail.db")) as db, db:
        db.execute("UPDATE kept SET value = x'7b7d' WHERE kind = 'game'")
    told = sits("mail", "status")
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith("games/mail.db is not this program's file for games by mail, or it is damaged: Object ")
    assert told.err.endswith("Restore a copy of the folder, or start a new one with your key: sits restore\n")


@pytest.mark.parametrize("name", ["mail.db"])
def test_a_file_of_games_by_mail_to_which_another_program_writes_is_named(
    sits: Sits, home: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    assert sits("keys", "new", "anna").code == 0
    some_mail(home)
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *words, **more: connect(*words, **more | {"timeout": 0}))
    with closing(connect(home / name, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotNowError) as refused, open_desk():
            raise sqlite_busy(home / name)
    assert str(refused.value) == (f"Another program is still writing to games/{name}. Nothing was written; try again.")


def sqlite_busy(path: Path) -> sqlite3.Error:
    """What SQLite says of a file that another program holds."""
    with closing(sqlite3.connect(path)) as db:
        try:
            db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as fault:
            return fault
    raise AssertionError("nobody holds it")
