"""In a game of any system each changed byte is found and named, and a chain that was redone is found by the rules."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest

from commands.home import open_session
from sits_es.service.audit import audit_game
from tests.shared.commands_told import run
from tests.shared.store_samples import behind_its_back
from tests.shared.tampering import changed_number, changed_word, flipped, rechained
from tests.systems import table
from tests.systems.table import GAME

pytestmark = pytest.mark.long

SYSTEMS = ("sits", "sfb", "slots by hand", "xwing", "starwars")


@pytest.fixture(scope="module", params=SYSTEMS)
def played(request: pytest.FixtureRequest, examples: None, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: ARG001
    """A folder of games with the plan of a system played; nobody changes it."""
    folder = tmp_path_factory.mktemp(request.param.replace(" ", "-"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(folder / "games"))
        table.played(request.param, folder)
    return folder / "games"


@pytest.fixture
def home(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it to tamper with."""
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(played, tmp_path / "games"))


def rows(home: Path) -> Iterator[tuple[int, int, str, Any]]:
    """Row, number, name and content of every stored event."""
    with closing(connect(home / "sits.db")) as db:
        yield from db.execute("SELECT rowid, originator_version, topic, state FROM stored_events ORDER BY rowid")


def test_one_byte_of_any_event_betrays_itself_and_the_event_is_named(home: Path) -> None:
    chance = random.Random(5)  # noqa: S311 - a sample, the same each time
    with behind_its_back(home / "sits.db") as db, open_session() as session:
        found = list(rows(home))
        for row, version, topic, state in chance.sample(found, min(len(found), 120)):
            for column, value in (("state", state), ("topic", topic)):
                change = f"UPDATE stored_events SET {column} = ? WHERE rowid = ?"  # noqa: S608 - our own names
                db.execute(change, (flipped(value, chance), row))
                bad = session.store.audit(GAME).bad
                assert bad is not None, (version, topic)
                assert (bad.stream, bad.version) == (GAME, version)
                db.execute(change, (value, row))
        assert audit_game(session.open_game(GAME), []).faults == ()


def test_the_command_names_the_event_too(home: Path) -> None:
    chance = random.Random(6)  # noqa: S311 - a sample, the same each time
    for row, version, _, state in chance.sample(list(rows(home)), 5):
        with behind_its_back(home / "sits.db") as db:
            db.execute("UPDATE stored_events SET state = ? WHERE rowid = ?", (flipped(state, chance), row))
        told = run("audit", "verify", GAME)
        assert (told.code, told.out) == (1, "")
        assert told.err.startswith(f"Event {version} of {GAME}")
        with behind_its_back(home / "sits.db") as db:
            db.execute("UPDATE stored_events SET state = ? WHERE rowid = ?", (state, row))
    assert run("audit", "verify", GAME).code == 0


def test_where_the_whole_chain_was_redone_the_rules_still_tell(home: Path) -> None:
    """One event of each kind since the game's beginning, changed with a chain that fits."""
    before = (home / "sits.db").read_bytes()
    with open_session() as session:
        first = session.open_game(GAME).history.set_up
    kinds: dict[str, tuple[int, bytes]] = {}
    for _, version, topic, state in list(rows(home))[first:]:
        kinds.setdefault(topic, (version, state))
    for topic, (version, state) in kinds.items():
        change = next((each for each in (changed_number, changed_word) if each(state) != state), None)
        if change is None:
            continue
        for name in ("sits.db-wal", "sits.db-shm"):
            (home / name).unlink(missing_ok=True)
        (home / "sits.db").write_bytes(before)
        rechained(home, version, change, GAME)
        told = run("audit", "verify", GAME)
        assert (told.code, told.out) == (1, ""), (topic, state)
        named = re.match(rf"{GAME}(?:: | \S+, )event #(\d+)\b", told.err)
        assert named is not None, told.err
        at = int(named[1])
        # an order shows where it was given or in what comes of it; another name, in who then misses the old one
        assert at == version or "Ordered/" in topic or (at > version and "never placed" in told.err), told.err


READING = (
    f"show {GAME}",
    f"show {GAME} --json",
    "games",
    f"replay {GAME}",
    f"replay {GAME} --step",
    f"diff {GAME} {GAME}",
    f"audit list {GAME}",
    f"audit verify {GAME}",
    f"orders new {GAME} --as red",
    f"stats {GAME} luck",
    f"explain {GAME} 30",
    "doctor",
)


def test_over_a_damaged_record_every_command_answers_in_words(home: Path) -> None:
    """The runner lets no traceback pass."""
    chance = random.Random(3)  # noqa: S311 - a sample, the same each time
    with open_session() as session:
        session.store.drop_snapshots()
    found = list(rows(home))
    for row, _, _, state in [found[0], *chance.sample(found[4:], 8)]:
        with behind_its_back(home / "sits.db") as db:
            db.execute("UPDATE stored_events SET state = ? WHERE rowid = ?", (changed_word(state), row))
        for path in home.glob("read.db*"):
            path.unlink()
        for words in chance.sample(READING, 6):
            told = run(*words.split())
            assert told.code in (0, 1), (words, told)
            assert told.out or told.err, (words, told)
        with behind_its_back(home / "sits.db") as db:
            db.execute("UPDATE stored_events SET state = ? WHERE rowid = ?", (state, row))
    assert run("audit", "verify", GAME).code == 0
