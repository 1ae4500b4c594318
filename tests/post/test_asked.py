"""The first line of a letter and of a report: what its reader must do, and by when."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sits_es.mail.letters import write_letter
from sits_es.mail.reading import read_letter
from sits_es.post import decisions
from sits_es.post.asked import Asked, asked_of
from sits_es.post.desk.settings import post_settings
from sits_es.post.outgoing import outgoing, write_out
from sits_es.post.reports import own_report
from tests.post.example_games import enter, go_round, posts
from tests.post.protocol.open_table import RULES
from tests.shared.careful import careful
from tests.shared.posts import ADDRESSES, BLUE, RED, Post, exchange, invited, new_post, peers, thrust, umpired
from tests.systems.installed import installed

pytestmark = pytest.mark.long

BY = " by 2026-01-09 03:04 UTC"


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*RULES):
        yield


def words(post: Post, reader: str | None = None) -> str:
    return asked_of(post.replica, reader or post.player).words


def letters(post: Post, reader: str) -> list[bytes]:
    """The mails for a reader that were written into a player's outbox."""
    mails = [path.read_bytes() for path in (post.desk.folder / "outbox").glob("*.eml")]
    return [mail for mail in mails if f"To: {ADDRESSES[reader]}\r\n".encode() in mail]


def test_who_owes_orders_is_told_which_and_by_when_the_terms_run_out(tmp_path: Path) -> None:
    found = careful(tmp_path)
    red, blue = found["red"], found["blue"]
    red.seal(RED, 2)
    exchange([red, blue])
    assert words(blue) == f"You owe orders for duel 1.1 (or up to 1.break){BY}."
    assert words(red, "blue") == words(blue)
    assert words(red) == f"Nothing to do: blue owes orders for duel 1.1{BY}."
    assert asked_of(red.replica, "blue").short == "your orders are owed"
    assert own_report(blue.replica, -1).startswith("You owe orders for duel 1.1 (or up to 1.break) by 2026-01-09 03:04")


def test_whose_seal_is_to_be_opened_is_told_that_the_program_does_it(tmp_path: Path) -> None:
    found = careful(tmp_path)
    red, blue = found["red"], found["blue"]
    red.seal(RED, 1)
    blue.take(red.packets())
    blue.seal(BLUE, 1)
    assert asked_of(blue.replica, "red") == Asked(
        words=f"Let your program open your seal of duel 1.1{BY}: sits mail in", short="your reveal is owed"
    )
    assert words(blue) == f"Nothing to do: red owes a reveal for duel 1.1{BY}."


