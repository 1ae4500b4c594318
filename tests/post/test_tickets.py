"""A place in a game belongs to whom its letter went to: each letter has a ticket of its own, and the host confirms."""

import re
from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.identity import fingerprint
from sits_es.mail.packet import Packet, sign
from sits_es.mail.tickets import find_tickets, ticket_block
from sits_es.post.arrivals import arrive
from sits_es.post.floods import MOST_UNKNOWN
from sits_es.post.invitations import Wish, invite, join
from sits_es.post.joiners import confirm_joins, to_confirm
from sits_es.post.status import status_of
from sits_es.post.tickets import MOST_KEPT, fingerprint_of, keep_ticket
from sits_es.post.wished_terms import WishedTerms
from tests.post.example_games import said, ticket_of
from tests.shared.posts import ADDRESSES, Post, new_post
from tests.shared.programs import Table
from tests.shared.rows import each_row


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


def invited(red: Post) -> None:
    """An invitation to a careful game is ready in red's folder, and has come to the others with its tickets."""
    wish = Wish(rules="sits", scenario="duel", name="duel", me="red", others={"blue": ADDRESSES["blue"]}, terms={},
                wished=WishedTerms())  # fmt: skip
    invite(red.desk, wish, None, "Anna", ADDRESSES["red"])


def answer(red: Post, other: Post, address: str = ADDRESSES["blue"], ticket: str | None = None) -> None:
    """Somebody answers the invitation for blue's place, with a ticket."""
    other.take(red.packets())
    keep_ticket(other.desk, ticket or ticket_of(red, "blue"))
    join(other.desk, "duel", other.player.title(), address)


def confirm(red: Post, player: str | None = None) -> list[str]:
    return confirm_joins(red.replica, red.replica.gathering(), player)


def refusals(post: Post) -> list[str]:
    return [words for _, words, _ in post.desk.journal.told("duel", ("refusal",))]


@each_row(
    "spoilt",
    [
        lambda text: text,
        lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: re.sub("([0-9a-f]{40})", r"\1\n> ", text),
        lambda text: f"Hello\n{text}\nBye",
    ],
)
def test_a_ticket_is_found_in_a_letter_whatever_a_mail_program_did_to_it(spoilt) -> None:  # type: ignore[no-untyped-def]  # a lambda's
    assert list(find_tickets(spoilt(ticket_block("duel", "blue", b"\x07" * 32)))) == ["07" * 32]


def test_half_a_ticket_is_none() -> None:
    assert list(find_tickets(ticket_block("duel", "blue", b"\x07" * 32).partition("-----END")[0])) == []


def test_a_game_begins_once_the_host_has_confirmed_who_answered(tmp_path: Path) -> None:
    red, blue = new_post(tmp_path / "red", "red"), new_post(tmp_path / "blue", "blue")
    invited(red)
    answer(red, blue)
    red.take(blue.packets())
    assert not red.desk.session.has("duel")
    words = fingerprint(blue.desk.identity().key)
    (told,) = to_confirm(red.replica, red.replica.gathering())
    who = f"blue answers as Blue, ben@example.org. Their key in words is {words}."
    assert told == f"{who} Ask them by telephone whether that is so, then: sits confirm duel blue"
    assert status_of(red.desk, red.desk.seat("duel")).owed == (("red", "confirmation of blue"),)
    assert confirm(red) == [who]
    red.replica.settle()
    assert red.replica.started
    blue.take(red.packets())
    assert blue.head() == red.head()


def test_a_stranger_without_the_ticket_has_no_seat_though_they_answer_first(tmp_path: Path) -> None:
    red, blue, eve = (new_post(tmp_path / player, player) for player in ("red", "blue", "eve"))
    invited(red)
    other = "ab" * 32
    eve.take(red.packets())
    wanted = red.packets()[0].packet.body["tickets"]["blue"]
    eve.desk.journal.keep(f"ticket {wanted}", other)
    join(eve.desk, "duel", "Eve", "eve@example.org")
    answer(red, blue)
    red.take(Post("blue", eve.desk).packets())
    (words,) = refusals(red)
    assert words == (
        "blue answers with another ticket than the one that stands in blue's own letter. It came from Eve, "
        "eve@example.org, and is not kept."
    )
    assert red.desk.journal.entries("duel", ("parked", "refused")) == []
    red.take(blue.packets())
    assert confirm(red)[0].startswith("blue answers as Blue, ben@example.org.")


