"""sits stats: what is printed and written for the demos of every system."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.shared.commands_told import run
from tests.shared.played_demos import demos_folder
from tests.shared.rows import each_row

#: What `sits stats` printed: by game, and how.
GOLDEN = Path(__file__).parent / "graphs"
PRINTED = {
    "duel-80": ("stats", "duel", "--width", "80"),
    "duel-40": ("stats", "duel", "--width", "40"),
    "duel-140-ascii": ("stats", "duel", "--width", "140", "--ascii"),
    "duel-range": ("stats", "duel", "range", "Fearless", "Sirius", "--width", "80"),
    "pursuit-80": ("stats", "pursuit", "--width", "80"),
    "pursuit-range": ("stats", "pursuit", "range", "Hawk", "Kestrel", "--width", "100"),
    "ambush-80": ("stats", "ambush", "--width", "80"),
    "beacon-80": ("stats", "beacon", "--width", "80"),
    "beacon-range-40": ("stats", "beacon", "range", "Hawk", "Kestrel", "--width", "40", "--ascii"),
}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demo of every system."""
    return shutil.copytree(demos_folder(), tmp_path_factory.mktemp("graphs"), dirs_exist_ok=True)


@pytest.fixture(autouse=True)
def _here(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITS_HOME", str(games))
    monkeypatch.chdir(tmp_path)


@each_row("name", PRINTED)
def test_the_pictures_of_a_demo_are_as_they_were(name: str) -> None:
    told = run(*PRINTED[name])
    assert (told.code, told.err) == (0, "")
    assert told.out == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_one_picture_is_written_as_svg() -> None:
    assert run("stats", "duel", "points", "-o", "points.svg").out == "points.svg: points by side of duel.\n"
    text = Path("points.svg").read_text(encoding="utf-8")
    assert text.startswith("<svg ")
    assert "<title>duel: points by side</title>" in text
    assert "red: 0 to 0, at most 6" in text


def test_a_file_holds_one_picture() -> None:
    told = run("stats", "duel", "-o", "all.svg")
    assert (told.code, told.err) == (
        1,
        "A file holds one picture. Name one of these: points by side, hull boxes lost, range, luck.\n",
    )
    assert not Path("all.svg").exists()


def test_programs_get_the_numbers() -> None:
    found = run("stats", "duel", "lost", "--json").json
    (graph,) = found["graphs"]
    assert found["name"] == "duel"
    assert graph["what"] == "hull boxes lost"
    assert graph["moments"][:3] == ["start", "1.1", "1.2"]
    assert {name: numbers[-1] for name, numbers in graph["curves"].items()} == {"Fearless": "14", "Sirius": "20"}


def test_a_replay_with_tables_ends_with_the_pictures_of_its_stretch() -> None:
    told = run("replay", "duel", "-v", "2.1", "2.4").out
    numbers = told.partition("\nNumbers ───")[2]
    assert "Fearless (red): 1 to 10" in numbers
    assert "\nluck by kind of roll\n" in numbers
    assert "Numbers" not in run("replay", "duel", "-v", "2.1").out, "one exchange is in full"


def test_of_what_came_later_nothing_is_drawn() -> None:
    found = run("stats", "duel", "lost", "--at", "2.1", "--json").json
    (graph,) = found["graphs"]
    assert graph["moments"][-1] == "1.break"


def test_a_game_in_which_nothing_was_played_has_no_picture() -> None:
    assert run("new", "duel", "--name", "fresh").code == 0
    told = run("stats", "fresh")
    assert (told.code, told.err) == (1, "fresh: nothing has been played, so there is nothing to draw yet.\n")
