"""What leaves at the end of a day: shown once, for the right eyes alone, and what fails holds up nothing else."""

import stat
from collections.abc import Callable, Iterator, Sequence
from email.message import EmailMessage
from pathlib import Path

import pytest

from commands.render.reports import LetterPrinter
from sits_es.errors import NotAllowedError, NotNowError
from sits_es.mail.transport import Sent
from sits_es.post import carriage, day, decisions
from sits_es.post.clock import keep_time
from sits_es.post.day import Done, finish, note_shown
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.settings import PostSettings, post_settings
from sits_es.post.outgoing import write_out
from sits_es.post.protocol.bodies import Note
from tests.shared.posts import ADDRESSES, BLUE, RED, exchange, peers
from tests.shared.programs import Table
from tests.shared.watch import NOON, Watch

pytestmark = pytest.mark.long


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, monkeypatch)


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
    watch = Watch(NOON)
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
