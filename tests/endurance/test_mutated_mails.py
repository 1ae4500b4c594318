"""A part of the mails of `python -m tests.endurance mutated_mails`."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from sits_es.mail.identity import Identity
from sits_es.mail.sources import Mail
from sits_es.post.intake import take_mails
from sits_es.rules.moments import Moment
from tests.endurance.memory import in_memory
from tests.endurance.mutated_mails import Played, Target, feed, played
from tests.endurance.spoiling import ODD, Spoiler

pytestmark = pytest.mark.long

#: Kilobytes that a program may grow by while it reads them.
MEMORY = 200 * 1024


@pytest.fixture(scope="module")
def game() -> Iterator[Played]:
    """The first half of a turn."""
    with in_memory() as folder:
        yield played(folder / "played", Moment(1, 5))


def test_hundreds_of_spoilt_mails_bring_no_traceback_and_change_no_game(game: Played, tmp_path: Path) -> None:
    found = feed(game, tmp_path, 77, 300)
    assert found.faults == []
    assert found.mails == 300
    assert found.memory < MEMORY


def test_a_letter_as_it_was_written_is_taken(game: Played, tmp_path: Path) -> None:
    target = Target(game.folders["some"], tmp_path / "some")
    try:
        taken = take_mails(target.open(), [Mail(source="a mail", content=letter) for letter in game.letters])
        assert taken.packets > 0
        assert len(target.state()["accepted"]) > len(target.before["accepted"])
    finally:
        target.close()


def test_what_is_changed_in_one_packet_stays_out_of_the_next() -> None:
    own, other = (Identity.from_secret(name, name.encode().ljust(32, b"\0")) for name in ("red", "stranger"))
    spoiler, before = Spoiler(Random(1), own, other), repr(ODD)  # noqa: S311 -- to be the same, not secret
    for _ in range(100):
        data: dict[str, object] = {"a": [1], "b": {"c": 2}}
        for _ in range(5):
            spoiler.change(data)
    assert repr(ODD) == before
