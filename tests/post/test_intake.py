"""Mails as they are taken in and letters as they go out, on bad days: nothing is lost, and nothing else held up."""

import stat
from collections.abc import Callable, Iterator, Sequence
from email.message import EmailMessage
from pathlib import Path

import pytest

from commands.render.reports import LetterPrinter
from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.packet import Packet, sign
from sits_es.mail.prose import NO_PACKET, whole_page
from sits_es.mail.sources import Mail
from sits_es.mail.transport import Sent
from sits_es.post import carriage, day, decisions
from sits_es.post.arrivals import arrive
from sits_es.post.clock import keep_time, to_come
from sits_es.post.day import Done, finish, note_shown
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.settings import PostSettings, post_settings
from sits_es.post.intake import take_mails
from sits_es.post.orders import ticket
from sits_es.post.outgoing import write_out
from sits_es.post.protocol.bodies import Note
from sits_es.post.protocol.kinds import as_data
from sits_es.post.reports import own_report
from sits_es.rules.moments import Moment
from tests.post.test_agreements import Watch
from tests.shared.commands_told import run
from tests.shared.posts import ADDRESSES, BLUE, RED, Post, exchange, invited, new_post, peers
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


def test_a_letter_that_cannot_be_written_holds_up_no_other(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    red.desk.journal.queue("duel", "no address", "a", "b")
    red.desk.journal.queue("duel", "eve@example.org", "c", "d")
    assert write_out(red.desk, post_settings(red.desk.folder)) == [
        "Written for ben@example.org: duel 1.1: invitation, start of red - your orders are owed",
        'NOT written for no address: "no address" is not a mail address. Write one like red@example.org.',
        "Written for eve@example.org: c",
    ]
    assert [address for _, _, address, *_ in red.desk.journal.queued()] == ["no address"]


@pytest.mark.parametrize("fault", [NotAllowedError("No."), NotNowError("No."), OSError("No.")])
def test_what_a_day_brought_is_shown_though_no_letter_can_be_sent(
    fault: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, _ = peers(tmp_path)

    def broken(*_: object) -> list[str]:
        raise fault

    monkeypatch.setattr(day, "post_letters", broken)
    done = Done()
    finish(red.desk, post_settings(red.desk.folder), done)
    assert done.said == ["duel has begun.", "The letters wait: No."]
    assert len(done.reports) == 1


def brought(desk: Desk, settings: PostSettings) -> Done:
    done = Done()
    finish(desk, settings, done)
    return done


def test_reports_and_news_come_again_until_they_were_shown(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    settings = post_settings(red.desk.folder)
    note_shown(red.desk, brought(red.desk, settings))
    blue.replica.post(Note(words="Good luck!"))
    red.seal(RED, 1)
    blue.seal("game duel\nturn 1\nplayer blue\nship Sirius\n  1 thrust 4\n", 1)
    exchange([red, blue])
    for _ in range(2):
        done = brought(red.desk, settings)
        assert "duel: note: blue writes: Good luck!" in done.said
        assert "Turn 1, segment 1 ---" in done.reports[0]
    note_shown(red.desk, done)
    done = brought(red.desk, settings)
    assert done.said == []
    assert "Turn 1, segment 1 ---" not in done.reports[0]


def test_ones_own_report_is_queued_once_though_it_was_not_shown(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    (red.desk.folder / "sits.toml").write_text("[post]\nreports = true\n")
    settings = post_settings(red.desk.folder)
    said = [line for _ in range(2) for line in brought(red.desk, settings).said]
    assert said.count("Written for anna@example.org: duel 1.1: your report") == 1


def test_letters_to_oneself_are_for_ones_own_eyes_and_stay_out_of_a_shared_mailbox(table: Table) -> None:
    table.begin()
    settings = table.folder / "anna" / "sits.toml"
    settings.write_text(settings.read_text().replace('name = "Anna"\n', 'name = "Anna"\nreports = true\n'))
    before = table.sent()
    said = table.sits("anna", "mail", "in")
    own = table.folder / "anna" / "own"
    assert f"Written for anna@example.org: duel 1.1: your report, in {own}\n" in said
    assert table.sent() == before
    (letter,) = own.iterdir()
    assert "ticket" in letter.read_text()
    assert [stat.S_IMODE(path.stat().st_mode) for path in (own, letter)] == [0o700, 0o600]


@pytest.mark.parametrize("maildir", [False, True])
def test_letters_to_oneself_in_an_outbox_of_its_own_can_be_read_by_nobody_else(maildir: bool, tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    for name in ("cur", "new", "tmp") if maildir else ():
        (red.desk.folder / "outbox" / name).mkdir(parents=True)
    red.desk.journal.queue("duel", ADDRESSES["red"], "duel: your orders are sealed", "1 thrust 6")
    write_out(red.desk, post_settings(red.desk.folder))
    letters = [path for path in (red.desk.folder / "outbox").rglob("*") if path.is_file()]
    modes = {b"1 thrust 6" in path.read_bytes(): stat.S_IMODE(path.stat().st_mode) for path in letters}
    assert modes[True] == 0o600
    assert modes[False] & 0o044, "a letter to another may be fetched from there"


def test_the_journal_is_set_back_to_its_owner_alone(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    path = red.desk.folder / "mail.db"
    path.chmod(0o644)
    with Desk(red.desk.folder, printer=LetterPrinter()):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


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


def test_lines_are_broken_at_the_width_of_the_console(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()
    table.sits("ben", "mail", "in", "--quiet")
    table.sits("ben", "deadline", "duel", "2096-12-01T18:00")
    table.sits("ben", "mail", "in", "--quiet")
    monkeypatch.setenv("COLUMNS", "44")
    assert table.sits("anna", "mail", "in", "--quiet").splitlines()[1:5] == [
        "duel: proposal: blue signs that orders from",
        "1.1 on are owed by 2096-12-01 18:00 UTC,",
        "with 0 hours of grace. To sign it as well:",
        "sits agree duel",
    ]


def test_a_reveal_is_not_reminded_of_before_it_could_have_come(tmp_path: Path) -> None:
    watch = Watch()
    red, blue = peers(tmp_path, watch)
    decisions.set_deadline(red.replica, decisions.parse_time("+1d", watch()), 6)
    exchange([red, blue])
    decisions.agree(blue.replica)
    blue.seal(BLUE, 1)
    red.take(blue.packets())
    keep_time(red.desk)
    watch.later(hours=23)
    red.seal(RED, 1)
    keep_time(red.desk)
    watch.later(hours=23)
    keep_time(red.desk)
    assert red.desk.journal.queued() == []
    watch.later(hours=1)
    keep_time(red.desk)
    ((_, _, address, subject, report, _),) = red.desk.journal.queued()
    assert (address, subject) == ("ben@example.org", "duel 1.1: a reminder")
    said = "The reveal of blue for duel 1.1 was owed by 2026-01-04 11:00 UTC. Grace ends 2026-01-04 17:00 UTC."
    assert report == said


class Served:
    """Stands in for a mail server that takes no letter for an address, or stops answering."""

    def __init__(self, *bad: str) -> None:
        self.bad = bad
        self.tried: list[str] = []

    def __call__(self, messages: Sequence[EmailMessage], *_: object) -> Iterator[Sent]:
        for message in messages:
            self.tried.append(str(message["To"]))
            if message["To"] in self.bad:
                raise NotNowError("The line broke.")
            yield Sent(message_id=str(message["Message-ID"]))


@pytest.fixture
def queued(tmp_path: Path) -> Iterator[Callable[[Served], list[str]]]:
    """A desk with three letters to send; what is said when they are."""
    red, _ = peers(tmp_path)
    write_out(red.desk, post_settings(red.desk.folder))
    for address in ("a@example.org", "b@example.org", "c@example.org"):
        red.desk.journal.queue("duel", address, "s", address)
    (red.desk.folder / "sits.toml").write_text('[mail.smtp]\nhost = "127.0.0.1"\nport = 9\nsecurity = "none"\n')
    with pytest.MonkeyPatch.context() as patch:

        def run(server: Served) -> list[str]:
            patch.setattr(carriage, "send", server)
            return carriage.send_letters(red.desk, post_settings(red.desk.folder))

        yield run


def test_a_letter_that_the_server_breaks_off_at_holds_up_no_other(queued: Callable[[Served], list[str]]) -> None:
    assert queued(Served("b@example.org")) == [
        "Sent to a@example.org: s", "NOT sent to b@example.org: The line broke.", "Sent to c@example.org: s",
    ]  # fmt: skip
    assert queued(Served()) == ["Sent to b@example.org: s"]


def test_a_server_that_does_not_answer_twice_running_is_left_alone(queued: Callable[[Served], list[str]]) -> None:
    server = Served("a@example.org", "b@example.org", "c@example.org")
    with pytest.raises(NotNowError) as refusal:
        queued(server)
    assert refusal.value.problems == tuple(f"NOT sent to {who}@example.org: The line broke." for who in "ab")
    assert server.tried == ["a@example.org", "b@example.org"]


def test_a_page_that_was_passed_on_without_its_packet_is_named_with_what_to_do(tmp_path: Path) -> None:
    red, _ = peers(tmp_path)
    page = whole_page("duel 1.1", "<p>Nothing to do.</p>", NO_PACKET)
    mail = Mail(source="page.eml", content=f"From: {ADDRESSES['blue']}\nContent-Type: text/html\n\n{page}".encode())
    taken = take_mails(red.desk, [mail])
    said = (
        f"page.eml: a letter of a game (from {ADDRESSES['blue']}) came without its packet: only its page was passed on."
    )
    assert (taken.words, taken.empty) == ([f"{said} Have it forwarded as an attachment, or as a file."], [])
