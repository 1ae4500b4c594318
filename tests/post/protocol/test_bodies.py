"""What packets say: read strictly, with what is wrong and where."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.mail.identity import new_identity
from sits_es.mail.packet import Packet, Signed, read_packet, sign
from sits_es.post.protocol.bodies import Ack, Clock, Note
from sits_es.post.protocol.doubles import to_judge_again
from sits_es.post.protocol.kinds import KINDS, as_data, content_of, is_a_time, kind_of, read_body, taken_by
from sits_es.rules.moments import Moment
from tests.shared.rows import each_row

PLACE = {"turn": 1, "segments": [2]}


def test_a_body_is_what_it_was_written_as() -> None:
    body = Clock(turn=1, segments=(2,), until="2026-01-02T03:04Z", grace=3)
    assert kind_of(body) == "deadline"
    assert read_body("deadline", as_data(body)) == body
    assert (body.moment, body.moments) == (Moment(1, 2), (Moment(1, 2),))


@each_row(
    ("kind", "data", "said"),
    [
        ("letter", {}, "This program does not know what to do with a packet of the kind letter."),
        ("note", {}, "The note cannot be read: Object missing required field `words`."),
        ("note", {"words": "", "more": 1}, "The note cannot be read: Object contains unknown field `more`."),
        ("dispute", {**PLACE, "words": 3}, "The dispute cannot be read: Expected `str`, got `int` - at `$.words`."),
        ("dispute", {"turn": 1, "segments": [3, 2], "words": ""},
         "The dispute does not name its segments in order, each once."),
        ("seal", {**PLACE, "seals": []}, "The seal names 1 segment and holds 0."),
        ("reveal", {"turn": 1, "segments": [1, 2], "orders": [], "answers": []},
         "The reveal names 2 segments and holds 0."),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_its_place(kind: str, data: dict[str, Any], said: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_body(kind, data)
    assert str(refusal.value) == said


def note(sender: str, number: int, taken: Any) -> Signed:
    """A note that says so of what its sender had taken."""
    key = new_identity(sender, lambda count: b"x" * count)
    body = {"words": "", "taken": taken}
    return sign(Packet(kind="note", game="duel", branch="duel", sender=sender, number=number, body=body), key)


def test_a_short_packet_is_read_once_and_a_long_one_is_not_kept() -> None:
    short = note("blue", 4, {})
    assert content_of(short) is content_of(read_packet(short.bytes))
    key = new_identity("red", lambda count: b"y" * count)
    long = sign(
        Packet(kind="note", game="duel", branch="duel", sender="red", number=1, body={"words": "x" * 17_000}), key
    )
    assert content_of(long) == content_of(long)
    assert content_of(long) is not content_of(long)


@each_row(
    "taken",
    [None, [], 3, "red", {"red": 3}, {"red": [3]}, {"red": ["3", "0" * 64]}, {"red": [0, "0" * 64]}, {"red": [3, "0"]}],
)
def test_who_says_what_they_have_taken_so_that_nobody_can_read_it_has_taken_nothing(taken: Any) -> None:
    said = note("blue", 4, taken)
    assert taken_by(said, "red") is None
    assert to_judge_again([note("red", 3, {})], [said], lambda _: True) == []


def test_what_had_taken_the_other_of_two_packets_is_judged_again_with_all_after_it() -> None:
    counts = note("red", 3, {})
    first, second, third = (note("blue", number, {"red": [3, digest]}) for number, digest in
                            ((4, counts.digest), (5, "0" * 64), (6, counts.digest)))  # fmt: skip
    assert taken_by(second, "red") == (3, "0" * 64)
    assert to_judge_again([counts], [first, second, third], lambda _: True) == [second, third]
    assert to_judge_again([counts], [first, second, third], lambda _: False) == []


def test_every_kind_has_a_body_of_its_own() -> None:
    assert len(set(KINDS.values())) == len(KINDS)
    assert {kind_of(body) for body in (Note(words=""), Ack(packet="0" * 64, words=""))} == {"note", "ack"}


digits = st.integers(0, 99).map("{:02}".format)


@given(year=st.integers(0, 9999), month=digits, day=digits, hour=digits, minute=digits)
@example(2024, "02", "29", "00", "00")
@example(2023, "02", "29", "00", "00")
@example(1900, "02", "29", "23", "59")
@example(2026, "12", "31", "24", "00")
@example(0, "01", "01", "00", "00")
def test_a_time_is_one_that_there_is(year: int, month: str, day: str, hour: str, minute: str) -> None:
    try:
        datetime(year, int(month), int(day), int(hour), int(minute), tzinfo=UTC)
    except ValueError:
        there = False
    else:
        there = True
    assert is_a_time(f"{year:04}-{month}-{day}T{hour}:{minute}Z") == there


def test_digits_of_other_scripts_are_no_time() -> None:
    assert not is_a_time("2026-01-0\u0662T00:00Z")
