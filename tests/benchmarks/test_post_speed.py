"""The post office at work: a full mailbox, and a long game with all its signatures.

What `sits mail in` took is told as a share of what a player may wait; everything else is a ratio of one run.
"""

from __future__ import annotations

import mailbox
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from shutil import copytree
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from commands.render.letters import LetterPrinter
from sits_es.post.day import a_day
from sits_es.post.desk import Desk
from sits_es.post.listing import check_log
from sits_es.post.replica import replica_of
from tests.benchmarks.grown_mail import LETTERS, grow
from tests.benchmarks.stopwatch import clock_ratio
from tests.shared.postal import GAME
from tests.shared.watch import NOON

pytestmark = pytest.mark.long

MAILS = 1000
#: What a player may wait for `sits mail in`, in seconds.
PATIENCE = 5.0
#: Turns of the game whose log is checked.
TURNS = 1


def chatter(number: int) -> EmailMessage:
    """A mail that is not for the game: a few paragraphs, and sometimes a picture."""
    message = EmailMessage()
    message["From"], message["To"] = "friend@example.org", "anna@example.org"
    message["Subject"], message["Message-ID"] = f"About day {number}", f"<{number}@friends.example.org>"
    message.set_content("\n\n".join(f"Paragraph {part} of mail {number}. " * 12 for part in range(6)))
    if number % 10 == 0:
        message.add_attachment(bytes(range(256)) * 80, maintype="image", subtype="png", filename="picture.png")
    return message


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """Red's folder once all have sealed a turn, and a Maildir of a thousand mails, forty of them for the game."""
    (start,) = grow(tmp_path / "grown", [0])
    box = mailbox.Maildir(tmp_path / "box", create=True)
    for letter in sorted((start / "inbox").iterdir()):
        box.add(letter.read_bytes())
    for number in range(MAILS - LETTERS):
        box.add(chatter(number))
    copytree(start, tmp_path / "start")
    (tmp_path / "start" / "sits.toml").write_text('[mail]\ninbox = "../box"\noutbox = "out"\n')
    return tmp_path


def test_mail_in_over_a_thousand_mails(benchmark: BenchmarkFixture, full: Path) -> None:
    """From the first mail to the report: packets judged, nine exchanges played, letters written."""
    numbers = count()

    def fresh() -> tuple[tuple[Path], dict[str, object]]:
        return (copytree(full / "start", full / f"day {next(numbers)}"),), {}

    def day(folder: Path) -> float:
        start = perf_counter()
        with Desk(folder, lambda: NOON, printer=LetterPrinter) as desk:
            done = a_day(desk, [])
        assert next(done.counted()).startswith(f"Mails read: {MAILS}.")
        assert "You owe orders for ours 2.1" in done.reports[0]
        return perf_counter() - start

    took: float = benchmark.pedantic(  # type: ignore[no-untyped-call]  # the library leaves it without types
        day, setup=fresh, rounds=3
    )
    benchmark.extra_info["share of what a player may wait"] = round(took / PATIENCE, 3)


@pytest.fixture(scope="module")
def long_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a game of some turns."""
    (folder,) = grow(tmp_path_factory.mktemp("long") / "grown", [TURNS])
    return folder


def test_a_long_log_is_checked_with_its_signatures(benchmark: BenchmarkFixture, rounds: int, long_game: Path) -> None:
    """Every entry read and verified and the game played anew, against hashing its record alone."""
    with Desk(long_game, lambda: NOON, printer=LetterPrinter) as desk:
        replica = replica_of(desk, GAME)

        def hashed() -> int:
            return sum(1 for _ in desk.session.store.read(GAME))

        def checked() -> int:
            found = check_log(replica)
            assert not found.faults
            return found.checked

        assert hashed() > 100
        found = clock_ratio(hashed, checked, rounds)
        benchmark.extra_info["hashing alone against checking the log"] = round(found, 3)
        assert benchmark(checked) > 10
