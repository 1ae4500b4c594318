"""Whom an invitation is for, and why somebody can't answer it, word for word."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from sits_es.post.invitations import Wish, invite, join, mine
from tests.post.example_games import said
from tests.shared.duels import of_three
from tests.shared.posts import ADDRESSES, Post, invited, new_post

pytestmark = pytest.mark.long


@pytest.fixture
def red(tmp_path: Path) -> Post:
    return new_post(tmp_path / "red", "red")


@pytest.fixture
def blue(tmp_path: Path) -> Post:
    return new_post(tmp_path / "blue", "blue")


def test_who_has_answered_does_not_answer_again(red: Post, blue: Post) -> None:
    blue.take([invited(red, {"blue": ADDRESSES["blue"]})])
    join(blue.desk, "duel", "Ben", ADDRESSES["blue"])
    assert said(lambda: join(blue.desk, "duel", "Ben", ADDRESSES["blue"])) == "You have already joined duel, as blue."


def test_whose_program_was_stopped_before_it_wrote_the_answer_answers_again(red: Post, blue: Post) -> None:
    blue.take([invited(red, {"blue": ADDRESSES["blue"]})])
    with patch("sits_es.post.replica.Replica.post", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        join(blue.desk, "duel", "Ben", ADDRESSES["blue"])
    assert blue.desk.seat("duel").player == "blue", "the place is taken, and no answer to the invitation is here"
    assert blue.packets() == []
    red.take([join(blue.desk, "duel", "Ben", ADDRESSES["blue"])])
    assert [each.packet.kind for each in blue.packets()] == ["join"]
    assert said(lambda: join(blue.desk, "duel", "Ben", ADDRESSES["blue"])) == "You have already joined duel, as blue."


def test_whose_program_was_stopped_before_it_took_the_hosts_seat_invites_again(red: Post, blue: Post) -> None:
    with (
        patch("sits_es.post.desk.journal.Journal.sit", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        invited(red, {"blue": ADDRESSES["blue"]})
    assert red.desk.journal.seats() == []
    blue.take([invited(red, {"blue": ADDRESSES["blue"]})])
    red.take([join(blue.desk, "duel", "Ben", ADDRESSES["blue"])])
    assert [each.packet.kind for each in red.packets()] == ["invite", "start"]
    blue.take(red.packets())
    assert blue.head() == red.head()


def test_a_host_joins_nothing(red: Post) -> None:
    invited(red, {"blue": ADDRESSES["blue"]})
    assert said(lambda: join(red.desk, "duel", "Anna", ADDRESSES["red"])) == (
        "You invited to duel yourself and play red: there is nothing to join."
    )


def test_the_place_is_named_where_it_is_not_clear(red: Post, blue: Post, tmp_path: Path) -> None:
    path = tmp_path / "three.toml"
    path.write_text(of_three())
    others = {"blue": ADDRESSES["blue"], "green": "gus@example.org"}
    wish = Wish(rules="sits", scenario=str(path), name="duel", me="red", others=others, umpire=None, terms={})
    blue.take([invite(red.desk, wish, None, "Anna", ADDRESSES["red"])])
    which = "Say which place you take with --as: blue, green."
    assert said(lambda: join(blue.desk, "duel", "Ben", "ben@work.example.org")) == which
    assert said(lambda: join(blue.desk, "duel", "Ben", ADDRESSES["blue"], "gold")) == which


def test_it_is_said_where_ones_mail_goes(blue: Post) -> None:
    assert said(lambda: mine(blue.desk, "Ben", None)) == (
        f"Say where your mail goes: --address ME@EXAMPLE.ORG, or [mail] address in {blue.desk.folder / 'sits.toml'}."
    )