def test_without_a_deadline_no_time_is_named_and_an_agreed_one_is(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    assert words(red) == "You owe orders for duel 1.1 (or up to 1.break)."
    decisions.set_deadline(red.replica, "2026-01-05T18:00Z", 12)
    exchange([red, blue])
    blue.seal(thrust(blue, "duel", 1), 1)
    exchange([red, blue])
    assert words(blue) == "Say whether you agree to what red signed: sits agree duel"
    decisions.agree(blue.replica)
    assert words(red, "red") == "You owe orders for duel 1.1 (or up to 1.break)."
    exchange([red, blue])
    assert words(red) == "You owe orders for duel 1.1 (or up to 1.break) by 2026-01-05 18:00 UTC."


def test_an_umpire_is_told_who_owes_and_a_player_who_has_sealed_that_nothing_is_left(tmp_path: Path) -> None:
    ump, red, blue = umpired(tmp_path)
    assert words(ump) == "Nothing to do: blue and red owe orders for duel 1.1."
    red.seal(RED, 1)
    assert words(red) == "Nothing to do: your part of duel 1.1 is done, and the umpire has the others'."
    assert words(blue) == "You owe orders for duel 1.1 (or up to 1.break)."


def test_facts_are_to_be_confirmed_or_can_be_entered(tmp_path: Path) -> None:
    found = posts(tmp_path, "xwing", "beacon")
    red, blue = found["red"], found["blue"]
    assert words(red) == "Nothing is owed: enter what happens on your table: sits record duel FILE"
    enter(red, "place at 3,4 facing 0")
    go_round(found)
    assert words(blue) == "Confirm what red enters: sits agree duel"
    (letter,) = [each.letter for each in outgoing(red.desk)]
    assert letter.subject == "duel 1.1: invitation, start, facts of red - please confirm it"
    assert letter.report.startswith("Confirm what red enters: sits agree duel\n\n")


def test_a_letter_carries_what_it_asks_its_thread_and_its_date(tmp_path: Path) -> None:
    found = careful(tmp_path)
    red, blue = found["red"], found["blue"]
    red.seal(RED, 2)
    blue.take(red.packets())
    for post in (red, blue):
        write_out(post.desk, post_settings(post.desk.folder))
    (theirs,) = letters(blue, "red")
    (ours,) = letters(red, "blue")
    subject = b"duel 1.1-1.2: invitation, start, receipt, seal of red - your orders are owed\r\n"
    assert subject in ours
    assert b"Date: Fri, 02 Jan 2026 03:04:05 +0000\r\n" in ours
    roots = [next(line for line in mail.splitlines() if line.startswith(b"References:")) for mail in (ours, theirs)]
    assert roots[0] == roots[1]
    assert roots[0].endswith(b"@sits.invalid>")
    assert [signed.packet.kind for signed in read_letter(ours).packets] == ["invite", "start", "ack", "seal"]
    assert b"From red for your program (sits mail in): invitation, start, receipt, seal" in ours


def test_a_usual_letter_has_the_turn_the_map_the_ships_and_the_dice_and_is_not_large(tmp_path: Path) -> None:
    found = careful(tmp_path, reveal="run")
    red, blue = found["red"], found["blue"]
    red.seal(RED, 8)
    blue.seal(BLUE, 8)
    exchange([red, blue])
    (letter,) = [each.letter for each in outgoing(red.desk) if each.letter.to == (ADDRESSES["blue"],)]
    assert letter.subject.endswith(" of red - your orders are owed")
    heads = [line for line in letter.report.splitlines() if line in ("Movement", "The map now", "Ships", "Dice")]
    assert heads == ["Movement", "The map now", "Ships", "Dice"]
    assert max(map(len, letter.report.splitlines())) <= 76
    (mail,) = write_letter(letter)
    assert len(mail.as_bytes()) < 100_000
    assert mail.as_bytes().count(b"-----BEGIN SITS PACKET-----") == len(letter.packets)
    page = mail.get_body(("html",))
    assert page is not None
    assert page["Content-Transfer-Encoding"] == "7bit"
    assert page.get_content().count('role="img"') == 1
    assert "<h3>Dice</h3>" in page.get_content()


def test_an_invitation_says_first_how_to_answer_and_its_lines_are_short(tmp_path: Path) -> None:
    red = new_post(tmp_path / "red", "red")
    invited(red, {"blue": "ben@example.org"})
    (letter,) = [each.letter for each in outgoing(red.desk)]
    assert letter.subject == "duel: invitation of red - please answer"
    assert letter.report.startswith("Answer Anna's invitation to duel: sits join duel\n\n")
    assert max(map(len, letter.report.splitlines())) <= 76
    assert letter.page.startswith('<p class="lt-first">Answer Anna&#x27;s invitation')


def test_a_game_that_is_over_asks_for_nothing(tmp_path: Path) -> None:
    found = careful(tmp_path)
    red, blue = found["red"], found["blue"]
    for turn in range(1, 7):
        for post, ship in ((red, "Fearless"), (blue, "Sirius")):
            post.seal(f"game duel\nturn {turn}\nplayer {post.player}\nship {ship}\n  1 thrust 0\n", 8)
        exchange([red, blue], 60)
        for post, ship in ((red, "Fearless"), (blue, "Sirius")):
            post.seal(f"game duel\nturn {turn}\nplayer {post.player}\nship {ship}\n", 9)
        exchange([red, blue], 60)
    assert words(red) == "Nothing to do: duel is over."
