"""A folder that was restored from an older copy is brought up to date by a letter with the whole game."""

import shutil
from pathlib import Path

import pytest

from sits_es.post.copies import copy_for
from sits_es.rules.moments import Moment
from tests.shared.careful import careful
from tests.shared.posts import BLUE, RED, Post, exchange, open_post, sound, thrust

pytestmark = pytest.mark.long


def backed_up(post: Post, folder: Path) -> Path:
    """A copy of a player's folder as it is now."""
    shutil.copytree(post.desk.folder, folder)
    return folder


def play_on(red: Post, blue: Post, segment: int) -> None:
    for post in (red, blue):
        post.seal(thrust(post, "duel", segment), segment)
    exchange([red, blue])


def test_an_older_folder_is_brought_up_to_date_and_plays_on(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    old = backed_up(blue, tmp_path / "old")
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    exchange([red, blue])
    play_on(red, blue, 2)
    again = open_post(old, "blue")
    again.take([copy_for(red.replica, "blue")])
    assert again.head() == red.head()
    play_on(red, again, 3)
    assert red.moment() == again.moment() == Moment(1, 4)
    assert red.head() == again.head()
    assert sound(again)


def test_an_older_folder_that_has_sealed_other_orders_takes_up_what_was_sent_before(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    old = backed_up(blue, tmp_path / "old")
    blue.seal(BLUE, 1)
    red.take(blue.packets())
    again = open_post(old, "blue")
    again.seal(thrust(again, "duel", 1), 1)  # nobody has it yet
    again.take([copy_for(red.replica, "blue")])
    ((_, words, _),) = again.desk.journal.told("duel", ("restored",))
    assert words.startswith("Your own packet 3 came back, with other content than packet 3 of this folder")
    red.seal(RED, 1)
    exchange([red, again])
    assert red.moment() == again.moment() == Moment(1, 2)
    assert red.head() == again.head()
    assert sound(again)


def test_a_host_with_nothing_but_a_key_begins_again_from_a_bundle_with_tickets(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    red.seal(RED, 1)
    blue.seal(BLUE, 1)
    exchange([red, blue])
    (tmp_path / "anew" / "keys").mkdir(parents=True)
    for key in red.desk.keys.glob("*.key"):
        shutil.copy2(key, tmp_path / "anew" / "keys")
    (tmp_path / "anew" / "keys").chmod(0o700)
    anew = open_post(tmp_path / "anew", "red")
    anew.take([copy_for(blue.replica, "red")])
    assert anew.head() == blue.head()
    play_on(anew, blue, 2)
    assert anew.head() == blue.head()


def test_a_folder_restored_twice_goes_on_from_the_packet_that_others_have_answered(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    first, second = backed_up(blue, tmp_path / "first"), backed_up(blue, tmp_path / "second")
    blue.seal(BLUE, 1)
    red.seal(RED, 1)
    red.take(blue.packets())
    once = open_post(first, "blue")
    once.seal(thrust(once, "duel", 1), 1)
    red.take(once.packets())  # the same number again, and red has revealed to the first
    again = open_post(second, "blue")
    again.seal(thrust(again, "duel", 1), 1)  # and again
    again.take(once.packets())
    again.take([*red.packets(), *blue.packets()])
    exchange([red, again])
    assert red.moment() == again.moment() == Moment(1, 2)
    assert red.head() == again.head()
    assert sound(again)
