"""Players who are out are signed in again by all others, and owe again from the next exchange on."""

from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.game.events import PlayerReadmitted
from sits_es.post import changing_seats
from sits_es.post.leaving import resign
from sits_es.post.status import status_of
from sits_es.rules.moments import Moment
from tests.shared.careful_three import careful_three, ordered
from tests.shared.posts import Post, exchange, facts, sound

pytestmark = pytest.mark.long


def left(folder: Path) -> tuple[Post, Post, Post]:
    """Blue has resigned, and the first exchange was played without blue."""
    red, blue, green = table = careful_three(folder)
    resign(blue.replica, "")
    exchange(table)
    for post in (red, green):
        ordered(post, 1)
    exchange(table)
    assert red.moment() == Moment(1, 2)
    return table


def test_all_others_sign_a_player_in_again(tmp_path: Path) -> None:
    red, blue, green = table = left(tmp_path)
    assert changing_seats.readmit(red.replica, "blue") == "Signed. Still to sign: green."
    exchange(table)
    said = "red signed that blue takes part again after 1.2. Still to sign: green."
    assert list(changing_seats.proposals(green.replica)) == [said]
    assert f"  seats: {said}" in status_of(green.desk, green.desk.seat("duel")).in_words()
    assert changing_seats.agree(green.replica) == "Signed by all who must: it holds."
    exchange(table)
    for post in (red, green):
        ordered(post, 2)
    exchange(table)
    assert facts(blue, PlayerReadmitted) == [PlayerReadmitted(turn=1, segment=2, player="blue", by=("green", "red"))]
    assert "owed: seal of blue" in status_of(red.desk, red.desk.seat("duel")).in_words()
    for post in table:
        ordered(post, 3)
    exchange(table)
    assert {post.moment() for post in table} == {Moment(1, 4)}
    assert len({post.head() for post in table}) == 1
    assert sound(red)


def test_who_was_signed_in_again_can_resign_again(tmp_path: Path) -> None:
    red, blue, green = table = left(tmp_path)
    changing_seats.readmit(red.replica, "blue")
    exchange(table)
    changing_seats.agree(green.replica)
    exchange(table)
    for post in (red, green):
        ordered(post, 2)
    exchange(table)
    resign(blue.replica, "Again.")
    exchange(table)
    for post in (red, green):
        ordered(post, 3)
    exchange(table)
    assert {post.moment() for post in table} == {Moment(1, 4)}
    assert sound(red)


def test_only_who_is_out_is_signed_in(tmp_path: Path) -> None:
    red, _, _ = careful_three(tmp_path)
    with pytest.raises(NotAllowedError, match=r"^blue is not out of duel\. Out: nobody\.$"):
        changing_seats.readmit(red.replica, "blue")


def test_nobody_signs_themselves_in(tmp_path: Path) -> None:
    _, blue, _ = left(tmp_path)
    with pytest.raises(NotAllowedError, match=r"^That is for green, red to sign in duel\.$"):
        changing_seats.readmit(blue.replica, "blue")


def test_nobody_signs_a_player_in_twice(tmp_path: Path) -> None:
    red, _, green = left(tmp_path)
    changing_seats.readmit(red.replica, "blue")
    with pytest.raises(NotNowError, match=r"^You have signed that blue takes part again\. Still to sign: green\.$"):
        changing_seats.readmit(red.replica, "blue")
    green.take(red.packets())
    changing_seats.readmit(green.replica, "blue")
    with pytest.raises(
        NotNowError,
        match=r"^You have signed that blue takes part again\. "
        r"All have signed it: it holds from the next exchange on\.$",
    ):
        changing_seats.readmit(green.replica, "blue")


def test_nobody_signs_after_revealing(tmp_path: Path) -> None:
    red, _, green = table = left(tmp_path)
    ordered(red, 2)
    ordered(green, 2)
    red.take(green.packets())
    with pytest.raises(
        NotNowError, match=r"^red signs a readmit for an exchange whose orders they have already revealed\.$"
    ):
        changing_seats.readmit(red.replica, "blue")
    del table


def test_a_signature_of_an_exchange_that_is_over_here_is_judged_by_its_head(tmp_path: Path) -> None:
    red, blue, green = table = left(tmp_path)
    changing_seats.readmit(red.replica, "blue")
    exchange([red, green])
    changing_seats.agree(green.replica)
    exchange([red, green])
    for post in (red, green):
        ordered(post, 2)
    exchange([red, green])
    assert red.moment() == Moment(1, 3), "blue is in again, and has not read why"
    blue.take([signed for post in (red, green) for signed in post.packets()])
    assert blue.head() == red.head()
    assert [status_of(post.desk, post.desk.seat("duel")).refused for post in table] == [(), (), ()]


def test_a_signature_holds_until_all_have_signed_whatever_exchange_each_signs_at(tmp_path: Path) -> None:
    """While nobody seals, or each signs in another exchange, nobody has to sign it again."""
    red, blue, green = table = left(tmp_path)
    changing_seats.readmit(red.replica, "blue")
    exchange(table)
    for post in (red, green):
        ordered(post, 2)
    exchange(table)
    assert red.moment() == Moment(1, 3)
    said = "red signed that blue takes part again after 1.3. Still to sign: green."
    assert list(changing_seats.proposals(green.replica)) == [said]
    assert changing_seats.agree(green.replica) == "Signed by all who must: it holds."
    for post in (red, green):
        ordered(post, 3)
    exchange(table)
    assert facts(blue, PlayerReadmitted) == [PlayerReadmitted(turn=1, segment=3, player="blue", by=("green", "red"))]
    assert len({post.head() for post in table}) == 1
    assert sound(red)


def test_signatures_from_before_a_player_came_back_do_not_count_when_they_are_out_again(tmp_path: Path) -> None:
    red, blue, green = table = left(tmp_path)
    changing_seats.readmit(red.replica, "blue")
    exchange(table)
    changing_seats.agree(green.replica)
    exchange(table)
    for post in (red, green):
        ordered(post, 2)
    exchange(table)
    resign(blue.replica, "Again.")
    exchange(table)
    for segment in (3, 4):
        for post in (red, green):
            ordered(post, segment)
        exchange(table)
    assert "blue" in red.replica.chain().game.out
    assert len(facts(red, PlayerReadmitted)) == 1
    assert list(changing_seats.proposals(green.replica)) == []
