"""Two players sign at the same time, each from another event or another umpire: only one of the two can hold."""

from pathlib import Path

import pytest

from sits_es.post import decisions
from sits_es.post.handover import hand_over
from sits_es.rules.moments import Moment
from tests.post.example_games import posts, refusals, said
from tests.shared.careful import terms
from tests.shared.posts import BLUE, RED, Post, carry

pytestmark = pytest.mark.long


@pytest.fixture
def found(tmp_path: Path) -> dict[str, Post]:
    """A duel whose umpire told the first exchange last: red has that letter, blue's is under way for long."""
    table = posts(tmp_path, "sits", "duel", umpire="ump", spectators=("gil",), **terms())
    ump, red, blue, gil = (table[player] for player in ("ump", "red", "blue", "gil"))
    ump.take(gil.packets())
    gil.take(ump.packets())
    carry(ump, red, blue)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    ump.take([*red.packets(), *blue.packets()])
    red.take(ump.packets())
    assert (red.moment(), blue.moment()) == (Moment(1, 2), Moment(1, 1))
    return table


def swap(one: Post, other: Post) -> None:
    """Both get what the other has sent, at the same time."""
    mine, theirs = one.packets(), other.packets()
    one.take(theirs)
    other.take(mine)


def test_only_the_later_of_two_signatures_that_cross_can_hold(found: dict[str, Post]) -> None:
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    early, late = blue.replica.chain().head.version, red.replica.chain().head.version
    hand_over(red.replica, "gil")
    hand_over(blue.replica, "gil")
    blue.take(ump.packets())
    swap(red, blue)
    words = (
        f"You have signed that all players go on without ump, with gil as umpire, from event #{late} on. That all "
        f"players go on without ump, with gil as umpire, from event #{early} on cannot be signed after that: two games "
        "could come of it. Still to sign yours: blue, with: sits agree duel"
    )
    assert said(lambda: decisions.agree(red.replica)) == words
    assert decisions.agree(blue.replica).startswith("Signed by all: gil is the umpire now.")
    swap(red, blue)
    assert red.head() == blue.head()
    assert red.desk.seat("duel").branch == blue.desk.seat("duel").branch != "duel"
    assert refusals(red) == refusals(blue) == []


def test_of_two_wishes_from_one_event_only_the_one_that_names_an_umpire_can_hold(found: dict[str, Post]) -> None:
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    blue.take(ump.packets())
    at = red.replica.chain().head.version
    hand_over(red.replica, None)
    hand_over(blue.replica, "gil")
    swap(red, blue)
    words = (
        f"You have signed that all players go on without ump, with gil as umpire, from event #{at} on. That all "
        f"players go on without ump, as peers, from event #{at} on cannot be signed after that: two games could "
        "come of it. Still to sign yours: red, with: sits agree duel"
    )
    assert said(lambda: decisions.agree(blue.replica)) == words
    assert said(lambda: hand_over(blue.replica, None)) == words
    assert decisions.agree(red.replica).startswith("Signed by all: gil is the umpire now.")
    swap(red, blue)
    assert red.head() == blue.head()
    assert red.replica.chain().game.umpires == ("gil",)


def test_who_is_told_to_sign_what_they_cannot_is_not(found: dict[str, Post]) -> None:
    red, blue = found["red"], found["blue"]
    hand_over(red.replica, "gil")
    hand_over(blue.replica, "gil")
    red.take(blue.packets())
    assert [words for _, words, _ in red.desk.journal.told("duel", ("failure",))] == [
        "blue signs that the game goes on from 1.1 with gil as umpire, without ump."
    ]
