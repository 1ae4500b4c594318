"""Where orders lead is drawn from the board of which the forecast tells in words."""

from __future__ import annotations

from typing import Any

import pytest

from sits_es.report import Report, report_of
from sits_es.report.scenes import HexPlace, SpacePoint
from sits_es.service.orders import ForecastInput, check_text
from sits_es.service.session import Session
from tests.shared.played_demos import played_folder

DUEL = "game duel\nturn 1\nplayer red\nship Fearless\n  3 thrust 6\n"
PURSUIT = "game pursuit\nturn 1\nplayer red\n"
AMBUSH = "game ambush\nturn 1\nplayer blue\nstarship Raider\n  fly F F L F F\n"


def ahead_of(text: str, game: str) -> tuple[ForecastInput, str]:
    """What a file's forecast is made of, when the game begins, and what it says."""
    with Session(played_folder(game)) as session:
        session.open_game(game, "1.1")
        checked = check_text(session, "mine.orders", text, None, ahead=True)
    assert checked.ahead is not None, checked.problems
    return checked.ahead, checked.foretold()


def drawn(ahead: ForecastInput) -> Any:
    return report_of(ahead.system).forecast(ahead.board, ahead.player, ahead.orders)


@pytest.mark.parametrize(
    ("game", "text", "unit", "told", "place"),
    [
        ("duel", DUEL, "Fearless", "0,-3 alt 0", HexPlace(0, -3, 0)),
        ("pursuit", PURSUIT, "Heron", "3,0,-1.5", SpacePoint(30_000, 0, -15_000)),
        ("ambush", AMBUSH, "Raider", "to 1,-1 facing C", HexPlace(1, -1)),
    ],
)
def test_a_unit_is_drawn_where_the_forecast_says(
    game: str, text: str, unit: str, told: str, place: HexPlace | SpacePoint
) -> None:
    ahead, said = ahead_of(text, game)
    assert told in said
    before = report_of(ahead.system).scene(ahead.board)
    marker, stood = (next(each for each in scene.markers if each.name == unit) for scene in (drawn(ahead), before))  # type: ignore[union-attr]
    assert marker.place == place
    assert marker.place != stood.place


def test_without_orders_that_move_anything_nothing_is_drawn() -> None:
    ahead, _ = ahead_of(DUEL, "duel")
    assert report_of("sits").forecast(ahead.board, ahead.player, {9: ()}) is None
    for report in (Report(), report_of("xwing")):
        assert report.forecast(ahead.board, ahead.player, ahead.orders) is None


def test_nobody_who_does_not_ask_pays_for_a_forecast() -> None:
    with Session(played_folder("duel")) as session:
        session.open_game("duel", "1.1")
        assert check_text(session, "mine.orders", DUEL, None).ahead is None
