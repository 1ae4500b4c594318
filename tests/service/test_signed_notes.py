"""Signed notes: vkeys, whose lines fit a checkpoint and whose don't, and notes found in mails."""

from __future__ import annotations

import base64
from hashlib import sha256

import pytest
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from sits_es.errors import UnreadableError
from sits_es.keys.identity import Identity, signed_by
from sits_es.sentences import quoted
from sits_es.service.signed_notes import COSIGNER, LOG, Note, Signature, VKey, note_of, notes_in
from sits_es.store.checkpoints import Checkpoint
from tests.shared.rows import each_row

RED, BLUE = (Identity.from_secret(name, bytes([at]) * 32) for at, name in enumerate(("red", "blue"), start=1))
AT = Checkpoint("sits-es/00112233445566778899aabbccddeeff/duel", 20, bytes(32))
TIME = 1700000000


def both(identity: Identity = RED) -> Note:
    """A note with both signatures of a player."""
    return Note(AT).published(identity).cosigned(identity, TIME)


def test_a_log_signs_the_text_and_a_cosigner_the_text_below_a_header_and_the_time() -> None:
    log, cosigned = str(both()).splitlines()[4:]
    origin, words, key = AT.origin, RED.fingerprint, bytes.fromhex(RED.key)
    for line, name, kind, header, skipped in (
        (log, origin, b"\x01", "", 4),
        (cosigned, words, b"\x04", f"cosignature/v1\ntime {TIME}\n", 12),
    ):
        # as the forms define it, worked out here without a word of ours
        dash, called, encoded = line.split(" ")
        content = base64.b64decode(encoded)
        assert (dash, called) == ("\u2014", name)
        assert content[:4] == sha256(name.encode() + b"\n" + kind + key).digest()[:4]
        assert content[4:skipped] == (TIME.to_bytes(8, "big") if skipped > 4 else b"")
        assert VerifyKey(key).verify(f"{header}{AT}".encode(), content[skipped:])
        with pytest.raises(BadSignatureError):
            VerifyKey(key).verify(f"{header}{AT} ".encode(), content[skipped:])


def test_the_published_example_of_a_note_and_its_vkey_is_read_as_it_stands() -> None:
    # c2sp.org/signed-note, "Example"
    key = VKey.parse("example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")
    text = "This is an example message.\n"
    line = "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM="
    content = base64.b64decode(line)
    assert (key.name, key.kind, key.id) == ("example.com/foo", LOG, content[:4])
    assert signed_by(key.key, text.encode(), content[4:])
    assert str(key) == "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"


def test_the_published_example_of_a_cosigned_checkpoint_is_read_as_it_stands() -> None:
    # c2sp.org/tlog-cosignature, the first example
    text = (
        "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
        "\u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9"
        "nTo+zyWE+xeMcTOAYQ8=\n"
        "\u2014 witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5"
        "nNo0xUe+mbIUBkBIfZ+qnA==\n"
    )
    note = note_of(text)
    assert str(note) == text
    assert (note.checkpoint.name, note.checkpoint.size) == ("example.com/behind-the-sofa", 20852163)
    assert [(each.name, each.id.hex()) for each in note.signatures] == [
        ("example.com/behind-the-sofa", "033de0ae"),
        ("witness.example.com/w1", "8d66cf3f"),
    ]
    assert (note.signatures[1].time, note.signatures[1].when) == (1679315147, "2023-03-20T12:25:47Z")


def test_one_key_pair_has_a_number_for_each_kind_of_signature() -> None:
    log, cosigner = VKey.of_log(AT.origin, RED.key), VKey.of_cosigner(RED.key)
    assert VKey.parse(str(log)) == log
    assert VKey.parse(str(cosigner)) == cosigner
    assert (log.kind, cosigner.kind) == (LOG, COSIGNER)
    first, second = both().signatures
    assert log.signed(AT, first)
    assert cosigner.signed(AT, second)
    # neither stands for the other, nor for another player, size or origin
    assert not log.signed(AT, second)
    assert not cosigner.signed(AT, first)
    assert not VKey.of_cosigner(BLUE.key).signed(AT, second)
    for other in (Checkpoint(AT.origin, 21, AT.root), Checkpoint(AT.origin + "2", 20, AT.root)):
        assert not log.signed(other, first)
        assert not cosigner.signed(other, second)


@each_row(
    ("text", "said"),
    [
        ("red", '"red" is not a vkey of an Ed25519 key, as `sits keys show` prints it.'),
        ("red+00+AAAA", '"red+00+AAAA" is not a vkey of an Ed25519 key, as `sits keys show` prints it.'),
        ("red+0011aabb+AAAA", '"red+0011aabb+AAAA" is not a vkey of an Ed25519 key, as `sits keys show` prints it.'),
    ],
)
def test_what_is_no_vkey_is_refused(text: str, said: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        VKey.parse(text)
    assert str(refused.value) == said


def test_a_vkey_with_another_name_number_or_kind_is_refused() -> None:
    name, number, key = str(VKey.of_cosigner(RED.key)).split("+", 2)
    for text in (f"other+{number}+{key}", f"{name}+00000000+{key}", f"{name}+{number}+{'AQ' + key[2:]}"):
        with pytest.raises(UnreadableError) as refused:
            VKey.parse(text)
        assert str(refused.value) == f"{quoted(text)} is damaged: its number does not match its name and key."


def test_a_later_cosignature_takes_the_place_of_an_earlier_one() -> None:
    earlier, later = Note(AT).cosigned(RED, TIME), Note(AT).cosigned(RED, TIME + 60)
    assert earlier.cosigned(RED, TIME + 60) == later
    assert earlier.with_all(later.signatures) == later == later.with_all(earlier.signatures)
    everybody = both(RED).with_all(both(BLUE).signatures)
    assert [each.name for each in everybody.signatures] == [
        AT.origin,
        RED.fingerprint,
        AT.origin,
        BLUE.fingerprint,
    ]
    # whoever comes second to publish adds nothing
    assert both(RED).published(BLUE) == both(RED)


def test_notes_are_found_in_mails_quoted_ones_too_and_lines_that_were_broken_are_no_signatures() -> None:
    note = str(both())
    quoted = "".join(f"> > {line}\n" for line in note.splitlines())
    text = f"Hello,\n\nCheckpoint of the record:\n{note}\nORDERS\n\nAnna wrote:\n{quoted}\nBye\n"
    assert list(notes_in(text)) == [(4, both()), (14, both())]
    first, second = both().signatures
    broken = note[:-20] + "\n" + note[-20:]
    assert list(notes_in(broken)) == [(1, Note(AT, (first,)))]
    assert list(notes_in(note.replace("\n\n", "\n"))) == [(1, Note(AT))]
    assert list(notes_in(note.replace("\n", "\r\n"))) == [(1, both())]
    assert list(notes_in("Hello\n20\nworld\n")) == []
    assert second.when == "2023-11-14T22:13:20Z"


def test_no_more_signatures_than_anybody_needs_are_looked_at() -> None:
    line = "\u2014 red AAAAAAAA\n"
    ((_, found),) = notes_in(f"{AT}\n{line * 100}")
    assert len(found.signatures) == 64


def test_a_time_that_no_calendar_has_is_a_number() -> None:
    assert Signature("red", bytes(4), b"\xff" * 72).when == str(2**64 - 1)
    assert not VKey.of_cosigner(RED.key).signed(AT, Signature("red", bytes(4), b"\xff" * 72))
    assert not VKey.of_cosigner(RED.key).signed(AT, Signature("red", bytes(4), b"\xff"))
