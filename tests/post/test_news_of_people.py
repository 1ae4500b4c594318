"""Who leaves, comes back, is put out or gives a seat away: lines of `sits mail in`, and news in every letter."""

from pathlib import Path

import pytest

from sits_es.mail.letters import write_letter
from sits_es.post import changing_seats, decisions, leaving
from sits_es.post.asked import asked_of
from sits_es.post.day import Done, finish
from sits_es.post.desk.settings import post_settings
from sits_es.post.outgoing import outgoing
from sits_es.post.reports import own_report
from tests.post.test_coming_back import left
from tests.post.test_forfeits import waited
from tests.post.test_new_keys_for_seats import CLEO, round_of
from tests.post.test_new_keys_for_seats import play as play_on
from tests.post.test_without import CLOCK, LATE, _examples, seal, sign, three  # noqa: F401 - fixtures
from tests.shared.careful_three import careful_three, ordered
from tests.shared.posts import Post, exchange

pytestmark = pytest.mark.long


def lines_of_a_day(post: Post) -> list[str]:
    """What `sits mail in` says before the reports, letters aside, which are written by it."""
    done = Done()
    finish(post.desk, post_settings(post.desk.folder), done, quiet=True)
    return [line for line in done.said if not line.startswith(("Written", "duel has begun"))]


def told(post: Post, reader: str) -> str:
    """What the letter that a program would write to a reader says, as one line."""
    for each in outgoing(post.desk):
        if each.player == reader and each.letter.to[0] != post.desk.journal.addresses("duel").get(post.player):
            text = write_letter(each.letter)[0].get_body(("plain",))
            assert text is not None
            return " ".join(text.get_content().split())
    raise AssertionError(f"nothing goes to {reader}")


def test_of_who_resigns_a_line_and_two_sentences_in_letters(tmp_path: Path) -> None:
    red, blue, green = table = careful_three(tmp_path)
    ordered(blue, 1)
    leaving.resign(blue.replica, "I move house.")
    exchange(table)
    assert "duel: blue resigns: I move house." in lines_of_a_day(red)
    ordered(red, 1)
    said = "blue has resigned: I move house. What they have sealed still counts; after it they are out."
    assert said in told(red, "green")
    ordered(green, 1)
    exchange(table)
    for post in (red, green):
        ordered(post, 2)
    exchange(table)
    said = "Player blue has resigned and is out from 1.2 on."
    back = "blue has resigned, and owes nothing."
    assert said in told(red, "green")
    assert back in told(red, "green")


def test_of_who_is_signed_in_again_each_signature_and_that_it_holds(tmp_path: Path) -> None:
    red, blue, green = table = left(tmp_path)
    changing_seats.readmit(red.replica, "blue")
    exchange(table)
    said = "duel: red signs that blue takes part again after 1.2."
    assert f"{said} To sign it as well: sits agree duel" in lines_of_a_day(green)
    assert said in lines_of_a_day(blue)
    assert "red signed that blue takes part again after 1.2. Still to sign: green." in told(red, "green")
    changing_seats.agree(green.replica)
    exchange(table)
    for post in (red, green):
        ordered(post, 2)
    exchange(table)
    assert "Player blue takes part again after 1.2, by green and red." in told(red, "blue")
    assert "duel: green signs that blue takes part again after 1.2." in lines_of_a_day(red)


def test_of_a_seat_that_changes_hands_each_signature_and_who_has_it_then(tmp_path: Path) -> None:
    red, blue, green = table = careful_three(tmp_path)
    play_on(table, 1)
    changing_seats.reseat(blue.replica, "blue", CLEO.key, "Cleo", "cleo@example.org")
    round_of(*table)
    said = "duel: blue signs that Cleo plays blue from 1.2 on, with a key of their own."
    assert f"{said} To sign it as well: sits agree duel" in lines_of_a_day(red)
    for post in (red, green):
        changing_seats.agree(post.replica)
        round_of(*table)
    for post in (red, green):
        ordered(post, 2)
    assert "blue signed that from 1.2 on the seat of blue is Cleo's" not in told(red, "green")


def test_of_who_is_put_out_a_line_and_what_is_played_again(three: dict[str, Post]) -> None:  # noqa: F811 - a fixture
    red, blue, green = three.values()
    seal(green)
    for post in (red, blue):
        post.take(green.packets())
        seal(post)
    exchange([red, blue])
    CLOCK[0] = LATE
    for post in (red, blue):
        sign(post, "reveal")
    exchange([red, blue])
    exchange([red, blue, green])
    news = told(red, "green")
    assert "duel-2 is the game from here on: it is played again from 1.1 on." in news
    assert "Player green withholds the reveal of 1.1 and is out; it is played again, by blue and red." in news
    assert news.startswith("Nothing to do: you are out of duel-2.")
    assert "duel: blue signs that 1.1 is played again without green, whose reveal is missing." in lines_of_a_day(red)


def test_of_the_end_that_is_offered_a_line_with_the_answer_and_the_whole_statement(tmp_path: Path) -> None:
    red, blue = waited(tmp_path)
    leaving.forfeit(red.replica, "Three weeks.")
    exchange([red, blue])
    said = "red offers the end of the game at 1.1, as a seal of blue did not come in time: Three weeks."
    how = "To agree that the game ends so: sits agree duel --forfeit"
    assert f"duel: {said} That is one player's word. {how}" in lines_of_a_day(blue)
    assert "It is a statement signed by red alone: the game goes on, unless blue signs it too." in told(red, "blue")


def test_who_has_resigned_is_asked_for_no_signature(tmp_path: Path) -> None:
    red, blue, green = table = careful_three(tmp_path)
    ordered(red, 1)
    decisions.set_deadline(red.replica, "2026-01-20T18:00Z", 12)
    exchange(table)
    signed = "red signed that orders from 1.1 on are owed by 2026-01-20 18:00 UTC, with 12 hours of grace."
    assert f"{signed} Still to sign: blue and green." in " ".join(own_report(blue.replica, -1).split())
    leaving.resign(blue.replica, "")
    exchange(table)
    assert asked_of(blue.replica, "blue").words == "Nothing to do: you have resigned from duel."
    ordered(green, 1)
    assert asked_of(green.replica, "green").words == "Say whether you agree to what red signed: sits agree duel"
