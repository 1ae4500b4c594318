from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.canonical import canonical
from sits_es.errors import UnreadableError
from sits_es.mail.packet import LastEvent, Packet, is_signed_by, read_packet, sign
from sits_es.mail.packet_form import KINDS, MOST_BYTES, MOST_NUMBER
from tests.shared.mailing import BLUE, RED, packet, seal
from tests.shared.rows import each_row

#: The seal of mailing.py as it travels; it never changes, or yesterday's signatures no longer hold.
GOLDEN = (
    b'{"format":"sits-es/packet/1","packet":{"body":{"segments":[1],"turn":2},"branch":"duel","game":"duel","head":'
    b'{"digest":"abababababababababababababababababababababababababababababababab","version":12},"kind":"ack","number":1,'
    b'"sender":"blue"},"signature":"SIGNATURE"}'
)

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-MOST_NUMBER, MOST_NUMBER)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=4),
    max_leaves=12,
)


def changed(**changes: Any) -> bytes:
    """The seal with its content changed and the old signature kept; ... takes a field out."""
    data = json.loads(seal().bytes)
    data["packet"] = {key: value for key, value in (data["packet"] | changes).items() if value is not ...}
    return canonical(data)


def refused(content: bytes) -> tuple[str, ...]:
    with pytest.raises(UnreadableError) as refusal:
        read_packet(content)
    return refusal.value.problems


def test_a_packet_travels_in_one_form() -> None:
    signed = sign(packet(kind="ack", number=1, body={"turn": 2, "segments": [1]}), BLUE)
    assert signed.bytes == GOLDEN.replace(b"SIGNATURE", signed.signature.hex().encode())
    assert signed.digest == "60a4e14685a14aa457a0f65a99b3eabceded51ca9f098abacf42e44f0ecc67ab"
    assert read_packet(signed.bytes) == signed


@given(st.sampled_from(KINDS), st.dictionaries(st.text("abc", max_size=3), plain, max_size=4), st.integers(1, 10**6))
def test_every_packet_reads_back_as_it_was_written(kind: str, body: dict[str, Any], number: int) -> None:
    signed = sign(packet(kind=kind, body=body, number=number), BLUE)
    assert read_packet(signed.bytes) == signed
    assert is_signed_by(signed, BLUE.key)


def test_a_packet_is_told_by_what_a_person_calls_it() -> None:
    assert packet().title == "seal 4 of blue in duel"


def test_somebody_elses_signature_is_refused() -> None:
    signed = sign(packet(), RED)
    assert not is_signed_by(signed, BLUE.key)


@each_row(
    "changes",
    [
        {"game": "other"},
        {"branch": "what-if"},
        {"sender": "red"},
        {"number": 5},
        {"kind": "reveal"},
        {"head": None},
        {"body": {"turn": 3}},
    ],
)
def test_a_signature_covers_every_field(changes: dict[str, Any]) -> None:
    signed = read_packet(changed(**changes))
    assert not is_signed_by(signed, BLUE.key)
    assert signed.digest != seal().digest


def test_the_same_content_has_one_digest_whoever_signs_it() -> None:
    assert sign(packet(), RED).digest == sign(packet(), BLUE).digest


def test_a_signature_over_anything_else_is_none_over_a_packet() -> None:
    data = json.loads(seal().bytes)
    data["signature"] = BLUE.sign(canonical(data["packet"])).hex()
    assert not is_signed_by(read_packet(canonical(data)), BLUE.key)


@each_row(
    ("changes", "told"),
    [
        ({"kind": "gift"}, "The packet's kind is 'gift'; it can be " + ", ".join(KINDS) + "."),
        ({"game": ""}, "The packet's game is ''; it has 1 to 60 visible characters."),
        ({"game": "x" * 61}, f"The packet's game is '{'x' * 59}...; it has 1 to 60 visible characters."),
        (
            {"branch": "a\nKind: ruling"},
            "The packet's branch is 'a\\nKind: ruling'; it has 1 to 300 visible characters.",
        ),
        ({"branch": "x" * 301}, f"The packet's branch is '{'x' * 59}...; it has 1 to 300 visible characters."),
        ({"sender": " red"}, "The packet's sender is ' red'; it has 1 to 60 visible characters."),
        ({"sender": "u\u0308"}, "The packet's sender is 'u\\u0308'; it has 1 to 60 visible characters."),
        ({"sender": 7}, "The packet's sender is 7; it has 1 to 60 visible characters."),
        ({"number": 0}, "The packet's number is 0; it is a whole number from 1 up."),
        ({"number": True}, "The packet's number is True; it is a whole number from 1 up."),
        ({"number": "4"}, "The packet's number is '4'; it is a whole number from 1 up."),
        ({"number": ...}, "The packet's content lacks number."),
        (
            {"head": {"version": -1, "digest": "ab" * 32}},
            "The packet's head is {'digest': '" + "ab" * 24 + "...; "
            "it names a version, from 0 up, and a digest of 64 digits.",
        ),
        ({"head": 5}, "The packet's head is 5; it names a version, from 0 up, and a digest of 64 digits."),
        ({"body": []}, "The packet's body is []; it is an object with named fields."),
        (
            {"body": {"a": MOST_NUMBER + 1}},
            "The packet's body holds 9007199254740992; numbers go up to 9007199254740991.",
        ),
        ({"extra": 1}, "The packet's content has 'extra', which this program does not know."),
    ],
)
def test_a_packet_with_a_wrong_field_is_refused_in_words(changes: dict[str, Any], told: str | None) -> None:
    assert told in refused(changed(**changes))


