"""sits games: one line a game, however narrow the screen; what is cut or left out is what one can do without."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rich.cells import cell_len

from commands.home import open_session
from commands.render.columns import LEAST, one_line_each, shortened
from sits_es.events import Coded
from sits_es.game.events import GameEnded
from tests.shared.commands_told import Sits
from tests.shared.rows import each_row

HEADS = ("Game", "Title", "At", "Status")
ROWS = (
    ("duel", "A duel of cruisers", "3.1", "blue, red owe orders"),
    ("long-name-of-a-game", "Six at the beacon", "10.break", "over"),
)


def texts(columns: int) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    return one_line_each(HEADS, ROWS, columns, "Title", ("Title", "At"))


@each_row("columns", range(43, 90))
def test_rows_fit_as_far_as_they_can(columns: int) -> None:
    heads, rows = texts(columns)
    wide = [max(cell_len(row[at]) for row in (heads, *rows)) for at in range(len(heads))]
    assert sum(wide) + 3 * (len(heads) - 1) <= columns
    assert [row[0] for row in rows] == ["duel", "long-name-of-a-game"]
    assert [row[-1] for row in rows] == ["blue, red owe orders", "over"]


def test_a_column_is_cut_before_one_is_left_out() -> None:
    assert texts(90) == ([*HEADS], [[*row] for row in ROWS])
    heads, rows = texts(70)
    assert list(heads) == [*HEADS]
    assert [row[1] for row in rows] == ["A duel of ...", "Six at the ..."]
    assert list(texts(61)[0]) == ["Game", "At", "Status"]
    assert list(texts(46)[0]) == ["Game", "Status"]
    assert list(texts(20)[0]) == ["Game", "Status"]


@each_row(
    ("text", "columns", "shown"),
    [
        ("A duel of cruisers", 18, "A duel of cruisers"),
        ("A duel of cruisers", 17, "A duel of ..."),
        ("A duel of cruisers", 13, "A duel of ..."),
        ("A duel of cruisers", 12, "A duel ..."),
        ("A duel, perhaps of cruisers", 12, "A duel ..."),
        ("Unquestionable", 13, "Unquestio ..."),
        ("A convoy-of-freighters", 12, "A ..."),
        ("\u8266\u968a\u306e\u6c7a\u6226\u3060\u3088", 12, "\u8266\u968a\u306e\u6c7a ..."),
    ],
)
def test_a_text_that_is_cut_ends_in_dots(text: str, columns: int, shown: str) -> None:
    assert shortened(text, columns) == shown
    assert cell_len(shown) <= columns
    assert columns >= LEAST


@pytest.mark.parametrize("width", [60, 80, 120])
def test_every_game_has_one_line(played: Sits, width: int) -> None:
    for name in ("what-if", "what-if-blue-turns-sooner"):
        assert played("fork", "duel", "--at", "1.3", "--name", name).code == 0
    lines = played("games", "--width", str(width)).out.splitlines()
    assert len(lines) == 5
    assert max(map(cell_len, lines)) <= width
    assert [line.split()[0] for line in lines[2:]] == ["duel", "what-if", "what-if-blue-turns-sooner"]


def test_how_games_ended_has_a_line_for_each_too(played: Sits) -> None:
    with open_session() as table:
        ended = GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),))
        table.open_game("duel").append([ended], after=table.store.head("duel").version)
    assert played("games", "--width", "40").out.splitlines()[-1] == "duel: Only red has ships left."
