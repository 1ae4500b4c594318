"""Chance of a run: every byte that a program asks for comes from the run's seed, so that a run can be run again."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from nacl.public import Box, PrivateKey, PublicKey, SealedBox

from sits_es.post.desk import Desk
from tests.shared.watch import Watch, told_by


@contextmanager
def same_chances(chance: Random) -> Iterator[None]:
    """Nonces, keys, what is encrypted with them, and the time are the same for the same seed while this block runs."""

    def encrypt(box: SealedBox[Any], plain: bytes, *_: Any) -> bytes:
        """What libsodium makes of it, with a key of its own that follows from the seed."""
        once = PrivateKey(chance.randbytes(32))
        to = PublicKey(box._public_key)
        nonce = hashlib.blake2b(bytes(once.public_key) + bytes(to), digest_size=24).digest()
        return bytes(once.public_key) + bytes(Box(once, to).encrypt(plain, nonce).ciphertext)

    with (
        told_by(Watch()),
        patch.object(os, "urandom", chance.randbytes),
        patch.dict(Desk.__init__.__kwdefaults__, random=chance.randbytes),
        patch.object(SealedBox, "encrypt", encrypt),
        patch("nacl.secret.random", chance.randbytes),
        patch("nacl.public.random", chance.randbytes),
        patch("nacl.utils.random", chance.randbytes),
    ):
        yield
