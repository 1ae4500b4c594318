"""With an umpire, an older folder's own packets come back and say that others' were taken, which it lacks."""

import shutil
from pathlib import Path

import pytest

from sits_es.mail.packet import Signed
from sits_es.post import decisions
from sits_es.post.asking_back import asked_for
from sits_es.post.copies import copy_for
from sits_es.post.enclosures import enclosed_for, note_enclosed
from sits_es.post.protocol.bodies import Note
from sits_es.post.rebuilt import resume
from sits_es.rules.moments import Moment
from tests.post.example_games import said
from tests.post.test_umpires_word import fork_of, table
from tests.shared.posts import BLUE, RED, Post, carry, open_post, with_a_key_alone
from tests.shared.watch import Watch

pytestmark = pytest.mark.long


def lacks(number: int, whose: str) -> str:
    return (
        f"Your own packets came back to duel, and say that you had taken packet {number} of {whose}, which this folder "
        "lacks: it is an older copy. Your program asks for what is missing. Send its letters, and take in what they "
        "answer: sits mail out, sits mail in"
    )


def waiting(post: Post) -> list[str]:
    return [entry.why for entry in post.desk.journal.entries("duel", ("parked",))]


def last(post: Post) -> Signed:
    return post.packets()[-1]


def question(post: Post, reader: str) -> list[Signed]:
    """What a letter of somebody's to a reader asks, where it asks for what their folder lacks."""
    inside = enclosed_for(post.replica, reader)
    if inside is None:
        return []
    note_enclosed(post.desk, "duel", reader, inside)
    return [each for each in inside.packets if each.packet.kind == "behind"]


def taken_and_lost(folder: Path) -> tuple[Post, Post, Post, Watch]:
    """An umpire says that blue's seal has come; the folder is restored, and only the umpire's own word comes back.

    The restored umpire, red and blue.
    """
    clock = Watch()
    ump, red, blue = table(folder, clock=clock)
    again = fork_of(folder, ump, clock)
    blue.seal(BLUE, 1)
    ump.take(blue.packets())
    ump.replica.post(Note(words="Blue's seal is here."))
    for post in (red, blue):
        post.take(ump.packets())
    again.take(ump.packets())
    assert last(again).packet.body["taken"]["blue"][0] == 2
    return again, red, blue, clock


def test_a_restored_umpire_asks_for_what_was_taken_and_is_not_here_and_sends_nothing_before(tmp_path: Path) -> None:
    again, red, blue, _ = taken_and_lost(tmp_path)
    assert again.replica.silent() == lacks(2, "blue")
    assert said(lambda: again.replica.post(Note(words="Hello."))) == lacks(2, "blue")
    blue.take(question(again, "blue"))
    assert question(again, "blue") == [], "nobody is asked twice a day"
    again.take(asked_for(blue.replica, "ump"))
    assert again.replica.silent() is None
    red.seal(RED, 1)
    carry(again, red, blue)
    assert again.moment() == red.moment() == blue.moment() == Moment(1, 2)
    assert again.head() == red.head() == blue.head()


def test_what_an_umpire_had_taken_never_goes_back_though_it_does_not_come_again(tmp_path: Path) -> None:
    """Blue does not answer for three days; the umpire goes on, and what red is told does not wait for ever."""
    again, red, blue, clock = taken_and_lost(tmp_path)
    clock.later(days=3)
    again.replica.post(Note(words="Blue, are you there?"))
    assert last(again).packet.body["taken"]["blue"] == last_taken(blue)
    for post in (red, blue):
        post.take(again.packets())
        assert waiting(post) == []
    inside = enclosed_for(again.replica, "blue")
    assert inside is not None
    note_enclosed(again.desk, "duel", "blue", inside)
    again.desk.journal.note_sent("duel", "blue", last(again).packet.number)
    blue.take(question(again, "blue"))
    again.take(asked_for(blue.replica, "ump"))
    red.seal(RED, 1)
    carry(again, red, blue)
    assert again.moment() == red.moment() == blue.moment() == Moment(1, 2)


def last_taken(post: Post) -> list[object]:
    signed = post.packets()[1]
    return [signed.packet.number, signed.digest]


def test_a_restored_player_whose_own_packet_comes_back_asks_the_umpire_for_what_it_had_taken(tmp_path: Path) -> None:
    ump, red, blue = table(tmp_path)
    again = Post("red", fork_of(tmp_path, red).desk)
    ump.replica.post(Note(words="The sun is green."))
    red.take(ump.packets())
    red.replica.post(Note(words="I see."))
    ump.take(red.packets())
    again.take(red.packets())
    number = last(ump).packet.number
    assert again.replica.silent() == lacks(number, "ump")
    ump.take(question(again, "ump"))
    again.take(asked_for(ump.replica, "red"))
    assert again.replica.silent() is None
    again.seal(RED, 1)
    blue.seal(BLUE, 1)
    carry(ump, again, blue)
    assert ump.moment() == again.moment() == blue.moment() == Moment(1, 2)


def test_an_umpire_who_goes_on_without_a_letter_of_the_lost_folder_is_understood_by_the_others(tmp_path: Path) -> None:
    """Red is gone; what red had sent last is in nobody's letter, and the umpire had said that it came."""
    clock = Watch()
    ump, red, blue = table(tmp_path, clock=clock)
    red.replica.post(Note(words="I am going to the sea."))
    ump.take(red.packets())
    ump.replica.post(Note(words="Red is going to the sea."))
    blue.take(ump.packets())
    anew = with_a_key_alone(ump, tmp_path / "anew", clock)
    anew.take([copy_for(blue.replica, "ump")])
    assert resume(anew.desk, "duel") == ("red",)
    blue.seal(BLUE, 1)
    anew.take(blue.packets())
    clock.later(hours=168 + 48)
    decisions.default(anew.replica, "red", "drift")
    anew.replica.settle()
    blue.take(anew.packets())
    assert waiting(blue) == []
    assert anew.moment() == blue.moment() == Moment(1, 2)
    assert anew.head() == blue.head()


def test_what_the_umpire_had_of_ones_own_is_not_waited_for_for_ever_once_it_was_made_again(tmp_path: Path) -> None:
    clock = Watch()
    ump, red, _ = table(tmp_path, clock=clock)
    shutil.copytree(red.desk.folder, tmp_path / "old")
    lost = red.replica.post(Note(words="Nobody keeps this."))
    ump.take([lost])
    ump.replica.post(Note(words="It came."))
    old = open_post(tmp_path / "old", "red", clock)
    made = old.replica.post(Note(words="This is kept."))
    old.take(ump.packets())
    assert made.packet.number == lost.packet.number
    assert waiting(old) == [f"ump has taken packet {lost.packet.number} of red, which is not here"]
    clock.later(days=2)
    old.replica.settle()
    assert len(waiting(old)) == 1
    clock.later(days=2)
    old.replica.settle()
    assert waiting(old) == []
    assert [each.packet.kind for each in old.desk.journal.accepted("duel", sender="ump")][-1] == "note"
