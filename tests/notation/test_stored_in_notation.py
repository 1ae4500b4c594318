"""Games of yesterday in notation: hot seat and by mail, with their branches, each comes back to the last digest."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sits_es.service.exports import all_of, export, take
from sits_es.service.notation_files import notated
from sits_es.service.session import Session

STORED = Path(__file__).parents[1] / "stored_games"
STORES = [*sorted(STORED.rglob("sits.db")), STORED / "squadron.db"]


@pytest.mark.parametrize("store", STORES, ids=lambda path: "-".join(path.relative_to(STORED).parts[:2]))
def test_every_branch_of_a_stored_game_comes_back(store: Path, tmp_path: Path) -> None:
    shutil.copy(store, tmp_path / "stored.db")
    with Session.over(tmp_path / "stored.db") as stored, Session.open(tmp_path / "games") as here:
        roots = sorted({stored.created(name).game for name in stored.names()})
        for root in roots:
            path = tmp_path / f"{root}.sits.txt"
            done = export(stored, root, path, whole=True)
            taken = take(here, path)
            assert (taken.events, taken.new) == (done.events, done.events)
            assert notated(here, all_of(here, root)) == path.read_text(encoding="utf-8")
        assert here.names() == stored.names()
        assert [here.store.head(name) for name in here.names()] == [stored.store.head(name) for name in here.names()]
        assert here.store.health() == []


def test_a_what_if_alone_brings_the_games_whose_dice_it_keeps(tmp_path: Path) -> None:
    shutil.copy(STORED / "hot_seat" / "var" / "sits.db", tmp_path / "stored.db")
    with Session.over(tmp_path / "stored.db") as stored, Session.open(tmp_path / "games") as here:
        export(stored, "what-if-2", tmp_path / "one.sits.txt")
        assert take(here, tmp_path / "one.sits.txt").events == {"duel": 351, "what-if": 95, "what-if-2": 61}
        assert here.store.head("what-if-2") == stored.store.head("what-if-2")


def test_a_branch_that_is_the_game_now_brings_what_it_shares(tmp_path: Path) -> None:
    shutil.copy(STORED / "ruled" / "blue" / "sits.db", tmp_path / "stored.db")
    with Session.over(tmp_path / "stored.db") as stored, Session.open(tmp_path / "games") as here:
        export(stored, "duel-2", tmp_path / "one.sits.txt")
        assert take(here, tmp_path / "one.sits.txt").events == {"duel": 91, "duel-2": 2}
        assert here.store.head("duel-2") == stored.store.head("duel-2")
