"""A record was played by reveals of which the last are under numbers that no longer count: who lacks it gets it back.

Red reveals, and signs other packets under the same numbers with a later word, fewer than before. Those count from then
on, and the record stays as it was played.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import evolve

from sits_es.mail.packet import Signed, sign
from sits_es.post.asking_back import asked_for
from sits_es.post.copies import copy_for
from sits_es.post.enclosures import Enclosed, enclosed_for
from tests.post.example_games import posts
from tests.shared.careful import terms
from tests.shared.posts import BLUE, RED, Post, exchange, sound, with_a_key_alone

pytestmark = pytest.mark.long

#: A word that is later than any other, and not ahead of the clock.
LATER = "2026-01-02T05:04Z"


@pytest.fixture
def three(tmp_path: Path) -> dict[str, Post]:
    """A duel of which red, blue and a trustee who looks on have played three segments; only blue has red's others."""
    found = posts(tmp_path, "sits", "duel", spectators=("eye",), **terms(escrow=True, trustee="eye"))
    found["red"].seal(RED, 8)
    found["blue"].seal(BLUE, 3)
    exchange([*found.values()])
    red, blue = found["red"], found["blue"]
    blue.take(signed_again(red, [each for each in red.packets() if each.packet.number in (5, 8)]))
    assert [f"{each.packet.kind} {each.packet.number}" for each in counting(blue)] == ["reveal 5", "ack 6"]
    return found


def signed_again(post: Post, packets: Sequence[Signed]) -> list[Signed]:
    """The same packets as the only ones from the number of the first on, with a later word."""
    made: list[Signed] = []
    for number, each in enumerate(packets, packets[0].packet.number):
        changes = {"at": LATER, **({"previous": made[-1].digest} if made else {})}
        packet = evolve(each.packet, number=number, body={**each.packet.body, **changes})
        made.append(sign(packet, post.desk.identity()))
    return made


def counting(post: Post) -> list[Signed]:
    """Red's packets from number 5 on that count for somebody."""
    return post.desk.journal.accepted("duel", sender="red", after=4, void=True)


def letter(post: Post, reader: str) -> Enclosed:
    """What a letter carries to a reader."""
    inside = enclosed_for(post.replica, reader)
    assert inside is not None
    return inside


def test_a_copy_restores_a_record_that_was_played_by_them(three: dict[str, Post], tmp_path: Path) -> None:
    blue = three["blue"]
    anew = with_a_key_alone(three["eye"], tmp_path / "anew")
    anew.take([copy_for(blue.replica, "eye")])
    assert anew.head() == blue.head()
    assert [each.digest for each in counting(anew)] == [each.digest for each in counting(blue)]
    assert sound(anew)


def test_so_does_a_copy_of_that_copy(three: dict[str, Post], tmp_path: Path) -> None:
    first = with_a_key_alone(three["eye"], tmp_path / "first")
    first.take([copy_for(three["blue"].replica, "eye")])
    anew = with_a_key_alone(three["blue"], tmp_path / "second")
    anew.take([copy_for(first.replica, "blue")])
    assert anew.head() == first.head()
    assert sound(anew)


def test_what_counts_no_more_is_not_taken_for_the_last_that_was_sent(three: dict[str, Post], tmp_path: Path) -> None:
    anew = with_a_key_alone(three["red"], tmp_path / "anew")
    anew.take([copy_for(three["blue"].replica, "red")])
    assert anew.desk.journal.sent("duel", "blue") == 6


def lagging(three: dict[str, Post], folder: Path, own: int) -> Post:
    """The trustee's folder with the first of the players' packets, and so many of the trustee's own."""
    red, blue, eye = three.values()
    anew = with_a_key_alone(eye, folder)
    anew.desk.journal.sit(eye.desk.seat("duel"))
    anew.take([each for post in (red, blue) for each in post.packets() if each.packet.number < 5])
    anew.take(eye.packets()[:own])
    return anew


def test_who_has_only_what_counts_gets_the_others_in_a_letter_and_comes_to_the_same_record(
    three: dict[str, Post], tmp_path: Path
) -> None:
    blue = three["blue"]
    eye = lagging(three, tmp_path / "anew", 7)
    eye.take([*counting(blue), *(each for each in blue.packets() if each.packet.number > 4)])
    assert eye.moment() < blue.moment()
    inside = letter(blue, "eye")
    assert "Two contents under one number, both signed: packet 5 of red, packet 6 of red." in inside.words
    eye.take(inside.packets)
    assert eye.head() == blue.head()
    assert sound(eye)


def test_an_older_folder_that_asks_for_what_it_lacks_gets_them_too(three: dict[str, Post], tmp_path: Path) -> None:
    blue = three["blue"]
    eye = lagging(three, tmp_path / "anew", 4)
    blue.take(eye.packets())
    eye.take([*counting(blue), *(each for each in blue.packets() if each.packet.number > 4)])
    asks = letter(eye, "blue")
    assert [each.packet.kind for each in asks.packets] == ["behind"]
    blue.take(asks.packets)
    eye.take(asked_for(blue.replica, "eye"))
    assert eye.head() == blue.head()
    assert sound(eye)
