"""sits recheck: games of any store derived again."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from sits_es.service import recheck as service
from sits_es.service.recheck import recheck, stores_in
from tests.shared.commands_told import Sits
from tests.shared.store_samples import behind_its_back

STORED = Path(__file__).parents[1] / "stored_games"


def digests(folder: Path) -> dict[str, str]:
    """What is in every file below a folder."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_all_stored_games_of_every_release_are_derived_again_and_no_byte_is_changed(sits: Sits, tmp_path: Path) -> None:
    stored = Path(shutil.copytree(STORED, tmp_path / "old games"))
    before = digests(stored)
    told = sits("recheck", str(stored), "--jobs", "2")
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert f"{stored}/squadron.db:" in lines
    assert "  squadron: 4460 events sound, 90 exchanges recomputed." in lines
    stores = [line for line in lines if line.endswith(".db:")]
    assert len(stores) == len([path for path in STORED.rglob("*.db") if path.name in ("sits.db", "squadron.db")])
    games = [line for line in lines if " sound, " in line]
    assert lines[-1] == f"{len(stores)} stores with {len(games)} games checked; all are sound."
    assert digests(stored) == before


def test_ones_own_games_are_checked_where_nothing_is_named(played: Sits) -> None:
    assert played("fork", "duel", "--at", "1.4", "--name", "what-if").code == 0
    told = played("recheck")
    assert told.out.splitlines() == [
        "games/sits.db:",
        *(f"  {line}" for line in played("audit", "--all").out.splitlines()[:-1]),
        "1 store with 2 games checked; all are sound.",
    ]
    assert played("recheck", "--jobs", "1") == told
    found = played("recheck", "--json").json
    assert found["ok"]
    assert [(store["store"], store["refused"], store["strays"]) for store in found["stores"]] == [
        ("games/sits.db", None, [])
    ]
    assert [each["game"] for each in found["stores"][0]["games"]] == ["duel", "what-if"]


def test_what_is_wrong_is_told_store_by_store_and_the_others_are_checked_all_the_same(
    played: Sits, home: Path, tmp_path: Path
) -> None:
    shutil.copy(home / "sits.db", tmp_path / "sound.db")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "sits.db").write_bytes(b"no database at all" * 1000)
    with behind_its_back(home / "sits.db") as db:
        db.execute("UPDATE stored_events SET state = '{}' WHERE originator_id = 'duel' AND originator_version = 7")
    told = played("recheck", "games", "sound.db", "more")
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
    assert not played("recheck", "games", "--json").json["ok"]


def test_places_without_a_store_are_named_all_at_once(sits: Sits, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    told = sits("recheck", "empty", "nowhere")
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
    found = recheck(stores_in([home]), jobs, lambda done, whole: told.append((done, whole)))
    assert [each.game for each in found[0].found.games] == ["duel", "other", "what-if"]
    assert all(store.sound for store in found)
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1] > 176
    assert [done for done, _ in told] == sorted(done for done, _ in told)
