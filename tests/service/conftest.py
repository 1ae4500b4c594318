"""Sessions over games of a folder: for tests of the service, which print nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sits_es.service.orders import played_lines, read_order_files
from sits_es.service.play import play
from sits_es.service.scenario import found_game
from sits_es.service.session import Session
from tests.shared.duels import BLUE, RED, SCENARIO


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[Session]:
    """A session with the duel begun."""
    (tmp_path / "duel.toml").write_text(SCENARIO, encoding="utf-8")
    with Session(tmp_path / "games") as session:
        found_game(session, str(tmp_path / "duel.toml"), "duel", "sits")
        yield session


def play_on(session: Session, name: str, upto: str, *texts: str) -> None:
    """Play a game on to a moment with order files."""
    fold = session.open_game(name).fold()
    files = read_order_files(
        fold, [(f"orders {at}", text) for at, text in enumerate(texts)], played_lines(session.open_game(name))
    )

    list(play(session.open_game(name), files, fold.system.read_moment(upto)))


@pytest.fixture
def played(begun: Session) -> Session:
    """The same, with the first turn played and the second begun."""
    play_on(begun, "duel", "1.break", RED, BLUE)
    return begun
