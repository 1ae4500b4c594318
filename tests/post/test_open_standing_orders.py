"""Standing orders that are on record for all to read, so that others follow them where they go on without somebody."""

from pathlib import Path

import pytest

from sits_es.post.standing_orders import set_standing
from tests.post.example_games import said
from tests.shared.careful import careful
from tests.shared.posts import exchange, peers

pytestmark = pytest.mark.long

STANDING = "game duel\nturn 1\nplayer red\nship Fearless\n  1-8 decoy 1 if launched at\n"


def test_open_standing_orders_are_on_everybodys_record_of_what_was_signed(tmp_path: Path) -> None:
    found = careful(tmp_path)
    set_standing(found["red"].replica, "standing", STANDING, openly=True)
    exchange(list(found.values()))
    for post in found.values():
        (on_record,) = post.replica.ledger().witness.standing["red"]
        assert on_record.body.lines == ("Fearless: decoy 1 if launched at",)  # type: ignore[attr-defined]  # they are


def test_standing_orders_are_nobodys_to_read_unless_they_are_opened(tmp_path: Path) -> None:
    red = careful(tmp_path)["red"]
    before = len(red.packets())
    set_standing(red.replica, "standing", STANDING)
    assert len(red.packets()) == before


def test_where_nobody_would_follow_open_standing_orders_they_are_refused(tmp_path: Path) -> None:
    red, _ = peers(tmp_path / "old")
    words = "duel began without terms for that: leave --open out."
    assert said(lambda: set_standing(red.replica, "standing", STANDING, openly=True)) == words
    red = careful(tmp_path / "umpired", umpire="ump")["red"]
    words = "duel has an umpire, who is told of them: leave --open out."
    assert said(lambda: set_standing(red.replica, "standing", STANDING, openly=True)) == words
