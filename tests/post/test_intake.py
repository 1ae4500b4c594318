"""Mails as they are taken in and letters as they go out, on bad days: nothing is lost, and nothing else held up."""

from pathlib import Path

import pytest

from commands.render.reports import LetterPrinter
from sits_es.errors import NotAllowedError
from sits_es.mail.packet import Packet, sign
from sits_es.mail.prose import NO_PACKET, whole_page
from sits_es.mail.sources import Mail
from sits_es.post import decisions
from sits_es.post.arrivals import arrive
from sits_es.post.clock import to_come
from sits_es.post.desk.desk import Desk
from sits_es.post.intake import take_mails
from sits_es.post.orders import ticket
from sits_es.post.protocol.bodies import Note
from sits_es.post.protocol.kinds import as_data
from sits_es.post.reports import own_report
from sits_es.rules.moments import Moment
from tests.shared.commands_told import run
from tests.shared.posts import ADDRESSES, RED, Post, exchange, invited, new_post, peers
from tests.shared.programs import RED as ORDERS
from tests.shared.programs import Table


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


def block_of(post: Post, lines: str = "") -> str:
    """The ORDERS block of a report, with orders for red's ship written into it."""
    report = own_report(post.replica, -1)
    return report[report.index("-----BEGIN SITS ORDERS") :].replace("ship Fearless\n", f"ship Fearless\n{lines}")


def answer(text: str, sender: str = ADDRESSES["red"], name: str = "answer.eml") -> Mail:
    return Mail(source=name, content=f"From: {sender}\nMessage-ID: <{name}@here>\n\n{text}\n".encode())


def seals(post: Post) -> int:
    return sum(signed.packet.kind == "seal" for signed in post.packets())


DRIFT = "To drift on purpose, save it as a file and type: sits orders seal FILE --to 1.1"


