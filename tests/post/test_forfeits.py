"""Of two peers one offers the end after a missed time: a statement signed by one, until the other signs it too."""

from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.events import Coded
from sits_es.game.events import GameEnded
from sits_es.post import leaving
from sits_es.post.desk.outages import note_reading
from sits_es.post.going_on import way_on
from sits_es.post.proof import prove
from sits_es.post.status import status_of
from tests.shared.careful import careful
from tests.shared.careful_three import careful_three, ordered
from tests.shared.lists import go_on_without
from tests.shared.posts import BLUE, RED, Post, exchange, facts, sound
from tests.shared.watch import Watch

pytestmark = pytest.mark.long

STATEMENT = (
    "red states that by 2026-01-13 04:04 UTC the seal of blue for 1.1 had not come; received was up to blue's packet "
    "2. It is a statement signed by red alone: the game goes on, unless blue signs it too."
)


def waited(folder: Path) -> tuple[Post, Post]:
    """Red has sealed, and blue has been silent for longer than time and grace."""
    clock = Watch()
    game = careful(folder, clock=clock)
    red, blue = game["red"], game["blue"]
    red.seal(RED, 1)
    clock.later(days=11, hours=1)
    return red, blue


def test_what_is_offered_is_shown_as_a_statement_of_one(tmp_path: Path) -> None:
    red, blue = waited(tmp_path)
    assert leaving.forfeit(red.replica, "") == STATEMENT
    exchange([red, blue])
    said = f"{STATEMENT} To agree that the game ends so: sits agree duel --forfeit"
    assert list(leaving.departures(blue.replica)) == [said]
    assert STATEMENT in status_of(red.desk, red.desk.seat("duel")).in_words()
    assert red.replica.chain().game.ended is None


def test_the_game_ends_when_the_other_signs_it_too(tmp_path: Path) -> None:
    red, blue = waited(tmp_path)
    leaving.forfeit(red.replica, "")
    exchange([red, blue])
    assert leaving.concede(blue.replica).startswith("Signed by both: the game is over.")
    exchange([red, blue])
    assert facts(red, GameEnded) == [GameEnded(winner="red", outcome=(Coded("claimed", ("blue", "1.1")),))]
    assert red.head() == blue.head()
    assert sound(red)


def test_the_game_goes_on_when_what_was_missing_comes(tmp_path: Path) -> None:
    red, blue = waited(tmp_path)
    leaving.forfeit(red.replica, "")
    exchange([red, blue])
    blue.seal(BLUE, 1)
    exchange([red, blue])
    assert red.replica.chain().rules.label(red.moment()) == "1.2"
    assert red.head() == blue.head()
    assert list(leaving.departures(red.replica)) == []
    with pytest.raises(NotNowError, match=r"^Nobody offers a forfeit of duel 1\.2 against you"):
        leaving.concede(blue.replica)


def test_who_waits_is_told_that_they_may_offer_the_end_until_they_have(tmp_path: Path) -> None:
    clock = ["2026-01-02T03:04:05+00:00"]
    red = careful(tmp_path, clock=lambda: clock[0])["red"]
    red.seal(RED, 1)
    assert way_on(red.replica) == ""
    clock[0] = "2026-01-12T03:04:05+00:00"
    assert way_on(red.replica) == "Grace is over: to offer the game's end: sits forfeit duel"
    leaving.forfeit(red.replica, "")
    assert way_on(red.replica) == ""


def test_nothing_is_offered_before_the_time_is_over(tmp_path: Path) -> None:
    game = careful(tmp_path)
    red = game["red"]
    red.seal(RED, 1)
    with pytest.raises(
        NotNowError,
        match=r"^blue has until 2026-01-11 03:04 UTC, grace included\. Mail was read here at 2026-01-02 03:04 UTC\.$",
    ):
        leaving.forfeit(red.replica, "")


def test_nobody_offers_it_for_what_is_there(tmp_path: Path) -> None:
    game = careful(tmp_path)
    red, blue = game["red"], game["blue"]
    blue.seal(BLUE, 1)
    red.take(blue.packets())
    with pytest.raises(NotNowError, match=r"^blue owes nothing for duel 1\.1\.$"):
        leaving.forfeit(red.replica, "")


def test_of_more_than_two_the_others_go_on(tmp_path: Path) -> None:
    red, _, _ = careful_three(tmp_path)
    with pytest.raises(
        NotAllowedError, match=r"^sits forfeit is for two peers; in duel the others go on: sits without duel$"
    ):
        leaving.forfeit(red.replica, "")


