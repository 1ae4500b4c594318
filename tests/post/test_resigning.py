"""Resigning: what is sealed still counts, and after it nobody owes anything."""

from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.events import PlayerResigned
from sits_es.post.leaving import departures, resign
from sits_es.post.reports import own_report
from sits_es.post.status import status_of
from sits_es.rules.moments import Moment
from tests.shared.careful import careful
from tests.shared.careful_three import careful_three, ordered
from tests.shared.posts import BLUE, RED, exchange, facts, peers, sound


def test_resigning_says_what_it_means(tmp_path: Path) -> None:
    blue = careful(tmp_path)["blue"]
    assert resign(blue.replica, "I move house.") == (
        "blue resigns: signed, and not to be undone. It takes effect at 1.1. With that the game ends."
    )


def test_what_is_sealed_still_counts(tmp_path: Path) -> None:
    game = careful(tmp_path)
    red, blue = game["red"], game["blue"]
    blue.seal(BLUE, 2)
    assert resign(blue.replica, "") == (
        "blue resigns: signed, and not to be undone. It takes effect after 1.2: what is sealed up to there still "
        "counts, and your program reveals it. With that the game ends."
    )
    red.seal(RED, 2)
    exchange([red, blue])
    assert red.replica.chain().rules.label(red.moment()) == "1.3"


def test_everybody_is_told_who_has_resigned(tmp_path: Path) -> None:
    red, blue, green = careful_three(tmp_path)
    ordered(blue, 1)
    resign(blue.replica, "I move house.")
    exchange([red, blue, green])
    said = "blue has resigned: I move house. What they have sealed still counts; after it they are out."
    assert list(departures(red.replica)) == [said]
    assert f"  seats: {said}" in status_of(red.desk, red.desk.seat("duel")).in_words()
    assert said in " ".join(own_report(red.replica, -1).split())


def test_one_who_has_resigned_seals_nothing_more(tmp_path: Path) -> None:
    _, blue, _ = careful_three(tmp_path)
    resign(blue.replica, "")
    with pytest.raises(NotNowError, match=r"^blue has left duel and seals nothing for it any more\.$"):
        blue.replica.seal({Moment(1, 1): ()})


def test_nobody_resigns_twice(tmp_path: Path) -> None:
    game = careful(tmp_path)
    blue = game["blue"]
    blue.seal(BLUE, 2)
    resign(blue.replica, "")
    with pytest.raises(NotNowError, match=r"^blue has already resigned from duel\.$"):
        resign(blue.replica, "")


def test_only_games_with_terms_for_it_know_resigning(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    with pytest.raises(NotAllowedError, match=r"^The terms of duel say nothing of this; sits resign is not in them\.$"):
        resign(red.replica, "")


def test_of_two_the_game_ends(tmp_path: Path) -> None:
    game = careful(tmp_path)
    red, blue = game["red"], game["blue"]
    resign(blue.replica, "")
    exchange([red, blue])
    assert red.replica.chain().game.ended is not None
    assert red.head() == blue.head()
    assert sound(red)


def test_the_end_after_an_exchange_that_was_played_is_no_part_of_that_exchange(tmp_path: Path) -> None:
    game = careful(tmp_path)
    red, blue = game["red"], game["blue"]
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    exchange([red, blue])
    resign(blue.replica, "")
    exchange([red, blue])
    assert red.replica.chain().game.ended is not None
    assert sound(red)
    assert sound(blue)


def test_of_three_the_others_play_on_and_nobody_waits_for_who_resigned(tmp_path: Path) -> None:
    red, blue, green = table = careful_three(tmp_path)
    resign(blue.replica, "")
    exchange(table)
    for post in (red, green):
        ordered(post, 1, 2)
    exchange(table)
    assert {post.moment() for post in table} == {Moment(1, 3)}
    assert len({post.head() for post in table}) == 1
    assert facts(red, PlayerResigned) == [PlayerResigned(turn=1, segment=1, player="blue")]
    assert list(departures(red.replica)) == [
        "blue has resigned, and owes nothing. To sign blue in again: sits readmit duel blue"
    ]
    assert "owed: seal of blue" not in status_of(red.desk, red.desk.seat("duel")).in_words()
    assert sound(green)
