"""Two packets under one number go to everybody, and go again until it is seen that both are there."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from sits_es.mail.packet import Signed
from sits_es.post.passing_on import note_proof, second_contents
from sits_es.post.protocol.bodies import Note
from sits_es.rules.moments import Moment
from tests.post.example_games import THREE
from tests.post.protocol import open_table
from tests.shared.careful import careful
from tests.shared.posts import Post, seal_lines
from tests.systems.installed import installed

pytestmark = pytest.mark.long

START = datetime.fromisoformat("2026-01-02T03:04:05+00:00")


class Days:
    """A clock that is set by hand."""

    now = START

    def __call__(self) -> str:
        return self.now.isoformat()

    def go(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*open_table.RULES):
        yield


@pytest.fixture
def clock() -> Days:
    return Days()


@pytest.fixture
def twice(tmp_path: Path, clock: Days) -> tuple[dict[str, Post], Signed]:
    """A game of three: green's two seals have one number, and red counts the first, and blue has the second."""
    path = tmp_path / "three.toml"
    path.write_text(THREE)
    found = careful(tmp_path, ("red", "blue", "green"), str(path), "slots", clock=clock)
    red, blue, green = found.values()
    seal_lines(green, {Moment(1, 1): ()})
    first = green.packets()[-1]
    second = green.signed_anew(first, {**first.packet.body, "seals": ["1" * 64]})
    red.take([*green.packets(), second])
    blue.take([*green.packets()[:-1], second])
    return found, second


def told(post: Post, reader: str) -> list[str]:
    """The second contents that a letter to a reader holds; it is written."""
    found = second_contents(post.replica, reader)
    note_proof(post.replica, reader, found)
    return [f"{signed.packet.kind} of {signed.packet.sender}" for signed in found]


def test_two_contents_go_again_after_three_days_and_then_after_six(
    twice: tuple[dict[str, Post], Signed], clock: Days
) -> None:
    red = twice[0]["red"]
    assert told(red, "blue") == ["seal of green", "seal of green"]
    clock.go(days=2)
    assert told(red, "blue") == []
    clock.go(days=1)
    assert told(red, "blue") == ["seal of green", "seal of green"], "nothing shows that the letter came"
    clock.go(days=5)
    assert told(red, "blue") == []
    clock.go(days=1)
    assert told(red, "blue") == ["seal of green", "seal of green"]


def test_two_contents_do_not_go_again_to_who_is_seen_to_hold_both(
    twice: tuple[dict[str, Post], Signed], clock: Days
) -> None:
    red, blue, green = twice[0].values()
    assert told(red, "blue") == ["seal of green", "seal of green"]
    seal_lines(red, {Moment(1, 1): ()})
    blue.take([*green.packets(), *red.packets()])
    seal_lines(blue, {Moment(1, 1): ()})
    red.take(blue.packets())
    clock.go(days=3)
    assert told(red, "blue") == [], "blue names the one, and has taken a packet of red's that names the other"


def test_ones_own_two_contents_go_again_while_anything_of_the_senders_waits_with_one(
    twice: tuple[dict[str, Post], Signed], clock: Days
) -> None:
    """Green went on from the first before red saw the second. That green does not know of both can only show later."""
    red, _, green = twice[0].values()
    both = ["seal of green", "seal of green", "note of green"]
    green.take(red.packets())
    green.replica.post(Note(words="I am back."))
    red.take(green.packets())
    assert told(red, "green") == both
    clock.go(days=3)
    assert told(red, "green") == [], "green has taken all of red's"
    seal_lines(red, {Moment(1, 1): ()})
    assert told(red, "green") == both, "red's seal may be one that green takes with both contents only"
    green.take(red.packets())
    green.replica.post(Note(words="Thank you."))
    red.take(green.packets())
    clock.go(days=6)
    assert told(red, "green") == []
