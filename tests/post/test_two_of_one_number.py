"""Two packets under one number between desks: both are kept, nothing is revealed to them, and the others go on."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from sits_es.game.events import OrdersDefaulted, PlayersPutOut
from sits_es.post.copies import copy_for
from sits_es.post.leaving import resign
from sits_es.post.protocol.bodies import Note
from sits_es.post.protocol.doubles import followed
from sits_es.post.signing import is_ground, missing_at
from sits_es.rules.moments import Moment
from tests.post.example_games import THREE
from tests.post.protocol import open_table
from tests.shared.careful import careful
from tests.shared.careful_three import careful_three, ordered
from tests.shared.lists import go_on_without
from tests.shared.posts import (
    BLUE,
    RED,
    Post,
    days,
    exchange,
    facts,
    kinds,
    new_post,
    open_post,
    seal_lines,
    sound,
    thrust,
    with_a_key_alone,
)
from tests.shared.watch import Watch
from tests.systems.installed import installed

pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*open_table.RULES):
        yield


@pytest.fixture
def three(tmp_path: Path) -> dict[str, Post]:
    """A game of three that has begun."""
    path = tmp_path / "three.toml"
    path.write_text(THREE)
    return careful(tmp_path, ("red", "blue", "green"), str(path), "slots")


def test_two_seals_under_one_number_reach_everybody_and_are_grounds_at_once(three: dict[str, Post]) -> None:
    red, blue, green = three.values()
    seal_lines(green, {Moment(1, 1): ()})
    first = green.packets()[-1]
    second = green.signed_anew(first, {**first.packet.body, "seals": ["1" * 64]})
    for post in (red, blue):
        seal_lines(post, {Moment(1, 1): ()})
    exchange([red, blue])
    red.take([*green.packets(), second])
    blue.take([*green.packets()[:-1], second, first])
    exchange([red, blue])
    assert red.moment() == Moment(1, 1), "nothing is revealed to either"
    assert [len(post.replica.doubles()) for post in (red, blue)] == [1, 1]
    for post in (red, blue):
        assert go_on_without(post.replica).startswith("Signed: duel 1.1 goes on without green")
    exchange([red, blue])
    assert red.moment() > Moment(1, 1)
    assert red.head() == blue.head()
    (fact, *_) = facts(red, OrdersDefaulted)
    assert isinstance(fact, OrdersDefaulted)
    assert fact.player == "green"


@pytest.mark.parametrize("unreadable_first", [True, False])
def test_a_second_packet_that_cannot_be_read_stops_nobodys_program(
    three: dict[str, Post], *, unreadable_first: bool
) -> None:
    red, blue, green = three.values()
    seal_lines(green, {Moment(1, 1): ()})
    first = green.packets()[-1]
    second = green.signed_anew(first, {**first.packet.body, "seals": 1})
    *before, last = green.packets()
    for post in (red, blue):
        seal_lines(post, {Moment(1, 1): ()})
        post.take([*before, second, last] if unreadable_first else [*before, last, second])
    exchange([red, blue])
    for post in (red, blue):
        go_on_without(post.replica)
    exchange([red, blue])
    assert red.moment() > Moment(1, 1)
    assert red.head() == blue.head()
    assert [len(post.replica.doubles()) for post in (red, blue)] == [1, 1]


def test_two_packets_are_no_ground_any_more_once_their_sender_tells_which_counts(three: dict[str, Post]) -> None:
    red, blue, green = three.values()
    seal_lines(green, {Moment(1, 1): ()})
    first = green.packets()[-1]
    second = green.signed_anew(first, {**first.packet.body, "seals": ["1" * 64]})
    for post in (red, blue):
        seal_lines(post, {Moment(1, 1): ()})
        post.take([second, *green.packets()])
    exchange([red, blue])
    found = missing_at(red.replica)
    assert found is not None
    assert (found.what, found.players) == ("seal", ("green",))
    green.replica.post(Note(words="That was an older copy of my folder."))
    exchange([red, blue, green])
    assert not is_ground(red.replica, found.owed, "green")
    assert red.moment() == blue.moment() == green.moment() > Moment(1, 1)


def test_what_waits_is_heard_of_those_who_signed_it(three: dict[str, Post]) -> None:
    _, blue, green = three.values()
    seal_lines(green, {Moment(1, 1): ()})
    for words in ("The first.", "The second.", "The third."):
        green.replica.post(Note(words=words))
    *_, missing, waits, last = green.packets()
    blue.take([each for each in green.packets() if each not in (missing, last)])
    # as it came before it was known with which key the seat signs
    forged = blue.signed_anew(last, last.packet.body)
    assert blue.desk.journal.put(forged, "parked", source="by hand", at=blue.desk.clock())
    assert blue.desk.journal.parked(blue.replica.game) == [waits, forged]
    here = blue.replica.here()
    assert waits in here
    assert forged not in here


def test_a_packet_that_waits_to_count_is_one_of_two_with_what_it_is_to_replace(three: dict[str, Post]) -> None:
    _, blue, green = three.values()
    seal_lines(green, {Moment(1, 1): ()})
    first = green.packets()[-1]
    second = green.signed_anew(first, {**first.packet.body, "seals": ["1" * 64]})
    blue.take([*green.packets(), second])
    assert blue.replica.doubles() == [(first, second)]
    assert list(blue.replica.counted_doubles()) == [(first, second)]
    blue.desk.journal.go_over(first, [second], "the other counts")
    assert blue.replica.doubles() == [(second, first)]
    assert list(blue.replica.counted_doubles()) == [], "nothing counts under that number yet"
    assert blue.replica.ledger().doubled("green", Moment(1, 1))


def test_who_revealed_to_one_of_two_seals_and_is_left_out_by_those_who_had_the_other_goes_over_to_it(
    tmp_path: Path,
) -> None:
    clock = Watch()
    red, blue, green = careful_three(tmp_path, clock)
    shutil.copytree(red.desk.folder, tmp_path / "older red")
    other = open_post(tmp_path / "older red", "red", clock)
    for post in (red, other, blue, green):
        ordered(post, 1)
    exchange([blue, green])
    blue.take(red.packets())
    assert kinds(blue)[-1] == "reveal"
    seals = [each for each in blue.packets() if each.packet.kind == "seal"]
    green.take(other.packets())
    other.take([*seals, *green.packets()])
    for _ in range(2):
        days(clock, 9, other, green)
        for post in (other, green):
            go_on_without(post.replica)
            days(clock, 3, other, green)
        if other.desk.seat("duel").branch != "duel":
            break
    assert [fact.players for fact in facts(green, PlayersPutOut) if isinstance(fact, PlayersPutOut)] == [("blue",)]
    blue.take([*other.packets(), *green.packets()])
    assert blue.head() == green.head()
    assert len(blue.replica.doubles()) > 0
    assert sound(blue)


def test_a_copy_of_a_game_holds_both_of_two_packets_under_one_number(three: dict[str, Post], tmp_path: Path) -> None:
    red, blue, green = three.values()
    seal_lines(green, {Moment(1, 1): ()})
    first = green.packets()[-1]
    second = green.signed_anew(first, {**first.packet.body, "seals": ["1" * 64]})
    for post in (red, blue):
        seal_lines(post, {Moment(1, 1): ()})
        post.take([first, second])
    exchange([red, blue])
    for post in (red, blue):
        go_on_without(post.replica)
    exchange([red, blue])
    # blue's folder is lost: what both signed because of the two packets holds again by the copy alone
    anew = new_post(tmp_path / "anew", "blue")
    anew.take([copy_for(red.replica, "blue")])
    assert anew.head() == red.head()
    assert anew.replica.doubles() == red.replica.doubles()


def test_in_a_copy_of_a_game_counts_what_counts_for_its_sender_whatever_could_be_judged_first(tmp_path: Path) -> None:
    red, blue = careful(tmp_path).values()
    blue.seal(BLUE, 1)
    shutil.copytree(blue.desk.folder, tmp_path / "older blue")
    red.seal(RED, 1)
    exchange([red, blue])
    for post in (red, blue):
        post.seal(thrust(post, "duel", 2), 2)
    exchange([red, blue])
    # blue's older folder resigns under the number of blue's reveal; it waits for nothing that the reveal waits for
    older = open_post(tmp_path / "older blue", "blue")
    resign(older.replica, "")
    red.take(older.packets())
    assert [(first.packet.kind, second.packet.kind) for first, second in red.replica.doubles()] == [
        ("reveal", "resign")
    ]
    anew = with_a_key_alone(blue, tmp_path / "anew")
    anew.take([copy_for(red.replica, "blue")])
    assert anew.head() == red.head()
    assert [first.packet.kind for first, _ in anew.replica.doubles()] == ["reveal"]


@pytest.mark.parametrize("short", ["A.", "B.", "C.", "D."])  # whichever of two digests is the smaller
def test_of_two_that_follow_one_packet_the_way_to_the_later_word_is_followed(
    three: dict[str, Post], short: str
) -> None:
    green = three["green"]
    first, second, third = (green.replica.post(Note(words=words)) for words in ("One.", "Two.", "Three."))
    later = green.signed_anew(third, {**third.packet.body, "at": "2026-02-01T00:00Z"})
    other = green.signed_anew(second, {**second.packet.body, "words": short})
    assert followed(first, [other, second, later]) == (first, second, later)
    assert followed(first, [later, second, other]) == (first, second, later)
