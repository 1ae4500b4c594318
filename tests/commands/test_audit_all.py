"""sits audit all: every game of a folder, or of the stores that are named, checked in one go."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from sits_es.service import audit as service
from sits_es.service.audit import audit_stores, stores_in
from tests.shared.commands_told import Sits
from tests.shared.store_samples import behind_its_back

STORED = Path(__file__).parents[1] / "stored_games"


def test_all_games_are_checked_at_once_a_line_each(played: Sits) -> None:
    assert played("fork", "duel", "--at", "1.4", "--name", "what-if").code == 0
    told = played("audit", "all")
    lines = told.out.splitlines()
    assert (told.code, told.err, lines[-1]) == (0, "", "2 games checked; all are sound.")
    assert lines[0] == "duel: 176 events sound, 9 exchanges recomputed."
    assert lines[1].endswith(" events sound, 3 exchanges recomputed.")
    assert played("audit", "all", "--jobs", "2") == told
    found = played("audit", "all", "--json").json
    assert found["ok"]
    (store,) = found["stores"]
    assert (store["store"], store["ok"], store["refused"], store["strays"]) == ("games/sits.db", True, None, [])
    assert [each["game"] for each in store["games"]] == ["duel", "what-if"]


def test_of_all_games_the_one_that_is_damaged_is_named(played: Sits, home: Path) -> None:
    assert played("new", "duel.toml", "--name", "other").code == 0
    with behind_its_back(home / "sits.db") as db:
        db.execute("UPDATE stored_events SET state = '{}' WHERE originator_id = 'duel' AND originator_version = 7")
    told = played("audit", "all")
    assert told.code == 1
    assert told.err.startswith("Event 7 of duel ")
    assert told.out.splitlines() == [
        "other: 9 events sound, 0 exchanges recomputed.",
        "2 games checked; something is wrong in games/sits.db.",
    ]


def digests(folder: Path) -> dict[str, str]:
    """What is in every file below a folder."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_all_stored_games_are_derived_again_and_no_byte_is_changed(sits: Sits, tmp_path: Path) -> None:
    stored = Path(shutil.copytree(STORED, tmp_path / "old games"))
    before = digests(stored)
    told = sits("audit", "all", str(stored), "--jobs", "2")
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    stores = [line for line in lines if line.endswith(".db:")]
    assert len(stores) == len([*STORED.rglob("sits.db")])
    games = [line for line in lines if " sound, " in line]
    assert lines[-1] == f"{len(stores)} stores with {len(games)} games checked; all are sound."
    assert digests(stored) == before


def test_what_is_wrong_is_told_store_by_store_and_the_others_are_checked_all_the_same(
    played: Sits, home: Path, tmp_path: Path
) -> None:
    shutil.copy(home / "sits.db", tmp_path / "sound.db")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "sits.db").write_bytes(b"no database at all" * 1000)
    with behind_its_back(home / "sits.db") as db:
        db.execute("UPDATE stored_events SET state = '{}' WHERE originator_id = 'duel' AND originator_version = 7")
    told = played("audit", "all", "games", "sound.db", "more")
    assert told.code == 1
    assert told.out.splitlines() == [
        "games/sits.db:",
        "sound.db:",
        "  duel: 176 events sound, 9 exchanges recomputed.",
        "more/sits.db:",
        "3 stores with 2 games checked; something is wrong in games/sits.db and more/sits.db.",
    ]
    damaged, refused = told.err.splitlines()
    assert damaged.startswith("  Event 7 of duel ")
    assert refused.startswith(f"  {tmp_path / 'more' / 'sits.db'} is not a game store, or it is damaged: ")
    assert not played("audit", "all", "games", "--json").json["ok"]


def test_places_without_a_store_are_named_all_at_once(sits: Sits, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    told = sits("audit", "all", "empty", "nowhere")
    assert (told.code, told.out) == (1, "")
    assert told.err.splitlines() == [
        "There is no store of games at empty. Name a store's file, such as var/sits.db, or a folder.",
        "There is nothing at nowhere. Name a store's file, such as var/sits.db, or a folder.",
    ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_how_far_it_is_is_told(played: Sits, home: Path, jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "WORTH_A_PROCESS", 100)
    assert played("fork", "duel", "--at", "1.4", "--name", "what-if").code == 0
    assert played("new", "duel.toml", "--name", "other").code == 0
    told: list[tuple[int, int]] = []
    found = audit_stores(stores_in([home]), jobs, lambda done, whole: told.append((done, whole)))
    assert [each.game for each in found[0].games] == ["duel", "other", "what-if"]
    assert all(store.sound for store in found)
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1] > 176
    assert [done for done, _ in told] == sorted(done for done, _ in told)
