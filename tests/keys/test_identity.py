from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.keys.identity import (
    Identity,
    fingerprint,
    identities,
    load_identity,
    new_identity,
    save_identity,
    signed_by,
)
from sits_es.keys.locks import can_be_encrypted_to, decrypt_under, encrypt_to, encrypt_under
from sits_es.sentences import quoted, unstorable
from tests.mail.samples import BLUE, RED
from tests.shared.rows import each_row

SECRET = bytes(range(32)).hex()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_key_is_made_of_the_random_bytes_it_is_given() -> None:
    assert new_identity("red", lambda size: bytes(range(size))) == RED


def test_the_public_key_is_the_one_that_ed25519_gives_the_secret() -> None:
    # RFC 8032, 7.1, test 1
    secret = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    identity = Identity.from_secret("one", secret)
    assert identity.key == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert identity.sign(b"").hex().startswith("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974")


def test_a_key_is_kept_where_nobody_else_reads_it(tmp_path: Path) -> None:
    path = save_identity(RED, tmp_path / "var" / "keys")
    assert (mode(path), mode(path.parent)) == (0o600, 0o700)
    assert load_identity(path.parent, "red") == RED
    assert identities(path.parent) == ("red",)
    assert identities(tmp_path / "nowhere") == ()


def test_a_key_is_never_overwritten(tmp_path: Path) -> None:
    path = save_identity(RED, tmp_path / "keys")
    before = path.read_bytes()
    with pytest.raises(NotAllowedError) as refusal:
        save_identity(Identity.from_secret("red", bytes(32)), tmp_path / "keys")
    assert str(refusal.value) == f"{path} already exists and is never overwritten. Choose another name."
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("which", "opened", "wanted"), [("red.key", 0o640, 600), ("red.key", 0o604, 600), ("", 0o711, 700)]
)
def test_a_key_that_others_may_read_is_not_used(tmp_path: Path, which: str, opened: int, wanted: int) -> None:
    path = save_identity(RED, tmp_path / "keys").parent / which
    path.chmod(opened)
    with pytest.raises(NotAllowedError) as refusal:
        load_identity(tmp_path / "keys", "red")
    assert str(refusal.value) == (
        f"{path} can be read by others (mode {opened:o}), so its contents are not secret. Run: chmod {wanted} {path}"
    )


def test_a_link_in_a_keys_place_is_not_followed(tmp_path: Path) -> None:
    real = save_identity(RED, tmp_path / "keys")
    link = real.with_name("other.key")
    link.symlink_to(real)
    with pytest.raises(NotAllowedError) as refusal:
        load_identity(real.parent, "other")
    assert str(refusal.value) == f"{link} is a link. Keep secrets in the folder itself, not behind a link."


def test_keys_are_not_put_into_a_folder_that_others_open(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    folder.mkdir()
    folder.chmod(0o755)
    with pytest.raises(NotAllowedError, match=r"can be read by others \(mode 755\)"):
        save_identity(RED, folder)
    assert list(folder.iterdir()) == []


def test_keys_are_not_put_into_a_file(tmp_path: Path) -> None:
    (tmp_path / "keys").touch(mode=0o600)
    with pytest.raises(NotAllowedError) as refusal:
        save_identity(RED, tmp_path / "keys")
    assert str(refusal.value) == f"{tmp_path / 'keys'} is not a folder. Keys need a folder of their own."


def test_a_key_that_is_not_there_is_told() -> None:
    with pytest.raises(UnreadableError) as refusal:
        load_identity(Path("/nowhere"), "red")
    assert str(refusal.value) == "/nowhere/red.key: no such file or directory."


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda text: text.replace("secret", "sacred"),
            "is not one of this program's key files. Restore the file from your copy.",
        ),
        (lambda text: text + "\n", "is not one of this program's key files. Restore the file from your copy."),
        (
            lambda text: text.replace(SECRET, "00" * 32),
            "is damaged: the two halves of the key do not match. Restore the file from your copy.",
        ),
    ],
)
def test_a_damaged_key_is_told_without_its_secret(tmp_path: Path, change: Callable[[str], str], told: str) -> None:
    path = save_identity(RED, tmp_path / "keys")
    path.write_text(change(path.read_text()))
    with pytest.raises(UnreadableError) as refusal:
        load_identity(path.parent, "red")
    assert str(refusal.value) == f"{path} {told}"


