"""Leaving, offering the end, declining and handing over: why not yet or not by oneself, word for word."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from commands.main import app
from sits_es.post.changing_seats import readmit, reseat
from sits_es.post.declining import decline
from sits_es.post.going_back import go_back
from sits_es.post.joiners import confirm_joins
from sits_es.post.leaving import concede, forfeit, resign
from tests.post.example_games import said
from tests.shared.careful import careful, terms
from tests.shared.careful_three import careful_three
from tests.shared.posts import ADDRESSES, BLUE, RED, exchange, invited, new_post, peers
from tests.shared.watch import Watch

KEY = "29acbae141bccaf0b22e1a94d34d0bc7361e526d0bfe12c89794bc9322966dd7"


def test_before_a_game_has_begun_nobody_leaves_it(tmp_path: Path) -> None:
    red = new_post(tmp_path / "red", "red")
    invited(red, {"blue": ADDRESSES["blue"]})
    for act in (lambda: resign(red.replica, ""), lambda: forfeit(red.replica, ""), lambda: concede(red.replica)):
        assert said(act) == "duel has not begun here."


def test_a_game_by_older_terms_knows_no_leaving(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    began = "The terms of duel say nothing of this; sits {} is not in them."
    assert said(lambda: resign(red.replica, "")) == began.format("resign")
    assert said(lambda: forfeit(red.replica, "")) == began.format("forfeit")
    assert said(lambda: reseat(red.replica, "blue", KEY, None, None)) == began.format("reseat")
    assert said(lambda: readmit(red.replica, "blue")) == began.format("readmit")


def test_an_umpire_has_no_seat_to_leave(tmp_path: Path) -> None:
    ump = careful(tmp_path, umpire="ump")["ump"]
    assert said(lambda: resign(ump.replica, "")) == "ump is umpire in duel and has no seat."
    assert said(lambda: forfeit(ump.replica, "")) == "ump is umpire in duel and has no seat."


def test_with_an_umpire_nobody_offers_the_end(tmp_path: Path) -> None:
    red = careful(tmp_path, umpire="ump")["red"]
    assert said(lambda: forfeit(red.replica, "")) == "sits forfeit is for two peers; in duel the umpire decides."


def test_of_three_who_has_left_signs_nothing_any_more(tmp_path: Path) -> None:
    table = _, _, green = careful_three(tmp_path)
    resign(green.replica, "")
    exchange(table)
    assert said(lambda: resign(green.replica, "")) == "green has already resigned from duel."
    assert said(lambda: reseat(green.replica, "blue", KEY, None, None)) == (
        "green has resigned from duel and signs nothing for it any more."
    )


def test_the_end_is_offered_once_and_only_for_what_is_missing(tmp_path: Path) -> None:
    clock = Watch()
    red, blue = careful(tmp_path, clock=clock).values()
    nothing = "Nobody offers a forfeit of duel 1.1 against you, or you have sent what was missing."
    assert said(lambda: concede(blue.replica)) == nothing
    red.seal(RED, 1)
    clock.later(days=11, hours=1)
    forfeit(red.replica, "")
    assert said(lambda: forfeit(red.replica, "")) == "You have offered this for duel 1.1 already."
    exchange([red, blue])
    blue.seal(BLUE, 1)
    assert said(lambda: concede(blue.replica)) == nothing
    exchange([red, blue])
    red.seal("game duel\nturn 1\nplayer red\nship Fearless\n  2 thrust 1\n", 2)
    exchange([red, blue])
    assert said(lambda: forfeit(blue.replica, "")) == "red owes nothing for duel 1.2."


def test_it_is_said_whose_place_is_declined_and_that_its_ticket_is_missing(tmp_path: Path) -> None:
    blue = new_post(tmp_path / "blue", "blue")
    red = new_post(tmp_path / "red", "red")
    blue.take([invited(red, {"blue": ADDRESSES["blue"]}, **terms())])
    assert said(lambda: decline(blue.desk, "duel", "", "gold")) == (
        "Say which place in duel you decline with --as: blue."
    )
    assert said(lambda: decline(blue.desk, "duel", "")) == (
        "The ticket to blue's place in duel is not here, so red could not tell that it is you. "
        "To put the invitation away without a word: sits archive duel"
    )


def test_without_tickets_there_is_nothing_to_confirm(tmp_path: Path) -> None:
    red = new_post(tmp_path / "red", "red")
    invited(red, {"blue": ADDRESSES["blue"]})
    assert said(lambda: confirm_joins(red.replica, red.replica.gathering(), None)) == (
        "duel has no tickets: it begins when all have answered, and nobody is confirmed."
    )


def test_a_game_is_rewound_either_to_an_exchange_or_to_a_branch() -> None:
    found = CliRunner().invoke(app, ["rewind", "duel"])
    assert found.exit_code == 1
    assert found.stderr == "Say either to which exchange, with --to, or to which earlier branch, with --back.\n"
    assert CliRunner().invoke(app, ["rewind", "duel", "--to", "1.1", "--back", "duel"]).stderr == found.stderr


def test_a_game_by_older_terms_goes_back_to_no_branch(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    assert said(lambda: go_back(red.replica, "duel", None)) == (
        "The terms of duel say nothing of this; sits rewind --to is in them."
    )
