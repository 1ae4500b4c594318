"""What the stepper shows on terminals of three sizes, of games of every rule system, as golden texts."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from commands.watch.app import Watch
from sits_es.service.session import Session
from sits_es.service.timeline import Stepper
from tests.commands.watch.conftest import SIZES, Driven, screen_of
from tests.shared.played_demos import DEMOS
from tests.shared.rows import long_beyond

HERE = Path(__file__).parent

#: What is looked at in golden screens: by name, the game and the keys.
LOOKED_AT = {
    "now": ("duel", ()),
    "begun": ("duel", ("home", "]", "left")),
    "shot": ("duel", ("home", "s", "s")),
    "loss": ("duel", ("home", "l", "3")),
    "only": ("duel", ("home", "f", "down", "down", "enter", "right", "5")),
    "beside": ("duel", ("home", "v", "enter", *("]",) * 5)),
    "differences": ("duel", ("home", "v", "enter", *("]",) * 6, "6")),
    "help": ("duel", ("?",)),
    "orders": ("duel", ("o", "down", "enter")),
    "order": ("duel", ("o", "down", "enter", *"4", "space", *"thrust", "f3")),
    "forecast": ("duel", ("o", "down", "enter", *"4", "space", *"thrust", "space", *"5", "f4")),
    "drawn": ("duel", ("o", "down", "enter", *"4", "space", *"thrust", "space", *"5", "f5")),
    "odds": ("duel", ("o", "down", "enter", *"4", "space", *"thrust", "space", *"5", "ctrl+o")),
}
#: How Textual calls keys that are written otherwise here.
NAMED = {"]": "right_square_bracket", "?": "question_mark"}


def golden(name: str, shown: str) -> None:
    """Compare with what stood there. A screen that is new is written, to be looked at before it is kept."""
    file = HERE / "screens" / f"{name}.txt"
    if not file.exists():
        file.write_text(f"{shown}\n", encoding="utf-8")
        pytest.fail(f"{file} is new: look at it, and run the test again.")
    assert f"{shown}\n" == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("size", long_beyond(1, SIZES), ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", LOOKED_AT)
def test_what_is_seen_at_three_sizes(duel: Driven, name: str, size: tuple[int, int]) -> None:
    game, keys = LOOKED_AT[name]
    shown = duel.screen(game, *(NAMED.get(key, key) for key in keys), size=size)
    assert max(map(cell_len, shown.split("\n"))) <= size[0]
    assert shown.count("\n") == size[1] - 1
    # seals of the what-if are made of chance
    golden(f"{name}-{size[0]}x{size[1]}", re.sub(r"(?<= )[0-9a-f]{6,}", lambda found: "x" * len(found[0]), shown))


@pytest.mark.parametrize("system", DEMOS)
@pytest.mark.parametrize("size", long_beyond(1, SIZES), ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_shot_of_every_system_is_seen_at_three_sizes(
    demo: Callable[[str], Driven], system: str, size: tuple[int, int]
) -> None:
    name = DEMOS[system]
    golden(f"{name}-{size[0]}x{size[1]}", demo(name).screen(name, "home", "s", size=size))


def test_in_ascii_nothing_else_is_drawn(duel: Driven) -> None:
    keys = ["home", "s", "2", "3", "4", "question_mark", "escape", "f", "escape", "v", "enter", "6"]
    for screen in duel.screens("duel", keys, ascii_only=True, size=(140, 40)):
        assert screen.isascii(), screen


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ((39, 24), "39 columns by 24 rows: too small. At\nleast 40 by 10 are needed. q: leave"),
        ((80, 9), "80 columns by 9 rows: too small. At least 40 by 10 are needed. q: leave"),
    ],
)
def test_a_terminal_that_is_too_small_is_told_so(duel: Driven, size: tuple[int, int], said: str) -> None:
    assert duel.screen("duel", "home", "s", size=size).strip("\n") == said


def test_a_small_terminal_breaks_nothing(duel: Driven) -> None:
    for size in ((40, 10), (3, 3), (200, 11)):
        duel.screens("duel", ["home", "s", "2", "3", "4", "5", "z", "v", "enter", "question_mark"], size=size)


def test_a_terminal_that_grows_shows_the_game(duel: Driven) -> None:
    async def run() -> str:
        with Session(duel.folder) as session:
            app = Watch(Stepper.over(session.open_game("duel")))
            async with app.run_test(size=(30, 8)) as pilot:
                await pilot.resize_terminal(80, 24)
                await pilot.pause()
                return screen_of(app)

    assert asyncio.run(run()).startswith(" duel  2.break  #593 of 593  ")
