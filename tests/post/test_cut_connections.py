"""A connection to a mail server that is cut at every step of a session: nothing is lost, and nothing counts twice."""

from __future__ import annotations

import email
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from commands.render.reports import LetterPrinter
from sits_es.errors import NotNowError
from sits_es.mail.letters import Letter, write_letter
from sits_es.mail.reading import read_letter
from sits_es.mail.servers import Server
from sits_es.mail.sources import Mail
from sits_es.post.carriage import send_letters
from sits_es.post.day import Done, a_day
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.settings import post_settings
from sits_es.post.intake import take_mails
from tests.mail.test_imap import box
from tests.post.test_intake import block_of
from tests.post.test_servers import Delivering, smtp
from tests.shared.cutting import Line, line_to
from tests.shared.posts import ADDRESSES, BLUE, CLOCK, open_post, peers

pytestmark = pytest.mark.long

#: More steps than any session here has; of them every third is tried, which is between any two commands.
MANY, EVERY = 200, 3


def opened(folder: Path) -> Desk:
    return Desk(folder, lambda: CLOCK, printer=LetterPrinter())


def at_many_steps(start: Path, folder: Path) -> Iterator[tuple[int, Path]]:
    """A number of steps, and a folder as it was before the session."""
    for steps in range(0, MANY, EVERY):
        here = folder / f"after {steps}"
        shutil.copytree(start, here)
        yield steps, here
        shutil.rmtree(here)
    pytest.fail("the session never came to its end")


@pytest.fixture
def waiting(mailbox: Server, tmp_path: Path) -> Path:
    """Red's folder, and on the server blue's seal, red's own orders in an answer, a picture and a mail for nobody."""
    red, blue = peers(tmp_path)
    blue.seal(BLUE, 1)
    (letter,) = write_letter(
        Letter(
            sender=ADDRESSES["blue"], to=(ADDRESSES["red"],), subject="duel", report="Hi.", packets=(*blue.packets(),)
        )
    )
    block = block_of(red, "  1 thrust 4\n")
    answer = f"From: {ADDRESSES['red']}\nMessage-ID: <answer@here>\nSubject: Re: duel\n\n{block}\n".encode()
    picture = b"From: eve@example.org\nSubject: Look!\nContent-Type: image/png\n\n" + b"x" * 60_000
    with box(mailbox) as inbox:
        for content in (letter.as_bytes(), picture, answer, b"From: eve@example.org\nSubject: Hi\n\nHello.\n"):
            inbox.append(content, "INBOX")
    red.desk.__exit__(None, None, None)
    return tmp_path / "red"


def set_imap(folder: Path, port: int) -> None:
    (folder / "sits.toml").write_text(
        f'[mail.imap]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\nuser = "red"\n'
    )


def day(folder: Path) -> Done:
    with opened(folder) as desk:
        return a_day(desk, [])


def sealed_and_told(folder: Path) -> tuple[int, int, int]:
    """Red's seals, receipts for them, and blue's seals that are here."""
    with opened(folder) as desk:
        seals = Counter(signed.packet.sender for signed in desk.journal.accepted("duel", kinds=("seal",)))
    letters = [email.message_from_bytes(path.read_bytes()) for path in (folder / "outbox").iterdir()]
    receipts = sum(each["Subject"] == "duel: your orders are sealed" for each in letters)
    return seals["red"], receipts, seals["blue"]


