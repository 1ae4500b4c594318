"""What a player reads who asks for something that cannot be: a few refusals of each part of the desk, word for word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError
from sits_es.post import decisions
from sits_es.post.acting import act
from sits_es.post.carriage import fetch_letters
from sits_es.post.copies import copy_for
from sits_es.post.day import a_day
from sits_es.post.desk.settings import post_settings
from sits_es.post.entries import propose
from sits_es.post.invitations import join
from sits_es.post.orders import game_of, take_block
from sits_es.post.protocol.bodies import Ack
from sits_es.post.standing_orders import set_standing
from tests.post.example_games import SHIPS, enter, posts, said
from tests.post.protocol.open_table import RULES
from tests.post.test_ways_of_play import order, three
from tests.shared.careful import careful, terms
from tests.shared.lists import go_on_without
from tests.shared.posts import ADDRESSES, RED, Post, exchange, invited, new_post, peers, umpired, unjudged
from tests.systems.installed import installed


@pytest.fixture
def open_systems() -> Iterator[None]:
    """The example systems in which some act alone, and people enter facts."""
    with installed(*RULES):
        yield


# absences, voids and claims


def test_an_absence_begins_before_it_ends(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    assert (
        said(lambda: decisions.set_absence(red.replica, "red", "2026-01-09T12:00Z", "2026-01-09T12:00Z"))
        == "2026-01-09 12:00 UTC is not before 2026-01-09 12:00 UTC."
    )


def test_nobody_accuses_themselves(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    assert said(lambda: decisions.default(red.replica, "red", "void")) == (
        "To sign what the others have signed against you: sits agree duel --void or --claim"
    )


def test_of_three_the_accused_signs_last(tmp_path: Path) -> None:
    """Green has not had the seal of red, and opens nothing; the deadline is over."""
    red, blue, green = table = three(tmp_path)
    decisions.set_deadline(red.replica, "2026-01-02T00:00Z", 0)
    exchange(table)
    for post in (blue, green):
        decisions.agree(post.replica)
    exchange(table)
    for post in table:
        order(post, 1)
    blue.take([*red.packets(), *green.packets()])
    blue.desk.clock = lambda: "2026-01-04T00:00:00+00:00"
    decisions.default(blue.replica, "green", "void")
    green.take(blue.packets())
    assert said(lambda: decisions.agree(green.replica, "void")) == "First red must sign the void; you sign last."


# leaving


def test_of_two_nobody_goes_on_without_the_other(tmp_path: Path) -> None:
    red = careful(tmp_path)["red"]
    assert said(lambda: go_on_without(red.replica)) == (
        "Of two, nobody can go on without the other. You may offer the game's end: sits forfeit duel"
    )


# copies


def test_who_looks_on_gets_no_copy_of_the_record(tmp_path: Path) -> None:
    found = posts(tmp_path, "sits", "duel", umpire="ump", spectators=("gil",), **terms())
    words = "gil looks on: spectators have reports only, not the record."
    assert said(lambda: copy_for(found["red"].replica, "gil")) == words


def test_a_copy_of_another_game_of_this_name_is_not_taken(tmp_path: Path) -> None:
    red, _ = peers(tmp_path / "one")
    _, blue = peers(tmp_path / "two")
    copy = copy_for(blue.replica, "red")
    red.take([copy])
    (entry,) = red.desk.journal.entries("duel", ("refused",))
    assert entry.why == f"The {copy.packet.title} is not of the game duel that is played here."


def test_a_copy_does_not_come_in_the_place_of_an_invitation_to_another_game(tmp_path: Path) -> None:
    _, blue = peers(tmp_path / "one")
    red = new_post(tmp_path / "red", "red")
    red.take([invited(new_post(tmp_path / "host", "blue"), {"red": ADDRESSES["red"]})])
    red.take([copy_for(blue.replica, "red")])
    (entry,) = red.desk.journal.entries("duel", ("refused",))
    assert entry.why == "There is another game duel here. Take the letter in another folder (SITS_HOME)."


# before the start


def without_invitation(post: Post) -> None:
    """A journal that has lost a line: somebody has cut the file."""
    post.desk.journal._db.execute("DELETE FROM packets WHERE kind = 'invite'")


def test_an_invitation_that_is_gone_from_the_journal_cannot_be_answered(tmp_path: Path) -> None:
    blue = new_post(tmp_path / "blue", "blue")
    blue.take([invited(new_post(tmp_path / "red", "red"), {"blue": ADDRESSES["blue"]})])
    without_invitation(blue)
    words = "The invitation to duel is not in the journal any more."
    assert said(lambda: join(blue.desk, "duel", "Ben", ADDRESSES["blue"])) == words
    assert said(blue.replica.gathering) == words


def test_a_start_waits_in_a_folder_that_does_not_know_its_own_answer(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    anew = new_post(tmp_path / "anew", "blue")
    anew.take([signed for signed in red.packets() if signed.packet.kind in ("invite", "start")])
    assert [entry.why for entry in anew.desk.journal.entries("duel", ("parked",))] == [
        "your own answer to the invitation is missing"
    ]
    join(anew.desk, "duel", "Ben", ADDRESSES["blue"])
    anew.take(blue.packets())
    assert anew.head() == red.head()


# facts, acts and orders


@pytest.mark.usefixtures("open_systems")
def test_who_looks_on_enters_no_facts(tmp_path: Path) -> None:
    gil = posts(tmp_path, "xwing", "beacon", spectators=("gil",))["gil"]
    assert said(lambda: propose(gil.replica, "facts", "game duel\n")) == "gil looks on in duel and enters nothing."


@pytest.mark.usefixtures("open_systems")
def test_nobody_signs_the_same_facts_twice(tmp_path: Path) -> None:
    red = posts(tmp_path, "xwing", "beacon")["red"]
    enter(red, "place at 3,4 facing 0")
    assert said(lambda: enter(red, "place at 3,4 facing 0")) == "You have signed this already. Still to sign: blue."


@pytest.mark.usefixtures("open_systems")
def test_where_nobody_owes_orders_none_can_stand(tmp_path: Path) -> None:
    red = posts(tmp_path, "xwing", "beacon")["red"]
    assert said(lambda: set_standing(red.replica, "standing", None)) == (
        "Nobody owes orders in duel at 1.1, so there are none that could stand."
    )
    assert said(lambda: decisions.set_deadline(red.replica, "2026-02-01T00:00Z", 0)) == (
        "Nobody owes orders in duel at 1.1, and what is signed here goes on record with orders."
    )


@pytest.mark.usefixtures("open_systems")
def test_who_signed_a_record_acts_once_the_others_have_answered_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Initiative is entered by people, and can be put right as long as the slot is open."""
    found = posts(tmp_path, "slots", "narrows-by-hand")
    for player, value in (("red", 9), ("blue", 1)):
        enter(found[player], f"initiative {value}", unit="starship")
        exchange(list(found.values()))
        decisions.agree(found["blue" if player == "red" else "red"].replica)
        exchange(list(found.values()))
    red = found["red"]
    kind = type(red.replica.chain().rules)
    monkeypatch.setattr(kind, "entry_problems", lambda *_: iter(()))
    enter(red, "initiative 8", unit="starship")
    words = "You have signed a record at 1.2. First blue must sign or refuse it."
    assert said(lambda: act(red.replica, red.replica.chain(), (f"{SHIPS['red']}: fly to 3",))) == words


