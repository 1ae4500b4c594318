"""What is said of a box, a key or a packet that is not what it should be: the last words that nothing else provokes."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sits_es.canonical import canonical
from sits_es.errors import NotNowError, UnreadableError
from sits_es.mail.identity import load_identity
from sits_es.mail.locks import decrypt_under, encrypt_under
from sits_es.mail.packet import Packet, read_packet
from sits_es.mail.packet_form import MOST_BYTES, MOST_DEPTH, MOST_PARTS
from sits_es.mail.transport import _ask
from tests.shared.mailing import seal
from tests.shared.rows import each_row


def refused(content: bytes) -> tuple[str, ...]:
    with pytest.raises(UnreadableError) as refusal:
        read_packet(content)
    return refusal.value.problems


def with_body(body: dict[Any, Any]) -> str:
    """What is said of a packet that somebody's own program makes of such a body."""
    with pytest.raises(ValueError, match=r"^The packet's body ") as refusal:
        Packet(kind="note", game="duel", branch="duel", sender="blue", number=1, body=body)
    return str(refusal.value)


def test_a_key_is_looked_for_by_a_name_alone(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError) as refusal:
        load_identity(tmp_path, "../anna")
    assert str(refusal.value) == '"../anna" is not a name of a key.'


def test_a_box_opens_with_its_own_key_alone_and_unchanged() -> None:
    box = encrypt_under(b"k" * 32, b"orders")
    assert decrypt_under(b"k" * 32, box) == b"orders"
    for key, content in ((b"l" * 32, box), (b"k" * 32, box[:-1] + bytes([box[-1] ^ 1])), (b"k", box)):
        with pytest.raises(UnreadableError) as refusal:
            decrypt_under(key, content)
        assert str(refusal.value) == "The box is not encrypted under this key, or it was changed on its way."


def test_no_packet_is_longer_than_a_whole_bundle() -> None:
    most = MOST_BYTES * MOST_PARTS
    assert refused(b" " * (most + 1)) == (f"The packet has {most + 1} bytes; it may have {most} at most.",)


@each_row("content", [None, 7, "seal", []])
def test_a_packet_without_content_is_refused(content: object) -> None:
    outer = {**json.loads(seal().bytes), "packet": content}
    assert refused(canonical(outer)) == ("The packet has no content.",)


def test_a_body_is_nested_so_deep_and_no_deeper() -> None:
    body: dict[str, Any] = {}
    for _ in range(MOST_DEPTH):
        body = {"in": body}
    assert with_body(body) == f"The packet's body is nested deeper than {MOST_DEPTH}."


def test_a_body_is_plain_json() -> None:
    assert with_body({"in": {7: "seven"}}) == "The packet's body has a field whose name is not a text."
    assert with_body({"in": b"x"}) == "The packet's body holds b'x'; only plain JSON is allowed."


def test_a_mailbox_that_gives_up_no_mails_is_told_in_its_own_words() -> None:
    def uid(*_: str) -> tuple[str, list[bytes]]:
        return "NO", [b"[UNAVAILABLE] the folder is being moved"]

    box: Any = SimpleNamespace(client=SimpleNamespace(uid=uid))
    with pytest.raises(NotNowError) as refusal:
        _ask(box, [1, 2], "RFC822.SIZE")
    assert str(refusal.value) == (
        "The mailbox did not give up its mails: [UNAVAILABLE] the folder is being moved. Try again later."
    )