def test_everything_that_is_wrong_is_told_at_once() -> None:
    assert len(refused(changed(kind="gift", number=0, sender=""))) == 3


NEST: dict[str, Any] = {}
for _ in range(40):
    NEST = {"a": NEST}


@each_row(
    ("content", "told"),
    [
        (b"", "The packet is not a JSON text. It was damaged on its way: ask for it again."),
        (b"\xff", "The packet is not a JSON text. It was damaged on its way: ask for it again."),
        (b"[" * 5000, "The packet is not a JSON text. It was damaged on its way: ask for it again."),
        (b"7", "This is not a packet: it does not name its format."),
        (b"{}", "This is not a packet: it does not name its format."),
        (
            b'{"format":"sits-es/packet/2"}',
            "The packet's format is 'sits-es/packet/2'; this program reads sits-es/packet/1. A newer one may read it.",
        ),
        (canonical({"format": NEST}), "The packet is nested deeper than 32."),
        (changed(body=NEST), "The packet is nested deeper than 32."),
        (
            changed(body={"a": 5}).replace(b":5", b":5.0"),
            "The packet's body holds 5.0; only whole numbers are allowed.",
        ),
        (changed(body={"a": 5}).replace(b":5", b":5e400"), None),
        (changed(body={"a": 5}).replace(b":5", b":" + b"9" * 5000), None),
        (
            seal().bytes.replace(b',"', b', "', 1),
            "The packet is not in the one form that its content has, so no signature can hold.",
        ),
        (seal().bytes + b"\n", "The packet is not in the one form that its content has, so no signature can hold."),
        (
            seal().bytes.replace(b'"number":4', b'"number":4,"number":4'),
            "The packet is not in the one form that its content has, so no signature can hold.",
        ),
        (
            seal().bytes.replace(b'"signature":"', b'"signature":"0'),
            "The packet's signature is not 128 hexadecimal digits.",
        ),
        (seal().bytes.replace(b'"signature"', b'"sealing-wax"'), "The packet lacks signature."),
    ],
)
def test_what_is_no_packet_is_refused_in_words(content: bytes, told: str | None) -> None:
    problems = refused(content)
    assert problems
    assert told is None or told in problems


def test_a_packet_of_any_kind_but_a_bundle_is_short() -> None:
    body = {"words": "a" * MOST_BYTES}
    with pytest.raises(ValueError, match=r"the seal 4 of blue in duel has \d+ bytes; 1048576 are allowed"):
        sign(packet(body=body), BLUE)
    long = sign(packet(kind="bundle", body=body), BLUE)
    assert read_packet(long.bytes) == long
    data = json.loads(long.bytes)
    data["packet"]["kind"] = "note"
    assert refused(canonical(data)) == (
        f"The packet has {len(canonical(data))} bytes; a note may have 1048576 at most.",
    )


def test_a_packet_that_nobody_would_read_is_not_made() -> None:
    with pytest.raises(ValueError, match="The packet's kind is 'gift'"):
        packet(kind="gift")
    with pytest.raises(ValueError, match="only whole numbers are allowed"):
        packet(body={"range": 0.5})
    with pytest.raises(ValueError, match="a field whose name is not a text"):
        packet(body={"a": {1: 2}})
    with pytest.raises(ValueError, match="only plain JSON is allowed"):
        packet(body={"a": b"bytes"})
    with pytest.raises(ValueError, match="nested deeper than 32"):
        packet(body=NEST)


def test_a_packet_may_come_before_there_is_a_record() -> None:
    assert Packet(kind="invite", game="duel", branch="duel", sender="red", number=1).head is None
    assert packet().head == LastEvent(12, "ab" * 32)
