"""The list of games is read from its file as it stands, and worked out where anything in it lags."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest

from commands.home import open_session, read_models
from projections.game_list import listed_games, named
from sits_es.events import Coded
from sits_es.game.events import GameEnded
from tests.shared.commands_told import Sits


def change(statement: str) -> Callable[[Path], None]:
    def changed(file: Path) -> None:
        with closing(connect(file)) as db:
            db.execute(statement)
            db.commit()

    return changed


def test_the_rows_are_those_of_the_read_models(played: Sits, home: Path) -> None:
    assert played("fork", "duel", "--at", "1.3", "--name", "what-if").code == 0
    assert played("games").code == 0
    with open_session() as session, read_models(session) as models:
        rows = list(models.table("games").rows_where(order_by="stream"))
        assert [row["stream"] for row in rows] == ["duel", "what-if"]
        assert listed_games(home / "read.db", session.store) == [named(row) for row in rows]


@pytest.mark.parametrize(
    "spoil",
    [
        Path.unlink,
        lambda file: file.write_bytes(b"no database, whatever its name says" * 40),
        change("DELETE FROM games"),
        change("INSERT INTO games (stream, version, digest) VALUES ('gone', 3, '')"),
        change("UPDATE games SET digest = 'another'"),
        change("UPDATE games SET version = version - 1"),
        change("UPDATE made SET version = version + 1 WHERE name = 'games'"),
        change("DELETE FROM made"),
        change("DROP TABLE games"),
    ],
)
def test_a_file_that_is_not_up_to_date_or_cannot_be_read_says_nothing(
    played: Sits, home: Path, spoil: Callable[[Path], None]
) -> None:
    assert played("games").code == 0
    with open_session() as session:
        assert listed_games(home / "read.db", session.store) is not None
        spoil(home / "read.db")
        assert listed_games(home / "read.db", session.store) is None


def test_a_game_that_went_on_is_listed_as_it_stands_now(played: Sits) -> None:
    assert [row["status"] for row in played("games", "--json").json] == ["playing"]
    with open_session() as session:
        end = GameEnded(winner="red", outcome=(Coded("last-side", ("red",)),))
        session.open_game("duel").append([end], after=session.open_game("duel").head.version)
    assert [row["status"] for row in played("games", "--json").json] == ["over"]
