"""sits branches: all branches of a game as a tree."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from commands.home import open_session
from sits_es.service.forks import MOST_SET_IN, fork_game
from tests.shared.commands_told import Sits, Told

STORED = Path(__file__).parents[1] / "stored_games"


@pytest.fixture
def stored(sits: Sits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sits:
    """Commands in a stored folder, which is named before the command."""

    def asked(folder: str, *words: str) -> Told:
        home = tmp_path / folder
        if not home.exists():
            shutil.copytree(STORED / folder, home)
            if (home / "keys").exists():
                for path in (home / "keys", *(home / "keys").iterdir()):
                    path.chmod(0o700 if path.is_dir() else 0o600)
        monkeypatch.setenv("SITS_HOME", folder)
        return sits(*words)

    return asked


TREE = """\
Branch          Leaves           At    Own events   Stands at
────────────────────────────────────────────────────────────────────────────────
duel            -                -     351          2.4
  what-if       duel #157        1.8   95           2.2         what-if
    what-if-2   what-if #158     1.8   61           2.1         what-if
      late      what-if-2 #159   1.8   1            1.8         what-if,
                                                                sidewall=stops
  walls stop    duel #8          1.1   62           1.3         what-if,
                                                                sidewall=stops
"""


@pytest.mark.parametrize("name", ["duel", "what-if", "late", "walls stop"])
def test_the_tree_is_the_same_whichever_branch_is_named(stored: Sits, name: str) -> None:
    assert stored("hot_seat/var", "branches", name) == (0, TREE, "")


def test_a_game_without_branches_is_a_tree_of_one(begun: Sits) -> None:
    lines = begun("branches", "duel").out.splitlines()
    assert lines[0].split() == ["Branch", "Leaves", "At", "Own", "events", "Stands", "at"]
    assert lines[2].split() == ["duel", "-", "-", "9", "1.1"]
    assert len(lines) == 3


def test_in_a_game_by_mail_the_branch_that_counts_is_named(stored: Sits) -> None:
    told = stored("ruled/red", "branches", "duel")
    assert (told.code, told.err) == (0, "")
    rows = {line.split("  ")[0].strip() or line.strip().split("  ")[0]: line for line in told.out.splitlines()[2:]}
    assert rows["duel-2"].endswith("decided, counts")
    assert "counts" not in rows["duel"] + rows["what if"]
    found = {each["called"]: each for each in stored("ruled/red", "branches", "duel-2", "--json").json}
    assert {called: each["counts"] for called, each in found.items()} == {
        "duel": False,
        "duel-2": True,
        "what if": False,
    }
    assert found["duel-2"]["what_if"] is False
    assert (found["what if"]["after"], found["what if"]["left"], found["what if"]["own"]) == (53, "1.2", 36)
    assert all(
        each["events"] == each["own"] + (-1 if each["after"] is None else each["after"]) + 1 for each in found.values()
    )


def test_a_branch_far_from_the_game_says_how_far(begun: Sits) -> None:
    with open_session() as session:
        name = "duel"
        for number in range(1, MOST_SET_IN + 3):
            fork_game(session, name, "1.1", f"f{number}")
            name = f"f{number}"
    lines = begun("branches", "duel").out.splitlines()
    assert lines[-3].startswith(f"{'  ' * MOST_SET_IN}({MOST_SET_IN + 1}) f{MOST_SET_IN + 1} ")
    assert lines[-1] == f"The deepest is {MOST_SET_IN + 2} forks away from duel."


def test_a_game_that_is_not_there_is_refused(begun: Sits) -> None:
    assert begun("branches", "other") == (1, "", "There is no game other in games. Games here: duel.\n")
