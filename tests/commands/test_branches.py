"""sits games branches: all branches of a game as a tree."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from commands.home import open_session
from sits_es.service.forks import MOST_SET_IN, fork_game
from tests.shared.commands_told import Sits
from tests.shared.played_demos import branched_folder
from tests.stored_games.recipe import copy

TREE = """\
Branch          From            At    Own events   Stands at
────────────────────────────────────────────────────────────────────────────────
duel            -               -     350          2.4
  what-if       duel #157       1.8   36           2.2         what-if
    what-if-2   what-if #158    1.8   23           2.1         what-if
      late      what-if-2       1.8   1            1.8         what-if,
                #159                                           mixed_walls=true,
                                                               sidewall=stops
  walls stop    duel #8         1.1   21           1.3         what-if,
                                                               mixed_walls=true,
                                                               sidewall=stops
"""


@pytest.mark.parametrize("name", ["duel", "what-if", "late", "walls stop"])
def test_the_tree_is_the_same_whichever_branch_is_named(sits: Sits, home: Path, name: str) -> None:
    shutil.copytree(branched_folder(), home, dirs_exist_ok=True)
    assert sits("games", "branches", name) == (0, TREE, "")


def test_a_game_without_branches_is_a_tree_of_one(begun: Sits) -> None:
    lines = begun("games", "branches", "duel").out.splitlines()
    assert lines[0].split() == ["Branch", "From", "At", "Own", "events", "Stands", "at"]
    assert lines[2].split() == ["duel", "-", "-", "9", "1.1"]
    assert len(lines) == 3


def test_in_a_game_by_mail_the_branch_that_counts_is_named(sits: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    copy("duel", Path())
    monkeypatch.setenv("SITS_HOME", "red")
    told = sits("games", "branches", "duel")
    assert (told.code, told.err) == (0, "")
    rows = {line.split("  ")[0].strip() or line.strip().split("  ")[0]: line for line in told.out.splitlines()[2:]}
    assert rows["duel-3"].endswith("rewound, counts")
    assert "counts" not in rows["duel"] + rows["duel-2"] + rows["what-if"]
    found = {each["called"]: each for each in sits("games", "branches", "duel-2", "--json").json}
    assert [*found] == ["duel", "duel-2", "duel-3", "what-if"]
    assert [called for called, each in found.items() if each["counts"]] == ["duel-3"]
    assert found["duel-2"]["what_if"] is False
    assert found["what-if"]["left"] == "1.7"
    assert all(
        each["events"] == each["own"] + (-1 if each["after"] is None else each["after"]) + 1 for each in found.values()
    )


def test_orders_are_for_the_branch_that_a_game_by_mail_is_now(sits: Sits, monkeypatch: pytest.MonkeyPatch) -> None:
    copy("duel", Path())
    monkeypatch.setenv("SITS_HOME", "red")
    left = "duel is no longer played; the game goes on as duel-3: sits orders new duel-3 --as red\n"
    assert sits("orders", "new", "duel", "--as", "red") == (1, "", left)
    assert "game duel\n" in sits("orders", "new", "duel", "--as", "red", "--at", "1.4").out
    # duel-3 is duel-2 under another keeper
    for name in ("duel-2", "duel-3"):
        assert "game duel-3\n" in sits("orders", "new", name, "--as", "red").out
        Path("x.orders").write_text(f"game {name}\nturn 1\nplayer red\n", encoding="utf-8")
        assert "To have them sealed for duel-3 1.break: sits orders seal" in sits("orders", "check", "x.orders").out
    Path("x.orders").write_text("game duel\nturn 2\nplayer red\n", encoding="utf-8")
    said = "These orders are for duel, but the game now goes on as duel-3.\n"
    assert sits("orders", "check", "x.orders").out.endswith(said)
    assert sits("show", "dule").err.endswith("Games here: duel, duel-2, duel-3, what-if.\n")
    assert [line.split()[0] for line in sits("games").out.splitlines()[2:]] == ["duel", "duel-2", "duel-3", "what-if"]


def test_a_branch_far_from_the_game_says_how_far(begun: Sits) -> None:
    with open_session() as session:
        name = "duel"
        for number in range(1, MOST_SET_IN + 3):
            fork_game(session.open_game(name), "1.1", f"f{number}")
            name = f"f{number}"
    lines = begun("games", "branches", "duel").out.splitlines()
    assert lines[-3].startswith(f"{'  ' * MOST_SET_IN}({MOST_SET_IN + 1}) f{MOST_SET_IN + 1} ")
    assert lines[-1] == f"The deepest is {MOST_SET_IN + 2} forks from duel."


def test_a_game_that_is_not_there_is_refused(begun: Sits) -> None:
    assert begun("games", "branches", "other") == (1, "", "There is no game other in games. Games here: duel.\n")