def test_a_report_answered_as_it_stood_seals_nothing_and_says_how_to_drift(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    block = block_of(red)
    said = f"Sent back as it stands, this block orders nothing and seals nothing. {DRIFT}"
    assert said in " ".join(block.replace("#", " ").split())
    taken = take_mails(red.desk, [answer(f"Thanks, later!\n\n{block}")])
    said = f"Your orders for duel are not sealed: the ORDERS block orders nothing. {DRIFT}"
    assert taken.words == [said]
    assert seals(red) == 0
    ((*_, subject, report, _),) = red.desk.journal.queued()
    assert (subject, report) == ("duel: your orders are NOT sealed", said)


VOID = "Sirius is at range 28, and starboard-laser reach 3. (Void in segment 1; for 2 it stands.)"


def test_warnings_stand_in_the_answer_to_a_block_that_is_sealed(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    (words,) = take_mails(red.desk, [answer(block_of(red, "  1-2 fire starboard-laser at Sirius\n"))]).words
    assert words.startswith("Your orders for duel 1.1 to 1.2 are in order and sealed.")
    assert f"warning: Fearless: {VOID}\n" in words
    assert seals(red) == 1


def test_sealing_tells_warnings_on_standard_error(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()
    path = table.folder / "warned.orders"
    path.write_text("game duel\nturn 1\nship Fearless\n  1-2 fire starboard-laser at Sirius\n")
    monkeypatch.setenv("SITS_HOME", str(table.folder / "anna"))
    told = run("orders", "seal", str(path))
    assert told.code == 0
    assert told.out.startswith("Your orders for duel 1.1 to 1.2 are in order and sealed. In normal form:\n")
    assert "warning" not in told.out
    shot, where = "      1-2 fire starboard-laser at Sirius\n", "                                  ^^^^^^\n"
    assert told.err.endswith(f"{path}:4:31: warning: Fearless: {VOID}\n{shot}{where}")


def test_a_block_whose_only_line_is_misspelt_is_answered_with_the_mistake(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    (words,) = take_mails(red.desk, [answer(block_of(red, "  1 thrst 4\n"))]).words
    assert words.startswith("Your orders for duel are not sealed.\nanswer.eml:")
    assert "thrst" in words
    assert seals(red) == 0


def test_the_same_mailed_orders_again_change_nothing_and_are_no_fault(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    mail = answer(block_of(red, "  1-2 thrust 4\n"))
    first = take_mails(red.desk, [mail])
    assert first.words[0].startswith("Your orders for duel 1.1 to 1.2 are in order and sealed.")
    again = ["Your orders for duel 1.1 to 1.2 are already sealed, just as they are here."]
    assert take_mails(red.desk, [mail]).words == again
    exchange([red, blue])
    blue.seal("game duel\nturn 1\nplayer blue\nship Sirius\n  2 thrust 4\n", 2)
    exchange([red, blue])
    assert red.moment() == Moment(1, 3)
    assert take_mails(red.desk, [mail]).words == again, "the exchanges are over and the ticket is an old one"
    assert seals(red) == 1
    assert len(red.desk.journal.queued()) == 1, "one receipt"


def test_other_orders_for_what_is_sealed_are_refused_with_the_last_that_is(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    take_mails(red.desk, [answer(block_of(red, "  1-5 thrust 4\n"))])
    (words,) = take_mails(red.desk, [answer(block_of_again(red))]).words
    said = "red has already sealed duel up to 1.5, and a seal is never changed."
    stands = "game duel\nturn 1\nplayer red\n\nship Fearless\n  1-5    thrust 4"
    assert words == f"Your orders for duel are not sealed.\n{said}\nWhat stands:\n\n{stands}"


def block_of_again(post: Post) -> str:
    """An ORDERS block for what is sealed already, with the ticket of its report."""
    word = ticket(post.desk, "duel", "red", Moment(1, 1))
    return f"-----BEGIN SITS ORDERS-----\n# ticket {word}\n{RED}-----END SITS ORDERS-----"


def test_ones_own_orders_from_another_address_are_ignored_in_words(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    mail = answer(block_of(red, "  1 thrust 4\n"), "anna@home.example")
    said = "answer.eml: your orders for duel come from anna@home.example and are ignored."
    more = "Only those from anna@example.org count: send them from there."
    assert take_mails(red.desk, [mail]).words == [f"{said} {more}"]
    assert (seals(red), red.desk.journal.queued()) == (0, [])
    forged = answer(f"-----BEGIN SITS ORDERS-----\n{RED}-----END SITS ORDERS-----", "eve@example.org")
    assert take_mails(red.desk, [forged]).words == [], "without the ticket it is a stranger's"


def test_a_secret_line_is_refused_with_its_place_and_never_shown(table: Table) -> None:
    table.begin()
    path = table.folder / "red.orders"
    path.write_text(ORDERS.replace("turn 1\n", f"turn 1\nsecret {'ab' * 32}\n").replace("1 thrust 6", "1 thrust 66"))
    said = table.refused("anna", "orders", "seal", str(path))
    words = "A game by mail makes its own secrets, and others who read this one know your orders. Take the line out."
    assert f"red.orders:3:8: {words}\n    secret {'*' * 64}\n" in said
    assert "thrust 66" in said, "every mistake at once"
    assert "abab" not in said
    path.write_text(ORDERS.replace("turn 1\n", f"turn 1\nsecret {'ab' * 32}\n"))
    assert table.refused("anna", "orders", "seal", str(path)).startswith(f"{path}:3:8: {words}\n")


def test_another_letter_in_a_file_of_the_same_name_is_taken_in(table: Table) -> None:
    place = table.folder / "anna" / "inbox"
    place.mkdir()
    (table.folder / "anna" / "sits.toml").write_text('[mail]\naddress = "anna@example.org"\n')
    for subject, said in (("one", "Mails read: 1."), ("two", "Mails read: 1."), ("two", "Mails read: 0.")):
        (place / "letter.eml").write_text(f"From: x@example.org\nSubject: {subject}\n\nHello.\n")
        assert table.sits("anna", "mail", "in").startswith(said)


def test_what_others_write_stays_on_its_line_and_commands_no_terminal(table: Table) -> None:
    table.begin()
    table.sits("ben", "mail", "in", "--quiet")
    with Desk(table.folder / "ben", printer=LetterPrinter()) as desk:
        Post("blue", desk).replica.post(Note(words="Hi\nduel: clock: red has lost\x1b[2J\x1b]0;x\x07"))
    table.sits("ben", "mail", "in", "--quiet")
    said = table.sits("anna", "mail", "in")
    assert "\nduel: note: blue writes: Hi duel: clock: red has lost [2J ]0;x\n" in said
    assert "\x1b" not in said


def test_a_packet_of_somebody_who_is_not_invited_is_refused_before_the_start(tmp_path: Path) -> None:
    red, eve = new_post(tmp_path / "red", "red"), new_post(tmp_path / "eve", "eve")
    invited(red, {"blue": ADDRESSES["blue"]})
    body = as_data(Note(words="Hello"))
    packet = Packet(kind="note", game="duel", branch="duel", sender="eve", number=1, body=body)
    assert arrive(red.desk, sign(packet, eve.desk.identity()), "x.eml") is None
    assert red.desk.journal.parked_places("duel") == []
    assert [words for _, words, _ in red.desk.journal.told("duel", ("refusal",))] == [
        "Nobody is invited to duel as eve."
    ]


def test_who_has_signed_is_not_asked_to_sign(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    decisions.set_deadline(red.replica, "2026-02-01T00:00Z", 0)
    exchange([red, blue])
    decisions.agree(blue.replica)
    exchange([red, blue])
    what = "signs that orders from 1.1 on are owed by 2026-02-01 00:00 UTC, with 0 hours of grace"
    ((_, to_red, _),) = red.desk.journal.told("duel", ("proposal",))
    ((_, to_blue, _),) = blue.desk.journal.told("duel", ("proposal",))
    assert to_red == f"blue {what}, as you have."
    assert to_blue == f"red {what}. To sign it as well: sits agree duel"


def test_a_deadline_that_is_past_is_refused(table: Table) -> None:
    table.begin()
    said = table.refused("anna", "deadline", "duel", "2020-12-01T18:00")
    assert said.startswith("2020-12-01 18:00 UTC is not in the future: it is ")
    assert said.endswith("Name a later time.\n")
    assert to_come("2026-01-01T00:01Z", "2026-01-01T00:00:00+00:00") == "2026-01-01T00:01Z"
    with pytest.raises(NotAllowedError) as refusal:
        to_come("2026-01-01T00:00Z", "2026-01-01T00:00:00+00:00")
    said = "2026-01-01 00:00 UTC is not in the future: it is 2026-01-01 00:00 UTC. Name a later time."
    assert str(refusal.value) == said


def test_each_step_of_a_beginning_says_what_comes_next(table: Table) -> None:
    letters = "Write the letters: sits mail out (sits mail in does it too)\n"
    table.sits("anna", "id", "new", "anna")
    table.sits("ben", "id", "new", "ben")
    said = table.sits("anna", "invite", "duel", "--name", "duel", "--as", "red", "blue=ben@example.org")
    assert said.startswith(
        f"duel: the invitation is ready for blue.\n{letters}\nTerms, which everybody signs by joining:\n"
    )
    table.sits("anna", "mail", "in", "--quiet")
    table.sits("ben", "mail", "in")
    joined = table.sits("ben", "join", "duel")
    waits = "Then your answer waits for red, who confirms it. The game begins when all are confirmed.\n"
    assert joined.startswith(f"You join duel as blue.\n{letters}{waits}")
    waits = "duel: your answer waits for red, who confirms it. The game begins when all are confirmed.\n"
    assert waits in table.sits("ben", "mail", "in")
    seen = " ".join(table.sits("anna", "mail", "in").split())
    assert "Ask them by telephone whether that is so, then: sits confirm duel blue" in seen
    table.sits("anna", "confirm", "duel", "blue")
    assert "\nduel has begun.\n" in table.sits("anna", "mail", "in")
    assert "duel has begun." not in table.sits("anna", "mail", "in")
    assert "\nduel has begun.\n" in table.sits("ben", "mail", "in")
    assert table.sits("anna", "orders", "seal", str(table.folder / "red.orders")).endswith(
        f"\n\nUntil a letter with them is written they can be taken back: sits orders unseal duel\n{letters}"
    )


def test_a_page_that_was_passed_on_without_its_packet_is_named_with_what_to_do(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    page = whole_page("duel 1.1", "<p>Nothing to do.</p>", NO_PACKET)
    mail = Mail(source="page.eml", content=f"From: {ADDRESSES['blue']}\nContent-Type: text/html\n\n{page}".encode())
    taken = take_mails(red.desk, [mail])
    said = (
        f"page.eml: a letter of a game (from {ADDRESSES['blue']}) came without its packet: only its page was passed on."
    )
    assert (taken.words, taken.empty) == ([f"{said} Have it forwarded as an attachment, or as a file."], [])
