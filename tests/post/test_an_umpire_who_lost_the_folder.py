"""An umpire who lost the folder, but not the key, gets a careful game back from the players' letters."""

from pathlib import Path

import pytest

from sits_es.game.events import OrdersDefaulted
from sits_es.post import decisions
from sits_es.post.copies import copy_for
from sits_es.post.outgoing import confirm
from sits_es.post.passing_on import second_contents
from sits_es.post.protocol.bodies import Note
from sits_es.post.rebuilt import awaited, resume, still_missing
from sits_es.rules.moments import Moment
from tests.post.example_games import refusals, said
from tests.post.test_umpires_twice_told import older
from tests.shared.careful import careful
from tests.shared.posts import BLUE, RED, Post, carry, facts, sound, thrust, umpired, with_a_key_alone

pytestmark = pytest.mark.long


def played(folder: Path) -> tuple[Post, Post, Post]:
    """A careful duel with an umpire: 1.1 is told, all seals for 1.2 and 1.3 have come, and blue's for 1.2 alone."""
    found = careful(folder, umpire="ump")
    ump, red, blue = (found[player] for player in ("ump", "red", "blue"))
    red.seal(RED, 3)
    blue.seal(BLUE, 1)
    carry(ump, red, blue)
    return ump, red, blue


def test_the_umpire_goes_on_from_the_last_told_event(tmp_path: Path) -> None:
    ump, red, blue = played(tmp_path)
    anew = with_a_key_alone(ump, tmp_path / "anew")
    anew.take([copy_for(red.replica, "ump")])
    assert refusals(anew) == []
    assert anew.head() == ump.head() == red.head()
    assert awaited(anew.desk, "duel") == ("blue",)
    assert [each.digest for each in anew.packets()] == [each.digest for each in ump.packets()]
    confirm(anew.replica, wanted=True)
    assert len(anew.packets()) == len(ump.packets()), "nothing is sent before blue's letter is in"
    lines = [words for _, words, _ in anew.desk.journal.told("duel", ("bundle",))]
    assert lines[1] == still_missing("duel", ["blue"])
    assert said(lambda: decisions.set_deadline(anew.replica, "2026-02-01T00:00Z", 1)) == still_missing("duel", ["blue"])
    anew.take([copy_for(blue.replica, "ump")])
    assert awaited(anew.desk, "duel") == ()
    blue.seal(thrust(blue, "duel", 2), 3)
    carry(anew, red, blue)
    assert anew.moment() == red.moment() == blue.moment() == Moment(1, 4)
    assert anew.head() == red.head() == blue.head()
    assert refusals(anew) == refusals(red) == refusals(blue) == []
    assert sound(anew)


def test_what_is_said_names_who_is_missing_and_the_way_on(tmp_path: Path) -> None:
    del tmp_path
    assert still_missing("duel", ["blue"]) == (
        "Your program sends nothing in duel before the letters of blue are in, who type: "
        "sits mail out --bundle duel --for YOU. To go on without them: sits umpire duel --resume. "
        "Seals that they sent and that no letter brings are lost, and are missing as though they had never come; "
        "so are absences and notes that you had not sent yet."
    )


def test_partial_copies_add_up(tmp_path: Path) -> None:
    """Red's copy is older than what blue was told last, and blue's holds the rest."""
    ump, red, blue = played(tmp_path)
    blue.seal(thrust(blue, "duel", 2), 3)
    ump.take(blue.packets())
    blue.take(ump.packets())
    assert red.moment() == Moment(1, 2) < blue.moment()
    anew = with_a_key_alone(ump, tmp_path / "anew")
    anew.take([copy_for(red.replica, "ump")])
    assert anew.head() == red.head()
    anew.take([copy_for(blue.replica, "ump")])
    assert anew.head() == blue.head() == ump.head()


def test_copies_that_come_in_one_post_are_all_in(tmp_path: Path) -> None:
    ump, red, blue = played(tmp_path)
    anew = with_a_key_alone(ump, tmp_path / "anew")
    anew.take([copy_for(red.replica, "ump"), copy_for(blue.replica, "ump")])
    assert awaited(anew.desk, "duel") == ()


def test_seals_of_a_player_who_is_gone_come_from_the_bundle_that_carried_them(tmp_path: Path) -> None:
    """Red sealed three exchanges ahead in one packet, which the first bundle carried; blue alone writes."""
    ump, _red, blue = played(tmp_path)
    anew = with_a_key_alone(ump, tmp_path / "anew")
    anew.take([copy_for(blue.replica, "ump")])
    assert resume(anew.desk, "duel") == ("red",)
    blue.seal(thrust(blue, "duel", 2), 2)
    anew.take(blue.packets())
    blue.take(anew.packets())
    assert blue.moment() == anew.moment() == Moment(1, 3)
    assert facts(blue, OrdersDefaulted) == []
    assert said(lambda: resume(anew.desk, "duel")) == (
        "Your program waits for no letters with the whole of duel: there is nothing to resume."
    )


def test_a_game_without_such_terms_is_in_nobody_elses_folder(tmp_path: Path) -> None:
    _, red, _ = umpired(tmp_path)
    assert said(lambda: copy_for(red.replica, "ump")) == (
        "ump is the umpire: what an umpire needs to go on is in nobody else's folder."
    )


@pytest.mark.parametrize("first", ["red", "blue"])
def test_what_the_lost_folder_had_played_by_counts_although_its_sender_has_lost_it_too(
    first: str, tmp_path: Path
) -> None:
    """The umpire told of 1.2 by blue's note 3 and seal 4; blue's restored folder has others, and only red has both."""
    ump, red, blue = played(tmp_path)
    again = older(tmp_path, blue)
    for post, words in ((blue, "Hello."), (again, "Good day.")):
        post.replica.post(Note(words=words))
        post.seal(thrust(post, "duel", 2), 2)
    ump.take(blue.packets())
    red.take([*ump.packets(), *blue.packets()[2:], *again.packets()[2:]])
    assert red.moment() == ump.moment() == Moment(1, 3)
    assert again.moment() == Moment(1, 2)
    anew = with_a_key_alone(ump, tmp_path / "anew")
    letters = [copy_for(post.replica, "ump") for post in (red, again)]
    anew.take(letters if first == "red" else letters[::-1])
    assert anew.head() == red.head()
    counts = anew.desk.journal.accepted("duel", sender="blue")
    assert [each.digest for each in counts] == [each.digest for each in blue.packets()]
    again.take([*second_contents(anew.replica, "blue"), *anew.packets()])
    assert again.head() == red.head()
    assert [each.digest for each in again.packets()][:4] == [each.digest for each in blue.packets()]
    again.seal(thrust(again, "duel", 3), 3)
    carry(anew, red, again)
    assert anew.moment() == red.moment() == again.moment() == Moment(1, 4)
    assert anew.head() == red.head() == again.head()
    assert sound(again)
