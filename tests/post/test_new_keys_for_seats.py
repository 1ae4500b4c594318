"""A seat gets a new key or person between two exchanges."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.game.events import SeatTaken
from sits_es.mail.identity import new_identity, save_identity
from sits_es.mail.packet import Signed
from sits_es.post import changing_seats
from sits_es.post.copies import copy_for
from sits_es.post.proof import prove
from sits_es.rules.moments import Moment
from tests.shared.careful import careful
from tests.shared.careful_three import careful_three, ordered
from tests.shared.posts import CLOCK, Post, exchange, facts, open_post, sound
from tests.shared.watch import Watch

pytestmark = pytest.mark.long

CLEO = new_identity("cleo", lambda number: b"cleo".ljust(number, b"\0"))


def newcomer(folder: Path, clock: Callable[[], str] = lambda: CLOCK) -> Post:
    """A folder with Cleo's key, and nothing else."""
    post = open_post(folder, "blue", clock)
    save_identity(CLEO, post.desk.keys)
    return post


def round_of(*table: Post) -> None:
    """Carry packets until nobody has anything new; of two folders with one seat, what both have sent."""
    for _ in range(12):
        sent = {signed.digest: signed for post in table for signed in all_of(post)}
        for post in table:
            post.take([sent[digest] for digest in sorted(sent, key=lambda each: sent[each].packet.number)])


def all_of(post: Post) -> list[Signed]:
    seat = post.desk.journal.seat("duel")
    return post.desk.journal.accepted("duel") if seat is not None else []


def play(table: tuple[Post, ...], segment: int) -> None:
    for post in table:
        ordered(post, segment)
    round_of(*table)


def test_the_old_key_and_all_others_sign_and_the_new_person_plays_on(tmp_path: Path) -> None:
    red, blue, green = table = careful_three(tmp_path)
    play(table, 1)
    said = changing_seats.reseat(blue.replica, "blue", CLEO.key, "Cleo", "cleo@example.org")
    assert said == "Signed. Still to sign: green, red."
    round_of(*table)
    (words,) = changing_seats.proposals(red.replica)
    what = f"from 1.2 on the seat of blue is Cleo's, whose key begins with {CLEO.key[:16]}"
    assert words == f"blue signed that {what}. Still to sign: green and red."
    assert changing_seats.agree(red.replica) == "Signed. Still to sign: green."
    round_of(*table)
    assert changing_seats.agree(green.replica) == "Signed by all who must: it holds."
    round_of(*table)
    assert red.desk.journal.addresses("duel")["blue"] == "cleo@example.org"
    with pytest.raises(
        NotNowError, match=r"^Your seat in duel has another key now: nothing that you send from here counts\.$"
    ):
        ordered(blue, 2)
    cleo = newcomer(tmp_path / "cleo")
    cleo.take([copy_for(red.replica, "blue")])
    table = (red, cleo, green)
    play(table, 2)
    play(table, 3)
    assert {post.moment() for post in table} == {Moment(1, 4)}
    assert len({post.head() for post in table}) == 1
    assert facts(green, SeatTaken) == [
        SeatTaken(turn=1, segment=2, player="blue", name="Cleo", key=CLEO.key, by=("blue", "green", "red"))
    ]
    assert sound(cleo)
    assert prove(green.desk, green.desk.seat("duel")).faults == ()


def test_all_others_alone_sign_after_a_missed_time(tmp_path: Path) -> None:
    clock = Watch()
    red, blue, green = table = careful_three(tmp_path, clock)
    play(table, 1)
    for post in (red, green):
        ordered(post, 2)
    exchange([red, green])
    assert changing_seats.reseat(red.replica, "blue", CLEO.key, "Cleo", "cleo@example.org") == (
        "Signed. Still to sign: blue, green."
    )
    exchange([red, green])
    assert changing_seats.agree(green.replica) == (
        "Signed. Still to sign: blue. Without blue it holds only if all others sign it after blue has missed the time."
    )
    del blue


def test_after_the_time_is_over_it_holds_without_the_old_key(tmp_path: Path) -> None:
    clock = Watch()
    red, _, green = table = careful_three(tmp_path, clock)
    play(table, 1)
    for post in (red, green):
        ordered(post, 2)
    exchange([red, green])
    clock.later(days=12)
    changing_seats.reseat(red.replica, "blue", CLEO.key, "Cleo", "cleo@example.org")
    exchange([red, green])
    assert changing_seats.agree(green.replica) == "Signed by all who must: it holds."
    exchange([red, green])
    cleo = newcomer(tmp_path / "cleo", clock)
    cleo.take([copy_for(green.replica, "blue")])
    ordered(cleo, 2)
    round_of(red, cleo, green)
    play((red, cleo, green), 3)
    assert len({post.head() for post in (red, cleo, green)}) == 1
    assert red.moment() == Moment(1, 4)
    assert sound(red)


def test_of_two_peers_it_is_an_offer(tmp_path: Path) -> None:
    clock = Watch()
    game = careful(tmp_path, clock=clock)
    red = game["red"]
    ordered(red, 1)
    clock.later(days=12)
    assert changing_seats.reseat(red.replica, "blue", CLEO.key, "Cleo", None) == (
        "Signed. Still to sign: blue. Of two it is an offer, which holds only if blue signs it with the old key."
    )


def test_who_has_sealed_hands_nothing_over(tmp_path: Path) -> None:
    _, blue, _ = careful_three(tmp_path)
    ordered(blue, 1)
    with pytest.raises(NotNowError, match=r"^blue hands over a seat and has sealed 1\.1, with packet \d+\.$"):
        changing_seats.reseat(blue.replica, "blue", CLEO.key, "Cleo", None)


@pytest.mark.parametrize("key", ["cleo", "0" * 64, "f" * 64])
def test_a_key_that_is_none_is_refused(key: str, tmp_path: Path) -> None:
    _, blue, _ = careful_three(tmp_path)
    said = r" is not a public key: 64 hexadecimal digits, as sits id show shows them\.$"
    with pytest.raises(UnreadableError, match=f'^"[^"]*"{said}'):
        changing_seats.reseat(blue.replica, "blue", key, None, None)


def test_there_must_be_such_a_seat(tmp_path: Path) -> None:
    _, blue, _ = careful_three(tmp_path)
    with pytest.raises(NotAllowedError, match=r"^There is no player ann in duel\. Players: blue, green, red\.$"):
        changing_seats.reseat(blue.replica, "ann", CLEO.key, None, None)


def test_a_key_that_is_at_the_table_already_is_refused(tmp_path: Path) -> None:
    red, blue, _ = careful_three(tmp_path)
    with pytest.raises(
        NotNowError, match=r"^blue gives the seat of blue a key that somebody at the table has already\.$"
    ):
        changing_seats.reseat(blue.replica, "blue", red.desk.identity().key, None, None)


def test_who_has_signed_a_new_key_takes_nothing_more_of_the_old_one_meanwhile(tmp_path: Path) -> None:
    red, blue, green = careful_three(tmp_path)
    play((red, blue, green), 1)
    last = blue.packets()[-1].packet.number
    changing_seats.reseat(red.replica, "blue", CLEO.key, "Cleo", "cleo@example.org")
    ordered(blue, 2)
    red.take(blue.packets())
    waiting = red.desk.journal.entries("duel", ("parked",))
    why = f"you have signed that blue's seat gets another key after packet {last}"
    assert {entry.why for entry in waiting} == {why}