@pytest.mark.parametrize("name", ["", " red", "red ", "../red", "a/b", "a.b", "-red", "a\nb", "x" * 41])
def test_a_name_that_no_file_can_bear_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        new_identity(name, os.urandom)
    assert str(refusal.value) == (
        f"{quoted(name)} can't be a key's name. Use 1 to 40 letters, digits, spaces, -, ' and _; "
        "begin with a letter, a digit or _, and do not end with a space."
    )
    with pytest.raises(UnreadableError) as refusal:
        load_identity(tmp_path, name)
    assert str(refusal.value) == f"{quoted(name)} is not the name of a key."


def test_a_key_is_called_so_that_every_machine_can_keep_it(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError) as refused:
        new_identity("Nul", os.urandom)
    assert str(refused.value) == f"{unstorable('Nul')} Choose another name for the key."
    save_identity(new_identity("anna", os.urandom), tmp_path / "keys")
    with pytest.raises(NotAllowedError) as twin:
        save_identity(new_identity("Anna", os.urandom), tmp_path / "keys")
    assert str(twin.value) == (
        "There is already a key anna, and Anna differs from it only in capitals; some machines cannot keep both. "
        "Choose another name for the key."
    )


def test_nothing_that_shows_a_key_pair_shows_its_secret() -> None:
    assert repr(RED) == str(RED) == f"Identity(name='red', key='{RED.key}')"
    assert SECRET not in repr([RED]) + f"{RED}"


def test_a_fingerprint_is_five_words_that_differ_from_key_to_key() -> None:
    assert RED.fingerprint == fingerprint(RED.key) != BLUE.fingerprint
    words = RED.fingerprint.split("-")
    assert [len(word) for word in words] == [5] * 5


@given(st.binary(max_size=200))
def test_a_signature_holds_for_its_message_and_key_alone(message: bytes) -> None:
    signature = RED.sign(message)
    assert signed_by(RED.key, message, signature)
    assert not signed_by(RED.key, message + b" ", signature)
    assert not signed_by(BLUE.key, message, signature)
    assert not signed_by(RED.key, message, signature[:-1])
    assert not signed_by("no key", message, signature)


@given(st.binary(max_size=200))
def test_only_its_owner_reads_what_is_encrypted_to_a_key(content: bytes) -> None:
    box = encrypt_to(BLUE.key, content, os.urandom)
    assert BLUE.open(box) == content
    assert len(content) < 4 or content not in box
    for reader, wrong in ((RED, box), (BLUE, box[:-1]), (BLUE, bytes([box[0] ^ 1]) + box[1:])):
        with pytest.raises(UnreadableError) as refusal:
            reader.open(wrong)
        assert str(refusal.value) == (
            f"The data sent to {reader.name} was not encrypted to the key {reader.fingerprint}, or was changed on the "
            "way."
        )


@each_row("key", ["", "00", "zz" * 32, "01" + "00" * 31, "ff" * 32])
def test_nothing_is_encrypted_to_what_is_no_key(key: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        encrypt_to(key, b"orders", os.urandom)
    assert str(refusal.value) == f'Nothing can be encrypted to "{key}": it is not a public key.'
    assert not can_be_encrypted_to(key)
    assert can_be_encrypted_to(BLUE.key)


def test_a_box_opens_with_its_own_key_alone_and_unchanged() -> None:
    box = encrypt_under(b"k" * 32, b"orders")
    assert decrypt_under(b"k" * 32, box) == b"orders"
    for key, content in ((b"l" * 32, box), (b"k" * 32, box[:-1] + bytes([box[-1] ^ 1])), (b"k", box)):
        with pytest.raises(UnreadableError) as refusal:
            decrypt_under(key, content)
        assert str(refusal.value) == "The box is not encrypted under this key, or was changed on the way."
