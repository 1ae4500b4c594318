"""Encryption with a given source of randomness: to somebody's public key, and under a key that is made for one text.

Rule: house, for play by mail.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Final

from nacl.exceptions import CryptoError
from nacl.public import Box, PrivateKey, PublicKey
from nacl.secret import SecretBox
from nacl.signing import VerifyKey

from sits_es.errors import UnreadableError
from sits_es.sentences import visible

#: Such a key encrypts one text and never another, so nothing has to tell two texts apart.
_ONE_TEXT: Final = bytes(SecretBox.NONCE_SIZE)


def encrypt_to(key: str, content: bytes, random: Callable[[int], bytes]) -> bytes:
    """Encrypt to a public key (64 hexadecimal digits), so that its owner alone reads it, by `Identity.open`.

    random: gives as many unguessable bytes as it is asked for, such as os.urandom. Raises UnreadableError for a key
    that nothing can be encrypted to.
    """
    reader = public_half(key)
    once = PrivateKey(random(PrivateKey.SIZE))
    # as libsodium's sealed boxes are made, which take no randomness from outside
    nonce = blake2b(bytes(once.public_key) + bytes(reader), digest_size=Box.NONCE_SIZE).digest()
    return bytes(once.public_key) + Box(once, reader).encrypt(content, nonce).ciphertext


def can_be_encrypted_to(key: str) -> bool:
    """Whether something can be encrypted to a public key (64 hexadecimal digits)."""
    try:
        public_half(key)
    except UnreadableError:
        return False
    return True


def public_half(key: str) -> PublicKey:
    """A public key (64 hexadecimal digits) as it is encrypted to. Raises UnreadableError for what is none."""
    try:
        return VerifyKey(bytes.fromhex(key)).to_curve25519_public_key()
    except (CryptoError, ValueError, TypeError, RuntimeError):
        raise UnreadableError(f'Nothing can be encrypted to "{visible(key[:80])}": it is not a public key.') from None


def encrypt_under(key: bytes, content: bytes) -> bytes:
    """Encrypt under a key of 32 bytes that was made for this one text."""
    return SecretBox(key).encrypt(content, _ONE_TEXT).ciphertext


def decrypt_under(key: bytes, box: bytes) -> bytes:
    """What was encrypted under a key. Raises UnreadableError for another key, or a box that was changed."""
    try:
        return SecretBox(key).decrypt(box, _ONE_TEXT)
    except (CryptoError, ValueError, TypeError):
        raise UnreadableError("The box is not encrypted under this key, or was changed on the way.") from None
