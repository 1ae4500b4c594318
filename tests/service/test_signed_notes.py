"""Signed notes: what a player's key stands for, and what no longer fits it."""

from __future__ import annotations

import base64
from hashlib import sha256

import pytest
from nacl.signing import VerifyKey

from sits_es.errors import UnreadableError
from sits_es.keys.identity import Identity
from sits_es.service.signed_notes import Signer, key_id, sign_note, signers
from tests.shared.rows import each_row

RED, BLUE = (Identity.from_secret(name, bytes([at]) * 32) for at, name in enumerate(("red", "blue"), start=1))
TEXT = "duel\n20\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"


def test_a_note_is_its_text_an_empty_line_and_a_line_with_the_words_of_the_key() -> None:
    *lines, last = sign_note(TEXT, RED).removesuffix("\n").split("\n")
    assert "\n".join(lines) == TEXT
    dash, name, signature = last.split(" ")
    assert (dash, name) == ("\u2014", RED.fingerprint)
    content = base64.b64decode(signature)
    # as the form defines it, worked out here without a word of ours
    assert content[:4] == sha256(name.encode() + b"\x0a\x01" + bytes.fromhex(RED.key)).digest()[:4]
    assert VerifyKey(bytes.fromhex(RED.key)).verify(TEXT.encode(), content[4:]) == TEXT.encode()


def test_the_number_of_a_key_is_that_of_the_published_example() -> None:
    # golang.org/x/mod/sumdb/note, PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW
    key = base64.b64decode("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")[1:]
    assert key_id("PeterNeumann", key.hex()).hex() == "c74f20a3"


def test_who_signed_is_said_by_name_where_the_key_is_known_and_by_its_words_otherwise() -> None:
    note = sign_note(TEXT, RED)
    both = note + sign_note(TEXT, BLUE).removeprefix(TEXT + "\n")
    told = signers(both, {RED.key: "red"})
    assert told == (Signer(RED.fingerprint, "red"), Signer(BLUE.fingerprint, None))
    assert [each.in_words() for each in told] == [
        f"signed by red (key {RED.fingerprint})",
        f"signed by a key that is unknown here and calls itself {BLUE.fingerprint}",
    ]
    assert signers(TEXT, {RED.key: "red"}) == ()


@each_row(("old", "new"), [("duel", "dual"), ("20", "21"), ("AAA", "BAA")])
def test_a_text_that_was_changed_is_refused(old: str, new: str) -> None:
    note = sign_note(TEXT, RED)
    with pytest.raises(UnreadableError) as refused:
        signers(note.replace(old, new, 1), {RED.key: "red"})
    assert str(refused.value) == (
        f"The signature of red (key {RED.fingerprint}) does not fit: the text was changed, or somebody else signed."
    )


@each_row("line", ["and so on\n", "\u2014 a+b AAAAAAAA\n", "\u2014 red AAAA\n", "\u2014 red !\n"])
def test_what_is_not_a_signature_among_them_is_refused(line: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        signers(sign_note(TEXT, RED) + line, {})
    assert str(refused.value) == (
        "Only signatures may follow the empty line of a signed note, each a dash, a name and base64; "
        "another line is there. Save the note as it was sent."
    )


def test_more_signatures_than_anybody_needs_are_not_looked_at() -> None:
    with pytest.raises(UnreadableError, match=r"^A note has at most 64 signatures; this one has 65\.$"):
        signers(sign_note(TEXT, RED) + "\u2014 red AAAAAAAA\n" * 64, {})


def test_a_text_without_an_end_of_its_last_line_is_not_signed() -> None:
    with pytest.raises(ValueError, match="ends with the end of a line"):
        sign_note("duel", RED)


def test_a_key_that_goes_by_the_words_of_a_known_one_is_refused() -> None:
    note = sign_note(TEXT, BLUE)
    content = note.rsplit(" ", 1)[1]
    with pytest.raises(UnreadableError) as refused:
        signers(f"{TEXT}\n\u2014 {RED.fingerprint} {content}", {RED.key: "red"})
    assert str(refused.value) == f"A signature claims the key {RED.fingerprint}, but another key made it."
