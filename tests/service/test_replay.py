"""Whose eyes a file shows a game with: anybody's at one table, in a game by mail its maker's until it is over."""

from __future__ import annotations

import pytest

from sits_es.errors import NotAllowedError
from sits_es.game.state import Game, Player
from sits_es.service.replay import viewer_of
from tests.shared.rows import each_row


def game(*, ended: str | None = None) -> Game:
    people = {
        "anna": Player(name="Anna", side="red"),
        "ben": Player(name="Ben", side="blue"),
        "cleo": Player(name="Cleo", side=None, role="umpire"),
    }
    return Game(
        root="ours",
        branch="ours",
        sealed_as="ours",
        title="",
        scenario="",
        system="sits",
        play="peers",
        people=people,
        ended=ended,
    )


@each_row(
    ("seated", "wanted", "ended", "viewer"),
    [
        (None, None, None, None),
        (None, "anna", None, "anna"),
        (None, "ANNA", None, "anna"),
        ("ben", None, None, "ben"),
        ("ben", "ben", None, "ben"),
        ("ben", None, "It is over.", None),
        ("ben", "anna", "It is over.", "anna"),
        ("cleo", None, None, None),  # an umpire sees everything
    ],
)
def test_a_file_shows_it_with_these_eyes(
    seated: str | None, wanted: str | None, ended: str | None, viewer: str | None
) -> None:
    assert viewer_of(game(ended=ended), seated, wanted) == viewer


@pytest.mark.parametrize(
    ("seated", "wanted", "answer"),
    [
        (
            "ben",
            "anna",
            (
                "ours is played by mail and is not over, so it is shown only as ben sees it. Leave out --as, or say "
                "--as ben."
            ),
        ),
        (
            "cleo",
            "anna",
            "ours is played by mail and is not over, so it is shown only as cleo sees it. Leave out --as.",
        ),
        (None, "dora", "There is no player dora. Players: anna, ben."),
        ("ben", "cleo", "There is no player cleo. Players: anna, ben."),
    ],
)
def test_other_eyes_are_refused(seated: str | None, wanted: str, answer: str) -> None:
    with pytest.raises(NotAllowedError) as refused:
        viewer_of(game(), seated, wanted)
    assert str(refused.value) == answer
