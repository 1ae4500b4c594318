"""What a player does with whole games: put aside from the list, called otherwise here, deleted."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sits_es.store import GameStore
from sits_es.store.sqlite.files import write_without
from tests.endurance.kills import killed, killed_at_statement
from tests.shared.commands_told import Sits, Told
from tests.stored_games.recipe import copy

PLAY = ("play", "duel", "red.orders", "blue.orders", "--to", "1.3")


def names(sits: Sits, *more: str) -> list[str]:
    return [row.get("called", row["name"]) for row in sits("games", *more, "--json").json]


@pytest.fixture
def forked(begun: Sits) -> Sits:
    assert begun(*PLAY).code == 0
    assert begun("fork", "duel", "--at", "1.2", "--name", "what-if").code == 0
    return begun


def test_a_game_is_put_aside_with_its_branches_and_everything_else_still_reads_it(forked: Sits) -> None:
    shown = forked("show", "duel")
    assert forked("games", "archive", "duel") == (
        0,
        (
            "duel is archived, with all its branches. You can still read it.\n"
            "To list it again: sits games restore duel\n"
        ),
        "",
    )
    assert forked("games") == (0, "All games here are archived: sits games --all\n", "")
    assert names(forked, "--all") == ["duel", "what-if"]
    assert forked("games", "--all").out.count(" archived") == 2
    assert forked("show", "duel") == shown
    assert forked("games", "archive", "what-if").out == "what-if is already archived.\n"
    assert forked("games", "restore", "what-if") == (
        1,
        "",
        (
            "what-if is a branch of duel, which is archived with all its branches. To list that game again: sits "
            "games restore duel\n"
        ),
    )
    assert forked("games", "restore", "duel").out == "duel is in the list again.\n"
    assert forked("games", "restore", "duel").out == "duel is not archived.\n"
    assert names(forked) == ["duel", "what-if"]


def test_a_fork_is_put_aside_alone(forked: Sits) -> None:
    assert forked("games", "archive", "what-if").code == 0
    assert names(forked) == ["duel"]
    assert forked("games").out.endswith("\n1 game archived: sits games --all\n")


def test_a_game_is_called_otherwise_here_and_found_by_both_names(forked: Sits) -> None:
    asked = (("show", "duel"), ("stats", "duel", "luck"), ("replay", "duel"), ("orders", "new", "duel", "--as=red"))
    before = {words: forked(*words) for words in asked}
    assert forked("games", "rename", "duel", "friday") == (
        0,
        (
            "duel is now called friday on this machine only; the record is unchanged.\n"
            "Order files, letters and checkpoints still say duel. That name still works, and no other\n"
            "game can have it. To remove the new name: sits games rename friday duel\n"
        ),
        "",
    )
    assert names(forked) == ["friday", "what-if"]
    assert forked("games", "--json").json[0]["name"] == "duel"
    assert "friday #" in forked("games", "branches", "friday").out
    for words, told in before.items():
        assert forked(*words) == told
        renamed = forked(*(("friday" if word == "duel" else word) for word in words))
        assert (renamed.code, renamed.out.replace("friday", "duel").split()) == (0, told.out.split())
    assert forked("audit", "verify", "friday").code == 0
    assert forked("play", "friday", "red.orders", "blue.orders", "--to", "1.4").code == 0
    assert forked("play", "what-if", "--drift", "red", "--drift", "blue", "--to", "1.2").code == 0
    assert {row["name"] for row in forked("games", "--json").json} == {"duel", "what-if"}
    assert forked("fork", "friday", "--at", "1.3", "--name", "more").code == 0
    assert forked("show", "nobody").err.startswith(
        "There is no game nobody in games. Games here: friday, more, what-if."
    )
    assert forked("games", "rename", "friday", "duel").out == "duel already has that name.\n"
    assert names(forked) == ["duel", "more", "what-if"]
    assert forked("show", "friday").code == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "games rename duel what-if",
            "There is already a game what-if. Choose another name, or see: sits show what-if",
        ),
        (
            "games rename duel What-If",
            "There is already a game what-if. Choose another name, or see: sits show what-if",
        ),
        (
            "games rename what-if Friday",
            "There is already a game friday. Choose another name, or see: sits show friday",
        ),
        ("games rename nobody x", "There is no game nobody in games. Games here: friday, what-if."),
        (
            "games rename duel a/b",
            'The name "a/b" begins with - or contains a /; a command line or a file system would misread it.',
        ),
        (
            "new duel.toml --name friday",
            "There is already a game friday. Choose another name, or see: sits show friday",
        ),
        ("new duel.toml --name duel", "There is already a game duel. Choose another name, or see: sits show duel"),
        ("fork duel --at 1.2 --name friday", "There is already a game named friday. Give the fork another name."),
        (
            "import other.bundle",
            "Another game is called friday here. Rename that game: sits games rename",
        ),
        (
            "games --json archive duel",
            "--all, --json and --width belong to the list: use them only with `sits games`.",
        ),
    ],
)
def test_names_are_never_confused(forked: Sits, monkeypatch: pytest.MonkeyPatch, words: str, said: str) -> None:
    monkeypatch.setenv("SITS_HOME", "other")
    assert forked("new", "duel.toml", "--name", "friday").code == 0
    assert forked("export", "friday", "-o", "other.bundle").code == 0
    monkeypatch.setenv("SITS_HOME", "games")
    assert forked("games", "rename", "duel", "friday").code == 0
    told = forked(*words.split())
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(said)


def test_a_backup_has_the_names_too(forked: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    assert forked("games", "rename", "duel", "friday").code == 0
    assert forked("backup", "kept").code == 0
    monkeypatch.setenv("SITS_HOME", "kept")
    assert names(forked) == ["friday", "what-if"]


def test_a_damaged_list_says_what_helps(forked: Sits, home: Path) -> None:
    (home / "list.db").write_bytes(b"no database" * 100)
    told = forked("games")
    assert (told.code, told.out) == (1, "")
    assert told.err == (
        "games/list.db is not a list of games, or it is damaged: file is not a database. Delete the file: it "
        "holds only your names for games and the list of archived games.\n"
    )


def rows(folder: Path) -> list[tuple[Any, ...]]:
    """Every column of all tables with games in them."""
    with closing(sqlite3.connect(folder / "sits.db")) as db:
        tables = ("stored_events", "lineage", "heads", "stored_states")
        asked = {table: f"SELECT * FROM {table} ORDER BY 1, 2" for table in tables}  # noqa: S608 -- our own
        return [(table, *row) for table, text in asked.items() for row in db.execute(text)]


def of(stream: str, found: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [row for row in found if stream in row[1:3]]


def bundle(home: Path) -> Path:
    (found,) = (home / "deleted").glob("*.bundle")
    return found


def test_a_deleted_game_is_in_a_bundle_and_nothing_else_has_changed(forked: Sits, home: Path) -> None:
    assert forked("play", "what-if", "--drift", "red", "--drift", "blue", "--to", "1.2").code == 0
    assert forked("audit", "list", "what-if", "drift").code == 0
    assert forked("games", "rename", "what-if", "saturday").code == 0
    before, shown = rows(home), forked("show", "what-if")
    told = forked("games", "delete", "saturday", "--yes")
    where = Path("games", "deleted", bundle(home).name)
    assert told == (
        0,
        f"saturday is deleted. The copy is in {where}; to restore it: sits import {where}\n",
        "",
    )
    assert rows(home) == [row for row in before if row not in of("what-if", before)]
    assert names(forked) == ["duel"]
    assert forked("doctor").code == 0
    assert forked("audit", "all", "games").code == 0
    assert forked("games", "delete", "saturday", "--yes").err.startswith("There is no game saturday in games.")
    assert forked("play", "duel", "red.orders", "blue.orders", "--to", "1.4").code == 0
    assert forked("import", str(bundle(home))).code == 0
    assert names(forked) == ["duel", "what-if"]
    assert forked("show", "what-if") == shown
    events = [row[2:] for row in of("what-if", before) if row[0] == "stored_events"]
    assert [row[2:] for row in of("what-if", rows(home)) if row[0] == "stored_events"] == events


def test_a_store_that_got_shorter_otherwise_is_still_told(forked: Sits, home: Path) -> None:
    assert forked("games").code == 0
    assert forked("games", "delete", "what-if", "--yes").code == 0
    assert forked("games", "--json").err == ""
    (home / "sits.db").unlink()
    assert "games/read.db holds duel up to event #" in forked("games").err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "games delete duel --yes",
            (
                "what-if branches off duel and can't be read without it. Nothing was deleted. Delete that one first. "
                "To hide it from the list: sits games archive duel\n"
            ),
        ),
        ("games delete nobody --yes", "There is no game nobody in games. Games here: duel, what-if.\n"),
    ],
)
def test_what_is_needed_is_not_deleted(forked: Sits, home: Path, words: str, said: str) -> None:
    before = rows(home)
    assert forked(*words.split()) == (1, "", said)
    assert rows(home) == before
    assert not (home / "deleted").exists()


def test_it_is_asked_first_and_nobody_there_means_no(forked: Sits, home: Path) -> None:
    before = rows(home)
    told = forked("games", "delete", "what-if")
    assert told.code == 1
    assert told.out.startswith("Delete what-if with 1 event? A copy goes to games/deleted/what-if-")
    assert told.out.endswith("Nothing was deleted. To skip the question: --yes\n")
    assert rows(home) == before


def test_a_server_keeps_its_games(forked: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITS_STORE", "postgresql://nobody@nowhere.invalid/none")
    assert forked("games", "delete", "what-if", "--yes") == (
        1,
        "",
        (
            "The record is on a PostgreSQL server (SITS_STORE), where others may need the game, so it can't be "
            "deleted from here. To hide it from your list: sits games archive what-if\n"
        ),
    )


def test_nothing_is_deleted_while_another_program_has_the_store_open(
    forked: Sits, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sits_es.service.archive.WAIT", 0.1)
    before = rows(home)
    with GameStore.open(home / "sits.db") as other:
        other.drop_snapshots([])
        assert forked("games", "delete", "what-if", "--yes").err == (
            f"Another program has {(home / 'sits.db').resolve()} open. Nothing was changed. End all other programs "
            "that use it, then try again.\n"
        )
    assert rows(home) == before
    assert forked("games", "delete", "what-if", "--yes").code == 0


@pytest.mark.usefixtures("forked")
def test_who_waited_to_write_to_the_old_file_is_refused(home: Path) -> None:
    with GameStore.open(home / "sits.db") as store:
        heads = {name: (head.version, head.digest) for name, head in store.heads().items()}
    with closing(sqlite3.connect(home / "sits.db")) as db:
        db.execute("PRAGMA journal_mode=DELETE")
    with closing(sqlite3.connect(home / "sits.db", isolation_level=None)) as late:
        late.execute("SELECT COUNT(*) FROM heads").fetchall()
        write_without(home / "sits.db", ["what-if"], heads, 0.1, lambda _: None)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            late.execute("INSERT INTO lineage VALUES ('x', 'duel', 1, x'00')")


def test_a_game_by_mail_stays_for_its_letters(sits: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    copy("duel", Path())
    monkeypatch.setenv("SITS_HOME", "red")
    for name, why in (
        (
            "duel-2",
            "duel-3 branches off duel-2 and can't be read without it. Nothing was deleted. Delete that one first.",
        ),
        ("duel-3", "duel-3 belongs to a game by mail, whose letters refer to it. Nothing was deleted."),
    ):
        refused = f"{why} To hide it from the list: sits games archive {name}\n"
        assert sits("games", "delete", name, "--yes") == (1, "", refused)
    assert "duel" in sits("mail", "status").out
    assert sits("games", "archive", "duel-3").code == 0
    assert sits("mail", "status").out == ("All games by mail here are archived. To see them: sits mail status --all\n")
    status = sits("mail", "status", "duel-3")
    assert sits("games", "rename", "duel-3", "ours").code == 0
    assert sits("mail", "status", "ours") == status


def whole_or_gone(sits: Sits, home: Path, before: list[tuple[Any, ...]]) -> None:
    """What there must be after a kill."""
    assert sits("audit", "all").code == 0
    assert sits("doctor").code == 0
    listed, found = sits("games"), rows(home)
    assert listed.err == ""
    if found != before:
        assert found == [row for row in before if row not in of("what-if", before)]
        assert sits("import", str(bundle(home))).code == 0
    assert names(sits) == ["duel", "what-if"]


@pytest.mark.long
@pytest.mark.parametrize(("kill", "step"), [(killed, 29), (killed_at_statement, 41)])
def test_killed_anywhere_the_game_is_wholly_there_or_wholly_gone_with_its_bundle(
    forked: Sits, home: Path, kill: Any, step: int
) -> None:
    assert names(forked) == ["duel", "what-if"]
    kept, before = shutil.copytree(home, "kept"), rows(home)

    def work() -> Told:
        return forked("games", "delete", "what-if", "--yes")

    number, gone = 1, 0
    while kill(work, number):
        gone += rows(home) != before
        whole_or_gone(forked, home, before)
        shutil.rmtree(home)
        shutil.copytree(kept, home)
        # the last steps are the exchange of the files, and what comes behind it
        number += step
    assert number > 3 * step
    assert names(forked) == ["duel"]
