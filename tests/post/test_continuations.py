"""Branches that become the game: nobody names them, people see a label, and all together can go back."""

from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError
from sits_es.post import decisions
from sits_es.post.going_back import go_back
from sits_es.rules.moments import Moment
from tests.shared.careful import careful
from tests.shared.careful_three import ordered
from tests.shared.posts import Post, exchange, sound

pytestmark = pytest.mark.long


def played(folder: Path) -> tuple[Post, Post]:
    """Two exchanges are played, and then the first of them is to be played again."""
    found = careful(folder)
    red, blue = found["red"], found["blue"]
    play(red, blue, 1)
    play(red, blue, 2)
    return red, blue


def play(red: Post, blue: Post, segment: int) -> None:
    for post in (red, blue):
        ordered(post, segment)
    exchange([red, blue])


def again(red: Post, blue: Post) -> None:
    decisions.rewind(red.replica, "1.2", "Misread.", None)
    exchange([red, blue])
    decisions.agree(blue.replica)
    exchange([red, blue])


def test_the_id_of_a_branch_follows_from_what_both_signed_and_people_see_a_label(tmp_path: Path) -> None:
    red, blue = played(tmp_path)
    assert decisions.rewind(red.replica, "1.2", "Misread.", None) == "Signed. Still to sign: blue."
    exchange([red, blue])
    said = decisions.agree(blue.replica)
    exchange([red, blue])
    branch = red.desk.seat("duel").branch
    assert branch == blue.desk.seat("duel").branch
    assert len(branch) == len("duel-12345678")
    assert said == "Signed by all who must: it holds."
    for post in (red, blue):
        assert post.desk.session.display_name(branch) == "duel-2"
        assert post.desk.seat("duel-2").branch == branch
        assert post.desk.session.open_game("duel-2").fold().game.branch == branch
        assert post.moment() == Moment(1, 2)
    play(red, blue, 2)
    assert red.moment() == Moment(1, 3)
    assert red.head() == blue.head()
    assert sound(red)


def test_a_second_continuation_of_the_same_game_has_the_next_label(tmp_path: Path) -> None:
    red, blue = played(tmp_path)
    again(red, blue)
    play(red, blue, 2)
    again(red, blue)
    assert blue.desk.session.display_name(blue.desk.seat("duel").branch) == "duel-3"


def test_all_together_go_back_to_an_earlier_branch(tmp_path: Path) -> None:
    red, blue = played(tmp_path)
    again(red, blue)
    assert go_back(red.replica, "duel", None) == "Signed. Still to sign: blue."
    exchange([red, blue])
    told = [words for _, words, _ in blue.desk.journal.told("duel", ("ruling",))]
    assert told[-1].startswith("red signs that all go back to duel, which is played from 1.3 on: Back to duel")
    decisions.agree(blue.replica)
    exchange([red, blue])
    assert red.moment() == blue.moment() == Moment(1, 3)
    assert red.desk.session.display_name(red.desk.seat("duel").branch) == "duel-3"
    play(red, blue, 3)
    assert red.head() == blue.head()
    assert red.moment() == Moment(1, 4)
    assert sound(blue)


def test_nobody_names_a_branch(tmp_path: Path) -> None:
    red, _ = played(tmp_path)
    said = r"^In duel nobody names a branch: its name follows from what is signed\. "
    with pytest.raises(NotAllowedError, match=said + r"Leave --branch out\.$"):
        decisions.rewind(red.replica, "1.2", None, "mine")
    with pytest.raises(
        NotAllowedError, match=said + r'To play on from 1\.2: sits rewind duel --to 1\.2 --why "Misread\."$'
    ):
        decisions.rule(red.replica, "1.2", "Misread.", "mine")


def test_only_an_earlier_branch_is_gone_back_to(tmp_path: Path) -> None:
    red, _ = played(tmp_path)
    with pytest.raises(NotAllowedError, match=r"^other is not an earlier branch of duel\. Earlier ones: none\.$"):
        go_back(red.replica, "other", None)
    with pytest.raises(NotAllowedError, match=r"^duel is what is played now\. Earlier ones: none\.$"):
        go_back(red.replica, "duel", None)
