"""sits watch as a command: what it refuses, and that it works on a terminal."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.shared.commands_told import Sits, run
from tests.shared.played_demos import played_folder
from tests.shared.rows import long_beyond
from tests.shared.terminals import Shown, on_a_terminal
from tests.stored_games.recipe import copy

#: Folders of players as they were kept.


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where there is a duel."""
    shutil.copytree(played_folder("duel"), tmp_path / "games")
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "games"


@pytest.fixture
def sits(folder: Path) -> Sits:  # noqa: ARG001 - the folder is what it runs in
    return run


@pytest.fixture
def watched(folder: Path) -> Callable[..., Shown]:
    """What comes to a terminal, given keys that are typed once something is seen."""

    def shown(*words: str, keys: tuple[tuple[str, str], ...] = (), **env: str) -> Shown:
        return on_a_terminal(folder, "watch", "duel", *words, keys=keys, env=env)

    return shown


#: The next loss, and leave.
A_LOSS = (("#593 of 593", "\x1b[H"), ("#0 of 593", "l"), ("! #203", "q"))


def test_without_a_terminal_it_says_what_to_do_instead(sits: Sits) -> None:
    told = sits("watch", "duel")
    assert (told.code, told.out) == (1, "")
    instead = "To read it line by line: sits replay duel --step"
    assert told.err == f"sits watch needs a terminal for its input and its output. {instead}\n"


def test_a_game_that_is_not_there_is_answered_with_those_that_are(sits: Sits) -> None:
    told = sits("watch", "duell")
    assert (told.code, told.out) == (1, "")
    assert told.err == sits("show", "duell").err
    assert told.err.startswith("There is no game duell in ")


def test_on_a_terminal_it_shows_the_game_and_leaves_it_as_it_was(watched: Callable[..., Shown]) -> None:
    shown = watched(keys=A_LOSS)
    assert shown.code == 0
    # the screen of before comes back, and the cursor with it
    assert shown.obeyed.count("\x1b[?1049h") == shown.obeyed.count("\x1b[?1049l") == 1
    assert shown.obeyed.index("\x1b[?1049l") > len(shown.obeyed) - 10
    assert "\x1b[?25h" in shown.obeyed[-10:]
    assert "\x1b[1;31m" in shown.obeyed
    assert "Traceback" not in shown.text


@pytest.mark.long
def test_without_colours_nothing_is_bold_or_faint_either(watched: Callable[..., Shown]) -> None:
    shown = watched(keys=A_LOSS, NO_COLOR="1")
    assert shown.code == 0
    codes = {code for codes in re.findall(r"\x1b\[([\d;]*)m", shown.raw) for code in codes.split(";")}
    assert codes == {"0", "7"}


@pytest.mark.parametrize("kind", long_beyond(1, ["dumb", "unknown", ""]))
def test_a_terminal_that_cannot_move_its_cursor_is_refused(watched: Callable[..., Shown], kind: str) -> None:
    shown = watched(TERM=kind)
    assert shown.code == 1
    assert " ".join(shown.text.split()) == (
        "sits watch needs a terminal that can move its cursor, and TERM says that this one can't. "
        "To read it line by line: sits replay duel --step"
    )


def test_a_player_who_does_not_play_is_refused(watched: Callable[..., Shown]) -> None:
    shown = watched("--as", "green")
    assert (shown.code, shown.text) == (1, "There is no player green. Players: blue, red.\n")


def test_orders_are_written_on_a_terminal(watched: Callable[..., Shown], folder: Path) -> None:
    keys = (("#593 of 593", "o"), ("not there yet", "4 thrust 5"), ("thrust 5", "\x13"), ("is written.", "\x1b"))
    shown = watched("--as", "RED", keys=(*keys, ("F2-F5", ""), ("#593 of 593", "q")))
    assert shown.code == 0
    assert (folder / "duel-red.orders").read_text(encoding="utf-8").endswith("4 thrust 5\n")


def test_in_a_game_by_mail_the_orders_are_of_whoever_plays_it_here(tmp_path: Path) -> None:
    blue = tmp_path / "blue"
    copy("duel", tmp_path)
    # duel-2 was left for duel-3; Ctrl-C goes back to the game, and from there leaves
    (tmp_path / "duel-blue.orders").write_text("game duel-2\nturn 1\nplayer blue\n", encoding="utf-8")
    keys = ((" of ", "o"), ("blue's orders for duel-3", "\x03"), ("duel", "\x03"))
    assert on_a_terminal(blue, "watch", "duel-3", keys=keys).code == 0
    left = on_a_terminal(blue, "watch", "duel-2", keys=((" of ", "o"), ("goes on as duel-3: choose it with b", "q")))
    assert left.code == 0
    refused = on_a_terminal(blue, "watch", "duel", "--as", "red")
    assert (refused.code, " ".join(refused.text.split())) == (
        1,
        (
            "duel is played by mail and is not over, so it is shown only as blue sees it. Leave out --as, or say --as "
            "blue."
        ),
    )
