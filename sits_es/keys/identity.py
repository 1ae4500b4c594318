"""Who a player is: an Ed25519 key pair. The public key is in the game's events, the secret half never leaves.

Rule: house, for play by mail.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

from attrs import field, frozen
from nacl.bindings import crypto_scalarmult
from nacl.exceptions import CryptoError
from nacl.public import SealedBox
from nacl.signing import SigningKey, VerifyKey

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.keys.locks import public_half
from sits_es.keys.private import read_private, secret_folder, write_private
from sits_es.sentences import quoted, unstorable
from sits_es.values import Value

#: A name that can be a file's name too: letters, digits, - ' _ and inner spaces, up to 40 characters.
NAME: Final = re.compile(r"\w(?:[\w' -]{0,38}[\w'-])?")
_FILE: Final = re.compile(r"sits-es key 1\nname ([^\n]+)\npublic ([0-9a-f]{64})\nsecret ([0-9a-f]{64})\n")
_FINGERPRINT: Final = b"sits-es/fingerprint/1"

#: Sounds of a fingerprint's words: 4 bits choose a consonant, 2 bits a vowel.
_CONSONANTS: Final = "bdfghjklmnprstvz"
_VOWELS: Final = "aiou"
_WORDS: Final = 5


@frozen
class Identity(Value):
    """A player's key pair, made by `new_identity` or `load_identity`. The secret half is never shown.

    name: what they call it at home; key: the public key, 64 hexadecimal digits, as it is in the game's events.
    """

    name: str
    key: str
    _secret: SigningKey = field(repr=False, eq=False)

    @classmethod
    def from_secret(cls, name: str, secret: bytes) -> Self:
        """The identity of a secret of 32 bytes. Raises UnreadableError for a name that no file can have."""
        if NAME.fullmatch(name) is None:
            raise UnreadableError(
                f"{quoted(name)} can't be a key's name. Use 1 to 40 letters, digits, spaces, -, ' and _; "
                "begin with a letter, a digit or _, and do not end with a space."
            )
        if problem := unstorable(name):
            raise UnreadableError(f"{problem} Choose another name for the key.")
        signing = SigningKey(secret)
        return cls(name, bytes(signing.verify_key).hex(), signing)

    @property
    def fingerprint(self) -> str:
        """The public key in five words, to be compared by telephone."""
        return fingerprint(self.key)

    def sign(self, message: bytes) -> bytes:
        """This identity's signature of 64 bytes over a message; the same message always gets the same one."""
        return self._secret.sign(message).signature

    def open(self, box: bytes) -> bytes:
        """What was encrypted to this identity. Raises UnreadableError when it was not, or was changed on its way."""
        try:
            return SealedBox(self._secret.to_curve25519_private_key()).decrypt(box)
        except (CryptoError, ValueError, TypeError):
            raise UnreadableError(
                f"The data sent to {self.name} was not encrypted to the key {self.fingerprint}, or was changed on the "
                "way."
            ) from None

    def secret_with(self, key: str, context: bytes) -> bytes:
        """What this identity and the owner of a public key both know and nobody else, for a context, in 32 bytes.

        Raises UnreadableError for what is not a public key.
        """
        own, other = self._secret.to_curve25519_private_key(), public_half(key)
        return hmac.digest(crypto_scalarmult(bytes(own), bytes(other)), context, hashlib.sha256)


def new_identity(name: str, random: Callable[[int], bytes]) -> Identity:
    """Make a key pair. random: gives as many unguessable bytes as it is asked for, such as os.urandom."""
    return Identity.from_secret(name, random(32))


def save_identity(identity: Identity, folder: Path) -> Path:
    """Write the key pair to `folder`/NAME.key, mode 0600. Raises NotAllowedError when a key of that name is there.

    So does one whose name differs in capitals alone: some machines cannot keep both.
    """
    twin = next((each for each in identities(folder) if each.casefold() == identity.name.casefold()), identity.name)
    if twin != identity.name:
        raise NotAllowedError(
            f"There is already a key {twin}, and {identity.name} differs from it only in capitals; some machines "
            "cannot keep both. Choose another name for the key."
        )
    path = folder / f"{identity.name}.key"
    secret = bytes(identity._secret).hex()  # noqa: SLF001 -- the one place that writes the secret down
    text = f"sits-es key 1\nname {identity.name}\npublic {identity.key}\nsecret {secret}\n"
    write_private(path, text.encode())
    return path


def load_identity(folder: Path, name: str) -> Identity:
    """Read a key pair back.

    Raises UnreadableError when it isn't there or is damaged, NotAllowedError when others may read it.
    """
    if NAME.fullmatch(name) is None:
        raise UnreadableError(f"{quoted(name)} is not the name of a key.")
    path = folder / f"{name}.key"
    content = read_private(path)
    found = _FILE.fullmatch(content.decode("utf-8", "replace"))
    if found is None:
        raise UnreadableError(f"{path} is not one of this program's key files. Restore the file from your copy.")
    identity = Identity.from_secret(found[1], bytes.fromhex(found[3]))
    if identity.key != found[2]:
        raise UnreadableError(
            f"{path} is damaged: the two halves of the key do not match. Restore the file from your copy."
        )
    return identity


def identities(folder: Path) -> tuple[str, ...]:
    """Names of the key pairs kept in a folder, in order; none when there is no folder."""
    if not folder.is_dir():
        return ()
    return tuple(sorted(path.stem for path in secret_folder(folder).glob("*.key")))


def fingerprint(key: str) -> str:
    """A public key (64 hexadecimal digits) in five words that can be said aloud: 80 bits of its digest."""
    digest = hashlib.sha256(_FINGERPRINT + bytes.fromhex(key)).digest()
    return "-".join(_word(int.from_bytes(digest[2 * at : 2 * at + 2])) for at in range(_WORDS))


def signed_by(key: str, message: bytes, signature: bytes) -> bool:
    """Whether the owner of a public key signed exactly this message."""
    try:
        VerifyKey(bytes.fromhex(key)).verify(message, signature)
    except (CryptoError, ValueError, TypeError):
        return False
    return True


def _word(bits: int) -> str:
    """Sixteen bits as consonant, vowel, consonant, vowel, consonant."""
    sounds = [(12, _CONSONANTS), (10, _VOWELS), (6, _CONSONANTS), (4, _VOWELS), (0, _CONSONANTS)]
    return "".join(choice[bits >> shift & len(choice) - 1] for shift, choice in sounds)