def test_nobody_keeps_orders_standing_for_somebody_elses_ship(tmp_path: Path) -> None:
    _, blue = peers(tmp_path)
    text = "game duel\nturn 1\nplayer blue\nship Fearless\n  1-8 thrust 2\n"
    assert said(lambda: set_standing(blue.replica, "standing", text)) == (
        "Fearless: not yours to order. Yours: Sirius."
    )


def test_orders_that_come_by_mail_name_their_game_and_hold_the_ticket_of_a_report(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    assert said(lambda: game_of(red.desk, "a.eml", "turn 1\nplayer red\n")) == (
        "a.eml: the orders do not say which game they are for."
    )
    assert said(lambda: take_block(red.desk, "a.eml", RED)) == (
        "a.eml: the orders do not hold the ticket of a report of this turn. Answer the newest report, with its ORDERS "
        "block left in place, or seal them by hand: sits orders seal FILE"
    )


def test_a_receipt_that_its_reader_cannot_open_is_told(tmp_path: Path) -> None:
    ump, red, _ = umpired(tmp_path)
    red.seal(RED, 1)
    ump.take(red.packets())
    unjudged(ump, Ack(packet=red.packets()[-1].digest, words="refused", box="AAAA"))
    red.take(ump.packets())
    words = [line for _, line, _ in red.desk.journal.told("duel", ("receipt",))]
    assert words[-1] == "ump sends a receipt that cannot be opened with your key."


# mail


def test_a_day_needs_somewhere_to_read_from(tmp_path: Path) -> None:
    desk = new_post(tmp_path, "red").desk
    where = desk.folder / "sits.toml"
    with pytest.raises(NotAllowedError) as refusal:
        a_day(desk, [], None)
    assert str(refusal.value) == (f'Say which mails to read, or name an inbox in {where}: [mail] inbox = "PLACE"')


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "No server to fetch mail from is set. Write a table [mail.imap] in {where}."),
        ('[mail.imap]\nhost = "localhost"\n', "{where}: mail.imap.user is missing; no mailbox opens without one."),
    ],
)
def test_mail_is_fetched_from_a_server_that_is_set_by_somebody_who_is_named(
    text: str, words: str, tmp_path: Path
) -> None:
    desk = new_post(tmp_path, "red").desk
    where = desk.folder / "sits.toml"
    where.write_text(text)
    with pytest.raises(NotAllowedError) as refusal:
        list(fetch_letters(desk, post_settings(desk.folder), []))
    assert str(refusal.value) == words.format(where=where)