def test_what_strangers_send_in_the_name_of_a_place_shuts_out_nobody_who_has_its_ticket(tmp_path: Path) -> None:
    red, blue, eve = (new_post(tmp_path / player, player) for player in ("red", "blue", "eve"))
    invited(red)
    for number in range(1, MOST_UNKNOWN + 9):
        packet = Packet(kind="note", game="duel", branch="duel", sender="blue", number=number, body={"words": "Hello."})
        arrive(red.desk, sign(packet, eve.desk.identity()), "by hand")
    assert red.desk.journal.count_parked("duel", "blue") == MOST_UNKNOWN
    answer(red, blue)
    red.take(blue.packets())
    assert [*red.replica.gathering().joins] == ["blue"]
    confirm(red)
    red.replica.settle()
    blue.take(red.packets())
    red.take(blue.packets())
    assert red.head() == blue.head()


def test_a_second_answer_for_a_place_is_refused_and_told(tmp_path: Path) -> None:
    red, blue, eve = (new_post(tmp_path / player, player) for player in ("red", "blue", "eve"))
    invited(red)
    answer(red, blue)
    answer(red, eve, "eve@example.org")
    red.take(blue.packets())
    red.take(Post("blue", eve.desk).packets())
    (words,) = refusals(red)
    assert words == (
        "blue has answered already, and a second answer, of Eve, eve@example.org, does not count. Two people have had "
        "that letter, or one of them has two keys: compare the key's words by telephone."
    )


def test_an_answer_from_another_address_than_was_invited_says_so_to_the_host(tmp_path: Path) -> None:
    red, blue = new_post(tmp_path / "red", "red"), new_post(tmp_path / "blue", "blue")
    invited(red)
    answer(red, blue, "ben@work.example.org")
    red.take(blue.packets())
    (told,) = confirm(red)
    assert told.startswith("blue answers as Blue, ben@work.example.org, and not ben@example.org, who was invited.")


def test_before_the_letter_with_the_ticket_has_come_nobody_joins(tmp_path: Path) -> None:
    red, blue = new_post(tmp_path / "red", "red"), new_post(tmp_path / "blue", "blue")
    invited(red)
    blue.take(red.packets())
    with pytest.raises(NotNowError) as refusal:
        join(blue.desk, "duel", "Ben", ADDRESSES["blue"])
    assert str(refusal.value) == (
        "The ticket to blue's place in duel is not here. It is in the letter that red wrote to blue: take in the "
        "whole of that letter first, with sits mail in."
    )
    assert blue.desk.seat("duel").player is None


def test_what_cannot_be_confirmed_is_said(tmp_path: Path) -> None:
    red, blue = new_post(tmp_path / "red", "red"), new_post(tmp_path / "blue", "blue")
    invited(red)
    assert said(lambda: confirm(red)) == "There is nothing to confirm in duel: no answer is here of blue."
    assert said(lambda: confirm(red, "eve")) == "Nobody is invited to duel as eve. Invited: blue."
    answer(red, blue)
    with pytest.raises(NotAllowedError) as refusal:
        confirm(blue)
    assert str(refusal.value) == "red hosts duel, and alone confirms who plays."
    red.take(blue.packets())
    confirm(red, "blue")
    assert said(lambda: confirm(red, "blue")) == "blue is confirmed already."
    red.replica.settle()
    assert said(lambda: confirm(red, "blue")) == "duel has begun: everybody in it is confirmed."


def test_tickets_of_games_that_nobody_heard_of_are_kept_up_to_a_limit(tmp_path: Path) -> None:
    red = new_post(tmp_path / "red", "red")
    for number in range(MOST_KEPT + 20):
        keep_ticket(red.desk, f"{number:064x}")
    assert red.desk.journal.count_kept("ticket ") == MOST_KEPT


def test_each_letter_of_an_invitation_holds_a_ticket_of_its_own(table: Table) -> None:
    for who in ("anna", "ben"):
        table.sits(who, "id", "new", who)
    others = ("blue=ben@example.org", "tom=tom@example.org")
    table.sits("anna", "invite", "duel", "--name", "duel", "--as", "red", "--spectator", "tom", *others)
    table.sits("anna", "mail", "out")
    found = [sorted(set(find_tickets(letter.decode()))) for letter in table.sent()]
    assert [len(tickets) for tickets in found] == [1, 1]
    assert found[0] != found[1]
    assert {len(fingerprint_of(tickets[0])) for tickets in found} == {64}
    table.sits("ben", "mail", "in")
    assert "You join duel as blue." in table.sits("ben", "join", "duel")
