"""Games that were stored open, answer as they did, and are played on: from the first release on, of any release."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from sits_es.service import exports
from sits_es.service.session import Session
from tests.shared.watch import told_by
from tests.stored_games.recipe import (
    BY_MAIL,
    GAMES,
    GOES_ON,
    LATER,
    WATCH,
    answer,
    asked_in,
    copy,
    heads,
    holds,
    homes,
    kept,
    let_days_pass,
    seal_nothing,
    stored_heads,
    well,
)

#: What may be said in the environment about the width and the colours of an output.
TERMINAL = ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
#: Where the record is in a store: tables, their columns, and the order of their rows.
RECORD = (
    (
        "stored_events",
        "originator_id, originator_version, topic, state, previous, digest, command_id, recorded_at",
        "1, 2",
    ),
    ("lineage", "child, parent, at_version, at_digest", "1"),
)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Folders are copied into the current one and named from there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SITS_HOME", "var")
    monkeypatch.setattr(WATCH, "time", datetime.fromisoformat(LATER))
    for name in TERMINAL:
        monkeypatch.delenv(name, raising=False)
    with told_by(WATCH):
        yield
    monkeypatch.undo()
    shutil.rmtree(tmp_path)


def bytes_on_record(home: str) -> str:
    """A digest over everything that a folder's records hold, and over where branches leave each other."""
    whole = hashlib.sha256()
    with closing(sqlite3.connect(Path(home, "sits.db"))) as db:
        for table, columns, order in RECORD:
            for row in db.execute(f"SELECT {columns} FROM {table} ORDER BY {order}"):  # noqa: S608 -- from above
                whole.update(repr(row).encode())
    return whole.hexdigest()


def status(home: str) -> dict[str, Any]:
    """How the branch stands that the game by mail is now."""
    found: list[dict[str, Any]] = json.loads(well(home, "mail", "status", GOES_ON, "--json"))
    return found[0]


def forget(home: str) -> None:
    """Throw away what only saves time: read models and snapshots."""
    Path(home, "read.db").unlink()
    with closing(sqlite3.connect(Path(home, "sits.db"))) as db, db:
        db.execute("DELETE FROM stored_states")


@cache
def asked(game: str) -> Path:
    """A copy of a stored game that questions are asked of: none of them changes what another is answered."""
    return copy(game, Path(mkdtemp(prefix="asked-")))


@pytest.mark.parametrize("game", GAMES)
def test_a_stored_game_answers_as_it_did(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(asked(game))
    found = {question: answer(asked_in(game), question) for question in kept(game)["answers"]}
    wrong = {
        each: (found[each], stored) for each, stored in kept(game)["answers"].items() if not holds(found[each], stored)
    }
    assert wrong == {}


@pytest.mark.parametrize("game", GAMES)
def test_it_answers_just_so_without_read_models_and_snapshots(game: str) -> None:
    copy(game, Path())
    forget(asked_in(game))
    for question, stored in kept(game)["answers"].items():
        if not question.startswith("explain"):
            assert holds(answer(asked_in(game), question), stored), question


@pytest.mark.parametrize("game", GAMES)
def test_records_end_as_they_did_and_reading_them_changes_no_byte(game: str) -> None:
    copy(game, Path())
    before = {home: bytes_on_record(home) for home in homes()}
    assert {home: heads(home) for home in homes()} == stored_heads(game)
    for home in homes():
        assert "\nNo damage found." in well(home, "doctor")
        well(home, "games")
        well(home, "audit", "all")
    assert {home: heads(home) for home in homes()} == stored_heads(game)
    assert {home: bytes_on_record(home) for home in homes()} == before


@pytest.mark.parametrize("game", GAMES)
def test_it_is_carried_elsewhere_and_back_to_the_last_byte(game: str) -> None:
    copy(game, Path())
    with Session.over(Path(asked_in(game), "sits.db")) as one, Session.over(Path("other.db")) as other:
        for number, root in enumerate(each.stream for each in one.store.streams() if each.parent is None):
            there, back = Path(f"{number}.bundle"), Path(f"{number}.back")
            exports.export(one.open_game(root), there, whole=True)
            exports.import_game(other, there)
            exports.export(other.open_game(root), back, whole=True)
            assert back.read_bytes() == there.read_bytes()
        assert other.store.heads() == one.store.heads()
        assert all(report.sound for report in other.store.audit_all()[0])


@pytest.mark.parametrize("game", GAMES)
def test_it_can_be_left_at_every_exchange_and_the_branch_is_sound(game: str) -> None:
    copy(game, Path())
    home = asked_in(game)
    with Session(Path(home)) as session:
        moments = [
            session.open_game(game).rules.label(each.moment) for each in session.open_game(game).history.played()
        ]
    for number, at in enumerate(moments[:: max(1, len(moments) // 4)]):
        well(home, "fork", game, "--at", at, "--name", f"other-{number}")
        well(home, "audit", "verify", f"other-{number}")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("pursuit", ("play", "what-if", "--drift", "blue", "--drift", "red", "--to", "2.break")),
        ("ambush", ("play", "what-if", "--pass")),
    ],
)
def test_its_what_if_is_played_on(game: str, words: tuple[str, ...]) -> None:
    copy(game, Path())
    before = heads("var")
    well("var", *words)
    assert heads("var")["what-if"][0] > before["what-if"][0]
    assert heads("var")[game] == before[game]
    well("var", "audit", "verify", "what-if")


def test_the_open_exchanges_of_a_game_by_mail_are_played_and_all_records_are_the_same() -> None:
    copy(BY_MAIL, Path())
    for at in ("1.break", "2.1", "2.2"):
        let_days_pass()
        assert status("red")["stands"].startswith(f"at {at} since ")
        for player in homes():
            if any(each["seat"] == player for each in status(player)["owed"]):
                seal_nothing(player, at)
    let_days_pass()
    ends = [heads(home) for home in homes()]
    played = {stream for stream in ends[0] if stream not in (BY_MAIL, "what-if")}
    assert [end.items() >= {stream: ends[0][stream] for stream in played}.items() for end in ends] == [True, True]
    for player in homes():
        assert status(player)["stands"].startswith("at 2.3 since ")
        assert "recomputing from orders, seals and dice" in well(player, "audit", "verify", GOES_ON)


@pytest.mark.parametrize("home", ["blue", "red"])
def test_every_entry_of_the_log_is_signed_and_leads_to_the_record(home: str) -> None:
    copy(BY_MAIL, Path())
    assert json.loads(well(home, "mail", "log", BY_MAIL, "--check", "--json"))["ok"] is True


def test_who_has_lost_everything_but_the_key_gets_the_very_same_record_back_and_plays_on() -> None:
    copy(BY_MAIL, Path())
    let_days_pass()
    for path in Path("blue").iterdir():
        if path.name not in {"keys", "sits.toml"}:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    well("red", "mail", "out", "--again", BY_MAIL)
    let_days_pass()
    record = heads("red")
    del record["what-if"]  # blue has to open that one again
    assert heads("blue") == record
    seal_nothing("red", "1.break")  # what blue sealed is opened from its own box
    let_days_pass()
    assert status("blue")["stands"].startswith("at 2.1 since ")
