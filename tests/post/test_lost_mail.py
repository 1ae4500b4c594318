"""What is not confirmed is sent again, whoever holds what another lacks passes it on, and own packets go home too."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from sits_es.mail.packet import Signed
from sits_es.post.carriage import post_letters
from sits_es.post.desk.settings import post_settings
from sits_es.post.orders import seal_text
from sits_es.post.outgoing import Outgoing, confirm, leave, note, outgoing
from sits_es.post.protocol.bodies import Note
from sits_es.post.status import status_of
from tests.post.test_tickets import invited
from tests.shared.careful import careful
from tests.shared.duels import of_three
from tests.shared.posts import ADDRESSES, BLUE, RED, Post, exchange, new_post, peers
from tests.shared.watch import Watch

pytestmark = pytest.mark.long

GREEN = BLUE.replace("player blue", "player green").replace("Sirius", "Hood")


def letters(post: Post) -> dict[str, Outgoing]:
    """Letters that are due, by reader, marked as written."""
    found = list(outgoing(post.desk))
    for each in found:
        leave(post.desk, each)
        note(post.desk, each)
    return {each.player: each for each in found}


def titles(each: Outgoing) -> list[str]:
    return [f"{signed.packet.kind} of {signed.packet.sender}" for signed in each.letter.packets]


def deliver(post: Post, packets: Sequence[Signed]) -> None:
    post.take(packets)


def begun(folder: Path, clock: Watch) -> tuple[Post, Post]:
    """A game of two that has begun, with all letters of its beginning written and confirmed."""
    found = careful(folder, clock=clock)
    red, blue = found["red"], found["blue"]
    for post in (red, blue, red, blue):
        confirm(post.replica, wanted=True)
        letters(post)
        exchange([red, blue])
    return red, blue


def test_a_packet_that_is_not_confirmed_for_three_days_is_sent_again_and_then_after_six_and_twelve(
    tmp_path: Path,
) -> None:
    clock = Watch()
    red, _ = begun(tmp_path, clock)
    seal_text(red.replica, "orders", RED)
    first = letters(red)["blue"]
    assert titles(first)[-1] == "seal of red"
    days = []
    for day in range(1, 30):
        clock.later(days=1)
        if (again := letters(red).get("blue")) is not None:
            days.append(day)
            assert "seal of red" in titles(again)
    number = red.packets()[-1].packet.number
    assert days == [3, 9, 21]
    assert f"Again: seal {number}, which blue has not confirmed since 2026-01-02 03:04 UTC." in again_text(red, clock)


def again_text(red: Post, clock: Watch) -> str:
    clock.later(days=60)
    return letters(red)["blue"].letter.report


def test_what_the_other_has_taken_is_not_sent_again(tmp_path: Path) -> None:
    clock = Watch()
    red, blue = begun(tmp_path, clock)
    seal_text(red.replica, "orders", RED)
    letters(red)
    blue.take(red.packets())
    confirm(blue.replica, wanted=True)
    red.take(blue.packets())
    clock.later(days=30)
    assert "blue" not in letters(red)
    assert dict(status_of(red.desk, red.desk.seat("duel")).arrived)["blue"] == red.packets()[-1].packet.number


def test_who_gets_a_packet_again_confirms_it_once_more(tmp_path: Path) -> None:
    clock = Watch()
    red, blue = begun(tmp_path, clock)
    seal_text(red.replica, "orders", RED)
    letters(red)
    blue.take(red.packets())
    confirm(blue.replica, wanted=True)  # and this receipt is lost
    letters(blue)
    clock.later(days=3)
    blue.take(letters(red)["blue"].letter.packets)
    confirm(blue.replica, wanted=True)
    red.take(letters(blue)["red"].letter.packets)
    clock.later(days=30)
    assert "blue" not in letters(red)
    assert "red" not in letters(blue)


def test_a_game_without_such_terms_sends_nothing_again_by_itself(tmp_path: Path) -> None:
    clock = Watch()
    red, _ = peers(tmp_path, clock)
    letters(red)
    clock.later(days=30)
    assert letters(red) == {}


def test_an_invitation_that_nobody_answers_goes_out_again(tmp_path: Path) -> None:

    clock = Watch()
    red = new_post(tmp_path / "red", "red", clock)
    invited(red)
    assert titles(letters(red)["blue"]) == ["invite of red"]
    clock.later(days=2)
    assert letters(red) == {}
    clock.later(days=1)
    assert titles(letters(red)["blue"]) == ["invite of red"]


def test_letters_also_go_to_their_own_sender(tmp_path: Path) -> None:
    clock = Watch()
    red, _ = begun(tmp_path, clock)
    seal_text(red.replica, "orders", RED)
    own = letters(red)["red"]
    assert own.letter.to == (ADDRESSES["red"],)
    assert titles(own) == ["seal of red"]
    before = red.desk.journal.last_number("duel", "red")
    red.take(own.letter.packets)  # and come back
    assert red.desk.journal.last_number("duel", "red") == before
    assert "red" not in letters(red)


def test_where_letters_are_read_where_they_are_written_no_copies_are(tmp_path: Path) -> None:
    clock = Watch()
    red, _ = begun(tmp_path, clock)
    (red.desk.folder / "sits.toml").write_text('[mail]\ninbox = "box"\noutbox = "box"\n')
    seal_text(red.replica, "orders", RED)
    written = post_letters(red.desk, post_settings(red.desk.folder))
    assert [line for line in written if ADDRESSES["red"] in line] == []


@pytest.fixture
def three(tmp_path: Path) -> tuple[Watch, dict[str, Post]]:
    clock = Watch()
    scenario = tmp_path / "three.toml"
    scenario.write_text(of_three("blue"), encoding="utf-8")
    found = careful(tmp_path, ("red", "blue", "green"), str(scenario), clock=clock)
    for _ in range(3):
        for post in found.values():
            confirm(post.replica, wanted=True)
            letters(post)
        exchange(list(found.values()))
    return clock, found


def test_what_another_lacks_is_passed_on_after_a_day(three: tuple[Watch, dict[str, Post]]) -> None:
    clock, found = three
    red, blue, green = (found[player] for player in ("red", "blue", "green"))
    green.replica.post(Note(words="Hello"))
    letters(green)
    blue.take(green.packets())  # red's letter is lost
    confirm(blue.replica, wanted=True)
    letters(blue)
    clock.later(hours=23)
    assert "red" not in letters(blue)
    clock.later(hours=1)
    passed = letters(blue)["red"]
    assert titles(passed)[-1] == "note of green"
    number = green.packets()[-1].packet.number
    assert "Passed on, as it is not known that you have them: packet" in passed.letter.report
    assert f"{number} of green." in passed.letter.report
    red.take(passed.letter.packets)
    assert red.desk.journal.last_number("duel", "green") == number
    clock.later(days=1)
    assert "red" not in letters(blue), "not every day"


def test_a_reveals_letter_carries_the_seals_that_it_answers_unless_its_reader_is_known_to_have_them(
    three: tuple[Watch, dict[str, Post]],
) -> None:
    _, found = three
    red, blue, green = (found[player] for player in ("red", "blue", "green"))
    for post, text in ((red, RED), (green, GREEN)):
        seal_text(post.replica, "orders", text)
        letters(post)
    blue.take([*red.packets(), *green.packets()])  # green's letter to red is lost
    seal_text(blue.replica, "orders", BLUE)
    blue.replica.settle()
    due = letters(blue)
    assert titles(due["red"]) == ["seal of blue", "reveal of blue", "seal of green"]
    assert titles(due["green"]) == ["seal of blue", "reveal of blue", "seal of red"]


def test_a_packet_that_goes_with_an_answer_does_not_put_off_those_before_it_that_are_passed_on(
    three: tuple[Watch, dict[str, Post]],
) -> None:
    clock, found = three
    red, blue, green = (found[player] for player in ("red", "blue", "green"))
    green.replica.post(Note(words="Hello"))
    for post, text in ((red, RED), (green, GREEN)):
        seal_text(post.replica, "orders", text)
        letters(post)
    blue.take([*red.packets(), *green.packets()])  # both of green's letters to red are lost
    seal_text(blue.replica, "orders", BLUE)
    blue.replica.settle()
    assert "seal of green" in titles(letters(blue)["red"]), "blue's reveal answers it"
    clock.later(hours=24)
    assert titles(letters(blue)["red"])[-2:] == ["note of green", "seal of green"]


def test_two_contents_under_one_number_go_to_everybody_at_once(three: tuple[Watch, dict[str, Post]]) -> None:
    _, found = three
    red, blue, green = (found[player] for player in ("red", "blue", "green"))
    note_ = green.replica.post(Note(words="Yes"))
    other = green.signed_anew(note_, {**note_.packet.body, "words": "No"})
    red.take([*green.packets(), other])
    due = letters(red)
    for reader in ("blue", "green"):
        assert {note_.digest, other.digest} <= {signed.digest for signed in due[reader].letter.packets}
        said = f"Two contents under one number, both signed: packet {note_.packet.number} of green."
        assert said in due[reader].letter.report
    blue.take(due["blue"].letter.packets)
    assert len(blue.replica.doubles()) == 1
    assert not {"blue", "green"} & set(letters(red)), "once to each"
