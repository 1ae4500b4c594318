"""What a program gets from `open_games` is what a person gets from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

import sits_es
from sits_es import open_games
from sits_es.errors import GameError, NotAllowedError, UnreadableError
from sits_es.rules.moments import Moment
from sits_es.service.games import Games
from tests.shared.duels import BLUE, CHANGED, RED, SCENARIO


@pytest.fixture
def games(tmp_path: Path) -> Games:
    (tmp_path / "duel.toml").write_text(SCENARIO, encoding="utf-8")
    return open_games(tmp_path / "games")


def test_a_game_is_found_ordered_played_shown_replayed_forked_compared_and_verified(
    games: Games, tmp_path: Path
) -> None:
    with games:
        begun = games.found_game(str(tmp_path / "duel.toml"), "duel")
        assert (begun.at, begun.players["red"]) == ("1.1", ("Anna", "red"))
        assert games.orders("duel", "red").startswith("# red's orders for turn 1")
        played = games.play("duel", [RED, BLUE], to="1.4")
        assert [each.moment for each in played] == [Moment(1, segment) for segment in (1, 2, 3, 4)]
        assert games.show("duel").at == "1.5"
        assert games.show("duel", "1.3").board == played[2].before
        assert games.replay("duel", "1.2", "1.3") == played[1:3]
        assert games.fork("duel", "1.3", "what-if").at == "1.3"
        games.play("what-if", [CHANGED], to="1.3")
        differs = games.diff("duel", "what-if")
        assert differs.parting is not None
        assert {row[0] for row in differs.rows or ()} == {"Fearless"}
        assert games.verify("duel").faults == games.verify("what-if").faults == ()
        assert games.names() == ["duel", "what-if"]
        assert [each.moment for each in games.play("duel", drift=["red", "blue"])] == [Moment(1, 5)]


def test_two_games_of_one_name_and_scenario_have_checkpoints_of_different_origin(tmp_path: Path) -> None:
    begun = set[str]()
    for folder in ("one", "other"):
        with open_games(tmp_path / folder) as games:
            games.found_game("duel", "duel")
            begun.add(games.store.origin("duel"))
    assert len(begun) == 2
    assert {origin.split("/")[2] for origin in begun} == {"duel"}


def test_a_program_is_turned_down_in_the_words_that_a_player_reads(games: Games, tmp_path: Path) -> None:
    with games:
        games.found_game(str(tmp_path / "duel.toml"), "duel")
        with pytest.raises(NotAllowedError, match="Did you mean red"):
            games.orders("duel", "rde")
        with pytest.raises(UnreadableError, match=r"^orders 1:6:"):
            games.play("duel", [RED.replace("launch", "lanch")])
        with pytest.raises(NotAllowedError, match=r"^There is no player rde\. Did you mean red\?"):
            games.play("duel", [BLUE], drift=["rde"])
        with pytest.raises(GameError, match="There is no game fray"):
            games.show("fray")
        assert games.show("duel").at == "1.1"


def test_the_public_name_is_the_only_one() -> None:
    assert sits_es.__all__ == ["open_games"]
