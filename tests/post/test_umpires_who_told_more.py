"""An umpire's restored folder plays again what players were told, before the packets come that told it, and more."""

from pathlib import Path

import pytest

from sits_es.rules.moments import Moment
from tests.post.example_games import refusals
from tests.post.test_umpires_twice_told import restored
from tests.post.test_umpires_word import fork_of, table
from tests.shared.posts import BLUE, RED, Post, carry, sound, thrust
from tests.shared.watch import Watch

pytestmark = pytest.mark.long

#: What an older folder says once what its owner told before counts again.
AGAIN = (
    "Your own packets from packet {number} on came back: players were told in them all that was played here since, and "
    "more. They count again, and what was sent from here since does not."
)


def told_again(folder: Path) -> tuple[Post, Post, Post, Post]:
    """An umpire told 1.1 and 1.2; the older folder plays 1.1 a day later, which comes to the players last.

    The umpire's first folder and the older one, red and blue.
    """
    clock = Watch()
    ump, red, blue = table(folder, clock=clock)
    again = fork_of(folder, ump, clock)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    first = [*red.packets(), *blue.packets()]
    carry(ump, red, blue)
    for post in (red, blue):
        post.seal(thrust(post, "duel", 2), 2)
    carry(ump, red, blue)
    clock.later(hours=24)
    again.take(first)
    for post in (red, blue):
        post.take(again.packets())
    assert again.moment() == Moment(1, 2) < ump.moment() == red.moment() == blue.moment()
    return ump, again, red, blue


def test_an_umpire_takes_up_what_players_were_told_once_it_tells_all_that_was_played_here_and_more(
    tmp_path: Path,
) -> None:
    ump, again, red, blue = told_again(tmp_path)
    number = next(each.packet.number for each in ump.packets() if each not in again.packets())
    assert len(refusals(red)) == len(refusals(blue)) > 0
    again.take(ump.packets())
    assert restored(again)[-1] == AGAIN.format(number=number)
    assert [each.digest for each in again.packets()] == [each.digest for each in ump.packets()]
    for post in (red, blue):
        post.seal(thrust(post, "duel", 3), 3)
    carry(again, red, blue)
    assert again.moment() == red.moment() == blue.moment() == Moment(1, 4)
    assert again.head() == red.head() == blue.head()
    assert sound(again)


def test_an_umpire_who_has_come_further_stays_with_what_was_told_from_here(tmp_path: Path) -> None:
    """What the first folder told reaches nobody before the players have gone on with the older one."""
    clock = Watch()
    ump, red, blue = table(tmp_path, clock=clock)
    again = fork_of(tmp_path, ump, clock)
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    ump.take([*red.packets(), *blue.packets()])
    clock.later(hours=24)
    carry(again, red, blue)
    for post in (red, blue):
        post.seal(thrust(post, "duel", 2), 2)
    carry(again, red, blue)
    sent = [each.digest for each in again.packets()]
    number = next(mine.packet.number for mine in ump.packets() if mine.digest not in sent)
    for post in (again, red, blue):
        post.take(ump.packets())
    assert [each.digest for each in again.packets()] == sent
    assert restored(again)[0] == (
        f"Your own packet {number} came back, with other content than packet {number} of this folder. The game was "
        "played on from the one here, so that it counts while nothing comes back in which players were told more."
    )
    for post in (red, blue):
        post.seal(thrust(post, "duel", 3), 3)
    carry(again, red, blue)
    assert again.moment() == red.moment() == blue.moment() == Moment(1, 4)
    assert again.head() == red.head() == blue.head()