def test_mail_fetched_over_a_line_that_breaks_at_any_step_is_taken_once(
    waiting: Path, mailbox: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_IMAP_PASSWORD", "hush-hush")
    monkeypatch.setattr("sits_es.mail.transport.MOST_MAIL", 50_000)  # the picture is too long to open
    monkeypatch.setattr("sits_es.mail.sources.MOST_MAIL", 50_000)
    monkeypatch.setattr("sits_es.mail.transport._AT_ONCE", 2)
    for steps, folder in at_many_steps(waiting, tmp_path):
        with line_to(mailbox.port, steps) as line:
            set_imap(folder, line.port)
            done = day(folder)
            assert done.failed == line.cut, (steps, done.said)
            assert [path for path in (folder / "outbox").iterdir() if b"To: ben@" in path.read_bytes()]
            said = [*done.said, *day(folder).said]
            assert sealed_and_told(folder) == (1, 1, 1), steps
            assert sum("MB from eve@example.org" in each for each in said) in (1, 2), steps
        if not line.cut:
            assert steps > 15
            assert "Mails read: 0. New packets: 0." in said, "the bookmark stands behind the last mail"
            return


def test_orders_are_taken_before_the_bookmark_moves(
    waiting: Path, mailbox: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_IMAP_PASSWORD", "hush-hush")
    set_imap(waiting, mailbox.port)
    with monkeypatch.context() as patch:
        patch.setattr("sits_es.post.intake._take_orders", _killed)
        with pytest.raises(KeyboardInterrupt):
            day(waiting)
    day(waiting)
    assert sealed_and_told(waiting) == (1, 1, 1)


def test_orders_are_taken_before_a_mail_in_a_folder_counts_as_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, _ = peers(tmp_path)
    block = block_of(red, "  1 thrust 4\n")
    mail = Mail(source="a", content=f"From: {ADDRESSES['red']}\n\n{block}\n".encode())
    with monkeypatch.context() as patch:
        patch.setattr("sits_es.post.intake._take_orders", _killed)
        with pytest.raises(KeyboardInterrupt):
            take_mails(red.desk, [mail])
    assert not red.desk.journal.read_sources()
    take_mails(red.desk, [mail])
    assert red.desk.journal.read_sources() == {"a"}
    assert sum(signed.packet.kind == "seal" for signed in red.packets()) == 1


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.fixture
def due(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Red's folder with a letter to blue that is too long for one mail, and two receipts."""
    monkeypatch.setattr("sits_es.mail.letters.MOST_BLOCKS", 100)
    red, _ = peers(tmp_path)
    for address in ("a@example.org", "b@example.org"):
        red.desk.journal.queue("duel", address, f"For {address}", "A receipt.\n")
    red.desk.__exit__(None, None, None)
    return tmp_path / "red"


def test_letters_sent_over_a_line_that_breaks_at_any_step_arrive_and_twice_only_where_the_answer_was_lost(
    due: Path, tmp_path: Path
) -> None:
    arrived: list[bytes] = []
    with smtp(Delivering(arrived.append)) as table:
        port = int(table.split("port = ")[1].split("\n")[0])
        for steps, folder in at_many_steps(due, tmp_path):
            arrived.clear()
            with line_to(port, steps) as line:
                (folder / "sits.toml").write_text(table.replace(str(port), str(line.port)))
                said = [send(folder) for _ in range(2)]
            check_arrivals(arrived, line)
            if not line.cut:
                assert steps > 15
                assert said[-1] == []
                return


def check_arrivals(arrived: Sequence[bytes], line: Line) -> None:
    """Every mail is there; one is there twice only where the server took it and its answer never came."""
    times = Counter(email.message_from_bytes(content)["Message-ID"] for content in arrived)
    assert len(times) == 4
    doubled = [name for name, count in times.items() if count > 1]
    assert len(doubled) == (b"250 Taken" in line.lost), line.lost
    packets = {signed.digest for content in arrived for signed in read_letter(content).packets}
    assert len(packets) == 2


def send(folder: Path) -> list[str]:
    with opened(folder) as desk:
        try:
            return send_letters(desk, post_settings(folder))
        except NotNowError as trouble:
            return [str(trouble)]


def test_a_letter_that_came_twice_changes_nothing(tmp_path: Path) -> None:
    red, blue = peers(tmp_path)
    red.seal("game duel\nturn 1\nplayer red\nship Fearless\n  1 thrust 4\n", 1)
    (letter,) = write_letter(
        Letter(sender=ADDRESSES["red"], to=(ADDRESSES["blue"],), subject="duel", report="", packets=(*red.packets(),))
    )
    mail = Mail(source="a", content=letter.as_bytes())
    blue.desk.__exit__(None, None, None)
    blue = open_post(tmp_path / "blue", "blue")
    assert [take_mails(blue.desk, [mail]).packets for _ in range(2)] == [1, 0]