def test_an_offer_is_judged_by_what_its_signer_had_taken(tmp_path: Path) -> None:
    clock = Watch()
    game = careful(tmp_path, clock=clock)
    red, blue = game["red"], game["blue"]
    blue.seal(BLUE, 1)
    red.take(blue.packets())
    red.seal(RED, 1)
    blue.take(red.packets())
    assert blue.replica.chain().rules.label(blue.moment()) == "1.2", "blue's reveal, which red lacks, is in it"
    clock.later(days=11, hours=1)
    assert "the reveal of blue for 1.1 had not come" in leaving.forfeit(red.replica, "")
    offered = red.packets()[-1].packet.number
    blue.take(red.packets())
    assert offered in [each.packet.number for each in blue.desk.journal.accepted("duel", sender="red")]
    exchange([red, blue])
    assert red.replica.chain().rules.label(red.moment()) == "1.2"
    assert red.head() == blue.head()
    assert [status_of(post.desk, post.desk.seat("duel")).refused for post in (red, blue)] == [(), ()]


def test_the_proof_shows_it_as_what_one_or_both_have_signed(tmp_path: Path) -> None:
    red, blue = waited(tmp_path)
    leaving.forfeit(red.replica, "Three weeks.")
    exchange([red, blue])
    stated = (
        "red states that by 2026-01-13 04:04 UTC the seal of blue for 1.1 had not come; received was up to blue's "
        "packet 2. Three weeks."
    )
    for post in (red, blue):
        found = prove(post.desk, post.desk.seat("duel"))
        assert found.statements == (f"{stated} It is a statement signed by red alone.",)
        assert found.faults == ()
    leaving.concede(blue.replica)
    exchange([red, blue])
    assert prove(red.desk, red.desk.seat("duel")).statements == (f"{stated} blue signed it too.",)


def test_of_three_of_whom_one_has_resigned_two_are_left_to_end_it(tmp_path: Path) -> None:
    clock = Watch()
    red, blue, green = careful_three(tmp_path, clock)
    leaving.resign(green.replica, "")
    ordered(red, 1)
    exchange([red, green])
    clock.later(days=10)
    with pytest.raises(NotNowError) as refusal:
        go_on_without(red.replica)
    assert str(refusal.value) == (
        "Of two, nobody can go on without the other. You may offer the game's end: sits forfeit duel"
    )
    assert way_on(red.replica) == "Grace is over: to offer the game's end: sits forfeit duel"
    said = leaving.forfeit(red.replica, "")
    assert said.startswith("red states that by 2026-01-12 03:04 UTC the seal of blue for 1.1 had not come")
    exchange([red, blue, green])
    leaving.concede(blue.replica)
    exchange([red, blue, green])
    ended = "blue did not reveal 1.1; the game is claimed."
    assert [post.replica.chain().game.ended for post in (red, blue, green)] == [ended] * 3
    assert len({post.head() for post in (red, blue, green)}) == 1


def test_who_resigns_as_the_last_but_one_ends_the_game(tmp_path: Path) -> None:
    red, blue, green = careful_three(tmp_path)
    leaving.resign(green.replica, "")
    exchange([red, blue, green])
    assert leaving.resign(blue.replica, "").endswith("It takes effect at 1.1. With that the game ends.")
    exchange([red, blue, green])
    assert len({post.head() for post in (red, blue, green)}) == 1
    assert red.replica.chain().game.ended is not None


def test_who_has_resigned_offers_nothing_any_more(tmp_path: Path) -> None:
    clock = Watch()
    red, _, green = careful_three(tmp_path, clock)
    leaving.resign(green.replica, "")
    exchange([red, green])
    clock.later(days=10)
    with pytest.raises(NotAllowedError) as refusal:
        leaving.forfeit(green.replica, "")
    assert str(refusal.value) == "sits forfeit is for two peers; in duel the others go on: sits without duel"


def test_nothing_is_offered_while_mail_of_before_may_still_be_unread(tmp_path: Path) -> None:
    clock = Watch()
    game = careful(tmp_path, clock=clock)
    red = game["red"]
    red.seal(RED, 1)
    note_reading(red.desk)
    clock.later(days=30)
    term = "blue has until 2026-01-11 03:04 UTC, grace included. Mail was read here at 2026-01-02 03:04 UTC"
    with pytest.raises(NotNowError) as refusal:
        leaving.forfeit(red.replica, "")
    assert str(refusal.value) == f"{term}: sits mail in"
    note_reading(red.desk)
    clock.later(hours=23)
    note_reading(red.desk)
    with pytest.raises(NotNowError) as refusal:
        leaving.forfeit(red.replica, "")
    assert str(refusal.value) == (
        "blue has until 2026-02-02 03:04 UTC, a day after mail could be read here again. "
        "Mail was read here at 2026-02-02 02:04 UTC."
    )
    clock.later(hours=1)
    note_reading(red.desk)
    assert leaving.forfeit(red.replica, "").startswith("red states that by 2026-02-02 03:04 UTC the seal of blue")
