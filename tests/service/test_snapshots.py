"""A snapshot counts only under the player's own secret, which the first snapshot makes."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

from sits_es.game.state import pack, unpack
from sits_es.service.session import Session
from sits_es.service.snapshots import files_of, fingerprint, known_secret, made_secret
from sits_es.store.record import Snapshot
from tests.service.conftest import play_on
from tests.shared.duels import BLUE, RED
from tests.shared.rows import each_row


def test_the_first_snapshot_makes_a_secret_that_nobody_else_can_read(begun: Session) -> None:
    assert known_secret(begun.folder) is None
    play_on(begun, "duel", "1.8", RED, BLUE)
    assert not (begun.folder / "keys").exists()  # no turn has ended: there is nothing to keep
    play_on(begun, "duel", "1.break", RED, BLUE)
    secret = known_secret(begun.folder)
    assert secret is not None
    assert len(secret) == 32
    assert stat.S_IMODE((begun.folder / "keys" / "snapshots.secret").stat().st_mode) == 0o600
    assert made_secret(begun.folder) == secret


def test_a_secret_that_others_could_read_is_none(begun: Session) -> None:
    assert made_secret(begun.folder) is not None
    (begun.folder / "keys" / "snapshots.secret").chmod(0o644)
    assert known_secret(begun.folder) is made_secret(begun.folder) is None


def test_where_no_secret_can_be_kept_the_game_goes_on_without_snapshots(begun: Session) -> None:
    (begun.folder / "keys").write_text("a file where a folder should be", encoding="utf-8")
    play_on(begun, "duel", "1.break", RED, BLUE)
    assert begun.open_game("duel").fold().game.moment.turn == 2
    assert not begun.store.keeps_snapshots


def test_a_snapshot_that_somebody_else_wrote_is_not_believed(played: Session) -> None:
    with closing(sqlite3.connect(played.folder / "sits.db")) as db, db:
        (state,) = db.execute("SELECT state FROM stored_states").fetchone()
        game = unpack(state)
        game.title = "A duel for cheats"
        db.execute("UPDATE stored_states SET state = ?", (pack(game),))
    with Session(played.folder) as session:
        assert session.open_game("duel").fold().game.title == "A duel for tests"


def test_a_copy_of_a_folder_without_its_secret_comes_to_the_same(played: Session, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / "sits.db").write_bytes((played.folder / "sits.db").read_bytes())
    wal = played.folder / "sits.db-wal"
    if wal.exists():
        (tmp_path / "copy" / "sits.db-wal").write_bytes(wal.read_bytes())
    with Session(tmp_path / "copy") as session:
        assert session.open_game("duel").fold().game == played.open_game("duel").fold().game
        assert not (tmp_path / "copy" / "keys").exists()


@each_row("off", [1, 20, 100])
def test_a_snapshot_from_which_the_record_does_not_go_on_is_passed_over(played: Session, off: int) -> None:
    opened = played.open_game("duel")
    head = opened.head.version
    sound = opened.fold().game
    early = opened.fold(2).game
    played.store.drop_snapshots()
    played.store.save_snapshot("duel", Snapshot(head - off, fingerprint(), pack(early)))
    with Session(played.folder) as session:
        assert session.open_game("duel").fold().game == sound


def test_the_fingerprint_changes_with_each_file_that_folds_a_game(tmp_path: Path) -> None:
    """Its place, its length or its time of change."""
    for name in ("sits.py", "tables.toml", "words.md"):
        (tmp_path / name).write_text("1 2 3", encoding="utf-8")
        os.utime(tmp_path / name, ns=(1, 1))
    (tmp_path / "rules").mkdir()

    def told() -> list[str]:
        return sorted(line for entry in os.scandir(tmp_path) for line in files_of(entry))

    assert told() == [f"{tmp_path}/sits.py 5 1\n", f"{tmp_path}/tables.toml 5 1\n"]
    os.utime(tmp_path / "sits.py", ns=(2, 2))
    assert told()[0] == f"{tmp_path}/sits.py 5 2\n"
    (tmp_path / "rules" / "beams.py").write_text("1", encoding="utf-8")
    assert told()[0].startswith(f"{tmp_path}/rules/beams.py 1 ")
